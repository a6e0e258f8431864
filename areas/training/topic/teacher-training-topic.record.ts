import { integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { trainingModules as m } from '../modules.ts';

/** A topic of a module; what is learned by stands in its items. */
export const teacherTrainingTopic = record({
  name: 'teacher-training-topic',
  title: 'Training topic',
  module: m.teacherTrainingTopic,
  scope: 'network',
  label: 'title',
  screens: {
    list: '/self-training/teacher-training-topic',
    add: '/self-training/add-teacher-training-topic',
    edit: '/self-training/edit-teacher-training-topic/{trainingTopicID}',
  },
  fields: {
    moduleId: reference('teacher-module', { label: 'Module', filter: true }),
    position: integer({ label: 'Position', min: 1, max: 999 }),
    title: text({ label: 'Title', max: 150, search: true }),
    summary: longText({ label: 'Summary', max: 500, optional: true }),
    body: longText({
      label: 'Text',
      max: 8000,
      optional: true,
      help: 'Plain text: # begins a heading, - a list',
    }),
    estMinutes: integer({ label: 'Minutes', min: 1, max: 600, optional: true }),
  },
  list: { columns: ['moduleId', 'position', 'title', 'estMinutes'], sort: 'title' },
});
