import { academicYearLabel, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { codeFor } from '../concession/approval-level.server.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { planOptionsFor } from '../fee-plan/plan-state.server.ts';
import { scheduleViewOf } from '../fee-plan/what-if.server.ts';
import { keysetPage } from '../keyset.server.ts';
import { financeModules } from '../modules.ts';
import { proposalOf } from './assignment-choice.server.ts';
import { type AssignmentSnapshot, snapshotIn } from './assignment-row.server.ts';
import { budgetOf } from './decide-assignment.server.ts';
import { type AssignmentView, type ChildView, feeAssignmentContract } from './fee-assignment.contract.ts';

export const assignmentsOfChild = handle(feeAssignmentContract.ofChild, async ({ db, actor, input, now }) => {
  const child = await childView(db, input.ref, { yearId: chosenYear(actor) });
  const plans = await planOptionsFor(db, {
    franchiseeId: child.franchiseeId,
    yearId: child.academicYearId,
    classId: child.classId,
    session: child.session,
  });
  return {
    child,
    plans: plans.map((plan) => ({ ...plan, options: [...plan.options] })),
    assignments: await assignmentsOf(db, actor, child),
    concessions: await concessionsOn(db, child.franchiseeId, todayIst(now)),
  };
});

export const assignmentDetails = handle(feeAssignmentContract.details, async ({ db, actor, input, now }) => {
  const child = await childView(db, input.ref, {});
  const all = await assignmentsOf(db, actor, child);
  const assignment =
    all.find((one) => one.id === input.ref) ??
    all.find((one) => one.status === 'PENDING') ??
    all.find((one) => one.status === 'APPROVED') ??
    all[0] ??
    null;
  if (assignment === null)
    return { child, assignment, asked: null, standard: null, budget: null, history: [] };
  return {
    child,
    assignment,
    ...(await proposedAgainstStandard(db, actor, { child, assignment, today: todayIst(now) })),
  };
});

/** What was submitted beside the price without concessions, the budget, and who decided before. */
async function proposedAgainstStandard(
  db: Db,
  actor: Actor,
  {
    child,
    assignment,
    today,
  }: {
    child: { franchiseeId: number; academicYearId: number };
    assignment: AssignmentView;
    today: string;
  },
) {
  const choice = {
    franchiseeId: child.franchiseeId,
    planId: assignment.planId,
    breakdownId: assignment.breakdownId,
    joinsOn: assignment.joinsOn,
    ...(assignment.leavesOn ? { leavesOn: assignment.leavesOn } : {}),
  };
  const standard = await proposalOf(db, {
    ...choice,
    concessions: [],
    withoutComponents: assignment.withoutComponents,
    joinProration: assignment.joinProration,
  });
  const asked = await pinnedProposal(db, child.franchiseeId, assignment.id, standard);
  return {
    asked: await scheduleViewOf(db, actor, child.franchiseeId, { proposal: asked, today }),
    standard: await scheduleViewOf(db, actor, child.franchiseeId, { proposal: standard, today }),
    budget: await budgetOf(db, child.franchiseeId, child.academicYearId),
    history: await historyOf(db, child.franchiseeId, assignment.id),
  };
}

/** The plan of a service as its approver sees it; null before one was saved. */
export async function servicePlanDetails(
  db: Db,
  actor: Actor,
  which: { franchiseeId: number; feeAccountId: string; serviceAssignmentId: string; now: Date },
) {
  const [assignment] = await assignmentsOf(db, actor, which);
  if (!assignment) return null;
  const child = { franchiseeId: which.franchiseeId, academicYearId: assignment.academicYearId };
  return {
    assignment,
    ...(await proposedAgainstStandard(db, actor, { child, assignment, today: todayIst(which.now) })),
  };
}

/** What was submitted, from the snapshot: not what plan and rates say today. */
async function pinnedProposal(
  db: Db,
  franchiseeId: number,
  assignmentId: string,
  standard: Awaited<ReturnType<typeof proposalOf>>,
) {
  const row = ensureFound(
    await db
      .selectFrom('fee_assignment')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', assignmentId)
      .executeTakeFirst(),
  );
  const snapshot = snapshotIn(row);
  return {
    ...standard,
    concessions: snapshot.concessions,
    schedule: {
      lines: snapshot.lines,
      gross: row.gross,
      concession: row.concession,
      tax: row.tax,
      net: row.net,
      deviationAmount: row.deviation_amount,
      deviationBp: row.deviation_bp,
      byConcession: {},
      beyond: [],
    },
  };
}

async function historyOf(db: Db, franchiseeId: number, assignmentId: string) {
  const { rows } = await sql<{ at: string; who: string; decision: string; note: string | null }>`
    select s.at, concat_ws(' ', u.first_name, u.last_name) as who, s.decision, s.note from approval_step s left join app_user u on u.id = s.decided_by
     where s.franchisee_id = ${franchiseeId} and s.subject_kind = 'FEE_ASSIGNMENT' and s.subject_id = ${assignmentId} order by s.at`.execute(
    db,
  );
  return rows;
}

/** The child behind any id, with what students know of class and session. */
export async function childView(db: Db, ref: string, options: { yearId?: number }): Promise<ChildView> {
  const account = ensureFound(await findFeeAccount(db, ref));
  const { rows } = await sql<{
    classId: number | null;
    className: string | null;
    session: string | null;
    yearId: number | null;
    startsOn: string | null;
    franchiseeName: string;
  }>`
    select coalesce(e.class_id, m.class_id, p.class_id) as "classId", c.name as "className",
      case when coalesce(e.day_session, m.day_session) = 'FULL_DAY' then 'FULL_DAY' when coalesce(e.day_session, m.day_session) is not null then 'HALF_DAY' end as session,
      coalesce(e.academic_year_id, m.academic_year_id, f.academic_year_id, sa.academic_year_id) as "yearId", coalesce(e.joined_on, m.start_on, f.joins_on)::text as "startsOn", fr.company_name as "franchiseeName"
    from fee_account a join franchisee fr on fr.id = a.franchisee_id
    left join student_admission sa on sa.franchisee_id = a.franchisee_id and sa.id = a.student_admission_id
    left join admission m on m.franchisee_id = a.franchisee_id and m.id = a.student_admission_id
    -- A later enrolment named by its own id, else that of the chosen year, else the newest one.
    left join lateral (select * from enrolment e where e.franchisee_id = a.franchisee_id and (e.id = a.student_admission_id or e.student_id = a.student_id)
      order by (e.id = ${ref}::uuid and e.id <> a.student_admission_id) desc nulls last, (e.academic_year_id = ${options.yearId ?? null}::int) desc nulls last, e.academic_year_id desc limit 1) e on true
    left join lateral (select * from fee_assignment f where f.franchisee_id = a.franchisee_id and f.fee_account_id = a.id
      order by f.module, f.created_at desc limit 1) f on true
    left join fee_plan p on p.id = f.fee_plan_id left join class c on c.id = coalesce(e.class_id, m.class_id, p.class_id)
    where a.franchisee_id = ${account.franchiseeId} and a.id = ${account.id}`.execute(db);
  const facts = ensureFound(rows[0]);
  const yearId = facts.yearId ?? options.yearId ?? new Date().getFullYear();
  return {
    feeAccountId: account.id,
    franchiseeId: account.franchiseeId,
    franchiseeName: facts.franchiseeName,
    childLabel: account.childLabel,
    studentAdmissionId: account.studentAdmissionId,
    enquiryId: account.enquiryId,
    studentId: account.studentId,
    classId: facts.classId,
    className: facts.className,
    session: facts.session,
    academicYearId: yearId,
    academicYear: academicYearLabel(yearId),
    startsOn: facts.startsOn,
    siblings: await siblingsOf(db, account.franchiseeId, account.id, account.familyId),
  };
}

async function siblingsOf(
  db: Db,
  franchiseeId: number,
  accountId: string,
  familyId: string | null,
): Promise<string[]> {
  if (familyId === null) return [];
  const rows = await db
    .selectFrom('fee_account')
    .select('child_label')
    .where('franchisee_id', '=', franchiseeId)
    .where('family_id', '=', familyId)
    .where('id', '<>', accountId)
    .where('closed_on', 'is', null)
    .execute();
  return rows.map((row) => row.child_label);
}

/** Concessions that a proposal of the centre may name on a day. */
export async function concessionsOn(db: Db, franchiseeId: number, day: string) {
  const rows = await db
    .selectFrom('concession')
    .selectAll()
    .where('franchisee_id', 'in', [1, franchiseeId])
    .where('active', '=', true)
    .where('valid_from', '<=', day)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', day)]))
    .orderBy('name')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    concessionType: row.concession_type,
    basis: row.basis,
    value: (row.basis === 'PERCENT' ? row.percent : row.amount) ?? 0,
    documentNeeded: row.document_needed,
  }));
}

