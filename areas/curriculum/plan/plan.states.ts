import { transitions } from '@aangan/contract/states.ts';

export const planLabels = {
  DRAFT: 'Draft',
  IN_REVIEW: 'In review',
  APPROVED: 'Approved',
  PUBLISHED: 'Published',
  ARCHIVED: 'Archived',
} as const;
export type PlanStatus = keyof typeof planLabels;

export const planStates = transitions({
  DRAFT: { submit: 'IN_REVIEW' },
  IN_REVIEW: { return: 'DRAFT', approve: 'APPROVED' },
  APPROVED: { publish: 'PUBLISHED' },
  PUBLISHED: { unpublish: 'APPROVED', archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'PUBLISHED' },
});

export const audiences = { STAFF: 'Staff', FAMILY: 'Families' } as const;

/** How far a day is, as the plan map colours it. */
export const dayLooks = {
  READY: 'Ready',
  CHANGED: 'Changed, not published',
  PENDING: 'Change to review',
  DRAFT: 'Draft',
  EMPTY: 'Empty',
} as const;
export type DayLook = keyof typeof dayLooks;
