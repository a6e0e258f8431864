// Lines of a running plan that are still to come, and changing the concession on them (finance.md 3.5, events #2 and #3).
import type { Day } from '@aangan/contract/period.ts';
import { halfUp } from '@aangan/money/split.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';
import type { EntryLine } from '../ledger/post-entry.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { reverseEntry } from '../ledger/reverse-entry.server.ts';
import type { LaterLine, Reduction } from './running-concession.ts';

export interface PlanLine extends LaterLine {
  readonly label: string;
  readonly dueOn: Day;
  readonly seq: number;
  readonly feeTypeId: string;
  readonly state: 'PLANNED' | 'OPEN';
  readonly academicYearId: number;
  readonly roundOff: number;
  readonly royaltyBase: 'NONE' | 'GROSS' | 'NET';
  readonly royaltyBp: number | null;
  readonly royaltyLessBp: number;
}

interface OfPlan {
  readonly franchiseeId: number;
  readonly assignmentId: string;
  /** Lines due after this day. */
  readonly after: Day;
}

/** Lines that are due later and not paid in full, in the order of payment; `lock` once the account is locked. */
export async function laterLines(db: Db, of: OfPlan, options: { lock?: boolean } = {}): Promise<PlanLine[]> {
  const { rows } = await sql<PlanLine & { componentKind: ComponentKind }>`
    select l.id, l.label, l.due_on as "dueOn", l.seq, l.fee_type_id as "feeTypeId", l.state, l.academic_year_id as "academicYearId",
      l.component_kind as "componentKind", l.gross, l.concession, l.tax, l.net, l.allocated, l.round_off as "roundOff",
      l.royalty_base as "royaltyBase", l.royalty_bp as "royaltyBp", l.royalty_less_bp as "royaltyLessBp",
      coalesce((select t.rate_bp from tax_rate t where t.id = l.tax_rate_id), 0) as "taxBp"
      from fee_line l where l.franchisee_id = ${of.franchiseeId} and l.fee_assignment_id = ${of.assignmentId}
       and l.state <> 'CANCELLED' and l.due_on > ${of.after} and l.allocated < l.net
     order by l.due_on, l.seq, l.id ${options.lock ? sql`for update of l` : sql``}`.execute(db);
  return rows;
}

interface Change {
  readonly franchiseeId: number;
  readonly assignmentId: string;
  readonly feeAccountId: string;
  readonly concessionId: string;
}

/** Lowers lines by a concession: an entry each where the line is billed already. */
export async function lowerLines(
  db: Db,
  of: Change,
  lines: readonly PlanLine[],
  parts: readonly Reduction[],
): Promise<void> {
  for (const part of parts) {
    const line = lines.find((one) => one.id === part.lineId);
    if (!line) continue;
    if (line.state === 'OPEN')
      await postEntry(db, {
        franchiseeId: of.franchiseeId,
        source: 'concession.applied',
        sourceId: `${of.concessionId}:${line.id}`,
        // Dated with the bill it lowers: before that day neither is a debt.
        effectiveOn: await openDay(db, of.franchiseeId, line.dueOn),
        feeAccountId: of.feeAccountId,
        academicYearId: line.academicYearId,
        narration: 'Concession',
        lines: postingsOf(of.feeAccountId, line, part),
      });
    await changeLine(db, of.franchiseeId, part, 1);
  }
  await changePlan(db, of, parts, 1);
}

/** Takes a concession back from the lines: its entries are reversed; a bill that had it inside is corrected. */
export async function raiseLines(
  db: Db,
  of: Change & { readonly reason: string },
  lines: readonly PlanLine[],
  parts: readonly Reduction[],
): Promise<void> {
  for (const part of parts) {
    const line = lines.find((one) => one.id === part.lineId);
    if (!line) continue;
    if (line.state === 'OPEN') await takeBack(db, of, line, part);
    await changeLine(db, of.franchiseeId, part, -1);
  }
  await changePlan(db, of, parts, -1);
}

async function takeBack(
  db: Db,
  of: Change & { readonly reason: string },
  line: PlanLine,
  part: Reduction,
): Promise<void> {
  const sourceId = `${of.concessionId}:${line.id}`;
  const entry = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('source', '=', 'concession.applied')
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  if (entry) {
    await reverseEntry(db, { franchiseeId: of.franchiseeId, entryId: entry.id, reason: of.reason });
    return;
  }
  const lower = { ...line, tax: line.tax + part.tax };
  await postEntry(db, {
    franchiseeId: of.franchiseeId,
    source: 'concession.applied',
    sourceId: `${sourceId}:ended`,
    effectiveOn: await openDay(db, of.franchiseeId, line.dueOn),
    feeAccountId: of.feeAccountId,
    academicYearId: line.academicYearId,
    narration: of.reason,
    lines: postingsOf(of.feeAccountId, lower, part).map((one) => ({ ...one, amount: -one.amount })),
  });
}

// A bill splits its tax in halves, the first rounded up; so does what comes off it.
function postingsOf(feeAccountId: string, line: Pick<PlanLine, 'id' | 'tax'>, part: Reduction): EntryLine[] {
  const half = halfUp(line.tax, 2) - halfUp(line.tax - part.tax, 2);
  const of = { feeLineId: line.id, party: feeAccountId };
  return [
    { ...of, account: '4190', amount: part.amount },
    { account: '2201', amount: half, feeLineId: line.id },
    { account: '2202', amount: part.tax - half, feeLineId: line.id },
    { ...of, account: '1200', amount: -(part.amount + part.tax) },
  ];
}

async function changeLine(db: Db, franchiseeId: number, part: Reduction, sign: 1 | -1): Promise<void> {
  await db
    .updateTable('fee_line')
    .set((eb) => ({
      concession: eb('concession', '+', sign * part.amount),
      tax: eb('tax', '-', sign * part.tax),
    }))
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', part.lineId)
    .execute();
}

async function changePlan(db: Db, of: Change, parts: readonly Reduction[], sign: 1 | -1): Promise<void> {
  const amount = sign * parts.reduce((sum, part) => sum + part.amount, 0);
  const tax = sign * parts.reduce((sum, part) => sum + part.tax, 0);
  await db
    .updateTable('fee_assignment')
    .set((eb) => ({
      concession: eb('concession', '+', amount),
      deviation_amount: eb('deviation_amount', '+', amount),
      tax: eb('tax', '-', tax),
      net: eb('net', '-', amount + tax),
    }))
    .where('franchisee_id', '=', of.franchiseeId)
    .where('id', '=', of.assignmentId)
    .execute();
}

/** A royalty concession changes no fee: it lowers the rate of the later lines, or gives it back (finance.md D20). */
export async function changeRoyalty(
  db: Db,
  franchiseeId: number,
  lines: readonly PlanLine[],
  lessBp: number,
): Promise<void> {
  await sql`update fee_line set royalty_less_bp = greatest(0, least(10000, royalty_less_bp + ${lessBp}))
    where franchisee_id = ${franchiseeId} and id = any(${lines.map((line) => line.id)}::uuid[])`.execute(db);
}
