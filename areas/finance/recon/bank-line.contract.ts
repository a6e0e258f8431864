import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  daySchema,
  integerReference,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { bankAccounts, bankLineLabels } from './bank-line.states.ts';

const id = { id: uuidSchema };
// Head office's own books (level_7 is its people).
const writes = { module: financeModules.ledger, also: 'level_7', scope: 'centre', write: true } as const;

export const bankStatements = fileImport({
  name: 'bank-statement',
  title: 'Bank statement lines',
  module: financeModules.settlementTransfer,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 5000,
  columns: {
    date: column(date({ label: 'Date' }), '24-11-2026', 'value date', 'txn date', 'transaction date'),
    narration: column(
      text({ label: 'Narration', max: 300 }),
      'NEFT-AXISCN1153863727-RAZORPAY',
      'description',
      'particulars',
      'remarks',
    ),
    reference: column(
      text({ label: 'Reference', max: 40, optional: true }),
      'AXISCN1153863727',
      'utr',
      'ref no',
      'chq/ref no',
    ),
    debit: column(money({ label: 'Debit', min: 0, optional: true }), '', 'withdrawal', 'withdrawal amt'),
    credit: column(money({ label: 'Credit', min: 0, optional: true }), '19528.00', 'deposit', 'deposit amt'),
    account: column(
      choice({ label: 'Account', options: bankAccounts, optional: true, help: 'Empty: the nodal account' }),
      'Nodal account',
    ),
  },
});

const reads = { module: financeModules.ledger, also: 'level_7', scope: 'centre' } as const;
const oneOf = <T extends object>(options: T) => z.enum(Object.keys(options) as [keyof T & string]);

/** Tab Reconciliation of /ledger/nodal. Rows are head office's own, so a centre has none. */
export const bankLineContract = {
  list: query({
    ...reads,
    name: 'bank-line.list',
    summary: 'Lines of head office’s bank statements and what each is of, newest first.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      status: oneOf(bankLineLabels).optional(),
      account: oneOf(bankAccounts).optional(),
      sort: z.enum(['bookedOn', '-bookedOn', 'amount', '-amount']).optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        version: z.int(),
        narration: z.string(),
        bookedOn: daySchema,
        account: oneOf(bankAccounts),
        utr: z.string().nullable(),
        /** Paise; out below zero. */
        amount: z.int(),
        of: z.string().nullable(),
        status: oneOf(bankLineLabels),
        can,
      }),
    ).extend({
      /** Of all lines of the filter; what went out is above zero. */
      totals: z.object({ in: z.int(), out: z.int() }),
    }),
  }),
  summary: query({
    name: 'bank-line.summary',
    ...reads,
    summary: 'How much of the statement is matched, and settlements and payouts that no line shows.',
    input: nothing,
    output: z.object({
      lines: z.int(),
      matched: z.int(),
      open: z.int(),
      openAmount: z.int(),
      oldest: daySchema.nullable(),
      until: daySchema.nullable(),
      onlyOurs: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          on: daySchema,
          amount: z.int(),
          kind: z.enum(['GATEWAY', 'PAYOUT']),
        }),
      ),
    }),
  }),
  suspense: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'bank-line.suspense',
    summary: 'Book money that nobody knows into suspense.',
    input: z.strictObject(id),
    output: nothing,
  }),
  identify: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'bank-line.identify',
    summary: 'Money in is a centre’s: it settles its dues, oldest first, and the rest is paid ahead.',
    input: id,
    fields: {
      centre: integerReference('franchisee', { label: 'Paid by centre' }),
      note: longText({ label: 'How it is known', max: 200 }),
    },
    output: z.object({ settled: z.int(), ahead: z.int() }),
  }),
  charge: command({
    ...writes,
    versioned: true,
    money: true,
    name: 'bank-line.charge',
    summary: 'Money out is a charge of the bank.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