/** Plans of classes, the newest first; `serviceAssignmentId`: instead those of a service of the child. */
async function assignmentsOf(
  db: Db,
  actor: Actor,
  {
    franchiseeId,
    feeAccountId,
    serviceAssignmentId = null,
  }: { franchiseeId: number; feeAccountId: string; serviceAssignmentId?: string | null },
): Promise<AssignmentView[]> {
  const { rows } = await sql<
    Omit<AssignmentView, 'can' | 'concessions' | 'withoutComponents' | 'joinProration'> & {
      createdBy: string | null;
      submittedBy: string | null;
      snapshot: AssignmentSnapshot;
    }
  >`
    select f.id, f.franchisee_id as "franchiseeId", f.fee_plan_id as "planId", p.name as "planName", f.breakdown_id as "breakdownId", b.name as "optionName", f.joins_on as "joinsOn", f.leaves_on as "leavesOn", f.academic_year_id as "academicYearId", f.status,
      f.gross, f.concession, f.tax, f.net, f.deviation_amount as "deviationAmount", f.deviation_bp as "deviationBp", f.note, f.decision_note as "decisionNote",
      ${personName('s')} as "submittedByName", ${personName('d')} as "decidedByName",
      f.submitted_at as "submittedAt", f.decided_at as "decidedAt", f.version, f.created_by as "createdBy", f.submitted_by as "submittedBy", f.snapshot,
      exists (select from plan_activation v where v.franchisee_id = f.franchisee_id and v.fee_assignment_id = f.id) as active
    from fee_assignment f join fee_plan p on p.id = f.fee_plan_id join fee_plan_breakdown b on b.id = f.breakdown_id
    left join app_user s on s.id = f.submitted_by left join app_user d on d.id = f.decided_by
    where f.franchisee_id = ${franchiseeId} and f.fee_account_id = ${feeAccountId} and f.service_assignment_id is not distinct from ${serviceAssignmentId}::uuid
    order by f.created_at desc limit 50`.execute(db);
  const concessions = await db
    .selectFrom('student_concession as s')
    .leftJoin('concession as c', 'c.id', 's.concession_id')
    .leftJoin('file as f', (join) =>
      join.onRef('f.franchisee_id', '=', 's.franchisee_id').onRef('f.id', '=', 's.document_file'),
    )
    .select([
      'f.id as file_id',
      'f.name as file_name',
      's.id',
      's.fee_assignment_id',
      's.concession_id',
      'c.name',
      'c.concession_type',
      's.basis',
      's.value',
      's.amount',
      's.reason',
      's.component_kinds',
      's.status',
    ])
    .where('s.franchisee_id', '=', franchiseeId)
    .where('s.fee_account_id', '=', feeAccountId)
    .orderBy('s.created_at')
    .execute();
  return rows.map(({ createdBy, submittedBy, snapshot, ...row }) => ({
    ...row,
    withoutComponents: [...(snapshot?.withoutComponents ?? [])],
    joinProration: snapshot?.joinProration ?? 'NONE',
    concessions: concessions
      .filter((c) => c.fee_assignment_id === row.id)
      .map((c) => ({
        id: c.id,
        concessionId: c.concession_id,
        name: c.name ?? 'Manual',
        basis: c.basis,
        value: c.value,
        amount: c.amount,
        reason: c.reason,
        kinds: c.component_kinds,
        status: c.status,
        royaltyOnly: c.concession_type === 'Royalty Concession',
        document:
          c.file_id === null
            ? null
            : {
                id: c.file_id,
                name: c.file_name ?? 'Document',
                url: `${fileUrl({ franchiseeId, fileId: c.file_id })}&inline=1`,
              },
      })),
    can: allowedOn(actor, { status: row.status, createdBy, submittedBy }),
  }));
}

