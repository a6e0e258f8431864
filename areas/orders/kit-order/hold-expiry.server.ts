import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { sql } from 'kysely';
import { settleOrder } from './settle-order.server.ts';

/** Nobody keeps what nobody pays for: 30 minutes online, seven days by transfer. */
export const holdExpiry: JobDeclaration = {
  name: 'orders.hold-expiry',
  title: 'End kit orders that were not paid in time',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const { rows } = await work(null, (db) =>
      sql<{
        franchiseeId: number;
        orderId: string;
      }>`select franchisee_id as "franchiseeId", id as "orderId" from kit_order
        where status = 'PENDING' and hold_until < ${now.toISOString()} order by hold_until, id limit 500`.execute(
        db,
      ),
    );
    return eachPart(
      rows,
      ({ orderId }) => `kit order ${orderId}`,
      (row) =>
        work(row.franchiseeId, async (db) => {
          const status = await settleOrder(db, row, { kind: 'failed', reason: 'PAYMENT_TIMEOUT' });
          return status === 'FAIL' ? 1 : 0;
        }),
    );
  },
};
