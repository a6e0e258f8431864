// Money's work that waits, on the home of whoever may do it. Each card counts the rows its list opens with.
import {
  countCards,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
  type HomeFilters,
} from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { feeAssignmentContract } from './assignment/fee-assignment.contract.ts';
import { bankAccount } from './bank-account/bank-account.record.ts';
import { cheques } from './cheque/cheque.contract.ts';
import { CHEQUE_TO_DEPOSIT, DOUBLE_TO_DECIDE } from './dashboard/tally.server.ts';
import { eInvoices } from './e-invoice/e-invoice.contract.ts';
import { franchiseePayments } from './franchisee-due/franchisee-payment.listing.ts';
import { lateFeeWaivers } from './late-fee/late-fee.contract.ts';
import { financeModules as m } from './modules.ts';
import { ofFamily } from './payment/payment.listing.server.ts';
import { payments } from './payment/payment.listing.ts';
import { paymentExceptionContract } from './payment/payment-exception.contract.ts';
import { doublePayments, refunds } from './refund/refund.contract.ts';
import { settlements } from './settlement/settlement.contract.ts';

const PAYMENTS = '/approve-payment/list';

interface Waiting extends Pick<HomeCard, 'key' | 'title' | 'on' | 'todo'> {
  path: HomeCard['drill']['path'];
  list: HomeCard['drill']['list'];
  filters: HomeFilters;
  /** `<table> where …`: the rows the list shows with these filters. */
  rows: RawBuilder<unknown>;
  /** Of head office alone: its rows name no centre. */
  headOffice?: true;
}

/** Cards of one module, counted in one look. */
const waits = (module: HomeCards['module'], all: readonly Waiting[]): HomeCards => ({
  module,
  cards: all.map(({ key, title, on, todo, path, list, filters }) => ({
    key,
    title,
    unit: 'count',
    picture: 'number',
    on,
    ...(todo ? { todo } : {}),
    drill: { path, list, filters: () => filters, measures: 'rows' },
  })),
  read: (db, context) => count(db, context, all),
});

const count = (db: Db, context: HomeContext, all: readonly Waiting[]): Promise<Record<string, HomeFigure>> =>
  countCards(
    db,
    Object.fromEntries(
      all.map(({ key, rows, headOffice }) => {
        const here = headOffice ? sql`true` : inChosenCentre(context.actor, 'franchisee_id');
        return [key, sql`from ${rows} and ${here}`];
      }),
    ),
  );

const exceptions = waits(m.ledger, [
  {
    key: 'finance.exceptions',
    title: 'Money that does not fit the books',
    on: { finance: 19 },
    todo: { action: 'Look into', by: m.ledger },
    path: '/ledger/nodal?tab=exceptions',
    list: paymentExceptionContract.list,
    filters: { state: 'OPEN' },
    rows: sql`recon_exception where closed_at is null`,
    headOffice: true,
  },
]);

