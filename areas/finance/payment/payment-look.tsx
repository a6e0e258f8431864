import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('payment', {
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

export const modeLabels: Readonly<Record<string, string>> = {
  ONLINE: 'Online',
  CASH: 'Cash',
  CHEQUE: 'Cheque',
  DD: 'Demand draft',
  UPI: 'UPI',
  NEFT: 'NEFT',
  RTGS: 'RTGS',
  IMPS: 'IMPS',
  POS: 'Card machine',
  UPI_QR: 'UPI QR',
};
