import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { trainingModules as m } from '../modules.ts';

/** What those who were at a training are asked about it and about its trainers. A tab of the modules. */
export const trainingFeedbackQuestion = record({
  name: 'training-feedback-question',
  title: 'Feedback question',
  module: m.teacherModule,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    text: text({ label: 'Question', max: 200, search: true }),
    about: choice({ label: 'About', options: { TRAINING: 'The training', TRAINER: 'Each trainer' } }),
    kind: choice({ label: 'Answer', options: { RATING: '1 to 5', TEXT: 'Words' } }),
    position: integer({ label: 'Position', min: 1, max: 999 }),
    active: boolean({ label: 'Active' }),
  },
  list: { columns: ['text', 'about', 'kind', 'position', 'active'], sort: 'position' },
});
