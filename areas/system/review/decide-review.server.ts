import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { endGrants } from '../../network/public.server.ts';
import { compileActor } from '../access/compile-actor.server.ts';
import { ensureMayGrant, type WantedGrant } from '../access/may-grant.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { accessReviewContract } from './access-review.contract.ts';
import { lastUseOf } from './last-use.server.ts';

interface LockedItem {
  id: string;
  grant_id: string;
  user_id: string;
  reviewer_id: string | null;
  decision: string | null;
  role_id: number;
  scope: WantedGrant['scope'];
  zone_id: number | null;
  franchisee_id: number | null;
  from_on: string;
  ended_at: string | null;
}

type Deciding = Pick<Call<{ ids: string[]; note?: string | undefined }>, 'db' | 'actor' | 'now' | 'input'>;

export const keepRoles = handle(accessReviewContract.keep, async (call) => ({
  done: (await decide(call, 'KEEP')).length,
}));

export const endRoles = handle(accessReviewContract.end, async (call) => {
  const { db, actor, now } = call;
  const items = await decide(call, 'END');
  await endGrants(
    db,
    items.map((item) => item.grant_id),
    { by: userIdOf(actor), now },
  );
  return { done: items.length };
});

/** Writes one word under all of these, or under none: each must be open, the caller's to decide, and not their own. */
async function decide(call: Deciding, decision: 'KEEP' | 'END'): Promise<LockedItem[]> {
  const { db, actor, input, now } = call;
  const items = await lockItems(call);
  const granter = ensureFound(await compileActor(db, userIdOf(actor), now));
  for (const item of items) {
    // Super admins decide what has nobody else, and stand in for whoever is away.
    ensure(item.reviewer_id === actor.userId || actor.allModules, () => refuse('row.not-found'));
    ensure(item.user_id !== actor.userId, () => refuseSystem('review.own'));
    ensure(item.decision === null && item.ended_at === null, () => refuse('row.wrong-state'));
    await ensureMayGrant(db, granter, wantedOf(item, todayIst(now)), now);
  }
  await sql`update access_review_item i set decision = ${decision}, decided_by = ${userIdOf(actor)}, decided_at = ${now.toISOString()}, note = ${input.note || null},
      last_used_on = (select used_on from ${lastUseOf('i')} used), last_used_module = (select module from ${lastUseOf('i')} used)
    where i.id = any (${items.map((item) => item.id)}::uuid[])`.execute(db);
  return items;
}

async function lockItems({ db, input }: Deciding): Promise<LockedItem[]> {
  const ids = [...new Set(input.ids)];
  const { rows } = await sql<LockedItem>`
    select i.id, i.grant_id, i.user_id, i.reviewer_id, i.decision, g.role_id, g.scope, g.zone_id, g.franchisee_id, g.from_on, g.ended_at
      from access_review_item i join user_role g on g.id = i.grant_id where i.id = any (${ids}::uuid[]) order by i.id for update of i, g`.execute(
    db,
  );
  ensure(rows.length === ids.length, () => refuse('row.not-found'));
  return rows;
}

/** The grant as if it were given again until today: who may give it may keep and end it, however long it runs. */
const wantedOf = (item: LockedItem, today: string): WantedGrant => ({
  userId: item.user_id,
  roleId: item.role_id,
  scope: item.scope,
  zoneId: item.zone_id,
  franchiseeId: item.franchisee_id,
  from: item.from_on,
  to: today,
});
