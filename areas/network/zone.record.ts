import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from './network-modules.ts';

/** A part of the network under one zone manager; zones may lie inside zones. */
export const zone = record({
  name: 'zone',
  title: 'Zone',
  module: networkModules.Franchisee,
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    name: field.text({ label: 'Name', max: 60, search: true, unique: 'in network' }),
    code: field.text({
      label: 'Code',
      max: 10,
      search: true,
      unique: 'in network',
      pattern: /^[A-Z0-9-]+$/,
      patternHelp: 'Capital letters, digits and dashes',
      sample: 'W',
    }),
    parentId: field.integerReference('zone', { label: 'Inside zone', optional: true }),
    active: field.boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'code', 'parentId', 'active'], sort: 'code' },
  keep: true,
});
