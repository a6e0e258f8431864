import { later } from '@aangan/server/outbox.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';

/** Queues the invitation with its one link; nothing leaves before the commit. */
export async function sendInvite(db: Db, invite: { userId: string; franchiseeId: number; now: Date }): Promise<void> {
  await later(db, 'network.invite', { userId: invite.userId }, { franchiseeId: invite.franchiseeId, lane: 'NOW', dedupeKey: `${invite.userId}:${invite.now.getTime()}`, source: { kind: 'USER', id: invite.userId } });
}
