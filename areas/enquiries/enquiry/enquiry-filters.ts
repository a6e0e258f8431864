// The specification's shared filters; their names are the URL keys of dashboard, lists and follow-up (enquiries.md 4).
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { bucketSlugs } from './bucket.ts';
import { spancoStatuses, stages } from './enquiry.states.ts';
import { genders, temperatures } from './enquiry-fields.ts';

// One value, several (the list kit), or a comma list (the address): always an array inside.
const several = <T>(one: z.ZodType<T>) =>
  z
    .preprocess(
      (value) =>
        Array.isArray(value)
          ? value.map((one) => (typeof one === 'number' ? String(one) : one))
          : typeof value === 'string' || typeof value === 'number'
            ? String(value)
                .split(',')
                .map((part) => part.trim())
                .filter(Boolean)
            : value,
      z.array(one).max(50),
    )
    .optional();

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
  spancoStatus: several(z.enum(spancoStatuses)),
  spancoSubStatus: several(z.string().max(40)),
  searchValue: z.string().trim().max(100).optional(),
  /** A user id, `none` (nobody) or `me`. */
  assignedTo: several(z.union([z.enum(['none', 'me']), uuidSchema])),
  studentClassCategory: several(z.enum(classCategories)),
  stage: several(z.enum(stages)),
  source: several(uuidSchema),
  classId: several(z.coerce.number().int().min(1)),
  temperature: several(z.enum(temperatures)),
  bucket: several(z.enum([...bucketSlugs, 'due', 'overdue'])),
  code: z.string().trim().max(60).optional(),
  searchBy: z.enum(searchByOptions).optional(),
  /** Only open ones, or only those of the follow-up queue. */
  open: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  gender: several(z.enum(genders)),
  /** Open ones with an appointment on this day. */
  appointmentOn: daySchema.optional(),
};
const filterSchema = z.object(enquiryFilters);
export type EnquiryFilters = z.output<typeof filterSchema>;
