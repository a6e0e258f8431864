// Head office's book has no running balance row (0501); its figures are a snapshot, taken each minute, plus the tail.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from './chart.ts';

/** Adds what has become final since the last run. Returns the number of accounts that moved. */
export async function takeSnapshot(db: Db, franchiseeId = HEAD_OFFICE): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with border as (select pg_snapshot_xmin(pg_current_snapshot()) as high),
    head as (
      insert into ledger_snapshot (franchisee_id, account_code, party_id, through_xid, amount) values (${franchiseeId}, '', '', '0', 0)
      on conflict (franchisee_id, account_code, party_id) do update set account_code = excluded.account_code
      returning through_xid as low),
    moved as (
      insert into ledger_snapshot (franchisee_id, account_code, party_id, through_xid, amount)
      select p.franchisee_id, p.account_code, p.party_id, border.high, sum(p.amount)
        from ledger_posting p, border, head
       where p.franchisee_id = ${franchiseeId} and p.txid >= head.low and p.txid < border.high
       group by 1, 2, 3, 4
      on conflict (franchisee_id, account_code, party_id) do update
        set amount = ledger_snapshot.amount + excluded.amount, through_xid = excluded.through_xid, taken_at = now()
      returning 1)
    select count(*)::int as moved from moved`.execute(db);
  // The head moves last and only in a statement of its own: two changes of one row in one statement are not allowed.
  await sql`update ledger_snapshot set through_xid = greatest(through_xid, coalesce((select max(s.through_xid) from ledger_snapshot s
    where s.franchisee_id = ${franchiseeId} and s.account_code <> ''), '0'::xid8)), taken_at = now()
    where franchisee_id = ${franchiseeId} and account_code = '' and party_id = ''`.execute(db);
  return rows[0]?.moved ?? 0;
}

export interface Figure {
  readonly account_code: string;
  readonly party_id: string;
  readonly amount: number;
}

/** Rows that sum up to the present figures of head office's book: the snapshot and the postings since, exact at this moment. */
export const standing = sql`(
  select account_code, party_id, amount from ledger_snapshot where franchisee_id = ${sql.lit(HEAD_OFFICE)} and account_code <> ''
  union all
  select account_code, party_id, amount from ledger_posting where franchisee_id = ${sql.lit(HEAD_OFFICE)}
     and txid >= coalesce((select through_xid from ledger_snapshot where franchisee_id = ${sql.lit(HEAD_OFFICE)} and account_code = ''), '0'::xid8))`;

/** Present figures of the head office book, by account and party. */
export async function headOfficeFigures(db: Db, accounts: readonly string[]): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select account_code, party_id, sum(amount)::bigint as amount from ${standing} s where account_code = any (${accounts}) group by 1, 2`.execute(
    db,
  );
  return rows;
}
