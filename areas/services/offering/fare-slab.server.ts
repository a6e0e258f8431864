import { academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { planOptionsFor } from '../../finance/public.server.ts';
import { refuseServices } from '../services.refusals.ts';
import { serviceOfferingContract } from './service-offering.contract.ts';

type Offering = RowIn<'service_offering'>;

const plansOf = (db: Db, offering: Pick<Offering, 'franchisee_id' | 'academic_year_id' | 'service_id'>) =>
  planOptionsFor(db, {
    franchiseeId: offering.franchisee_id,
    yearId: offering.academic_year_id,
    module: 'SERVICE',
    serviceId: offering.service_id,
  });

export const slabPlans = handle(serviceOfferingContract.plans, async ({ db, input }) => {
  const offering = ensureFound(
    await db
      .selectFrom('service_offering')
      .select(['franchisee_id', 'academic_year_id', 'service_id'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const plans = await plansOf(db, offering);
  return { rows: plans.map(({ planId, name, total }) => ({ id: planId, name, total })) };
});

export const addSlab = handle(serviceOfferingContract.addSlab, async ({ db, input }) => {
  const offering = await lockRow(db, 'service_offering', input.offeringId);
  await ensureTransport(db, offering.service_id);
  await ensureSlab(db, offering, { ...input, id: null });
  return db
    .insertInto('service_fare_slab')
    .values({
      franchisee_id: offering.franchisee_id,
      offering_id: offering.id,
      slab: input.slab,
      direction: input.direction,
      from_m: input.fromM,
      to_m: input.toM,
      fee_plan_id: input.feePlanId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const changeSlab = handle(serviceOfferingContract.changeSlab, async ({ db, input, version }) => {
  // The offering's row keeps two changes of its slabs apart.
  const { offering_id } = await slabOf(db, input.id);
  const offering = await lockRow(db, 'service_offering', offering_id);
  const row = await lockRow(db, 'service_fare_slab', input.id, version);
  await ensureSlab(db, offering, { ...input, slab: row.slab, direction: row.direction });
  await db
    .updateTable('service_fare_slab')
    .set({ from_m: input.fromM, to_m: input.toM, fee_plan_id: input.feePlanId })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const removeSlab = handle(serviceOfferingContract.removeSlab, async ({ db, input, version }) => {
  const row = await lockRow(db, 'service_fare_slab', input.id, version);
  await db
    .deleteFrom('service_fare_slab')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

const slabOf = async (db: Db, id: string) =>
  ensureFound(
    await db.selectFrom('service_fare_slab').select('offering_id').where('id', '=', id).executeTakeFirst(),
  );

async function ensureTransport(db: Db, serviceId: string): Promise<void> {
  const row = await db
    .selectFrom('service as s')
    .innerJoin('service_category as c', 'c.id', 's.category_id')
    .select('c.service_type')
    .where('s.id', '=', serviceId)
    .executeTakeFirst();
  ensure(row?.service_type === 'TRANSPORT', () =>
    refuse('input.invalid', { fields: { slab: 'Only a transport service has slabs' } }),
  );
}

interface Wanted {
  id: string | null;
  slab: string;
  direction: string;
  fromM: number;
  toM: number;
  feePlanId: string;
}

/** With the offering locked. The table's constraints refuse the same to raw SQL. */
async function ensureSlab(db: Db, offering: Offering, wanted: Wanted): Promise<void> {
  ensure(wanted.toM > wanted.fromM, () =>
    refuse('input.invalid', { fields: { toM: 'Above the first distance' } }),
  );
  const plans = await plansOf(db, offering);
  ensure(
    plans.some(({ planId }) => planId === wanted.feePlanId),
    () =>
      refuseServices('service-offering.plan-not-approved', {
        details: { year: academicYearLabel(offering.academic_year_id) },
        fields: { feePlanId: 'Choose a plan of the list' },
      }),
  );
  const others = await db
    .selectFrom('service_fare_slab')
    .select(['id', 'slab', 'from_m', 'to_m'])
    .where('franchisee_id', '=', offering.franchisee_id)
    .where('offering_id', '=', offering.id)
    .where('direction', '=', wanted.direction as 'PICKUP')
    .execute();
  for (const other of others.filter(({ id }) => id !== wanted.id)) {
    ensure(other.slab !== wanted.slab, () =>
      refuseServices('service-offering.slab-taken', {
        details: { slab: wanted.slab },
        fields: { slab: 'Taken' },
      }),
    );
    ensure(other.to_m <= wanted.fromM || other.from_m >= wanted.toM, () =>
      refuseServices('service-offering.slab-overlap', {
        fields: { fromM: `Slab ${other.slab} has ${other.from_m} to ${other.to_m} m` },
      }),
    );
  }
}
