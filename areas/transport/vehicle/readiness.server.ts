// Readiness of vehicles: what the board shows and what routes and trips ask before a vehicle may be used.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { PaperKindName } from './paper-kinds.ts';
import { type Judged, judgeVehicle, type PaperRow } from './readiness.ts';
import { vehicleSettingOf } from './setting-values.server.ts';

export interface JudgedVehicle extends Judged {
  readonly id: string;
  readonly version: number;
  readonly regNo: string;
  readonly name: string | null;
  readonly status: 'ACTIVE' | 'MAINTENANCE' | 'INACTIVE' | 'RETIRED';
  readonly registeredOn: Day;
  readonly childSeats: number;
  readonly odometerKm: number | null;
}

type VehicleRow = Omit<JudgedVehicle, keyof Judged> & {
  readonly papers: readonly PaperRow[];
  readonly overrides: readonly { kind: PaperKindName; toAt: string }[];
};

/** Vehicles of one centre in the order of their plates; without `ids` all that are not retired. */
export async function judgeVehicles(
  db: Db,
  at: { franchiseeId: number; today: Day; now: Date; ids?: readonly string[] },
): Promise<{ soonDays: number; vehicles: JudgedVehicle[] }> {
  const { franchiseeId, today, now, ids } = at;
  const [soonDays, soonKm] = [
    await vehicleSettingOf(db, franchiseeId, 'due_soon_days', today),
    await vehicleSettingOf(db, franchiseeId, 'due_soon_km', today),
  ];
  const { rows } = await sql<VehicleRow>`
    select v.id, v.version, v.reg_no as "regNo", v.name, v.status, v.registered_on as "registeredOn", v.child_seats as "childSeats",
           greatest((select max(f.odometer_km) from vehicle_fuel f where f.franchisee_id = v.franchisee_id and f.vehicle_id = v.id),
                    (select max(m.odometer_km) from vehicle_maintenance m where m.franchisee_id = v.franchisee_id and m.vehicle_id = v.id)) as "odometerKm",
           coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'detail', p.detail, 'startsOn', p.starts_on, 'endsOn', p.ends_on, 'open', p.open, 'nextDueKm', p.next_due_km))
              from vehicle_paper p where p.franchisee_id = v.franchisee_id and p.vehicle_id = v.id and p.kind not in ('FUEL', 'LOAN')), '[]') as papers,
           coalesce((select jsonb_agg(jsonb_build_object('kind', o.kind, 'toAt', o.to_at))
              from transport_override o where o.franchisee_id = v.franchisee_id and o.subject_id = v.id and o.to_at > ${now.toISOString()}), '[]') as overrides
      from vehicle v where v.franchisee_id = ${franchiseeId}
       and (${ids ? [...ids] : null}::uuid[] is null and v.status <> 'RETIRED' or v.id = any (${ids ? [...ids] : null}::uuid[]))
     order by v.reg_no limit 500`.execute(db);
  return {
    soonDays,
    vehicles: rows.map(({ papers, overrides, ...vehicle }) => {
      const running = new Map(overrides.map(({ kind, toAt }) => [kind, new Date(toAt).toISOString()]));
      return {
        ...vehicle,
        ...judgeVehicle({ status: vehicle.status, papers }, running, {
          today,
          soonDays,
          soonKm,
          odometerKm: vehicle.odometerKm,
        }),
      };
    }),
  };
}

/** The most children that may ride on so many registered seats. */
export async function mostChildren(
  db: Db,
  at: { franchiseeId: number; registeredSeats: number; today: Day },
): Promise<number> {
  const factor = await vehicleSettingOf(db, at.franchiseeId, 'child_seat_factor_bp', at.today);
  return Math.floor((at.registeredSeats * factor) / 10_000);
}
