import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of the training area, declared once for every list and screen.
stateTable('training-material', {
  DRAFT: ['neutral', 'Draft'],
  PUBLISHED: ['success', 'Published'],
  ARCHIVED: ['neutral', 'Archived'],
});
// The specification's words, to the letter.
stateTable('training', {
  ACTIVE: ['info', 'ACTIVE'],
  'IN PROGRESS': ['warning', 'IN PROGRESS'],
  COMPLETED: ['success', 'COMPLETED'],
  CANCELLED: ['danger', 'CANCELLED'],
});

stateTable('teacher-enrollment', {
  REQUESTED: ['warning', 'To decide'],
  APPROVED: ['info', 'Approved'],
  'IN PROGRESS': ['info', 'In progress'],
  COMPLETED: ['success', 'Completed'],
  REJECTED: ['danger', 'Rejected'],
  WITHDRAWN: ['neutral', 'Withdrawn'],
  LAPSED: ['neutral', 'Lapsed'],
});
