import { stateTable } from '@aangan/web/ui/state-look.ts';

stateTable('withdrawal', {
  DRAFT: ['neutral', 'Draft'],
  SUBMITTED: ['warning', 'Waits for approval'],
  APPROVED: ['info', 'Leaves on the last day'],
  REJECTED: ['danger', 'Rejected'],
  CANCELLED: ['neutral', 'Stays'],
  EXECUTED: ['success', 'Has left'],
});
stateTable('certificate', {
  BONAFIDE: ['info', 'Bonafide certificate'],
  LEAVING: ['neutral', 'Leaving certificate'],
});
