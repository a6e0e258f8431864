import { stateTable } from '@aangan/web/ui/state-look.ts';

// The customer's words; what the column calls ZSM every screen calls ZM.
stateTable('wow-order', {
  PENDING: ['warning', 'PENDING'],
  'ZSM APPROVED': ['info', 'ZM APPROVED'],
  APPROVED: ['success', 'APPROVED'],
  REJECTED: ['danger', 'REJECTED'],
});
