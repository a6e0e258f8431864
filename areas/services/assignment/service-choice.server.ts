// What is chosen for a child, checked against enquiry, offering and fare slabs. Quote, draft and approval all read it here.
import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type Weekday, weekdayMask } from '@aangan/contract/weekday.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { planOptionsFor, type WantedConcession } from '../../finance/public.server.ts';
import { ensureWish } from '../enquiry/write-enquiry.server.ts';
import { refuseServices } from '../services.refusals.ts';

export type Enquiry = RowIn<'service_enquiry'>;
export type Offering = RowIn<'service_offering'>;
type Plan = Awaited<ReturnType<typeof planOptionsFor>>[number];

/** A service may begin so many days back, with the reason. */
const MOST_DAYS_BACK = 7;

export interface Service {
  readonly id: string;
  readonly name: string;
  readonly serviceType: string | null;
  readonly weekdays: Weekday[];
}

export const serviceOf = async (db: Db, id: string): Promise<Service> =>
  ensureFound(
    (
      await sql<Service>`select s.id, s.name, c.service_type as "serviceType", s.weekdays from service s
        join service_category c on c.id = s.category_id where s.id = ${id}`.execute(db)
    ).rows[0],
  );

/** The open offering an enquiry is for. */
export async function offeringOf(db: Db, enquiry: Enquiry): Promise<Offering> {
  const offering = await db
    .selectFrom('service_offering')
    .selectAll()
    .where('franchisee_id', '=', enquiry.franchisee_id)
    .where('service_id', '=', enquiry.service_id)
    .where('academic_year_id', '=', enquiry.academic_year_id)
    .where('active', '=', true)
    .executeTakeFirst();
  ensure(offering, () => refuseServices('service-enquiry.not-offered'));
  return offering;
}

export const slabsOf = (db: Db, offering: Offering): Promise<RowIn<'service_fare_slab'>[]> =>
  db
    .selectFrom('service_fare_slab')
    .selectAll()
    .where('franchisee_id', '=', offering.franchisee_id)
    .where('offering_id', '=', offering.id)
    .execute();

export const plansOf = (db: Db, enquiry: Enquiry): Promise<Plan[]> =>
  planOptionsFor(db, {
    franchiseeId: enquiry.franchisee_id,
    yearId: enquiry.academic_year_id,
    module: 'SERVICE',
    serviceId: enquiry.service_id,
  });

export interface WantedService {
  planId?: string | undefined;
  breakdownId?: string | undefined;
  direction?: 'PICKUP' | 'DROPOFF' | 'BOTH' | undefined;
  distanceM?: number | undefined;
  startsOn: Day;
  endsOn: Day;
  weekdays: readonly Weekday[];
  concessions: readonly WantedConcession[];
}

export interface ServiceChoice {
  readonly service: Service;
  readonly offering: Offering;
  readonly plan: Plan;
  readonly breakdownId: string;
  readonly slab: RowIn<'service_fare_slab'>['slab'] | null;
  readonly weekdays: number;
}

/**
 * Refuses days, age and plan that the offering does not have; of a service with slabs the distance decides the plan.
 * `excused`: somebody says why it begins in the past or at another age; the approver judges it.
 */
export async function choiceOf(
  db: Db,
  enquiry: Enquiry,
  wanted: WantedService,
  { excused, now }: { excused: boolean; now: Date },
): Promise<ServiceChoice> {
  const [service, offering] = [await serviceOf(db, enquiry.service_id), await offeringOf(db, enquiry)];
  ensureDays(offering, wanted, service);
  await ensureWish(
    db,
    { franchiseeId: enquiry.franchisee_id, yearId: enquiry.academic_year_id },
    {
      wish: { serviceId: enquiry.service_id, wantedFrom: wanted.startsOn, wantedTo: wanted.endsOn },
      dob: excused ? null : enquiry.dob,
      enrolled: enquiry.student_id !== null,
    },
  );
  ensureStart(wanted.startsOn, excused, todayIst(now));
  const slabs = service.serviceType === 'TRANSPORT' ? await slabsOf(db, offering) : [];
  const slab = slabs.length === 0 ? null : slabFor(slabs, wanted);
  const plans = await plansOf(db, enquiry);
  const planId = slab?.fee_plan_id ?? wanted.planId;
  ensure(planId, () => refuse('input.invalid', { fields: { planId: 'Choose the plan' } }));
  const plan = plans.find((one) => one.planId === planId);
  ensure(plan, () => refuseServices('service.no-plan', { fields: { planId: 'Choose a plan of the list' } }));
  const option = plan.options.find(({ id }) => id === wanted.breakdownId) ?? plan.options[0];
  return {
    service,
    offering,
    plan,
    breakdownId: ensureFound(option).id,
    slab: slab?.slab ?? null,
    weekdays: weekdayMask(wanted.weekdays),
  };
}

