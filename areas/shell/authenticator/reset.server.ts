import { refuse as platform } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { userCards, userForSignIn } from '../../network/public.server.ts';
import { authenticatorResetContract } from '../authenticator.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { endSessions, noteSignIn } from '../session/open-session.server.ts';
import { refuse } from '../shell-refusals.ts';
import { takeAuthenticatorAway } from './authenticator.server.ts';

/** Two super admins, and nobody else: whoever may reset this may get into any account. */
async function ensureSuperAdmin(db: Db, actor: Actor, now: Date): Promise<void> {
  if (!actor.wholeNetwork) throw platform('module.missing');
  const user = await compiledOf(db, actor, now);
  if (!user.superAdmin) throw refuse('authenticator.super-admins-only');
}

export const listResets = handleApart(authenticatorResetContract.list, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    await ensureSuperAdmin(db, call.actor, call.now);
    const me = userIdOf(call.actor);
    const rows = await db
      .selectFrom('authenticator_reset')
      .select(['id', 'user_id', 'asked_by', 'reason', 'created_at'])
      .where('status', '=', 'OPEN')
      .orderBy('created_at')
      .limit(100)
      .execute();
    const names = await userCards(
      db,
      rows.flatMap((row) => [row.user_id, row.asked_by]),
    );
    return {
      rows: rows.map((row) => ({
        id: row.id,
        who: names.get(row.user_id)?.name ?? '',
        askedBy: names.get(row.asked_by)?.name ?? '',
        reason: row.reason,
        at: row.created_at,
        mayDecide: row.asked_by !== me && row.user_id !== me,
      })),
    };
  }),
);

export const askReset = handleApart(authenticatorResetContract.ask, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    await ensureSuperAdmin(db, call.actor, call.now);
    const user = await userForSignIn(db, call.input.identifier);
    const has = user
      ? await db
          .selectFrom('authenticator')
          .select('user_id')
          .where('user_id', '=', user.id)
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst()
      : undefined;
    if (!user || !has)
      throw refuse('authenticator.none', {
        fields: { identifier: 'Nobody with this address has an authenticator.' },
      });
    const row = await db
      .insertInto('authenticator_reset')
      .values({ user_id: user.id, asked_by: userIdOf(call.actor), reason: call.input.reason })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw refuse('authenticator.reset-asked');
    return row;
  }),
);

export const decideReset = handleApart(authenticatorResetContract.decide, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    await ensureSuperAdmin(db, call.actor, call.now);
    const me = userIdOf(call.actor);
    const row = ensureFound(
      await db
        .selectFrom('authenticator_reset')
        .select(['id', 'user_id', 'asked_by'])
        .where('id', '=', call.input.id)
        .where('status', '=', 'OPEN')
        .forUpdate()
        .executeTakeFirst(),
    );
    const own = row.asked_by === me || row.user_id === me;
    if (call.input.approve && own) throw refuse('authenticator.second-person');
    await db
      .updateTable('authenticator_reset')
      .set({
        status: call.input.approve ? 'DONE' : 'DECLINED',
        decided_by: me,
        decided_at: call.now.toISOString(),
      })
      .where('id', '=', row.id)
      .execute();
    if (!call.input.approve) return {};
    await takeAuthenticatorAway(db, row.user_id, call.now);
    await endSessions(db, { userId: row.user_id }, 'REVOKED', call.now);
    await noteSignIn(db, { kind: 'AUTHENTICATOR_OFF', userId: row.user_id }, call.request);
    return {};
  }),
);
