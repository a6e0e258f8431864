// A child gets a seat, changes it from a day on, or gives it up. With a fare to pay the seat follows the approved service.
import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { formatWeekdays, weekdayMask } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keepServices, transportServiceOf } from '../../services/public.server.ts';
import { studentsByName } from '../../students/public.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { cutSeat, endSeat } from './contract-with-services.server.ts';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { assignmentListing } from './route-assignment.listing.server.ts';
import { checkSeat, lockForSeat, seatsOf, takenSeats, takeSeat, type WantedSeat } from './seats.server.ts';

const MOST = 20;

export const getAssignment = handle(contract.get, async ({ db, actor, input }) =>
  ensureFound(await assignmentListing.row({ db, actor }, input.id)),
);

export const findRiders = handle(contract.children, async ({ db, actor, input }) => {
  const found = await studentsByName(db, {
    franchiseeId: chosenCentre(actor),
    words: input.q,
    limit: MOST,
  });
  return { rows: found.map(({ id, name, detail }) => ({ id, label: `${name} · ${detail}` })) };
});

export const routeSeats = handle(contract.seats, async ({ db, input }) => {
  const route = ensureFound(
    await db
      .selectFrom('bus_route as r')
      .innerJoin('academic_year as y', 'y.id', 'r.academic_year_id')
      .select(['r.franchisee_id', 'r.id', 'r.code', 'r.vehicle_id', 'r.days_mask', 'y.ends_on'])
      .where('r.id', '=', input.routeId)
      .executeTakeFirst(),
  );
  const { rows: stops } = await sql<{
    id: string;
    name: string;
    pickupAt: string | null;
    dropoffAt: string | null;
    distanceM: number;
  }>`select id, name, to_char(pickup_at, 'HH24:MI') as "pickupAt", to_char(dropoff_at, 'HH24:MI') as "dropoffAt", distance_m as "distanceM"
      from bus_stop where franchisee_id = ${route.franchisee_id} and route_id = ${route.id} order by seq`.execute(
    db,
  );
  const days = await takenSeats(db, {
    franchiseeId: route.franchisee_id,
    routeId: route.id,
    direction: input.direction,
    days: route.days_mask,
    from: input.fromOn,
    to: input.toOn ?? route.ends_on,
    without: input.without ?? null,
  });
  return { code: route.code, seats: await seatsOf(db, route), days, stops };
});

type Wished = Omit<WantedSeat, 'status' | 'holdUntil' | 'serviceAssignmentId'>;

/** The seat as the service of the child allows it; where no fare is asked for, a service is only taken along. */
async function underService(
  db: Db,
  wished: Wished,
  { today, also = null }: { today: Day; also?: string | null },
): Promise<WantedSeat> {
  const { franchiseeId, studentId, from, stopId } = wished;
  const stop = await db
    .selectFrom('bus_stop')
    .select('distance_m')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', stopId)
    .executeTakeFirst();
  await keepServices(db, { franchiseeId, studentId, also });
  const service = await transportServiceOf(db, {
    franchiseeId,
    studentId,
    on: from,
    distanceM: stop?.distance_m ?? null,
  });
  const fare = await vehicleSettingOf(db, franchiseeId, 'fare_required', today);
  if (!service) {
    ensure(!fare, () =>
      refuseTransport('assignment.service-missing', {
        fields: { studentId: 'No transport service is approved from this day on' },
      }),
    );
    return { ...wished, status: 'ACTIVE', holdUntil: null, serviceAssignmentId: null };
  }
  const wrong = {
    ...(service.direction !== null &&
      service.direction !== 'BOTH' &&
      service.direction !== wished.direction && { direction: 'The service is for the other way only' }),
    ...((wished.days & ~service.days) !== 0 && {
      days: `The service runs ${formatWeekdays(service.days)}`,
    }),
    ...(wished.to !== null &&
      wished.to > service.to && { toOn: `The service ends on ${formatDate(service.to)}` }),
  };
  ensure(Object.keys(wrong).length === 0, () => refuse('input.invalid', { fields: wrong }));
  ensure(service.slab === null || service.slabThere === null || service.slab === service.slabThere, () =>
    refuseTransport('assignment.slab-changes', {
      details: { slab: service.slabThere ?? '' },
      fields: { stopId: `This stop is in fare slab ${service.slabThere ?? ''}` },
    }),
  );
  // A fare that no slab names would be nobody's decision.
  ensure(!fare || service.slab === null || service.slabThere !== null, () =>
    refuseTransport('assignment.no-slab', {
      fields: { stopId: 'No fare slab of the service has this stop' },
    }),
  );
  return {
    ...wished,
    to: wished.to ?? service.to,
    status: service.status,
    holdUntil: service.status === 'HELD' ? service.holdUntil : null,
    serviceAssignmentId: service.serviceAssignmentId,
  };
}

