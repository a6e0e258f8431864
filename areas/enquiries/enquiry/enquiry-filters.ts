// The specification's shared filters; their names are the URL keys of dashboard, lists and follow-up (enquiries.md 4).
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { boardFilterFields } from '../dashboard/board-filters.ts';
import { registerFilterFields } from '../pipeline/register-filters.ts';
import { bucketSlugs } from './bucket.ts';
import { spancoStatuses } from './enquiry.states.ts';
import { genders, temperatures } from './enquiry-fields.ts';
import { flagValue, severalOf, wholeValue } from './filter-values.ts';

export const classCategories = [
  'Bridge Course',
  'Intellibaby Parent Toddler Circle (1Year - 2Years)',
  'Hybrid',
  'Parent Toddler',
  'ordinary',
] as const;
export const searchByOptions = ['code', 'mobile', 'name'] as const;

export const enquiryFilters = {
  fromDate: daySchema.optional(),
  toDate: daySchema.optional(),
  spancoStatus: severalOf(z.enum(spancoStatuses)),
  spancoSubStatus: severalOf(z.string().max(40)),
  searchValue: z.string().trim().max(100).optional(),
  /** A user id, `none` (nobody) or `me`. */
  assignedTo: severalOf(z.union([z.enum(['none', 'me']), uuidSchema])),
  studentClassCategory: severalOf(z.enum(classCategories)),
  /** By name; the settings may have added some. */
  stage: severalOf(z.string().trim().min(1).max(40)),
  source: severalOf(uuidSchema),
  classId: severalOf(wholeValue),
  temperature: severalOf(z.enum(temperatures)),
  bucket: severalOf(z.enum([...bucketSlugs, 'due', 'overdue'])),
  code: z.string().trim().max(60).optional(),
  searchBy: z.enum(searchByOptions).optional(),
  /** Only open ones, or only those of the follow-up queue. */
  open: flagValue.optional(),
  gender: severalOf(z.enum(genders)),
  /** Open ones with an appointment on this day. */
  appointmentOn: daySchema.optional(),
  ...boardFilterFields,
  ...registerFilterFields,
};
const filterSchema = z.object(enquiryFilters);
export type EnquiryFilters = z.output<typeof filterSchema>;
