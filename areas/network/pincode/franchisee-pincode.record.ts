import * as field from '@aangan/contract/fields.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from '../network-modules.ts';

/** Territory: a pincode the chosen centre serves. Exclusive claims are commands (pincode.contract.ts). */
export const franchiseePincode = record({
  name: 'franchisee-pincode',
  title: 'Pincode',
  module: networkModules.pincodes,
  scope: 'centre',
  screens: { list: '/pincodes/list', add: '/pincodes/add', edit: '/pincodes/edit/{pincodeId}' },
  fields: {
    pincode: field.text({
      label: 'Pincode',
      max: 6,
      search: true,
      pattern: PINCODE,
      patternHelp: 'Six digits, the first not 0',
      sample: '400053',
      unique: 'in centre',
    }),
    priority: field.integer({ label: 'Priority', min: 1, max: 9, help: '1 is asked first; 5 is usual' }),
    leads: field.boolean({ label: 'Takes leads', filter: true }),
    transport: field.boolean({ label: 'Bus goes there', filter: true }),
    fromOn: field.date({ label: 'From' }),
    toOn: field.date({ label: 'To', optional: true }),
  },
  check: ({ fromOn, toOn }) =>
    toOn == null || fromOn == null || toOn >= fromOn ? true : { toOn: 'Not before the first day' },
  list: { columns: ['pincode', 'priority', 'leads', 'transport', 'fromOn', 'toOn'], sort: 'pincode' },
  label: 'pincode',
  import: true,
});
