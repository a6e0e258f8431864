// What people do with an order after it was placed: cancel it or what has not left, let it through above the credit limit.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { approvalStep } from '@aangan/server/work/approval.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseOrder } from '../kit-order/kit-order.refusals.ts';
import { CREDIT_OVERRIDE } from '../kit-order/kit-order.states.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { releaseStock } from '../stock/reserve-stock.server.ts';
import { orderContract as contract } from './order-history.contract.ts';

export const cancelOrder = handle(contract.cancel, async ({ db, input, now, version }) => {
  const order = await lockRow(db, 'kit_order', input.id, version);
  ensure(order.status === 'PENDING' || order.status === 'CONFIRMED', () => refuseOrder('order.not-open'));
  const which = { franchiseeId: order.franchisee_id, orderId: order.id };
  await settleOrder(db, which, { kind: 'cancelled', at: now, reason: input.reason });
  return {};
});

export const cancelRemainder = handle(contract.cancelRemainder, async ({ db, input, version }) => {
  const order = await lockRow(db, 'kit_order', input.id, version);
  ensure(order.status === 'SHIPPED', () => refuseOrder('order.not-shipped'));
  const which = { franchiseeId: order.franchisee_id, orderId: order.id };
  const cancelled = await cancelOpenKits(db, which);
  ensure(cancelled > 0, () => refuseOrder('order.nothing-open'));
  await releaseStock(db, { ...which, orderNo: order.order_no });
  await db
    .insertInto('status_step')
    .values({
      franchisee_id: order.franchisee_id,
      subject: 'kit_order',
      subject_id: order.id,
      action: 'cancel-remainder',
      from_status: order.status,
      to_status: order.status,
      reason: input.reason,
    })
    .execute();
  await settleOrder(db, which, { kind: 'moved' });
  return { cancelled };
});

/** Cancels what has not left; the children and centres may order it again. Answers how many kits. */
async function cancelOpenKits(
  db: Db,
  { franchiseeId, orderId }: { franchiseeId: number; orderId: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with open as (select id, allocation_id, qty_ordered - qty_cancelled - qty_shipped as n from kit_order_line
        where franchisee_id = ${franchiseeId} and order_id = ${orderId} and qty_ordered > qty_cancelled + qty_shipped for update),
      cut as (update kit_order_line l set qty_cancelled = l.qty_cancelled + o.n, live = l.live and l.qty_shipped > 0 from open o
        where l.franchisee_id = ${franchiseeId} and l.id = o.id returning l.id),
      freed as (update kit_allocation a set qty_live = a.qty_live - f.n, status = case when a.status = 'ORDERED' then 'ALLOCATED' else a.status end
        from (select allocation_id, sum(n)::int as n from open where allocation_id is not null group by 1) f
        where a.franchisee_id = ${franchiseeId} and a.id = f.allocation_id returning a.id)
    select coalesce(sum(n), 0)::int as n from open where (select count(*) from cut) >= 0 and (select count(*) from freed) >= 0`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

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
