import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import { ensureZone } from '../zone-right.server.ts';
import { OVERRIDE_MOST } from './ams-words.ts';
import { centreCategoryContract as contract } from './centre-category.contract.ts';

/** The centre, locked so that two overrides come one after the other. */
async function lockCentre(db: Db, actor: Actor, franchiseeId: number): Promise<void> {
  const centre = ensureFound(
    await db
      .selectFrom('franchisee')
      .select(['id', 'zone_id'])
      .where('id', '=', franchiseeId)
      .where('is_head_office', '=', false)
      .where('status', '<>', 'CLOSED')
      .executeTakeFirst(),
  );
  await ensureZone(db, actor, centre.zone_id);
  await sql`select pg_advisory_xact_lock(hashtextextended('ams_centre_category', ${franchiseeId}))`.execute(
    db,
  );
}

export const overrideCategory = handle(contract.override, async ({ db, actor, input, now }) => {
  const { franchiseeId, category, reason, expiresOn } = input;
  await lockCentre(db, actor, franchiseeId);
  const today = todayIst(now);
  if (expiresOn < today) throw refuse('input.invalid', { fields: { expiresOn: 'Today or later' } });
  ensure(expiresOn <= addDays(today, OVERRIDE_MOST), () =>
    refuseAms('category.too-long', { fields: { expiresOn: 'At most 180 days from today' } }),
  );
  await endOverrides(db, franchiseeId, today);
  const set = { category, reason, expires_on: expiresOn };
  await db
    .insertInto('ams_centre_category')
    .values({ franchisee_id: franchiseeId, effective_from: today, source: 'OVERRIDE', ...set })
    .onConflict((oc) => oc.constraint('ams_centre_category_once').doUpdateSet(set))
    .execute();
  return {};
});

/** Ends what holds today with yesterday; how many did. */
async function endOverrides(db: Db, franchiseeId: number, today: string): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('ams_centre_category')
    .set({ expires_on: addDays(today, -1) })
    .where('franchisee_id', '=', franchiseeId)
    .where('source', '=', 'OVERRIDE')
    .where('expires_on', '>=', today)
    .executeTakeFirstOrThrow();
  return numUpdatedRows;
}

export const clearCategory = handle(contract.clear, async ({ db, actor, input, now }) => {
  await lockCentre(db, actor, input.franchiseeId);
  const ended = await endOverrides(db, input.franchiseeId, todayIst(now));
  ensure(ended > 0n, () => refuseAms('category.no-override'));
  return {};
});
