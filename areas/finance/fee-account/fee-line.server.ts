// Open items of an account: instalment x component, or one charge.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { financeSettings } from '../finance.settings.ts';
import type { FeeAccount } from './fee-account.server.ts';

export interface FeeLine {
  readonly id: string;
  readonly assignmentId: string | null;
  readonly kind: 'PLAN' | 'FORM' | 'LATE_FEE' | 'BOUNCE' | 'NOTE' | 'OPENING';
  readonly state: 'PLANNED' | 'OPEN' | 'CANCELLED';
  readonly seq: number;
  readonly label: string;
  readonly feeTypeId: string;
  readonly feeTypeName: string;
  readonly componentKind: string;
  readonly dueOn: string;
  readonly graceDays: number;
  readonly gross: number;
  readonly concession: number;
  readonly tax: number;
  readonly net: number;
  /** Not readonly: a payment that walks the lines counts on. */
  allocated: number;
  /** Key of the event that made the line (charges); null for lines of a plan. */
  readonly source_id: string | null;
  readonly academicYearId: number;
}

/**
 * Order in which an account's lines (`fee_line l`) are paid, listed and printed: oldest due day, instalment, then the
 * priority of its fees (finance.md 3.7).
 */
export async function paymentOrder(db: Db, franchiseeId: number): Promise<RawBuilder<unknown>> {
  const priority = await readSetting(db, 'finance', financeSettings.componentPriority, franchiseeId);
  return sql`l.due_on, l.seq, array_position(${priority}::text[], l.component_kind) nulls last, l.id`;
}

/** Lines that may still be paid (OPEN and PLANNED), in the order of payment; `lock` once the account is locked. */
export async function openLines(
  db: Db,
  franchiseeId: number,
  feeAccountId: string,
  options: { lock?: boolean } = {},
): Promise<FeeLine[]> {
  const order = await paymentOrder(db, franchiseeId);
  const query = lineQuery(db, franchiseeId, feeAccountId)
    .where('l.state', 'in', ['OPEN', 'PLANNED'])
    .where(sql<boolean>`l.allocated < l.net`)
    .orderBy(order);
  return (await (options.lock ? query.forUpdate('l') : query).execute()).map(lineOf);
}

/** Every line of an account, cancelled ones too. */
export async function allLines(db: Db, franchiseeId: number, feeAccountId: string): Promise<FeeLine[]> {
  const order = await paymentOrder(db, franchiseeId);
  return (await lineQuery(db, franchiseeId, feeAccountId).orderBy(order).execute()).map(lineOf);
}

function lineQuery(db: Db, franchiseeId: number, feeAccountId: string) {
  return db
    .selectFrom('fee_line as l')
    .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
    .select([
      'l.id',
      'l.fee_assignment_id',
      'l.kind',
      'l.state',
      'l.seq',
      'l.label',
      'l.fee_type_id',
      't.name as fee_type_name',
      'l.component_kind',
      'l.due_on',
      'l.grace_days',
      'l.gross',
      'l.concession',
      'l.tax',
      'l.net',
      'l.allocated',
      'l.academic_year_id',
      'l.source_id',
    ])
    .where('l.franchisee_id', '=', franchiseeId)
    .where('l.fee_account_id', '=', feeAccountId);
}

type Row = Awaited<ReturnType<ReturnType<typeof lineQuery>['execute']>>[number];

const lineOf = (row: Row): FeeLine => ({
  id: row.id,
  assignmentId: row.fee_assignment_id,
  kind: row.kind,
  state: row.state,
  seq: row.seq,
  label: row.label,
  feeTypeId: row.fee_type_id,
  feeTypeName: row.fee_type_name,
  componentKind: row.component_kind,
  dueOn: row.due_on,
  graceDays: row.grace_days,
  gross: row.gross,
  concession: row.concession,
  tax: row.tax,
  net: row.net,
  allocated: row.allocated,
  source_id: row.source_id,
  academicYearId: row.academic_year_id,
});

/** Puts paise onto a line (negative takes them back). The table refuses less than 0 and more than net. */
export const allocateToLine = (
  db: Db,
  part: { franchiseeId: number; lineId: string; amount: number },
): Promise<void> => allocateToLines(db, part.franchiseeId, [part]);

/** The same for several lines of an account in one statement; a line stands once. */
export async function allocateToLines(
  db: Db,
  franchiseeId: number,
  parts: readonly { lineId: string; amount: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  const ids = parts.map((p) => p.lineId);
  // The ids stand there twice: known before the join they are looked up by the key, whatever the planner thinks of the rest.
  await sql`update fee_line l set allocated = l.allocated + part.amount
    from unnest(${ids}::uuid[], ${parts.map((p) => p.amount)}::bigint[]) part (id, amount)
    where l.franchisee_id = ${franchiseeId} and l.id = any(${ids}::uuid[]) and l.id = part.id`.execute(db);
}

/** Locks the account: after the document row, before any fee line (finance.md 3.11 'Lock order'). */
export async function lockFeeAccount(
  db: Db,
  franchiseeId: number,
  feeAccountId: string,
): Promise<FeeAccount> {
  const row = ensureFound(
    await db
      .selectFrom('fee_account')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', feeAccountId)
      .forUpdate()
      .executeTakeFirst(),
  );
  return {
    franchiseeId: row.franchisee_id,
    id: row.id,
    childLabel: row.child_label,
    familyId: row.family_id,
    enquiryId: row.enquiry_id,
    studentAdmissionId: row.student_admission_id,
    studentId: row.student_id,
  };
}
