// Approval by another person (T9), at the level the concession asks for; the lines are those that were submitted.

import { academicYearLabel, todayIst } from '@aangan/contract/period.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { later } from '@aangan/server/background/outbox.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { approvalStep } from '@aangan/server/work/approval.ts';
import { ensure, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureLevel, levelFor } from '../concession/approval-level.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { financeSettings } from '../finance.settings.ts';
import { activateAssignment } from './activate-plan.server.ts';
import {
  type AssignmentRow,
  type AssignmentSnapshot,
  lockAssignment,
  notPending,
  snapshotIn,
} from './assignment-row.server.ts';
import { feeAssignmentStates } from './fee-assignment.states.ts';

export interface Decision {
  readonly franchiseeId: number;
  readonly assignmentId: string;
  /** Version the decider saw. */
  readonly version?: number | undefined;
  readonly note?: string | undefined;
  /** IST day of the decision. */
  readonly on: string;
}

/** Approves: lines PLANNED, concessions applied; an enrolled child's and a service's plan is posted at once (D7). */
export async function approveAssignment(
  db: Db,
  actor: Actor,
  decision: Decision,
): Promise<{ status: 'APPROVED'; active: boolean }> {
  const row = await lockForDecision(db, actor, decision, 'approve');
  if (row.deviation_amount > 0) await ensureConcessionsAllowed(db, actor, row);
  await approvalStep(db, actor, {
    franchiseeId: row.franchisee_id,
    subjectKind: 'FEE_ASSIGNMENT',
    subjectId: row.id,
    subjectVersion: row.version,
    decision: 'APPROVE',
    makerId: row.submitted_by ?? '',
    note: decision.note ?? null,
  });
  return carryOut(db, row, {
    decidedBy: actor.userId,
    headOffice: actor.wholeNetwork,
    note: decision.note ?? null,
    on: decision.on,
  });
}

/** Setting `auto_approve_standard_plan`: decided by the rule, never by the maker (D21). */
export async function approveByRule(db: Db, franchiseeId: number, assignmentId: string): Promise<void> {
  const row = await lockAssignment(db, franchiseeId, assignmentId);
  const on = todayIst(Date.now());
  await carryOut(db, row, {
    decidedBy: null,
    headOffice: false,
    note: 'Standard plan: approved by rule',
    on,
  });
}

/** Rejects with a reason; the maker may revise and submit again. */
export async function rejectAssignment(
  db: Db,
  actor: Actor,
  decision: Decision,
): Promise<{ status: 'REJECTED' }> {
  const row = await lockForDecision(db, actor, decision, 'reject');
  await approvalStep(db, actor, {
    franchiseeId: row.franchisee_id,
    subjectKind: 'FEE_ASSIGNMENT',
    subjectId: row.id,
    subjectVersion: row.version,
    decision: 'REJECT',
    makerId: row.submitted_by ?? '',
    note: decision.note ?? null,
  });
  await decide(db, row, { status: 'REJECTED', decidedBy: actor.userId, note: decision.note ?? null });
  await db
    .updateTable('student_concession')
    .set({ status: 'REJECTED', decided_by: actor.userId, decided_at: new Date() })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('fee_assignment_id', '=', row.id)
    .where('status', '=', 'PENDING')
    .execute();
  return { status: 'REJECTED' };
}

async function lockForDecision(
  db: Db,
  actor: Actor,
  decision: Decision,
  action: 'approve' | 'reject',
): Promise<AssignmentRow> {
  const row = await lockAssignment(db, decision.franchiseeId, decision.assignmentId);
  ensureStep(feeAssignmentStates, row.status, action, () => notPending(row.status));
  if (decision.version !== undefined) ensureFresh(row.version === decision.version ? 1 : 0);
  ensure(actor.userId !== row.submitted_by && actor.userId !== row.created_by, () =>
    refuseFinance('fee-assignment.own-plan'),
  );
  return row;
}

