// The one late fee of an instalment: raised by the nightly run, lowered by a waiver or by money that came in time.
import type { Setting } from '@aangan/contract/area.ts';
import type { Day } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { taxOut } from '@aangan/money/tax.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { feeTypeByCode } from '../fee-account/charge-account.server.ts';
import { taxRateOn } from '../fee-type/tax-rate.server.ts';
import { billPostings } from '../ledger/bill-lines.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { lateFeeRuleOf, lateFeeSettings } from './late-fee.settings.ts';
import type { LateFeeRule } from './late-fee.ts';

export const lateFeeRule = (db: Db, franchiseeId: number): Promise<LateFeeRule> =>
  lateFeeRuleOf((name) => readSetting(db, 'finance', lateFeeSettings[name] as Setting, franchiseeId));

export interface LateFeeLine {
  readonly franchisee_id: number;
  readonly id: string;
  readonly fee_account_id: string;
  readonly academic_year_id: number;
}

interface Move {
  /** Paise, tax included. */
  readonly amount: number;
  readonly on: Day;
  readonly source: 'latefee.posted' | 'latefee.waived';
  readonly sourceId: string;
  readonly reason: string;
}

/** Books more (`latefee.posted`) or less (`latefee.waived`) on a late fee that stands; gives the entry. The account is locked by the caller. */
export async function moveLateFee(db: Db, line: LateFeeLine, move: Move): Promise<string> {
  const type = await feeTypeByCode(db, line.franchisee_id, 'LATE_FEE');
  const rate = type.tax_code === null ? null : await taxRateOn(db, type.tax_code, move.on);
  const taxed = taxOut(paise(move.amount), rate?.rateBp ?? 0, 'INTRA');
  const tax = taxed.cgst + taxed.sgst;
  const sign = move.source === 'latefee.posted' ? 1 : -1;
  const postings = billPostings(line.fee_account_id, [
    {
      id: line.id,
      gross: move.amount - tax,
      concession: 0,
      tax,
      roundOff: taxed.roundOff,
      incomeAccount: type.income_account,
    },
  ]);
  const { entryId } = await postEntry(db, {
    franchiseeId: line.franchisee_id,
    source: move.source,
    sourceId: move.sourceId,
    effectiveOn: await openDay(db, line.franchisee_id, move.on),
    feeAccountId: line.fee_account_id,
    academicYearId: line.academic_year_id,
    narration: move.reason,
    lines: postings.map((posting) => ({ ...posting, amount: sign * posting.amount })),
  });
  const less = move.amount - tax;
  await sql`update fee_line set ${
    sign > 0
      ? sql`gross = gross + ${less}, formula = ${move.reason.slice(0, 200)}`
      : sql`adjusted = adjusted + ${less}`
  }, tax = tax + ${sign * tax}, round_off = round_off + ${sign * taxed.roundOff}
    where franchisee_id = ${line.franchisee_id} and id = ${line.id}`.execute(db);
  return entryId;
}
