import { basesOf } from '@aangan/server/config.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import { sql } from 'kysely';
import type { Courier, ParcelState } from '../dispatch/dispatch.states.ts';
import type { OrderStatus } from '../kit-order/kit-order.states.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ordersSettings } from './orders.settings.ts';
import { trackingContract as contract } from './tracking.contract.ts';
import type { CourierEvent } from './tracking.states.ts';

interface Header {
  orderId: string;
  franchiseeId: number;
  orderNo: string;
  kitType: string;
  centre: string;
  status: OrderStatus;
  placedAt: string;
  confirmedAt: string | null;
  promisedOn: string | null;
}
interface Parcel {
  id: string;
  version: number;
  shipmentNo: string;
  courier: Courier | null;
  awb: string | null;
  status: ParcelState;
  boxes: number;
  eta: string | null;
  trouble: string | null;
  packedAt: string;
  gateOutAt: string | null;
  deliveredAt: string | null;
  receivedBy: string | null;
  countedAt: string | null;
  countedBy: string | null;
  outcome: string | null;
}
interface Event {
  shipmentId: string;
  id: string;
  at: string;
  event: CourierEvent;
  place: string | null;
  raw: string;
  note: string | null;
}
interface Line {
  shipmentId: string;
  lineId: string;
  whom: string;
  of: string;
  qty: number;
  good: number | null;
  damaged: number | null;
  short: number | null;
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const trackOrder = handle(contract.track, async ({ db, actor, input, ports }) => {
  const { rows: headers } = await sql<Header>`
    select o.id as "orderId", o.franchisee_id as "franchiseeId", o.order_no as "orderNo", o.kit_type as "kitType", f.company_name as centre, o.status,
      ${iso('o.placed_at')} as "placedAt", ${iso('o.confirmed_at')} as "confirmedAt", o.promised_on as "promisedOn"
      from kit_order o join franchisee f on f.id = o.franchisee_id
     where o.id = ${input.orderId} and ${inChosenCentre(actor, 'o.franchisee_id')}`.execute(db);
  const order = ensureFound(headers[0]);
  const own = sql`p.franchisee_id = ${order.franchiseeId} and p.order_id = ${order.orderId} and p.status <> 'CANCELLED'`;
  const { rows: parcels } = await sql<Parcel>`
    select p.id, p.version, p.shipment_no as "shipmentNo", p.courier, p.awb, p.status, p.boxes, p.eta, p.exception_text as trouble,
      ${iso('p.packed_at')} as "packedAt", ${iso('p.gate_out_at')} as "gateOutAt", ${iso('p.delivered_at')} as "deliveredAt", p.received_by as "receivedBy",
      ${iso('g.received_at')} as "countedAt", ${personName('u')} as "countedBy",
      case when p.credited_at is not null then 'Credited' when p.note_id is not null then 'The credit waits for finance'
        else (select 'Sent again: ' || r.order_no from kit_order r where r.franchisee_id = p.franchisee_id and r.replaces_shipment_id = p.id
          and r.status <> 'CANCELLED') end as outcome
      from shipment p left join goods_receipt g on g.franchisee_id = p.franchisee_id and g.shipment_id = p.id
      left join app_user u on u.id = g.received_by where ${own} order by p.packed_at, p.id`.execute(db);
  const { rows: events } = await sql<Event>`
    select e.shipment_id as "shipmentId", e.id, ${iso('e.at')} as at, e.normalised as event, e.place, e.raw_status as raw, e.note
      from tracking_event e join shipment p on p.franchisee_id = e.franchisee_id and p.id = e.shipment_id
     where ${own} order by e.at desc, e.created_at desc, e.id`.execute(db);
  const { rows: lines } = await sql<Line>`
    select x.shipment_id as "shipmentId", x.line_id as "lineId", coalesce(s.name, f.company_name) as whom, coalesce(c.name, '') as of, x.qty,
      x.qty_good as good, x.qty_damaged as damaged, x.qty_short as short
      from shipment_line x join shipment p on p.franchisee_id = x.franchisee_id and p.id = x.shipment_id
      join franchisee f on f.id = x.franchisee_id join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join class c on c.id = l.class_id
     where ${own} order by c.position nulls last, whom, l.line_no`.execute(db);
  const log =
    (await readSetting(db, 'orders', ordersSettings.courierLogUrl, order.franchiseeId)) ??
    basesOf(ports.config).courierTracking;
  const names: Readonly<Record<string, string>> = { ...kitTypeNames, [uniformKit.id]: uniformKit.name };
  return {
    ...order,
    kit: names[order.kitType] ?? order.kitType,
    parcels: parcels.map((parcel) => {
      const said = events.filter(({ shipmentId }) => shipmentId === parcel.id);
      return {
        ...parcel,
        outAt: said.findLast(({ event }) => event === 'OUT_FOR_DELIVERY')?.at ?? null,
        logUrl: log && parcel.awb ? `${log}${encodeURIComponent(parcel.awb)}` : null,
        events: said,
        lines: lines.filter(({ shipmentId }) => shipmentId === parcel.id),
        can: {
          receive:
            parcel.gateOutAt !== null &&
            parcel.countedAt === null &&
            parcel.status !== 'RTO_DELIVERED' &&
            parcel.outcome === null &&
            mayCall(actor, contract.receive),
          record: parcel.gateOutAt !== null && actor.wholeNetwork && mayCall(actor, contract.record),
        },
      };
    }),
  };
});
