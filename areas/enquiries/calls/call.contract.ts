import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

export const callContract = {
  start: command({
    module: enquiryModules.followup,
    scope: 'centre',
    write: true,
    name: 'call.start',
    summary: 'Begin a call: the family is yours for ten minutes, the number is for the device to dial.',
    logRead: { subject: 'enquiry', purpose: 'calling the family' },
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({
      callId: z.string(),
      /** `tel:` address of the first number that works. */
      tel: z.string(),
      /** A second number of the family, when there is one. */
      otherTel: z.string().nullable(),
      startedAt: z.string(),
    }),
  }),
};
