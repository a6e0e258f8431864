import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';

/** How long enquiries are kept, and what a centre may be told of families of others (enquiries.md D29, 3.6). */
export const privacySetting = setting({
  key: 'privacy',
  title: 'Privacy of enquiries',
  schema: z.object({
    /** Months after the end of their academic year; then who did not become a student is erased. */
    keepMonths: z.int('Enter whole months').min(12, 'At least 12 months').max(36, 'At most 36 months'),
    /** A family of this centre may be known elsewhere: its people are told that, and nothing more. */
    networkHint: z.boolean(),
  }),
  default: { keepMonths: 24, networkHint: true },
});
