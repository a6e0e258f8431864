import { stateTable } from '@aangan/web/ui/state-look.ts';
import type { ScanKind } from './judge-scan.ts';
import { childLabels, tripLabels } from './trip.states.ts';

stateTable('trip', {
  SCHEDULED: ['neutral', tripLabels.SCHEDULED],
  IN_PROGRESS: ['info', tripLabels.IN_PROGRESS],
  CHECK_DUE: ['danger', tripLabels.CHECK_DUE],
  COMPLETED: ['success', tripLabels.COMPLETED],
  CANCELLED: ['neutral', tripLabels.CANCELLED],
});
stateTable('trip-child', {
  EXPECTED: ['neutral', childLabels.EXPECTED],
  BOARDED: ['info', childLabels.BOARDED],
  ALIGHTED: ['success', childLabels.ALIGHTED],
  HANDED_OVER: ['success', childLabels.HANDED_OVER],
  NO_SHOW: ['warning', childLabels.NO_SHOW],
  EXCUSED: ['neutral', childLabels.EXCUSED],
});

export const TRIPS = '/transport/routes';
export const runPath = (id: string): string => `${TRIPS}?trip=${id}`;
/** Names whose answers are read again after a step. */
export const REFRESH = ['trip', 'scan', 'safety-alarm', 'destination-log', 'actual-route'];

/** What was tapped, as one reads it. */
export const scanWords: Readonly<Record<ScanKind, string>> = {
  BOARD: 'Got in',
  NO_SHOW: 'Not there',
  ALIGHT: 'Got off',
  HANDOVER: 'Handed over',
  RETURN: 'Back at the centre',
  UNDO: 'Taken back',
  REACH: 'At the stop',
  END_ROUTE: 'End of the route',
  REAR_CHECK: 'Seats checked',
};
/** In the list of what waits on the device, which anybody can read who holds it: nobody is named. */
export const tapTitle = (route: string, kind: ScanKind): string =>
  `Bus ${route}: ${scanWords[kind].toLowerCase()}`;

/** "7 min late", "3 min early"; nothing within a minute. */
export function delayText(minutes: number | null): string | null {
  if (minutes === null || Math.abs(minutes) < 1) return null;
  return minutes > 0 ? `${minutes} min late` : `${-minutes} min early`;
}
