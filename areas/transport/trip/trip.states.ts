import { transitions } from '@aangan/contract/states.ts';

export const tripLabels = {
  SCHEDULED: 'Planned',
  IN_PROGRESS: 'Running',
  CHECK_DUE: 'Check the seats',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const;
export type TripStatus = keyof typeof tripLabels;
export const tripStates = transitions({
  SCHEDULED: { start: 'IN_PROGRESS', cancel: 'CANCELLED' },
  IN_PROGRESS: { end: 'CHECK_DUE', 'force-close': 'COMPLETED' },
  CHECK_DUE: { check: 'COMPLETED', 'force-close': 'COMPLETED' },
  COMPLETED: {},
  CANCELLED: {},
});

export const runDirections = { PICKUP: 'Pick-up', DROPOFF: 'Drop-off' } as const;
export type RunDirection = keyof typeof runDirections;

export const childLabels = {
  EXPECTED: 'Expected',
  BOARDED: 'On the bus',
  ALIGHTED: 'At the centre',
  HANDED_OVER: 'Handed over',
  NO_SHOW: 'Did not come',
  EXCUSED: 'Excused',
} as const;
export type ChildState = keyof typeof childLabels;

interface Check {
  readonly label: string;
  /** Without it the trip does not start. */
  readonly critical: boolean;
}
const check = (label: string, critical = false): Check => ({ label, critical });
/** What is looked at before children get in (areas/transport.md 4). */
export const startChecks = {
  tyres: check('Tyres'),
  brakes: check('Brakes'),
  lights: check('Lights'),
  horn: check('Horn'),
  doors: check('Doors', true),
  windows: check('Windows'),
  firstAid: check('First-aid box', true),
  extinguisher: check('Fire extinguisher', true),
  governor: check('Speed governor'),
  attendant: check('Attendant present', true),
} as const;
export type StartCheck = keyof typeof startChecks;
export const startCheckNames = Object.keys(startChecks) as StartCheck[];

export const alarmLabels = {
  TRIP_NOT_STARTED: 'The trip has not started',
  CHECK_OVERDUE: 'Nobody has checked the seats',
  CHILD_ON_BOARD: 'Arrived, and a child is still on the bus',
  HANDOVER_DENIED: 'Somebody not on the list asked for a child twice',
  SOS: 'Emergency call from the bus',
} as const;
export type AlarmKind = keyof typeof alarmLabels;

const STEP_MS = 5 * 60_000;
const HIGHEST = 3;
/** Level 1 when it falls due, the next five and ten minutes later; null before. */
export function alarmLevel(due: number, now: number): 1 | 2 | 3 | null {
  if (now < due) return null;
  return Math.min(HIGHEST, Math.floor((now - due) / STEP_MS) + 1) as 1 | 2 | 3;
}
