// What the tests of trips share: a route that may run at Andheri, with children on it.
import { randomUUID } from 'node:crypto';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { addVehicle, paper } from '../transport-testing.ts';
import { cardHash } from '../vehicle/card-code.server.ts';
import type { TapInput } from './play-scans.ts';
import { startCheckNames } from './trip.states.ts';

/** A Wednesday. */
export const DAY = '2026-07-08';
export const at = (time: string, day = DAY): Date => new Date(`${day}T${time}:00+05:30`);
export const checks = Object.fromEntries(startCheckNames.map((name) => [name, true]));

const PAPERS = [
  'vehicle_insurance',
  'vehicle_permit',
  'vehicle_fitness',
  'vehicle_pollution',
  'vehicle_road_tax',
] as const;
const DOCUMENTS = ['LICENCE', 'POLICE', 'MEDICAL'] as const;
let n = 0;
/** Files of one run share a process, not a database. */
const files = new WeakMap<TestApp, string>();

/** Somebody verified whose papers run. */
export async function anEscort(app: TestApp, role: 'DRIVER' | 'ATTENDANT'): Promise<string> {
  n += 1;
  const file = files.get(app) ?? (await uploadedFile(app, { by: 'Bina', name: 'licence.pdf', at: ANDHERI }));
  files.set(app, file);
  const [vendor, id] = [randomUUID(), randomUUID()];
  await app.sql(
    `insert into escort_vendor (franchisee_id, id, name, kind, contact, phone, status) values ($1, $2, $3, 'COMPANY', 'Rahul', '+919820055001', 'VERIFIED')`,
    [ANDHERI, vendor, `Vendor ${n}`],
  );
  await app.sql(
    `insert into escort_person (franchisee_id, id, vendor_id, name, role, phone, status) values ($1, $2, $3, $4, $5, $6, 'VERIFIED')`,
    [ANDHERI, id, vendor, `${role === 'DRIVER' ? 'Omkar' : 'Pallavi'} ${n}`, role, `+9198201${10_000 + n}`],
  );
  for (const kind of DOCUMENTS)
    await app.sql(
      `insert into escort_document (franchisee_id, vendor_id, person_id, kind, starts_on, ends_on, file_id, status) values ($1, $2, $3, $4, '2026-01-01', '2027-03-31', $5, 'VERIFIED')`,
      [ANDHERI, vendor, id, kind, file],
    );
  return id;
}

export async function aReadyVehicle(app: TestApp) {
  const vehicleId = await addVehicle(app);
  for (const table of PAPERS) await paper(app, table, { vehicleId, from: '2026-01-01', to: '2027-03-31' });
  n += 1;
  const letters = 'ABCDEFGHJK';
  const short = String(n)
    .padStart(5, '0')
    .replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? 'A');
  const stickers = { front: `F${short}`, rear: `R${short}`, rearPicture: `AC1.REAR${n}` };
  for (const [subject, code] of [
    ['VEHICLE_FRONT', stickers.front],
    ['VEHICLE_REAR', stickers.rear],
  ] as const)
    await app.sql(
      `insert into escort_card (franchisee_id, subject, subject_id, card_hash, short_code, status) values ($1, $2, $3, $4, $5, 'ACTIVE')`,
      [ANDHERI, subject, vehicleId, cardHash(subject === 'VEHICLE_REAR' ? stickers.rearPicture : code), code],
    );
  return { vehicleId, ...stickers };
}

interface Kid {
  readonly studentId: string;
  readonly admissionId: string;
}

/** A round trip with two stops; the first child waits at the second stop, the others at the first. */
export async function aRoute(app: TestApp, kids: readonly Kid[]) {
  const vehicle = await aReadyVehicle(app);
  const [driverId, attendantId] = [await anEscort(app, 'DRIVER'), await anEscort(app, 'ATTENDANT')];
  for (const [role, person] of [
    ['DRIVER', driverId],
    ['ATTENDANT', attendantId],
  ])
    await app.sql(
      `insert into vehicle_staff (franchisee_id, person_id, vehicle_id, role, from_on) values ($1, $2, $3, $4, '2026-01-01')`,
      [ANDHERI, person, vehicle.vehicleId, role],
    );
  const [routeId, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  n += 1;
  const code = `T${n}`;
  await app.sql(
    `insert into bus_route (franchisee_id, id, academic_year_id, code, name, shift, runs, days, vehicle_id, pickup_start, dropoff_start)
     values ($1, $2, $3, $4, 'Lake side', 'MORNING', 'ROUND_TRIP', '{MON,TUE,WED,THU,FRI}', $5, '07:30', '13:00')`,
    [ANDHERI, routeId, YEAR, code, vehicle.vehicleId],
  );
  for (const [id, seq, pickup, home] of [
    [first, 1, '07:40', '13:20'],
    [second, 2, '07:50', '13:10'],
  ] as const)
    await app.sql(
      `insert into bus_stop (franchisee_id, id, route_id, seq, name, lat_e7, lng_e7, pickup_at, dropoff_at, distance_m) values ($1, $2, $3, $4, $5, 191450000, 728250000, $6, $7, 2600)`,
      [ANDHERI, id, routeId, seq, `Stop ${seq}`, pickup, home],
    );
  for (const [index, kid] of kids.entries())
    await app.sql(
      `insert into route_assignment (franchisee_id, academic_year_id, enrolment_id, student_id, route_id, stop_id, direction, days_mask, from_on, to_on, status)
       values ($1, $2, $3, $4, $5, $6, 'BOTH', 31, '2026-06-01', '2027-03-31', 'ACTIVE')`,
      [ANDHERI, YEAR, kid.admissionId, kid.studentId, routeId, index === 0 ? second : first],
    );
  return { ...vehicle, driverId, attendantId, routeId, code, first, second };
}
export type TestRoute = Awaited<ReturnType<typeof aRoute>>;

let taps = 0;
export type Tapped = Omit<TapInput, 'atDevice'> & { at: Date };
/** A tap as the run screen sends it. */
export function tapOf({
  at: when,
  ...tap
}: Partial<Tapped> & Pick<Tapped, 'tripId' | 'kind' | 'at'>): TapInput {
  taps += 1;
  return {
    id: randomUUID(),
    seq: taps,
    childId: null,
    receiverId: null,
    stopId: null,
    code: null,
    photo: null,
    ...tap,
    atDevice: when.toISOString(),
  };
}

/** Runs a job as if it were that moment. */
export async function runJob(app: TestApp, job: JobDeclaration, now: Date): Promise<void> {
  app.moveClock(now);
  await job.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: job.name }, work),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  } satisfies JobTools);
}
