import { transportModules as m } from '../modules.ts';

/** Stops of a route; routes themselves are a record's screens. */
export const routeScreenList = {
  '/transport/vehicle-bus-stop/{busRouteID}': {
    title: 'Bus stops',
    module: m.VehicleDetails,
    centre: true,
  },
  '/transport/vehicle-bus-stop/{busRouteID}/add': {
    title: 'Add bus stop',
    module: m.VehicleDetails,
    centre: true,
    write: true,
  },
  '/transport/vehicle-bus-stop/{busRouteID}/edit/{busStopID}': {
    title: 'Bus stop',
    module: m.VehicleDetails,
    centre: true,
    write: true,
  },
} as const;
