import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { queueMessage } from './queue-message.server.ts';

interface CodeFact {
  userId: string;
  channel: 'SMS' | 'EMAIL';
  code: string;
}

/** The shell's one-time codes become messages of kind `shell.sign-in-code`, to the account's own address only. */
export const sendCodeMessage: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row, work, finish }) => {
    const { userId, channel, code } = row.payload as CodeFact;
    await work(row.franchiseeId, async (db) => {
      const { expires_at } = await db
        .selectFrom('outbox')
        .select('expires_at')
        .where('franchisee_id', '=', row.franchiseeId)
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      await queueMessage(db, {
        kind: 'shell.sign-in-code',
        franchiseeId: row.franchiseeId,
        about: { userIds: [userId] },
        channel,
        values: { code },
        dedupeKey: row.dedupeKey,
        source: { kind: 'CODE_CHALLENGE', id: row.dedupeKey },
        ...(expires_at ? { expiresAt: new Date(expires_at) } : {}),
      });
      await finish(db);
      // The code itself must not stay readable in the done row.
      await db
        .updateTable('outbox')
        .set({ payload: JSON.stringify({ userId, channel }) })
        .where('franchisee_id', '=', row.franchiseeId)
        .where('id', '=', row.id)
        .execute();
    });
  },
};
