import { transitions } from '@aangan/contract/states.ts';

export const classLabels = {
  SCHEDULED: 'Scheduled',
  LIVE: 'Live',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const;

export const classStates = transitions({
  SCHEDULED: { open: 'LIVE', cancel: 'CANCELLED' },
  LIVE: { end: 'COMPLETED' },
  COMPLETED: {},
  CANCELLED: {},
});

/** People enter a quarter of an hour before the start. */
export const OPENS_MIN = 15;
/** A class that nobody ends is over so long after its end; until then a link shows its end. */
export const CLOSES_MIN = 30;
/** Links leave so long before the start. */
export const LINKS_MIN = 30;
