import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, dateTime, integerReference, text, uuidSchema } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { kitTypeNames } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { handoverLabels, handoverMethods, kitSteps, SIGNATURE_BYTES } from './handover.states.ts';

const base = { module: m.orderHistory, scope: 'centre' } as const;
const id = { id: uuidSchema };
const done = z.object({ status: z.enum(['AT_CENTRE', 'HANDED_OVER']) });

/** Kits of children that stand at the centre, and those that were handed over. */
export const handovers = listing({
  ...base,
  name: 'kit-handover',
  title: 'Kits to hand over',
  personal: { subject: 'STUDENT', purpose: 'handing kits over' },
  row: {
    child: text({ label: 'Child', max: 120, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    of: text({ label: 'Class', max: 80 }),
    kit: choice({ label: 'Kit', options: kitTypeNames }),
    orderNo: text({ label: 'Order', max: 30, search: true }),
    since: dateTime({ label: 'At the centre since' }),
    method: choice({ label: 'How', options: handoverMethods, optional: true }),
    receiver: text({ label: 'Taken by', max: 120, optional: true }),
    handedAt: dateTime({ label: 'Handed over', optional: true }),
    status: choice({ label: 'Status', options: handoverLabels }),
  },
  hidden: { codeUntil: z.string().nullable() },
  shown: ['child', 'admissionNo', 'of', 'kit', 'since', 'handedAt', 'receiver', 'status'],
  filters: {
    kit: choice({ label: 'Kit', options: kitTypeNames }),
    franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  },
  sorts: ['since', 'child', 'handedAt'],
  sort: '-since',
  state: 'status',
  tiles: { AT_CENTRE: 'To hand over', HANDED_OVER: 'Handed over' },
  can: ['handOver'],
});

export const handoverContract = {
  start: command({
    ...base,
    write: true,
    name: 'kit-handover.start',
    summary: 'Send the family of a child the code by which it takes its kit home.',
    input: z.strictObject(id),
    output: z.object({ until: z.string() }),
  }),
  byCode: command({
    ...base,
    write: true,
    name: 'kit-handover.by-code',
    summary: 'Hand a kit over to who knows the code: six digits, five tries.',
    input: id,
    fields: {
      code: {
        ...text({ label: 'Code', max: 6, help: 'Six digits, as the family has got them' }),
        schema: z.string().regex(/^\d{6}$/, 'Enter the six digits'),
      },
    },
    output: done,
  }),
  bySignature: command({
    ...base,
    write: true,
    idempotent: true,
    offline: true,
    name: 'kit-handover.by-signature',
    summary: 'Hand a kit over to who signs for it on the glass.',
    input: z.strictObject({
      ...id,
      receiver: personName(120),
      /** PNG, base64. */
      signature: z
        .string()
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Sign on the glass')
        .max(Math.ceil(SIGNATURE_BYTES / 3) * 4, 'This signature is too large. Sign again'),
    }),
    output: done,
  }),
  mine: query({
    module: m.studentKits,
    scope: 'centre',
    name: 'kit-handover.mine',
    summary: 'How far the kits of the parent’s own child are, and the code to take one home.',
    logRead: { subject: 'student', purpose: 'the family’s own page' },
    input: z.strictObject({ student: uuidSchema }),
    output: z.object({
      kits: z.array(
        z.object({
          id: z.string(),
          kit: z.string(),
          state: z.enum(kitSteps),
          eta: z.string().nullable(),
          /** Of a kit at the centre: while a code is valid. */
          handoverId: uuidSchema.nullable(),
          code: z.string().nullable(),
          codeUntil: z.string().nullable(),
        }),
      ),
    }),
  }),
  confirm: command({
    module: m.studentKits,
    scope: 'centre',
    write: false,
    idempotent: true,
    name: 'kit-handover.confirm',
    summary: 'A parent says that the own child’s kit was received.',
    input: z.strictObject({ student: uuidSchema, id: uuidSchema }),
    output: done,
  }),
};
