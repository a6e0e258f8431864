// Every tile counts exactly the rows of the list it opens, and carries that list's address (story 24; the test compares).
import { academicYearDays, academicYearOf, addDays, todayIst } from '@aangan/contract/period.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { ageingBuckets } from '../ledger/ledger.contract.ts';
import { financeModules } from '../modules.ts';
import { financeDashboardContract } from './finance-dashboard.contract.ts';

interface Tile {
  key: string;
  label: string;
  unit: 'money' | 'count';
  value: number;
  note: string | null;
  to: string | null;
}

export const financeDashboard = handle(financeDashboardContract.get, async ({ db, actor, input, now }) => {
  const on = input.on ?? todayIst(now);
  const open = await openSums(db, actor, on);
  return {
    asOf: now.toISOString(),
    tiles: await tilesOf(db, actor, on, open),
    months: await monthsOf(db, actor, on),
    ageing: ageingOf(open),
  };
});

async function tilesOf(db: Db, actor: Actor, on: string, open: OpenSums): Promise<Tile[]> {
  const link = (module: string, to: string): string | null => (holds(actor, module, false) ? to : null);
  const given = await concessionSum(db, actor);
  const ahead = await advanceSum(db, actor);
  const counts = await countsOf(db, actor, on);
  const children = (n: number): string => `${n} ${n === 1 ? 'child' : 'children'}`;
  return [
    {
      key: 'overdue',
      label: 'Overdue',
      unit: 'money',
      value: open.overdue,
      note: children(open.overdueChildren),
      to: link(financeModules.ledger, '/ledger/student-list?ageing=overdue'),
    },
    {
      key: 'dueSoon',
      label: 'Children due within 7 days',
      unit: 'count',
      value: open.soon,
      note: null,
      to: link(financeModules.ledger, '/ledger/student-list?dueWithinDays=7'),
    },
    {
      key: 'plans',
      label: 'Fee plans to approve',
      unit: 'count',
      value: counts.plans,
      note: null,
      to: link(financeModules.ApproveFeePlan, '/approve-plan/list'),
    },
    {
      key: 'payments',
      label: 'Payments to approve',
      unit: 'count',
      value: counts.payments,
      note: null,
      to: link(financeModules.ApprovePaymentList, '/approve-payment/list?status=APPROVAL_WAITING'),
    },
    {
      key: 'concession',
      label: 'Concessions given',
      unit: 'money',
      value: given.amount,
      note: children(given.children),
      to: link(financeModules.ledger, '/ledger/student-list?concession=true'),
    },
    {
      key: 'advance',
      label: 'Paid ahead by parents',
      unit: 'money',
      value: ahead.amount,
      note: children(ahead.children),
      to: link(financeModules.ledger, '/ledger/student-list?advance=true'),
    },
    {
      key: 'royalty',
      label: 'Royalty this month',
      unit: 'money',
      value: counts.royalty,
      note: null,
      to: link(financeModules.royalty, `/royalty/list?month=${on.slice(0, 7)}`),
    },
    {
      key: 'payable',
      label: actor.wholeNetwork && actor.franchiseeId === null ? 'Owed to centres' : 'Head office owes us',
      unit: 'money',
      value: counts.payable,
      note: null,
      to: link(financeModules.ledger, '/ledger/franchisee-nodal'),
    },
  ];
}

interface OpenSums {
  overdue: number;
  overdueChildren: number;
  soon: number;
  buckets: { days: string; amount: number; children: number }[];
}

const centreOf = (actor: Actor, column: string) =>
  actor.franchiseeId === null ? sql`true` : sql`${sql.ref(column)} = ${actor.franchiseeId}`;

