import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sessionContract } from '../session.contract.ts';
import { asSystem } from './as-system.server.ts';
import { deviceName, knownDevices } from './known-device.server.ts';
import { endSessions, noteSignIn } from './open-session.server.ts';
import { renewByClock } from './rotate-token.server.ts';
import { hashOf, tokenIn } from './session-token.server.ts';

export const listSessions = handleApart(sessionContract.list, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const rows = await db
      .selectFrom('session')
      .select(['id', 'user_agent', 'started_at', 'last_seen_at', 'proof_thumbprint'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .orderBy('last_seen_at', 'desc')
      .limit(50)
      .execute();
    const events = await db
      .selectFrom('sign_in_event')
      .select(['at', 'kind', 'user_agent'])
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .limit(20)
      .execute();
    return {
      rows: rows.map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        startedAt: row.started_at,
        lastSeenAt: row.last_seen_at,
        current: row.id === call.actor.sessionId,
        bound: row.proof_thumbprint !== null,
      })),
      devices: await knownDevices(db, userId, call.now),
      events: events.map((event) => ({
        at: event.at,
        kind: event.kind,
        device: event.user_agent ? deviceName(event.user_agent) : null,
      })),
    };
  }),
);

export const endSession = handleApart(sessionContract.end, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const own = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', call.input.sessionID)
      .where('user_id', '=', userIdOf(call.actor))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    await endSessions(db, { ids: [ensureFound(own).id] }, 'REVOKED', call.now);
    return {};
  }),
);

export const endOthers = handleApart(sessionContract.endOthers, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const ended = await endSessions(
      db,
      { userId: userIdOf(call.actor), but: ensureFound(call.actor.sessionId) },
      'REVOKED',
      call.now,
    );
    return { ended };
  }),
);

/** The browser must pass a code again; its open sessions end. */
export const forgetDevice = handleApart(sessionContract.forgetDevice, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const device = ensureFound(
      await db
        .updateTable('known_device')
        .set({ revoked_at: call.now.toISOString() })
        .where('id', '=', call.input.deviceID)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    );
    const open = await db
      .selectFrom('session')
      .select('id')
      .where('device_id', '=', device.id)
      .where('ended_at', 'is', null)
      .execute();
    const ids = open.map((row) => row.id).filter((id) => id !== call.actor.sessionId);
    if (ids.length > 0) await endSessions(db, { ids }, 'REVOKED', call.now);
    await noteSignIn(db, { kind: 'DEVICE_REMOVED', userId, deviceId: device.id }, call.request);
    return {};
  }),
);

/** A new token for the one that is used now; a tab that comes second keeps what the first one stored. */
export const renewToken = handleApart(sessionContract.renew, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const sessionId = ensureFound(call.actor.sessionId);
    const token = ensureFound(tokenIn(call.request.headers.authorization));
    const renewed = await renewByClock(db, sessionId, hashOf(token), call.now);
    await noteSignIn(db, { kind: 'ROTATED', userId: userIdOf(call.actor), sessionId }, call.request);
    return { token: renewed };
  }),
);
