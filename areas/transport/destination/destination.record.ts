import { choice, longText, phone, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { transportModules as m } from '../modules.ts';

export const placeKinds = {
  CENTRE: 'Centre',
  STOP: 'Stop',
  DAYCARE: 'Day care',
  HOME: 'Home',
  EVENT: 'Event',
  OTHER: 'Other',
} as const;

/** A place that vehicles go to and children are brought to: a tab of /transport/vehicle-destination-assignment. */
export const destination = record({
  name: 'destination',
  title: 'Destination',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 80, search: true, unique: 'in centre' }),
    kind: choice({ label: 'Kind', options: placeKinds }),
    address: longText({ label: 'Address', max: 300, optional: true }),
    phone: phone({ label: 'Phone', optional: true }),
  },
  list: { columns: ['name', 'kind', 'address', 'phone'], sort: 'name' },
});
