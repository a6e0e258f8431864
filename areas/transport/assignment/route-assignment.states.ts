import { transitions } from '@aangan/contract/states.ts';

export const directionLabels = { PICKUP: 'Pick-up', DROPOFF: 'Drop-off', BOTH: 'Both ways' } as const;
export type Direction = keyof typeof directionLabels;

export const assignmentLabels = { HELD: 'Seat held', ACTIVE: 'Rides', ENDED: 'Ended' } as const;
export const assignmentStates = transitions({
  HELD: { activate: 'ACTIVE', end: 'ENDED' },
  ACTIVE: { end: 'ENDED' },
  ENDED: {},
});
