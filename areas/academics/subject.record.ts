import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules } from './modules.ts';

export const subject = record({
  name: 'subject',
  title: 'Subject',
  module: academicsModules.class,
  scope: 'network',
  writes: 'commands',
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 40, search: true, unique: 'in network' }),
    code: text({ label: 'Code', max: 8, search: true, unique: 'in network' }),
    kind: choice({
      label: 'Kind',
      filter: true,
      options: { CORE: 'Core', LANGUAGE: 'Language', ACTIVITY: 'Activity' },
    }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['code', 'name', 'kind', 'active'], sort: 'position' },
});
