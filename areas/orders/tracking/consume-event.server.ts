// What a courier or a person says of a parcel (areas/orders.md 2.5): kept once, and taken into the parcel's state when it is
// further than what is known. Whatever comes late or twice changes nothing backwards.

import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type ParcelState, parcelRank } from '../dispatch/dispatch.states.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { type CourierEvent, plainWords } from './tracking.states.ts';

export interface SaidEvent {
  readonly courier: string;
  readonly raw: string;
  readonly code: string;
  readonly event: CourierEvent;
  readonly at: Date;
  readonly place: string | null;
  readonly note: string | null;
  readonly receivedBy: string | null;
}

/** In which column of the order's lines a parcel's kits stand when it has come to this. */
const arrivalColumn: Partial<Record<ParcelState, 'qty_delivered' | 'qty_returned' | 'qty_short'>> = {
  DELIVERED: 'qty_delivered',
  RTO_DELIVERED: 'qty_returned',
  LOST: 'qty_short',
};

const TROUBLE: ReadonlySet<ParcelState> = new Set([
  'ATTEMPT_FAILED',
  'RTO_INITIATED',
  'RTO_DELIVERED',
  'LOST',
  'DAMAGED',
]);

/** Answers whether the parcel's state moved. */
export async function consumeEvent(
  db: Db,
  { franchiseeId, shipmentId }: { franchiseeId: number; shipmentId: string },
  said: SaidEvent,
): Promise<{ status: ParcelState; moved: boolean }> {
  const { order_id } = ensureFound(
    await db
      .selectFrom('shipment')
      .select('order_id')
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', shipmentId)
      .executeTakeFirst(),
  );
  // The order first, as everybody does.
  await lockRow(db, 'kit_order', order_id);
  const parcel = await lockRow(db, 'shipment', shipmentId);
  const before = parcel.status as ParcelState;
  const last = await latestOf(db, parcel);
  const kept = await db
    .insertInto('tracking_event')
    .values({
      franchisee_id: franchiseeId,
      shipment_id: shipmentId,
      courier: said.courier,
      raw_status: said.raw,
      raw_code: said.code,
      normalised: said.event,
      at: said.at,
      place: said.place,
      note: said.note,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!kept || !isFurther(before, said, last)) return { status: before, moved: false };
  await moveParcel(db, parcel, {
    status: said.event,
    at: said.at,
    trouble: TROUBLE.has(said.event) ? (said.note ?? plainWords[said.event]) : null,
    receivedBy: said.receivedBy,
  });
  return { status: said.event, moved: true };
}

async function latestOf(db: Db, parcel: RowIn<'shipment'>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(at) as at from tracking_event
    where franchisee_id = ${parcel.franchisee_id} and shipment_id = ${parcel.id}`.execute(db);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

/** A higher rank; or the other state of the same rank, when it is the newest that was said. */
function isFurther(before: ParcelState, said: SaidEvent, last: Date | null): boolean {
  const [was, is] = [parcelRank[before], parcelRank[said.event]];
  // A parcel that was unpacked or has not left is moved by nobody outside.
  if (before === 'CANCELLED' || before === 'PACKED') return false;
  return is > was || (is === was && said.event !== before && (last === null || said.at > last));
}

/** Moves a locked parcel, its kits in the order's lines, and the order. */
export async function moveParcel(
  db: Db,
  parcel: RowIn<'shipment'>,
  to: { status: ParcelState; at: Date; trouble: string | null; receivedBy: string | null },
): Promise<void> {
  const before = parcel.status as ParcelState;
  await db
    .updateTable('shipment')
    .set({
      status: to.status,
      exception_text: to.trouble,
      ...(to.status === 'DELIVERED' ? { delivered_at: to.at, received_by: to.receivedBy } : {}),
    })
    .where('franchisee_id', '=', parcel.franchisee_id)
    .where('id', '=', parcel.id)
    .execute();
  await noteStep(db, {
    franchiseeId: parcel.franchisee_id,
    subject: 'shipment',
    id: parcel.id,
    action: 'event',
    from: before,
    to: to.status,
  });
  const [from, into] = [arrivalColumn[before], arrivalColumn[to.status]];
  for (const [column, sign] of [
    [from, -1],
    [into, 1],
  ] as const)
    if (column)
      await sql`update kit_order_line l set ${sql.ref(column)} = l.${sql.ref(column)} + ${sign} * x.qty from shipment_line x
        where x.franchisee_id = ${parcel.franchisee_id} and x.shipment_id = ${parcel.id} and l.franchisee_id = x.franchisee_id and l.id = x.line_id`.execute(
        db,
      );
  if (from || into)
    await settleOrder(
      db,
      { franchiseeId: parcel.franchisee_id, orderId: parcel.order_id },
      { kind: 'moved', at: to.at },
    );
}
