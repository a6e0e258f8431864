// Histories of the workflows of plans, fee types, bank accounts and royalty agreements: their steps and what was changed.
import type { ModuleGate } from '@aangan/contract/endpoint.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { concessionApproval } from './concession/student-concession.listing.ts';
import { studentConcessionLabels } from './concession/student-concession.states.ts';
import { eInvoiceLabels } from './e-invoice/e-invoice.states.ts';
import { feePlanStatusTitles } from './fee-plan/fee-plan.states.ts';
import { lateFeeWaiverLabels } from './late-fee/late-fee.states.ts';
import { financeModules } from './modules.ts';
import { noteLabels } from './note/note.states.ts';
import { refundLabels } from './refund/refund.states.ts';
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
};

function workflow(
  kind: string,
  of: { table: string; title: string; module: ModuleGate; states: Readonly<Record<string, string>> },
): void {
  registerHistory(kind, {
    module: of.module,
    tables: [{ table: of.table, title: of.title, by: null }],
    columns: TOLD,
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
