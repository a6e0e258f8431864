// What the home shows of money. Every figure is the number of rows, or the sum, of the list it opens.
import { addDays, addMonths, type Day } from '@aangan/contract/period.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import {
  capped,
  figuresOf,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
} from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../network/public.server.ts';
import { feeAssignmentContract } from './assignment/fee-assignment.contract.ts';
import { bankAccount } from './bank-account/bank-account.record.ts';
import { cheques } from './cheque/cheque.contract.ts';
import { openSums } from './dashboard/finance-dashboard.server.ts';
import { CHEQUE_TO_DEPOSIT, DOUBLE_TO_DECIDE } from './dashboard/tally.server.ts';
import { eInvoices } from './e-invoice/e-invoice.contract.ts';
import { franchiseePayments } from './franchisee-due/franchisee-payment.listing.ts';
import { lateFeeWaivers } from './late-fee/late-fee.contract.ts';
import { ledgerContract } from './ledger/ledger.contract.ts';
import { financeModules as m } from './modules.ts';
import { collectedDay, ofFamily } from './payment/payment.listing.server.ts';
import { payments } from './payment/payment.listing.ts';
import { paymentExceptionContract } from './payment/payment-exception.contract.ts';
import { doublePayments, refunds } from './refund/refund.contract.ts';
import { royaltyContract } from './royalty/royalty.contract.ts';
import { settlements } from './settlement/settlement.contract.ts';

const TREND_DAYS = 14;
const PAYMENTS = '/approve-payment/list';
const number = 'number' as const;

