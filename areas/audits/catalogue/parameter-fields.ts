import { boolean, choice, integer, longText, text } from '@aangan/contract/fields.ts';
import { owners, photoRules, responses, severities } from './catalogue.choices.ts';

export const parameterFields = {
  code: text({ label: 'Code', max: 20, search: true }),
  question: text({ label: 'Question', max: 300, search: true }),
  guidance: longText({ label: 'Guidance', max: 1000, optional: true }),
  responseKind: choice({ label: 'Answer', options: responses }),
  maxScore: integer({ label: 'Most points', min: 1, max: 100, help: 'Always 5 when the answer is 0 to 5' }),
  weight: integer({ label: 'Weight', min: 1, max: 10 }),
  critical: boolean({ label: 'Critical' }),
  optional: boolean({ label: 'May stay unanswered' }),
  photoOn: choice({ label: 'Photo', options: photoRules }),
  noteOnNo: boolean({ label: 'Note when the answer is no' }),
  ownerKind: choice({ label: 'Closed by', options: owners }),
  severity: choice({ label: 'Severity', options: severities }),
  closureDays: integer({
    label: 'Days to close',
    min: 1,
    max: 365,
    optional: true,
    help: 'Empty: as the type says',
  }),
  position: integer({ label: 'Position', min: 1, max: 999 }),
  active: boolean({ label: 'Active' }),
};

export const scaleFault = (one: { responseKind: string; maxScore: number }): { maxScore: string } | null =>
  one.responseKind === 'SCALE' && one.maxScore !== 5 ? { maxScore: 'Write 5: the answer is 0 to 5' } : null;

/** What a new question begins with. */
export const newParameter = {
  responseKind: 'YES_NO_NA',
  maxScore: 1,
  weight: 1,
  critical: false,
  optional: false,
  photoOn: 'NO',
  noteOnNo: true,
  ownerKind: 'CENTRE',
  severity: 'MINOR',
  active: true,
} as const;
