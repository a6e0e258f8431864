import { revokeLinks } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

/** Queues the invitation; its link (7 days) is issued when it leaves. `anew`: older links end, with this reason. */
export async function sendInvite(
  db: Db,
  { userId, franchiseeId, now, anew }: { userId: string; franchiseeId: number; now: Date; anew?: string },
): Promise<void> {
  if (anew) await revokeLinks(db, { purpose: 'user.invite', subjectId: userId, reason: anew });
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
