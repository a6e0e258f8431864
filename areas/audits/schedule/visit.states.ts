import { transitions } from '@aangan/contract/states.ts';

export const scheduleStates = transitions({
  DRAFT: { submit: 'SUBMITTED' },
  RETURNED: { submit: 'SUBMITTED' },
  SUBMITTED: { recall: 'DRAFT', return: 'RETURNED', approve: 'APPROVED' },
  APPROVED: { complete: 'COMPLETED' },
  COMPLETED: {},
});
export const scheduleLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'To approve',
  RETURNED: 'Returned',
  APPROVED: 'Approved',
  COMPLETED: 'Completed',
} as const;

export const visitStates = transitions({
  PLANNED: { approve: 'SCHEDULED' },
  SCHEDULED: {
    start: 'IN_PROGRESS',
    move: 'RESCHEDULED',
    requestMove: 'MOVE_REQUESTED',
    cancel: 'CANCELLED',
    miss: 'MISSED',
  },
  MOVE_REQUESTED: { move: 'RESCHEDULED', reject: 'SCHEDULED', cancel: 'CANCELLED', miss: 'MISSED' },
  // Begun on its day and sent late: it was no missed one.
  MISSED: { start: 'IN_PROGRESS' },
  IN_PROGRESS: { submit: 'SUBMITTED', publish: 'COMPLETED', discard: 'SCHEDULED' },
  SUBMITTED: { return: 'IN_PROGRESS', publish: 'COMPLETED', discard: 'SCHEDULED' },
  COMPLETED: { discard: 'SCHEDULED' },
  RESCHEDULED: {},
  CANCELLED: {},
});
export type VisitStatus = keyof typeof visitStates;
export const visitLabels: Readonly<Record<VisitStatus, string>> = {
  PLANNED: 'Planned',
  SCHEDULED: 'Scheduled',
  MOVE_REQUESTED: 'Move asked for',
  IN_PROGRESS: 'In progress',
  SUBMITTED: 'To review',
  COMPLETED: 'Completed',
  RESCHEDULED: 'Rescheduled',
  CANCELLED: 'Cancelled',
  MISSED: 'Missed',
};

export const slots = { FORENOON: 'Forenoon', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' } as const;
export type Slot = keyof typeof slots;
export const visitKinds = {
  ANNOUNCED: 'Announced',
  SURPRISE: 'Surprise',
  FIRST: 'First audit',
  FOLLOW_UP: 'Follow-up',
} as const;
export type VisitKind = keyof typeof visitKinds;

/** Visits that hold their day. */
export const LIVE = ['PLANNED', 'SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED'] as const;
