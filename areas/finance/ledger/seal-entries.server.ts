// Chains finished entries of each book, five seconds behind the payments (finance.md 3.11). Off the hot path: a chain
// inside the payment's transaction would cost a quarter of the throughput (reliability.md 3.6).
import { financialYear, todayIst } from '@aangan/contract/period.ts';
import type { JobTools } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { chainHash, GENESIS, loadEntries, type SealableEntry } from './sealed-entry.server.ts';

const BATCH = 500;
const LOCK = 7311;

interface Head {
  seq: number;
  hash: Buffer;
  txid: string;
  entry_id: string;
}

/** Seals up to 500 entries of one book; returns how many. Two sealers of one book cannot run at once. */
export async function sealBook(db: Db, franchiseeId: number): Promise<number> {
  const lock = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCK}::int, ${franchiseeId}::int) as got`.execute(db);
  if (!lock.rows[0]?.got) return 0;
  const head = await headOf(db, franchiseeId);
  const entries = await unsealed(db, franchiseeId, head);
  if (entries.length === 0) return 0;
  const numbers = await entryNumbers(db, franchiseeId, entries);
  let previous = head?.hash ?? GENESIS;
  const first = (head?.seq ?? 0) + 1;
  const rows = entries.map((entry, index) => {
    const hash = chainHash(previous, entry);
    const row = {
      franchisee_id: franchiseeId,
      seq: first + index,
      entry_id: entry.id,
      entry_no: numbers[index] as string,
      prev_hash: previous,
      hash,
    };
    previous = hash;
    return row;
  });
  await db.insertInto('ledger_seal').values(rows).execute();
  return rows.length;
}

/** The job `finance.ledger-seal`: every book that has something to seal, each in its own unit of work. */
export async function sealAllBooks(tools: Pick<JobTools, 'work'>): Promise<{ ok: number; failed: number }> {
  const books = await tools.work(null, booksToSeal);
  let ok = 0;
  let failed = 0;
  for (const franchiseeId of books) {
    try {
      for (;;) {
        const sealed = await tools.work(null, (db) => sealBook(db, franchiseeId));
        ok += sealed;
        if (sealed < BATCH) break;
      }
    } catch {
      failed += 1; // one book that cannot be sealed must not hold up the others; the daily proof names it
    }
  }
  return { ok, failed };
}

async function booksToSeal(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from franchisee f left join lateral (
      select e.txid from ledger_seal s join ledger_entry e on e.franchisee_id = s.franchisee_id and e.id = s.entry_id
       where s.franchisee_id = f.id order by s.seq desc limit 1) head on true
     where exists (select from ledger_entry e where e.franchisee_id = f.id
       and (head.txid is null or e.txid >= head.txid or head.txid >= pg_snapshot_xmin(pg_current_snapshot()))
       and not exists (select from ledger_seal s where s.franchisee_id = e.franchisee_id and s.entry_id = e.id))
     order by f.id`.execute(db);
  return rows.map((row) => row.id);
}

async function headOf(db: Db, franchiseeId: number): Promise<Head | undefined> {
  return db
    .selectFrom('ledger_seal as s')
    .innerJoin('ledger_entry as e', (join) =>
      join.onRef('e.franchisee_id', '=', 's.franchisee_id').onRef('e.id', '=', 's.entry_id'),
    )
    .select(['s.seq', 's.hash', 's.entry_id', 'e.txid'])
    .where('s.franchisee_id', '=', franchiseeId)
    .orderBy('s.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

// Below pg_snapshot_xmin nothing can commit any more, so (txid, id) is an order that never changes afterwards: clocks
// and ids are not commit order. After a restore into a new cluster transaction numbers start low again; then the
// anti-join without a starting point finds what is open.
function unsealed(db: Db, franchiseeId: number, head: Head | undefined): Promise<SealableEntry[]> {
  const after =
    head === undefined
      ? sql``
      : sql`and ((e.txid, e.id) > (${head.txid}::xid8, ${head.entry_id}::uuid)
    or ${head.txid}::xid8 >= pg_snapshot_xmin(pg_current_snapshot()))`;
  return loadEntries(
    db,
    sql`where e.franchisee_id = ${franchiseeId} and e.txid < pg_snapshot_xmin(pg_current_snapshot()) ${after}
    and not exists (select from ledger_seal s where s.franchisee_id = e.franchisee_id and s.entry_id = e.id)
    order by e.txid, e.id limit ${BATCH}`,
  );
}

/** JV/26-27/000001 by the day of posting; numbers of a year are taken in one step. */
async function entryNumbers(
  db: Db,
  franchiseeId: number,
  entries: readonly SealableEntry[],
): Promise<string[]> {
  const years = entries.map((entry) => financialYear(todayIst(entry.posted_us / 1000)));
  const next = new Map<string, number>();
  for (const year of new Map(years.map((y) => [y.compact, y])).values()) {
    const count = years.filter((y) => y.compact === year.compact).length;
    const { rows } = await sql<{ first: number }>`
      insert into number_series (franchisee_id, series, period, next) values (${franchiseeId}, 'JV', ${year.compact}, ${count + 1})
      on conflict (franchisee_id, series, period) do update set next = number_series.next + ${count}
      returning next - ${count} as first`.execute(db);
    next.set(year.compact, rows[0]?.first ?? 1);
  }
  return years.map((year) => {
    const n = next.get(year.compact) ?? 1;
    next.set(year.compact, n + 1);
    return `JV/${year.short}/${String(n).padStart(6, '0')}`;
  });
}
