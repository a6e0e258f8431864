import type { Db } from '@aangan/server/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

/** Queues the invitation; its link (7 days) is issued when it leaves. */
export async function sendInvite(
  db: Db,
  { userId, franchiseeId, now }: { userId: string; franchiseeId: number; now: Date },
): Promise<void> {
  await queueMessage(db, {
    kind: 'network.invite',
    franchiseeId,
    about: { userIds: [userId] },
    values: {},
    link: { purpose: 'user.invite', subjectId: userId, subjectKind: 'user' },
    dedupeKey: `${userId}:${now.getTime()}`,
    source: { kind: 'USER', id: userId },
  });
}
