import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { signInKey } from '../../network/public.server.ts';
import { profileContract } from '../profile.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { startChallenge } from '../session/challenge.server.ts';
import { proveCode } from '../session/code.server.ts';
import { endSessions, noteSignIn } from '../session/open-session.server.ts';
import { staleSessions } from '../session/session-cache.server.ts';
import { hashOf } from '../session/session-token.server.ts';
import { countSignInTry, ensureWithin } from '../session/sign-in-limits.server.ts';
import { tellContactChanged } from '../session/tell-user.server.ts';
import { refuse } from '../shell-refusals.ts';

const columnOf = (address: { email: string } | { mobile: string }) =>
  'email' in address
    ? ({ column: 'email_norm', value: address.email } as const)
    : ({ column: 'mobile_norm', value: address.mobile } as const);

async function ensureFree(db: Db, address: { email: string } | { mobile: string }): Promise<void> {
  const { column, value } = columnOf(address);
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where(column, '=', value)
    .where('state', '<>', 'DISABLED')
    .executeTakeFirst();
  if (other)
    throw refuse('user.address-used', { fields: { address: 'Cannot use this address. Check your inbox.' } });
}

/**
 * The code goes to the new address: only somebody who reads there may move the account to it. Step-up has asked the old
 * one before.
 */
export const requestContact = handleApart(profileContract.requestContact, async (call) => {
  const userId = userIdOf(call.actor);
  const address = signInKey(call.input.address);
  if (address === null)
    throw refuse('user.address-unclear', {
      fields: { address: 'Enter an e-mail address or a 10-digit mobile number' },
    });
  const counts = await call.work(asSystem(userId), (db) =>
    countSignInTry(db, 'send', { account: userId, ip: call.request.ip, deviceHash: null }),
  );
  ensureWithin('send', counts, false, call.now);
  return call.work(asSystem(userId), async (db) => {
    await ensureFree(db, address);
    const { franchisee_id } = await db
      .selectFrom('app_user')
      .select('franchisee_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await noteSignIn(db, { kind: 'CODE_SENT', userId, sessionId: call.actor.sessionId }, call.request);
    return startChallenge(db, {
      owner: { id: userId, franchiseeId: franchisee_id },
      identifier: columnOf(address).value,
      purpose: 'CONTACT',
      deviceHash: null,
      now: call.now,
      toNewAddress: true,
    });
  });
});

/** Both addresses are told: the old one because it loses the account. */
export const confirmContact = handleApart(profileContract.confirmContact, async (call) => {
  const userId = userIdOf(call.actor);
  const address = signInKey(call.input.address);
  const { referenceID, otp } = call.input;
  await call.work(asSystem(userId), async (db) => {
    // The code was sent to this very address, which only its hash tells.
    const sent = await db
      .selectFrom('code_challenge')
      .select('address_hash')
      .where('reference_id', '=', referenceID)
      .where('purpose', '=', 'CONTACT')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const typed = address ? hashOf(columnOf(address).value.trim().toLowerCase()) : null;
    if (!typed || !sent?.address_hash.equals(typed)) throw refuse('session.otp-dead');
  });
  await proveCode(call, {
    referenceId: referenceID,
    code: otp,
    purpose: 'CONTACT',
    deviceHash: null,
    userId,
  });
  return call.work(asSystem(userId), async (db) => {
    const found = ensureFound(address);
    await ensureFree(db, found);
    const old = await db
      .selectFrom('app_user')
      .select(['email_norm', 'mobile_norm'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('app_user')
      .set(
        'email' in found
          ? { email: found.email, email_norm: found.email }
          : { mobile: found.mobile, mobile_norm: found.mobile },
      )
      .where('id', '=', userId)
      .execute();
    // Who else is signed in may be whoever took the account, or whom it was taken from: only this session proved itself.
    await endSessions(db, { userId, but: ensureFound(call.actor.sessionId) }, 'REVOKED', call.now);
    staleSessions(userId);
    await noteSignIn(db, { kind: 'CONTACT_CHANGED', userId, sessionId: call.actor.sessionId }, call.request);
    await tellContactChanged(db, {
      userId,
      now: call.now,
      key: referenceID,
      what: 'email' in found ? 'e-mail address' : 'mobile number',
      old: 'email' in found ? { email: old.email_norm } : { mobile: old.mobile_norm },
    });
    return {};
  });
});
