import { query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

export const receiptNumberContract = {
  next: query({
    name: 'receipt-number.next',
    summary: 'The number that the next receipt of the chosen centre will have.',
    module: financeModules.ConcessionAndTAXSettings,
    scope: 'centre',
    needsCentre: true,
    input: z.strictObject({}),
    output: z.object({ number: z.string() }),
  }),
};
