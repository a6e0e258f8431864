// Bus trips: five days that have gone, with a no-show, a child that came back, a stranger refused and a check that was late; and at
// Andheri one that is done, one on the road and one that should have left, whatever the time of day the demo is made at.
import { createHash } from 'node:crypto';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { inMask, weekdayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { type Clock, istText } from '../../../db/demo/moment.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { type Child, type Route, type Story, TripWriter, type Way } from './transport-trip-rows.ts';

const MINUTE = 60_000;
const PAST_DAYS = 5;

async function routesOf(client: Client, centre: number): Promise<Route[]> {
  const { rows } = await client.query<Route>(
    `select r.id, r.code, to_char(r.pickup_start, 'HH24:MI') as "pickupStart", to_char(r.dropoff_start, 'HH24:MI') as "dropoffStart",
       (select json_agg(json_build_object('id', s.id, 'seq', s.seq, 'distance', s.distance_m, 'pickup', extract(epoch from s.pickup_at - r.pickup_start) / 60,
           'dropoff', extract(epoch from s.dropoff_at - r.dropoff_start) / 60) order by s.seq) from bus_stop s where s.franchisee_id = r.franchisee_id and s.route_id = r.id) as stops,
       coalesce((select json_agg(json_build_object('enrolment', a.enrolment_id, 'student', a.student_id, 'stop', a.stop_id, 'direction', a.direction, 'days', a.days_mask,
           'from', a.from_on, 'to', a.to_on, 'guardian', g.id, 'guardianName', g.name) order by a.enrolment_id)
          from route_assignment a left join student_guardian x on x.franchisee_id = a.franchisee_id and x.student_id = a.student_id and x.is_primary
          left join guardian g on g.franchisee_id = x.franchisee_id and g.id = x.guardian_id
         where a.franchisee_id = r.franchisee_id and a.route_id = r.id and a.status = 'ACTIVE'), '[]') as children
       from bus_route r where r.franchisee_id = $1 and r.status = 'ACTIVE' order by r.code`,
    [centre],
  );
  return rows;
}

/** Those whose seat runs that way; of a day also on that weekday. */
const riders = (route: Route, way: Way, day: Day, anyDay: boolean): Child[] =>
  route.children.filter(
    (one) =>
      (one.direction === way || one.direction === 'BOTH') &&
      one.guardian !== null &&
      one.from <= day &&
      day <= one.to &&
      (anyDay || inMask(one.days, day)),
  );

function pastDays(today: Day): Day[] {
  const days: Day[] = [];
  for (let day = addDays(today, -1); days.length < PAST_DAYS; day = addDays(day, -1))
    if (!['SAT', 'SUN'].includes(weekdayOf(day))) days.push(day);
  return days;
}

const HOME = { plate: 'AB1234', driver: 'omkar', attendant: 'pallavi' } as const;
const VAN = { plate: 'CD4207', driver: 'salim', attendant: null } as const;

function writePast(writer: TripWriter, centre: number, routes: readonly Route[], today: Day): void {
  for (const [n, day] of pastDays(today).entries())
    for (const [code, way] of [
      ['R1', 'PICKUP'],
      ['R1H', 'DROPOFF'],
    ] as const) {
      const route = routes.find((one) => one.code === code);
      const time = way === 'PICKUP' ? route?.pickupStart : route?.dropoffStart;
      if (!route || !time) continue;
      const children = riders(route, way, day, false);
      const down = way === 'DROPOFF';
      const story: Story = {
        centre,
        route,
        way,
        day,
        starts: Date.parse(`${day}T${time}:00+05:30`),
        ...HOME,
        status: down && n === 2 ? 'CANCELLED' : 'COMPLETED',
        late: [1, 4, 0, 11, 2][n] ?? 0,
        children,
        ...(!down && n % 2 === 0 && { states: { 1: 'NO_SHOW' as const } }),
        ...(down && n === 0 && { returned: 2, refused: 0 }),
        ...(!down && n === 1 && { checkLate: true }),
        ...(!down && n === 4 && { forced: true }),
      };
      writer.trip(story);
      if (story.refused !== undefined && children[0])
        writer.alarm(story, {
          kind: 'HANDOVER_DENIED',
          level: 1,
          at: story.starts + 20 * MINUTE,
          resolved: story.starts + 26 * MINUTE,
          note: 'An uncle not on the list. The mother came herself and took the child.',
          enrolment_id: children[0].enrolment,
        });
    }
}

/** What the desk of Andheri and Omkar see when they look now. */
function writeToday(writer: TripWriter, routes: readonly Route[], { today, now }: Clock): void {
  const route = (code: string) => routes.find((one) => one.code === code);
  const [r1, r1h, r2] = [route('R1'), route('R1H'), route('R2')];
  if (!r1 || !r1h || !r2) return;
  const base = { centre: ANDHERI, day: today, late: 2 } as const;
  const from = (minutes: number) => now.getTime() + minutes * MINUTE;
  const story = (one: Route, way: Way, more: Pick<Story, 'starts' | 'status'> & Partial<Story>): Story => ({
    ...base,
    ...(one === r2 ? VAN : HOME),
    route: one,
    way,
    children: riders(one, way, today, true),
    ...more,
  });
  writer.trip(
    story(r2, 'PICKUP', {
      starts: from(-110),
      status: 'COMPLETED',
      states: { 0: 'EXCUSED' },
      attendant: 'ramesh',
    }),
  );
  writer.trip(story(r1, 'PICKUP', { starts: from(-15), status: 'IN_PROGRESS', now: now.getTime() }));
  const waits = story(r2, 'DROPOFF', { starts: from(-12), status: 'SCHEDULED' });
  writer.trip(waits);
  writer.alarm(waits, { kind: 'TRIP_NOT_STARTED', level: 1, at: from(-2), resolved: null, note: null });
  writer.trip(story(r1h, 'DROPOFF', { starts: from(50), status: 'SCHEDULED' }));
}

/** Stickers whose six characters stand here, so that the demo's trips can be started and checked. */
const STICKERS = [
  ['AB1234', 'VEHICLE_FRONT', 'FRNT22'],
  ['AB1234', 'VEHICLE_REAR', 'REAR22'],
  ['CD4207', 'VEHICLE_FRONT', 'FRNT33'],
  ['CD4207', 'VEHICLE_REAR', 'REAR33'],
] as const;

export async function writeTransportTrips(client: Client, clock: Clock): Promise<void> {
  const writer = new TripWriter();
  const stickers: Row[] = [];
  for (const centre of [ANDHERI, BANER]) {
    const routes = await routesOf(client, centre);
    writePast(writer, centre, routes, clock.today);
    if (centre === ANDHERI) writeToday(writer, routes, clock);
    for (const [plate, subject, short] of STICKERS)
      stickers.push({
        franchisee_id: centre,
        id: demoUuid('sticker', centre, plate, subject),
        subject,
        subject_id: demoUuid('vehicle', centre, `MH${centre === ANDHERI ? '02' : '12'}${plate}`),
        card_hash: `\\x${createHash('sha256').update(`${centre} ${short}`).digest('hex')}`,
        short_code: short,
        status: 'ACTIVE',
        printed_at: istText(clock.now),
      });
  }
  const { rows } = writer;
  await insertRows(client, 'escort_card', stickers);
  await insertRows(client, 'trip', rows.trip);
  await insertRows(client, 'trip_stop', rows.stop);
  await insertRows(client, 'trip_child', rows.child);
  await insertRows(client, 'scan_log', rows.scan);
  await insertRows(client, 'safety_alarm', rows.alarm);
  await insertRows(client, 'status_step', rows.step);
}