function allowedOn(
  actor: Actor,
  row: { status: string; createdBy: string | null; submittedBy: string | null },
): Record<string, boolean> {
  const writes = holds(actor, financeModules.FeePlanList, true);
  const decides =
    row.status === 'PENDING' &&
    holds(actor, financeModules.ApproveFeePlan, true) &&
    actor.userId !== row.submittedBy &&
    actor.userId !== row.createdBy;
  return {
    update: writes && (row.status === 'DRAFT' || row.status === 'REJECTED'),
    submit: writes && row.status === 'DRAFT',
    cancel: writes && ['DRAFT', 'PENDING', 'REJECTED'].includes(row.status),
    approve: decides,
    reject: decides,
  };
}

const SORTS = {
  submittedAt: { column: 'submittedAt', type: 'timestamptz' },
  deviationBp: { column: 'deviationBp', type: 'int' },
  net: { column: 'net', type: 'bigint' },
  childLabel: { column: 'childLabel', type: 'text' },
} as const;

interface QueueRow {
  id: string;
  franchiseeId: number;
  franchiseeName: string;
  feeAccountId: string;
  reference: string;
  childLabel: string;
  className: string | null;
  planName: string;
  optionName: string;
  academicYear: string;
  gross: number;
  concession: number;
  net: number;
  deviationAmount: number;
  deviationBp: number;
  submittedByName: string | null;
  submittedAt: string;
  status: AssignmentView['status'];
  version: number;
  createdBy: string | null;
  submittedBy: string | null;
}

