// Ends what was proposed or approved: a draft falls away, of an approved plan what nobody has paid and what is not due yet.
import { ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { reverseEntry } from '../ledger/reverse-entry.server.ts';
import { type AssignmentRow, lockAssignment } from './assignment-row.server.ts';
import { feeAssignmentStates } from './fee-assignment.states.ts';

/** Withdraws a locked proposal that is not approved, with the concessions asked for. */
export async function cancelAssignment(db: Db, row: AssignmentRow): Promise<void> {
  await db
    .updateTable('fee_assignment')
    .set({ status: ensureStep(feeAssignmentStates, row.status, 'cancel') })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await db
    .deleteFrom('student_concession')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('fee_assignment_id', '=', row.id)
    .where('status', 'in', ['DRAFT', 'PENDING', 'REJECTED'])
    .execute();
}

/**
 * The plan of a service that ends or never begins: a proposal is withdrawn, an approved plan closed from the day after
 * `on`, one that ended with its child's admission stays as it is. With `on` before its first day everything that nobody has paid of falls away.
 */
export async function endServicePlan(
  db: Db,
  which: { franchiseeId: number; assignmentId: string; on: string; reason: string },
): Promise<void> {
  const row = await lockAssignment(db, which.franchiseeId, which.assignmentId);
  if (row.status === 'APPROVED') await closeAssignment(db, row, which);
  else if ('cancel' in feeAssignmentStates[row.status]) await cancelAssignment(db, row);
}

/** Ends a plan from a day on: what is not billed yet and later instalments nobody has paid anything of. Returns what fell away. */
export async function closeFeePlan(
  db: Db,
  which: { franchiseeId: number; studentAdmissionId: string; on: string; reason: string },
): Promise<{ cancelledLines: number; amount: number }> {
  const assignments = await db
    .selectFrom('fee_assignment')
    .select(['franchisee_id', 'id', 'fee_account_id'])
    .where('franchisee_id', '=', which.franchiseeId)
    .where('student_admission_id', '=', which.studentAdmissionId)
    .where('status', '=', 'APPROVED')
    .orderBy('id')
    .forUpdate()
    .execute();
  let [cancelledLines, amount] = [0, 0];
  for (const assignment of assignments) {
    const gone = await closeAssignment(db, assignment, which);
    cancelledLines += gone.length;
    amount += gone.reduce((sum, line) => sum + line.net, 0);
  }
  return { cancelledLines, amount };
}

/** Takes a plan of an enrolment back before anything of it was paid: proposals are cancelled, an approved one is closed. */
export async function withdrawFeePlan(
  db: Db,
  which: { franchiseeId: number; studentAdmissionId: string; on: string; reason: string },
): Promise<void> {
  await closeFeePlan(db, which);
  await db
    .updateTable('fee_assignment')
    .set({ status: 'CANCELLED', decision_note: which.reason.slice(0, 500) })
    .where('franchisee_id', '=', which.franchiseeId)
    .where('student_admission_id', '=', which.studentAdmissionId)
    // A service that was not approved yet keeps its proposal; its seat and its plan are withdrawn together.
    .where('module', '=', 'ACADEMIC')
    .where('status', 'in', ['DRAFT', 'PENDING', 'REJECTED'])
    .execute();
}

async function closeAssignment(
  db: Db,
  assignment: { franchisee_id: number; id: string; fee_account_id: string },
  { on, reason }: { on: string; reason: string },
): Promise<{ id: string; net: number }[]> {
  const franchiseeId = assignment.franchisee_id;
  await lockFeeAccount(db, franchiseeId, assignment.fee_account_id);
  const gone = await cancelFutureLines(db, { franchiseeId, assignmentId: assignment.id, on, reason });
  await db
    .updateTable('fee_assignment')
    .set({
      status: 'CLOSED',
      leaves_on: sql`greatest(joins_on, ${on}::date)`,
      decision_note: reason.slice(0, 500),
    })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', assignment.id)
    .execute();
  return gone;
}

async function cancelFutureLines(
  db: Db,
  which: { franchiseeId: number; assignmentId: string; on: string; reason: string },
): Promise<{ id: string; net: number }[]> {
  const lines = await db
    .selectFrom('fee_line')
    .select(['id', 'net', 'state', 'due_on', 'allocated', 'billed_entry_id'])
    .where('franchisee_id', '=', which.franchiseeId)
    .where('fee_assignment_id', '=', which.assignmentId)
    .where('state', '<>', 'CANCELLED')
    .orderBy('due_on')
    .orderBy('seq')
    .orderBy('id')
    .forUpdate()
    .execute();
  const paidEntries = new Set(lines.filter((line) => line.allocated > 0).map((line) => line.billed_entry_id));
  const gone = lines.filter(
    (line) =>
      line.allocated === 0 &&
      (line.state === 'PLANNED' || (line.due_on > which.on && !paidEntries.has(line.billed_entry_id))),
  );
  if (gone.length === 0) return [];
  for (const entryId of new Set(
    gone.flatMap((line) => (line.billed_entry_id === null ? [] : [line.billed_entry_id])),
  )) {
    await reverseEntry(db, { franchiseeId: which.franchiseeId, entryId, reason: which.reason });
  }
  await db
    .updateTable('fee_line')
    .set({ state: 'CANCELLED', cancelled_at: new Date() })
    .where('franchisee_id', '=', which.franchiseeId)
    .where(
      'id',
      'in',
      gone.map((line) => line.id),
    )
    .execute();
  return gone;
}