const waiting: readonly HomeCard[] = [
  {
    key: 'finance.payments-to-approve',
    title: 'Payments to approve',
    unit: 'count',
    picture: number,
    on: { finance: 10, owner: 10, centre: 34 },
    todo: { deed: 'Approve', by: m.ApprovePaymentList },
    drill: {
      path: PAYMENTS,
      list: payments.endpoints.list,
      filters: () => ({ status: 'APPROVAL_WAITING' }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.franchisee-payments',
    title: 'Transfers of centres to approve',
    unit: 'count',
    picture: number,
    on: { finance: 11 },
    todo: { deed: 'Approve', by: m.ApprovePaymentList },
    drill: {
      path: '/ledger/franchisee/payments',
      list: franchiseePayments.endpoints.list,
      filters: () => ({ status: 'APPROVAL_WAITING' }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.cheques-to-deposit',
    title: 'Cheques to deposit today',
    unit: 'count',
    picture: number,
    on: { finance: 15, owner: 15, centre: 37 },
    todo: { deed: 'Deposit', by: m.offlinePayment },
    drill: {
      path: `${PAYMENTS}?tab=cheques`,
      list: cheques.endpoints.list,
      filters: () => ({ status: 'RECEIVED', due: 'TODAY' }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.refunds-to-approve',
    title: 'Refunds to approve',
    unit: 'count',
    picture: number,
    on: { finance: 16 },
    todo: { deed: 'Approve', by: m.ApprovePaymentList },
    drill: {
      path: `${PAYMENTS}?tab=refunds`,
      list: refunds.endpoints.list,
      filters: () => ({ status: 'REQUESTED' }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.double-payments',
    title: 'Double payments to decide',
    unit: 'count',
    picture: number,
    on: { finance: 17, centre: 38 },
    todo: { deed: 'Decide', by: m.ledger },
    drill: {
      path: `${PAYMENTS}?tab=double`,
      list: doublePayments.endpoints.list,
      filters: () => ({ choice: 'OPEN' }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.unreconciled',
    title: 'Unconfirmed online payments',
    unit: 'count',
    picture: number,
    on: { finance: 26 },
    drill: {
      path: PAYMENTS,
      list: payments.endpoints.list,
      filters: () => ({ status: 'INITIATED' }),
      measures: 'rows',
    },
  },
];

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;
const collected = (days: (today: Day) => { from: Day; to: Day }): HomeCard['drill'] => ({
  path: PAYMENTS,
  list: payments.endpoints.list,
  filters: ({ today }) => ({ collectedOn: days(today) }),
  measures: { sum: 'amount' },
});

const money: readonly HomeCard[] = [
  {
    key: 'finance.collected-today',
    title: 'Collected today',
    unit: 'money',
    picture: number,
    on: { finance: 30, centre: 44, owner: 42 },
    drill: collected((today) => ({ from: today, to: today })),
  },
  {
    key: 'finance.collected-month',
    title: 'Collected this month',
    unit: 'money',
    picture: number,
    on: { finance: 32, centre: 46, owner: 44 },
    drill: collected((today) => ({ from: monthOf(today), to: today })),
  },
  {
    key: 'finance.collected-days',
    title: 'Collected, 14 days',
    unit: 'money',
    picture: 'days',
    on: { finance: 80, centre: 86, owner: 84 },
    drill: collected((today) => ({ from: addDays(today, 1 - TREND_DAYS), to: today })),
  },
  {
    key: 'finance.collected-centres',
    title: 'Collected this month',
    unit: 'money',
    picture: 'centres',
    on: { finance: 106, owner: 108 },
    drill: collected((today) => ({ from: monthOf(today), to: today })),
  },
];

const plans: readonly HomeCard[] = [
  {
    key: 'finance.plans-to-approve',
    title: 'Fee plans to approve',
    unit: 'count',
    picture: number,
    on: { finance: 12, owner: 12, zone: 12, centre: 36 },
    todo: { deed: 'Approve', by: m.ApproveFeePlan },
    drill: {
      path: '/approve-plan/list',
      list: feeAssignmentContract.queue,
      filters: () => ({}),
      measures: 'rows',
    },
  },
];

const overdue: HomeCard['drill'] = {
  path: '/ledger/student-list',
  list: ledgerContract.students,
  filters: () => ({ ageing: 'overdue' }),
  measures: { total: 'overdue' },
};

const dues: readonly HomeCard[] = [
  {
    key: 'finance.overdue',
    title: 'Fees overdue',
    unit: 'money',
    picture: number,
    on: { finance: 20, centre: 42, zone: 22, owner: 40 },
    drill: overdue,
  },
  {
    key: 'finance.due-week',
    title: 'Children with fees due within 7 days',
    unit: 'count',
    picture: number,
    on: { finance: 40, centre: 48 },
    drill: {
      path: '/ledger/student-list',
      list: ledgerContract.students,
      filters: () => ({ dueWithinDays: 7 }),
      measures: 'rows',
    },
  },
  {
    key: 'finance.overdue-centres',
    title: 'Fees overdue',
    unit: 'money',
    picture: 'centres',
    on: { zone: 108, finance: 108, owner: 109 },
    drill: overdue,
  },
];

const royalties: readonly HomeCard[] = [
  {
    key: 'finance.royalty-month',
    title: 'Royalty earned this month',
    unit: 'money',
    picture: number,
    on: { finance: 50, owner: 46, zone: 40 },
    drill: {
      path: '/royalty/list',
      list: royaltyContract.centres,
      filters: ({ today }) => ({ month: today.slice(0, 7) }),
      measures: { total: 'royalty' },
    },
  },
  {
    key: 'finance.royalty-to-invoice',
    title: 'Royalty of last month to invoice',
    unit: 'money',
    picture: number,
    on: { finance: 52 },
    drill: {
      // The centre's place in the path is open: rows of every centre in reach.
      path: '/royalty/royalty-list/all',
      list: royaltyContract.accruals,
      filters: ({ today }) => ({ status: 'ACCRUED', month: addMonths(today, -1).slice(0, 7) }),
      measures: { total: 'royalty' },
    },
  },
];

const eInvoicesFailed: readonly HomeCard[] = [
  {
    key: 'finance.e-invoices-failed',
    title: 'E-invoices that were refused',
    unit: 'count',
    picture: number,
    on: { finance: 18 },
    todo: { deed: 'Correct', by: m.royalty },
    drill: {
      path: '/royalty/eInvoice-list',
      list: eInvoices.endpoints.list,
      filters: () => ({ group: 'NEEDS' }),
      measures: 'rows',
    },
  },
];

const payouts: readonly HomeCard[] = [
  {
    key: 'finance.payouts-to-approve',
    title: 'Payouts to approve',
    unit: 'count',
    picture: number,
    on: { finance: 13 },
    todo: { deed: 'Approve', by: m.settlementTransfer },
    drill: {
      path: '/ledger/nodal-payment-transfer?tab=payouts',
      list: settlements.endpoints.list,
      filters: () => ({ status: 'SUBMITTED' }),
      measures: 'rows',
    },
  },
];

const exceptions: readonly HomeCard[] = [
  {
    key: 'finance.exceptions',
    title: 'Money that does not fit the books',
    unit: 'count',
    picture: number,
    on: { finance: 19 },
    todo: { deed: 'Look into', by: m.ledger },
    drill: {
      path: '/ledger/nodal?tab=exceptions',
      list: paymentExceptionContract.list,
      filters: () => ({ state: 'OPEN' }),
      measures: 'rows',
    },
  },
];

const waivers: readonly HomeCard[] = [
  {
    key: 'finance.late-fees-to-waive',
    title: 'Late fees to waive',
    unit: 'count',
    picture: number,
    on: { finance: 21, owner: 16 },
    todo: { deed: 'Decide', by: m.StudentFeeConcessionApproval },
    drill: {
      path: '/approve-concession/list?tab=late-fees',
      list: lateFeeWaivers.endpoints.list,
      filters: () => ({ status: 'PENDING' }),
      measures: 'rows',
    },
  },
];

const accounts: readonly HomeCard[] = [
  {
    key: 'finance.bank-accounts',
    title: 'Bank accounts to verify',
    unit: 'count',
    picture: number,
    on: { finance: 14, owner: 14 },
    todo: { deed: 'Verify', by: m.FeeTypeApproval },
    drill: {
      path: '/fee-type/transaction/bank-details-list',
      list: bankAccount.endpoints.list,
      filters: () => ({ status: 'PENDING' }),
      measures: 'rows',
    },
  },
];

const at = ({ actor }: HomeContext, column = 'franchisee_id'): RawBuilder<unknown> =>
  actor.franchiseeId === null ? sql`true` : sql`${sql.ref(column)} = ${actor.franchiseeId}`;
const upToCap = (from: RawBuilder<unknown>, key: string) =>
  sql`${countUpToCap(sql`select ${from}`)} as ${sql.id(key)}`;

async function counted(db: Db, columns: readonly RawBuilder<unknown>[]): Promise<Record<string, HomeFigure>> {
  const { rows } = await sql<Record<string, number>>`select ${sql.join([...columns])}`.execute(db);
  return figuresOf(rows[0]);
}

const readWaiting = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(
      sql`from payment p where p.status = 'APPROVAL_WAITING' and ${ofFamily} and ${at(context)}`,
      'finance.payments-to-approve',
    ),
    upToCap(
      sql`from payment p where p.status = 'INITIATED' and ${ofFamily} and ${at(context)}`,
      'finance.unreconciled',
    ),
    upToCap(
      sql`from payment p where p.status = 'APPROVAL_WAITING' and p.purpose = 'FRANCHISEE_DUE' and ${at(context)}`,
      'finance.franchisee-payments',
    ),
    upToCap(sql`from payment where ${CHEQUE_TO_DEPOSIT} and ${at(context)}`, 'finance.cheques-to-deposit'),
    upToCap(sql`from refund where status = 'REQUESTED' and ${at(context)}`, 'finance.refunds-to-approve'),
    upToCap(sql`from payment where ${DOUBLE_TO_DECIDE} and ${at(context)}`, 'finance.double-payments'),
  ]);

const readPlans = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(
      sql`from fee_assignment where status = 'PENDING' and module = 'ACADEMIC' and ${at(context)}`,
      'finance.plans-to-approve',
    ),
  ]);

const readAccounts = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(sql`from bank_account where status = 'PENDING' and ${at(context)}`, 'finance.bank-accounts'),
  ]);

const readEInvoices = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(sql`from e_invoice where status = 'FAILED' and ${at(context)}`, 'finance.e-invoices-failed'),
  ]);

const readWaivers = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(
      sql`from late_fee_waiver where status = 'PENDING' and ${at(context)}`,
      'finance.late-fees-to-waive',
    ),
  ]);

