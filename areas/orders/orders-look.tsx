import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the states of orders, declared once for every list and screen. The words are the customer's.
const margin = {
  PENDING: ['warning', 'PENDING'],
  'PARTIALLY APPROVED': ['info', 'PARTIALLY APPROVED'],
  APPROVED: ['success', 'APPROVED'],
  REJECTED: ['danger', 'REJECTED'],
} as const;
stateTable('margin-request', margin);
stateTable('product-margin', { ...margin, NONE: ['neutral', 'Nothing asked'] });
