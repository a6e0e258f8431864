import { refuse as platform } from '@aangan/contract/refusal.ts';
import { type ApartCall, handleApart, type RequestFacts } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type SignInUser, signInKey, userForSignIn } from '../../network/public.server.ts';
import { compileActor } from '../../system/public.server.ts';
import { sessionContract } from '../session.contract.ts';
import { refuse } from '../shell-refusals.ts';
import { asSystem } from './as-system.server.ts';
import { answerChallenge, resendChallenge, startChallenge, wrongCode } from './challenge.server.ts';
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

export const deviceHashOf = (device: string | undefined): Buffer | null =>
  device === undefined ? null : hashOf(device);

/** Counter key of an address: the account's when there is one, else the address itself, so both behave the same. */
export const accountOf = (user: { id: string } | null, identifier: string): string =>
  user?.id ?? hashOf(identifier.trim().toLowerCase()).toString('base64');

type Apart = Pick<ApartCall<unknown>, 'work' | 'now' | 'request'>;

export const signIn = handleApart(sessionContract.signIn, async (call) => {
  const { identifier, password, device } = call.input;
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
    const { token } = await open(db, call, { user, deviceId, byCode: false });
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
  });
}

/** Opens the session of a user who has proved who they are. */
export async function open(
  db: Db,
  call: { now: Date; request: RequestFacts },
  facts: { user: { id: string }; deviceId: string | null; byCode: boolean },
): Promise<{ token: string; sessionId: string }> {
  const compiled = await compileActor(db, facts.user.id, call.now);
  if (!compiled?.active) throw refuse('session.bad-credentials');
  return openSession(db, {
    user: compiled,
    deviceId: facts.deviceId,
    byCode: facts.byCode,
    request: call.request,
    now: call.now,
  });
}

/** Shared by sign-in and forgot-password: the same answer, whether the account exists or not. */
export async function requestCode(
  call: Apart,
  wanted: { identifier: string; device: string | undefined; purpose: 'SIGN_IN' | 'RESET' },
) {
  if (signInKey(wanted.identifier) === null)
    throw platform('input.invalid', {
      fields: { identifier: 'Enter an e-mail address or a 10-digit mobile number' },
    });
  const deviceHash = deviceHashOf(wanted.device);
  const { user, counts } = await call.work(asSystem(), async (db) => {
    const found = await userForSignIn(db, wanted.identifier);
    return {
      user: found,
      counts: await countSignInTry(db, 'send', {
        account: accountOf(found, wanted.identifier),
        ip: call.request.ip,
        deviceHash,
      }),
    };
  });
  ensureWithin('send', counts, false, call.now);
  return call.work(asSystem(), async (db) => {
    await noteSignIn(
      db,
      {
        kind: 'CODE_SENT',
        userId: user?.id ?? null,
        identifierHash: hashOf(wanted.identifier.trim().toLowerCase()),
      },
      call.request,
    );
    return startChallenge(db, {
      owner: user ? { id: user.id, franchiseeId: user.franchiseeId } : null,
      identifier: wanted.identifier,
      purpose: wanted.purpose,
      deviceHash,
      now: call.now,
    });
  });
}

export const requestOtp = handleApart(sessionContract.requestOtp, (call) =>
  requestCode(call, { identifier: call.input.identifier, device: call.input.device, purpose: 'SIGN_IN' }),
);

export const resendOtp = handleApart(sessionContract.resendOtp, async (call) => {
  const { referenceID, channel } = call.input;
  const counts = await call.work(asSystem(), async (db) =>
    countSignInTry(db, 'send', {
      account: await accountOfReference(db, referenceID),
      ip: call.request.ip,
      deviceHash: null,
    }),
  );
  ensureWithin('send', counts, false, call.now);
  return call.work(asSystem(), (db) =>
    resendChallenge(db, { referenceId: referenceID, channel, now: call.now }),
  );
});

async function accountOfReference(db: Db, referenceId: string): Promise<string> {
  const row = await db
    .selectFrom('code_challenge')
    .select(['user_id', 'address_hash'])
    .where('reference_id', '=', referenceId)
    .executeTakeFirst();
  return row?.user_id ?? row?.address_hash.toString('base64') ?? referenceId;
}

/** Counts and judges one code; refuses after the count is safely stored. Returns the account's id. */
export async function proveCode(
  call: Apart,
  answer: {
    referenceId: string;
    code: string;
    purpose: 'SIGN_IN' | 'RESET' | 'STEP_UP';
    deviceHash: Buffer | null;
    userId?: string;
  },
): Promise<string> {
  const verdict = await call.work(asSystem(), async (db) => {
    const account = await accountOfReference(db, answer.referenceId);
    const counted: Counted = { account, ip: call.request.ip, deviceHash: answer.deviceHash };
    const counts = await countSignInTry(db, 'guess', counted);
    const owner = await db
      .selectFrom('code_challenge')
      .select('user_id')
      .where('reference_id', '=', answer.referenceId)
      .executeTakeFirst();
    const known = await knownDevice(db, owner?.user_id ?? null, answer.deviceHash, call.now);
    const braked = limited(() => ensureWithin('guess', counts, known !== null, call.now));
    if (braked) return { braked };
    const judged = await answerChallenge(db, { ...answer, now: call.now });
    if (judged.right) await forgiveTry(db, 'guess', counted);
    else await noteSignIn(db, { kind: 'CODE_BAD', userId: owner?.user_id ?? null }, call.request);
    return judged;
  });
  if ('braked' in verdict) throw verdict.braked;
  if (!verdict.right) throw wrongCode(verdict.left);
  return verdict.userId;
}

function limited(check: () => void): Error | null {
  try {
    check();
    return null;
  } catch (error) {
    return error as Error; // only ensureWithin's refusal; it is thrown again once the count is stored
  }
}

export const verifyOtp = handleApart(sessionContract.verifyOtp, async (call) => {
  const { referenceID, otp, device } = call.input;
  const deviceHash = deviceHashOf(device);
  const userId = await proveCode(call, {
    referenceId: referenceID,
    code: otp,
    purpose: 'SIGN_IN',
    deviceHash,
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
    await noteSignIn(db, { kind: 'CODE_OK', userId, deviceId: remembered?.id ?? null }, call.request);
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
    });
    return { token };
  });
});
