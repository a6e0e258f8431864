import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { authenticatorContract } from '../authenticator.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { noteSignIn } from '../session/open-session.server.ts';
import { countSignInTry, ensureWithin, forgiveTry } from '../session/sign-in-limits.server.ts';
import { tellAuthenticatorChanged } from '../session/tell-user.server.ts';
import { refuse } from '../shell-refusals.ts';
import { dropRecoveryCodes, recoveryCodesLeft, renewRecoveryCodes } from './recovery-code.server.ts';
import { appCodeIsRight, secretPlace } from './second-proof.server.ts';
import { base32, newSecret, otpauthUri } from './totp.server.ts';

export const getAuthenticator = handleApart(authenticatorContract.get, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    return { since: await confirmedAt(db, userId), codesLeft: await recoveryCodesLeft(db, userId) };
  }),
);

async function confirmedAt(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('authenticator')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** Stays without effect until its first code is confirmed; one that counts already must be removed first. */
export const beginAuthenticator = handleApart(authenticatorContract.begin, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    if (await confirmedAt(db, userId)) throw refuse('authenticator.have-one');
    const secret = newSecret();
    const sealed = seal(secret, secretPlace(userId));
    await db
      .insertInto('authenticator')
      .values({ user_id: userId, secret: sealed })
      .onConflict((oc) => oc.column('user_id').doUpdateSet({ secret: sealed, last_step: 0 }))
      .execute();
    const { email_norm, mobile_norm } = await db
      .selectFrom('app_user')
      .select(['email_norm', 'mobile_norm'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { secret: base32(secret), uri: otpauthUri(secret, email_norm ?? mobile_norm ?? 'Aangan') };
  }),
);

export const confirmAuthenticator = handleApart(authenticatorContract.confirm, async (call) => {
  const userId = userIdOf(call.actor);
  const counted = { account: userId, ip: call.request.ip, deviceHash: null };
  const counts = await call.work(asSystem(userId), (db) => countSignInTry(db, 'guess', counted));
  ensureWithin('guess', counts, false, call.now);
  return call.work(asSystem(userId), async (db) => {
    if (!(await appCodeIsRight(db, userId, call.input.code, { now: call.now, confirmed: false })))
      throw refuse('authenticator.wrong-code', { fields: { code: 'This is not the code of now.' } });
    await forgiveTry(db, 'guess', counted);
    await db
      .updateTable('authenticator')
      .set({ confirmed_at: call.now.toISOString() })
      .where('user_id', '=', userId)
      .execute();
    await noteSignIn(db, { kind: 'AUTHENTICATOR_ON', userId, sessionId: call.actor.sessionId }, call.request);
    await tellAuthenticatorChanged(db, {
      userId,
      now: call.now,
      key: `on:${call.now.getTime()}`,
      what: 'added',
    });
    return { codes: await renewRecoveryCodes(db, userId) };
  });
});

export const removeAuthenticator = handleApart(authenticatorContract.remove, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    ensureFound(await confirmedAt(db, userId));
    await takeAuthenticatorAway(db, userId, call.now);
    await noteSignIn(
      db,
      { kind: 'AUTHENTICATOR_OFF', userId, sessionId: call.actor.sessionId },
      call.request,
    );
    return {};
  }),
);

/** Secret and recovery codes are gone, and their owner is told. */
export async function takeAuthenticatorAway(db: Db, userId: string, now: Date): Promise<void> {
  await db.deleteFrom('authenticator').where('user_id', '=', userId).execute();
  await dropRecoveryCodes(db, userId);
  await tellAuthenticatorChanged(db, { userId, now, key: `off:${now.getTime()}`, what: 'removed' });
}

export const renewCodes = handleApart(authenticatorContract.renewCodes, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    if (!(await confirmedAt(db, userId))) throw refuse('authenticator.none');
    await noteSignIn(db, { kind: 'RECOVERY_NEW', userId, sessionId: call.actor.sessionId }, call.request);
    return { codes: await renewRecoveryCodes(db, userId) };
  }),
);
