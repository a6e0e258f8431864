// What came of the talk in which a family is written down (enquiries.md 4, /forms/enquiry-form): whoever has the parent on
// the phone saves once. The other outcomes are of a family that was tried later, and belong to the follow-ups.
import { instantSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { channels, lineSchema } from './enquiry-fields.ts';

export const saidOutcomes = [
  'CALL_BACK',
  'DETAILS_SHARED',
  'INTERESTED',
  'APPOINTMENT',
  'COUNSELLED',
] as const;

export const saidSchema = z.strictObject({
  outcome: z.enum(saidOutcomes),
  channel: z.enum(channels).default('CALL'),
  nextAt: instantSchema.nullable().optional(),
  subStatus: lineSchema(40).nullable().optional(),
  withoutAppointment: z.boolean().optional(),
});
export type Said = z.output<typeof saidSchema>;
