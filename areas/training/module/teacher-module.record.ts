import { choice, integer } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { trainingModules as m } from '../modules.ts';
import { materialLabels } from './module.states.ts';
import { moduleFields } from './module-fields.ts';

/** A module of self-training. Commands write it: publishing freezes an edition. */
export const teacherModule = record({
  name: 'teacher-module',
  title: 'Training module',
  module: m.teacherModule,
  scope: 'network',
  writes: 'commands',
  label: 'title',
  screens: {
    list: '/self-training/teacher-module',
    add: '/self-training/add-teacher-module',
    edit: '/self-training/edit-teacher-module/{moduleID}',
  },
  fields: {
    ...moduleFields,
    status: choice({ label: 'Status', options: materialLabels, filter: true }),
    edition: integer({ label: 'Edition', min: 0 }),
  },
  list: { columns: ['code', 'title', 'classGroupId', 'edition', 'status'], sort: 'title' },
});
