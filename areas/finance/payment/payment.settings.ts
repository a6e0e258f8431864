import { fieldSetting } from '@aangan/contract/area.ts';
import { choice } from '@aangan/contract/fields.ts';

/** Settings of payments (finance.md 3.13). */
export const paymentSettings = {
  confirmChequeOn: fieldSetting({
    key: 'confirm_cheque_on',
    field: choice({
      label: 'A cheque is booked',
      options: { CLEARANCE: 'When the bank has cleared it', DEPOSIT: 'When it is approved' },
    }),
    default: 'CLEARANCE',
  }),
};
