// A charge outside any plan: form fee, cheque return, late fee, service of another area. One line, one bill entry.

import { paise } from '@aangan/money/paise.ts';
import { taxOut } from '@aangan/money/tax.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { taxRateOn } from '../fee-type/tax-rate.server.ts';
import { billPostings } from '../ledger/bill-lines.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import type { LedgerSource } from '../ledger/sources.ts';

export interface NewCharge {
  readonly franchiseeId: number;
  readonly feeAccountId: string;
  readonly kind: 'FORM' | 'LATE_FEE' | 'BOUNCE' | 'NOTE';
  /** Code of an approved fee type, the centre's own before the network's. */
  readonly feeTypeCode: string;
  /** Paise, tax included. */
  readonly amount: number;
  readonly label: string;
  readonly reason: string;
  readonly dueOn: string;
  readonly graceDays?: number;
  readonly yearId: number;
  /** Natural key: a repeated call gives the first line. */
  readonly source: LedgerSource;
  readonly sourceId: string;
  /** The line this one belongs to (late fee, bounce). */
  readonly ofLineId?: string;
}

export interface Charged {
  readonly lineId: string;
  readonly entryId: string;
  readonly created: boolean;
}

/** Makes and bills a line. Taxable fee types take the tax out of the amount. */
export async function chargeAccount(db: Db, charge: NewCharge): Promise<Charged> {
  const known = await db
    .selectFrom('fee_line')
    .select(['id', 'billed_entry_id'])
    .where('franchisee_id', '=', charge.franchiseeId)
    .where('source', '=', charge.source)
    .where('source_id', '=', charge.sourceId)
    .executeTakeFirst();
  if (known?.billed_entry_id) return { lineId: known.id, entryId: known.billed_entry_id, created: false };
  const type = await feeTypeByCode(db, charge.franchiseeId, charge.feeTypeCode);
  const rate = type.tax_code === null ? null : await taxRateOn(db, type.tax_code, charge.dueOn);
  const taxed = taxOut(paise(charge.amount), rate?.rateBp ?? 0, 'INTRA');
  const tax = taxed.cgst + taxed.sgst;
  const line = await db
    .insertInto('fee_line')
    .values({
      franchisee_id: charge.franchiseeId,
      fee_account_id: charge.feeAccountId,
      kind: charge.kind,
      state: 'OPEN',
      label: charge.label.slice(0, 80),
      fee_type_id: type.id,
      component_kind: type.component_kind,
      due_on: charge.dueOn,
      grace_days: charge.graceDays ?? 0,
      gross: charge.amount - tax,
      tax,
      round_off: taxed.roundOff,
      royalty_base: type.royalty_base,
      tax_rate_id: rate?.id ?? null,
      of_line_id: charge.ofLineId ?? null,
      formula: charge.reason.slice(0, 200),
      academic_year_id: charge.yearId,
      source: charge.source,
      source_id: charge.sourceId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { entryId } = await postEntry(db, {
    franchiseeId: charge.franchiseeId,
    source: charge.source,
    sourceId: charge.sourceId,
    effectiveOn: await openDay(db, charge.franchiseeId, charge.dueOn),
    feeAccountId: charge.feeAccountId,
    academicYearId: charge.yearId,
    narration: charge.reason,
    lines: billPostings(charge.feeAccountId, [
      {
        id: line.id,
        gross: charge.amount - tax,
        concession: 0,
        tax,
        roundOff: taxed.roundOff,
        incomeAccount: type.income_account,
      },
    ]),
  });
  await db
    .updateTable('fee_line')
    .set({ billed_entry_id: entryId })
    .where('franchisee_id', '=', charge.franchiseeId)
    .where('id', '=', line.id)
    .execute();
  return { lineId: line.id, entryId, created: true };
}

export async function feeTypeByCode(db: Db, franchiseeId: number, code: string) {
  return ensureFound(
    await db
      .selectFrom('fee_type')
      .select(['id', 'component_kind', 'income_account', 'royalty_base', 'tax_code'])
      .where('code', '=', code)
      .where('status', '=', 'APPROVED')
      .where('franchisee_id', 'in', [1, franchiseeId])
      .orderBy('franchisee_id', 'desc')
      .executeTakeFirst(),
  );
}
