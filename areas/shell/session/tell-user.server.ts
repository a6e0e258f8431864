import { formatDateTime } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

export interface Told {
  userId: string;
  now: Date;
  /** Makes two tellings of one moment one message. */
  key: string;
}

const homeOf = async (db: Db, userId: string): Promise<number> =>
  (await db.selectFrom('app_user').select('franchisee_id').where('id', '=', userId).executeTakeFirstOrThrow())
    .franchisee_id;

/** 'A new device signed in': the owner must hear of it, wherever it came from. */
export async function tellNewDevice(
  db: Db,
  { userId, now, key, device }: Told & { device: string },
): Promise<void> {
  await queueMessage(db, {
    kind: 'shell.new-device',
    franchiseeId: await homeOf(db, userId),
    about: { userIds: [userId] },
    values: { device, time: formatDateTime(now) },
    dedupeKey: key,
    source: { kind: 'USER', id: userId },
  });
}

/** 'We ended your session': an old or a copied token turned up. */
export async function tellSessionStopped(db: Db, { userId, key }: Told): Promise<void> {
  await queueMessage(db, {
    kind: 'shell.session-stopped',
    franchiseeId: await homeOf(db, userId),
    about: { userIds: [userId] },
    values: {},
    dedupeKey: key,
    source: { kind: 'USER', id: userId },
  });
}

/** 'Your {what} was changed': to the account, and to the address that lost it. */
export async function tellContactChanged(
  db: Db,
  told: Told & { what: string; old: { email?: string | null; mobile?: string | null } },
): Promise<void> {
  const franchiseeId = await homeOf(db, told.userId);
  const message = {
    franchiseeId,
    values: { what: told.what, time: formatDateTime(told.now) },
    source: { kind: 'USER', id: told.userId },
  };
  await queueMessage(db, {
    ...message,
    kind: 'shell.contact-changed',
    about: { userIds: [told.userId] },
    dedupeKey: told.key,
  });
  const { email, mobile } = told.old;
  if (!email && !mobile) return;
  await queueMessage(db, {
    ...message,
    kind: 'shell.contact-left',
    about: { address: email ? { email } : { mobile: mobile ?? '' } },
    channel: email ? 'EMAIL' : 'SMS',
    dedupeKey: told.key,
  });
}

/** 'An authenticator was added to / removed from your account'. */
export async function tellAuthenticatorChanged(
  db: Db,
  { userId, now, key, what }: Told & { what: 'added' | 'removed' },
): Promise<void> {
  await queueMessage(db, {
    kind: 'shell.authenticator-changed',
    franchiseeId: await homeOf(db, userId),
    about: { userIds: [userId] },
    values: { what, time: formatDateTime(now) },
    dedupeKey: key,
    source: { kind: 'USER', id: userId },
  });
}

/** 'Your password was changed'. */
export async function tellPasswordChanged(db: Db, { userId, now, key }: Told): Promise<void> {
  await queueMessage(db, {
    kind: 'shell.password-changed',
    franchiseeId: await homeOf(db, userId),
    about: { userIds: [userId] },
    values: { time: formatDateTime(now) },
    dedupeKey: key,
    source: { kind: 'USER', id: userId },
  });
}
