import { transitions } from '@aangan/contract/states.ts';

export const scheduleStates = transitions({
  DRAFT: { submit: 'SUBMITTED' },
  RETURNED: { submit: 'SUBMITTED' },
  SUBMITTED: { recall: 'DRAFT', return: 'RETURNED', approve: 'APPROVED' },
  APPROVED: { complete: 'COMPLETED' },
  COMPLETED: { reopen: 'APPROVED' },
});
export const scheduleLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'To approve',
  RETURNED: 'Returned',
  APPROVED: 'Approved',
  COMPLETED: 'Completed',
} as const;

/** After its approval a visit follows its audit. */
export const visitStates = transitions({
  PLANNED: { approve: 'SCHEDULED' },
  SCHEDULED: {
    start: 'IN_PROGRESS',
    move: 'RESCHEDULED',
    'request-move': 'MOVE_REQUESTED',
    cancel: 'CANCELLED',
    miss: 'MISSED',
  },
  MOVE_REQUESTED: {
    start: 'IN_PROGRESS',
    'approve-move': 'RESCHEDULED',
    'reject-move': 'SCHEDULED',
    cancel: 'CANCELLED',
    miss: 'MISSED',
  },
  // Started on its day without network, and heard of later.
  MISSED: { start: 'IN_PROGRESS', 'plan-again': 'MISSED' },
  IN_PROGRESS: { submit: 'SUBMITTED', publish: 'COMPLETED', 'give-back': 'SCHEDULED', miss: 'MISSED' },
  SUBMITTED: { return: 'IN_PROGRESS', publish: 'COMPLETED', 'give-back': 'SCHEDULED', miss: 'MISSED' },
  COMPLETED: { 'give-back': 'SCHEDULED', miss: 'MISSED' },
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
