// Corrections are reversals: the same lines negated, once per entry, both halves of a pair together (finance.md 3.11).
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import type { AccountCode } from './chart.ts';
import { openDay, postEntry } from './post-entry.server.ts';

export interface ReversalOf {
  readonly franchiseeId: number;
  readonly entryId: string;
  readonly reason: string;
}

/**
 * Reverses an entry and, where it is half of a pair, the other half (caller: `withCentres`). Dated like the original
 * when that month is open, else on the first open day. @throws Refusal 'ledger.already-reversed', 'row.not-found'
 */
export async function reverseEntry(db: Db, which: ReversalOf): Promise<{ entryId: string }> {
  const entry = ensureFound(
    await db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('franchisee_id', '=', which.franchiseeId)
      .where('id', '=', which.entryId)
      .executeTakeFirst(),
  );
  const halves =
    entry.transfer_id === null
      ? [entry]
      : await db
          .selectFrom('ledger_entry')
          .selectAll()
          .where('transfer_id', '=', entry.transfer_id)
          .where('reverses_entry_id', 'is', null)
          .orderBy('franchisee_id')
          .execute();
  if (entry.transfer_id !== null && halves.length !== 2)
    throw new Error('Both books of a pair must be in reach to reverse it');
  const transferId = entry.transfer_id === null ? undefined : crypto.randomUUID();
  let reversal = '';
  for (const half of halves) {
    const id = await reverseOne(db, half, which.reason, transferId);
    if (half.id === which.entryId) reversal = id;
  }
  return { entryId: reversal };
}

interface Original {
  franchisee_id: number;
  id: string;
  effective_on: string;
  academic_year_id: number | null;
  fee_account_id: string | null;
}

async function reverseOne(
  db: Db,
  entry: Original,
  reason: string,
  transferId: string | undefined,
): Promise<string> {
  const lines = await db
    .selectFrom('ledger_posting')
    .selectAll()
    .where('franchisee_id', '=', entry.franchisee_id)
    .where('entry_id', '=', entry.id)
    .orderBy('line')
    .execute();
  const posted = await postEntry(db, {
    franchiseeId: entry.franchisee_id,
    source: 'reversal',
    sourceId: entry.id,
    effectiveOn: await openDay(db, entry.franchisee_id, entry.effective_on),
    narration: reason,
    reversesEntryId: entry.id,
    ...(entry.academic_year_id === null ? {} : { academicYearId: entry.academic_year_id }),
    ...(entry.fee_account_id === null ? {} : { feeAccountId: entry.fee_account_id }),
    ...(transferId === undefined ? {} : { transferId }),
    lines: lines.map((line) => ({
      account: line.account_code as AccountCode,
      amount: -line.amount,
      ...(line.party_id === '' ? {} : { party: line.party_id }),
      ...(line.fee_line_id === null ? {} : { feeLineId: line.fee_line_id }),
      ...(line.bank_account_id === null ? {} : { bankAccountId: line.bank_account_id }),
    })),
  });
  if (!posted.created) throw refuseFinance('ledger.already-reversed');
  return posted.entryId;
}
