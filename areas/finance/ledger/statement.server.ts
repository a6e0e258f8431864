// Statements: entries of some accounts of a book with opening, running and closing balance, in pages.
import { academicYearDays, academicYearOf, addDays } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import type { Statement } from './ledger.contract.ts';
import { sourceTitle } from './sources.ts';

export interface StatementOf {
  readonly franchiseeId: number;
  readonly accounts: readonly string[];
  /** Only this party's postings. */
  readonly party?: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
  readonly today: string;
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

/** Ascending by day, then as posted. `opening` of a later page is the balance before its first row. */
export async function statementOf(db: Db, of: StatementOf): Promise<Statement> {
  const from = of.from ?? academicYearDays(academicYearOf(of.today)).from;
  const to = of.to ?? of.today;
  const cursor = of.after === undefined ? null : readAfter(of.after);
  const mine = sql`p.franchisee_id = ${of.franchiseeId} and p.account_code = any (${of.accounts as string[]}::text[]) ${of.party === undefined ? sql`` : sql`and p.party_id = ${of.party}`}`;
  const past = cursor
    ? sql`(p.effective_on, p.txid, p.entry_id) > (${cursor.on}::date, ${cursor.txid}::xid8, ${cursor.id}::uuid)`
    : sql`p.effective_on >= ${from}`;
  const { rows } = await sql<Line>`
    select e.id, e.effective_on as on, s.entry_no as voucher, e.source, e.narration, m.amount, m.txid::text as txid,
      exists (select from ledger_entry r where r.franchisee_id = e.franchisee_id and r.reverses_entry_id = e.id) as reversed
    from (select p.entry_id, p.effective_on, p.txid, sum(p.amount)::bigint as amount from ledger_posting p where ${mine} and ${past} and p.effective_on <= ${to}
      group by 1, 2, 3 having sum(p.amount) <> 0 order by 2, 3, 1 limit ${of.limit + 1}) m
    join ledger_entry e on e.franchisee_id = ${of.franchiseeId} and e.id = m.entry_id
    left join ledger_seal s on s.franchisee_id = e.franchisee_id and s.entry_id = e.id
    order by m.effective_on, m.txid, m.entry_id`.execute(db);
  const before = cursor
    ? sql`(p.effective_on, p.txid, p.entry_id) <= (${cursor.on}::date, ${cursor.txid}::xid8, ${cursor.id}::uuid)`
    : sql`p.effective_on <= ${addDays(from, -1)}`;
  const opening = await sumOf(db, mine, before);
  const page = rows.slice(0, of.limit);
  let balance = opening;
  const lines = page.map((row) => {
    balance += row.amount;
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
    rows: lines,
    closing: balance,
    debit: lines.reduce((sum, line) => sum + line.debit, 0),
    credit: lines.reduce((sum, line) => sum + line.credit, 0),
    next: rows.length > of.limit && last ? `${last.on}_${last.txid}_${last.id}` : null,
    from,
    to,
  };
}

async function sumOf(db: Db, mine: ReturnType<typeof sql>, before: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`select coalesce(sum(p.amount), 0)::bigint as sum from ledger_posting p where ${mine} and ${before}`.execute(
    db,
  );
  return rows[0]?.sum ?? 0;
}

function readAfter(text: string): { on: string; txid: string; id: string } {
  const [, on, txid, id] = /^(\d{4}-\d{2}-\d{2})_(\d{1,20})_([0-9a-f-]{36})$/.exec(text) ?? [];
  if (!on || !txid || !id)
    throw refuse('input.invalid', { fields: { after: 'Start again at the first page' } });
  return { on, txid, id };
}
