import { transitions } from '@aangan/contract/states.ts';

/** Starting and completing belong to the nightly job; a change of a running one completes it and starts its successor. */
export const toddlerStates = transitions({
  SCHEDULED: { start: 'RUNNING', cancel: 'CANCELLED' },
  RUNNING: { complete: 'COMPLETED', stop: 'STOPPED' },
  COMPLETED: {},
  STOPPED: {},
  CANCELLED: {},
});

export const toddlerLabels = {
  NO_CLASS: 'No class yet',
  SCHEDULED: 'Scheduled',
  RUNNING: 'Running',
  ENDING: 'Nearly used up',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
  CANCELLED: 'Cancelled',
} as const;

export const programmeDays = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
} as const;
export type ProgrammeDay = keyof typeof programmeDays;
export const programmeDayNames = Object.keys(programmeDays) as [ProgrammeDay, ...ProgrammeDay[]];

/** Usual terms of a place: an hour three times a week over twelve weeks (areas/README.md 5.6). */
export const usual = { minutes: 60, sessions: 36, endingAt: 3, ageOutDays: 60, ageOutMonths: 24 } as const;
