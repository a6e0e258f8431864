import { boolean, choice, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules } from './modules.ts';

export const classGroup = record({
  name: 'class-group',
  title: 'Class group',
  module: academicsModules.classGroup,
  scope: 'network',
  writes: 'commands',
  screens: { list: '/class-group/list', add: '/class-group/add', edit: '/class-group/edit/{classGroupID}' },
  fields: {
    name: text({ label: 'Name', max: 60, search: true }),
    type: choice({
      label: 'Type',
      filter: true,
      options: ['Teacher Training', 'Curriculum', 'Recorded Classes', 'Curriculum_CMS'],
    }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'type', 'active'], sort: 'name' },
});