const readPayouts = (db: Db, context: HomeContext) =>
  counted(db, [
    upToCap(
      sql`from settlement_batch where status = 'SUBMITTED' and ${at(context)}`,
      'finance.payouts-to-approve',
    ),
  ]);

/** Head office's alone, over all centres, as its screen. */
const readExceptions = async (db: Db, { actor }: HomeContext): Promise<Record<string, HomeFigure>> =>
  actor.wholeNetwork && actor.franchiseeId === null && holds(actor, 'level_7', false)
    ? counted(db, [upToCap(sql`from recon_exception where closed_at is null`, 'finance.exceptions')])
    : {};

// Through `received`, because an `at time zone` over every payment would be worked out row by row without the index.
const received = (context: HomeContext, from: Day, to: Day) =>
  sql`from payment p where p.status in ('CONFIRMED', 'TRANSFERRED') and ${ofFamily} and ${collectedDay} between ${from}::date and ${to}::date and ${at(context, 'p.franchisee_id')}`;

async function readMoney(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const { today } = context;
  const lastMonth = addMonths(today, -1);
  const first = addDays(today, 1 - TREND_DAYS);
  const from = [monthOf(lastMonth), addDays(first, -TREND_DAYS)].sort()[0] as Day;
  const { rows } = await sql<{
    day: Day;
    n: number;
  }>`select ${collectedDay} as day, sum(p.amount)::bigint as n ${received(context, from, today)} group by 1`.execute(
    db,
  );
  const between = (a: Day, b: Day) =>
    rows.filter((row) => row.day >= a && row.day <= b).reduce((sum, row) => sum + row.n, 0);
  const on = new Map(rows.map((row) => [row.day, row.n]));
  const days = Array.from({ length: TREND_DAYS }, (_, i) => addDays(first, i));
  const figures: Record<string, HomeFigure> = {
    'finance.collected-today': { n: on.get(today) ?? 0 },
    'finance.collected-month': {
      n: between(monthOf(today), today),
      before: { n: between(monthOf(lastMonth), lastMonth), period: 'by this date last month' },
    },
    'finance.collected-days': {
      n: between(first, today),
      before: {
        n: between(addDays(first, -TREND_DAYS), addDays(first, -1)),
        period: 'in the 14 days before',
      },
      points: days.map((day) => ({
        label: dayLabel(day),
        n: on.get(day) ?? 0,
        filters: { collectedOn: { from: day, to: day } },
      })),
    },
  };
  if (wanted.has('finance.collected-centres'))
    figures['finance.collected-centres'] = {
      n: between(monthOf(today), today),
      points: await perCentre(
        db,
        sql`select p.franchisee_id as id, sum(p.amount)::bigint as n ${received(context, monthOf(today), today)} group by 1`,
      ),
    };
  return figures;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayLabel = (day: Day): string => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;

async function perCentre(db: Db, query: RawBuilder<unknown>) {
  const { rows } = await sql<{
    id: number;
    n: number;
  }>`select * from (${query}) t order by t.n desc limit 400`.execute(db);
  const labels = await franchiseeLabels(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ label: labels.get(row.id) ?? '', n: row.n, centre: row.id }));
}

