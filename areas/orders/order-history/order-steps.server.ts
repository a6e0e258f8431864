// What people do with an order after it was placed: cancel it or what has not left, let it through above the credit limit.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { approvalStep } from '@aangan/server/work/approval.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { cancelKits } from '../kit-order/cancel-kits.server.ts';
import { refuseOrder } from '../kit-order/kit-order.refusals.ts';
import { CREDIT_OVERRIDE } from '../kit-order/kit-order.states.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { orderContract as contract } from './order-history.contract.ts';

/** A parcel that stands packed holds its kits: the warehouse unpacks it first. The order is locked, as it is for packing. */
async function ensureUnpacked(db: Db, order: RowIn<'kit_order'>): Promise<void> {
  const packed = await db
    .selectFrom('shipment')
    .select('id')
    .where('franchisee_id', '=', order.franchisee_id)
    .where('order_id', '=', order.id)
    .where('status', '=', 'PACKED')
    .executeTakeFirst();
  ensure(!packed, () => refuseOrder('order.packed'));
}

export const cancelOrder = handle(contract.cancel, async ({ db, input, now, version }) => {
  const order = await lockRow(db, 'kit_order', input.id, version);
  ensure(order.status === 'PENDING' || order.status === 'CONFIRMED', () => refuseOrder('order.not-open'));
  await ensureUnpacked(db, order);
  const which = { franchiseeId: order.franchisee_id, orderId: order.id };
  await settleOrder(db, which, { kind: 'cancelled', at: now, reason: input.reason });
  return {};
});

export const cancelRemainder = handle(contract.cancelRemainder, async ({ db, input, now, version }) => {
  const order = await lockRow(db, 'kit_order', input.id, version);
  ensure(order.status === 'SHIPPED', () => refuseOrder('order.not-shipped'));
  await ensureUnpacked(db, order);
  const cancelled = await cancelKits(db, order, { reason: input.reason, at: now });
  ensure(cancelled > 0, () => refuseOrder('order.nothing-open'));
  return { cancelled };
});

export const overrideCredit = handle(contract.overrideCredit, async ({ db, actor, input, now, version }) => {
  const order = await lockRow(db, 'kit_order', input.id, version);
  ensure(order.status === 'PENDING' && order.payment_mode === 'CREDIT', () =>
    refuseOrder('order.no-credit-wait'),
  );
  await approvalStep(db, actor, {
    franchiseeId: order.franchisee_id,
    subjectKind: 'kit-order-credit',
    subjectId: order.id,
    code: CREDIT_OVERRIDE,
    decision: 'APPROVE',
    makerId: order.placed_by,
    note: input.reason,
  });
  await db
    .updateTable('kit_order')
    .set({
      credit_override: JSON.stringify({
        byId: userIdOf(actor),
        by: actor.name,
        at: now.toISOString(),
        reason: input.reason,
      }),
    })
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.id)
    .execute();
  await settleOrder(
    db,
    { franchiseeId: order.franchisee_id, orderId: order.id },
    { kind: 'confirmed', at: now },
  );
  return {};
});
