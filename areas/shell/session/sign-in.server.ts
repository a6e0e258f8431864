import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type SignInUser, userForSignIn } from '../../network/public.server.ts';
import { compileActor } from '../../system/public.server.ts';
import type { AnsweredBy } from '../authenticator/second-proof.server.ts';
import { sessionContract } from '../session.contract.ts';
import { refuse } from '../shell-refusals.ts';
import { asSystem } from './as-system.server.ts';
import { ensureKey } from './browser-key.server.ts';
import { startChallenge } from './challenge.server.ts';
import { type Apart, accountOf, deviceHashOf, proveCode } from './code.server.ts';
import { passwordIs } from './hash-gate.server.ts';
import { deviceName, knownDevice, rememberDevice } from './known-device.server.ts';
import { lifeOf, noteSignIn, openSession, sessionLife } from './open-session.server.ts';
import { hashOf } from './session-token.server.ts';
import {
  brakeIsOn,
  type Counted,
  countSignInTry,
  ensureWithin,
  forgiveTry,
} from './sign-in-limits.server.ts';
import { tellNewDevice } from './tell-user.server.ts';

export const signIn = handleApart(sessionContract.signIn, async (call) => {
  const { identifier, password, device, key } = call.input;
  const deviceHash = deviceHashOf(device);
  // Three short transactions around the slow hash: none of them waits for it (promise S8).
  const tried = await call.work(asSystem(), async (db) => {
    const user = await userForSignIn(db, identifier);
    const counted: Counted = { account: accountOf(user, identifier), ip: call.request.ip, deviceHash };
    const counts = await countSignInTry(db, 'password', counted);
    return { user, counted, counts, deviceId: await knownDevice(db, user?.id ?? null, deviceHash, call.now) };
  });
  const { user, counted, counts, deviceId } = tried;
  ensureWithin('password', counts, deviceId !== null, call.now);
  const right = await passwordIs(user?.passwordHash ?? null, password);
  if (!right || user === null) {
    await call.work(asSystem(), (db) =>
      noteSignIn(
        db,
        {
          kind: 'PASSWORD_BAD',
          userId: user?.id ?? null,
          identifierHash: hashOf(identifier.trim().toLowerCase()),
        },
        call.request,
      ),
    );
    throw refuse('session.bad-credentials');
  }
  return call.work(asSystem(user.id), async (db) => {
    await forgiveTry(db, 'password', counted);
    await noteSignIn(db, { kind: 'PASSWORD_OK', userId: user.id, deviceId }, call.request);
    if (await needsCode(db, user, { deviceId, brake: brakeIsOn(counts), now: call.now })) {
      return { step: 'code' as const, ...(await sendSignInCode(db, call, { user, identifier, deviceHash })) };
    }
    const { token } = await open(db, call, { user, deviceId, byCode: false, key: key ?? null });
    return { step: 'done' as const, token };
  });
});

/** A code after the password: for guarded roles, on an unknown browser, and for all while the brake is on. Demo people are exempt from the first two. */
async function needsCode(
  db: Db,
  user: SignInUser,
  facts: { deviceId: string | null; brake: boolean; now: Date },
): Promise<boolean> {
  if (facts.brake && facts.deviceId === null) return true;
  if (user.codeExempt) return false;
  if (facts.deviceId === null) return true;
  const compiled = await compileActor(db, user.id, facts.now);
  return compiled === null || lifeOf(compiled, true) === sessionLife.GUARDED;
}

async function sendSignInCode(
  db: Db,
  call: Apart,
  to: { user: SignInUser; identifier: string; deviceHash: Buffer | null },
) {
  const counts = await countSignInTry(db, 'send', {
    account: to.user.id,
    ip: call.request.ip,
    deviceHash: to.deviceHash,
  });
  ensureWithin('send', counts, false, call.now);
  await noteSignIn(db, { kind: 'CODE_SENT', userId: to.user.id }, call.request);
  return startChallenge(db, {
    owner: { id: to.user.id, franchiseeId: to.user.franchiseeId },
    identifier: to.identifier,
    purpose: 'SIGN_IN',
    deviceHash: to.deviceHash,
    now: call.now,
    afterPassword: true,
  });
}

/** Opens the session of a user who has proved who they are. */
export async function open(
  db: Db,
  call: Pick<ApartCall<unknown>, 'now' | 'request' | 'ports'>,
  facts: { user: { id: string }; deviceId: string | null; byCode: boolean; key: string | null },
): Promise<{ token: string; sessionId: string }> {
  const compiled = await compileActor(db, facts.user.id, call.now);
  if (!compiled?.active) throw refuse('session.bad-credentials');
  if (lifeOf(compiled, true) === sessionLife.GUARDED)
    await ensureKey(db, { userId: compiled.userId, key: facts.key, config: call.ports.config });
  return openSession(db, {
    user: compiled,
    key: facts.key,
    deviceId: facts.deviceId,
    byCode: facts.byCode,
    request: call.request,
    now: call.now,
  });
}

const answeredKind = (by: AnsweredBy | undefined) =>
  by === 'APP' ? 'APP_OK' : by === 'RECOVERY' ? 'RECOVERY_OK' : 'CODE_OK';

export const verifyOtp = handleApart(sessionContract.verifyOtp, async (call) => {
  const { referenceID, otp, by, device, key } = call.input;
  const deviceHash = deviceHashOf(device);
  const userId = await proveCode(call, {
    referenceId: referenceID,
    code: otp,
    purpose: 'SIGN_IN',
    deviceHash,
    by,
  });
  return call.work(asSystem(userId), async (db) => {
    const remembered = deviceHash
      ? await rememberDevice(db, {
          userId,
          deviceHash,
          name: deviceName(call.request.userAgent),
          ip: call.request.ip,
          now: call.now,
        })
      : null;
    await noteSignIn(db, { kind: answeredKind(by), userId, deviceId: remembered?.id ?? null }, call.request);
    if (remembered?.isNew) {
      await noteSignIn(db, { kind: 'NEW_DEVICE', userId, deviceId: remembered.id }, call.request);
      await tellNewDevice(db, {
        userId,
        now: call.now,
        key: remembered.id,
        device: deviceName(call.request.userAgent),
      });
    }
    const { token } = await open(db, call, {
      user: { id: userId },
      deviceId: remembered?.id ?? null,
      byCode: true,
      key: key ?? null,
    });
    return { token };
  });
});
