import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the curriculum, declared once for every list and screen.
stateTable('folder-item', {
  OPEN: ['success', 'Visible'],
  PLANNED: ['info', 'Visible later'],
  CLOSED: ['neutral', 'Over'],
  INACTIVE: ['neutral', 'Hidden'],
});
