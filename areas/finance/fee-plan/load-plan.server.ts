import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { ComponentKind, PlanComponent, PlanOption } from './plan-shape.ts';

export interface LoadedPlan {
  readonly franchiseeId: number;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly academicYearId: number;
  readonly module: 'ACADEMIC' | 'SERVICE';
  readonly classId: number | null;
  readonly session: 'HALF_DAY' | 'FULL_DAY' | 'NONE';
  readonly planVersion: number;
  readonly status: 'DRAFT' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'RETIRED';
  readonly total: number;
  readonly version: number;
  readonly components: readonly PlanComponent[];
  readonly options: readonly PlanOption[];
}

/** A whole plan; `day` decides the tax rates that stand beside its components. */
export async function loadPlan(db: Db, planId: string, day: string): Promise<LoadedPlan> {
  const plan = ensureFound(
    await db.selectFrom('fee_plan').selectAll().where('id', '=', planId).executeTakeFirst(),
  );
  const [components, options] = [await loadComponents(db, planId, day), await loadOptions(db, planId)];
  return {
    franchiseeId: plan.franchisee_id,
    id: plan.id,
    code: plan.code,
    name: plan.name,
    academicYearId: plan.academic_year_id,
    module: plan.module,
    classId: plan.class_id,
    session: plan.session,
    planVersion: plan.plan_version,
    status: plan.status,
    total: plan.total,
    version: plan.version,
    components,
    options,
  };
}

async function loadComponents(db: Db, planId: string, day: string): Promise<PlanComponent[]> {
  const rows = await db
    .selectFrom('fee_plan_component as c')
    .innerJoin('fee_type as t', 't.id', 'c.fee_type_id')
    .leftJoin('tax_rate as r', (join) =>
      join
        .onRef('r.code', '=', 't.tax_code')
        .on('r.from_on', '<=', day)
        .on((eb) => eb.or([eb('r.to_on', 'is', null), eb('r.to_on', '>=', day)])),
    )
    .select([
      'c.id',
      'c.position',
      'c.fee_type_id',
      't.name',
      't.component_kind',
      't.one_time',
      'c.amount',
      'c.tax_inclusive',
      'r.rate_bp',
      'r.id as tax_rate_id',
      'c.royalty_bp',
      'c.royalty_base',
      'c.proration',
      'c.optional',
    ])
    .where('c.fee_plan_id', '=', planId)
    .orderBy('c.position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    feeTypeId: row.fee_type_id,
    name: row.name,
    componentKind: row.component_kind as ComponentKind,
    oneTime: row.one_time,
    amount: row.amount,
    taxInclusive: row.tax_inclusive,
    taxBp: row.rate_bp ?? 0,
    taxRateId: row.tax_rate_id,
    royaltyBp: row.royalty_bp,
    royaltyBase: row.royalty_base,
    proration: row.proration,
    optional: row.optional,
  }));
}

async function loadOptions(db: Db, planId: string): Promise<PlanOption[]> {
  const { rows } = await sql<{ option: PlanOption }>`
    select json_build_object('id', b.id, 'kind', b.kind, 'name', b.name, 'discountBp', b.discount_bp, 'allowPartial', b.allow_partial,
      'minPartial', b.min_partial, 'roundTo', b.round_to, 'residue', b.residue,
      'instalments', coalesce((select json_agg(json_build_object('seq', i.seq, 'label', i.label, 'dueRule', i.due_rule, 'dueOn', i.due_on, 'days', i.days,
        'monthDay', i.month_day, 'graceDays', i.grace_days) order by i.seq) from fee_plan_instalment i where i.breakdown_id = b.id), '[]'),
      'cells', coalesce((select json_agg(json_build_object('componentId', x.component_id, 'seq', x.seq, 'amount', x.amount) order by x.component_id, x.seq)
        from fee_plan_cell x where x.breakdown_id = b.id), '[]')) as option
    from fee_plan_breakdown b where b.fee_plan_id = ${planId} order by b.created_at, b.name`.execute(db);
  return rows.map((row) => row.option);
}
