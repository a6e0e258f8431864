// What the home shows of money. Every figure is the number of rows, or the sum, of the list it opens.
import { addDays, addMonths, type Day } from '@aangan/contract/period.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import {
  capped,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
} from '@aangan/server/endpoint/home-card.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../network/public.server.ts';
import { openSums } from './dashboard/finance-dashboard.server.ts';
import { waitingCards } from './home-waiting.server.ts';
import { ledgerContract } from './ledger/ledger.contract.ts';
import { financeModules as m } from './modules.ts';
import { collectedDay, ofFamily } from './payment/payment.listing.server.ts';
import { payments } from './payment/payment.listing.ts';
import { royaltyContract } from './royalty/royalty.contract.ts';

const TREND_DAYS = 14;
const PAYMENTS = '/approve-payment/list';
const number = 'number' as const;

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

// Through `received`, because an `at time zone` over every payment would be worked out row by row without the index.
const received = (context: HomeContext, from: Day, to: Day) =>
  sql`from payment p where p.status in ('CONFIRMED', 'TRANSFERRED') and ${ofFamily} and ${collectedDay} between ${from}::date and ${to}::date and ${inChosenCentre(context.actor, 'p.franchisee_id')}`;

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
          where kind = 'LATE' and day <= ${context.today} and ${inChosenCentre(context.actor, 'franchisee_id')} group by 1 having sum(amount) <> 0`,
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
   where r.month in (${last}::date, ${month}::date) and ${inChosenCentre(context.actor, 'r.franchisee_id')}`.execute(
    db,
  );
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
  ...waitingCards,
  { module: m.ApprovePaymentList, cards: money, keepS: 60, read: readMoney },
  { module: m.ledger, cards: dues, keepS: 60, read: readDues },
  { module: m.royalty, cards: royalties, keepS: 60, read: readRoyalty },
];
