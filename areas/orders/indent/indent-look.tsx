import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('uniform-indent', {
  SUBMITTED: ['warning', 'Submitted'],
  ORDERED: ['info', 'Ordered'],
  FULFILLED: ['success', 'Fulfilled'],
  CANCELLED: ['neutral', 'Cancelled'],
});
