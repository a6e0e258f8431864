import { fieldSetting } from '@aangan/contract/area.ts';
import { choice, money } from '@aangan/contract/fields.ts';

/** Settings of payments (finance.md 3.13). */
export const paymentSettings = {
  bounceCharge: fieldSetting({
    key: 'bounce_charge',
    field: money({ label: 'Charge for a returned cheque', min: 0 }),
    default: 500_00,
  }),
  confirmChequeOn: fieldSetting({
    key: 'confirm_cheque_on',
    field: choice({
      label: 'A cheque is booked',
      options: { CLEARANCE: 'When the bank has cleared it', DEPOSIT: 'When it is approved' },
    }),
    default: 'CLEARANCE',
  }),
};
