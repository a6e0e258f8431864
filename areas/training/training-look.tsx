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

stateTable('online-class', {
  SCHEDULED: ['info', 'Scheduled'],
  LIVE: ['warning', 'Live'],
  COMPLETED: ['success', 'Completed'],
  CANCELLED: ['danger', 'Cancelled'],
});

stateTable('training-seat', {
  SEATED: ['success', 'Seated'],
  WAITLISTED: ['warning', 'Waiting'],
  RELEASED: ['neutral', 'No seat'],
});
stateTable('training-response', {
  PENDING: ['warning', 'Pending'],
  ACCEPTED: ['success', 'Accepted'],
  DECLINED: ['danger', 'Declined'],
});
stateTable('training-mark', {
  NOT_MARKED: ['neutral', 'Not marked'],
  PRESENT: ['success', 'Present'],
  PARTIAL: ['warning', 'Partial'],
  ABSENT: ['danger', 'Absent'],
  NOT_HELD: ['neutral', 'Not held'],
});

stateTable('teacher-learning', {
  OVERDUE: ['danger', 'Overdue'],
  OPEN: ['info', 'Learning'],
  DONE: ['success', 'Up to date'],
  NONE: ['neutral', 'Nothing assigned'],
});
stateTable('assessment-attempt', {
  OPEN: ['info', 'Open'],
  PASSED: ['success', 'Passed'],
  FAILED: ['danger', 'Not passed'],
});

stateTable('training-certificate', {
  VALID: ['success', 'Valid'],
  EXPIRING: ['warning', 'Expires soon'],
  EXPIRED: ['danger', 'Expired'],
  REVOKED: ['danger', 'Revoked'],
  REPLACED: ['neutral', 'Replaced'],
});

stateTable('gate-standing', { LACKING: ['warning', 'Missing'], HELD: ['success', 'Held'] });
