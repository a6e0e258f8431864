import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  dateTime,
  daySchema,
  integer,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { lineKinds, settlementLabels, waitReasons } from './settlement.states.ts';

const id = { id: uuidSchema };
const writes = { module: financeModules.settlementTransfer, scope: 'centre', write: true } as const;
const reads = { module: financeModules.settlementTransfer, scope: 'centre' } as const;
/** Head office settles; a centre reads what it got. */
const either = [financeModules.settlementTransfer, financeModules.ledger];
const why = (label: string) => ({
  ...longText({ label, max: 300 }),
  schema: z.string().trim().min(3, 'At least 3 characters').max(300, 'At most 300 characters'),
});

/** Letters and digits, as a bank writes it. */
export const utrField = {
  ...text({ label: 'UTR', max: 30 }),
  schema: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{8,30}$/, 'Enter the UTR as the bank gives it: letters and digits'),
};

/** Payouts of /ledger/nodal-payment-transfer and /payments/settlement-payment-transfer. */
export const settlements = listing({
  name: 'settlement',
  title: 'Payouts',
  module: either,
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 120, search: true }),
    number: text({ label: 'Number', max: 20, optional: true, search: true }),
    cutOff: date({ label: 'Up to' }),
    receipts: integer({ label: 'Receipts', min: 0, max: 1_000_000 }),
    gross: money({ label: 'Received' }),
    gatewayFee: money({ label: 'Gateway fees' }),
    refunds: money({ label: 'Refunds' }),
    adjustments: money({ label: 'Adjustments' }),
    dues: money({ label: 'Dues set off' }),
    net: money({ label: 'Net' }),
    utr: text({ label: 'UTR', max: 40, optional: true, search: true }),
    paidOn: date({ label: 'Paid', optional: true }),
    builtAt: dateTime({ label: 'Prepared' }),
    builtBy: text({ label: 'Prepared by', max: 120, optional: true }),
    status: choice({ label: 'Status', options: settlementLabels }),
  },
  hidden: { makers: z.array(z.string()), last4: z.string().nullable(), problem: z.string().nullable() },
  shown: ['centre', 'number', 'cutOff', 'gross', 'gatewayFee', 'dues', 'net', 'utr', 'status'],
  sorts: ['builtAt', 'net', 'cutOff', 'paidOn'],
  sort: '-builtAt',
  filters: { franchiseeId: integer({ label: 'Centre', min: 1, max: 1_000_000 }) },
  state: 'status',
  sums: ['gross', 'gatewayFee', 'dues', 'net'],
  tiles: {
    SUBMITTED: 'To approve',
    APPROVED: 'To send to the bank',
    INITIATED: 'At the bank',
    FAILED: 'Refused by the bank',
  },
  can: [
    'submit',
    'approve',
    'reject',
    'discard',
    'initiate',
    'paid',
    'fail',
    'reopen',
    'return',
    'bank-file',
  ],
});

const centreRow = z.object({
  id: z.int(),
  name: z.string(),
  receipts: z.int(),
  gross: z.int(),
  gatewayFee: z.int(),
  refunds: z.int(),
  adjustments: z.int(),
  dues: z.int(),
  net: z.int(),
  /** Money of families that stays behind: not settled by the gateway, too recent, held. */
  waiting: z.int(),
  held: z.int(),
  last4: z.string().nullable(),
  /** Why nothing can be prepared; empty when it can. */
  warnings: z.array(z.string()),
  ready: z.boolean(),
});
export type SettlementCentre = z.output<typeof centreRow>;

const leaf = z.object({
  id: z.string(),
  label: z.string(),
  detail: z.string().nullable(),
  amount: z.int(),
  parts: z.array(z.object({ label: z.string(), amount: z.int() })),
  /** Of a receipt that may still be held back. */
  paymentId: uuidSchema.nullable(),
});
const waiting = z.object({
  id: uuidSchema,
  label: z.string(),
  paidOn: daySchema.nullable(),
  amount: z.int(),
  reason: z.enum(Object.keys(waitReasons) as [keyof typeof waitReasons]),
  holdId: uuidSchema.nullable(),
  note: z.string().nullable(),
});