export const assignRoute = handle(contract.assign, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const { rows } = await sql<{ id: string }>`select id from enrolment
    where franchisee_id = ${franchiseeId} and academic_year_id = ${chosenYear(actor)} and student_id = ${input.studentId}
      and status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') order by joined_on limit 1`.execute(db);
  const [enrolment] = rows;
  ensure(enrolment, () =>
    refuse('input.invalid', { fields: { studentId: 'The child is not enrolled in this year' } }),
  );
  const wanted = await underService(
    db,
    {
      franchiseeId,
      enrolmentId: enrolment.id,
      studentId: input.studentId,
      routeId: input.routeId,
      stopId: input.stopId,
      direction: input.direction,
      days: weekdayMask(input.days),
      from: input.fromOn,
      to: input.toOn ?? null,
    },
    { today: todayIst(now) },
  );
  return { id: await takeSeat(db, wanted) };
});

export const changeAssignment = handle(contract.change, async ({ db, input, version, now }) => {
  const today = todayIst(now);
  // Read before it is locked: what it hangs on is locked first, as services does.
  const known = ensureFound(
    await db.selectFrom('route_assignment').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const franchiseeId = known.franchisee_id;
  const wanted = await underService(
    db,
    {
      franchiseeId,
      enrolmentId: known.enrolment_id,
      studentId: known.student_id,
      routeId: input.routeId,
      stopId: input.stopId,
      direction: input.direction,
      days: weekdayMask(input.days),
      from: input.fromOn,
      to: input.toOn ?? null,
      without: known.id,
    },
    { today, also: known.service_assignment_id },
  );
  await lockForSeat(db, wanted);
  const row = await lockRow(db, 'route_assignment', input.id, version);
  ensure(row.status !== 'ENDED' && row.to_on >= today, () => refuse('row.wrong-state'));
  // Today's bus may have gone already.
  ensure(input.fromOn > today || (input.fromOn === today && row.from_on > today), () =>
    refuse('input.invalid', {
      fields: { fromOn: 'The days up to today stay as they were. Choose a later one' },
    }),
  );
  if (row.from_on < input.fromOn) {
    await cutSeat(db, row, input.fromOn);
    return { id: await takeSeat(db, { ...wanted, without: null }) };
  }
  // It has not begun: the row itself is changed.
  const seat = await checkSeat(db, wanted);
  await db
    .updateTable('route_assignment')
    .set({
      academic_year_id: seat.yearId,
      route_id: seat.routeId,
      stop_id: seat.stopId,
      direction: seat.direction,
      days_mask: seat.days,
      from_on: seat.from,
      to_on: seat.to,
      status: seat.status,
      hold_until: seat.holdUntil,
      service_assignment_id: seat.serviceAssignmentId,
    })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', row.id)
    .execute();
  const step = { subject: 'route_assignment', action: 'change', from: row.status, to: seat.status };
  await noteStep(db, { franchiseeId, id: row.id, ...step });
  return { id: row.id };
});

export const endAssignment = handle(contract.end, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'route_assignment', input.id, version);
  const today = todayIst(now);
  ensure(row.to_on >= today && row.to_on >= row.from_on, () => refuse('row.wrong-state'));
  ensure(input.on >= today, () =>
    refuse('input.invalid', { fields: { on: 'Today or later: the days that are over stay as they were' } }),
  );
  ensure(input.on < row.to_on || (input.on === row.to_on && row.status !== 'ENDED'), () =>
    refuse('input.invalid', { fields: { on: `Its last day is ${formatDate(row.to_on)} already` } }),
  );
  await endSeat(db, row, { on: input.on, reason: input.reason });
  return {};
});
