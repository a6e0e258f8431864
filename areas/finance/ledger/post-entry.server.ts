// The only writer of the ledger (finance.md 3.11). Called inside the transaction of the cause, so a posting that fails
// fails its action. Take document, fee account and fee line locks first: balances are locked here, number series after.
import { formatDate } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { type AccountCode, HEAD_OFFICE, partyOf } from './chart.ts';
import type { LedgerSource } from './sources.ts';

export interface EntryLine {
  readonly account: AccountCode;
  /** Paise; debit above zero, credit below. Lines of 0 are left out. */
  readonly amount: number;
  /** Fee account id or franchisee id, where the account wants one; gateway or bank account id where known. */
  readonly party?: string | number;
  readonly feeLineId?: string;
  readonly bankAccountId?: string;
  readonly memo?: string;
}

export interface NewEntry {
  readonly franchiseeId: number;
  readonly source: LedgerSource;
  /** With the source the idempotency key within the book. */
  readonly sourceId: string;
  /** IST day. Its month must be open; use `openDay` where a locked month may be meant. */
  readonly effectiveOn: string;
  readonly lines: readonly EntryLine[];
  readonly academicYearId?: number;
  readonly feeAccountId?: string;
  readonly narration?: string;
  readonly transferId?: string;
  readonly reversesEntryId?: string;
}

export interface PostedEntry {
  readonly entryId: string;
  /** False when this source was posted before, with the very same lines. */
  readonly created: boolean;
}

/** The same source was posted before with other lines: a bug of the caller, never a user's mistake. */
export class LedgerConflict extends Error {
  readonly code = 'ledger.conflict';
}

/** Posts one balanced entry. @throws Refusal 'ledger.period-locked'; LedgerConflict; Error for lines that cannot be */
export async function postEntry(db: Db, entry: NewEntry): Promise<PostedEntry> {
  const lines = prepared(entry);
  await ensureMonthOpen(db, entry.franchiseeId, entry.effectiveOn);
  const made = await db
    .insertInto('ledger_entry')
    .values({
      franchisee_id: entry.franchiseeId,
      source: entry.source,
      source_id: entry.sourceId,
      effective_on: entry.effectiveOn,
      academic_year_id: entry.academicYearId ?? null,
      fee_account_id: entry.feeAccountId ?? null,
      narration: entry.narration?.slice(0, 200) ?? null,
      transfer_id: entry.transferId ?? null,
      reverses_entry_id: entry.reversesEntryId ?? null,
      // No conflict target: of two reversals at once either unique index may be the one that is hit first.
    })
    .onConflict((oc) => oc.doNothing())
    .returning(['id', 'txid'])
    .executeTakeFirst();
  if (!made) return existing(db, entry, lines);
  await db
    .insertInto('ledger_posting')
    .values(
      lines.map((line, index) => ({
        ...line,
        franchisee_id: entry.franchiseeId,
        entry_id: made.id,
        line: index + 1,
        effective_on: entry.effectiveOn,
        txid: made.txid,
      })),
    )
    .execute();
  if (entry.franchiseeId !== HEAD_OFFICE) await moveBalances(db, entry.franchiseeId, lines);
  return { entryId: made.id, created: true };
}

/** Money between a centre and head office: one entry in each book, joined by a transfer id (architecture.md 6). Caller: `withCentres`. */
export async function postPair(
  db: Db,
  centre: NewEntry,
  headOffice: NewEntry,
): Promise<{ centre: PostedEntry; headOffice: PostedEntry }> {
  const transferId = crypto.randomUUID();
  return {
    centre: await postEntry(db, { ...centre, transferId }),
    headOffice: await postEntry(db, { ...headOffice, transferId }),
  };
}

/** `day` when its month is open, else the first day of the next open month: what a correction is dated. */
export async function openDay(db: Db, franchiseeId: number, day: string): Promise<string> {
  const month = `${day.slice(0, 7)}-01`;
  const locked = await db
    .selectFrom('ledger_period')
    .select('month')
    .where('franchisee_id', '=', franchiseeId)
    .where('month', '>=', month)
    .where('status', '<>', 'OPEN')
    .orderBy('month')
    .execute();
  const shut = new Set(locked.map((row) => row.month));
  if (!shut.has(month)) return day;
  let [year, number] = month.split('-').map(Number) as [number, number];
  for (;;) {
    [year, number] = number === 12 ? [year + 1, 1] : [year, number + 1];
    const next = `${year}-${String(number).padStart(2, '0')}-01`;
    if (!shut.has(next)) return next;
  }
}

