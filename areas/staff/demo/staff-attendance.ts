// Sixty days of attendance of everybody who works: most are on time, some late, some forget to check out, a few are absent
// or were corrected; today has come as far as the clock.
import { addDays, type Day, IST_OFFSET_MS } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const DAYS = 60;
const HEAD_OFFICE = 1;

interface Person {
  franchisee_id: number;
  id: string;
  category: string;
  joined_on: Day;
  left_on: Day | null;
  lat: number | null;
  lng: number | null;
}
interface Closed {
  franchisee_id: number;
  on_date: Day;
  kind: string;
}

/** Days on which the centre is closed to this person, by its own published calendar or else the network's. */
function closedDays(closed: readonly Closed[], { franchisee_id, category }: Person): ReadonlySet<Day> {
  const own = closed.filter((one) => one.franchisee_id === franchisee_id);
  const rules = own.length > 0 ? own : closed.filter((one) => one.franchisee_id === HEAD_OFFICE);
  const withChildren = category === 'TEACHING' || category === 'CARE';
  return new Set(rules.filter((one) => withChildren || one.kind !== 'VACATION').map((one) => one.on_date));
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const at = (day: Day, minute: number): string => `${day}T${clock(minute)}:00+05:30`;

/** Minutes of the day of check-in and check-out; null = did not happen. */
function timesOf(rng: Rng): { from: number | null; to: number | null } {
  if (rng.chance(0.03)) return { from: null, to: null };
  const from = rng.chance(0.08) ? rng.int(521, 560) : rng.int(495, 518);
  if (rng.chance(0.02)) return { from, to: null };
  return { from, to: rng.chance(0.03) ? rng.int(740, 760) : rng.int(990, 1010) };
}

function punchOf(
  person: Person,
  { day, kind, minute, rng }: { day: Day; kind: 'IN' | 'OUT'; minute: number; rng: Rng },
): Row {
  const outside = rng.chance(0.02);
  const known = person.lat !== null && person.lng !== null && !rng.chance(0.02);
  const metres = outside ? rng.int(900, 1600) : rng.int(5, 90);
  return {
    franchisee_id: person.franchisee_id,
    id: demoUuid('staff-punch', person.id, day, kind),
    staff_id: person.id,
    kind,
    at: at(day, minute),
    offline: rng.chance(0.02),
    // A degree of latitude is 111 km.
    lat: known ? Number(((person.lat ?? 0) + metres / 111_195).toFixed(6)) : null,
    lng: known ? person.lng : null,
    accuracy_m: known ? rng.int(5, 40) : null,
    distance_m: known ? metres : null,
    outside: known ? outside : null,
  };
}

export async function writeStaffAttendance(client: Client, { today, now }: Clock): Promise<void> {
  const { rows: people } = await client.query<Person>(
    `select s.franchisee_id, s.id, s.category, s.joined_on, s.left_on, f.lat, f.lng from staff s join franchisee f on f.id = s.franchisee_id
      where s.status <> 'REJECTED' and s.status <> 'SUSPENDED' order by s.franchisee_id, s.employee_code`,
  );
  const from = addDays(today, -DAYS);
  const { rows: closed } = await client.query<Closed>(
    `select d.franchisee_id, d.on_date, d.kind from academic_calendar_day d join academic_calendar c on c.franchisee_id = d.franchisee_id and c.id = d.calendar_id
      where c.status = 'PUBLISHED' and d.kind in ('HOLIDAY', 'VACATION', 'CLOSED_UNPLANNED') and not d.staff_works and d.class_ids is null and d.on_date >= $1`,
    [from],
  );
  // Who is on leave does not check in.
  const { rows: away } = await client.query<{ key: string }>(
    `select distinct h.staff_id || ' ' || h.day as key from leave_request_half h join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id
      where h.active and h.counted and r.status in ('APPROVED', 'CANCEL_ASKED')`,
  );
  const onLeave = new Set(away.map(({ key }) => key));
  const minuteNow = Math.floor(((now.getTime() + IST_OFFSET_MS) % 86_400_000) / 60_000);
  const punches: Row[] = [];
  const marks: Row[] = [];
  for (const person of people) {
    const rng = rngOf(`attendance ${person.id}`);
    const off = closedDays(closed, person);
    for (let day = from; day <= today; day = addDays(day, 1)) {
      const times = timesOf(rng);
      if (weekdayOf(day) === 'SUN' || off.has(day) || onLeave.has(`${person.id} ${day}`)) continue;
      if (day < person.joined_on || (person.left_on !== null && day > person.left_on)) continue;
      const happened = (minute: number | null) => minute !== null && (day < today || minute < minuteNow);
      if (happened(times.from))
        punches.push(punchOf(person, { day, kind: 'IN', minute: times.from ?? 0, rng }));
      if (happened(times.to)) punches.push(punchOf(person, { day, kind: 'OUT', minute: times.to ?? 0, rng }));
      if (times.from === null && day < today && rng.chance(0.3))
        marks.push({
          franchisee_id: person.franchisee_id,
          staff_id: person.id,
          day,
          fn: 'OD',
          an: 'OD',
          note: 'Visited the regional office',
          id: demoUuid('staff-day', person.id, day),
        });
    }
  }
  await insertRows(client, 'staff_punch', punches);
  await insertRows(client, 'staff_day', marks);
}
