import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, choices, integer, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { questionKinds } from '../module/module.states.ts';
import { trainingModules as m } from '../modules.ts';
import { assessmentFields } from './assessment-fields.ts';
import { LETTERS } from './question.ts';

// Right answers stand in operations of this module alone: a test walks all others of the area for them.
const read = { module: m.teacherAssessment, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const one = z.strictObject(id);

const fields = {
  ...assessmentFields,
  afterPass: choice({
    label: 'Right answers are shown',
    options: { NEVER: 'Never', AFTER_PASS: 'After passing' },
    optional: true,
  }),
};
const option = (n: number) => text({ label: `Option ${LETTERS[n - 1]}`, max: 300, optional: true });
const questionFields = {
  kind: choice({ label: 'Kind', options: questionKinds }),
  stem: longText({ label: 'Question', max: 1000 }),
  option1: option(1),
  option2: option(2),
  option3: option(3),
  option4: option(4),
  option5: option(5),
  option6: option(6),
  correct: choices({ label: 'Right answers', options: LETTERS, optional: true }),
  isTrue: choice({ label: 'The statement is', options: { A: 'True', B: 'False' }, optional: true }),
  points: integer({ label: 'Points', min: 1, max: 20 }),
  explanation: longText({ label: 'Explanation', max: 500, optional: true, help: 'Shown with the answer' }),
};

const question = z.object({
  ...id,
  version: z.int(),
  kind: z.enum(['SINGLE', 'MULTIPLE', 'TRUE_FALSE']),
  stem: z.string(),
  options: z.array(z.string()),
  /** Places of the right options, from 0. */
  answer: z.array(z.int()),
  points: z.int(),
  explanation: z.string().nullable(),
});
export type Question = z.output<typeof question>;

export const assessmentContract = {
  questions: query({
    ...read,
    name: 'teacher-assessment.questions',
    summary: 'The questions of an assessment with their right answers, for its authors.',
    input: one,
    output: z.object({
      ...id,
      title: z.string(),
      version: z.int(),
      status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
      points: z.int(),
      rows: z.array(question),
      can,
    }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'teacher-assessment.add',
    summary: 'Add an assessment to a module as a draft.',
    fields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'teacher-assessment.change',
    summary: 'Change an assessment that is a draft.',
    input: id,
    fields,
    output: nothing,
  }),
  publish: command({
    ...write,
    versioned: true,
    name: 'teacher-assessment.publish',
    summary: 'Publish an assessment. Its questions are locked from then on.',
    input: one,
    output: nothing,
  }),
  takeBack: command({
    ...write,
    versioned: true,
    name: 'teacher-assessment.take-back',
    summary: 'Take a published assessment back to draft, to change it.',
    input: one,
    output: nothing,
  }),
  archive: command({
    ...write,
    versioned: true,
    name: 'teacher-assessment.archive',
    summary: 'Archive an assessment: it belongs to no further edition of its module.',
    input: one,
    output: nothing,
  }),
  restore: command({
    ...write,
    versioned: true,
    name: 'teacher-assessment.restore',
    summary: 'Take an assessment out of the archive as a draft.',
    input: one,
    output: nothing,
  }),
};

export const questionContract = {
  add: command({
    ...write,
    idempotent: true,
    name: 'assessment-question.add',
    summary: 'Add a question to an assessment that is a draft.',
    input: { assessmentId: uuidSchema },
    fields: questionFields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'assessment-question.change',
    summary: 'Change a question of an assessment that is a draft.',
    input: id,
    fields: questionFields,
    output: nothing,
  }),
  remove: command({
    ...write,
    versioned: true,
    name: 'assessment-question.remove',
    summary: 'Remove a question of an assessment that is a draft.',
    input: one,
    output: nothing,
  }),
  order: command({
    ...write,
    name: 'assessment-question.order',
    summary: 'Put the questions of an assessment into this order.',
    input: z.strictObject({ assessmentId: uuidSchema, ids: z.array(uuidSchema).min(1).max(300) }),
    output: nothing,
  }),
};
