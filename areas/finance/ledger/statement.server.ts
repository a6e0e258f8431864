// Statements: entries of some accounts of a book with opening, running and closing balance, in pages.

import { academicYearDays, academicYearOf, addDays } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { pageLimit } from '@aangan/server/record/keyset.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { AccountCode } from './chart.ts';
import type { Statement } from './ledger.contract.ts';
import { sourceTitle } from './sources.ts';

export interface StatementPage {
  /** Codes of the chart. */
  readonly accounts: readonly AccountCode[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
  readonly today: string;
}

export interface StatementOf extends StatementPage {
  /** A centre: its accounts that have no party, whose months are summed (decision 0029). */
  readonly franchiseeId: number;
}

interface Line {
  id: string;
  on: string;
  voucher: string | null;
  source: string;
  narration: string | null;
  amount: number;
  reversed: boolean;
  txid: string;
}

/** What `statementColumns` selects. */
export interface StatementColumns {
  opening: number;
  entries: Line[] | null;
}

/** Ascending by day, then as posted; of one transaction what is owed stands before what pays it. `opening` of a later page is the balance before its first row. */
export async function statementOf(db: Db, of: StatementOf): Promise<Statement> {
  const book = {
    franchiseeId: sql<number>`${of.franchiseeId}`,
    party: sql<string>`''`,
    monthsSummed: true,
  };
  const { rows } = await sql<StatementColumns>`select ${statementColumns(of, book)}`.execute(db);
  return toStatement(rows[0] as StatementColumns, of); // a select without FROM has its one row
}

const fromOf = (of: StatementPage): string => of.from ?? academicYearDays(academicYearOf(of.today)).from;
const toOf = (of: StatementPage): string => of.to ?? of.today;

/** Opening sum and page of a statement as two columns of a query, whose book and party may come from its own tables. */
export function statementColumns(
  of: StatementPage,
  book: { franchiseeId: RawBuilder<number>; party: RawBuilder<string>; monthsSummed?: boolean },
): RawBuilder<unknown> {
  const cursor = of.after === undefined ? null : readAfter(of.after);
  // Codes and limit stand in the text: as parameters the planner takes them for many, and plans anew at each call.
  const codes = sql.join(of.accounts.map((code) => sql.lit(code)));
  // Account by account and fenced (`offset 0`), so that each is read by the index on its party and day. With a list of
  // accounts the planner, who counts the centre twice (here and in row security), reads all the centre ever posted.
  const postings = (when: RawBuilder<unknown>) => sql`
    unnest(array[${codes}]) code (account) cross join lateral (
      select p.franchisee_id, p.entry_id, p.effective_on, p.txid, p.amount from ledger_posting p
       where p.franchisee_id = ${book.franchiseeId} and p.account_code = code.account and p.party_id = ${book.party} and ${when} offset 0) p`;
  const moment = sql`(p.effective_on, p.txid)`;
  const place = sql`(sum(p.amount) < 0, p.entry_id)`;
  const at = cursor && {
    moment: sql`(${cursor.on}::date, ${cursor.txid}::xid8)`,
    place: sql`(${cursor.credit}::boolean, ${cursor.id}::uuid)`,
  };
  const before = at ? sql`${moment} < ${at.moment}` : sql`p.effective_on <= ${addDays(fromOf(of), -1)}`;
  // A child's account is as old as the child; a centre's grows with the centre, so what lies before the month is what stands
  // in all less what came from the month on: few rows for the page of this year, whatever the age (decision 0029).
  const month = `${(cursor?.on ?? fromOf(of)).slice(0, 7)}-01`;
  const [summed, unsummed] = book.monthsSummed
    ? [
        sql` + (select coalesce(sum(b.amount), 0)::bigint from ledger_balance b where b.franchisee_id = ${book.franchiseeId}
          and b.account_code in (${codes}) and b.party_id = ${book.party})
        - (select coalesce(sum(k.amount), 0)::bigint from ledger_month k where k.franchisee_id = ${book.franchiseeId}
          and k.account_code in (${codes}) and k.month >= ${month})`,
        sql`${before} and p.effective_on >= ${month}`,
      ]
    : [sql``, before];
  const past = at ? sql`${moment} >= ${at.moment}` : sql`p.effective_on >= ${fromOf(of)}`;
  // Entries of the cursor's own transaction that stood on the page before.
  const shown = at
    ? sql` + (select coalesce(sum(s.amount), 0)::bigint from (select sum(p.amount) as amount
        from ${postings(sql`${moment} = ${at.moment}`)} group by p.entry_id having ${place} <= ${at.place}) s)`
    : sql``;
  const unseen = at ? sql`and (${moment} > ${at.moment} or ${place} > ${at.place})` : sql``;
  return sql`
    (select coalesce(sum(p.amount), 0)::bigint from ${postings(unsummed)})${summed}${shown} as opening,
    (select json_agg(t) from (
      select e.id, e.effective_on as on, s.entry_no as voucher, e.source, e.narration, m.amount, m.txid::text as txid,
        exists (select from ledger_entry r where r.franchisee_id = e.franchisee_id and r.reverses_entry_id = e.id) as reversed
      from (select p.franchisee_id, p.entry_id, p.effective_on, p.txid, sum(p.amount)::bigint as amount
          from ${postings(sql`${past} and p.effective_on <= ${toOf(of)}`)}
          group by 1, 2, 3, 4 having sum(p.amount) <> 0 ${unseen} order by 3, 4, sum(p.amount) < 0, 2 limit ${pageLimit(of.limit)}) m
      join ledger_entry e on e.franchisee_id = m.franchisee_id and e.id = m.entry_id
      left join ledger_seal s on s.franchisee_id = e.franchisee_id and s.entry_id = e.id
      order by m.effective_on, m.txid, m.amount < 0, m.entry_id) t) as entries`;
}

/** The statement of what `statementColumns` gave. */
export function toStatement(columns: StatementColumns, of: StatementPage): Statement {
  const { opening } = columns;
  const entries = columns.entries ?? [];
  const page = entries.slice(0, of.limit);
  let [balance, debit, credit] = [opening, 0, 0];
  const rows = page.map((row) => {
    balance += row.amount;
    debit += Math.max(row.amount, 0);
    credit += Math.max(-row.amount, 0);
    return {
      ...row,
      title: sourceTitle(row.source),
      debit: Math.max(row.amount, 0),
      credit: Math.max(-row.amount, 0),
      balance,
      future: row.on > of.today,
    };
  });
  const last = page.at(-1);
  return {
    opening,
    rows,
    closing: balance,
    debit,
    credit,
    next: entries.length > of.limit && last ? `${last.on}_${last.txid}_${last.amount < 0}_${last.id}` : null,
    from: fromOf(of),
    to: toOf(of),
  };
}

function readAfter(text: string): { on: string; txid: string; credit: string; id: string } {
  const [, on, txid, credit, id] =
    /^(\d{4}-\d{2}-\d{2})_(\d{1,20})_(true|false)_([0-9a-f-]{36})$/.exec(text) ?? [];
  if (!on || !txid || !credit || !id)
    throw refuse('input.invalid', { fields: { after: 'Start again at the first page' } });
  return { on, txid, credit, id };
}
