import { choice } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { transportModules as m } from '../modules.ts';
import { vehicleStatusLabels } from './vehicle.states.ts';
import { vehicleFields } from './vehicle-fields.ts';

/** A vehicle of a centre. Its seats, its state and its codes have consequences, so commands write it. */
export const vehicle = record({
  name: 'vehicle',
  title: 'Vehicle',
  module: m.VehicleDetails,
  scope: 'centre',
  writes: 'commands',
  screens: {
    list: '/transport/vehicle-details',
    add: '/transport/vehicle-details/add',
    edit: '/transport/vehicle-details/edit/{vehicleID}',
  },
  fields: {
    ...vehicleFields,
    status: choice({ label: 'Status', options: vehicleStatusLabels, filter: true }),
  },
  list: { columns: ['regNo', 'name', 'kind', 'childSeats', 'ownership', 'status'], sort: 'regNo' },
});
