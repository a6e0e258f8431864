import { transitions } from '@aangan/contract/states.ts';

/** What happens to a child at the end of the year. */
export const decisions = {
  PROMOTE: 'Promote',
  RETAIN: 'Retain',
  GRADUATE: 'Graduate',
  LEAVE: 'Leave',
} as const;
export type Decision = keyof typeof decisions;
export const decisionNames = Object.keys(decisions) as [Decision, ...Decision[]];

export const proposals = { ...decisions, REVIEW: 'To decide' } as const;
export type Proposed = keyof typeof proposals;

/** Why a child is an exception, or what else the person who decides should see. */
export const promotionReasons = {
  AGE: 'Too young for the next class',
  DUES: 'Dues above the limit',
  ATTENDANCE: 'Attendance below the limit',
  DECIDED: 'Decided in an earlier run',
} as const;
export type PromotionReason = keyof typeof promotionReasons;

export const sectionRules = {
  SAME_NAME: 'Section of the same name',
  BALANCE: 'Evenly over the sections',
  LATER: 'Later, by hand',
} as const;
export const planRules = { STANDARD: 'Standard plan', LATER: 'Later, by hand' } as const;

/** Steps people take with a run. COMPLETED and PARTIAL are read from its batch. */
export const promotionStates = transitions({
  READY: { decide: 'READY', approve: 'APPROVED', execute: 'RUNNING', cancel: 'CANCELLED' },
  APPROVED: { decide: 'READY', execute: 'RUNNING', cancel: 'CANCELLED' },
  RUNNING: {},
  CANCELLED: {},
});

export const promotionLabels = {
  READY: 'To decide',
  APPROVED: 'Approved',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  PARTIAL: 'Partly done',
  CANCELLED: 'Cancelled',
} as const;
export type PromotionStatus = keyof typeof promotionLabels;
export const promotionStatuses = Object.keys(promotionLabels) as [PromotionStatus, ...PromotionStatus[]];
