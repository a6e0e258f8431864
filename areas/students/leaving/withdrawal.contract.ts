import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  dateTime,
  daySchema,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { certificateKinds, withdrawalLabels, withdrawalReasons } from './withdrawal.states.ts';

const read = { module: studentModules.student, scope: 'centre' } as const;
const writes = { ...read, write: true } as const;
const id = { id: uuidSchema };

/** /students/details/page/{current}, tab Withdrawals. */
export const withdrawals = listing({
  ...read,
  name: 'withdrawal',
  title: 'Withdrawals',
  needsYear: true,
  personal: { subject: 'student', purpose: 'withdrawals' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    class: text({ label: 'Class', max: 60 }),
    centre: text({ label: 'Centre', max: 120 }),
    reasonCode: choice({ label: 'Reason', options: withdrawalReasons }),
    reason: longText({ label: 'Explanation', max: 500 }),
    noticeOn: date({ label: 'Notice given' }),
    lastOn: date({ label: 'Last day' }),
    refund: money({ label: 'Goes back', optional: true }),
    leftDue: money({ label: 'Still owed', optional: true }),
    askedAt: dateTime({ label: 'Written' }),
    askedBy: text({ label: 'By', max: 120, optional: true }),
    status: choice({ label: 'Status', options: withdrawalLabels }),
  },
  hidden: {
    studentId: z.string(),
    enrolmentId: z.string(),
    submittedBy: z.string().nullable(),
    failureReason: z.string().nullable(),
  },
  shown: ['child', 'class', 'reasonCode', 'lastOn', 'refund', 'leftDue', 'status'],
  filters: { reasonCode: choice({ label: 'Reason', options: withdrawalReasons }) },
  sorts: ['askedAt', 'lastOn', 'child'],
  sort: '-askedAt',
  state: 'status',
  sums: ['refund', 'leftDue'],
  tiles: { SUBMITTED: 'To approve', APPROVED: 'Leaving' },
  can: ['change', 'submit', 'approve', 'reject', 'cancel', 'certificate'],
});

const fields = {
  reasonCode: choice({ label: 'Reason', options: withdrawalReasons }),
  reason: longText({ label: 'Explanation', max: 500 }),
  noticeOn: date({ label: 'Notice given on' }),
  lastOn: date({ label: 'Last day', help: 'The seat is free the day after' }),
};

const figures = z.object({
  billedUntil: daySchema,
  refund: z.int(),
  proRata: z.int(),
  credited: z.int(),
  deposit: z.int(),
  dues: z.int(),
  leftDue: z.int(),
  cancelled: z.object({ lines: z.int(), amount: z.int() }),
  parts: z.array(
    z.object({
      lineId: z.string(),
      label: z.string(),
      net: z.int(),
      paid: z.int(),
      percentBp: z.int(),
      credit: z.int(),
    }),
  ),
});

export const withdrawalContract = {
  get: query({
    ...read,
    name: 'withdrawal.get',
    summary: 'One withdrawal, with what finance would do on its last day; nothing is booked before.',
    logRead: { subject: 'student', purpose: 'withdrawals' },
    input: z.strictObject(id),
    /** null: the child has no fee account, or it is settled. */
    output: withdrawals.rowSchema.extend({ figures: figures.nullable() }),
  }),
  draft: command({
    ...writes,
    idempotent: true,
    name: 'withdrawal.draft',
    summary: 'Begin the withdrawal of a child; nobody is asked yet.',
    input: { ref: uuidSchema },
    fields,
    output: z.object(id),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'withdrawal.change',
    summary: 'Change a withdrawal that was not handed in yet.',
    input: id,
    fields,
    output: nothing,
  }),
  submit: command({
    ...writes,
    versioned: true,
    name: 'withdrawal.submit',
    summary: 'Hand a withdrawal in; another person approves it.',
    input: z.strictObject(id),
    output: nothing,
  }),
  approve: command({
    ...writes,
    versioned: true,
    name: 'withdrawal.approve',
    summary: 'Approve a withdrawal somebody else handed in; it is carried out after the last day.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: nothing,
  }),
  reject: command({
    ...writes,
    versioned: true,
    name: 'withdrawal.reject',
    summary: 'Reject a withdrawal somebody else handed in.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  cancel: command({
    ...writes,
    versioned: true,
    name: 'withdrawal.cancel',
    summary: 'The child stays: end a withdrawal before its last day is over.',
    input: id,
    fields: { note: longText({ label: 'Why', max: 500 }) },
    output: nothing,
  }),
};

/** /students/details/page/{current}, tab Certificates. */
export const certificates = listing({
  ...read,
  name: 'certificate',
  title: 'Certificates',
  needsYear: true,
  personal: { subject: 'student', purpose: 'certificates' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    number: text({ label: 'Number', max: 40, search: true }),
    kind: choice({ label: 'Certificate', options: certificateKinds }),
    class: text({ label: 'Class', max: 60 }),
    centre: text({ label: 'Centre', max: 120 }),
    issuedOn: date({ label: 'Issued' }),
    purpose: text({ label: 'For', max: 200, optional: true }),
    issuedBy: text({ label: 'By', max: 120, optional: true }),
    createdAt: dateTime({ label: 'Made' }),
  },
  hidden: { studentId: z.string(), fileId: z.string().nullable(), pdfUrl: z.string().nullable() },
  shown: ['child', 'number', 'kind', 'class', 'issuedOn', 'purpose', 'issuedBy'],
  sorts: ['createdAt', 'child', 'number'],
  sort: '-createdAt',
  state: 'kind',
  can: [],
});

export const certificateContract = {
  issue: command({
    ...writes,
    idempotent: true,
    name: 'certificate.issue',
    summary: 'Issue a certificate of a child: numbered without gaps, printed, to be checked by its code.',
    input: { ref: uuidSchema },
    fields: {
      kind: choice({ label: 'Certificate', options: certificateKinds }),
      purpose: text({
        label: 'For',
        max: 200,
        optional: true,
        help: 'As it is printed: "opening a bank account"',
      }),
    },
    output: z.object({ id: uuidSchema, number: z.string() }),
  }),
};
