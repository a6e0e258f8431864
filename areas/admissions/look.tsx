import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('application', {
  LINK_SENT: ['info', 'Link sent'],
  IN_PROGRESS: ['info', 'Being filled'],
  AWAITING_FEE: ['warning', 'Waiting for the fee'],
  SUBMITTED: ['warning', 'To review'],
  RETURNED: ['warning', 'Returned'],
  WAITLISTED: ['neutral', 'Waiting list'],
  ACCEPTED: ['success', 'Accepted'],
  REJECTED: ['danger', 'Rejected'],
  WITHDRAWN: ['neutral', 'Withdrawn'],
  EXPIRED: ['neutral', 'Expired'],
});
stateTable('admission', {
  LINK_SENT: ['info', 'Link sent'],
  IN_PROGRESS: ['info', 'Being filled'],
  SUBMITTED: ['warning', 'To confirm'],
  RETURNED: ['warning', 'Returned'],
  CONFIRMED: ['success', 'Confirmed'],
  CANCELLED: ['neutral', 'Cancelled'],
  EXPIRED: ['neutral', 'Expired'],
});
stateTable('registration', {
  LINK_SENT: ['info', 'Link sent'],
  IN_PROGRESS: ['info', 'Being filled'],
  AWAITING_FEE: ['warning', 'Waiting for the fee'],
  SUBMITTED: ['warning', 'To verify'],
  RETURNED: ['warning', 'Returned'],
  VERIFIED: ['success', 'Seat held'],
  CONVERTED: ['success', 'Admitted'],
  CANCELLED: ['neutral', 'Cancelled'],
  EXPIRED: ['neutral', 'Lapsed'],
});
stateTable('exception', {
  PENDING: ['warning', 'To decide'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['danger', 'Rejected'],
  LAPSED: ['neutral', 'Lapsed'],
});
stateTable('form-fee', {
  NOT_DUE: ['neutral', 'No fee'],
  DUE: ['warning', 'Due'],
  INITIATED: ['info', 'Being paid'],
  APPROVAL_WAITING: ['info', 'Waits for approval'],
  PAID: ['success', 'Paid'],
  WAIVED: ['neutral', 'Waived'],
  REFUNDED: ['neutral', 'Refunded'],
});

export const sessionLabels: Readonly<Record<string, string>> = {
  MORNING: 'Morning',
  AFTERNOON: 'Afternoon',
  FULL_DAY: 'Full day',
};

const steps: Readonly<Record<string, string>> = {
  'issue-link': 'Link sent',
  'first-save': 'First answer given',
  'submit-unpaid': 'Handed in, fee open',
  submit: 'Handed in',
  'fee-confirmed': 'Fee paid',
  'fee-recorded': 'Fee taken at the centre',
  'edit-again': 'Opened to change',
  'edit-on-behalf': 'Changed for the family',
  return: 'Returned to the family',
  accept: 'Accepted',
  waitlist: 'Put on the waiting list',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  expire: 'Ended by its date',
  reopen: 'Opened again',
};

/** What happened to a form, as its history says it. */
export const stepWords = (action: string): string =>
  steps[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1).replaceAll('-', ' ')}`;
