import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

export const classSeatsContract = {
  list: query({
    module: [enquiryModules.enquiry, enquiryModules.followup],
    scope: 'centre',
    needsYear: true,
    name: 'class-seats.list',
    summary: 'Free seats by class here and at the two nearest centres, and how many wait.',
    /** Of an enquiry: its centre and year; else those that are chosen. */
    input: z.strictObject({ enquiryId: uuidSchema.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          classId: z.int(),
          className: z.string(),
          /** Null: no limit is set here. */
          left: z.int().nullable(),
          waiting: z.int(),
          wished: z.boolean(),
          near: z.array(z.object({ centre: z.string(), km: z.number(), left: z.int() })),
        }),
      ),
    }),
  }),
};
