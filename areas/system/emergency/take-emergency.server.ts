import { formatDateTime } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { franchiseeLabels, usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { inNetwork } from '../role/submit-role-change.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { systemModules } from '../system-modules.ts';
import { EMERGENCY_MINUTES, emergencyContract, REVIEW_HOURS } from './emergency.contract.ts';

const later = (now: Date, minutes: number): string =>
  new Date(now.getTime() + minutes * 60_000).toISOString();

export const takeEmergency = handle(emergencyContract.take, async ({ db, actor, input, now }) => {
  const userId = userIdOf(actor);
  // The person's row is the lock: two presses at once are one right.
  await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  ensure(!actor.allModules, () => refuseSystem('emergency.not-needed'));
  await ensureMayTake(db, userId, now);
  const role = await listedRole(db, input.roleId);
  ensure(!actor.roleIds.includes(role.id), () => refuseSystem('emergency.held'));
  const franchiseeId = await placeOf(db, role.reach, input.franchiseeId ?? null);
  const told = await peopleToTell(db, userId);
  const until = later(now, EMERGENCY_MINUTES);
  const { id } = await db
    .insertInto('emergency_right')
    .values({
      user_id: userId,
      role_id: role.id,
      franchisee_id: franchiseeId,
      reason: input.reason,
      taken_at: now.toISOString(),
      until_at: until,
      told_first: told[0].id,
      told_second: told[1].id,
      review_due_at: later(now, REVIEW_HOURS * 60),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const label =
    franchiseeId === null ? '' : ` at ${(await franchiseeLabels(db, [franchiseeId])).get(franchiseeId)}`;
  // Messages of head office, whatever centre is chosen in the bar.
  await inNetwork({ db, actor }, () =>
    tell(db, id, told, {
      name: actor.name,
      role: `${role.description}${label}`,
      until: formatDateTime(new Date(until)),
      reason: input.reason,
    }),
  );
  return { id, untilAt: until, told: told.map((one) => one.name) };
});

/** One at a time, and none while an earlier one waits for its review longer than it may. */
export async function ensureMayTake(db: Db, userId: string, now: Date): Promise<void> {
  const mine = await db
    .selectFrom('emergency_right')
    .select(['taken_at', 'until_at', 'ended_at', 'reviewed_at', 'review_due_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('reviewed_at', 'is', null), eb('until_at', '>', now.toISOString())]))
    .orderBy('taken_at')
    .execute();
  for (const one of mine) {
    if (one.reviewed_at === null && Date.parse(one.review_due_at) < now.getTime())
      throw refuseSystem('emergency.review-missing', {
        details: { at: formatDateTime(new Date(one.taken_at)) },
      });
    if (one.ended_at === null && Date.parse(one.until_at) > now.getTime())
      throw refuseSystem('emergency.open', {
        details: { at: formatDateTime(new Date(one.until_at)).slice(-8) },
      });
  }
}

async function listedRole(db: Db, roleId: number) {
  const row = await db
    .selectFrom('emergency_role as e')
    .innerJoin('role as r', 'r.id', 'e.role_id')
    .select(['r.id', 'r.description', 'r.reach'])
    .where('r.id', '=', roleId)
    .where('r.active', '=', true)
    .where('r.all_modules', '=', false)
    .executeTakeFirst();
  ensure(row, () => refuseSystem('emergency.not-listed', { fields: { roleId: 'Choose one of the list' } }));
  return row;
}

/** A role of the network is taken for the network; every other one at one centre, never wider. */
async function placeOf(db: Db, reach: string, franchiseeId: number | null): Promise<number | null> {
  if (reach === 'NETWORK') return null;
  if (franchiseeId === null) throw refuse('input.invalid', { fields: { franchiseeId: 'Choose the centre' } });
  ensureFound((await franchiseeLabels(db, [franchiseeId])).get(franchiseeId));
  return franchiseeId;
}

type Told = readonly [{ id: string; name: string }, { id: string; name: string }];

/** Super admins first, then others who look after the system; without two of them nobody takes anything. */
async function peopleToTell(db: Db, userId: string): Promise<Told> {
  const able = (await usersWith(db, { module: systemModules.System, write: true })).filter(
    (one) => one.id !== userId,
  );
  const supers = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .execute();
  const isSuper = new Set(supers.map((row) => row.id));
  const [first, second] = able.toSorted((a, b) => Number(isSuper.has(b.id)) - Number(isSuper.has(a.id)));
  if (!first || !second) throw refuseSystem('emergency.nobody-to-tell');
  return [first, second];
}

async function tell(
  db: Db,
  id: string,
  told: Told,
  values: { name: string; role: string; until: string; reason: string },
): Promise<void> {
  for (const { id: userId } of told)
    await notify(db, {
      userId,
      kind: 'system.emergency-taken',
      title: `${values.name} took the role ${values.role} in an emergency`.slice(0, 120),
      body: `Until ${values.until}. ${values.reason}`.slice(0, 300),
      link: '/system/roles?tab=emergency',
      sourceArea: 'system',
      dedupeKey: `emergency:${id}`,
    });
  await queueMessage(db, {
    kind: 'system.emergency-taken',
    franchiseeId: HEAD_OFFICE,
    about: { userIds: told.map((one) => one.id) },
    values,
    dedupeKey: id,
    source: { kind: 'EMERGENCY_RIGHT', id },
  });
}
