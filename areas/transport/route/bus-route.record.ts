import { choice, choices, reference, text, time } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import { transportModules as m } from '../modules.ts';

export const shiftLabels = { MORNING: 'Morning', NOON: 'Noon', AFTERNOON: 'Afternoon' } as const;
export const runsLabels = {
  PICKUP: 'Pick-up',
  DROPOFF: 'Drop-off',
  ROUND_TRIP: 'Pick-up and drop-off',
} as const;
export const routeStatusLabels = { ACTIVE: 'In use', INACTIVE: 'Not in use' } as const;

/** What a route is, for its record and its commands. */
export const routeFields = {
  code: text({ label: 'Code', max: 12, search: true, help: 'Short, as on the windscreen: R1' }),
  name: text({ label: 'Name', max: 80, search: true }),
  shift: choice({ label: 'Shift', options: shiftLabels, filter: true }),
  runs: choice({ label: 'Runs', options: runsLabels }),
  days: {
    ...choices({ label: 'Days', options: weekdayLabels }),
    schema: choices({ label: 'Days', options: weekdayLabels }).schema.min(1, 'Choose a day'),
  },
  vehicleId: reference('vehicle', { label: 'Vehicle', optional: true, filter: true }),
  pickupStart: time({ label: 'Pick-up starts at', optional: true }),
  dropoffStart: time({ label: 'Drop-off starts at', optional: true }),
  status: choice({ label: 'Status', options: routeStatusLabels, filter: true }),
};

/** The plan of a bus for a year. Its vehicle is judged before it is kept, so commands write it. */
export const busRoute = record({
  name: 'bus-route',
  title: 'Bus route',
  module: m.VehicleDetails,
  scope: 'centre-year',
  writes: 'commands',
  screens: {
    list: '/transport/vehicle-bus-route',
    add: '/transport/vehicle-bus-route/add',
    edit: '/transport/vehicle-bus-route/edit/{busRouteID}',
  },
  fields: routeFields,
  list: {
    columns: ['code', 'name', 'shift', 'runs', 'vehicleId', 'days', 'pickupStart', 'dropoffStart', 'status'],
    sort: 'code',
  },
});
