import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { type AssignmentRow, lockAssignment, snapshotIn } from '../assignment/assignment-row.server.ts';
import { applyAdvance } from '../fee-account/apply-advance.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { ensureLevel, levelFor, levelOf } from './approval-level.server.ts';
import {
  ensureUsesLeft,
  lockLimits,
  type NeededLevel,
  neededLevel,
  proposeConcession,
  ROYALTY_CODE,
  termsOf,
  wantedTerms,
} from './concession-terms.server.ts';
import { changeRoyalty, laterLines, lowerLines, type PlanLine, raiseLines } from './later-lines.server.ts';
import type { Reduction } from './running-concession.ts';
import { studentConcessionContract } from './student-concession.contract.ts';
import { decidesOn } from './student-concession.listing.server.ts';
import { studentConcessionStates } from './student-concession.states.ts';

type Row = RowIn<'student_concession'>;

export const requestConcession = handle(
  studentConcessionContract.request,
  async ({ db, actor, input, now }) => {
    const on = todayIst(now);
    const assignment = await lockRow(db, 'fee_assignment', input.assignmentId);
    ensure(assignment.status === 'APPROVED', () => refuseFinance('student-concession.plan-ended'));
    const waiting = await db
      .selectFrom('student_concession')
      .select('id')
      .where('franchisee_id', '=', assignment.franchisee_id)
      .where('fee_assignment_id', '=', assignment.id)
      .where('on_running_plan', '=', true)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    ensure(!waiting, () => refuseFinance('student-concession.waiting'));
    const stored = await wantedTerms(db, input, on);
    const terms = await termsOf(db, stored);
    const proposed = await proposeConcession(db, { assignment, terms, on });
    const { code } = await neededLevel(db, assignment, { terms, proposed });
    const { id } = await db
      .insertInto('student_concession')
      .values({
        ...stored,
        component_kinds: [...stored.component_kinds],
        franchisee_id: assignment.franchisee_id,
        fee_account_id: assignment.fee_account_id,
        fee_assignment_id: assignment.id,
        amount: proposed.total,
        per_line: JSON.stringify(proposed.parts),
        deviation_bp: proposed.deviationBp,
        band_code: code,
        reason: input.reason,
        document_file: input.documentFile ?? null,
        status: 'PENDING',
        on_running_plan: true,
        requested_by: userIdOf(actor),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.documentFile)
      await useFile(db, {
        franchiseeId: assignment.franchisee_id,
        fileId: input.documentFile,
        area: 'finance',
        subjectKind: 'STUDENT_CONCESSION',
        subjectId: id,
        accept: ['pdf', 'jpg', 'png'],
      });
    const lines = terms.royaltyOnly ? proposed.lines.length : proposed.parts.length;
    return { id, amount: proposed.total, deviationBp: proposed.deviationBp, code, lines };
  },
);

export const approveConcession = handle(
  studentConcessionContract.approve,
  async ({ db, actor, input, version, now }) => {
    const { row, assignment } = await lockForDecision(db, actor, input.id, version, 'approve');
    ensure(assignment.status === 'APPROVED', () => refuseFinance('student-concession.plan-ended'));
    const terms = await termsOf(db, row);
    await lockLimits(db, assignment, row.concession_id);
    await lockFeeAccount(db, row.franchisee_id, row.fee_account_id);
    // Of today: what was paid or fell due since it was asked for is no later line any more.
    const proposed = await proposeConcession(db, { assignment, terms, on: todayIst(now) }, { lock: true });
    await ensureUsesLeft(db, terms);
    const needed = await neededLevel(db, assignment, { terms, proposed });
    await ensureCovered(db, actor, needed);
    await decide(db, actor, {
      states: studentConcessionStates,
      table: 'student_concession',
      row,
      action: 'approve',
      decision: 'APPROVE',
      makers: [row.requested_by, row.created_by],
      reason: input.note ?? null,
      set: {
        amount: proposed.total,
        per_line: JSON.stringify(
          terms.royaltyOnly
            ? proposed.lines.map((line) => ({ lineId: line.id, amount: 0, tax: 0 }))
            : proposed.parts,
        ),
        deviation_bp: proposed.deviationBp,
        band_code: needed.code,
        approved_at_ho: actor.wholeNetwork,
        decided_by: userIdOf(actor),
        decided_at: now,
        decision_note: input.note ?? null,
      },
    });
    if (terms.royaltyOnly) await changeRoyalty(db, row.franchisee_id, proposed.lines, terms.value);
    else await lowerLines(db, changeOf(row, assignment), proposed.lines, proposed.parts);
    await tellFamily(db, row, 'approved');
    return {
      amount: proposed.total,
      lines: terms.royaltyOnly ? proposed.lines.length : proposed.parts.length,
    };
  },
);

export const rejectConcession = handle(
  studentConcessionContract.reject,
  async ({ db, actor, input, version, now }) => {
    const { row } = await lockForDecision(db, actor, input.id, version, 'reject');
    await decide(db, actor, {
      states: studentConcessionStates,
      table: 'student_concession',
      row,
      action: 'reject',
      decision: 'REJECT',
      makers: [row.requested_by, row.created_by],
      reason: input.note,
      set: { decided_by: userIdOf(actor), decided_at: now, decision_note: input.note },
    });
    await tellFamily(db, row, 'not approved');
    return {};
  },
);

/** Ends a concession, of a running plan or given with the plan: only later lines that are not paid rise again. */
export const revokeConcession = handle(
  studentConcessionContract.revoke,
  async ({ db, actor, input, version, now }) => {
    const row = await lockRow(db, 'student_concession', input.id, version);
    ensureStep(studentConcessionStates, row.status, 'revoke');
    const assignment = await lockAssignment(db, row.franchisee_id, ensureFound(row.fee_assignment_id));
    ensureDecides(actor, assignment);
    await lockFeeAccount(db, row.franchisee_id, row.fee_account_id);
    const terms = await termsOf(db, row);
    const on = todayIst(now);
    const lines = await laterLines(
      db,
      { franchiseeId: row.franchisee_id, assignmentId: assignment.id, after: on },
      { lock: true },
    );
    const given = partsOf(row, assignment, { lines, royaltyOnly: terms.royaltyOnly });
    await ensureCovered(db, actor, {
      level: row.band_code ? await levelOf(db, row.band_code) : await levelFor(db, assignment.deviation_bp),
      code: terms.royaltyOnly ? ROYALTY_CODE : '',
    });
    await moveStatus(db, {
      states: studentConcessionStates,
      table: 'student_concession',
      row,
      action: 'revoke',
      reason: input.note,
      set: { decision_note: input.note },
    });
    const of = { ...changeOf(row, assignment), reason: input.note };
    if (terms.royaltyOnly)
      await changeRoyalty(
        db,
        row.franchisee_id,
        lines.filter((line) => given.some((part) => part.lineId === line.id)),
        -terms.value,
      );
    else await raiseLines(db, of, lines, given);
    await applyAdvance(db, { franchiseeId: row.franchisee_id, feeAccountId: row.fee_account_id, on });
    return { amount: given.reduce((sum, part) => sum + part.amount, 0), lines: given.length };
  },
);

async function lockForDecision(
  db: Db,
  actor: Actor,
  id: string,
  version: number,
  action: 'approve' | 'reject',
): Promise<{ row: Row; assignment: AssignmentRow }> {
  const row = await lockRow(db, 'student_concession', id, version);
  ensureStep(studentConcessionStates, row.status, action);
  ensure(row.on_running_plan, () => refuseFinance('student-concession.with-plan'));
  const assignment = await lockAssignment(db, row.franchisee_id, ensureFound(row.fee_assignment_id));
  ensureDecides(actor, assignment);
  return { row, assignment };
}

const ensureDecides = (actor: Actor, assignment: Pick<AssignmentRow, 'module'>): void =>
  ensure(decidesOn(actor, assignment.module), () => refuse('module.missing'));

/** 403 without the level; a royalty concession is head office's to give (finance.md D20). */
async function ensureCovered(db: Db, actor: Actor, { level, code }: NeededLevel): Promise<void> {
  if (code === ROYALTY_CODE)
    return ensure(holdsCode(actor, code), () =>
      refuseFinance('student-concession.band', { details: { code } }),
    );
  await ensureLevel(db, actor, level);
}

const changeOf = (row: Row, assignment: Pick<AssignmentRow, 'id'>) => ({
  franchiseeId: row.franchisee_id,
  assignmentId: assignment.id,
  feeAccountId: row.fee_account_id,
  concessionId: row.id,
});

/** What it gave to the lines that are still to come. One given with its plan stands in the order of the plan's lines. */
export function partsOf(
  row: { on_running_plan: boolean; per_line: unknown },
  assignment: Pick<AssignmentRow, 'snapshot'>,
  { lines, royaltyOnly }: { lines: readonly PlanLine[]; royaltyOnly: boolean },
): Reduction[] {
  if (row.on_running_plan)
    return (row.per_line as Reduction[]).filter((part) => lines.some((line) => line.id === part.lineId));
  if (royaltyOnly)
    return lines
      .filter((line) => line.royaltyLessBp > 0)
      .map((line) => ({ lineId: line.id, amount: 0, tax: 0 }));
  const given = row.per_line as number[];
  return snapshotIn(assignment).lines.flatMap((planned, at): Reduction[] => {
    const amount = given[at] ?? 0;
    const line = lines.find((one) => one.seq === planned.seq && one.feeTypeId === planned.feeTypeId);
    return line && amount > 0 ? [{ lineId: line.id, amount, tax: share(paise(amount), line.taxBp) }] : [];
  });
}

async function tellFamily(db: Db, row: Row, decision: string): Promise<void> {
  const account = await db
    .selectFrom('fee_account')
    .select(['child_label', 'student_id'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.fee_account_id)
    .executeTakeFirstOrThrow();
  if (!account.student_id) return;
  await queueMessage(db, {
    kind: 'finance.concession-decided',
    franchiseeId: row.franchisee_id,
    about: { studentIds: [account.student_id] },
    values: { child: account.child_label, decision },
    dedupeKey: `concession:${row.id}:${decision}`,
    source: { kind: 'student-concession', id: row.id },
  });
}
