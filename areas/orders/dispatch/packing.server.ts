import { randomInt } from 'node:crypto';
import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { cancelChallan, draftChallan } from './challan.server.ts';
import { refuseDispatch } from './dispatch.refusals.ts';
import { type ParcelState, parcelLabels, parcelStates } from './dispatch.states.ts';
import { keepPackable, packableOfLine } from './packable.server.ts';
import { shipmentContract as contract } from './shipment.contract.ts';

interface Packable {
  lineId: string;
  whom: string;
  of: string;
  open: number;
  ready: number;
  weight: number;
}

async function packableLines(db: Db, franchiseeId: number, orderId: string): Promise<Packable[]> {
  const { rows } = await sql<Packable>`
    select l.id as "lineId", coalesce(s.name, f.company_name) as whom, coalesce(c.name, '') as of, k.open, y.ready,
      (select coalesce(sum(p.weight_g * m.qty), 0) / l.qty_ordered from order_component m join product p on p.id = m.product_id
        where m.franchisee_id = l.franchisee_id and m.line_id = l.id)::int as weight
      from kit_order_line l join franchisee f on f.id = l.franchisee_id
      left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
      ${packableOfLine}
     where l.franchisee_id = ${franchiseeId} and l.order_id = ${orderId} order by c.position nulls last, whom, l.line_no`.execute(
    db,
  );
  return rows;
}

const ensureShippable = (order: { status: string; order_no: string }) =>
  ensure(order.status === 'CONFIRMED' || order.status === 'SHIPPED', () =>
    refuseDispatch('order.not-shippable', { details: { order: order.order_no } }),
  );

export const readyToPack = handle(contract.ready, async ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const order = ensureFound(
      await db
        .selectFrom('kit_order as o')
        .innerJoin('franchisee as f', 'f.id', 'o.franchisee_id')
        .select(['o.franchisee_id', 'o.order_no', 'o.kit_type', 'o.status', 'f.company_name'])
        .where('o.id', '=', input.orderId)
        .executeTakeFirst(),
    );
    ensureShippable(order);
    const lines = (await packableLines(db, order.franchisee_id, input.orderId)).filter(
      ({ open }) => open > 0,
    );
    return {
      orderNo: order.order_no,
      centre: order.company_name,
      kit: kitTypeNames[order.kit_type] ?? order.kit_type,
      weight: lines.reduce((sum, { ready, weight }) => sum + ready * weight, 0),
      lines,
    };
  }),
);

// Without letters and digits that look alike.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const labelCode = (): string =>
  Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const packParcel = handle(contract.pack, async ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    // The order's lock: two packers of one order come one after the other, and a cancellation waits.
    const order = await lockRow(db, 'kit_order', input.orderId);
    ensureShippable(order);
    const franchiseeId = order.franchisee_id;
    const packable = new Map(
      (await packableLines(db, franchiseeId, order.id)).map((line) => [line.lineId, line]),
    );
    const wanted = new Map<string, number>();
    for (const { lineId, qty } of input.lines) wanted.set(lineId, (wanted.get(lineId) ?? 0) + qty);
    const lines = [...wanted].map(([lineId, qty]) => {
      const line = ensureFound(packable.get(lineId));
      ensure(qty <= line.ready, () =>
        refuseDispatch('parcel.too-many', { details: { child: line.whom, n: line.ready } }),
      );
      return { lineId, qty };
    });
    const fy = financialYear(todayIst(now));
    const n = await nextNumber(db, { franchiseeId, series: 'shipment', period: fy.compact });
    const shipmentNo = `SH/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(5, '0')}`;
    const shipment = await db
      .insertInto('shipment')
      .values({
        franchisee_id: franchiseeId,
        shipment_no: shipmentNo,
        order_id: order.id,
        warehouse_id: order.warehouse_id,
        boxes: input.boxes,
        weight_g: input.weight,
        promised_on: order.promised_on,
        packed_at: now,
        packed_by: userIdOf(actor),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('shipment_line')
      .values(
        lines.map((line, i) => ({
          franchisee_id: franchiseeId,
          shipment_id: shipment.id,
          line_id: line.lineId,
          qty: line.qty,
          box_no: Math.floor((i * Math.min(input.boxes, lines.length)) / lines.length) + 1,
          label_code: labelCode(),
        })),
      )
      .execute();
    await draftChallan(db, { order, shipmentId: shipment.id });
    await keepPackable(db, [{ franchiseeId, orderId: order.id }]);
    return { id: shipment.id, shipmentNo };
  }),
);

export const unpackParcel = handle(contract.unpack, async ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const { order_id } = ensureFound(
      await db.selectFrom('shipment').select('order_id').where('id', '=', input.id).executeTakeFirst(),
    );
    await lockRow(db, 'kit_order', order_id);
    const row = await lockRow(db, 'shipment', input.id, version);
    ensure(row.status === 'PACKED', () =>
      refuseDispatch('parcel.not-packed', {
        details: { parcel: row.shipment_no, state: parcelLabels[row.status as ParcelState].toLowerCase() },
      }),
    );
    await moveStatus(db, {
      states: parcelStates,
      table: 'shipment',
      row,
      action: 'unpack',
      reason: input.reason,
    });
    await cancelChallan(db, {
      franchiseeId: row.franchisee_id,
      shipmentId: row.id,
      reason: input.reason,
    });
    await keepPackable(db, [{ franchiseeId: row.franchisee_id, orderId: order_id }]);
    return {};
  }),
);
