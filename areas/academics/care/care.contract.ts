import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { careKindNames } from './care-kinds.ts';

const read = { module: m.GeneralDiary, scope: 'centre' } as const;
const kind = z.enum(careKindNames);

export const careEvent = z.object({
  id: uuidSchema,
  at: instantSchema,
  kind,
  value: z.string().nullable(),
  /** Minutes of a nap; tenths of a degree Celsius. */
  qty: z.int().nullable(),
  note: z.string().nullable(),
});
export type CareEvent = z.output<typeof careEvent>;

export const careContract = {
  board: query({
    ...read,
    name: 'care.board',
    summary: 'The children of an own section today, with what was noted of their care.',
    logRead: { subject: 'student', purpose: 'care' },
    input: z.strictObject({ sectionId: uuidSchema }),
    output: z.object({
      onDate: daySchema,
      rows: z.array(z.object({ enrolmentId: uuidSchema, name: z.string(), events: z.array(careEvent) })),
    }),
  }),
  record: command({
    ...read,
    write: true,
    name: 'care.record',
    summary: 'Note one thing for several children of an own section, now.',
    input: z.strictObject({
      sectionId: uuidSchema,
      kind,
      value: z.string().max(20).nullable().default(null),
      qty: z.int().min(1).max(600).nullable().default(null),
      note: z.string().trim().min(1).max(200, 'At most 200 characters').nullable().default(null),
      /** The id is made on the device: sent again it is the same event. */
      children: z
        .array(z.strictObject({ id: uuidSchema, enrolmentId: uuidSchema }))
        .min(1, 'Choose a child')
        .max(100, 'At most 100 children'),
    }),
    output: z.object({ noted: z.int() }),
  }),
  remove: command({
    ...read,
    write: true,
    name: 'care.remove',
    summary: 'Take back what was noted today by mistake.',
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
