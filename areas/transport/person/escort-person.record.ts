import { choice, phone, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { transportModules as m } from '../modules.ts';
import { escortRoles, personStatusLabels } from './escort.states.ts';

/** Drivers and escorts, for pickers and files; commands write them on their vendor's page. */
export const escortPerson = record({
  name: 'escort-person',
  title: 'Escort',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  writes: 'commands',
  personal: 'transport',
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    role: choice({ label: 'Works as', options: escortRoles, filter: true }),
    phone: phone({ label: 'Phone' }),
    status: choice({ label: 'Status', options: personStatusLabels, filter: true }),
  },
  list: { columns: ['name', 'role', 'phone', 'status'], sort: 'name' },
});
