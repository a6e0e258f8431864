import { query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { enquiryWho } from '../enquiry/enquiry-row.ts';
import { enquiryModules } from '../modules.ts';

const leak = z.object({
  ...enquiryWho,
  nextFollowUpOn: z.string().nullable(),
});

export const leakContract = {
  list: query({
    module: enquiryModules.followup,
    scope: 'centre',
    needsCentre: true,
    needsYear: true,
    name: 'follow-up-leak.list',
    summary:
      'Where families get lost: no next date, promised calls that were missed, numbers that answer late.',
    input: z.strictObject({}),
    output: z.object({
      /** Open enquiries without a next date; the database forbids them, so it must be 0. */
      withoutDate: z.int(),
      /** Calls promised for a time of the last 7 days, and those made more than two hours late or not at all. */
      week: z.object({ promised: z.int(), missed: z.int() }),
      missed: z.object({ total: z.int(), rows: z.array(leak.extend({ promisedAt: z.string() })) }),
      /** Open, and reached only after more than three tries within 90 days. */
      late: z.object({
        total: z.int(),
        rows: z.array(leak.extend({ tries: z.int(), bestHour: z.int() })),
      }),
      /** The next day on which the desk works. */
      tomorrow: z.string(),
      /** Calls of 90 days by hour in India. */
      hours: z.array(z.object({ hour: z.int(), calls: z.int(), reached: z.int() })),
    }),
  }),
};
