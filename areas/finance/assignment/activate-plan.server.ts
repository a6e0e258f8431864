// Posts an approved plan (#1): one entry per instalment, dated on its due day, future ones too, so that as-of reports
// are true without a recognition job (D7). Token money that waited as advance goes onto its lines (#8).
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { billPostings } from '../ledger/bill-lines.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';

export interface Activated {
  readonly assignmentId: string;
  readonly entries: number;
  readonly lines: number;
  /** It had been posted before; nothing was done now. */
  readonly already: boolean;
}

/** The approved plan of an admission. @throws Refusal 'fee-assignment.not-yet' without one */
export async function activateFeePlan(
  db: Db,
  which: { franchiseeId: number; studentAdmissionId: string; on: string },
): Promise<Activated> {
  const assignment = await db
    .selectFrom('fee_assignment')
    .select('id')
    .where('franchisee_id', '=', which.franchiseeId)
    .where('student_admission_id', '=', which.studentAdmissionId)
    .where('status', '=', 'APPROVED')
    .where('module', '=', 'ACADEMIC')
    .orderBy('assignment_version', 'desc')
    .executeTakeFirst();
  ensure(assignment, () => refuseFinance('fee-assignment.not-yet'));
  return activateAssignment(db, {
    franchiseeId: which.franchiseeId,
    assignmentId: assignment.id,
    on: which.on,
  });
}

export async function activateAssignment(
  db: Db,
  which: { franchiseeId: number; assignmentId: string; on: string },
): Promise<Activated> {
  const assignment = ensureFound(
    await db
      .selectFrom('fee_assignment')
      .select(['id', 'fee_account_id', 'assignment_version', 'academic_year_id'])
      .where('franchisee_id', '=', which.franchiseeId)
      .where('id', '=', which.assignmentId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const first = await db
    .insertInto('plan_activation')
    .values({ franchisee_id: which.franchiseeId, fee_assignment_id: assignment.id })
    .onConflict((oc) => oc.doNothing())
    .returning('at')
    .executeTakeFirst();
  const account = await lockFeeAccount(db, which.franchiseeId, assignment.fee_account_id);
  const lines = await linesToBill(
    db,
    which.franchiseeId,
    assignment.id,
    first === undefined ? ['OPEN'] : ['PLANNED'],
  );
  const seqs = [...new Set(lines.map((line) => line.seq))];
  if (first === undefined)
    return { assignmentId: assignment.id, entries: seqs.length, lines: lines.length, already: true };
  await billLines(db, assignment, { franchiseeId: which.franchiseeId, on: which.on, lines });
  await applyAdvance(db, { franchiseeId: which.franchiseeId, feeAccountId: account.id, on: which.on });
  return { assignmentId: assignment.id, entries: seqs.length, lines: lines.length, already: false };
}

/** Bills the lines that a change of a running plan brought. The assignment and its account are locked. */
export async function billAdded(
  db: Db,
  assignment: Billed,
  which: { franchiseeId: number; on: string },
): Promise<void> {
  const lines = await linesToBill(db, which.franchiseeId, assignment.id, ['PLANNED']);
  await billLines(db, assignment, { ...which, lines });
  await applyAdvance(db, { ...which, feeAccountId: assignment.fee_account_id });
}

interface Billed {
  id: string;
  fee_account_id: string;
  assignment_version: number;
  academic_year_id: number;
}

/** An entry for each instalment, keyed by the plan's version. */
async function billLines(
  db: Db,
  assignment: Billed,
  which: { franchiseeId: number; on: string; lines: Awaited<ReturnType<typeof linesToBill>> },
): Promise<void> {
  const { lines } = which;
  for (const seq of new Set(lines.map((line) => line.seq))) {
    const billed = lines.filter((line) => line.seq === seq);
    const due = billed[0]?.due_on ?? which.on;
    const effectiveOn = await openDay(db, which.franchiseeId, due > which.on ? due : which.on);
    const { entryId } = await postEntry(db, {
      franchiseeId: which.franchiseeId,
      source: 'plan.billed',
      sourceId: `${assignment.id}:${assignment.assignment_version}:${seq}`,
      effectiveOn,
      feeAccountId: assignment.fee_account_id,
      academicYearId: assignment.academic_year_id,
      narration: `${billed[0]?.label.split(':')[0] ?? 'Fees'} billed`,
      lines: billPostings(
        assignment.fee_account_id,
        billed.map((line) => ({
          id: line.id,
          gross: line.gross,
          concession: line.concession,
          tax: line.tax,
          roundOff: line.round_off,
          incomeAccount: line.income_account,
        })),
      ),
    });
    await db
      .updateTable('fee_line')
      .set({ state: 'OPEN', billed_entry_id: entryId })
      .where('franchisee_id', '=', which.franchiseeId)
      .where(
        'id',
        'in',
        billed.map((line) => line.id),
      )
      .execute();
    await useToken(
      db,
      {
        franchiseeId: which.franchiseeId,
        feeAccountId: assignment.fee_account_id,
        academicYearId: assignment.academic_year_id,
        effectiveOn,
      },
      billed,
    );
  }
}

async function linesToBill(
  db: Db,
  franchiseeId: number,
  assignmentId: string,
  states: ('PLANNED' | 'OPEN')[],
) {
  return db
    .selectFrom('fee_line as l')
    .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
    .select([
      'l.id',
      'l.seq',
      'l.label',
      'l.due_on',
      'l.gross',
      'l.concession',
      'l.tax',
      'l.round_off',
      'l.allocated',
      't.income_account',
    ])
    .where('l.franchisee_id', '=', franchiseeId)
    .where('l.fee_assignment_id', '=', assignmentId)
    .where('l.state', 'in', states)
    .orderBy('l.due_on')
    .orderBy('l.seq')
    .orderBy('l.id')
    .forUpdate('l')
    .execute();
}

async function useToken(
  db: Db,
  at: { franchiseeId: number; feeAccountId: string; academicYearId: number; effectiveOn: string },
  lines: readonly { id: string; allocated: number }[],
): Promise<void> {
  for (const line of lines) {
    if (line.allocated === 0) continue;
    await postEntry(db, {
      franchiseeId: at.franchiseeId,
      source: 'advance.applied',
      sourceId: `${line.id}:activation`,
      effectiveOn: at.effectiveOn,
      feeAccountId: at.feeAccountId,
      academicYearId: at.academicYearId,
      narration: 'Advance used',
      lines: [
        { account: '2100', amount: line.allocated, party: at.feeAccountId, feeLineId: line.id },
        { account: '1200', amount: -line.allocated, party: at.feeAccountId, feeLineId: line.id },
      ],
    });
  }
}