/** One walk over what is open (partial index fee_line_open), by account: the sums of the student list, however large. */
async function openSums(db: Db, actor: Actor, on: string): Promise<OpenSums> {
  const { rows } = await sql<{ bucket: string; amount: number; children: number; soon: number }>`
    select case when o.days is null then 'none' when o.days <= 7 then '1-7' when o.days <= 15 then '8-15' when o.days <= 30 then '16-30' when o.days <= 60 then '31-60' when o.days <= 90 then '61-90' else '90+' end as bucket,
      coalesce(sum(o.overdue), 0)::bigint as amount, count(*)::int as children, count(*) filter (where o.soon)::int as soon
    from (select l.franchisee_id, l.fee_account_id, sum(l.net - l.allocated) filter (where l.due_on + l.grace_days < ${on}::date) as overdue,
        max(${on}::date - (l.due_on + l.grace_days)) filter (where l.due_on + l.grace_days < ${on}::date) as days, bool_or(l.due_on between ${on}::date and ${addDays(on, 7)}::date) as soon
      from fee_line l where l.state = 'OPEN' and l.allocated < l.net and ${centreOf(actor, 'l.franchisee_id')} group by 1, 2) o
    join fee_account a on a.franchisee_id = o.franchisee_id and a.id = o.fee_account_id and a.closed_on is null group by 1`.execute(
    db,
  );
  const late = rows.filter((row) => row.bucket !== 'none');
  return {
    overdue: late.reduce((sum, row) => sum + row.amount, 0),
    overdueChildren: late.reduce((sum, row) => sum + row.children, 0),
    soon: rows.reduce((sum, row) => sum + row.soon, 0),
    buckets: late.map((row) => ({ days: row.bucket, amount: row.amount, children: row.children })),
  };
}

interface Sum {
  amount: number;
  children: number;
}

async function concessionSum(db: Db, actor: Actor): Promise<Sum> {
  const { rows } =
    await sql<Sum>`select coalesce(sum(c.amount), 0)::bigint as amount, count(*)::int as children
    from (select franchisee_id, fee_account_id, sum(concession) as amount from fee_line where concession > 0 and state <> 'CANCELLED' and ${centreOf(actor, 'franchisee_id')} group by 1, 2) c
    join fee_account a on a.franchisee_id = c.franchisee_id and a.id = c.fee_account_id and a.closed_on is null`.execute(
      db,
    );
  return rows[0] ?? { amount: 0, children: 0 };
}

async function advanceSum(db: Db, actor: Actor): Promise<Sum> {
  const { rows } =
    await sql<Sum>`select coalesce(-sum(b.amount), 0)::bigint as amount, count(*)::int as children from ledger_balance b
    join fee_account a on a.franchisee_id = b.franchisee_id and a.id::text = b.party_id and a.closed_on is null
    where b.account_code = '2100' and b.amount < 0 and ${centreOf(actor, 'b.franchisee_id')}`.execute(db);
  return rows[0] ?? { amount: 0, children: 0 };
}

const ageingOf = (open: OpenSums) =>
  ageingBuckets
    .filter((bucket) => bucket !== 'overdue' && bucket !== 'none')
    .map((bucket) => {
      const sums = open.buckets.find((one) => one.days === bucket);
      return {
        label: `${bucket} days`,
        amount: sums?.amount ?? 0,
        children: sums?.children ?? 0,
        to: `/ledger/student-list?ageing=${encodeURIComponent(bucket)}`,
      };
    });

async function countsOf(
  db: Db,
  actor: Actor,
  on: string,
): Promise<{ plans: number; payments: number; royalty: number; payable: number }> {
  const centre = actor.franchiseeId === null ? sql`true` : sql`franchisee_id = ${actor.franchiseeId}`;
  const { rows } = await sql<{ plans: number; payments: number; royalty: number; payable: number }>`select
    (select count(*)::int from fee_assignment where status = 'PENDING' and ${centre}) as plans,
    (select count(*)::int from payment where status = 'APPROVAL_WAITING' and ${centre}) as payments,
    (select coalesce(sum(royalty), 0)::bigint from royalty_accrual where month = ${`${on.slice(0, 7)}-01`} and ${centre}) as royalty,
    (select coalesce(sum(amount), 0)::bigint from ledger_balance where account_code = '1300' and ${centre}) as payable`.execute(
    db,
  );
  return rows[0] ?? { plans: 0, payments: 0, royalty: 0, payable: 0 };
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Due and collected by month of the year; collected is money put on lines, by the month its instalment was due. */
async function monthsOf(db: Db, actor: Actor, on: string) {
  const year = academicYearDays(academicYearOf(on));
  const { rows } = await sql<{ month: string; due: number; collected: number }>`
    select date_trunc('month', due_on)::date::text as month, sum(net)::bigint as due, sum(allocated)::bigint as collected from fee_line
     where state = 'OPEN' and due_on between ${year.from} and ${year.to} and ${actor.franchiseeId === null ? sql`true` : sql`franchisee_id = ${actor.franchiseeId}`} group by 1 order by 1`.execute(
    db,
  );
  return rows.map((row) => ({
    label: MONTH_NAMES[Number(row.month.slice(5, 7)) - 1] ?? row.month,
    due: row.due,
    collected: row.collected,
  }));
}
