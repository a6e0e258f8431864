import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sessionContract } from '../session.contract.ts';
import { asSystem } from './as-system.server.ts';
import { ensureKey } from './browser-key.server.ts';
import { startChallenge } from './challenge.server.ts';
import { proveCode } from './code.server.ts';
import { noteSignIn, STEP_UP_MS } from './open-session.server.ts';
import { rotateToken } from './rotate-token.server.ts';
import { countSignInTry, ensureWithin } from './sign-in-limits.server.ts';

export const requestStepUp = handleApart(sessionContract.requestStepUp, async (call) => {
  const userId = userIdOf(call.actor);
  const sessionId = ensureFound(call.actor.sessionId);
  await call.work(asSystem(userId), async (db) => {
    const session = await db
      .selectFrom('session')
      .select('proof_thumbprint')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    await ensureKey(db, { userId, key: session.proof_thumbprint, config: call.ports.config });
  });
  const counts = await call.work(asSystem(userId), (db) =>
    countSignInTry(db, 'send', { account: userId, ip: call.request.ip, deviceHash: null }),
  );
  ensureWithin('send', counts, false, call.now);
  return call.work(asSystem(userId), async (db) => {
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'franchisee_id', 'email_norm', 'mobile_norm'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await noteSignIn(db, { kind: 'CODE_SENT', userId, sessionId: call.actor.sessionId }, call.request);
    return startChallenge(db, {
      owner: { id: user.id, franchiseeId: user.franchisee_id },
      identifier: user.mobile_norm ?? user.email_norm ?? '',
      purpose: 'STEP_UP',
      deviceHash: null,
      now: call.now,
    });
  });
});

export const verifyStepUp = handleApart(sessionContract.verifyStepUp, async (call) => {
  const userId = userIdOf(call.actor);
  const sessionId = ensureFound(call.actor.sessionId);
  await proveCode(call, {
    referenceId: call.input.referenceID,
    code: call.input.otp,
    purpose: 'STEP_UP',
    deviceHash: null,
    userId,
    by: call.input.by,
  });
  return call.work(asSystem(userId), async (db) => {
    const until = new Date(call.now.getTime() + STEP_UP_MS).toISOString();
    await db.updateTable('session').set({ step_up_until: until }).where('id', '=', sessionId).execute();
    await noteSignIn(db, { kind: 'STEP_UP', userId, sessionId }, call.request);
    return { token: await rotateToken(db, sessionId, call.now), until };
  });
});