async function readDues(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const open = await openSums(db, context.actor, context.today);
  const children = open.overdueChildren;
  const figures: Record<string, HomeFigure> = {
    'finance.overdue': {
      n: open.overdue,
      note: children === 0 ? 'Nobody is late' : `${children} ${children === 1 ? 'child' : 'children'}`,
    },
    'finance.due-week': capped(open.soon),
  };
  if (wanted.has('finance.overdue-centres'))
    figures['finance.overdue-centres'] = {
      n: open.overdue,
      points: await perCentre(
        db,
        sql`select franchisee_id as id, sum(amount)::bigint as n from finance_tally
          where kind = 'LATE' and day <= ${context.today} and ${at(context)} group by 1 having sum(amount) <> 0`,
      ),
    };
  return figures;
}

async function readRoyalty(db: Db, context: HomeContext): Promise<Record<string, HomeFigure>> {
  const month = monthOf(context.today);
  const last = addMonths(month, -1);
  // The register leaves out centres that are closed or not yet signed; so does this.
  const { rows } = await sql<{ earned: number; before: number; open: number }>`select
    coalesce(sum(r.royalty) filter (where r.month = ${month}::date and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED')), 0)::bigint as earned,
    coalesce(sum(r.royalty) filter (where r.month = ${last}::date and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED')), 0)::bigint as before,
    coalesce(sum(r.royalty) filter (where r.month = ${last}::date and r.status = 'ACCRUED'), 0)::bigint as open
   from royalty_accrual r join franchisee f on f.id = r.franchisee_id
   where r.month in (${last}::date, ${month}::date) and ${at(context, 'r.franchisee_id')}`.execute(db);
  const sums = rows[0] ?? { earned: 0, before: 0, open: 0 };
  return {
    'finance.royalty-month': {
      n: sums.earned,
      note: `${formatInr(paise(sums.before)).replace(/\.\d\d$/, '')} in the whole of last month`,
    },
    'finance.royalty-to-invoice': { n: sums.open },
  };
}

export const financeHomeCards: readonly HomeCards[] = [
  { module: m.ApprovePaymentList, cards: waiting, read: readWaiting },
  { module: m.ApproveFeePlan, cards: plans, read: readPlans },
  { module: m.royalty, cards: eInvoicesFailed, read: readEInvoices },
  { module: m.settlementTransfer, cards: payouts, read: readPayouts },
  { module: m.StudentFeeConcessionApproval, cards: waivers, read: readWaivers },
  { module: m.ledger, cards: exceptions, read: readExceptions },
  { module: m.FeeTypeApproval, cards: accounts, read: readAccounts },
  { module: m.ApprovePaymentList, cards: money, keepS: 60, read: readMoney },
  { module: m.ledger, cards: dues, keepS: 60, read: readDues },
  { module: m.royalty, cards: royalties, keepS: 60, read: readRoyalty },
];
