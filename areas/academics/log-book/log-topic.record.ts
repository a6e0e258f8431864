import { boolean, choice, integer, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules as m } from '../modules.ts';

export const frequencies = { DAILY: 'Every day', WEEKLY: 'Once a week', TERM: 'Once a term' } as const;
export const answerKinds = {
  TEXT: 'Text',
  YES_NO: 'Yes or no',
  NUMBER: 'Number',
  CHOICE: 'One of a list',
} as const;

/** What the network asks its teachers; only network people change it (academics.md D28). */
export const logTopic = record({
  name: 'log-topic',
  title: 'Log book topic',
  module: m.teacherLogbook,
  scope: 'network',
  keep: true,
  import: true,
  screens: { list: '/log-book/topics-list' },
  fields: {
    name: text({ label: 'Name', max: 80, search: true, unique: 'in network' }),
    prompt: text({ label: 'Question', max: 300, optional: true }),
    frequency: choice({ label: 'Frequency', options: frequencies, filter: true }),
    answer: choice({ label: 'Answer', options: answerKinds }),
    choices: text({
      label: 'Choices',
      max: 300,
      optional: true,
      help: 'Of one of a list: separated by commas',
    }),
    required: boolean({ label: 'Required' }),
    classGroupId: reference('class-group', {
      label: 'Class group',
      optional: true,
      filter: true,
      help: 'Leave empty for all classes',
    }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ answer, choices }) => {
    const n = choicesOf(choices).length;
    if (answer === 'CHOICE' && n < 2) return { choices: 'Give at least two, separated by commas' };
    return answer !== 'CHOICE' && choices ? { choices: 'Only of an answer that is one of a list' } : true;
  },
  list: {
    columns: ['position', 'name', 'frequency', 'answer', 'required', 'classGroupId', 'active'],
    sort: 'position',
  },
});

export const choicesOf = (choices: string | null | undefined): string[] =>
  (choices ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
