import { choice, date, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { transportModules as m } from '../modules.ts';
import { settingLabels } from './setting-keys.ts';

export const settingFields = {
  key: choice({ label: 'Setting', options: settingLabels, filter: true }),
  value: text({ label: 'Value', max: 200 }),
  fromOn: date({ label: 'From' }),
  note: text({ label: 'Note', max: 300, optional: true }),
};

/** A rule of the network or, from a day on, a centre's own; commands keep it inside its bounds. */
export const vehicleSetting = record({
  name: 'vehicle-setting',
  title: 'Vehicle setting',
  module: m.VehicleDetails,
  scope: 'shared',
  writes: 'commands',
  screens: {
    list: '/transport/vehicle-settings',
    add: '/transport/vehicle-settings/add',
    edit: '/transport/vehicle-settings/edit/{settingID}',
  },
  fields: settingFields,
  label: 'value',
  list: { columns: ['key', 'value', 'fromOn', 'note'], sort: 'key' },
});
