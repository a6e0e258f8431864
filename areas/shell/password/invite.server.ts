import { refuse } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { inviteContract } from '../password.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { deviceHashOf } from '../session/code.server.ts';
import { hashPassword } from '../session/hash-gate.server.ts';
import { deviceName, rememberDevice } from '../session/known-device.server.ts';
import { noteSignIn } from '../session/open-session.server.ts';
import { open } from '../session/sign-in.server.ts';
import { ensureStrong, storePassword } from './password.server.ts';

/** Who a link invites; of one who has accepted meanwhile the link has ended. */
async function invited(db: Db, userId: string | undefined) {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email_norm', 'mobile_norm'])
    .where('id', '=', userId ?? '')
    .where('state', '=', 'INVITED')
    .executeTakeFirst();
  if (!user) throw refuse('link.ended');
  return user;
}

export const getInvite = handleApart(inviteContract.get, (call) =>
  call.work(asSystem(), async (db) => {
    const user = await invited(db, call.actor.link?.subjectId);
    return { firstName: user.first_name, signIn: user.email_norm ?? user.mobile_norm ?? '' };
  }),
);

/** The link ends with the acceptance (410 from then on), not with the first try: a refused password must not use it up. */
export const acceptInvite = handleApart(inviteContract.accept, async (call) => {
  const userId = ensureFound(call.actor.link).subjectId;
  const user = await call.work(asSystem(), (db) => invited(db, userId));
  ensureStrong(call.input.password, user, 'password');
  const hash = await hashPassword(call.input.password);
  const deviceHash = deviceHashOf(call.input.device);
  return call.work(asSystem(userId), async (db) => {
    // Claimed before anything else: of several at once one gets the row, and only its password counts.
    const claimed = await db
      .updateTable('app_user')
      .set({ state: 'ACTIVE', activated_at: call.now.toISOString() })
      .where('id', '=', userId)
      .where('state', '=', 'INVITED')
      .returning('id')
      .executeTakeFirst();
    if (!claimed) throw refuse('link.ended');
    await storePassword(db, userId, hash, call.now);
    await revokeLinks(db, { purpose: 'user.invite', subjectId: userId, reason: 'accepted' });
    const device = deviceHash
      ? await rememberDevice(db, {
          userId,
          deviceHash,
          name: deviceName(call.request.userAgent),
          ip: call.request.ip,
          now: call.now,
        })
      : null;
    await noteSignIn(db, { kind: 'INVITE_ACCEPTED', userId, deviceId: device?.id ?? null }, call.request);
    const { token } = await open(db, call, {
      user: { id: userId },
      deviceId: device?.id ?? null,
      byCode: false,
      key: call.input.key ?? null,
    });
    return { token };
  });
});
