import { refuse as platform } from '@aangan/contract/refusal.ts';
import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { signInKey, userForSignIn } from '../../network/public.server.ts';
import type { AnsweredBy } from '../authenticator/second-proof.server.ts';
import { sessionContract } from '../session.contract.ts';
import { asSystem } from './as-system.server.ts';
import {
  answerChallenge,
  type CodePurpose,
  resendChallenge,
  startChallenge,
  wrongCode,
} from './challenge.server.ts';
import { knownDevice } from './known-device.server.ts';
import { noteSignIn } from './open-session.server.ts';
import { hashOf } from './session-token.server.ts';
import { type Counted, countSignInTry, ensureWithin, forgiveTry } from './sign-in-limits.server.ts';

export const deviceHashOf = (device: string | undefined): Buffer | null =>
  device === undefined ? null : hashOf(device);

/** Counter key of an address: the account's when there is one, else the address itself, so both behave the same. */
export const accountOf = (user: { id: string } | null, identifier: string): string =>
  user?.id ?? hashOf(identifier.trim().toLowerCase()).toString('base64');

export type Apart = Pick<ApartCall<unknown>, 'work' | 'now' | 'request'>;

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
    purpose: CodePurpose;
    deviceHash: Buffer | null;
    userId?: string;
    by?: AnsweredBy | undefined;
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
