// Reads the running totals of migration 0550: what a dashboard or an unfiltered list says of a whole centre or network
// without a walk over its accounts. Each figure is the sum of the rows it stands for (dashboard.test.ts compares).
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

/** null: every centre in the caller's reach. */
export const centreIs = (franchiseeId: number | null): RawBuilder<boolean> =>
  franchiseeId === null ? sql`true` : sql`franchisee_id = ${franchiseeId}`;

export interface StudentTotals {
  children: number;
  billed: number;
  concession: number;
  paid: number;
  due: number;
  overdue: number;
  advance: number;
  planned: number;
}

/** Totals of all open fee accounts of a centre or, without one, of the caller's reach, as of a day. */
export async function tallyTotals(db: Db, franchiseeId: number | null, on: Day): Promise<StudentTotals> {
  const { rows } = await sql<StudentTotals>`select
      coalesce(sum(children) filter (where kind = 'ACCOUNT'), 0)::int as children,
      coalesce(sum(amount) filter (where kind = 'BILLED'), 0)::bigint as billed,
      coalesce(sum(amount) filter (where kind = 'CONCESSION'), 0)::bigint as concession,
      coalesce(sum(paid), 0)::bigint as paid,
      coalesce(sum(amount) filter (where kind = 'DUE' and day <= ${on}), 0)::bigint as due,
      coalesce(sum(amount) filter (where kind = 'LATE' and day <= ${on}), 0)::bigint as overdue,
      coalesce(sum(amount) filter (where kind = 'ADVANCE'), 0)::bigint as advance,
      coalesce(sum(amount) filter (where kind = 'PLANNED' or (kind = 'DUE' and day > ${on})), 0)::bigint as planned
    from finance_tally where ${centreIs(franchiseeId)}`.execute(db);
  return rows[0] as StudentTotals; // an aggregate without groups always has its one row
}

export interface OpenSums {
  overdue: number;
  overdueChildren: number;
  /** Children with something due from the day on, within `soonDays`. */
  soon: number;
}

/** What is late and what falls due soon, in a centre or in the caller's reach. */
export async function openSumsOf(
  db: Db,
  of: { franchiseeId: number | null; on: Day; soonDays: number },
): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`select
      coalesce(sum(amount) filter (where kind = 'LATE' and day <= ${of.on}), 0)::bigint as overdue,
      coalesce(sum(children) filter (where kind = 'LATE' and day <= ${of.on}), 0)::int as "overdueChildren",
      coalesce(sum(children) filter (where kind = 'DUE' and since < ${of.on} and day between ${of.on} and ${addDays(of.on, of.soonDays)}), 0)::int as soon
    from finance_tally where kind in ('LATE', 'DUE') and ${centreIs(of.franchiseeId)}`.execute(db);
  return rows[0] as OpenSums; // an aggregate without groups always has its one row
}

