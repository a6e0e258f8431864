import { boolean, choice, longText, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { curriculumModules as m } from '../modules.ts';

/** Folders as fields and exports name them; they are written by commands, which check their place and class group. */
export const curriculumFolder = record({
  name: 'curriculum-folder',
  title: 'Curriculum folder',
  module: m.curriculumCMS,
  scope: 'network',
  writes: 'commands',
  screens: {},
  fields: {
    name: text({ label: 'Name', max: 80, search: true }),
    kind: choice({
      label: 'Kind',
      options: {
        CURRICULUM: 'Learning material',
        CURRICULUM_CMS: 'Plans',
        RECORDED: 'Recorded classes',
      },
      filter: true,
    }),
    parentId: reference('curriculum-folder', { label: 'In folder', optional: true, filter: true }),
    classGroupId: reference('class-group', { label: 'Class group', optional: true, filter: true }),
    description: longText({ label: 'Description', max: 500, optional: true }),
    active: boolean({ label: 'Active' }),
  },
  list: { columns: ['name', 'kind', 'classGroupId', 'parentId', 'active'], sort: 'name' },
});
