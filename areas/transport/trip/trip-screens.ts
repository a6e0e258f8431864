import { transportModules as m } from '../modules.ts';
import { tripModules } from './trip.contract.ts';

/** Trips: the board and the run itself, how they went, and who received whom. */
export const tripScreenList = {
  '/transport/routes': { module: tripModules, centre: true, title: 'Trips and routes' },
  '/transport/vehicle-actual-route': { module: m.VehicleActualRoute, centre: true, title: 'Actual routes' },
  '/transport/stundent-Destination-Log-Details': {
    module: m.ESCORT_DIGITAL_ID,
    centre: true,
    title: 'Destination log',
  },
} as const;
