// Vehicles: their board and page, and the commands that add, change and move them.
import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { academicYearOf, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { releaseFile, useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureSeatsStay } from '../assignment/riders.server.ts';
import { ensureInHouse } from '../person/escort-vendor.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { judgeVehicles, mostChildren } from './readiness.server.ts';
import { vehicleContract as contract } from './vehicle.contract.ts';
import { vehicleStates } from './vehicle.states.ts';
import { formatPlate } from './vehicle-fields.ts';

type Input = ParsedInputOf<typeof contract.add>;
type Page = OutputOf<typeof contract.page>;

export const vehicleBoard = handle(contract.board, async ({ db, actor, now }) => {
  const today = todayIst(now);
  return { today, ...(await judgeVehicles(db, { franchiseeId: chosenCentre(actor), today, now })) };
});

export const vehiclePage = handle(contract.page, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const found = await db
    .selectFrom('vehicle')
    .select(['franchisee_id', 'registered_seats'])
    .where('id', '=', input.id)
    .executeTakeFirst();
  const { franchisee_id: franchiseeId, registered_seats: registeredSeats } = ensureFound(found);
  const { vehicles, soonDays } = await judgeVehicles(db, { franchiseeId, today, now, ids: [input.id] });
  const vehicle = ensureFound(vehicles[0]);
  // An event that is over has no status.
  const { rows: papers } = await sql<Page['papers'][number]>`
    select p.id, p.kind, p.number, p.starts_on as "startsOn", p.ends_on as "endsOn", p.amount,
           case when p.kind in ('INSURANCE', 'PERMIT', 'FITNESS', 'POLLUTION', 'ROAD_TAX') or p.kind = 'CHALLAN' and p.open
                then paper_status(${today}::date, p.ends_on, ${soonDays}) end as status
      from vehicle_paper p where p.franchisee_id = ${franchiseeId} and p.vehicle_id = ${input.id} order by p.starts_on desc, p.id limit 500`.execute(
    db,
  );
  const { rows: overrides } = await sql<Page['overrides'][number]>`
    select o.id, o.kind, o.reason, o.to_at as "toAt", ${personName('u')} as by from transport_override o left join app_user u on u.id = o.created_by
     where o.franchisee_id = ${franchiseeId} and o.subject = 'VEHICLE' and o.subject_id = ${input.id} order by o.from_at desc limit 50`.execute(
    db,
  );
  const live = vehicle.status !== 'RETIRED';
  return {
    ...vehicle,
    childSeatsMost: await mostChildren(db, { franchiseeId, registeredSeats, today }),
    papers,
    overrides,
    can: {
      change: live && mayCall(actor, contract.change),
      override: live && mayCall(actor, contract.override) && holdsCode(actor, 'TRANSPORT_OVERRIDE'),
    },
  };
});

/** The columns of a vehicle; refuses a taken plate and more children than the seats allow. */
async function columnsOf(db: Db, at: { franchiseeId: number; id: string | null; today: Day }, input: Input) {
  const { franchiseeId, today } = at;
  const same = await db
    .selectFrom('vehicle')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('reg_no', '=', input.regNo)
    .executeTakeFirst();
  ensure(!same || same.id === at.id, () =>
    refuseTransport('vehicle.exists', {
      details: { reg: formatPlate(input.regNo) },
      fields: { regNo: 'This centre has a vehicle with this number already' },
    }),
  );
  const most = await mostChildren(db, { franchiseeId, registeredSeats: input.registeredSeats, today });
  ensure(input.childSeats <= most, () =>
    refuseTransport('vehicle.child-seats', {
      details: { most, seats: input.registeredSeats },
      fields: { childSeats: `At most ${most} on ${input.registeredSeats} registered seats` },
    }),
  );
  ensure(input.registeredOn <= today, () =>
    refuse('input.invalid', { fields: { registeredOn: 'This day is still to come' } }),
  );
  return {
    reg_no: input.regNo,
    name: input.name ?? null,
    kind: input.kind,
    make: input.make,
    model: input.model,
    fuel: input.fuel,
    ownership: input.ownership,
    registered_seats: input.registeredSeats,
    child_seats: input.childSeats,
    registered_on: input.registeredOn,
    colour: input.colour ?? null,
    chassis_no: input.chassisNo ?? null,
    engine_no: input.engineNo ?? null,
    has_cctv: input.hasCctv,
    has_speed_governor: input.hasSpeedGovernor,
    has_first_aid: input.hasFirstAid,
    has_extinguisher: input.hasExtinguisher,
    photo_id: input.photo ?? null,
  };
}

