// Recomputes the whole ledger from what is stored and names what does not fit (finance.md 3.11 'ledger:verify').
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from './chart.ts';
import { chainHash, GENESIS, loadEntries, type SealableEntry } from './sealed-entry.server.ts';

export interface Finding {
  readonly franchiseeId: number;
  readonly entryId?: string;
  readonly entryNo?: string;
  /** What is wrong: `amount`, `contents`, `chain`, `missing`, `unsealed`, `balance`, `month`, `mirror`, `receivable`, `year`. */
  readonly field: string;
  readonly text: string;
}

export interface BookReport {
  readonly franchiseeId: number;
  readonly entries: number;
  readonly sealed: number;
  readonly findings: readonly Finding[];
}

export interface VerifyOptions {
  readonly franchiseeId?: number;
  /** Checks the lines of entries from this day on; the chain is always walked whole. */
  readonly from?: string;
  /** An entry may wait this long for its seal. */
  readonly sealWithinS?: number;
}

const PAGE = 1000;
const MAX_FINDINGS = 200;

/** One report per book that has entries, ascending. Reads only. */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<BookReport[]> {
  const only =
    options.franchiseeId === undefined ? sql`` : sql`where e.franchisee_id = ${options.franchiseeId}`;
  const { rows } = await sql<{ franchisee_id: number; n: number }>`
    select e.franchisee_id, count(*) as n from ledger_entry e ${only} group by 1 order by 1`.execute(db);
  const seals = await sql<{ franchisee_id: number }>`select distinct franchisee_id from ledger_seal`.execute(
    db,
  );
  const reports: BookReport[] = [];
  for (const book of rows) reports.push(await verifyBook(db, book.franchisee_id, book.n, options));
  // A book whose entries are all gone leaves its seals behind.
  for (const { franchisee_id } of seals.rows) {
    if (
      rows.some((book) => book.franchisee_id === franchisee_id) ||
      (options.franchiseeId ?? franchisee_id) !== franchisee_id
    )
      continue;
    reports.push({
      franchiseeId: franchisee_id,
      entries: 0,
      sealed: 0,
      findings: [{ franchiseeId: franchisee_id, field: 'missing', text: 'every entry of this book is gone' }],
    });
  }
  return reports;
}

async function verifyBook(
  db: Db,
  franchiseeId: number,
  entries: number,
  options: VerifyOptions,
): Promise<BookReport> {
  const findings: Finding[] = [];
  const sealed = await walkChain(db, franchiseeId, options, findings);
  await findUnsealed(db, franchiseeId, options.sealWithinS ?? 60, findings);
  await checkSums(db, franchiseeId, findings);
  return { franchiseeId, entries, sealed, findings: findings.slice(0, MAX_FINDINGS) };
}

interface SealRow {
  seq: number;
  entry_id: string;
  entry_no: string;
  prev_hash: Buffer;
  hash: Buffer;
}

