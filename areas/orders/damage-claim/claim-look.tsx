import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('damage-claim', {
  SUBMITTED: ['info', 'Submitted'],
  UNDER_REVIEW: ['warning', 'Under review'],
  APPROVED: ['success', 'Approved'],
  PARTIALLY_APPROVED: ['success', 'Partially approved'],
  REJECTED: ['danger', 'Rejected'],
  RE_ORDERED: ['info', 'Re-ordered'],
  DELIVERED: ['success', 'Delivered'],
  CLOSED: ['neutral', 'Closed'],
});
stateTable('re-order', {
  CLAIM: ['info', 'Claim'],
  RETURNED: ['warning', 'Returned parcel'],
  LOST: ['danger', 'Lost'],
});
