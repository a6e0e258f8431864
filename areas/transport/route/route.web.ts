import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { busRoute } from './bus-route.record.ts';

export const routeRecordLoads = {
  ...recordLoads(busRoute, { list: () => import('./routes.tsx').then((s) => s.BusRoutes) }),
  '/transport/vehicle-bus-route/add': () => import('./route-form.tsx').then((s) => s.AddBusRoute),
  '/transport/vehicle-bus-route/edit/{busRouteID}': () =>
    import('./route-page.tsx').then((s) => s.BusRoutePage),
};
export const routeLoads = {
  '/transport/vehicle-bus-stop/{busRouteID}': () => import('./stops.tsx').then((s) => s.BusStops),
  '/transport/vehicle-bus-stop/{busRouteID}/add': () => import('./stop-form.tsx').then((s) => s.BusStopForm),
  '/transport/vehicle-bus-stop/{busRouteID}/edit/{busStopID}': () =>
    import('./stop-form.tsx').then((s) => s.BusStopForm),
} as const;
