import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keysetPage } from '../keyset.server.ts';
import { financeModules } from '../modules.ts';
import { feePlanContract, type PlanRow, type PlanView } from './fee-plan.contract.ts';
import { loadPlan } from './load-plan.server.ts';

const SELECT = sql`
  p.id, p.franchisee_id as "franchiseeId", case when p.franchisee_id = 1 then 'All centres' else f.company_name end as "franchiseeName", p.code, p.name, p.academic_year_id as "academicYearId", y.academic_year as "academicYear",
  p.module, p.class_id as "classId", c.name as "className", p.service_id as "serviceId", v.name as "serviceName", p.programme, p.session, p.plan_version as "planVersion", p.status, p.total,
  p.valid_from as "validFrom", p.valid_to as "validTo", p.version, p.submitted_by as "submittedBy", p.decision_note as "decisionNote", p.created_by as "createdBy",
  (select count(*)::int from fee_assignment a where a.fee_plan_id = p.id and a.status = 'APPROVED') as students,
  (select count(*)::int from fee_plan_breakdown b where b.fee_plan_id = p.id) as options
  from fee_plan p left join franchisee f on f.id = p.franchisee_id join academic_year y on y.id = p.academic_year_id left join class c on c.id = p.class_id
  left join service v on v.id = p.service_id`;

interface HeadRow extends Omit<PlanRow, 'can'> {
  createdBy: string | null;
}

const SORTS = {
  name: { column: 'name', type: 'text' },
  code: { column: 'code', type: 'text' },
  total: { column: 'total', type: 'bigint' },
} as const;

export const listFeePlans = handle(feePlanContract.list, async ({ db, actor, input }) => {
  const centres = [input.franchiseeID ?? [], input.franchiseeIDMutiple ?? []].flat();
  const statuses = input.status === undefined ? null : [input.status].flat();
  const base = sql`select ${SELECT} where
    ${actor.franchiseeId === null ? sql`true` : sql`p.franchisee_id in (1, ${actor.franchiseeId})`}
    and ${input.academicYearID ? sql`p.academic_year_id = ${input.academicYearID}` : sql`true`}
    and ${centres.length > 0 ? several('p.franchisee_id', centres, 'int') : sql`true`}
    and ${input.moduleID ? sql`p.module = ${input.moduleID}` : sql`true`} and ${input.categoryID ? sql`p.class_id = ${input.categoryID}` : sql`true`}
    and ${statuses ? several('p.status', statuses, 'text') : sql`p.status <> 'RETIRED'`}
    and ${input.q ? sql`(p.name ilike ${contains(input.q)} or p.code ilike ${contains(input.q)})` : sql`true`}`;
  const page = await keysetPage<HeadRow>(db, base, { sorts: SORTS, standard: 'name' }, input);
  return { ...page, rows: page.rows.map((row) => ({ ...row, can: allowedOn(actor, row) })) };
});

export const getFeePlan = handle(feePlanContract.get, async ({ db, actor, input, now }) => {
  const option =
    input.id === undefined
      ? await db
          .selectFrom('fee_plan_breakdown')
          .select('fee_plan_id')
          .where('id', '=', input.optionId ?? '')
          .executeTakeFirst()
      : undefined;
  return planViewOf(db, actor, input.id ?? ensureFound(option).fee_plan_id, now);
});

export const compareFeePlans = handle(feePlanContract.compare, async ({ db, actor, input, now }) => {
  const plans: PlanView[] = [];
  for (const id of input.ids) plans.push(await planViewOf(db, actor, id, now));
  return { plans };
});

export async function planViewOf(db: Db, actor: Actor, id: string, now: Date): Promise<PlanView> {
  const { rows } = await sql<
    HeadRow & { categoryId: string | null; submittedByName: string | null; approvedByName: string | null }
  >`
    select h.*, fp.category_id as "categoryId", ${personName('s')} as "submittedByName", ${personName('a')} as "approvedByName"
      from (select ${SELECT} where p.id = ${id}) h join fee_plan fp on fp.id = h.id
      left join app_user s on s.id = fp.submitted_by left join app_user a on a.id = fp.approved_by`.execute(
    db,
  );
  const head = ensureFound(rows[0]);
  const plan = await loadPlan(db, id, todayIst(now));
  return {
    ...head,
    can: allowedOn(actor, head),
    components: [...plan.components],
    options: plan.options.map((option) => ({
      ...option,
      instalments: [...option.instalments],
      cells: [...option.cells],
    })),
  };
}

/** What the server would let this person do with the plan. */
function allowedOn(
  actor: Actor,
  plan: Pick<HeadRow, 'franchiseeId' | 'status' | 'submittedBy' | 'createdBy'>,
): Record<string, boolean> {
  const own = actor.franchiseeId === null ? actor.wholeNetwork : plan.franchiseeId === actor.franchiseeId;
  const writes = own && holds(actor, financeModules.feeStructure, true);
  const decides =
    writes &&
    plan.status === 'PENDING' &&
    holdsCode(actor, 'PLAN_APPROVE') &&
    plan.submittedBy !== actor.userId &&
    plan.createdBy !== actor.userId;
  return {
    update: writes && (plan.status === 'DRAFT' || plan.status === 'REJECTED'),
    submit: writes && (plan.status === 'DRAFT' || plan.status === 'REJECTED'),
    approve: decides,
    reject: decides,
    retire: writes && plan.status === 'APPROVED',
    newVersion: writes && plan.status === 'APPROVED',
    copy: holds(actor, financeModules.feeStructure, true),
  };
}
