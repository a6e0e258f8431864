// Where children are brought on a day instead of their stop: what was said of that one day wins over what holds for longer.
import type { Day } from '@aangan/contract/period.ts';
import { weekdayMask, weekdayOf } from '@aangan/contract/weekday.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { RunDirection } from '../trip/trip.states.ts';

export interface ChildPlace {
  readonly studentId: string;
  readonly name: string;
  readonly receiverIds: readonly string[];
}
interface Asked {
  readonly franchiseeId: number;
  readonly studentIds: readonly string[];
  readonly day: Day;
  readonly direction: RunDirection;
}

export async function placesOfChildren(db: Db, of: Asked): Promise<ReadonlyMap<string, ChildPlace>> {
  if (of.studentIds.length === 0) return new Map();
  const { rows } = await sql<ChildPlace>`
    select distinct on (d.student_id) d.student_id as "studentId", p.name, d.receiver_ids as "receiverIds"
      from student_destination d join destination p on p.franchisee_id = d.franchisee_id and p.id = d.destination_id
     where d.franchisee_id = ${of.franchiseeId} and d.student_id = any (${[...of.studentIds]}::uuid[]) and d.direction = ${of.direction}
       and d.from_on <= ${of.day}::date and coalesce(d.to_on, 'infinity') >= ${of.day}::date and d.days_mask & ${weekdayMask([weekdayOf(of.day)])}::int <> 0
     order by d.student_id, d.one_day desc, d.from_on desc, d.id`.execute(db);
  return new Map(rows.map((row) => [row.studentId, row]));
}

export interface VehiclePlace {
  readonly name: string;
  readonly arriveAt: string | null;
}

/** Where the vehicle of a trip goes beside its stops, by time. */
export async function placesOfVehicle(
  db: Db,
  of: { franchiseeId: number; vehicleId: string | null; day: Day; direction: RunDirection },
): Promise<VehiclePlace[]> {
  const { rows } = await sql<VehiclePlace>`
    select p.name, to_char(v.arrive_at, 'HH24:MI') as "arriveAt"
      from vehicle_destination v join destination p on p.franchisee_id = v.franchisee_id and p.id = v.destination_id
     where v.franchisee_id = ${of.franchiseeId} and v.vehicle_id = ${of.vehicleId}::uuid and v.direction = ${of.direction}
       and v.from_on <= ${of.day}::date and coalesce(v.to_on, 'infinity') >= ${of.day}::date and v.days_mask & ${weekdayMask([weekdayOf(of.day)])}::int <> 0
     order by v.arrive_at nulls last, p.name`.execute(db);
  return rows;
}
