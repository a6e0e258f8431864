import { batchJob } from '@aangan/contract/batch.ts';
import { can, command, query } from '@aangan/contract/endpoint.ts';
import { choice, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { decisions, planRules, promotionStatuses, sectionRules } from './promotion.states.ts';

const reads = { module: studentModules.studentPromotionView, scope: 'centre' } as const;
const writes = { ...reads, write: true } as const;
const which = { id: uuidSchema };

/** The children of a run, one row each; its data says what was decided. */
export const promotionBatch = batchJob({
  name: 'promotion',
  title: 'Promotions',
  rows: 'Children',
  module: studentModules.studentPromotionView,
  words: { ok: 'done', skipped: 'unchanged', failed: 'not done' },
  data: z.strictObject({ runId: uuidSchema }),
  item: z.strictObject({}),
});

const child = z.object({
  /** The child's enrolment of the year that ends. */
  id: uuidSchema,
  studentId: uuidSchema,
  name: z.string(),
  admissionNo: z.string(),
  section: z.string().nullable(),
  /** Completed months on the first day of the next year. */
  ageMonths: z.int(),
  /** Paise. */
  dues: z.int(),
  advance: z.int(),
  attendanceBp: z.int().nullable(),
  proposed: z.string(),
  decision: z.string().nullable(),
  reasons: z.array(z.string()),
  overrideReason: z.string().nullable(),
  decidedByName: z.string().nullable(),
  /** Net of the next year's standard plan, in paise; null where none is given. */
  planNet: z.int().nullable(),
  /** Where the child is in the next year already. */
  next: z.string().nullable(),
  result: z
    .object({ state: z.enum(['WAITING', 'DONE', 'SKIPPED', 'FAILED']), reason: z.string().nullable() })
    .nullable(),
});

const run = z.object({
  id: uuidSchema,
  version: z.int(),
  status: z.enum(promotionStatuses),
  className: z.string(),
  sectionName: z.string().nullable(),
  fromYear: z.string(),
  toYear: z.string(),
  nextClassName: z.string().nullable(),
  sectionRule: z.enum(Object.keys(sectionRules) as [string, ...string[]]),
  planRule: z.enum(Object.keys(planRules) as [string, ...string[]]),
  evaluatedAt: z.string(),
  madeByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  batchId: uuidSchema.nullable(),
  /** Decisions that differ from the proposal; another person approves a run with any. */
  overrides: z.int(),
  undecided: z.int(),
  children: z.array(child),
  /** Places of the next class by session: how many want one, how many are free; null where the centre sets no limit. */
  places: z.array(z.object({ session: z.string(), wanted: z.int(), free: z.int().nullable() })),
  can,
});

export const promotionContract = {
  classes: query({
    ...reads,
    name: 'promotion.classes',
    summary: 'Classes of the chosen centre and year with how many children are decided, and their open runs.',
    needsCentre: true,
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({
      fromYear: z.string(),
      toYear: z.string(),
      /** The next year is open at this centre, so children may be moved into it. */
      open: z.boolean(),
      mayEvaluate: z.boolean(),
      classes: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          next: z.string().nullable(),
          children: z.int(),
          decided: z.int(),
          sections: z.array(z.object({ id: uuidSchema, name: z.string() })),
          runId: uuidSchema.nullable(),
          runStatus: z.enum(promotionStatuses).nullable(),
        }),
      ),
    }),
  }),
  get: query({
    ...reads,
    name: 'promotion.get',
    summary: 'A run: its children with proposal, reasons, money and decision, exceptions first.',
    logRead: { subject: 'STUDENT', purpose: 'promotion' },
    input: z.strictObject(which),
    output: run,
  }),
  evaluate: command({
    ...writes,
    name: 'promotion.evaluate',
    summary: 'Propose for each child of a class or section what happens next year; an open run is made anew.',
    idempotent: true,
    needsCentre: true,
    needsYear: true,
    input: z.strictObject({ classId: z.int().min(1), sectionId: uuidSchema.optional() }),
    output: z.object({ id: uuidSchema, children: z.int() }),
  }),
  decide: command({
    ...writes,
    versioned: true,
    name: 'promotion.decide',
    summary: 'Decide for chosen children; other than proposed needs a reason, and another person’s approval.',
    input: { ...which, enrolmentIds: z.array(uuidSchema).min(1).max(500) },
    fields: {
      decision: choice({ label: 'Decision', options: decisions }),
      reason: longText({
        label: 'Reason',
        max: 200,
        optional: true,
        help: 'Needed where it is not what was proposed',
      }),
    },
    output: z.object({ changed: z.int() }),
  }),
  approve: command({
    // Who approves reads promotions and holds the code; a zone manager changes none.
    ...reads,
    write: false,
    versioned: true,
    name: 'promotion.approve',
    summary: 'Approve a run with decisions of its own; not by whoever made or decided it.',
    input: z.strictObject(which),
    output: z.object(which),
  }),
  execute: command({
    ...writes,
    versioned: true,
    name: 'promotion.execute',
    summary:
      'Carry a run out in the background: next enrolments, sections, fee plans. Undecided children stay.',
    idempotent: true,
    input: z.strictObject(which),
    output: z.object({ batchId: uuidSchema, children: z.int() }),
  }),
  cancel: command({
    ...writes,
    versioned: true,
    name: 'promotion.cancel',
    summary: 'Drop a run that was not carried out; nothing of it happens.',
    input: which,
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: z.object(which),
  }),
};
