// Postings of people to vehicles: one at a time in each role, and nobody whose papers do not allow it.
import { randomUUID } from 'node:crypto';
import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { type EscortRole, escortRoles, postingRoles } from './escort.states.ts';
import { judgePeople } from './judge-people.server.ts';
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
  const first = input.fromOn > today ? input.fromOn : today;
  const judged = (await judgePeople(db, { franchiseeId, today: first, ids: [person.id] })).get(person.id);
  ensure(judged && judged.readiness !== 'BLOCKED', () =>
    refuseTransport('person.blocked', {
      details: { name: person.name, reasons: judged?.reasons.join('; ') ?? '' },
    }),
  );
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

export const changePosting = handle(contract.change, async ({ db, input, version }) => {
  const row = await lockRow(db, 'vehicle_staff', input.id, version);
  const toOn = input.toOn ?? null;
  await ensureSeatFree(db, {
    franchiseeId: row.franchisee_id,
    id: row.id,
    vehicleId: row.vehicle_id,
    role: row.role,
    fromOn: input.fromOn,
    toOn,
  });
  await db
    .updateTable('vehicle_staff')
    .set({ from_on: input.fromOn, to_on: toOn })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
