import { academicYearDays, academicYearLabel, addMonths, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { mostTaken } from '../assignment/seats.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { serviceOfferingContract } from './service-offering.contract.ts';

interface Terms {
  seats?: number | null | undefined;
  startsOn: string;
  endsOn: string;
}

export const openOffering = handle(serviceOfferingContract.open, async ({ db, actor, input }) => {
  const [franchiseeId, yearId] = [chosenCentre(actor), chosenYear(actor)];
  const service = await soldService(db, input.serviceId, franchiseeId);
  ensure(service.active, () =>
    refuseServices('service-offering.not-sold', { details: { service: service.name } }),
  );
  ensureTerms(input, service.capacityMode, yearId);
  const made = await db
    .insertInto('service_offering')
    .values({
      franchisee_id: franchiseeId,
      service_id: input.serviceId,
      academic_year_id: yearId,
      ...columnsOf(input),
    })
    .onConflict((oc) => oc.constraint('service_offering_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  ensure(made, () =>
    refuseServices('service-offering.exists', {
      details: { service: service.name, year: academicYearLabel(yearId) },
      fields: { serviceId: 'Open already' },
    }),
  );
  return made;
});

export const changeOffering = handle(serviceOfferingContract.change, async ({ db, input, now, version }) => {
  const row = await lockRow(db, 'service_offering', input.id, version);
  const service = await soldService(db, row.service_id, row.franchisee_id);
  ensureTerms(input, service.capacityMode, row.academic_year_id);
  const used = await mostTaken(db, row, todayIst(now));
  ensure((input.seats ?? used) >= used, () =>
    refuseServices('service-offering.seats-below-used', {
      details: { used, seats: input.seats },
      fields: { seats: `At least ${used}` },
    }),
  );
  await db
    .updateTable('service_offering')
    .set(columnsOf(input))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

/** Opens what was open in the chosen year for the next one. Prices are not copied: next year's plans are other plans. */
export const copyYear = handle(serviceOfferingContract.copyYear, async ({ db, actor }) => {
  const [franchiseeId, yearId] = [chosenCentre(actor), chosenYear(actor)];
  const next = yearId + 1;
  const known = await db.selectFrom('academic_year').select('id').where('id', '=', next).executeTakeFirst();
  ensure(known, () =>
    refuse('input.invalid', { fields: { _: `${academicYearLabel(next)} is not open yet` } }),
  );
  const offerings = await db
    .selectFrom('service_offering as o')
    .innerJoin('service as s', 's.id', 'o.service_id')
    .select(['o.service_id', 'o.seats', 'o.starts_on', 'o.ends_on', 'o.waitlist'])
    .where('o.franchisee_id', '=', franchiseeId)
    .where('o.academic_year_id', '=', yearId)
    .where('o.active', '=', true)
    .where('s.active', '=', true)
    .execute();
  const { numInsertedOrUpdatedRows } =
    offerings.length === 0
      ? { numInsertedOrUpdatedRows: 0n }
      : await db
          .insertInto('service_offering')
          .values(
            offerings.map((one) => ({
              franchisee_id: franchiseeId,
              service_id: one.service_id,
              academic_year_id: next,
              seats: one.seats,
              starts_on: addMonths(one.starts_on, 12),
              ends_on: addMonths(one.ends_on, 12),
              waitlist: one.waitlist,
              active: true,
            })),
          )
          .onConflict((oc) => oc.constraint('service_offering_once').doNothing())
          .executeTakeFirstOrThrow();
  const opened = Number(numInsertedOrUpdatedRows ?? 0);
  return { opened, kept: offerings.length - opened };
});

/** A service of the network or of this centre; another centre's is not there. */
async function soldService(db: Db, serviceId: string, franchiseeId: number) {
  const { rows } = await sql<{
    name: string;
    active: boolean;
    capacityMode: 'NONE' | 'SEATS' | 'ROUTE_SEATS';
  }>`select name, active, capacity_mode as "capacityMode" from service
      where id = ${serviceId} and franchisee_id in (1, ${franchiseeId})`.execute(db);
  return ensureFound(rows[0]);
}

function ensureTerms(terms: Terms, capacityMode: string, yearId: number): void {
  const year = academicYearDays(yearId);
  const wrong: Record<string, string> = {};
  if (capacityMode === 'SEATS' && (terms.seats ?? null) === null)
    wrong['seats'] = 'Say how many children fit';
  if (capacityMode !== 'SEATS' && (terms.seats ?? null) !== null)
    wrong['seats'] =
      capacityMode === 'ROUTE_SEATS'
        ? 'Leave empty: the bus decides'
        : 'Leave empty: this service has no limit';
  for (const name of ['startsOn', 'endsOn'] as const)
    if (terms[name] < year.from || terms[name] > year.to)
      wrong[name] = `A day of ${academicYearLabel(yearId)}`;
  if (terms.endsOn < terms.startsOn) wrong['endsOn'] = 'Not before the first day';
  if (Object.keys(wrong).length > 0) throw refuse('input.invalid', { fields: wrong });
}

const columnsOf = (input: Terms & { waitlist: boolean; active: boolean }) => ({
  seats: input.seats ?? null,
  starts_on: input.startsOn,
  ends_on: input.endsOn,
  waitlist: input.waitlist,
  active: input.active,
});
