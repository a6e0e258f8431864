import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from './network-modules.ts';

/** The specification's 13 departments; rows come with the migration and are never added. */
export const department = record({
  name: 'department',
  title: 'Department',
  module: networkModules.User,
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    name: field.text({ label: 'Name', max: 60 }),
    email: field.email({ label: 'E-mail', optional: true }),
    phone: field.phone({ label: 'Phone', optional: true }),
  },
  list: { columns: ['name', 'email', 'phone'], sort: 'name' },
  writes: 'commands',
});
