import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { INDIAN_STATES } from '../indian-states.ts';
import { networkModules } from '../network-modules.ts';

/** India Post's directory, about 155,000 offices: looked up, and refreshed as a whole by head office. */
export const postOffice = record({
  name: 'post-office',
  title: 'Post office',
  module: [networkModules.pincodes, networkModules.PincodeCheck],
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    officeName: field.text({ label: 'Office', max: 120, search: true }),
    pincode: field.text({ label: 'Pincode', max: 6, search: true, filter: true }),
    officeType: field.choice({
      label: 'Kind',
      options: { HO: 'Head office', SO: 'Sub office', BO: 'Branch office' },
      filter: true,
    }),
    delivery: field.boolean({ label: 'Delivers' }),
    district: field.text({ label: 'District', max: 120, optional: true, search: true, filter: true }),
    stateName: field.choice({ label: 'State', options: INDIAN_STATES, filter: true }),
  },
  list: {
    columns: ['officeName', 'pincode', 'officeType', 'district', 'stateName', 'delivery'],
    sort: 'pincode',
  },
  label: 'officeName',
  writes: 'commands',
  table: 'pincode_office',
});
