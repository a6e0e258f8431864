import { transitions } from '@aangan/contract/states.ts';

export const scheduleStates = transitions({
  ACTIVE: { pause: 'PAUSED', end: 'ENDED' },
  PAUSED: { resume: 'ACTIVE', end: 'ENDED' },
  ENDED: {},
});
export const scheduleLabels = { ACTIVE: 'Active', PAUSED: 'Paused', ENDED: 'Ended' } as const;
export const runLabels = {
  STARTED: 'Being made',
  DONE: 'Sent',
  EMPTY: 'Empty, not sent',
  FAILED: 'Failed',
  SKIPPED: 'May not read it',
} as const;

export const rhythms = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
} as const;
/** After so many runs in a row that reached nobody a schedule pauses itself. */
export const MOST_FAILURES = 5;
/** Schedules of one owner that have not ended (areas/README §5.6). */
export const MOST_SCHEDULES = 50;
