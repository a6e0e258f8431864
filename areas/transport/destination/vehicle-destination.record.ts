import { choice, choices, date, reference, time } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import { transportModules as m } from '../modules.ts';
import { runDirections } from '../trip/trip.states.ts';

const days = choices({ label: 'Days', options: weekdayLabels });

/** Where a vehicle goes beside its stops, on which days and by when. */
export const vehicleDestination = record({
  name: 'vehicle-destination',
  title: 'Vehicle destination',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  screens: { list: '/transport/vehicle-destination-assignment' },
  fields: {
    vehicleId: reference('vehicle', { label: 'Vehicle', filter: true }),
    destinationId: reference('destination', { label: 'Destination', filter: true }),
    direction: choice({ label: 'Direction', options: runDirections }),
    days: { ...days, schema: days.schema.min(1, 'Choose a day') },
    arriveAt: time({ label: 'There by', optional: true }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To', optional: true }),
  },
  check: ({ fromOn, toOn }) =>
    fromOn && toOn && toOn < fromOn ? { toOn: 'Must be on or after the first day' } : true,
  list: {
    columns: ['vehicleId', 'destinationId', 'direction', 'days', 'arriveAt', 'fromOn', 'toOn'],
    sort: '-fromOn',
  },
});
