// Devices and sessions of a person. Their tables are closed to centres, so each call first asks as the caller whether
// the person may be managed, and then looks as the system.
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asSystem, endSessions } from '../../shell/public.server.ts';
import { refuse } from '../network-refusals.ts';
import { ensureManages } from './manage-user.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { userAccountContract } from './user-account.contract.ts';
import { ensureVisible } from './visible-people.server.ts';

export const userSecurity = handleApart(userAccountContract.security, async (call) => {
  await call.work(call.actor, (db) => ensureVisible(db, call.input.userId));
  return call.work(asSystem(call.actor.userId), async (db) => ({
    devices: await devicesOf(db, call.input.userId),
    sessions: await sessionsOf(db, call.input.userId, call.now),
    events: await eventsOf(db, call.input.userId),
  }));
});

async function devicesOf(db: Db, userId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    firstSeenAt: string;
    lastCodeAt: string;
    openSessions: number;
  }>`
    select d.id, coalesce(d.name, 'Unknown device') as name, d.first_seen_at as "firstSeenAt", d.last_code_at as "lastCodeAt",
      (select count(*)::int from session s where s.device_id = d.id and s.ended_at is null) as "openSessions"
      from known_device d where d.user_id = ${userId} and d.revoked_at is null order by d.last_code_at desc limit 50`.execute(
    db,
  );
  return rows;
}

async function sessionsOf(db: Db, userId: string, now: Date) {
  const { rows } = await sql<{ id: string; device: string; startedAt: string; lastSeenAt: string }>`
    select s.id, coalesce(d.name, 'Unknown device') as device, s.started_at as "startedAt", s.last_seen_at as "lastSeenAt"
      from session s left join known_device d on d.id = s.device_id
     where s.user_id = ${userId} and s.ended_at is null and s.absolute_until > ${now.toISOString()} order by s.last_seen_at desc limit 50`.execute(
    db,
  );
  return rows;
}

async function eventsOf(db: Db, userId: string) {
  return db
    .selectFrom('sign_in_event')
    .select(['at', 'kind'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(50)
    .execute();
}

export const endUserSessions = handleApart(userAccountContract.endSessions, async (call) => {
  await call.work(call.actor, (db) => ensureManages(db, call.actor, call.input.userId, call.now));
  return {
    ended: await call.work(asSystem(call.actor.userId), (db) =>
      endSessions(db, { userId: call.input.userId }, 'REVOKED', call.now),
    ),
  };
});

export const forgetDevice = handleApart(userAccountContract.forgetDevice, async (call) => {
  const { userId, deviceId } = call.input;
  await call.work(call.actor, (db) => ensureManages(db, call.actor, userId, call.now));
  return call.work(asSystem(call.actor.userId), async (db) => {
    const found = await db
      .updateTable('known_device')
      .set({ revoked_at: call.now.toISOString() })
      .where('id', '=', deviceId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!found) throw refuse('user.wrong-state');
    const open = await db
      .selectFrom('session')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .execute();
    const ids = open.map((row) => row.id);
    return { ended: ids.length === 0 ? 0 : await endSessions(db, { ids }, 'REVOKED', call.now) };
  });
});

/** For a lost phone or a password that got about: nothing that opened the account before opens it again. */
export const resetUser = handleApart(userAccountContract.reset, async (call) => {
  const { userId } = call.input;
  if (userId === call.actor.userId) throw refuse('user.own-access');
  await call.work(call.actor, (db) => ensureManages(db, call.actor, userId, call.now));
  await call.work(asSystem(call.actor.userId), async (db) => {
    const user = await closeAccount(db, userId, call.now);
    if (!user) throw refuse('user.wrong-state');
    await sendInvite(db, { userId, franchiseeId: user.franchisee_id, now: call.now, anew: 'reset' });
  });
  return { id: userId };
});

/** Password, devices and sessions end; it opens by an invitation alone. Undefined: it is suspended or disabled. */
export async function closeAccount(db: Db, userId: string, now: Date) {
  const user = await db
    .updateTable('app_user')
    .set({ state: 'INVITED', password_hash: null, invited_at: now.toISOString() })
    .where('id', '=', userId)
    .where('state', 'in', ['ACTIVE', 'INVITED'])
    .returning('franchisee_id')
    .executeTakeFirst();
  if (!user) return undefined;
  await db
    .updateTable('known_device')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  await endSessions(db, { userId }, 'REVOKED', now);
  return user;
}
