import { stateTable } from '@aangan/web/ui/state-look.ts';
import { paymentModes } from './payment.contract.ts';

stateTable('payment', {
  INITIATED: ['info', 'Started'],
  FAILED: ['danger', 'Failed'],
  CONFIRMED: ['success', 'Confirmed'],
  TRANSFERRED: ['success', 'Transferred'],
  APPROVAL_WAITING: ['warning', 'Waits for approval'],
});
stateTable('franchisee-payment', {
  INITIATED: ['info', 'Started'],
  FAILED: ['danger', 'Failed'],
  CONFIRMED: ['success', 'Confirmed'],
  TRANSFERRED: ['success', 'Transferred'],
  APPROVAL_WAITING: ['warning', 'Waits for approval'],
});
stateTable('payment-link', {
  CREATED: ['neutral', 'Made'],
  SENT: ['info', 'Sent'],
  OPENED: ['info', 'Opened'],
  PARTIALLY_PAID: ['warning', 'Partly paid'],
  PAID: ['success', 'Paid'],
  EXPIRED: ['neutral', 'Ended'],
  CANCELLED: ['neutral', 'Cancelled'],
});

/** Words of a mode that comes as plain text. */
export const modeLabels: Readonly<Record<string, string>> = paymentModes;
