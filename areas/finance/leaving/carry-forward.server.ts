// Who moves into the next year takes what is still owed along: journal #33p moves it from the books of the old year to the
// new one. One fee account per child, so its lines and what it has paid ahead stay where they are.
import { academicYearDays, academicYearOf } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { lockFeeAccount } from '../fee-account/fee-line.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';

export interface Carrying {
  readonly franchiseeId: number;
  readonly fromEnrolmentId: string;
  readonly fromYearId: number;
  readonly toYearId: number;
}

/** Answers the paise carried; asked again for the same enrolment it changes nothing. */
export async function carryForward(db: Db, of: Carrying): Promise<number> {
  const account = await findFeeAccount(db, of.fromEnrolmentId);
  if (!account || account.franchiseeId !== of.franchiseeId) return 0;
  await lockFeeAccount(db, of.franchiseeId, account.id);
  const known = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('source', '=', 'promotion')
    .where('source_id', '=', `${of.fromEnrolmentId}:out`)
    .executeTakeFirst();
  if (known) return 0;
  const { rows } = await sql<{
    dues: number;
  }>`select coalesce(sum(net - allocated), 0)::bigint as dues from fee_line
    where franchisee_id = ${of.franchiseeId} and fee_account_id = ${account.id} and academic_year_id = ${of.fromYearId} and state = 'OPEN'`.execute(
    db,
  );
  const dues = rows[0]?.dues ?? 0;
  if (dues <= 0) return 0;
  const transferId = crypto.randomUUID();
  const party = account.id;
  const first = academicYearDays(of.toYearId).from;
  const common = {
    franchiseeId: of.franchiseeId,
    source: 'promotion',
    feeAccountId: account.id,
    transferId,
  } as const;
  await postEntry(db, {
    ...common,
    sourceId: `${of.fromEnrolmentId}:out`,
    effectiveOn: await openDay(db, of.franchiseeId, first),
    academicYearId: of.fromYearId,
    narration: `Carried into ${of.toYearId}-${of.toYearId + 1}`,
    lines: [
      { account: '3110', amount: dues },
      { account: '1200', amount: -dues, party },
    ],
  });
  await postEntry(db, {
    ...common,
    sourceId: `${of.fromEnrolmentId}:in`,
    effectiveOn: await openDay(db, of.franchiseeId, first),
    academicYearId: academicYearOf(first),
    narration: `Carried from ${of.fromYearId}-${of.fromYearId + 1}`,
    lines: [
      { account: '1200', amount: dues, party },
      { account: '3110', amount: -dues },
    ],
  });
  return dues;
}
