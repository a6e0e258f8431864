// Every tile is counted by the very query its list uses, and carries that list's address (story 24).
import { academicYearDays, academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { ageingBuckets } from '../ledger/ledger.contract.ts';
import { studentRows, totalsOf } from '../ledger/student-ledger.queries.server.ts';
import { financeModules } from '../modules.ts';
import { financeDashboardContract } from './finance-dashboard.contract.ts';

interface Tile { key: string; label: string; unit: 'money' | 'count'; value: number; note: string | null; to: string | null }

export const financeDashboard = handle(financeDashboardContract.get, async ({ db, actor, input, now }) => {
  const on = input.on ?? todayIst(now);
  const ageing = await ageingOf(db, actor, on);
  return { asOf: now.toISOString(), tiles: await tilesOf(db, actor, on), months: await monthsOf(db, actor, on), ageing };
});

async function tilesOf(db: Db, actor: Actor, on: string): Promise<Tile[]> {
  const at = { franchiseeId: actor.franchiseeId, on };
  const link = (module: string, to: string): string | null => (holds(actor, module, false) ? to : null);
  const overdue = await totalsOf(db, studentRows({ ...at, ageing: 'overdue' }));
  const week = await totalsOf(db, studentRows({ ...at, dueWithinDays: 7 }));
  const given = await totalsOf(db, studentRows({ ...at, concession: true }));
  const ahead = await totalsOf(db, studentRows({ ...at, advance: true }));
  const counts = await countsOf(db, actor, on);
  return [
    { key: 'overdue', label: 'Overdue', unit: 'money', value: overdue.overdue, note: `${overdue.children} children`, to: link(financeModules.ledger, '/ledger/student-list?ageing=overdue') },
    { key: 'dueSoon', label: 'Children due within 7 days', unit: 'count', value: week.children, note: null, to: link(financeModules.ledger, '/ledger/student-list?dueWithinDays=7') },
    { key: 'plans', label: 'Fee plans to approve', unit: 'count', value: counts.plans, note: null, to: link(financeModules.ApproveFeePlan, '/approve-plan/list') },
    { key: 'payments', label: 'Payments to approve', unit: 'count', value: counts.payments, note: null, to: link(financeModules.ApprovePaymentList, '/approve-payment/list?status=APPROVAL_WAITING') },
    { key: 'concession', label: 'Concessions given', unit: 'money', value: given.concession, note: `${given.children} children`, to: link(financeModules.ledger, '/ledger/student-list?concession=true') },
    { key: 'advance', label: 'Paid ahead by parents', unit: 'money', value: ahead.advance, note: `${ahead.children} children`, to: link(financeModules.ledger, '/ledger/student-list?advance=true') },
    { key: 'royalty', label: 'Royalty this month', unit: 'money', value: counts.royalty, note: null, to: link(financeModules.royalty, `/royalty/list?month=${on.slice(0, 7)}`) },
    { key: 'payable', label: actor.wholeNetwork && actor.franchiseeId === null ? 'Owed to centres' : 'Head office owes us', unit: 'money', value: counts.payable, note: null, to: link(financeModules.ledger, '/ledger/franchisee-nodal') },
  ];
}

async function countsOf(db: Db, actor: Actor, on: string): Promise<{ plans: number; payments: number; royalty: number; payable: number }> {
  const centre = actor.franchiseeId === null ? sql`true` : sql`franchisee_id = ${actor.franchiseeId}`;
  const { rows } = await sql<{ plans: number; payments: number; royalty: number; payable: number }>`select
    (select count(*)::int from fee_assignment where status = 'PENDING' and ${centre}) as plans,
    (select count(*)::int from payment where status = 'APPROVAL_WAITING' and ${centre}) as payments,
    (select coalesce(sum(royalty), 0)::bigint from royalty_accrual where month = ${`${on.slice(0, 7)}-01`} and ${centre}) as royalty,
    (select coalesce(sum(amount), 0)::bigint from ledger_balance where account_code = '1300' and ${centre}) as payable`.execute(db);
  return rows[0] ?? { plans: 0, payments: 0, royalty: 0, payable: 0 };
}

async function ageingOf(db: Db, actor: Actor, on: string) {
  const buckets: { label: string; amount: number; children: number; to: string }[] = [];
  for (const bucket of ageingBuckets.filter((one) => one !== 'overdue' && one !== 'none')) {
    const sums = await totalsOf(db, studentRows({ franchiseeId: actor.franchiseeId, on, ageing: bucket }));
    buckets.push({ label: `${bucket} days`, amount: sums.overdue, children: sums.children, to: `/ledger/student-list?ageing=${encodeURIComponent(bucket)}` });
  }
  return buckets;
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Due and collected by month of the year; collected is money put on lines, by the month its instalment was due. */
async function monthsOf(db: Db, actor: Actor, on: string) {
  const year = academicYearDays(academicYearOf(on));
  const { rows } = await sql<{ month: string; due: number; collected: number }>`
    select date_trunc('month', due_on)::date::text as month, sum(net)::bigint as due, sum(allocated)::bigint as collected from fee_line
     where state = 'OPEN' and due_on between ${year.from} and ${year.to} and ${actor.franchiseeId === null ? sql`true` : sql`franchisee_id = ${actor.franchiseeId}`} group by 1 order by 1`.execute(db);
  return rows.map((row) => ({ label: MONTH_NAMES[Number(row.month.slice(5, 7)) - 1] ?? row.month, due: row.due, collected: row.collected }));
}