async function walkChain(
  db: Db,
  franchiseeId: number,
  options: VerifyOptions,
  findings: Finding[],
): Promise<number> {
  let previous: Buffer = GENESIS;
  let seq = 0;
  for (;;) {
    const seals: SealRow[] = await db
      .selectFrom('ledger_seal')
      .select(['seq', 'entry_id', 'entry_no', 'prev_hash', 'hash'])
      .where('franchisee_id', '=', franchiseeId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (seals.length === 0) return seq;
    const ids = seals.map((row) => row.entry_id);
    const entries = new Map(
      (
        await loadEntries(db, sql`where e.franchisee_id = ${franchiseeId} and e.id = any (${ids}::uuid[])`)
      ).map((e) => [e.id, e]),
    );
    for (const row of seals) {
      const note = (field: string, text: string) =>
        findings.push({ franchiseeId, entryId: row.entry_id, entryNo: row.entry_no, field, text });
      if (row.seq !== seq + 1) note('chain', `seals ${seq + 1} to ${row.seq - 1} are missing`);
      if (!row.prev_hash.equals(previous)) note('chain', 'does not continue the chain');
      const entry = entries.get(row.entry_id);
      if (!entry) note('missing', 'the sealed entry is gone');
      else if (!chainHash(row.prev_hash, entry).equals(row.hash)) note(...alteration(entry));
      if (entry && (options.from === undefined || entry.effective_on >= options.from))
        checkEntry(entry, note);
      previous = row.hash;
      seq = row.seq;
    }
  }
}

/** The hash says that something changed; the entry's own arithmetic often says what. */
function alteration(entry: SealableEntry): [field: string, text: string] {
  const sum = sumOf(entry);
  if (sum !== 0n) return ['amount', `was changed after it was sealed: an amount is off by ${sum} paise`];
  if (entry.stray_lines > 0)
    return ['effective_on', 'was changed after it was sealed: day of entry and lines differ'];
  return ['contents', 'was changed after it was sealed'];
}

const sumOf = (entry: SealableEntry): bigint =>
  (entry.lines ?? []).reduce((sum, line) => sum + BigInt(line[4]), 0n);

function checkEntry(entry: SealableEntry, note: (field: string, text: string) => void): void {
  if ((entry.lines?.length ?? 0) < 2) note('amount', `has ${entry.lines?.length ?? 0} lines`);
  else if (sumOf(entry) !== 0n) note('amount', `lines add up to ${sumOf(entry)} paise instead of 0`);
}

async function findUnsealed(
  db: Db,
  franchiseeId: number,
  withinS: number,
  findings: Finding[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select e.id from ledger_entry e where e.franchisee_id = ${franchiseeId} and e.posted_at < now() - make_interval(secs => ${withinS})
      and not exists (select from ledger_seal s where s.franchisee_id = e.franchisee_id and s.entry_id = e.id) order by e.posted_at limit 20`.execute(
    db,
  );
  for (const row of rows)
    findings.push({
      franchiseeId,
      entryId: row.id,
      field: 'unsealed',
      text: `is not sealed after ${withinS} s`,
    });
}

async function checkSums(db: Db, franchiseeId: number, findings: Finding[]): Promise<void> {
  const years = await sql<{ year: number | null; sum: number }>`
    select e.academic_year_id as year, sum(p.amount)::bigint as sum from ledger_posting p
      join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
     where p.franchisee_id = ${franchiseeId} group by 1 having sum(p.amount) <> 0`.execute(db);
  for (const row of years.rows)
    findings.push({
      franchiseeId,
      field: 'year',
      text: `year ${row.year ?? '-'} is out of balance by ${row.sum} paise`,
    });
  if (franchiseeId === HEAD_OFFICE) return;
  const balances = await sql<{ account_code: string; party_id: string; off: number }>`
    select coalesce(b.account_code, p.account_code) as account_code, coalesce(b.party_id, p.party_id) as party_id,
      coalesce(b.amount, 0) - coalesce(p.amount, 0) as off
    from (select account_code, party_id, amount from ledger_balance where franchisee_id = ${franchiseeId}) b
    full join (select account_code, party_id, sum(amount)::bigint as amount from ledger_posting where franchisee_id = ${franchiseeId} group by 1, 2) p
      using (account_code, party_id) where coalesce(b.amount, 0) <> coalesce(p.amount, 0) limit 20`.execute(
    db,
  );
  for (const row of balances.rows)
    findings.push({
      franchiseeId,
      field: 'balance',
      text: `account ${row.account_code} ${row.party_id}: the balance is off by ${row.off} paise`,
    });
  await checkMonths(db, franchiseeId, findings);
  await checkMirror(db, franchiseeId, findings);
  await checkReceivable(db, franchiseeId, findings);
}

// The sums that openings of statements are read from (migration 0605).
async function checkMonths(db: Db, franchiseeId: number, findings: Finding[]): Promise<void> {
  const { rows } = await sql<{ account: string; month: string; off: number }>`
    select account_code as account, to_char(month, 'MM-YYYY') as month, (coalesce(k.amount, 0) - coalesce(p.amount, 0))::bigint as off
    from (select account_code, month, amount from ledger_month where franchisee_id = ${franchiseeId}) k
    full join (select account_code, date_trunc('month', effective_on)::date as month, sum(amount)::bigint as amount from ledger_posting
        where franchisee_id = ${franchiseeId} and party_kind = 'NONE' group by 1, 2) p
      using (account_code, month) where coalesce(k.amount, 0) <> coalesce(p.amount, 0) order by 1, 2 limit 20`.execute(
    db,
  );
  for (const { account, month, off } of rows)
    findings.push({
      franchiseeId,
      field: 'month',
      text: `account ${account}: the sum of ${month} is off by ${off} paise`,
    });
}

// What a centre has from head office is what head office owes it, account by account (I7).
async function checkMirror(db: Db, franchiseeId: number, findings: Finding[]): Promise<void> {
  const { rows } = await sql<{ pair: string; off: number }>`
    select m.c || '+' || m.h as pair, coalesce(sum(p.amount), 0)::bigint as off
      from (values ('1300', '2300'), ('1310', '2340'), ('1330', '2320'), ('2400', '1400'), ('2405', '1405')) m (c, h)
      join ledger_posting p on (p.franchisee_id = ${franchiseeId} and p.account_code = m.c)
        or (p.franchisee_id = ${HEAD_OFFICE} and p.account_code = m.h and p.party_id = ${String(franchiseeId)})
     group by 1 having sum(p.amount) <> 0`.execute(db);
  for (const row of rows)
    findings.push({
      franchiseeId,
      field: 'mirror',
      text: `accounts ${row.pair} of centre and head office differ by ${row.off} paise`,
    });
}

// Student receivable of a child = what its posted lines leave open (I3).
async function checkReceivable(db: Db, franchiseeId: number, findings: Finding[]): Promise<void> {
  const { rows } = await sql<{ party: string; off: number }>`
    select coalesce(p.party, l.party) as party, (coalesce(p.amount, 0) - coalesce(l.amount, 0))::bigint as off from
      (select party_id as party, sum(amount) as amount from ledger_posting where franchisee_id = ${franchiseeId} and account_code = '1200' group by 1) p
      full join (select fee_account_id::text as party, sum(net - allocated) as amount from fee_line
        where franchisee_id = ${franchiseeId} and state = 'OPEN' group by 1) l using (party)
     where coalesce(p.amount, 0) <> coalesce(l.amount, 0) limit 20`.execute(db);
  for (const row of rows)
    findings.push({
      franchiseeId,
      field: 'receivable',
      text: `fee account ${row.party}: receivable is off by ${row.off} paise against its open items`,
    });
}
