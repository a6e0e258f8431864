// Freezing the month of a centre (event #16): guarantee and cap, then the sum is booked in both books.
import { addMonths, type Day, endOfMonth } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postPair } from '../ledger/post-entry.server.ts';
import { lockRoyaltyMonth } from './royalty-month.server.ts';
import { levelRow, periodEndingIn } from './royalty-month-rules.ts';

/** What counts in a month for a centre: the agreement of its last day, else the newest one its rows were made with. */
export async function agreementOfMonth(db: Db, franchiseeId: number, month: Day) {
  const last = endOfMonth(month);
  const { rows } = await sql<{
    id: string;
    agreementVersion: number;
    minGuarantee: number | null;
    minPeriod: 'MONTH' | 'QUARTER' | 'YEAR' | null;
    cap: number | null;
    marketingBp: number;
    taxCode: string;
    sac: string;
    dueDays: number;
    itcAllowed: boolean;
    inForce: boolean;
  }>`
    select g.id, g.agreement_version as "agreementVersion", g.min_guarantee as "minGuarantee", g.min_period as "minPeriod", g.cap,
      g.marketing_bp as "marketingBp", g.tax_code as "taxCode", g.sac, g.due_days as "dueDays", g.itc_allowed as "itcAllowed",
      (g.status = 'APPROVED' and g.from_on <= ${last} and (g.to_on is null or g.to_on >= ${last})) as "inForce"
      from royalty_agreement g where g.franchisee_id = ${franchiseeId} and g.model = 'COLLECTED'
       and ((g.status = 'APPROVED' and g.from_on <= ${last} and (g.to_on is null or g.to_on >= ${last}))
         or exists (select from royalty_accrual a where a.franchisee_id = g.franchisee_id and a.agreement_id = g.id and a.month = ${month}))
     order by "inForce" desc, g.agreement_version desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Royalty and base of the rows of months, paise. */
export async function sumsOfMonths(
  db: Db,
  franchiseeId: number,
  { from, to }: { from: Day; to: Day },
): Promise<{ royalty: number; base: number }> {
  const { rows } = await sql<{ royalty: number; base: number }>`
    select coalesce(sum(royalty), 0)::bigint as royalty, coalesce(sum(base), 0)::bigint as base from royalty_accrual
     where franchisee_id = ${franchiseeId} and month between ${from} and ${to} and status <> 'REVERSED'`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

/** Freezes once: a second call finds the row frozen. Waits for rows of the month that are being written. */
export async function freezeCentre(db: Db, of: { franchiseeId: number; month: Day }): Promise<void> {
  const { franchiseeId, month } = of;
  await withCentres(db, [franchiseeId, HEAD_OFFICE], 'royalty.freeze', async () => {
    const row = ensureFound(
      await db
        .selectFrom('royalty_run_centre')
        .select(['id', 'frozen_at'])
        .where('franchisee_id', '=', franchiseeId)
        .where('month', '=', month)
        .forUpdate()
        .executeTakeFirst(),
    );
    if (row.frozen_at !== null) return;
    await lockRoyaltyMonth(db, franchiseeId, month);
    await writeLevelRow(db, franchiseeId, month);
    const sums = await sumsOfMonths(db, franchiseeId, { from: month, to: month });
    const carried = sums.royalty < 0;
    await db
      .updateTable('royalty_accrual')
      // More was taken back than came in: there is nothing to invoice, and the next month has it.
      .set(carried ? { month: addMonths(month, 1) } : { status: 'FROZEN' })
      .where('franchisee_id', '=', franchiseeId)
      .where('month', '=', month)
      .where('status', '=', 'ACCRUED')
      .execute();
    if (!carried && sums.royalty > 0) await postFrozen(db, { franchiseeId, month, royalty: sums.royalty });
    await db
      .updateTable('royalty_run_centre')
      .set({
        status: 'FROZEN',
        frozen_at: new Date(),
        royalty: carried ? 0 : sums.royalty,
        base: carried ? 0 : sums.base,
        carried,
        error: null,
      })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.id)
      .execute();
  });
}

async function writeLevelRow(db: Db, franchiseeId: number, month: Day): Promise<void> {
  const agreement = await agreementOfMonth(db, franchiseeId, month);
  const from = agreement ? periodEndingIn(month, agreement.minPeriod) : null;
  if (!agreement || from === null) return;
  const { royalty } = await sumsOfMonths(db, franchiseeId, { from, to: month });
  const level = levelRow(agreement, royalty);
  if (!level) return;
  await db
    .insertInto('royalty_accrual')
    .values({
      franchisee_id: franchiseeId,
      kind: level.kind,
      month,
      effective_on: endOfMonth(month),
      allocation_ref: `${level.kind.toLowerCase()}:${month}`,
      base: 0,
      royalty: level.royalty,
      agreement_id: agreement.id,
      agreement_version: agreement.agreementVersion,
      formula: level.formula,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

async function postFrozen(db: Db, of: { franchiseeId: number; month: Day; royalty: number }): Promise<void> {
  const { franchiseeId, month, royalty: amount } = of;
  const entry = {
    source: 'royalty.frozen',
    sourceId: `${franchiseeId}:${month}`,
    narration: 'Royalty of the month',
  } as const;
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, endOfMonth(month)),
      lines: [
        { account: '5100', amount },
        { account: '2405', amount: -amount },
      ],
    },
    {
      ...entry,
      franchiseeId: HEAD_OFFICE,
      effectiveOn: await openDay(db, HEAD_OFFICE, endOfMonth(month)),
      lines: [
        { account: '1405', amount, party: franchiseeId },
        { account: '4500', amount: -amount, party: franchiseeId },
      ],
    },
  );
}