async function carryOut(
  db: Db,
  row: AssignmentRow,
  by: { decidedBy: string | null; headOffice: boolean; note: string | null; on: string },
): Promise<{ status: 'APPROVED'; active: boolean }> {
  await decide(db, row, { status: 'APPROVED', decidedBy: by.decidedBy, note: by.note });
  await db
    .updateTable('student_concession')
    .set({
      status: 'APPLIED',
      decided_by: by.decidedBy,
      decided_at: new Date(),
      approved_at_ho: by.headOffice,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('fee_assignment_id', '=', row.id)
    .where('status', '=', 'PENDING')
    .execute();
  const account = await lockFeeAccount(db, row.franchisee_id, row.fee_account_id);
  await planLines(db, row, snapshotIn(row).lines);
  const active = account.studentId !== null || row.module === 'SERVICE';
  if (active)
    await activateAssignment(db, { franchiseeId: row.franchisee_id, assignmentId: row.id, on: by.on });
  await later(
    db,
    'finance.plan-approved',
    {
      assignmentId: row.id,
      feeAccountId: row.fee_account_id,
      studentAdmissionId: row.student_admission_id,
      net: row.net,
    },
    {
      franchiseeId: row.franchisee_id,
      dedupeKey: row.id,
      lane: 'FACT',
      source: { kind: 'FEE_ASSIGNMENT', id: row.id },
    },
  );
  return { status: 'APPROVED', active };
}

const decide = (
  db: Db,
  row: AssignmentRow,
  to: { status: 'APPROVED' | 'REJECTED'; decidedBy: string | null; note: string | null },
) =>
  db
    .updateTable('fee_assignment')
    .set({ status: to.status, decided_by: to.decidedBy, decided_at: new Date(), decision_note: to.note })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();

/** Writes lines of an approved plan; they are billed next. */
export async function planLines(
  db: Db,
  row: AssignmentRow,
  lines: AssignmentSnapshot['lines'],
): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto('fee_line')
    .values(
      lines.map((line) => ({
        franchisee_id: row.franchisee_id,
        fee_account_id: row.fee_account_id,
        fee_assignment_id: row.id,
        kind: 'PLAN' as const,
        state: 'PLANNED' as const,
        seq: line.seq,
        label: `${line.instalment}: ${line.name}`.slice(0, 80),
        fee_type_id: line.feeTypeId,
        component_kind: line.componentKind,
        due_on: line.dueOn,
        grace_days: line.graceDays,
        gross: line.gross,
        concession: line.concession,
        tax: line.tax,
        round_off: line.roundOff,
        royalty_base: line.royaltyBase,
        royalty_bp: line.royaltyBp,
        royalty_less_bp: line.royaltyLessBp,
        tax_rate_id: line.taxRateId,
        formula: line.formula,
        academic_year_id: row.academic_year_id,
      })),
    )
    .execute();
}

async function ensureConcessionsAllowed(db: Db, actor: Actor, row: AssignmentRow): Promise<void> {
  await ensureUsesLeft(db, row);
  const level = await levelFor(db, row.deviation_bp);
  const budget = await budgetOf(db, row.franchisee_id, row.academic_year_id);
  const spent = budget !== null && budget.used + row.deviation_amount > budget.amount;
  if (
    spent &&
    (await readSetting(db, 'finance', financeSettings.overBudget, row.franchisee_id)) === 'REFUSE'
  ) {
    throw refuseFinance('student-concession.budget-spent', {
      details: {
        term: academicYearLabel(row.academic_year_id),
        used: formatInr(paise(budget.used)),
        budget: formatInr(paise(budget.amount)),
      },
    });
  }
  await ensureLevel(db, actor, spent ? level + 1 : level);
}

/** Approved concessions of a year against its budget; null where the centre has none. */
export async function budgetOf(
  db: Db,
  franchiseeId: number,
  yearId: number,
): Promise<{ amount: number; used: number } | null> {
  const budget = await db
    .selectFrom('concession_budget')
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .executeTakeFirst();
  if (budget?.amount == null) return null;
  const used = await db
    .selectFrom('fee_assignment')
    .select((eb) => eb.fn.sum<number>('deviation_amount').as('used'))
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  return { amount: Number(budget.amount), used: Number(used?.used ?? 0) };
}

async function ensureUsesLeft(db: Db, row: AssignmentRow): Promise<void> {
  const limited = await db
    .selectFrom('student_concession as s')
    .innerJoin('concession as c', 'c.id', 's.concession_id')
    .select(['c.id', 'c.name', 'c.max_uses'])
    .where('s.franchisee_id', '=', row.franchisee_id)
    .where('s.fee_assignment_id', '=', row.id)
    .where('c.max_uses', 'is not', null)
    .execute();
  for (const concession of limited) {
    const used = await db
      .selectFrom('student_concession')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('concession_id', '=', concession.id)
      .where('status', '=', 'APPLIED')
      .executeTakeFirst();
    ensure(Number(used?.n ?? 0) < (concession.max_uses ?? 0), () =>
      refuseFinance('student-concession.max-uses', {
        details: { concession: concession.name, max: concession.max_uses },
      }),
    );
  }
}