function ensureDays(offering: Offering, wanted: WantedService, service: Service): void {
  const wrong: Record<string, string> = {};
  for (const name of ['startsOn', 'endsOn'] as const)
    if (wanted[name] < offering.starts_on || wanted[name] > offering.ends_on)
      wrong[name] = `Between ${formatDate(offering.starts_on)} and ${formatDate(offering.ends_on)}`;
  ensure(Object.keys(wrong).length === 0, () =>
    refuseServices('service.outside-offering', {
      details: { service: service.name, from: offering.starts_on, to: offering.ends_on },
      fields: wrong,
    }),
  );
  ensure(wanted.endsOn >= wanted.startsOn, () =>
    refuse('input.invalid', { fields: { endsOn: 'Not before the first day' } }),
  );
  ensure(
    wanted.weekdays.every((day) => service.weekdays.includes(day)),
    () =>
      refuse('input.invalid', {
        fields: { weekdays: `Days of the service: ${service.weekdays.join(', ')}` },
      }),
  );
}

function ensureStart(startsOn: Day, excused: boolean, today: Day): void {
  ensure(startsOn >= addDays(today, -MOST_DAYS_BACK), () =>
    refuseServices('service.past', {
      fields: { startsOn: `Not before ${formatDate(addDays(today, -MOST_DAYS_BACK))}` },
    }),
  );
  ensure(startsOn >= today || excused, () =>
    refuseServices('service.past', { fields: { note: 'Say why it begins in the past' } }),
  );
}

function slabFor(slabs: readonly RowIn<'service_fare_slab'>[], wanted: WantedService) {
  const { direction, distanceM } = wanted;
  if (direction === undefined || distanceM === undefined)
    throw refuse('input.invalid', {
      fields: {
        ...(direction === undefined ? { direction: 'Choose the direction' } : {}),
        ...(distanceM === undefined ? { distanceM: 'Enter the distance in metres' } : {}),
      },
    });
  const slab = slabs.find(
    (one) => one.direction === direction && one.from_m <= distanceM && distanceM < one.to_m,
  );
  ensure(slab, () =>
    refuseServices('service.no-slab', {
      details: { metres: distanceM },
      fields: { distanceM: 'No fare slab' },
    }),
  );
  return slab;
}

/** Refuses days on which the child has the same service already. The table's constraint refuses them to raw SQL. */
export async function ensureNoOverlap(
  db: Db,
  enquiry: Pick<Enquiry, 'franchisee_id' | 'fee_account_id' | 'service_id'>,
  days: { startsOn: Day; endsOn: Day },
): Promise<void> {
  const running = await db
    .selectFrom('service_assignment as a')
    .innerJoin('service as s', 's.id', 'a.service_id')
    .select(['s.name', 'a.ends_on'])
    .where('a.franchisee_id', '=', enquiry.franchisee_id)
    .where('a.fee_account_id', '=', enquiry.fee_account_id)
    .where('a.service_id', '=', enquiry.service_id)
    .where('a.status', 'in', ['HELD', 'ACTIVE'])
    .where('a.starts_on', '<=', days.endsOn)
    .where('a.ends_on', '>=', days.startsOn)
    .executeTakeFirst();
  if (running)
    throw refuseServices('service.overlap', {
      details: { service: running.name, until: running.ends_on },
      fields: { startsOn: `After ${formatDate(running.ends_on)}` },
    });
}
