import { command, nothing, pageOf, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ownCertificate } from '../certificate/certificate.contract.ts';
import { trainingModules as m } from '../modules.ts';

// Everything here is the caller's own; of others' enrolments and attempts nothing is there. Right answers never leave the server.
const read = { module: m.selfTraining, scope: 'own' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const ofItem = { enrollmentId: uuidSchema, itemId: uuidSchema };
const status = z.enum([
  'REQUESTED',
  'APPROVED',
  'REJECTED',
  'IN PROGRESS',
  'COMPLETED',
  'WITHDRAWN',
  'LAPSED',
]);
const kind = z.enum(['VIDEO', 'DOCUMENT', 'TEXT', 'LINK']);
const type = z.enum(['Bridge Course', 'Interractive Worksheet']);
const second = z.number().min(0).max(86_400);

const test = z.object({
  ...id,
  title: z.string(),
  type,
  passBp: z.int(),
  questions: z.int(),
  timeLimitMin: z.int().nullable(),
  /** Of a Bridge Course; null: as often as wanted. */
  attemptsLeft: z.int().nullable(),
  bestBp: z.int().nullable(),
  passed: z.boolean(),
  openAttemptId: uuidSchema.nullable(),
  /** After a failed attempt, until then. */
  nextAt: instantSchema.nullable(),
  can: z.object({ start: z.boolean() }),
  /** Why it cannot be taken now. */
  why: z.string().nullable(),
});
export type LearnerTest = z.output<typeof test>;

const course = z.object({
  ...id,
  moduleId: uuidSchema,
  title: z.string(),
  code: z.string(),
  group: z.string(),
  status,
  dueOn: daySchema.nullable(),
  overdue: z.boolean(),
  progressBp: z.int(),
  bestScoreBp: z.int().nullable(),
  completedAt: instantSchema.nullable(),
  reason: z.string().nullable(),
  can: z.object({ open: z.boolean() }),
});
export type Course = z.output<typeof course>;

export const DUE_SOON_DAYS = 14;

export const learnerContract = {
  home: query({
    ...read,
    name: 'self-training.home',
    summary:
      'What the caller learns by, where they stopped, tests that are open, and modules to choose from.',
    input: nothing,
    output: z.object({
      /** Approved staff learn; others see why nothing is here. */
      approved: z.boolean(),
      /** For the way to the own record. */
      staffId: uuidSchema.nullable(),
      goOn: z
        .object({
          ...ofItem,
          title: z.string(),
          module: z.string(),
          kind,
          position: z.int(),
          durationS: z.int().nullable(),
        })
        .nullable(),
      courses: z.array(course),
      certificates: z.array(ownCertificate),
      tests: z.array(test.extend({ enrollmentId: uuidSchema, module: z.string() })),
      catalogue: z.array(
        z.object({
          ...id,
          title: z.string(),
          code: z.string(),
          group: z.string(),
          description: z.string().nullable(),
          topics: z.int(),
          minutes: z.int(),
          can: z.object({ start: z.boolean(), request: z.boolean() }),
        }),
      ),
    }),
  }),
  due: query({
    ...read,
    name: 'self-training.due',
    summary: 'Own modules that are overdue, or due within two weeks.',
    input: z.strictObject({ due: z.literal('SOON').optional(), limit: z.coerce.number().int().optional() }),
    output: pageOf(course),
  }),
  enrol: command({
    ...write,
    idempotent: true,
    name: 'self-training.enrol',
    summary: 'Begin a published module, or ask for it where somebody has to approve.',
    input: z.strictObject({ moduleId: uuidSchema }),
    output: z.object({ ...id, status }),
  }),
  course: query({
    ...read,
    name: 'self-training.course',
    summary:
      'A module as the caller is enrolled in it: topics, items and tests with what is done and what is open.',
    input: z.strictObject(id),
    output: course.extend({
      description: z.string().nullable(),
      sequential: z.boolean(),
      topics: z.array(
        z.object({
          ...id,
          title: z.string(),
          summary: z.string().nullable(),
          body: z.string().nullable(),
          open: z.boolean(),
          items: z.array(z.object({ ...id, title: z.string(), kind, done: z.boolean(), seconds: z.int() })),
        }),
      ),
      tests: z.array(test),
    }),
  }),
  item: query({
    ...read,
    name: 'self-training.item',
    summary: 'An item of an own module with its content; addresses of films and files live ten minutes.',
    input: z.strictObject(ofItem),
    output: z.object({
      ...id,
      title: z.string(),
      kind,
      topic: z.string(),
      body: z.string().nullable(),
      /** Address of the document, or the link. */
      url: z.string().nullable(),
      fileName: z.string().nullable(),
      film: z
        .object({
          name: z.string(),
          url: z.string(),
          posterUrl: z.string().nullable(),
          captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
        })
        .nullable(),
      durationS: z.int().nullable(),
      minWatchedPct: z.int().nullable(),
      noSeek: z.boolean(),
      position: z.int(),
      seconds: z.int(),
      done: z.boolean(),
      nextId: uuidSchema.nullable(),
      can: z.object({ read: z.boolean(), watch: z.boolean() }),
    }),
  }),
  watched: command({
    ...write,
    name: 'self-training.watched',
    summary: 'Note which seconds of a film the caller has seen; credited no faster than time goes by.',
    input: z.strictObject({
      ...ofItem,
      intervals: z.array(z.tuple([second, second])).max(200),
      position: second,
    }),
    output: z.object({ seconds: z.int(), done: z.boolean(), status }),
  }),
  read: command({
    ...write,
    name: 'self-training.read',
    summary: 'Mark a document, a text or a link of an own module as read.',
    input: z.strictObject(ofItem),
    output: z.object({ status }),
  }),
  startAttempt: command({
    ...write,
    name: 'self-training.start-attempt',
    summary: 'Begin an attempt at a test of an own module, or go on with the one that is open.',
    input: z.strictObject({ enrollmentId: uuidSchema, assessmentId: uuidSchema }),
    output: z.object(id),
  }),
  attempt: query({
    ...read,
    name: 'self-training.attempt',
    summary: 'An own attempt: its questions in their order, what was picked, and the result once it is over.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      enrollmentId: uuidSchema,
      title: z.string(),
      type,
      instructions: z.string().nullable(),
      attemptNo: z.int(),
      status: z.enum(['OPEN', 'MARKED', 'EXPIRED']),
      deadlineAt: instantSchema.nullable(),
      now: instantSchema,
      passBp: z.int(),
      scoreBp: z.int().nullable(),
      passed: z.boolean(),
      questions: z.array(
        z.object({
          ...id,
          kind: z.enum(['SINGLE', 'MULTIPLE', 'TRUE_FALSE']),
          stem: z.string(),
          options: z.array(z.string()),
          points: z.int(),
          picks: z.array(z.int()),
          /** Whether the own picks were right, where the test says so. */
          right: z.boolean().nullable(),
        }),
      ),
    }),
  }),
  pick: command({
    ...write,
    name: 'self-training.pick',
    summary: 'Keep what was picked at one question of an open attempt.',
    input: z.strictObject({
      ...id,
      questionId: uuidSchema,
      picks: z.array(z.int().min(0).max(5)).max(6),
    }),
    output: nothing,
  }),
  submit: command({
    ...write,
    name: 'self-training.submit',
    summary: 'Hand an attempt in: it is marked at once.',
    input: z.strictObject(id),
    output: z.object({ scoreBp: z.int(), passed: z.boolean(), status }),
  }),
};
