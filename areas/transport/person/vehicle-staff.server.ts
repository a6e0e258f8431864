// Postings of people to vehicles: one at a time in each role, and nobody whose papers do not allow it.
import { randomUUID } from 'node:crypto';
import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { type EscortRole, escortRoles, postingRoles } from './escort.states.ts';
import { judgePeople } from './judge-people.server.ts';
import type { Escort } from './leave-escort.server.ts';
import { vehicleStaffContract as contract } from './vehicle-staff.contract.ts';
import { staffListing } from './vehicle-staff.listing.server.ts';

export const getPosting = handle(contract.get, async ({ db, actor, input }) =>
  ensureFound(await staffListing.row({ db, actor }, input.id)),
);

interface Posting {
  readonly franchiseeId: number;
  readonly id: string | null;
  readonly vehicleId: string;
  readonly role: string;
  readonly fromOn: Day;
  readonly toOn: Day | null;
}

/** The vehicle is locked, so two who post at once do not both find the seat free. */
async function ensureSeatFree(db: Db, at: Posting): Promise<void> {
  ensure(at.toOn === null || at.toOn >= at.fromOn, () =>
    refuse('input.invalid', { fields: { toOn: 'Not before the first day' } }),
  );
  const vehicle = await lockRow(db, 'vehicle', at.vehicleId);
  ensure(vehicle.franchisee_id === at.franchiseeId, () => refuse('row.not-found'));
  ensure(vehicle.status !== 'RETIRED', () =>
    refuseTransport('vehicle.retired', { details: { reg: formatPlate(vehicle.reg_no) } }),
  );
  const { rows } = await sql<{ name: string; fromOn: Day }>`
    select p.name, s.from_on as "fromOn" from vehicle_staff s
      join escort_person p on p.franchisee_id = s.franchisee_id and p.id = s.person_id
     where s.franchisee_id = ${at.franchiseeId} and s.vehicle_id = ${at.vehicleId} and s.role = ${at.role} and s.id is distinct from ${at.id}::uuid
       and (s.to_on is null or s.to_on >= ${at.fromOn}) and (${at.toOn}::date is null or s.from_on <= ${at.toOn}::date) limit 1`.execute(
    db,
  );
  const [taken] = rows;
  ensure(!taken, () =>
    refuseTransport('posting.taken', {
      details: {
        name: taken?.name ?? '',
        role: postingRoles[at.role as keyof typeof postingRoles].toLowerCase(),
        reg: formatPlate(vehicle.reg_no),
        date: formatDate(taken?.fromOn ?? at.fromOn),
      },
    }),
  );
}

async function ensureMayWork(db: Db, person: Escort, day: Day): Promise<void> {
  const { franchisee_id: franchiseeId, id, name } = person;
  const judged = (await judgePeople(db, { franchiseeId, today: day, ids: [id] })).get(id);
  ensure(judged && judged.readiness !== 'BLOCKED', () =>
    refuseTransport('person.blocked', { details: { name, reasons: judged?.reasons.join('; ') ?? '' } }),
  );
}

export const addPosting = handle(contract.add, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const today = todayIst(now);
  const person = await lockRow(db, 'escort_person', input.personId);
  ensure(person.franchisee_id === franchiseeId, () => refuse('row.not-found'));
  ensure(person.role === input.role, () =>
    refuse('input.invalid', {
      fields: { role: `${person.name} works as ${escortRoles[person.role as EscortRole].toLowerCase()}` },
    }),
  );
  await ensureMayWork(db, person, input.fromOn > today ? input.fromOn : today);
  const posting = {
    vehicleId: input.vehicleId,
    role: input.role,
    fromOn: input.fromOn,
    toOn: input.toOn ?? null,
  };
  await ensureSeatFree(db, { franchiseeId, id: null, ...posting });
  const id = randomUUID();
  await db
    .insertInto('vehicle_staff')
    .values({
      franchisee_id: franchiseeId,
      id,
      person_id: person.id,
      vehicle_id: posting.vehicleId,
      role: posting.role,
      from_on: posting.fromOn,
      to_on: posting.toOn,
    })
    .execute();
  return { id };
});

/** Days that are over stay: who drove then is known by them. */
function ensureToCome(
  row: RowIn<'vehicle_staff'>,
  { fromOn, toOn }: { fromOn: Day; toOn: Day | null },
  today: Day,
): void {
  ensure(row.to_on === null || row.to_on >= today, () => refuse('row.wrong-state'));
  const begun = row.from_on <= today;
  ensure(begun ? fromOn === row.from_on : fromOn >= today, () =>
    refuse('input.invalid', {
      fields: {
        fromOn: begun ? `It began on ${formatDate(row.from_on)}: that day stays` : 'Today or later',
      },
    }),
  );
  ensure(toOn === null || toOn >= today, () =>
    refuse('input.invalid', { fields: { toOn: 'Today or later: the days that are over stay as they were' } }),
  );
}

export const changePosting = handle(contract.change, async ({ db, input, version, now }) => {
  const known = ensureFound(
    await db.selectFrom('vehicle_staff').select('person_id').where('id', '=', input.id).executeTakeFirst(),
  );
  // The person first, as whoever posts or lets go locks it.
  const person = await lockRow(db, 'escort_person', known.person_id);
  const row = await lockRow(db, 'vehicle_staff', input.id, version);
  const today = todayIst(now);
  const days = { fromOn: input.fromOn, toOn: input.toOn ?? null };
  ensureToCome(row, days, today);
  // Nobody needs papers to stop earlier.
  const last = (day: Day | null): string => day ?? 'never';
  if (days.fromOn !== row.from_on || last(days.toOn) > last(row.to_on))
    await ensureMayWork(db, person, days.fromOn > today ? days.fromOn : today);
  const { franchisee_id: franchiseeId, id, vehicle_id: vehicleId, role } = row;
  await ensureSeatFree(db, { franchiseeId, id, vehicleId, role, ...days });
  await db
    .updateTable('vehicle_staff')
    .set({ from_on: days.fromOn, to_on: days.toOn })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
