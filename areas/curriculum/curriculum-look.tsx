import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the curriculum, declared once for every list and screen.
stateTable('folder-item', {
  OPEN: ['success', 'Visible'],
  PLANNED: ['info', 'Visible later'],
  CLOSED: ['neutral', 'Over'],
  INACTIVE: ['neutral', 'Hidden'],
});
stateTable('curriculum-plan', {
  DRAFT: ['neutral', 'Draft'],
  IN_REVIEW: ['warning', 'In review'],
  APPROVED: ['info', 'Approved'],
  PUBLISHED: ['success', 'Published'],
  ARCHIVED: ['neutral', 'Archived'],
});
stateTable('curriculum-day', {
  READY: ['success', 'Ready'],
  CHANGED: ['info', 'Changed, not published'],
  PENDING: ['warning', 'Change to review'],
  DRAFT: ['shipped', 'Draft'],
  EMPTY: ['neutral', 'Empty'],
});
stateTable('delivery', {
  DONE: ['success', 'Done'],
  PARTLY: ['warning', 'Partly'],
  SKIPPED: ['danger', 'Skipped'],
});
stateTable('recorded-class', {
  OPEN: ['success', 'Visible'],
  PLANNED: ['info', 'Visible later'],
  CLOSED: ['neutral', 'Over'],
});
stateTable('publish-window', {
  OPEN: ['success', 'Open'],
  PLANNED: ['info', 'Opens later'],
  CLOSED: ['neutral', 'Over'],
  REVOKED: ['danger', 'Closed by hand'],
});
