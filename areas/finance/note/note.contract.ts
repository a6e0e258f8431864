import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  dateTime,
  daySchema,
  file,
  integerReference,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { noteLabels, noteParties, noteTypes, reasonTitles } from './note.states.ts';

/** What of the charges of a child is credited, tax included, in paise. */
const lineAmounts = z.array(z.strictObject({ feeLineId: uuidSchema, amount: z.int().min(1) })).max(60);
const id = { id: uuidSchema };
const writes = { module: financeModules.AddTransaction, scope: 'centre', write: true } as const;

/** Rates a debit note to a centre may carry; their percentages are the network's tax rates of the day. */
export const noteTaxes = {
  ROYALTY: 'As royalty',
  TRAINING: 'As training',
  GOODS: 'As goods',
  SERVICE: 'As other services',
} as const;

const noteFields = {
  party: choice({ label: 'For', options: noteParties }),
  type: choice({ label: 'Note', options: noteTypes }),
  franchiseeId: integerReference('franchisee', { label: 'Centre', optional: true }),
  reasonCode: choice({ label: 'Reason', options: reasonTitles }),
  amount: money({ label: 'Amount', min: 1, optional: true }),
  taxCode: choice({ label: 'Tax', options: noteTaxes, optional: true, help: 'Leave empty for none' }),
  dueOn: date({ label: 'Due', optional: true }),
  reason: {
    ...longText({ label: 'Explanation', max: 500 }),
    schema: z.string().trim().min(5, 'At least 5 characters').max(500, 'At most 500 characters'),
  },
  attachmentFile: file({ label: 'Attachment', accept: ['pdf', 'jpg', 'png'], optional: true }),
};

