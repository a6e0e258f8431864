import type { BusRoute } from './bus-route.contract.ts';
import type { Point } from './geometry.ts';

/** The way a bus takes: to the centre, or from it where it only brings children home. */
export const pathOf = (runs: BusRoute['runs'], stops: readonly Point[], centre: Point | null): Point[] => {
  const end = centre ? [centre] : [];
  return runs === 'DROPOFF' ? [...end, ...stops] : [...stops, ...end];
};
