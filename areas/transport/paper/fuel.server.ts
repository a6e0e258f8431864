// Kilometres of a litre (areas/transport.md 3.13): from full tank to full tank, part fillings in between counted along. An odometer
// below an earlier one is shown and left out.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { sql } from 'kysely';
import { fuelContract as contract } from './fuel.contract.ts';

const BEFORE = 6;
const LOW = 0.7;

interface Filling {
  id: string;
  vehicleId: string;
  asked: boolean;
  kmPerLitre: number | null;
  odometerBack: boolean;
}

export const fuelEconomy = handle(contract.economy, async ({ db, input }) => {
  const ids = sql`${input.ids}::uuid[]`;
  const { rows } = await sql<Filling>`
    with filling as (
      select f.id, f.franchisee_id, f.vehicle_id, f.filled_at, f.odometer_km, f.litres, f.full_tank, f.id = any (${ids}) as asked,
             f.odometer_km < max(f.odometer_km) over (partition by f.franchisee_id, f.vehicle_id order by f.filled_at, f.id rows between unbounded preceding and 1 preceding) as back
        from vehicle_fuel f where (f.franchisee_id, f.vehicle_id) in (select a.franchisee_id, a.vehicle_id from vehicle_fuel a where a.id = any (${ids}))),
    counted as (
      select *, sum(litres) over w as poured
        from filling where back is not true window w as (partition by franchisee_id, vehicle_id order by filled_at, id)),
    full_to_full as (
      select id, asked, franchisee_id, vehicle_id, filled_at, round((odometer_km - lag(odometer_km) over v) / nullif(poured - lag(poured) over v, 0), 2)::float8 as "kmPerLitre"
        from counted where full_tank window v as (partition by franchisee_id, vehicle_id order by filled_at, id))
    select f.id, f.vehicle_id as "vehicleId", f.asked, t."kmPerLitre", coalesce(f.back, false) as "odometerBack"
      from filling f left join full_to_full t on t.id = f.id and t.franchisee_id = f.franchisee_id
     order by f.vehicle_id, f.filled_at, f.id`.execute(db);
  return {
    rows: rows.flatMap((row, at) => (row.asked ? [{ ...row, low: isLow(row, rows.slice(0, at)) }] : [])),
  };
});

function isLow({ vehicleId, kmPerLitre }: Filling, earlier: readonly Filling[]): boolean {
  if (kmPerLitre === null) return false;
  const known = earlier.flatMap((one) =>
    one.vehicleId === vehicleId && one.kmPerLitre !== null ? [one.kmPerLitre] : [],
  );
  const last = known.slice(-BEFORE).toSorted((a, b) => a - b);
  const middle = last[Math.floor(last.length / 2)];
  return middle !== undefined && kmPerLitre < LOW * middle;
}