export const waitingCards: readonly HomeCards[] = [
  waits(m.ApprovePaymentList, [
    {
      key: 'finance.payments-to-approve',
      title: 'Payments to approve',
      on: { finance: 10, owner: 10, centre: 34 },
      todo: { action: 'Approve', by: m.ApprovePaymentList },
      path: PAYMENTS,
      list: payments.endpoints.list,
      filters: { status: 'APPROVAL_WAITING' },
      rows: sql`payment p where p.status = 'APPROVAL_WAITING' and ${ofFamily}`,
    },
    {
      key: 'finance.franchisee-payments',
      title: 'Transfers of centres to approve',
      on: { finance: 11 },
      todo: { action: 'Approve', by: m.ApprovePaymentList },
      path: '/ledger/franchisee/payments',
      list: franchiseePayments.endpoints.list,
      filters: { status: 'APPROVAL_WAITING' },
      rows: sql`payment p where p.status = 'APPROVAL_WAITING' and p.purpose in ('FRANCHISEE_DUE', 'KIT_ORDER')`,
    },
    {
      key: 'finance.cheques-to-deposit',
      title: 'Cheques to deposit today',
      on: { finance: 15, owner: 15, centre: 37 },
      todo: { action: 'Deposit', by: m.offlinePayment },
      path: `${PAYMENTS}?tab=cheques`,
      list: cheques.endpoints.list,
      filters: { status: 'RECEIVED', due: 'TODAY' },
      rows: sql`payment where ${CHEQUE_TO_DEPOSIT}`,
    },
    {
      key: 'finance.refunds-to-approve',
      title: 'Refunds to approve',
      on: { finance: 16 },
      todo: { action: 'Approve', by: m.ApprovePaymentList },
      path: `${PAYMENTS}?tab=refunds`,
      list: refunds.endpoints.list,
      filters: { status: 'REQUESTED' },
      rows: sql`refund where status = 'REQUESTED'`,
    },
    {
      key: 'finance.double-payments',
      title: 'Double payments to decide',
      on: { finance: 17, centre: 38 },
      todo: { action: 'Decide', by: m.ledger },
      path: `${PAYMENTS}?tab=double`,
      list: doublePayments.endpoints.list,
      filters: { choice: 'OPEN' },
      rows: sql`payment where ${DOUBLE_TO_DECIDE}`,
    },
    {
      key: 'finance.unreconciled',
      title: 'Unconfirmed online payments',
      on: { finance: 26 },
      path: PAYMENTS,
      list: payments.endpoints.list,
      filters: { status: 'INITIATED' },
      rows: sql`payment p where p.status = 'INITIATED' and ${ofFamily}`,
    },
  ]),
  waits(m.ApproveFeePlan, [
    {
      key: 'finance.plans-to-approve',
      title: 'Fee plans to approve',
      on: { finance: 12, owner: 12, zone: 12, centre: 36 },
      todo: { action: 'Approve', by: m.ApproveFeePlan },
      path: '/approve-plan/list',
      list: feeAssignmentContract.queue,
      filters: {},
      rows: sql`fee_assignment where status = 'PENDING' and module = 'ACADEMIC'`,
    },
  ]),
  waits(m.royalty, [
    {
      key: 'finance.e-invoices-failed',
      title: 'E-invoices that were refused',
      on: { finance: 18 },
      todo: { action: 'Correct', by: m.royalty },
      path: '/royalty/eInvoice-list',
      list: eInvoices.endpoints.list,
      filters: { group: 'NEEDS' },
      rows: sql`e_invoice where status = 'FAILED'`,
    },
  ]),
  waits(m.settlementTransfer, [
    {
      key: 'finance.payouts-to-approve',
      title: 'Payouts to approve',
      on: { finance: 13 },
      todo: { action: 'Approve', by: m.settlementTransfer },
      path: '/ledger/nodal-payment-transfer?tab=payouts',
      list: settlements.endpoints.list,
      filters: { status: 'SUBMITTED' },
      rows: sql`settlement_batch where status = 'SUBMITTED'`,
    },
  ]),
  waits(m.StudentFeeConcessionApproval, [
    {
      key: 'finance.late-fees-to-waive',
      title: 'Late fees to waive',
      on: { finance: 21, owner: 16 },
      todo: { action: 'Decide', by: m.StudentFeeConcessionApproval },
      path: '/approve-concession/list?tab=late-fees',
      list: lateFeeWaivers.endpoints.list,
      filters: { status: 'PENDING' },
      rows: sql`late_fee_waiver where status = 'PENDING'`,
    },
  ]),
  waits(m.FeeTypeApproval, [
    {
      key: 'finance.bank-accounts',
      title: 'Bank accounts to verify',
      on: { finance: 14, owner: 14 },
      todo: { action: 'Verify', by: m.FeeTypeApproval },
      path: '/fee-type/transaction/bank-details-list',
      list: bankAccount.endpoints.list,
      filters: { status: 'PENDING' },
      rows: sql`bank_account where status = 'PENDING'`,
    },
  ]),
  {
    ...exceptions,
    // Head office's alone, over all centres, as its screen.
    read: async (db, context, wanted) =>
      context.actor.wholeNetwork &&
      context.actor.franchiseeId === null &&
      holds(context.actor, 'level_7', false)
        ? exceptions.read(db, context, wanted)
        : {},
  },
];
