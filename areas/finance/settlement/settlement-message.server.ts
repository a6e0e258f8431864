import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { franchisee } from '../../network/public.server.ts';

/** Tells the centre of its payout; nobody where it has no e-mail address. */
export const settlementSentWorker: OutboxWorker = {
  retryUnknown: true,
  async perform({ row, work }) {
    const { batchId } = row.payload as { batchId: string };
    await work(row.franchiseeId, async (db) => {
      const centre = await franchisee(db, row.franchiseeId);
      const batch = await db
        .selectFrom('settlement_batch')
        .select(['number', 'net', 'utr', 'attempt'])
        .where('franchisee_id', '=', row.franchiseeId)
        .where('id', '=', batchId)
        .executeTakeFirst();
      if (!centre?.email || !batch?.number || !batch.utr) return;
      await queueMessage(db, {
        kind: 'finance.settlement-sent',
        franchiseeId: row.franchiseeId,
        about: { address: { email: centre.email, name: centre.companyName } },
        values: { no: batch.number, amountPaise: batch.net, reference: batch.utr },
        dedupeKey: `settlement:${batchId}:${batch.attempt}`,
        source: { kind: 'settlement', id: batchId },
      });
    });
  },
};
