import { boolean, integer, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { sopModules as m } from '../modules.ts';

/** Folders of the network, and of a centre for its own sections. At most three levels. */
export const sopFolder = record({
  name: 'sop-folder',
  title: 'SOP folder',
  module: m.manageSop,
  scope: 'shared',
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    parentId: reference('sop-folder', { label: 'In folder', optional: true, filter: true }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'position', 'parentId', 'active'], sort: 'position' },
});
