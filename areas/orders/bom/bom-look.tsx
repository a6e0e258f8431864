import { stateTable } from '@aangan/web/ui/state-look.ts';

// The customer's words, declared once for every list and screen.
const review = {
  PENDING: ['warning', 'PENDING'],
  'C1 APPROVED': ['info', 'C1 APPROVED'],
  'C2 APPROVED': ['info', 'C2 APPROVED'],
  REJECTED: ['danger', 'REJECTED'],
} as const;
stateTable('wow-bom', { ...review, ACTIVE: ['success', 'ACTIVE'], INACTIVE: ['neutral', 'INACTIVE'] });
stateTable('wow-bom-approvers', { ...review, APPROVED: ['success', 'APPROVED'] });
