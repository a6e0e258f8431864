import type { BusRoute } from './bus-route.contract.ts';
import type { Point } from './geometry.ts';
import type { MapLine } from './route-map.tsx';
import { pathOf } from './route-path.ts';

export const ROUTES = '/transport/vehicle-bus-route';
export const routePath = (id: string): string => `${ROUTES}/edit/${id}`;
export const stopsPath = (id: string): string => `/transport/vehicle-bus-stop/${id}`;
/** Names whose answers are read again after a change. */
export const REFRESH = ['bus-route', 'bus-stop'];

export const lineOf = (route: BusRoute, centre: Point | null): MapLine => ({
  key: route.id,
  name: `${route.code} ${route.name}`,
  stops: route.stops,
  path: pathOf(route.runs, route.stops, centre),
});

/** First and last time of the day that the route has: "07:10 – 13:20". */
export function timesOf({ pickupStart, dropoffStart }: BusRoute): string {
  return [pickupStart, dropoffStart].filter(Boolean).join(' · ');
}
