// One accrual row per allocation of a confirmed payment, with the agreement's version and the formula on it
// (finance.md 3.9). Rows only: the ledger is posted when a month is frozen (#16).
import { academicYearDays, academicYearOf } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { runningShare } from '@aangan/money/split.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { agreementTerms } from './royalty.contract.ts';
import { openRoyaltyMonth } from './royalty-month.server.ts';
import { type RoyaltyLine, type RoyaltyTerms, royaltyOf } from './royalty-rules.ts';

export interface AllocationFacts {
  readonly franchiseeId: number;
  readonly paymentId: string;
  readonly lineNo: number;
  readonly feeLineId: string;
  /** Paise put on the line by this allocation. */
  readonly amount: number;
  /** What the line had before it. */
  readonly allocatedBefore: number;
  /** IST day of the confirmation; decides agreement and month. */
  readonly effectiveOn: string;
}

export interface AccrualRow {
  readonly id: string;
  readonly base: number;
  readonly rateBp: number;
  readonly royalty: number;
  readonly agreementVersion: number;
}

/** Accrues an allocation; without an agreement for the day, or for lines without royalty, nothing. A repeat gives the first rows. */
export async function accrueRoyalty(db: Db, facts: AllocationFacts): Promise<AccrualRow[]> {
  const agreement = await agreementOn(db, facts.franchiseeId, facts.effectiveOn);
  if (agreement?.model !== 'COLLECTED') return [];
  const line = await royaltyLine(db, facts.franchiseeId, facts.feeLineId);
  const allocationRef = `${facts.paymentId}:${facts.lineNo}`;
  const yearBase =
    agreement.terms.slabs.length === 0
      ? 0
      : await yearBaseSoFar(db, facts.franchiseeId, agreement.id, facts.effectiveOn);
  const parts = royaltyOf(line.rule, agreement.terms, {
    amount: facts.amount,
    before: facts.allocatedBefore,
    yearBase,
  });
  if (parts.length === 0) return [];
  const { month, late } = await openRoyaltyMonth(db, facts.franchiseeId, facts.effectiveOn);
  // Of another kind a repeat would not meet the first row's key.
  const known = await accrualsOf(db, facts.franchiseeId, allocationRef);
  if (known.length > 0) return known;
  await db
    .insertInto('royalty_accrual')
    .values(
      parts.map((part) => ({
        franchisee_id: facts.franchiseeId,
        kind: late ? ('ADJUSTMENT' as const) : ('RECEIPT' as const),
        month,
        effective_on: facts.effectiveOn,
        allocation_ref: allocationRef,
        payment_id: facts.paymentId,
        fee_line_id: facts.feeLineId,
        part: part.part,
        fee_account_id: line.feeAccountId,
        component_kind: line.rule.componentKind,
        allocated: part.part === 1 ? facts.amount : 0,
        base: part.base,
        rate_bp: part.rateBp,
        royalty: part.royalty,
        agreement_id: agreement.id,
        agreement_version: agreement.terms.agreementVersion,
        formula: part.formula,
        concession_treatment: agreement.terms.concessionTreatment,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
  return accrualsOf(db, facts.franchiseeId, allocationRef);
}

interface Undoing {
  readonly franchiseeId: number;
  /** `<payment>:<line_no>` of the allocation that is taken back. */
  readonly allocationRef: string;
  /** What of it was taken back before, and what is now; paise. */
  readonly undoneBefore: number;
  readonly amount: number;
}

export interface UndoneAllocation extends Undoing {
  /** Key of this reversal: `<payment>:<line_no>` of the undoing allocation, or a refund's. */
  readonly reversalRef: string;
  readonly effectiveOn: string;
}

/** Paise of royalty that would go with it; nothing is written. */
export const royaltyBack = async (db: Db, undone: Undoing): Promise<number> =>
  (await sharesBack(db, undone)).reduce((sum, one) => sum + one.royalty, 0);

async function sharesBack(db: Db, undone: Undoing) {
  const rows = await db
    .selectFrom('royalty_accrual')
    .selectAll()
    .where('franchisee_id', '=', undone.franchiseeId)
    .where('kind', 'in', ['RECEIPT', 'ADJUSTMENT'])
    .where('reverses_id', 'is', null)
    .where('allocation_ref', '=', undone.allocationRef)
    .orderBy('part')
    .execute();
  const allocated = rows[0]?.allocated ?? 0;
  if (allocated === 0) return [];
  const progress = { done: undone.undoneBefore, part: undone.amount };
  return rows.map((row) => ({
    row,
    allocated,
    base: runningShare(paise(row.base), allocated, progress),
    royalty: runningShare(paise(row.royalty), allocated, progress),
  }));
}

/** Takes royalty back by running total: three refunds of 111.11 of 333.33 reverse 16.67, 16.66, 16.67 of 50.00. */
export async function reverseRoyalty(db: Db, undone: UndoneAllocation): Promise<number> {
  const back = await sharesBack(db, undone);
  const allocated = back[0]?.allocated ?? 0;
  if (allocated === 0) return 0;
  const { month, late } = await openRoyaltyMonth(db, undone.franchiseeId, undone.effectiveOn);
  const known = await db
    .selectFrom('royalty_accrual')
    .select('id')
    .where('franchisee_id', '=', undone.franchiseeId)
    .where('allocation_ref', '=', undone.reversalRef)
    .where('reverses_id', 'is not', null)
    .executeTakeFirst();
  const taken = back.reduce((sum, one) => sum + one.royalty, 0);
  if (known) return taken;
  await db
    .insertInto('royalty_accrual')
    .values(
      back.map(({ row, base, royalty }) => ({
        franchisee_id: undone.franchiseeId,
        kind: late || row.status !== 'ACCRUED' ? ('ADJUSTMENT' as const) : ('REVERSAL' as const),
        month,
        effective_on: undone.effectiveOn,
        allocation_ref: undone.reversalRef,
        payment_id: row.payment_id,
        fee_line_id: row.fee_line_id,
        part: row.part,
        fee_account_id: row.fee_account_id,
        component_kind: row.component_kind,
        allocated: row.part === 1 ? -undone.amount : 0,
        base: -base,
        rate_bp: row.rate_bp,
        royalty: -royalty,
        agreement_id: row.agreement_id,
        agreement_version: row.agreement_version,
        formula: `taken back with ${undone.amount === allocated ? 'the whole payment' : 'a part of the payment'}`,
        concession_treatment: row.concession_treatment,
        reverses_id: row.id,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute();
  return taken;
}

/** The approved agreement of a day. */
export async function agreementOn(db: Db, franchiseeId: number, day: string) {
  const row = await db
    .selectFrom('royalty_agreement')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('status', '=', 'APPROVED')
    .where('from_on', '<=', day)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', day)]))
    .executeTakeFirst();
  if (!row) return null;
  const terms: RoyaltyTerms = {
    agreementVersion: row.agreement_version,
    defaultBp: row.default_bp,
    componentRates: row.component_rates as Record<string, number>,
    slabs: row.slab_basis === 'YTD' ? agreementTerms.shape.slabs.parse(row.slabs) : [],
    discountCapBp: row.discount_cap_bp,
    concessionTreatment: row.concession_treatment,
    exclusions: row.exclusions,
  };
  return { id: row.id, model: row.model, marketingBp: row.marketing_bp, terms };
}

async function royaltyLine(
  db: Db,
  franchiseeId: number,
  feeLineId: string,
): Promise<{ feeAccountId: string; rule: RoyaltyLine }> {
  const line = ensureFound(
    await db
      .selectFrom('fee_line')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', feeLineId)
      .executeTakeFirst(),
  );
  const outside =
    line.fee_assignment_id === null
      ? undefined
      : await db
          .selectFrom('student_concession')
          .select('id')
          .where('franchisee_id', '=', franchiseeId)
          .where('fee_assignment_id', '=', line.fee_assignment_id)
          .where('status', '=', 'APPLIED')
          .where('approved_at_ho', '=', false)
          .limit(1)
          .executeTakeFirst();
  return {
    feeAccountId: line.fee_account_id,
    rule: {
      componentKind: line.component_kind,
      gross: line.gross,
      concession: line.concession + line.adjusted,
      net: line.net,
      roundOff: line.round_off,
      royaltyBase: line.royalty_base,
      royaltyBp: line.royalty_bp,
      royaltyLessBp: line.royalty_less_bp,
      concessionAtHeadOffice: outside === undefined,
    },
  };
}

// Two payments at once would both see the same sum and both take the cheaper side of a slab; the agreement's row is the lock.
async function yearBaseSoFar(
  db: Db,
  franchiseeId: number,
  agreementId: string,
  day: string,
): Promise<number> {
  await db
    .selectFrom('royalty_agreement')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', agreementId)
    .forUpdate()
    .execute();
  const year = academicYearDays(academicYearOf(day));
  const { rows } = await sql<{
    base: number;
  }>`select coalesce(sum(base), 0)::bigint as base from royalty_accrual
    where franchisee_id = ${franchiseeId} and effective_on between ${year.from} and ${year.to} and kind in ('RECEIPT', 'REVERSAL', 'BILL', 'ADJUSTMENT')`.execute(
    db,
  );
  return rows[0]?.base ?? 0;
}

async function accrualsOf(db: Db, franchiseeId: number, allocationRef: string): Promise<AccrualRow[]> {
  const rows = await db
    .selectFrom('royalty_accrual')
    .select(['id', 'base', 'rate_bp', 'royalty', 'agreement_version'])
    .where('franchisee_id', '=', franchiseeId)
    .where('kind', 'in', ['RECEIPT', 'ADJUSTMENT'])
    .where('reverses_id', 'is', null)
    .where('allocation_ref', '=', allocationRef)
    .orderBy('part')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    base: row.base,
    rateBp: row.rate_bp,
    royalty: row.royalty,
    agreementVersion: row.agreement_version,
  }));
}
