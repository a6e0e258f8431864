import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of SOPs, declared once for every list and screen.
stateTable('sop-section', {
  DRAFT: ['neutral', 'Draft'],
  PUBLISHED: ['success', 'Published'],
  ARCHIVED: ['neutral', 'Archived'],
});
stateTable('sop-version', {
  DRAFT: ['neutral', 'Draft'],
  IN_REVIEW: ['warning', 'For approval'],
  PUBLISHED: ['success', 'Published'],
  REJECTED: ['danger', 'Rejected'],
});
const person = {
  CURRENT: ['success', 'Acknowledged'],
  STALE: ['warning', 'Changed, to read again'],
  OUTSTANDING: ['info', 'To read'],
  OVERDUE: ['danger', 'Overdue'],
  NOT_YET: ['neutral', 'Not in force yet'],
  EXEMPT: ['neutral', 'For information'],
} as const;
stateTable('sop-person', person);
stateTable('sop-compliance', person);
stateTable('sop-mark', {
  ADDED: ['success', 'New'],
  CHANGED: ['warning', 'Changed'],
  MOVED: ['info', 'Moved'],
  REMOVED: ['danger', 'Removed'],
});
