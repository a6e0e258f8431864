// Bus routes of four centres: a pick-up with its way home, a van that makes both, and one that rests.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER, centres } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { roadM } from '../route/geometry.ts';

const CENTRES = [ANDHERI, BANER, 4, 5] as const;
const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

type Stop = readonly [
  name: string,
  landmark: string | null,
  north: number,
  east: number,
  pickup: string,
  home: string,
];
interface Plan {
  readonly code: string;
  readonly name: string;
  readonly shift: string;
  readonly runs: 'PICKUP' | 'DROPOFF' | 'ROUND_TRIP';
  readonly start: string | null;
  readonly home: string | null;
  /** The end of the plate; none: no vehicle yet. */
  readonly plate: string | null;
  readonly stops: readonly Stop[];
}

// Metres to the north and east of the centre.
const LAKE: readonly Stop[] = [
  ['Lake Garden gate', 'Beside the boat club', 3100, -1400, '07:35', '13:12'],
  ['Shanti Apartments', 'Opposite the chemist', 2350, -950, '07:41', '13:07'],
  ['Municipal market', null, 1500, -300, '07:48', '13:01'],
  ['Ganesh temple', 'At the bus shelter', 800, 350, '07:54', '12:56'],
];
const HILL: readonly Stop[] = [
  ['Hill View society', 'Main gate', -1900, 1500, '07:50', '13:24'],
  ['Railway colony', 'Quarter 14', -1250, 1050, '07:56', '13:18'],
  // Two kilometres in a minute: seen in red on the plan.
  ['Petrol pump', null, 300, 1700, '07:57', '13:12'],
];

// biome-ignore format: a table
const PLANS: readonly Plan[] = [
  { code: 'R1', name: 'Lake side', shift: 'MORNING', runs: 'PICKUP', start: '07:30', home: null, plate: 'AB1234', stops: LAKE },
  { code: 'R1H', name: 'Lake side, home', shift: 'NOON', runs: 'DROPOFF', start: null, home: '12:50', plate: 'AB1234', stops: LAKE.toReversed() },
  { code: 'R2', name: 'Hill side', shift: 'MORNING', runs: 'ROUND_TRIP', start: '07:45', home: '13:05', plate: 'CD4207', stops: HILL },
  { code: 'R3', name: 'Day care', shift: 'AFTERNOON', runs: 'DROPOFF', start: null, home: '17:30', plate: null, stops: [] },
];

const METRES_A_DEGREE = 111_320;
const E7 = 10_000_000;

export async function writeTransportRoutes(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const routes: Row[] = [];
  const stops: Row[] = [];
  for (const [i, centre] of CENTRES.entries()) {
    const home = centres.find(({ id }) => id === centre);
    if (!home) continue;
    for (const plan of PLANS) {
      const id = demoUuid('bus-route', centre, plan.code);
      // The van of the last centre is out of use.
      const plate = plan.plate === 'CD4207' && centre === 5 ? null : plan.plate;
      const regNo = plate === null ? null : `MH${['02', '12', '43', '04'][i]}${plate}`;
      routes.push({
        franchisee_id: centre,
        id,
        academic_year_id: year,
        code: plan.code,
        name: plan.name,
        shift: plan.shift,
        runs: plan.runs,
        days: plan.code === 'R2' ? [...WEEK, 'SAT'] : WEEK,
        vehicle_id: regNo === null ? null : demoUuid('vehicle', centre, regNo),
        pickup_start: plan.start,
        dropoff_start: plan.home,
        status: plan.stops.length === 0 ? 'INACTIVE' : 'ACTIVE',
      });
      for (const [n, [name, landmark, north, east, pickup, dropoff]] of plan.stops.entries()) {
        const lat = home.lat + north / METRES_A_DEGREE;
        const lng = home.lng + east / METRES_A_DEGREE / Math.cos((home.lat * Math.PI) / 180);
        stops.push({
          franchisee_id: centre,
          id: demoUuid('bus-stop', centre, plan.code, n),
          route_id: id,
          seq: n + 1,
          name,
          landmark,
          lat_e7: Math.round(lat * E7),
          lng_e7: Math.round(lng * E7),
          radius_m: 100,
          pickup_at: plan.runs === 'DROPOFF' ? null : pickup,
          dropoff_at: plan.runs === 'PICKUP' ? null : dropoff,
          distance_m: roadM({ lat, lng }, home),
        });
      }
    }
  }
  await insertRows(client, 'bus_route', routes);
  await insertRows(client, 'bus_stop', stops);
}
