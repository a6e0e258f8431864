import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { passwordContract } from '../password.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { deviceHashOf, proveCode, requestCode } from '../session/code.server.ts';
import { hashPassword, passwordIs } from '../session/hash-gate.server.ts';
import { endSessions, noteSignIn } from '../session/open-session.server.ts';
import { rotateToken } from '../session/rotate-token.server.ts';
import { countSignInTry, ensureWithin, forgiveTry } from '../session/sign-in-limits.server.ts';
import { tellPasswordChanged } from '../session/tell-user.server.ts';
import { refuse } from '../shell-refusals.ts';
import { passwordWeakness } from './password-rules.server.ts';

export const forgotPassword = handleApart(passwordContract.forgot, (call) =>
  requestCode(call, { identifier: call.input.identifier, device: call.input.device, purpose: 'RESET' }),
);

interface Account {
  id: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  email_norm: string | null;
  mobile_norm: string | null;
}

const accountById = async (db: Db, id: string): Promise<Account> =>
  ensureFound(
    await db
      .selectFrom('app_user')
      .select(['id', 'password_hash', 'first_name', 'last_name', 'email_norm', 'mobile_norm'])
      .where('id', '=', id)
      .where('state', '<>', 'DISABLED')
      .executeTakeFirst(),
  );

/** Refuses a password that is common or made of the person's own data (422 on the field). */
export function ensureStrong(
  password: string,
  user: Pick<Account, 'first_name' | 'last_name' | 'email_norm' | 'mobile_norm'>,
  field: string,
): void {
  const own = [
    user.first_name,
    user.last_name,
    user.email_norm?.split('@')[0] ?? '',
    user.mobile_norm?.slice(3) ?? '',
  ];
  if (passwordWeakness(password, own) !== null)
    throw refuse('password.weak', {
      fields: { [field]: 'This password is easy to guess. Choose another one.' },
    });
}

/** Stores a new password's hash. */
export async function storePassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: hash, password_set_at: now.toISOString() })
    .where('id', '=', userId)
    .execute();
}

export const resetPassword = handleApart(passwordContract.reset, async (call) => {
  const { referenceID, otp, password, device } = call.input;
  // What is wrong with the password itself is said before the code is used up; what is the person's own, only after.
  if (passwordWeakness(password, []) !== null)
    throw refuse('password.weak', {
      fields: { password: 'This password is easy to guess. Choose another one.' },
    });
  const userId = await proveCode(call, {
    referenceId: referenceID,
    code: otp,
    purpose: 'RESET',
    deviceHash: deviceHashOf(device),
  });
  const user = await call.work(asSystem(userId), (db) => accountById(db, userId));
  ensureStrong(password, user, 'password');
  const hash = await hashPassword(password);
  await call.work(asSystem(userId), async (db) => {
    await storePassword(db, userId, hash, call.now);
    await endSessions(db, { userId }, 'PASSWORD', call.now);
    await noteSignIn(db, { kind: 'RESET', userId }, call.request);
    await tellPasswordChanged(db, { userId, now: call.now, key: referenceID });
  });
  return {};
});

export const changePassword = handleApart(passwordContract.change, async (call) => {
  const userId = userIdOf(call.actor);
  const { oldPassword, newPassword } = call.input;
  const user = await ensureOldPassword(call, userId, oldPassword);
  if (oldPassword.normalize('NFKC') === newPassword)
    throw refuse('password.same', { fields: { newPassword: 'Choose a password you do not use now.' } });
  ensureStrong(newPassword, user, 'newPassword');
  const hash = await hashPassword(newPassword);
  return call.work(asSystem(userId), async (db) => {
    const sessionId = ensureFound(call.actor.sessionId);
    await storePassword(db, userId, hash, call.now);
    await endSessions(db, { userId, but: sessionId }, 'PASSWORD', call.now);
    await noteSignIn(db, { kind: 'RESET', userId, sessionId }, call.request);
    await tellPasswordChanged(db, { userId, now: call.now, key: `${sessionId}:${call.now.getTime()}` });
    return { token: await rotateToken(db, sessionId, call.now) };
  });
});

async function ensureOldPassword(
  call: ApartCall<unknown>,
  userId: string,
  oldPassword: string,
): Promise<Account> {
  const counted = { account: userId, ip: call.request.ip, deviceHash: null };
  const { user, counts } = await call.work(asSystem(userId), async (db) => ({
    user: await accountById(db, userId),
    counts: await countSignInTry(db, 'password', counted),
  }));
  ensureWithin('password', counts, false, call.now);
  if (!(await passwordIs(user.password_hash, oldPassword)))
    throw refuse('password.wrong', { fields: { oldPassword: 'This is not your present password.' } });
  await call.work(asSystem(userId), (db) => forgiveTry(db, 'password', counted));
  return user;
}