interface PreparedLine {
  account_code: AccountCode;
  party_kind: 'NONE' | 'FEE_ACCOUNT' | 'FRANCHISEE' | 'GATEWAY' | 'BANK';
  party_id: string;
  amount: number;
  fee_line_id: string | null;
  bank_account_id: string | null;
  memo: string | null;
}

function prepared(entry: NewEntry): PreparedLine[] {
  const lines = entry.lines
    .filter((line) => line.amount !== 0)
    .map((line): PreparedLine => {
      if (!Number.isSafeInteger(line.amount))
        throw new Error(`Ledger ${entry.source}: an amount is no whole number of paise`);
      const kind = partyOf(line.account);
      const party = kind === 'NONE' || line.party === undefined ? '' : String(line.party);
      return {
        account_code: line.account,
        party_kind: party === '' ? 'NONE' : kind,
        party_id: party,
        amount: line.amount,
        fee_line_id: line.feeLineId ?? null,
        bank_account_id: line.bankAccountId ?? null,
        memo: line.memo ?? null,
      };
    });
  const sum = lines.reduce((total, line) => total + BigInt(line.amount), 0n);
  if (lines.length < 2 || sum !== 0n)
    throw new Error(`Ledger ${entry.source}: ${lines.length} lines, out of balance by ${sum} paise`);
  return lines;
}

async function ensureMonthOpen(db: Db, franchiseeId: number, day: string): Promise<void> {
  const period = await db
    .selectFrom('ledger_period')
    .innerJoin('franchisee', 'franchisee.id', 'ledger_period.franchisee_id')
    .select(['ledger_period.status', 'franchisee.company_name'])
    .where('ledger_period.franchisee_id', '=', franchiseeId)
    .where('month', '=', `${day.slice(0, 7)}-01`)
    .executeTakeFirst();
  if (period && period.status !== 'OPEN') {
    throw refuseFinance('ledger.period-locked', {
      details: { month: formatDate(day).slice(3), centre: period.company_name },
    });
  }
}

const keyOf = (line: PreparedLine): string =>
  [line.account_code, line.party_id, line.amount, line.fee_line_id ?? ''].join('|');

async function existing(db: Db, entry: NewEntry, lines: readonly PreparedLine[]): Promise<PostedEntry> {
  const found = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('franchisee_id', '=', entry.franchiseeId)
    .where('source', '=', entry.source)
    .where('source_id', '=', entry.sourceId)
    .executeTakeFirstOrThrow();
  const before = await db
    .selectFrom('ledger_posting')
    .select(['account_code', 'party_id', 'amount', 'fee_line_id'])
    .where('franchisee_id', '=', entry.franchiseeId)
    .where('entry_id', '=', found.id)
    .execute();
  const same =
    before
      .map((line) => keyOf(line as PreparedLine))
      .sort()
      .join() === lines.map(keyOf).sort().join();
  if (!same)
    throw new LedgerConflict(
      `Ledger ${entry.source} ${entry.sourceId} of ${entry.franchiseeId} was posted with other lines`,
    );
  return { entryId: found.id, created: false };
}

// Ascending (account, party): two payments of one centre can then wait for each other but never in a circle.
async function moveBalances(db: Db, franchiseeId: number, lines: readonly PreparedLine[]): Promise<void> {
  const sums = new Map<string, { account_code: string; party_id: string; amount: number; entries: number }>();
  for (const line of lines) {
    const key = `${line.account_code}|${line.party_id}`;
    const sum = sums.get(key) ?? {
      account_code: line.account_code,
      party_id: line.party_id,
      amount: 0,
      entries: 1,
    };
    sum.amount += line.amount;
    sums.set(key, sum);
  }
  const rows = [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => ({ ...sum, franchisee_id: franchiseeId }));
  await db
    .insertInto('ledger_balance')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'account_code', 'party_id']).doUpdateSet({
        amount: sql`ledger_balance.amount + excluded.amount`,
        entries: sql`ledger_balance.entries + 1`,
      }),
    )
    .execute();
}
