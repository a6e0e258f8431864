import { choice } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { materialLabels } from '../module/module.states.ts';
import { trainingModules as m } from '../modules.ts';
import { assessmentFields, showAnswers } from './assessment-fields.ts';

/** A test of a module. Commands write it: what is published is not changed. Its questions stand in a table of their own. */
export const teacherAssessment = record({
  name: 'teacher-assessment',
  title: 'Assessment',
  module: m.teacherAssessment,
  scope: 'network',
  writes: 'commands',
  label: 'title',
  screens: {
    list: '/self-training/teacher-assessment',
    add: '/self-training/add-teacher-assessment',
    edit: '/self-training/edit-teacher-assessment/{assessmentID}',
  },
  fields: {
    ...assessmentFields,
    showAnswers: choice({ label: 'Right answers are shown', options: showAnswers }),
    status: choice({ label: 'Status', options: materialLabels, filter: true }),
  },
  list: { columns: ['title', 'moduleId', 'type', 'passBp', 'status'], sort: 'title' },
});