/** Adds up the differences of each cell into one row. Nobody waits for it: writers only add rows. Returns the cells compacted. */
export async function compactTally(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from finance_tally t using (select franchisee_id, kind, day, since from finance_tally group by 1, 2, 3, 4 having count(*) > 1) many
       where (t.franchisee_id, t.kind, t.day, t.since) = (many.franchisee_id, many.kind, many.day, many.since)
      returning t.franchisee_id, t.kind, t.day, t.since, t.amount, t.paid, t.children),
    compacted as (
      insert into finance_tally (franchisee_id, kind, day, since, amount, paid, children)
      select franchisee_id, kind, day, since, sum(amount), sum(paid), sum(children) from gone group by 1, 2, 3, 4
      having sum(amount) <> 0 or sum(paid) <> 0 or sum(children) <> 0
      returning 1)
    select count(*)::int as n from compacted`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Bounds of an age in days past due and grace, both included. */
export interface AgeBucket {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface BoardFigures {
  overdue: number;
  overdueChildren: number;
  soon: number;
  concession: number;
  concessionChildren: number;
  advance: number;
  advanceChildren: number;
  ages: { label: string; amount: number; children: number }[] | null;
  months: { month: string; due: number; collected: number }[] | null;
  plans: number;
  payments: number;
  refunds: number;
  cheques: number;
  doubles: number;
  eInvoices: number;
  payouts: number;
  /** Open payment exceptions of the whole network; head office's alone to see. */
  exceptions: number;
  royalty: number;
  payable: number;
}

export interface BoardOf {
  franchiseeId: number | null;
  on: Day;
  year: { from: Day; to: Day };
  buckets: readonly AgeBucket[];
  /** Days ahead, the day itself included, within which something falls due. */
  soonDays: number;
}

/** As the register of cheques and the list of double payments count them; over `payment`. */
export const CHEQUE_TO_DEPOSIT = sql`status = 'APPROVAL_WAITING' and mode in ('CHEQUE', 'DD') and fee_account_id is not null
  and coalesce(instrument_state, 'RECEIVED') = 'RECEIVED'
  and coalesce((instrument ->> 'date')::date, '-infinity') <= (now() at time zone 'Asia/Kolkata')::date`;
export const DOUBLE_TO_DECIDE = sql`doubled > 0 and double_choice is null and status in ('CONFIRMED', 'TRANSFERRED') and fee_account_id is not null`;

/** All figures of the finance dashboard in one statement. */
export async function boardFigures(db: Db, of: BoardOf): Promise<BoardFigures> {
  const { on } = of;
  const mine = centreIs(of.franchiseeId);
  const { rows } = await sql<BoardFigures>`
    with cell as materialized (select kind, day, since, amount, paid, children from finance_tally where ${mine})
    select
      coalesce(sum(amount) filter (where kind = 'LATE' and day <= ${on}), 0)::bigint as overdue,
      coalesce(sum(children) filter (where kind = 'LATE' and day <= ${on}), 0)::int as "overdueChildren",
      coalesce(sum(children) filter (where kind = 'DUE' and since < ${on} and day between ${on} and ${addDays(on, of.soonDays)}), 0)::int as soon,
      coalesce(sum(amount) filter (where kind = 'CONCESSION'), 0)::bigint as concession,
      coalesce(sum(children) filter (where kind = 'CONCESSION'), 0)::int as "concessionChildren",
      coalesce(sum(amount) filter (where kind = 'ADVANCE'), 0)::bigint as advance,
      coalesce(sum(children) filter (where kind = 'ADVANCE'), 0)::int as "advanceChildren",
      (select json_agg(json_build_object('label', b.label, 'amount', b.amount, 'children', b.children)) from (
        select a.label, sum(c.amount) as amount, sum(c.children) as children from cell c
          join unnest(${of.buckets.map((b) => b.label)}::text[], ${of.buckets.map((b) => b.from)}::int[], ${of.buckets.map((b) => b.to)}::int[]) a (label, low, high)
            on ${on}::date - c.since + 1 between a.low and a.high
         where c.kind = 'LATE' and c.day <= ${on} group by 1) b) as ages,
      (select json_agg(json_build_object('month', m.month, 'due', m.due, 'collected', m.paid) order by m.month) from (
        select day::text as month, sum(amount) as due, sum(paid) as paid from cell
         where kind = 'BILLED' and day between ${of.year.from} and ${of.year.to} group by 1) m) as months,
      (select count(*)::int from fee_assignment where status = 'PENDING' and module = 'ACADEMIC' and ${mine}) as plans,
      (select count(*)::int from payment where status = 'APPROVAL_WAITING' and fee_account_id is not null and ${mine}) as payments,
      (select count(*)::int from refund where status = 'REQUESTED' and ${mine}) as refunds,
      (select count(*)::int from payment where ${CHEQUE_TO_DEPOSIT} and ${mine}) as cheques,
      (select count(*)::int from payment where ${DOUBLE_TO_DECIDE} and ${mine}) as doubles,
      (select count(*)::int from e_invoice where status = 'FAILED' and ${mine}) as "eInvoices",
      (select count(*)::int from settlement_batch where status = 'SUBMITTED' and ${mine}) as payouts,
      (select count(*)::int from recon_exception where closed_at is null) as exceptions,
      (select coalesce(sum(royalty), 0)::bigint from royalty_accrual where month = ${`${on.slice(0, 7)}-01`} and ${mine}) as royalty,
      (select coalesce(sum(amount), 0)::bigint from ledger_balance where account_code = '1300' and party_id = '' and ${mine}) as payable
    from cell`.execute(db);
  return rows[0] as BoardFigures; // an aggregate without groups always has its one row
}
