import { boolean, choice, integer, longText, percent, reference, text } from '@aangan/contract/fields.ts';
import { assessmentTypes } from '../module/module.states.ts';

export const showAnswers = {
  NEVER: 'Never',
  AFTER_PASS: 'After passing',
  AT_ONCE: 'At once',
} as const;

/** What authors say of an assessment, for its record and its commands. */
export const assessmentFields = {
  moduleId: reference('teacher-module', { label: 'Module', filter: true }),
  type: choice({ label: 'Type', options: assessmentTypes, filter: true }),
  title: text({ label: 'Title', max: 150, search: true }),
  instructions: longText({ label: 'Instructions', max: 2000, optional: true }),
  passBp: percent({ label: 'Pass mark' }),
  maxAttempts: integer({ label: 'Attempts', min: 1, max: 20, optional: true }),
  cooldownH: integer({ label: 'Hours between attempts', min: 0, max: 168, optional: true }),
  timeLimitMin: integer({
    label: 'Time limit (minutes)',
    min: 1,
    max: 240,
    optional: true,
    help: 'Empty: no limit',
  }),
  shuffle: boolean({ label: 'Questions in a random order' }),
};
