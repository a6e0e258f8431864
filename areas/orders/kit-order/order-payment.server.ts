// What finance asks of kit orders, in the transaction of the payment.

import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { registerPaymentPurpose } from '../../finance/public.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { settleOrder } from './settle-order.server.ts';

const orderOf = (db: Db, id: string) =>
  db.selectFrom('kit_order').selectAll().where('id', '=', id).executeTakeFirst();

/** To be called once at start. */
export function registerKitOrderPayments(): void {
  registerPaymentPurpose('KIT_ORDER', {
    describe: async (db, id) => {
      const order = await orderOf(db, id);
      return order ? { label: kitTypeNames[order.kit_type] ?? 'Kits', reference: order.order_no } : null;
    },
    amountDue: async (db, id) => {
      const order = await orderOf(db, id);
      return order?.status === 'PENDING' ? order.total_paise : 0;
    },
    onConfirmed: async (db, { subjectId, at }) => {
      const order = await orderOf(db, subjectId);
      if (!order) return;
      await settleOrder(
        db,
        { franchiseeId: order.franchisee_id, orderId: order.id },
        { kind: 'confirmed', at: new Date(at) },
      );
    },
    // One failed try at the gateway may be followed by another: the hold alone ends the order.
    onReversed: async (db, { subjectId }) => {
      const order = await orderOf(db, subjectId);
      if (order)
        await settleOrder(
          db,
          { franchiseeId: order.franchisee_id, orderId: order.id },
          { kind: 'failed', reason: 'PAYMENT_FAILED' },
        );
    },
  });
}
