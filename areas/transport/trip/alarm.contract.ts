import { can, command, nothing } from '@aangan/contract/endpoint.ts';
import { instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { type AlarmKind, alarmLabels } from './trip.states.ts';

const id = { id: uuidSchema };
const desk = { module: m.ESCORT_DIGITAL_ID, scope: 'centre', write: true } as const;

export const tripAlarm = z.object({
  ...id,
  version: z.int(),
  kind: z.enum(Object.keys(alarmLabels) as [AlarmKind, ...AlarmKind[]]),
  level: z.int(),
  raisedAt: instantSchema,
  tripId: uuidSchema,
  route: z.string(),
  ackedAt: instantSchema.nullable(),
  ackedBy: z.string().nullable(),
  can,
});
export type TripAlarm = z.output<typeof tripAlarm>;

export const alarmContract = {
  ack: command({
    ...desk,
    versioned: true,
    name: 'safety-alarm.ack',
    summary: 'Somebody looks after an alarm; it goes on until it is resolved.',
    input: z.strictObject(id),
    output: nothing,
  }),
  resolve: command({
    ...desk,
    versioned: true,
    name: 'safety-alarm.resolve',
    summary: 'An alarm is over; what was found and done.',
    input: id,
    fields: {
      note: {
        ...longText({ label: 'What was found and done', max: 500, help: 'At least 10 characters' }),
        schema: z.string().trim().min(10, 'At least 10 characters').max(500, 'At most 500 characters'),
      },
    },
    output: nothing,
  }),
};
