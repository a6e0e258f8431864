import { formatDateTime } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
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