export const assignmentQueue = handle(feeAssignmentContract.queue, async ({ db, actor, input }) => {
  const base = sql`
    select f.id, f.franchisee_id as "franchiseeId", fr.company_name as "franchiseeName", f.fee_account_id as "feeAccountId", coalesce(a.enquiry_id, f.student_admission_id, a.id) as reference,
      a.child_label as "childLabel", c.name as "className", p.name as "planName", b.name as "optionName", y.academic_year as "academicYear",
      f.gross, f.concession, f.net, f.deviation_amount as "deviationAmount", f.deviation_bp as "deviationBp",
      ${personName('s')} as "submittedByName", coalesce(f.submitted_at, f.created_at) as "submittedAt", f.status, f.version, f.created_by as "createdBy", f.submitted_by as "submittedBy"
    from fee_assignment f join fee_account a on a.franchisee_id = f.franchisee_id and a.id = f.fee_account_id join franchisee fr on fr.id = f.franchisee_id
      join fee_plan p on p.id = f.fee_plan_id join fee_plan_breakdown b on b.id = f.breakdown_id join academic_year y on y.id = f.academic_year_id
      left join class c on c.id = p.class_id left join app_user s on s.id = f.submitted_by
    where f.status = ${input.status ?? 'PENDING'} and f.module = 'ACADEMIC' and ${actor.franchiseeId === null ? sql`true` : sql`f.franchisee_id = ${actor.franchiseeId}`}
      and ${input.deviation === undefined ? sql`true` : input.deviation ? sql`f.deviation_amount > 0` : sql`f.deviation_amount = 0`}
      and ${input.olderThanH === undefined ? sql`true` : sql`f.submitted_at < now() - make_interval(hours => ${input.olderThanH})`}
      and ${input.q ? sql`(a.child_label ilike ${contains(input.q)} or p.name ilike ${contains(input.q)})` : sql`true`}`;
  const page = await keysetPage<QueueRow>(db, base, { sorts: SORTS, standard: 'submittedAt' }, input);
  const { rows: sums } = await sql<{ gross: number; concession: number; net: number }>`
    select coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(concession), 0)::bigint as concession, coalesce(sum(net), 0)::bigint as net
      from (${base}) t`.execute(db);
  const codes = new Map<number, string | null>();
  for (const row of page.rows)
    if (!codes.has(row.deviationBp)) codes.set(row.deviationBp, await codeFor(db, row.deviationBp));
  return {
    ...page,
    totals: sums[0] ?? { gross: 0, concession: 0, net: 0 },
    rows: page.rows.map((row) => ({
      ...row,
      approvalCode: codes.get(row.deviationBp) ?? null,
      can: allowedOn(actor, row),
    })),
  };
});
