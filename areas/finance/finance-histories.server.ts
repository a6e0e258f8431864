// Histories of the workflows of plans, fee types, bank accounts and royalty agreements: their steps and what was changed.
import type { ModuleGate } from '@aangan/contract/endpoint.ts';
import { formatInr, formatPercent } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { type HistorySource, registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { concessionApproval } from './concession/student-concession.listing.ts';
import { studentConcessionLabels } from './concession/student-concession.states.ts';
import { eInvoiceLabels } from './e-invoice/e-invoice.states.ts';
import { feePlanStatusTitles } from './fee-plan/fee-plan.states.ts';
import { componentKindTitles } from './fee-plan/plan-shape.ts';
import { lateFeeWaiverLabels } from './late-fee/late-fee.states.ts';
import { financeModules } from './modules.ts';
import { noteLabels, noteReasons } from './note/note.states.ts';
import { refundLabels, refundModes, refundReasons } from './refund/refund.states.ts';
import { settlementLabels } from './settlement/settlement.states.ts';

/** Columns that a step tells already, or that hold what nobody reads. */
const TOLD = {
  submitted_by: null,
  submitted_at: null,
  decided_by: null,
  decided_at: null,
  decision_note: null,
  approved_by: null,
  verified_by: null,
  verified_at: null,
  account_no_cipher: null,
  account_no_index: null,
  franchisee_id: null,
  payee_cipher: null,
  maker: null,
  requested_by: null,
  initiated_by: null,
  attempt: null,
  attempts: null,
  source_id: null,
  // What the subject's own page draws whole.
  terms: null,
  snapshot: null,
  document: null,
  payload: null,
  per_line: null,
  signed_invoice: null,
  signed_qr: null,
};

/** Columns whose names say little to a reader. */
const TITLES = {
  sac: 'SAC',
  utr: 'UTR',
  ifsc: 'IFSC',
  irn: 'IRN',
  last4: 'Account ends in',
  reason_code: 'Reason',
  component_kind: 'Kind',
  royalty_base: 'Royalty',
  one_time: 'Once only',
  cut_off: 'Up to',
  gross: 'Received',
  dues: 'Dues set off',
  gateway_fee: 'Gateway fees',
  doc_no: 'Document',
  doc_date: 'Dated',
  default_bp: 'Rate',
  marketing_bp: 'Marketing',
  interest_bp: 'Interest',
  discount_cap_bp: 'Limit of concessions',
};

/** Columns in paise, and in hundredths of a per cent. */
const PAISE = [
  'amount',
  'advance',
  'deposit',
  'taxable',
  'tax',
  'total',
  'gross',
  'gateway_fee',
  'refunds',
  'adjustments',
  'dues',
  'net',
  'rate_amount',
  'min_guarantee',
  'cap',
];
const BASIS_POINTS = ['default_bp', 'marketing_bp', 'interest_bp', 'discount_cap_bp'];

/** Words of stored codes, by column. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  component_kind: componentKindTitles,
  royalty_base: { NONE: 'None', GROSS: 'On the gross amount', NET: 'On the net amount' },
  reason_code: {
    ...refundReasons,
    ...Object.fromEntries(Object.entries(noteReasons).map(([code, { title }]) => [code, title])),
  },
  mode: refundModes,
  party: { STUDENT: 'A child', FRANCHISEE: 'A centre' },
  type: { CREDIT: 'Credit note', DEBIT: 'Debit note' },
};

/** Figures and codes of a history as its screens write them. */
const labels: NonNullable<HistorySource['labels']> = async (_db, valuesOf) =>
  new Map([
    ...PAISE.flatMap((column) =>
      valuesOf(column).map((value) => [`${column} ${value}`, formatInr(paise(Number(value)))] as const),
    ),
    ...BASIS_POINTS.flatMap((column) =>
      valuesOf(column).map((value) => [`${column} ${value}`, formatPercent(Number(value))] as const),
    ),
    ...Object.entries(WORDS).flatMap(([column, words]) =>
      Object.entries(words).map(([code, word]) => [`${column} ${code}`, word] as const),
    ),
  ]);

function workflow(
  kind: string,
  of: { table: string; title: string; module: ModuleGate; states: Readonly<Record<string, string>> },
): void {
  registerHistory(kind, {
    module: of.module,
    tables: [{ table: of.table, title: of.title, by: null }],
    columns: { ...TITLES, ...TOLD },
    labels,
    states: of.states,
    ensureVisible: visibleRow(of.table),
  });
}

/** To be called once at start. */
export function registerFinanceHistories(): void {
  workflow('fee-plan', {
    table: 'fee_plan',
    title: 'Fee plan',
    module: [financeModules.FeePlanList, financeModules.feeStructure],
    states: feePlanStatusTitles,
  });
  workflow('fee-type', {
    table: 'fee_type',
    title: 'Fee type',
    module: financeModules.feeStructure,
    states: {},
  });
  workflow('bank-account', {
    table: 'bank_account',
    title: 'Bank account',
    module: financeModules.FeeTypeApproval,
    states: {},
  });
  workflow('student-concession', {
    table: 'student_concession',
    title: 'Concession',
    module: concessionApproval,
    states: studentConcessionLabels,
  });
  workflow('late-fee-waiver', {
    table: 'late_fee_waiver',
    title: 'Waiver of a late fee',
    module: [financeModules.StudentFeeConcessionApproval, financeModules.ledger],
    states: lateFeeWaiverLabels,
  });
  workflow('note', {
    table: 'note',
    title: 'Note',
    module: [financeModules.AddTransaction, financeModules.ledger],
    states: noteLabels,
  });
  workflow('refund', {
    table: 'refund',
    title: 'Refund',
    module: [financeModules.ApprovePaymentList, financeModules.ledger],
    states: refundLabels,
  });
  workflow('e-invoice', {
    table: 'e_invoice',
    title: 'E-invoice',
    module: financeModules.royalty,
    states: eInvoiceLabels,
  });
  workflow('settlement', {
    table: 'settlement_batch',
    title: 'Payout',
    module: [financeModules.settlementTransfer, financeModules.ledger],
    states: settlementLabels,
  });
  workflow('royalty-agreement', {
    table: 'royalty_agreement',
    title: 'Royalty agreement',
    module: [financeModules.royalty, 'System'],
    states: {},
  });
}
