import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the states of orders, declared once for every list and screen. The words are the customer's.
const margin = {
  PENDING: ['warning', 'PENDING'],
  'PARTIALLY APPROVED': ['info', 'PARTIALLY APPROVED'],
  APPROVED: ['success', 'APPROVED'],
  REJECTED: ['danger', 'REJECTED'],
} as const;
stateTable('kit-mapping', {
  PENDING: ['warning', 'PENDING'],
  CH1_APPROVED: ['info', 'CH1_APPROVED'],
  APPROVED: ['success', 'APPROVED'],
  REJECT: ['danger', 'REJECT'],
});
stateTable('margin-request', margin);
stateTable('product-margin', { ...margin, NONE: ['neutral', 'Nothing asked'] });
