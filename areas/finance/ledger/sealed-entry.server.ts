// What the hash chain covers of an entry (finance.md 3.11 'Seal'). Sealer and verifier share this file, so they cannot
// disagree about the bytes.
import { createHash } from 'node:crypto';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface SealableEntry {
  readonly franchisee_id: number;
  readonly id: string;
  readonly source: string;
  readonly source_id: string;
  readonly effective_on: string;
  /** Microseconds since 1970: the database's full precision. */
  readonly posted_us: number;
  readonly fee_account_id: string | null;
  readonly reverses_entry_id: string | null;
  readonly lines:
    | readonly (readonly [
        line: number,
        account: string,
        partyKind: string,
        partyId: string,
        amount: number,
      ])[]
    | null;
  readonly stray_lines: number;
  readonly txid: string;
}

export const GENESIS = Buffer.alloc(32);

/** sha256(previous hash ‖ UTF-8 JSON of the entry and its lines). */
export function chainHash(previous: Buffer, entry: SealableEntry): Buffer {
  const canonical = JSON.stringify([
    entry.franchisee_id,
    entry.id,
    entry.source,
    entry.source_id,
    entry.effective_on,
    entry.posted_us,
    entry.fee_account_id,
    entry.reverses_entry_id,
    entry.lines ?? [],
  ]);
  return createHash('sha256').update(previous).update(canonical, 'utf8').digest();
}

/** Entries of a book with their lines, chosen and ordered by `which` (SQL after FROM ledger_entry e). */
export async function loadEntries(db: Db, which: RawBuilder<unknown>): Promise<SealableEntry[]> {
  const { rows } = await sql<SealableEntry>`
    select e.franchisee_id, e.id, e.source, e.source_id, e.effective_on, (extract(epoch from e.posted_at) * 1000000)::bigint as posted_us,
      e.fee_account_id, e.reverses_entry_id, e.txid::text as txid, l.lines, coalesce(l.stray_lines, 0)::int as stray_lines
    from ledger_entry e left join lateral (
      select json_agg(json_build_array(p.line, p.account_code, p.party_kind, p.party_id, p.amount) order by p.line) as lines,
        count(*) filter (where p.effective_on <> e.effective_on or p.txid <> e.txid) as stray_lines
      from ledger_posting p where p.franchisee_id = e.franchisee_id and p.entry_id = e.id) l on true
    ${which}`.execute(db);
  return rows;
}
