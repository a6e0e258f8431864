import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

export interface CodeToSend {
  userId: string;
  franchiseeId: number;
  referenceId: string;
  /** Counts the sends of one reference, so each is a message of its own. */
  send: number;
  channel: 'SMS' | 'EMAIL';
  code: string;
  expiresAt: Date;
  /** Where to, when it is not the account's own address yet. */
  address?: string;
}

/** Queues the code (sealed) to the account's own address; nothing is sent before the commit. */
export async function sendCode(
  db: Db,
  { userId, franchiseeId, referenceId, send, channel, code, expiresAt, address }: CodeToSend,
): Promise<void> {
  await queueMessage(db, {
    kind: 'shell.sign-in-code',
    franchiseeId,
    about:
      address === undefined
        ? { userIds: [userId] }
        : { address: channel === 'EMAIL' ? { email: address } : { mobile: address } },
    channel,
    values: { code },
    dedupeKey: `${referenceId}:${send}`,
    expiresAt,
    source: { kind: 'CODE_CHALLENGE', id: referenceId },
  });
}
