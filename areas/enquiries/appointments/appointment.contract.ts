import { command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryWho } from '../enquiry/enquiry-row.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.followup, scope: 'centre' } as const;

export const appointmentContract = {
  list: query({
    ...base,
    inBody: true,
    needsCentre: true,
    name: 'appointment.list',
    summary: 'Visits of a day: who is expected, who came, who came without an appointment.',
    input: z.strictObject({ date: daySchema, assignedTo: z.enum(['me']).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          ...enquiryWho,
          version: z.int(),
          mobileMasked: z.string().nullable(),
          at: z.string(),
          state: z.enum(['EXPECTED', 'CONFIRMED', 'CAME', 'NO_SHOW', 'WALK_IN']),
          can: z.record(z.string(), z.boolean()),
        }),
      ),
    }),
  }),
  confirm: command({
    ...base,
    write: true,
    versioned: true,
    name: 'appointment.confirm',
    summary: 'The family says that it comes at the time agreed.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({ version: z.int(), appointmentAt: z.string() }),
  }),
  noShow: command({
    ...base,
    write: true,
    versioned: true,
    name: 'appointment.no-show',
    summary: 'Nobody came: the family is called on the next working day.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({ version: z.int(), nextFollowUpOn: z.string() }),
  }),
};
