// Kits on their way: parcels packed and challans issued by the delivery desk, some gone out with their invoice.
import { finish } from '@aangan/areas/orders/handover/hand-over.server.ts';
import { placeOrder } from '@aangan/areas/orders/kit-order/place-order.server.ts';
import { quoteOrder } from '@aangan/areas/orders/kit-order/quote.server.ts';
import { receiveGoods } from '@aangan/areas/orders/tracking/goods-receipt.server.ts';
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { teamAt } from '../../../db/demo/people.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { bringWhatWaits, type Desk, deliveryDesk, saidAt, sendParcel } from './parcels.ts';

const DAY = 24 * 60;
/** Kits of a parcel, minutes ago, and how far it is. */
const PARCELS = [
  {
    kits: 3,
    ago: 8 * DAY,
    courier: 'DELHIVERY',
    said: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'],
    counted: true,
  },
  { kits: 1, ago: 4 * DAY, courier: 'DTDC', said: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] },
  { kits: 1, ago: 1 * DAY, courier: 'DELHIVERY' },
  { kits: 1, ago: 5 * 60, issued: true },
  { kits: 1, ago: 60 },
] as const;

export async function writeDispatch(
  database: Database,
  centres: readonly number[],
  { today, now }: Clock,
): Promise<void> {
  const desk = deliveryDesk(database);
  // A small order of today beside those of last week.
  for (const franchiseeId of centres) await placeOne(desk, { franchiseeId, today, now });
  await bringWhatWaits(desk, 'Challan 4299', now);
  for (const franchiseeId of centres) {
    const [order] = await desk.rowsOf(sql<{ id: string }>`
      select id from kit_order where franchisee_id = ${franchiseeId} and payment_mode = 'CREDIT' and status = 'CONFIRMED'
       order by placed_at, id limit 1`);
    if (!order) continue;
    for (const [n, { ago, ...parcel }] of PARCELS.entries()) {
      const at = new Date(now.getTime() - ago * 60_000);
      const awb = String(26_805_710_000_000 + franchiseeId * 1_000 + n);
      const id = await sendParcel(desk, { orderId: order.id, at, awb, ...parcel });
      if (id === null) break;
      if ('counted' in parcel)
        await handOverOne(desk, database, { franchiseeId, shipmentId: id, at: saidAt(at, 3) });
    }
  }
}

/** The centre counts a parcel, all of it good, and one family has taken its kit home by its code. */
async function handOverOne(
  { run, rowsOf }: Desk,
  database: Database,
  { franchiseeId, shipmentId, at }: { franchiseeId: number; shipmentId: string; at: Date },
): Promise<void> {
  const { head } = teamAt(franchiseeId);
  const centre = { ...actorAt(franchiseeId, head.id), name: `${head.firstName} ${head.lastName}` };
  const lines = await rowsOf(
    sql<{
      lineId: string;
      qty: number;
    }>`select line_id as "lineId", qty from shipment_line where shipment_id = ${shipmentId} order by line_id`,
  );
  await run(
    receiveGoods,
    { shipmentId, lines: lines.map(({ lineId, qty }) => ({ lineId, good: qty, damaged: 0, short: 0 })) },
    at,
    centre,
  );
  const [kit] = await rowsOf(
    sql<{
      id: string;
    }>`select h.id from kit_handover h join student s on s.franchisee_id = h.franchisee_id and s.id = h.student_id
      where h.franchisee_id = ${franchiseeId} order by s.name, h.id limit 1`,
  );
  if (!kit) return;
  await work(database, centre, 'hand-over', async (db) =>
    finish(db, await lockRow(db, 'kit_handover', kit.id), {
      method: 'OTP',
      receiver: null,
      by: head.id,
      now: new Date(at.getTime() + 60 * 60_000),
    }),
  );
}

const KIT = 'CURRICULUM_KIT_1';

/** Two kits on credit, placed this morning. */
async function placeOne(
  { run, rowsOf }: Desk,
  { franchiseeId, today, now }: { franchiseeId: number; today: Day; now: Date },
): Promise<void> {
  const { head } = teamAt(franchiseeId);
  const yearId = academicYearOf(today);
  const centre: NarrowedActor = {
    ...actorAt(franchiseeId, head.id),
    name: `${head.firstName} ${head.lastName}`,
    academicYearId: yearId,
  };
  const rights = await rowsOf(sql<{ id: string }>`
    select a.id from kit_allocation a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
      join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id and e.status in ('UPCOMING', 'ACTIVE')
      join kit_mapping m on m.current and m.kit_type = a.kit_type and m.academic_year_id = a.academic_year_id and m.class_id = a.class_id
     where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${yearId} and a.kit_type = ${KIT} and a.status = 'ALLOCATED'
     order by a.class_id desc, s.name, s.admission_no limit 2`);
  if (rights.length < 2) return;
  const lines = rights.map(({ id }) => ({ allocationId: id, qty: 1 }));
  const { quote } = await run<{ quote: string }>(quoteOrder, { kitType: KIT, lines }, now, centre);
  await run(
    placeOrder,
    {
      clientOrderId: demoUuid('kit-order-of-today', franchiseeId, 1),
      kitType: KIT,
      lines,
      quote,
      paymentMode: 'CREDIT',
      backorder: true,
    },
    now,
    centre,
  );
}
