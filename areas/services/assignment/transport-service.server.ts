import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface TransportService {
  readonly serviceAssignmentId: string;
  readonly status: 'HELD' | 'ACTIVE';
  readonly direction: 'PICKUP' | 'DROPOFF' | 'BOTH' | null;
  /** Bit 0 = Monday. */
  readonly days: number;
  readonly slab: string | null;
  /** Slab of the distance asked about, at this service's fares; null: no distance, or no slab has it. */
  readonly slabThere: string | null;
  readonly to: Day;
  readonly holdUntil: Day | null;
}

/**
 * Holds the services of a child as they are until the caller's work ends, so that what is read of them is still so when a seat is
 * taken. In the order in which services locks them; before any lock of transport.
 */
export async function keepServices(
  db: Db,
  of: { franchiseeId: number; studentId: string; also?: string | null },
): Promise<void> {
  await sql`select a.id from service_assignment a join service_enquiry q on q.franchisee_id = a.franchisee_id and q.id = a.service_enquiry_id
     where a.franchisee_id = ${of.franchiseeId} and q.student_id = ${of.studentId}
       and (a.status in ('HELD', 'ACTIVE') or a.id = ${of.also ?? null}::uuid) order by q.id, a.id for share of a`.execute(
    db,
  );
}

/** The approved transport service of a child at a centre on a day, or null. */
export async function transportServiceOf(
  db: Db,
  of: { franchiseeId: number; studentId: string; on: Day; distanceM: number | null },
): Promise<TransportService | null> {
  const { rows } = await sql<TransportService>`
    select a.id as "serviceAssignmentId", a.status, a.direction, a.weekdays as days, a.slab, a.ends_on as "to", a.hold_until as "holdUntil",
           (select f.slab from service_fare_slab f where f.franchisee_id = a.franchisee_id and f.offering_id = a.offering_id
              and f.direction = a.direction and ${of.distanceM}::int >= f.from_m and ${of.distanceM}::int < f.to_m) as "slabThere"
      from service_assignment a join service_enquiry q on q.franchisee_id = a.franchisee_id and q.id = a.service_enquiry_id
      join service s on s.id = a.service_id join service_category c on c.id = s.category_id and c.service_type = 'TRANSPORT'
     where a.franchisee_id = ${of.franchiseeId} and q.student_id = ${of.studentId} and a.status in ('HELD', 'ACTIVE')
       and ${of.on}::date between a.starts_on and a.ends_on limit 1`.execute(db);
  return rows[0] ?? null;
}
