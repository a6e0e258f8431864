// The centre counts a parcel: what is good stands at the centre and waits for its family.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { kitsAtCentre } from '../handover/kits-at-centre.server.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { isMadeGood, moveParcel } from './consume-event.server.ts';
import { trackingContract as contract } from './tracking.contract.ts';
import { refuseTracking } from './tracking.refusals.ts';

interface Line {
  lineId: string;
  whom: string;
  qty: number;
}

export const receiveGoods = handle(contract.receive, async ({ db, actor, input, now }) => {
  const { order_id, franchisee_id: franchiseeId } = ensureFound(
    await db
      .selectFrom('shipment')
      .select(['order_id', 'franchisee_id'])
      .where('id', '=', input.shipmentId)
      .executeTakeFirst(),
  );
  await lockRow(db, 'kit_order', order_id);
  const parcel = await lockRow(db, 'shipment', input.shipmentId);
  ensure(parcel.gate_out_at !== null, () =>
    refuseTracking('parcel.not-left', { details: { parcel: parcel.shipment_no } }),
  );
  ensure(parcel.status !== 'RTO_DELIVERED' && !(await isMadeGood(db, parcel)), () =>
    refuseTracking('parcel.failed', { details: { parcel: parcel.shipment_no } }),
  );
  const counted = await db
    .insertInto('goods_receipt')
    .values({
      franchisee_id: franchiseeId,
      shipment_id: parcel.id,
      received_at: now,
      received_by: userIdOf(actor),
      note: input.note,
    })
    .onConflict((oc) => oc.columns(['franchisee_id', 'shipment_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  ensure(counted, () => refuseTracking('receipt.again', { details: { parcel: parcel.shipment_no } }));
  const lines = await linesOf(db, franchiseeId, parcel.id);
  const said = new Map(input.lines.map((line) => [line.lineId, line]));
  ensure(said.size === lines.length && lines.every(({ lineId }) => said.has(lineId)), () =>
    refuseTracking('receipt.all'),
  );
  // Who counts it has it, whatever the courier says.
  if (parcel.status !== 'DELIVERED')
    await moveParcel(db, parcel, { status: 'DELIVERED', at: now, trouble: null, receivedBy: actor.name });
  for (const line of lines) {
    const { good, damaged, short } = ensureFound(said.get(line.lineId));
    ensure(good + damaged + short === line.qty, () =>
      refuseTracking('receipt.lines', { details: { child: line.whom, n: line.qty } }),
    );
    await sql`update shipment_line set qty_good = ${good}, qty_damaged = ${damaged}, qty_short = ${short}
      where franchisee_id = ${franchiseeId} and shipment_id = ${parcel.id} and line_id = ${line.lineId}`.execute(
      db,
    );
    if (damaged + short > 0)
      await sql`update kit_order_line set qty_delivered = qty_delivered - ${damaged + short}, qty_damaged = qty_damaged + ${damaged},
        qty_short = qty_short + ${short} where franchisee_id = ${franchiseeId} and id = ${line.lineId}`.execute(
        db,
      );
  }
  await settleOrder(db, { franchiseeId, orderId: parcel.order_id }, { kind: 'moved', at: now });
  const atCentre = await kitsAtCentre(db, { franchiseeId, shipmentId: parcel.id, at: now });
  const sum = (of: 'damaged' | 'short') => input.lines.reduce((n, line) => n + line[of], 0);
  return { atCentre, missing: sum('damaged') + sum('short') };
});

async function linesOf(db: Db, franchiseeId: number, shipmentId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select x.line_id as "lineId", x.qty, coalesce(s.name, 'Kits of the centre') as whom from shipment_line x
      join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id
     where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId} order by x.line_id`.execute(
    db,
  );
  return rows;
}