export const settlementContract = {
  preview: query({
    ...reads,
    name: 'settlement.preview',
    summary:
      'What every centre would be paid out up to a day: receipts, fees, refunds, dues, net, and what stands in the way.',
    input: z.strictObject({ cutOff: daySchema.optional() }),
    output: z.object({
      cutOff: daySchema,
      centres: z.array(centreRow),
      lastImport: z.string().nullable(),
      gateway: z.boolean(),
    }),
  }),
  build: command({
    ...writes,
    idempotent: true,
    name: 'settlement.build',
    summary: 'Prepare payouts up to a day; no money moves and nothing is booked.',
    input: z.strictObject({
      cutOff: daySchema,
      centres: z.array(z.int()).min(1, 'Choose a centre').max(200),
    }),
    output: z.object({ built: z.int(), left: z.array(z.object({ centre: z.string(), why: z.string() })) }),
  }),
  get: query({
    module: either,
    scope: 'centre',
    name: 'settlement.get',
    summary:
      'One payout as a tree: its groups, documents, receipts with their fees; the leaves sum to the net.',
    logRead: { subject: 'SETTLEMENT', purpose: 'payout explained' },
    input: z.strictObject(id),
    output: settlements.rowSchema.extend({
      groups: z.array(
        z.object({
          kind: z.enum(Object.keys(lineKinds) as [keyof typeof lineKinds]),
          amount: z.int(),
          leaves: z.array(leaf),
        }),
      ),
      tds: z.array(
        z.object({
          document: z.string(),
          section: z.string(),
          rateBp: z.int(),
          base: z.int(),
          amount: z.int(),
        }),
      ),
      attempt: z.int(),
      account: z.string().nullable(),
    }),
  }),
  waiting: query({
    module: either,
    scope: 'centre',
    name: 'settlement.waiting',
    summary: 'Money of families that is in no payout yet, and why.',
    logRead: { subject: 'SETTLEMENT', purpose: 'payout explained' },
    input: z.strictObject({ franchiseeId: z.int().optional() }),
    output: z.object({ rows: z.array(waiting), total: z.int(), more: z.boolean(), canHold: z.boolean() }),
  }),
  hold: command({
    ...writes,
    name: 'settlement.hold',
    summary: 'Hold a receipt back from payouts; a draft that has it is prepared again without it.',
    input: { paymentId: uuidSchema },
    fields: { reason: why('Reason') },
    output: z.object(id),
  }),
  release: command({
    ...writes,
    name: 'settlement.release',
    summary: 'Release a receipt that was held back: the next payout has it.',
    input: z.strictObject(id),
    output: nothing,
  }),
  submit: command({
    ...writes,
    versioned: true,
    name: 'settlement.submit',
    summary: 'Ask for the approval of a payout.',
    input: z.strictObject(id),
    output: nothing,
  }),
  discard: command({
    ...writes,
    versioned: true,
    name: 'settlement.discard',
    summary: 'Give up a draft: its lines are free for another payout.',
    input: z.strictObject(id),
    output: nothing,
  }),
  approve: command({
    ...writes,
    versioned: true,
    money: true,
    stepUp: true,
    name: 'settlement.approve',
    summary:
      'Approve a payout somebody else prepared: it is numbered and the dues are set off in both books.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: z.object({ number: z.string() }),
  }),
  reject: command({
    ...writes,
    versioned: true,
    name: 'settlement.reject',
    summary: 'Send a payout back to draft.',
    input: id,
    fields: { note: why('Reason') },
    output: nothing,
  }),
  bankFile: command({
    ...writes,
    stepUp: true,
    name: 'settlement.bank-file',
    summary:
      'The file for the bank of approved payouts, with whole account numbers; written to the access log.',
    input: z.strictObject({ ids: z.array(uuidSchema).min(1, 'Choose a payout').max(500) }),
    output: z.object({ fileName: z.string(), csv: z.string(), total: z.int() }),
  }),
  initiate: command({
    ...writes,
    versioned: true,
    money: true,
    stepUp: true,
    name: 'settlement.initiate',
    summary: 'Mark an approved payout as given to the bank; never by who prepared it.',
    input: z.strictObject(id),
    output: nothing,
  }),
  recordUtr: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'settlement.record-utr',
    summary: 'Enter the UTR of a payout that the bank has made.',
    input: id,
    fields: { utr: utrField, paidOn: date({ label: 'Paid on' }) },
    output: nothing,
  }),
  fail: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'settlement.fail',
    summary: 'The bank refused a payout: what was booked with it is taken back.',
    input: id,
    fields: { reason: why('What the bank says') },
    output: nothing,
  }),
  reopen: command({
    ...writes,
    versioned: true,
    name: 'settlement.reopen',
    summary: 'Send a refused payout again, to the account that is verified now.',
    input: z.strictObject(id),
    output: nothing,
  }),
  returned: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'settlement.returned',
    summary: 'The money of a payout came back after its UTR: the next payout carries it.',
    input: id,
    fields: { returnedOn: date({ label: 'Returned on' }), reason: why('What the bank says') },
    output: nothing,
  }),
  importGateway: command({
    ...writes,
    also: 'level_7',
    name: 'settlement.import-gateway',
    summary: 'Ask the gateway now what it has settled.',
    input: nothing,
    output: z.object({ queued: z.boolean() }),
  }),
};
