import { bars, board, figure, table } from '@aangan/contract/board.ts';
import { daySchema } from '@aangan/contract/fields.ts';
import { feeAssignmentContract } from '../assignment/fee-assignment.contract.ts';
import { cheques } from '../cheque/cheque.contract.ts';
import { eInvoices } from '../e-invoice/e-invoice.contract.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { financeModules } from '../modules.ts';
import { payments } from '../payment/payment.listing.ts';
import { paymentExceptionContract } from '../payment/payment-exception.contract.ts';
import { doublePayments, refunds } from '../refund/refund.contract.ts';
import { royaltyContract } from '../royalty/royalty.contract.ts';
import { settlements } from '../settlement/settlement.contract.ts';

export const SOON_DAYS = 7;

const children = { path: '/ledger/student-list', list: ledgerContract.students } as const;

/** /finance/dashboard (story 24). */
export const financeBoard = board({
  name: 'finance.dashboard',
  summary: 'Figures of the day; each opens the list it was counted from.',
  module: [financeModules.financeDashboard, 'level_4'],
  input: { on: daySchema.optional() },
  cards: {
    overdue: figure({
      label: 'Overdue',
      unit: 'money',
      opens: { ...children, measures: { total: 'overdue' } },
    }),
    dueSoon: figure({
      label: `Children due within ${SOON_DAYS} days`,
      unit: 'count',
      opens: { ...children, measures: 'rows' },
    }),
    plans: figure({
      label: 'Fee plans to approve',
      unit: 'count',
      opens: { path: '/approve-plan/list', list: feeAssignmentContract.queue, measures: 'rows' },
    }),
    payments: figure({
      label: 'Payments to approve',
      unit: 'count',
      opens: { path: '/approve-payment/list', list: payments.endpoints.list, measures: 'rows' },
    }),
    refunds: figure({
      label: 'Refunds to approve',
      unit: 'count',
      opens: { path: '/approve-payment/list?tab=refunds', list: refunds.endpoints.list, measures: 'rows' },
    }),
    cheques: figure({
      label: 'Cheques to deposit today',
      unit: 'count',
      opens: { path: '/approve-payment/list?tab=cheques', list: cheques.endpoints.list, measures: 'rows' },
    }),
    doubles: figure({
      label: 'Double payments to decide',
      unit: 'count',
      opens: {
        path: '/approve-payment/list?tab=double',
        list: doublePayments.endpoints.list,
        measures: 'rows',
      },
    }),
    eInvoices: figure({
      label: 'E-invoices that need you',
      unit: 'count',
      opens: { path: '/royalty/eInvoice-list', list: eInvoices.endpoints.list, measures: 'rows' },
    }),
    payouts: figure({
      label: 'Payouts to approve',
      unit: 'count',
      opens: {
        path: '/ledger/nodal-payment-transfer?tab=payouts',
        list: settlements.endpoints.list,
        measures: 'rows',
      },
    }),
    concession: figure({
      label: 'Concessions given',
      unit: 'money',
      opens: { ...children, measures: { total: 'concession' } },
    }),
    advance: figure({
      label: 'Paid ahead by parents',
      unit: 'money',
      opens: { ...children, measures: { total: 'advance' } },
    }),
    royalty: figure({
      label: 'Royalty this month',
      unit: 'money',
      opens: { path: '/royalty/list', list: royaltyContract.centres, measures: { sum: 'royalty' } },
    }),
    payable: figure({
      label: 'Owed to centres',
      unit: 'money',
      opens: {
        path: '/ledger/franchisee-nodal',
        list: ledgerContract.nodalCentres,
        measures: { total: 'payable' },
      },
    }),
    /** The same for one centre. */
    receivable: figure({
      label: 'Head office owes us',
      unit: 'money',
      opens: {
        path: '/ledger/franchisee-nodal',
        list: ledgerContract.nodalCentres,
        measures: { total: 'payable' },
      },
    }),
    exceptions: figure({
      label: 'Payment exceptions open',
      unit: 'count',
      opens: { path: '/ledger/nodal?tab=exceptions', list: paymentExceptionContract.list, measures: 'rows' },
    }),
    months: bars({
      label: 'Due and collected by month',
      unit: 'money',
      series: { due: 'Due', collected: 'Collected of it' },
      empty: {
        title: 'No fees yet.',
        help: 'Start with fee types, then a fee plan.',
        action: { label: 'Fee types', to: '/fee-types/feeTypes-list' },
      },
    }),
    ageing: table({
      label: 'Overdue by age',
      first: 'Age',
      columns: {
        children: { label: 'Children', unit: 'count', measures: 'rows' },
        amount: { label: 'Overdue', unit: 'money', measures: { total: 'overdue' } },
      },
      opens: children,
    }),
  },
});
