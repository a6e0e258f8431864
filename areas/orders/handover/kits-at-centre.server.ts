import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { kitTypeNames } from '../kit-types.ts';

interface Kit {
  id: string;
  studentId: string;
  child: string;
  kitType: string;
  centre: string;
}

/** Good kits of children in a counted parcel stand at the centre and their families hear of it. Answers how many kits are good. */
export async function kitsAtCentre(
  db: Db,
  { franchiseeId, shipmentId, at }: { franchiseeId: number; shipmentId: string; at: Date },
): Promise<number> {
  const { rows: kits } = await sql<Kit>`
    with good as (
      select l.id as line_id, l.allocation_id, l.enrolment_id, l.student_id from shipment_line x
        join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
       where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId} and x.qty_good = x.qty and l.enrolment_id is not null
         and l.student_id is not null and l.allocation_id is not null),
    moved as (
      update kit_allocation a set status = 'AT_CENTRE' from good g where a.franchisee_id = ${franchiseeId} and a.id = g.allocation_id
         and a.status in ('ORDERED', 'SHIPPED') returning a.id),
    made as (
      insert into kit_handover (franchisee_id, line_id, allocation_id, enrolment_id, student_id, created_at)
      select ${franchiseeId}, g.line_id, g.allocation_id, g.enrolment_id, g.student_id, ${at} from good g join moved m on m.id = g.allocation_id
      on conflict (franchisee_id, line_id) do nothing returning id, student_id, allocation_id)
    select h.id, h.student_id as "studentId", s.name as child, a.kit_type as "kitType", f.company_name as centre from made h
      join student s on s.franchisee_id = ${franchiseeId} and s.id = h.student_id
      join kit_allocation a on a.franchisee_id = ${franchiseeId} and a.id = h.allocation_id join franchisee f on f.id = ${franchiseeId}`.execute(
    db,
  );
  for (const { id, studentId, child, kitType, centre } of kits)
    await queueMessage(db, {
      kind: 'orders.kit-at-centre',
      franchiseeId,
      about: { studentIds: [studentId] },
      values: { child, kit: kitTypeNames[kitType] ?? kitType, centre },
      appLink: '/student/dashboard',
      dedupeKey: id,
      source: { kind: 'kit-handover', id },
    });
  const { rows } = await sql<{ n: number }>`select coalesce(sum(qty_good), 0)::int as n from shipment_line
    where franchisee_id = ${franchiseeId} and shipment_id = ${shipmentId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Families whose kits left with a parcel hear that they come. */
export async function tellOnTheWay(
  db: Db,
  { franchiseeId, shipmentId, eta }: { franchiseeId: number; shipmentId: string; eta: string },
): Promise<void> {
  const { rows } = await sql<{ lineId: string; studentId: string; child: string; kitType: string }>`
    select l.id as "lineId", s.id as "studentId", s.name as child, o.kit_type as "kitType" from shipment_line x
      join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      join kit_order o on o.franchisee_id = l.franchisee_id and o.id = l.order_id
      join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id
     where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId} order by l.line_no`.execute(
    db,
  );
  for (const { lineId, studentId, child, kitType } of rows)
    await queueMessage(db, {
      kind: 'orders.kit-on-the-way',
      franchiseeId,
      about: { studentIds: [studentId] },
      values: { child, kit: kitTypeNames[kitType] ?? kitType, date: eta },
      appLink: '/student/dashboard',
      dedupeKey: `${shipmentId}:${lineId}`,
      source: { kind: 'shipment', id: shipmentId },
    });
}
