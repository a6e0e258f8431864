import { command } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

export const enquirySheetContract = {
  print: command({
    module: [enquiryModules.enquiry, enquiryModules.followup],
    scope: 'centre',
    write: false,
    name: 'enquiry.sheet',
    summary: 'One enquiry on one page of paper: family, child, source, what was said, and lines to write on.',
    input: z.strictObject({ enquiryCode: z.string().trim().max(60) }),
    output: z.object({ fileId: z.string(), name: z.string() }),
  }),
};
