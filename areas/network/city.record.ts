import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { INDIAN_STATES } from './indian-states.ts';
import { networkModules } from './network-modules.ts';

/** A city; its state gives the GST state code of the centres there (a generated column). */
export const city = record({
  name: 'city',
  title: 'City',
  plural: 'Cities',
  module: networkModules.city,
  scope: 'network',
  key: 'integer',
  screens: { list: '/city/citylist', add: '/city/savecity', edit: '/city/editcity/{cityId}' },
  fields: {
    name: field.text({ label: 'Name', max: 60, search: true }),
    state: field.choice({ label: 'State', options: INDIAN_STATES, filter: true }),
    district: field.text({ label: 'District', max: 60, optional: true, search: true }),
    tier: field.choice({
      label: 'Tier',
      options: { T1: 'Tier 1', T2: 'Tier 2', T3: 'Tier 3' },
      filter: true,
    }),
    lat: field.decimal({
      label: 'Latitude',
      digits: 6,
      min: 6,
      max: 38,
      optional: true,
      help: 'Between 6 and 38 in India',
    }),
    lng: field.decimal({
      label: 'Longitude',
      digits: 6,
      min: 68,
      max: 98,
      optional: true,
      help: 'Between 68 and 98 in India',
    }),
    active: field.boolean({ label: 'Active', filter: true }),
  },
  check: ({ lat, lng }) => ((lat == null) === (lng == null) ? true : { lng: 'Give both numbers or none' }),
  list: { columns: ['name', 'state', 'tier', 'district', 'active'], sort: 'name' },
  keep: true,
  import: true,
});
