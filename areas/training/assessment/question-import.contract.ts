import { choice, integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { questionKinds } from '../module/module.states.ts';
import { trainingModules as m } from '../modules.ts';

const option = (letter: string) => text({ label: `Option ${letter}`, max: 300, optional: true });

/** Questions of assessments from a file, all rows or none; each row names its assessment by its title. */
export const questionImport = fileImport({
  name: 'assessment-question',
  title: 'Questions',
  module: m.teacherAssessment,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 500,
  columns: {
    assessmentId: column(reference('teacher-assessment', { label: 'Assessment' }), 'Letter sounds', 'test'),
    kind: column(choice({ label: 'Kind', options: questionKinds }), 'SINGLE', 'type'),
    stem: column(longText({ label: 'Question', max: 1000 }), 'Which word begins like ball?', 'stem'),
    option1: column(option('A'), 'bat', 'option1', 'option 1'),
    option2: column(option('B'), 'cat', 'option2', 'option 2'),
    option3: column(option('C'), 'hat', 'option3', 'option 3'),
    option4: column(option('D'), '', 'option4', 'option 4'),
    option5: column(option('E'), '', 'option5', 'option 5'),
    option6: column(option('F'), '', 'option6', 'option 6'),
    correct: column(text({ label: 'Correct', max: 40 }), 'A', 'answer', 'right answer'),
    points: column(integer({ label: 'Points', min: 1, max: 20, optional: true }), '1', 'marks'),
    explanation: column(longText({ label: 'Explanation', max: 500, optional: true }), 'Ball and bat: /b/.'),
  },
});