async function keepPhoto(
  db: Db,
  row: { franchiseeId: number; id: string },
  photo: string | null,
  before: string | null,
): Promise<void> {
  if (photo === before) return;
  const use = { franchiseeId: row.franchiseeId, subjectKind: 'vehicle', subjectId: row.id };
  if (photo) await useFile(db, { ...use, fileId: photo, area: 'transport', accept: ['jpg', 'png'] });
  if (before) await releaseFile(db, { ...use, fileId: before });
}

export const addVehicle = handle(contract.add, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const columns = await columnsOf(db, { franchiseeId, id: null, today: todayIst(now) }, input);
  const id = randomUUID();
  // The photo first: one that is missing is named as such.
  await keepPhoto(db, { franchiseeId, id }, columns.photo_id, null);
  await db
    .insertInto('vehicle')
    .values({ franchisee_id: franchiseeId, id, ...columns })
    .execute();
  await ensureInHouse(db, franchiseeId, actor.userId);
  return { id };
});

export const changeVehicle = handle(contract.change, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'vehicle', input.id, version);
  ensure(row.status !== 'RETIRED', () =>
    refuseTransport('vehicle.retired', { details: { reg: formatPlate(row.reg_no) } }),
  );
  const at = { franchiseeId: row.franchisee_id, id: row.id, today: todayIst(now) };
  const columns = await columnsOf(db, at, input);
  if (columns.child_seats < row.child_seats)
    await ensureSeatsStay(db, { ...row, child_seats: columns.child_seats }, at.today);
  await keepPhoto(db, at, columns.photo_id, row.photo_id);
  await db
    .updateTable('vehicle')
    .set(columns)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const setVehicleStatus = handle(contract.setStatus, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'vehicle', input.id, version);
  const { action } = input;
  ensure(action !== 'retire' || input.reason, () =>
    refuse('input.invalid', { fields: { reason: 'Say why the vehicle is retired' } }),
  );
  if (action === 'deactivate' || action === 'retire') await ensureOffRoutes(db, row, todayIst(now));
  if (action === 'activate') await ensureRepaired(db, row, todayIst(now));
  await moveStatus(db, {
    states: vehicleStates,
    table: 'vehicle',
    row,
    action,
    reason: input.reason ?? null,
  });
  return {};
});

/** A route that runs this year or next does not lose its bus unseen. In maintenance it may go: the route then shows it blocked. */
async function ensureOffRoutes(
  db: Db,
  row: { franchisee_id: number; id: string; reg_no: string },
  today: Day,
): Promise<void> {
  const routes = await db
    .selectFrom('bus_route')
    .select('code')
    .distinct()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('vehicle_id', '=', row.id)
    .where('status', '=', 'ACTIVE')
    .where('academic_year_id', '>=', academicYearOf(today))
    .orderBy('code')
    .execute();
  ensure(routes.length === 0, () =>
    refuseTransport('vehicle.on-route', {
      details: { reg: formatPlate(row.reg_no), routes: routes.map(({ code }) => code).join(', ') },
    }),
  );
}

/** What is still at the garage does not go back into use. */
async function ensureRepaired(
  db: Db,
  row: { franchisee_id: number; id: string; reg_no: string },
  today: Day,
): Promise<void> {
  const { rows } = await sql<{ day: Day }>`select out_from as day from vehicle_repair
    where franchisee_id = ${row.franchisee_id} and vehicle_id = ${row.id} and out_from <= ${today} and (out_to is null or out_to >= ${today})
    order by out_from limit 1`.execute(db);
  const [open] = rows;
  ensure(!open, () =>
    refuseTransport('vehicle.repair-open', {
      details: { reg: formatPlate(row.reg_no), date: formatDate(open?.day ?? today) },
    }),
  );
}
