import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';

// The law allows calls to families from 09:00 AM to 09:00 PM: a centre may only call in fewer hours.
const FIRST_HOUR = 9;
const LAST_HOUR = 21;

/** How often a family is tried, how far ahead it may be put off, and when it may be called (enquiries.md 3.4, 3.8). */
export const limitsSetting = setting({
  key: 'limits',
  title: 'Limits of tries, dates and calls',
  schema: z.object({
    /** Tries that reached nobody; then closing is proposed. */
    closeAfter: z.int('Enter a whole number').min(3, 'At least 3').max(20, 'At most 20'),
    daysAhead: z.int('Enter whole days').min(7, 'At least 7 days').max(180, 'At most 180 days'),
    /** For a family that wants no seat this year. */
    daysAheadNextYear: z.int('Enter whole days').min(180, 'At least 180 days').max(500, 'At most 500 days'),
    callFrom: z
      .int('Enter a whole hour')
      .min(FIRST_HOUR, 'Calls before 09:00 AM are not allowed')
      .max(12, 'At most 12, noon'),
    callUntil: z
      .int('Enter a whole hour')
      .min(15, 'At least 15, 03:00 PM')
      .max(LAST_HOUR, 'Calls after 09:00 PM are not allowed'),
  }),
  default: {
    closeAfter: 7,
    daysAhead: 90,
    daysAheadNextYear: 400,
    callFrom: FIRST_HOUR,
    callUntil: LAST_HOUR,
  },
});
export type Limits = z.output<typeof limitsSetting.schema>;
