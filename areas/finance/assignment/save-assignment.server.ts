import { academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import type { JoinProration } from '../fee-plan/plan-shape.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { financeSettings } from '../finance.settings.ts';
import { type Choice, type Proposal, proposalOf, type WantedConcession } from './assignment-choice.server.ts';
import { lockAssignment, notPending, snapshotIn } from './assignment-row.server.ts';
import { bindDocuments } from './concession-documents.server.ts';
import { approveByRule } from './decide-assignment.server.ts';
import { feeAssignmentStates } from './fee-assignment.states.ts';

export interface WantedAssignment {
  readonly franchiseeId: number;
  /** Any id of the child (areas/README §4.1). */
  readonly studentAdmissionId: string;
  /** Of a service plan: the service of the child that it prices. */
  readonly serviceAssignmentId?: string | undefined;
  readonly planId: string;
  readonly breakdownId: string;
  readonly joinsOn: string;
  readonly leavesOn?: string | undefined;
  readonly concessions?: readonly WantedConcession[] | undefined;
  readonly withoutComponents?: readonly string[] | undefined;
  readonly joinProration?: JoinProration | undefined;
  readonly note?: string | undefined;
}

/** Makes or rewrites the child's draft for the plan's year. The plan may be wrong for the class; then the note says why. */
export async function assignPlan(
  db: Db,
  actor: Actor,
  wanted: WantedAssignment,
): Promise<{ assignmentId: string; net: number }> {
  const account = ensureFound(await findFeeAccount(db, wanted.studentAdmissionId));
  const choice: Choice = {
    ...wanted,
    franchiseeId: account.franchiseeId,
    concessions: wanted.concessions ?? [],
  };
  const proposal = await proposalOf(db, choice);
  const { plan, schedule } = proposal;
  ensure(plan.status === 'APPROVED', () => refuseFinance('fee-assignment.plan-not-approved'));
  ensure([1, account.franchiseeId].includes(plan.franchiseeId), () => refuse('row.not-found'));
  // Services give their plans with a seat, in one transaction; on its own such a plan would bill what nobody provides.
  ensure((plan.module === 'SERVICE') === (wanted.serviceAssignmentId !== undefined), () =>
    refuseFinance('fee-assignment.of-service'),
  );
  const open = await openProposal(db, account, { plan, serviceAssignmentId: wanted.serviceAssignmentId });
  await ensureNoneApproved(db, account, plan);
  const values = {
    fee_plan_id: plan.id,
    plan_code: plan.code,
    breakdown_id: wanted.breakdownId,
    academic_year_id: plan.academicYearId,
    module: plan.module,
    joins_on: wanted.joinsOn,
    leaves_on: wanted.leavesOn ?? null,
    service_assignment_id: wanted.serviceAssignmentId ?? null,
    gross: schedule.gross,
    concession: schedule.concession,
    tax: schedule.tax,
    net: schedule.net,
    deviation_amount: schedule.deviationAmount,
    deviation_bp: schedule.deviationBp,
    note: wanted.note ?? null,
    snapshot: JSON.stringify(snapshotOf(proposal, wanted)),
  };
  const id = open
    ? await rewrite(db, open, values)
    : (
        await db
          .insertInto('fee_assignment')
          .values({
            ...values,
            franchisee_id: account.franchiseeId,
            fee_account_id: account.id,
            student_admission_id:
              (await enrolmentOf(db, account.franchiseeId, wanted.studentAdmissionId)) ??
              account.studentAdmissionId,
            created_by: actor.userId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
  await writeConcessions(
    db,
    actor,
    { franchiseeId: account.franchiseeId, feeAccountId: account.id, assignmentId: id },
    proposal,
  );
  return { assignmentId: id, net: schedule.net };
}

/** Submits a draft for another person's decision. What is submitted is pinned: later changes of plan or rates do not reach it. */
export async function submitAssignment(
  db: Db,
  actor: Actor,
  which: { franchiseeId: number; assignmentId: string; version?: number },
): Promise<{ status: string }> {
  const row = await lockAssignment(db, which.franchiseeId, which.assignmentId);
  if (which.version !== undefined) ensureFresh(row.version === which.version ? 1 : 0);
  const status = ensureStep(feeAssignmentStates, row.status, 'submit', () => notPending(row.status));
  await db
    .updateTable('fee_assignment')
    .set({
      status,
      submitted_by: actor.userId,
      submitted_at: new Date(),
      decided_by: null,
      decided_at: null,
      decision_note: null,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await db
    .updateTable('student_concession')
    .set({ status: 'PENDING' })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('fee_assignment_id', '=', row.id)
    .where('status', '=', 'DRAFT')
    .execute();
  // Months cut for a late joiner are the maker's choice too: no standard price. A service also needs a seat.
  if (
    row.module === 'ACADEMIC' &&
    row.deviation_amount === 0 &&
    (snapshotIn(row).joinProration ?? 'NONE') === 'NONE' &&
    (await readSetting(db, 'finance', financeSettings.autoApprove, row.franchisee_id))
  ) {
    await approveByRule(db, row.franchisee_id, row.id);
    return { status: 'APPROVED' };
  }
  return { status };
}

interface OpenProposal {
  franchisee_id: number;
  id: string;
  status: string;
}

async function openProposal(
  db: Db,
  account: { franchiseeId: number; id: string },
  { plan, serviceAssignmentId }: { plan: Proposal['plan']; serviceAssignmentId: string | undefined },
): Promise<OpenProposal | undefined> {
  const open = await db
    .selectFrom('fee_assignment')
    .select(['franchisee_id', 'id', 'status'])
    .where('franchisee_id', '=', account.franchiseeId)
    .where('fee_account_id', '=', account.id)
    .where('module', '=', plan.module)
    .$if(serviceAssignmentId === undefined, (query) =>
      query.where('academic_year_id', '=', plan.academicYearId),
    )
    .$if(serviceAssignmentId !== undefined, (query) =>
      query.where('service_assignment_id', '=', serviceAssignmentId ?? ''),
    )
    .where('status', 'in', ['DRAFT', 'PENDING', 'REJECTED'])
    .forUpdate()
    .executeTakeFirst();
  ensure(open?.status !== 'PENDING', () => notPending('PENDING'));
  return open;
}

async function ensureNoneApproved(
  db: Db,
  account: { franchiseeId: number; id: string; childLabel: string },
  plan: Proposal['plan'],
): Promise<void> {
  const other = await db
    .selectFrom('fee_assignment')
    .select('id')
    .where('franchisee_id', '=', account.franchiseeId)
    .where('fee_account_id', '=', account.id)
    .where('academic_year_id', '=', plan.academicYearId)
    .where('status', '=', 'APPROVED')
    .where('module', '=', plan.module)
    .$if(plan.module === 'SERVICE', (query) => query.where('plan_code', '=', plan.code))
    .executeTakeFirst();
  ensure(!other, () =>
    refuseFinance('fee-assignment.exists', {
      details: { child: account.childLabel, year: academicYearLabel(plan.academicYearId) },
    }),
  );
}

async function rewrite(db: Db, open: OpenProposal, values: Record<string, unknown>): Promise<string> {
  await db
    .updateTable('fee_assignment')
    .set({
      ...values,
      status: 'DRAFT',
      submitted_by: null,
      submitted_at: null,
      decided_by: null,
      decided_at: null,
      decision_note: null,
    })
    .where('franchisee_id', '=', open.franchisee_id)
    .where('id', '=', open.id)
    .execute();
  await db
    .deleteFrom('student_concession')
    .where('franchisee_id', '=', open.franchisee_id)
    .where('fee_assignment_id', '=', open.id)
    .where('status', 'in', ['DRAFT', 'REJECTED'])
    .execute();
  return open.id;
}

async function writeConcessions(
  db: Db,
  actor: Actor,
  at: { franchiseeId: number; feeAccountId: string; assignmentId: string },
  { concessions, schedule }: Proposal,
): Promise<void> {
  await bindDocuments(
    db,
    at,
    concessions.map((c) => c.documentFile),
  );
  if (concessions.length === 0) return;
  await db
    .insertInto('student_concession')
    .values(
      concessions.map((c) => ({
        franchisee_id: at.franchiseeId,
        fee_account_id: at.feeAccountId,
        fee_assignment_id: at.assignmentId,
        concession_id: c.concessionId,
        basis: c.basis,
        value: c.value,
        level: c.level,
        component_kinds: [...c.kinds],
        amount: schedule.byConcession[c.key]?.total ?? 0,
        per_line: JSON.stringify(schedule.byConcession[c.key]?.perLine ?? []),
        reason: c.reason,
        document_file: c.documentFile,
        requested_by: actor.userId,
      })),
    )
    .execute();
}

async function enrolmentOf(db: Db, franchiseeId: number, anyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('student_admission')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', anyId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Everything the decision rests on, as it was: components, cells, rules, lines. */
const snapshotOf = (proposal: Proposal, wanted: WantedAssignment) => ({
  ...planIn(proposal),
  withoutComponents: wanted.withoutComponents ?? [],
  joinProration: wanted.joinProration ?? 'NONE',
});

/** The plan's part of a snapshot: what another version of the plan replaces. */
export function planIn({ plan, option, concessions, schedule }: Proposal) {
  return {
    plan: {
      id: plan.id,
      code: plan.code,
      name: plan.name,
      planVersion: plan.planVersion,
      classId: plan.classId,
      session: plan.session,
      total: plan.total,
    },
    components: plan.components,
    option,
    concessions,
    lines: schedule.lines,
  };
}
