// What a centre owes head office is written here alone (first-pass/finance.md F2): opened by the document that causes it,
// settled oldest first. The ledger carries the same amounts on 2400 of the centre and 1400 of head office.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';

export interface NewDue {
  readonly franchiseeId: number;
  readonly kind: 'ROYALTY' | 'KIT' | 'NOTE';
  /** The document; with the kind the key: a second call answers the due that stands. */
  readonly sourceId: string;
  /** Number of the document as printed, at most 40 characters. */
  readonly number: string;
  readonly label: string;
  /** Of kits alone. */
  readonly kitType?: string;
  readonly issuedOn: Day;
  readonly dueOn: Day;
  /** Paise. */
  readonly taxable: number;
  /** Paise. */
  readonly tax: number;
}

export interface SettledPart {
  readonly dueId: string;
  readonly number: string;
  /** Paise. */
  readonly amount: number;
}

/**
 * Opens a due after its document was posted, and settles it at once with what the centre has paid ahead (areas/README #39).
 * Caller: inside `withCentres` of the centre and head office.
 */
export async function openDue(db: Db, due: NewDue): Promise<{ dueId: string }> {
  const made = await db
    .insertInto('franchisee_due')
    .values({
      franchisee_id: due.franchiseeId,
      kind: due.kind,
      source_id: due.sourceId,
      number: due.number,
      label: due.label,
      kit_type: due.kitType ?? null,
      issued_on: due.issuedOn,
      due_on: due.dueOn,
      taxable: due.taxable,
      tax: due.tax,
      amount: due.taxable + due.tax,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'kind', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await applyAdvance(db, due, made.id);
    return { dueId: made.id };
  }
  const { id } = await db
    .selectFrom('franchisee_due')
    .select('id')
    .where('franchisee_id', '=', due.franchiseeId)
    .where('kind', '=', due.kind)
    .where('source_id', '=', due.sourceId)
    .executeTakeFirstOrThrow();
  return { dueId: id };
}

async function applyAdvance(db: Db, due: NewDue, dueId: string): Promise<void> {
  const { rows } = await sql<{ amount: number }>`
    select amount from ledger_balance where franchisee_id = ${due.franchiseeId} and account_code = '1310' and party_id = '' for update`.execute(
    db,
  );
  const amount = Math.min(rows[0]?.amount ?? 0, due.taxable + due.tax);
  if (amount <= 0) return;
  await settleDue(db, {
    franchiseeId: due.franchiseeId,
    dueId,
    way: 'ADVANCE',
    sourceId: dueId,
    amount,
    on: due.issuedOn,
  });
  const entry = { source: 'franchisee.advance-applied', sourceId: dueId } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId: due.franchiseeId,
      effectiveOn: await openDay(db, due.franchiseeId, due.issuedOn),
      lines: [
        { account: '2400', amount },
        { account: '1310', amount: -amount },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, due.issuedOn),
      lines: [
        { account: '2340', amount, party: due.franchiseeId },
        { account: '1400', amount: -amount, party: due.franchiseeId },
      ],
    },
  );
}

interface Settlement {
  franchiseeId: number;
  dueId: string;
  way: 'PAYMENT' | 'ADVANCE' | 'SET_OFF' | 'NOTE';
  sourceId: string;
  /** Paise; at most what is open (CHECK). */
  amount: number;
  on: Day;
}

async function settleDue(db: Db, one: Settlement): Promise<void> {
  await db
    .updateTable('franchisee_due')
    .set((eb) => ({ settled: eb('settled', '+', one.amount) }))
    .where('franchisee_id', '=', one.franchiseeId)
    .where('id', '=', one.dueId)
    .execute();
  await db
    .insertInto('franchisee_due_settlement')
    .values({
      franchisee_id: one.franchiseeId,
      due_id: one.dueId,
      way: one.way,
      source_id: one.sourceId,
      amount: one.amount,
      settled_on: one.on,
    })
    .execute();
}

/**
 * Puts an amount on the open dues of a centre, the chosen ones first, each group oldest first. Locks the dues. What no due
 * takes is `left`: the caller books it as an advance.
 */
export async function settleDues(
  db: Db,
  of: Omit<Settlement, 'dueId'> & { chosen: readonly string[] },
): Promise<{ parts: SettledPart[]; left: number }> {
  const open = await db
    .selectFrom('franchisee_due')
    .select(['id', 'number', 'amount', 'settled'])
    .where('franchisee_id', '=', of.franchiseeId)
    .whereRef('settled', '<', 'amount')
    .orderBy('due_on')
    .orderBy('id')
    .forUpdate()
    .execute();
  const chosen = new Set(of.chosen);
  const parts: SettledPart[] = [];
  let left = of.amount;
  for (const due of [
    ...open.filter((one) => chosen.has(one.id)),
    ...open.filter((one) => !chosen.has(one.id)),
  ]) {
    const amount = Math.min(left, due.amount - due.settled);
    if (amount <= 0) continue;
    await settleDue(db, { ...of, dueId: due.id, amount });
    parts.push({ dueId: due.id, number: due.number, amount });
    left -= amount;
  }
  return { parts, left };
}
