import { later } from '@aangan/server/outbox.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';

export interface CodeToSend {
  userId: string;
  franchiseeId: number;
  referenceId: string;
  /** Counts the sends of one reference, so each is a message of its own. */
  send: number;
  channel: 'SMS' | 'EMAIL';
  code: string;
  expiresAt: Date;
}

/** Queues the code to the account's own address; nothing is sent before the commit. */
export async function sendCode(db: Db, code: CodeToSend): Promise<void> {
  await later(db, 'shell.send-code', { userId: code.userId, channel: code.channel, code: code.code }, {
    franchiseeId: code.franchiseeId, lane: 'CODE', dedupeKey: `${code.referenceId}:${code.send}`, expiresAt: code.expiresAt, source: { kind: 'CODE_CHALLENGE', id: code.referenceId },
  });
}
