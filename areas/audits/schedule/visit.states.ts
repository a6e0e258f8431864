import { transitions } from '@aangan/contract/states.ts';

export const scheduleStates = transitions({
  DRAFT: { submit: 'SUBMITTED' },
  RETURNED: { submit: 'SUBMITTED' },
  SUBMITTED: { recall: 'DRAFT', return: 'RETURNED', approve: 'APPROVED' },
  APPROVED: {},
  COMPLETED: {},
});
export const scheduleLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'To approve',
  RETURNED: 'Returned',
  APPROVED: 'Approved',
  COMPLETED: 'Completed',
} as const;

/** What a visit can be; its steps after the approval come with the commands that take them. */
export const visitStates = transitions({
  PLANNED: { approve: 'SCHEDULED' },
  SCHEDULED: {},
  MOVE_REQUESTED: {},
  MISSED: {},
  IN_PROGRESS: {},
  SUBMITTED: {},
  COMPLETED: {},
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
