import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  choices,
  file,
  longText,
  money,
  percent,
  reference,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { componentKindTitles } from '../fee-plan/plan-shape.ts';
import { financeModules } from '../modules.ts';
import { concessionApproval, studentConcessions } from './student-concession.listing.ts';
import { studentConcessionLabels } from './student-concession.states.ts';

const decides = { module: concessionApproval, scope: 'centre', write: true, versioned: true } as const;
const id = { id: uuidSchema };
const status = z.enum(Object.keys(studentConcessionLabels) as [keyof typeof studentConcessionLabels]);
const { TUITION, ADMISSION, ACTIVITY, KIT, TRANSPORT, SERVICE } = componentKindTitles;

export const studentConcessionContract = {
  ofChild: query({
    name: 'student-concession.of-child',
    summary: 'Concessions of a child, and the plans that one more may be asked for.',
    module: [financeModules.ledger, financeModules.feeConcession],
    scope: 'centre',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      /** Plans that run and still have later lines to pay. */
      plans: z.array(z.object({ assignmentId: uuidSchema, planName: z.string(), waiting: z.boolean() })),
      rows: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          planName: z.string().nullable(),
          amount: z.int(),
          reason: z.string(),
          status,
          askedAt: z.string(),
          decisionNote: z.string().nullable(),
        }),
      ),
    }),
  }),
  request: command({
    name: 'student-concession.request',
    summary: 'Ask for a concession on the later lines of a running plan; another person approves it.',
    module: financeModules.feeConcession,
    scope: 'centre',
    write: true,
    idempotent: true,
    input: { assignmentId: uuidSchema },
    fields: {
      concessionId: reference('concession', {
        label: 'Concession',
        optional: true,
        help: 'Leave empty for one that is not in the list',
      }),
      basis: choice({
        label: 'Given as',
        options: { PERCENT: 'Percentage', AMOUNT: 'Amount' },
        optional: true,
      }),
      percent: percent({ label: 'Percentage', optional: true }),
      amount: money({ label: 'Amount', min: 1, optional: true }),
      kinds: choices({
        label: 'Components',
        options: { TUITION, ADMISSION, ACTIVITY, KIT, TRANSPORT, SERVICE },
        optional: true,
      }),
      reason: longText({ label: 'Reason', max: 500 }),
      documentFile: file({ label: 'Document', accept: ['pdf', 'jpg', 'png'], optional: true }),
    },
    output: z.object({
      id: uuidSchema,
      amount: z.int(),
      deviationBp: z.int(),
      code: z.string(),
      lines: z.int(),
    }),
  }),
  get: query({
    name: 'student-concession.get',
    summary: 'One concession with its lines, budget, shares and what it changes in royalty.',
    module: concessionApproval,
    scope: 'centre',
    input: z.strictObject(id),
    output: studentConcessions.rowSchema.extend({
      lines: z.array(
        z.object({
          label: z.string(),
          dueOn: z.string(),
          gross: z.int(),
          before: z.int(),
          amount: z.int(),
          net: z.int(),
        }),
      ),
      budget: z.object({ amount: z.int(), used: z.int() }).nullable(),
      /** Concessions of the year as basis points of the gross of approved plans. */
      shares: z.object({ centreBp: z.int(), allBp: z.int().nullable() }),
      /** Paise by which the royalty of its lines falls; null without an agreement. */
      royaltyLess: z.int().nullable(),
      decisionNote: z.string().nullable(),
      document: z.object({ name: z.string(), url: z.string() }).nullable(),
    }),
  }),
  approve: command({
    ...decides,
    name: 'student-concession.approve',
    summary: 'Approve a concession somebody else asked for; the later lines are lowered at once.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: z.object({ amount: z.int(), lines: z.int() }),
  }),
  reject: command({
    ...decides,
    name: 'student-concession.reject',
    summary: 'Reject a concession somebody else asked for.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  revoke: command({
    ...decides,
    name: 'student-concession.revoke',
    summary: 'End a concession: later lines that are not paid rise again.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: z.object({ amount: z.int(), lines: z.int() }),
  }),
};