/** /ledger/transaction/add: notes that wait, and those that were decided. */
export const notes = listing({
  name: 'note',
  title: 'Credit and debit notes',
  module: [financeModules.AddTransaction, financeModules.ledger],
  scope: 'centre',
  row: {
    subject: text({ label: 'For', max: 120, search: true }),
    number: text({ label: 'Number', max: 20, optional: true, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    party: choice({ label: 'Party', options: noteParties }),
    type: choice({ label: 'Note', options: noteTypes }),
    reasonCode: choice({ label: 'Reason', options: reasonTitles }),
    reason: longText({ label: 'Explanation', max: 500 }),
    taxable: money({ label: 'Before tax' }),
    tax: money({ label: 'Tax' }),
    total: money({ label: 'Amount' }),
    /** The amount of one kind alone, so that what is added up is never both. */
    credited: money({ label: 'Credited' }),
    debited: money({ label: 'Debited' }),
    issuedOn: date({ label: 'Dated', optional: true }),
    askedAt: dateTime({ label: 'Asked' }),
    askedBy: text({ label: 'Asked by', max: 120, optional: true }),
    status: choice({ label: 'Status', options: noteLabels }),
  },
  hidden: { maker: z.string(), feeAccountId: z.string().nullable(), codes: z.array(z.string()) },
  shown: ['subject', 'type', 'reasonCode', 'total', 'number', 'askedAt', 'status'],
  filters: {
    party: choice({ label: 'Party', options: noteParties }),
    type: choice({ label: 'Note', options: noteTypes }),
  },
  sorts: ['askedAt', 'total', 'issuedOn'],
  sort: '-askedAt',
  state: 'status',
  sums: ['credited', 'debited'],
  tiles: { PENDING: 'To approve' },
  can: ['approve', 'reject'],
});

const part = z.object({ label: z.string(), amount: z.int(), tax: z.int() });
const weighed = z.object({
  taxable: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Paid money that comes free and becomes advance. */
  freed: z.int(),
  /** Royalty that is taken back with it. */
  royalty: z.int(),
  parts: z.array(part),
});

export const noteContract = {
  choices: query({
    module: financeModules.AddTransaction,
    scope: 'centre',
    name: 'note.choices',
    summary:
      'Children by name; and what a credit note may be against: billed charges of a child, dues of a centre.',
    logRead: { subject: 'FEE_ACCOUNT', purpose: 'fee correction' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      feeAccountId: uuidSchema.optional(),
      franchiseeId: z.int().optional(),
    }),
    output: z.object({
      children: z.array(z.object({ id: uuidSchema, label: z.string() })),
      lines: z.array(
        z.object({
          id: uuidSchema,
          label: z.string(),
          dueOn: z.string(),
          net: z.int(),
          allocated: z.int(),
        }),
      ),
      dues: z.array(
        z.object({
          id: uuidSchema,
          kind: z.enum(['ROYALTY', 'KIT', 'NOTE']),
          label: z.string(),
          /** Before tax, that no note has credited yet. */
          left: z.int(),
        }),
      ),
    }),
  }),
  preview: query({
    module: financeModules.AddTransaction,
    scope: 'centre',
    name: 'note.preview',
    summary: 'What a note would come to: tax, money that comes free, royalty taken back.',
    input: z.strictObject({
      party: noteFields.party.schema,
      type: noteFields.type.schema,
      reasonCode: noteFields.reasonCode.schema,
      feeAccountId: uuidSchema.optional(),
      franchiseeId: z.int().optional(),
      dueId: uuidSchema.optional(),
      amount: z.int().min(1).optional(),
      taxCode: z.enum(Object.keys(noteTaxes) as [keyof typeof noteTaxes]).optional(),
      lines: lineAmounts.default([]),
    }),
    output: weighed.extend({
      /** Why it cannot be asked for like this; null when it can. */
      refusal: z.string().nullable(),
    }),
  }),
  submit: command({
    ...writes,
    idempotent: true,
    name: 'note.submit',
    summary: 'Ask for a credit or debit note; another person approves it, then it is numbered and booked.',
    input: {
      feeAccountId: uuidSchema.nullish(),
      dueId: uuidSchema.nullish(),
      lines: lineAmounts.default([]),
    },
    fields: noteFields,
    output: z.object({ id: uuidSchema, total: z.int() }),
  }),
  get: query({
    module: [financeModules.AddTransaction, financeModules.ledger],
    scope: 'centre',
    name: 'note.get',
    summary: 'One note: what it is made of, its documents, and what is booked with it.',
    input: z.strictObject(id),
    output: notes.rowSchema.extend({
      parts: z.array(part),
      against: z.string().nullable(),
      decisionNote: z.string().nullable(),
      decidedBy: z.string().nullable(),
      attachment: z.object({ name: z.string(), url: z.string() }).nullable(),
      pdfUrl: z.string().nullable(),
      postings: z.array(
        z.object({
          book: z.enum(['CENTRE', 'HEAD_OFFICE']),
          on: daySchema,
          account: z.string(),
          amount: z.int(),
        }),
      ),
    }),
  }),
  approve: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'note.approve',
    summary:
      'Approve a note somebody else asked for: it is numbered, booked in every book it touches, and sent.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: z.object({ id: uuidSchema, number: z.string() }),
  }),
  reject: command({
    ...writes,
    versioned: true,
    name: 'note.reject',
    summary: 'Reject a note somebody else asked for; nothing is booked.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
};

/** What was asked for, as it is kept in `note.terms`. */
export const noteTerms = z.object({
  lines: lineAmounts,
  amount: z.int().nullable(),
  taxCode: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** Of a credit on an invoice of goods: what of them, with the tax of their own rates; `amount` is their sum then. */
  parts: z
    .array(z.object({ label: z.string(), hsn: z.string(), rateBp: z.int(), taxable: z.int(), tax: z.int() }))
    .default([]),
});
export type NoteTerms = z.infer<typeof noteTerms>;

/** All that is printed. */
export const noteSnapshot = z.object({
  number: z.string(),
  title: z.string(),
  issuedOn: z.string(),
  seller: z.object({ name: z.string(), address: z.string().nullable(), gstin: z.string().nullable() }),
  to: z.string(),
  toDetails: z.array(z.tuple([z.string(), z.string()])),
  reason: z.string(),
  explanation: z.string(),
  parts: z.array(part),
  taxable: z.int(),
  tax: z.int(),
  total: z.int(),
  words: z.string(),
});
export type NoteSnapshot = z.infer<typeof noteSnapshot>;
