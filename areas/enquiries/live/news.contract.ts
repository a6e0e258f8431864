import { query } from '@aangan/contract/endpoint.ts';
import { instantSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryFilters } from '../enquiry/enquiry-filters.ts';
import { enquiryModules } from '../modules.ts';

/** Which list is open: all enquiries, what is due, what nobody has. */
export const newsViews = ['register', 'due', 'unallocated'] as const;

export const newsContract = {
  news: query({
    module: [enquiryModules.enquiry, enquiryModules.followup, enquiryModules.leadAllocation],
    scope: 'centre',
    inBody: true,
    needsCentre: true,
    needsYear: true,
    name: 'enquiry.news',
    summary:
      'How many enquiries of an open list others made or changed since a moment; without one, the moment now.',
    input: z.strictObject({
      view: z.enum(newsViews),
      since: instantSchema.optional(),
      q: z.string().trim().max(100).optional(),
      ...enquiryFilters,
    }),
    output: z.object({
      fresh: z.int(),
      changed: z.int(),
      /** The database's clock: the next `since`. */
      at: z.string(),
    }),
  }),
};
