import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';

/** Settings of payments (finance.md 3.13). */
export const paymentSettings = {
  confirmChequeOn: setting({
    key: 'confirm_cheque_on',
    title: 'When a cheque is booked',
    schema: z.enum(['CLEARANCE', 'DEPOSIT']),
    default: 'CLEARANCE',
  }),
};
