import { record } from '@aangan/contract/record.ts';
import { curriculumModules as m } from '../modules.ts';
import { themeFields } from './theme-fields.ts';

/** A theme of a class group; its skills stand in a table of their own, so commands write it. */
export const themeAndSkill = record({
  name: 'theme-and-skill',
  title: 'Theme',
  module: m.curriculumCMS,
  scope: 'network',
  writes: 'commands',
  screens: {
    list: '/learning-cms/theme-and-skills',
    add: '/learning-cms/theme-and-skills/add',
    edit: '/learning-cms/edit/{themeAndSkillId}',
  },
  fields: themeFields,
  list: { columns: ['name', 'classGroupId', 'months', 'active'], sort: 'name' },
});
