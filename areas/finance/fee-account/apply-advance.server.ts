// New lines take what a family has paid ahead (finance.md 3.7): oldest payment onto the oldest open line, journal #8.
// Money that came twice waits until the centre has written down what becomes of it.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { accrueRoyalty } from '../royalty/accrue-royalty.server.ts';
import { allocateToLine, type FeeLine, openLines } from './fee-line.server.ts';

interface Advance {
  payment_id: string;
  line_no: number;
  left: number;
}

/** Puts un-meant advance onto billed lines; the account is locked by the caller. Returns the paise that found a line. */
export async function applyAdvance(
  db: Db,
  at: { franchiseeId: number; feeAccountId: string; on: string },
): Promise<number> {
  const advances = await advancesOf(db, at.franchiseeId, at.feeAccountId);
  if (advances.length === 0) return 0;
  const lines = (await openLines(db, at.franchiseeId, at.feeAccountId, { lock: true })).filter(
    (line) => line.state === 'OPEN',
  );
  let used = 0;
  for (const advance of advances) {
    for (const line of lines) {
      const amount = Math.min(advance.left, line.net - line.allocated);
      if (amount <= 0) continue;
      await putOnLine(db, at, { advance, line, amount });
      line.allocated += amount;
      advance.left -= amount;
      used += amount;
    }
  }
  return used;
}

async function advancesOf(db: Db, franchiseeId: number, feeAccountId: string): Promise<Advance[]> {
  const { rows } = await sql<Advance>`
    select a.payment_id, a.line_no, (a.amount + coalesce(r.amount, 0))::bigint as left
      from payment p join payment_allocation a on a.franchisee_id = p.franchisee_id and a.payment_id = p.id and a.fee_line_id is null and a.amount > 0
      left join lateral (select sum(b.amount) as amount from payment_allocation b where b.franchisee_id = a.franchisee_id and b.payment_id = a.payment_id and b.reverses_no = a.line_no) r on true
     where p.franchisee_id = ${franchiseeId} and p.fee_account_id = ${feeAccountId} and p.status in ('CONFIRMED', 'TRANSFERRED') and (p.doubled = 0 or p.double_choice = 'KEEP')
       and a.amount + coalesce(r.amount, 0) > 0 order by a.at, a.payment_id, a.line_no`.execute(db);
  return rows;
}

async function putOnLine(
  db: Db,
  at: { franchiseeId: number; feeAccountId: string; on: string },
  { advance, line, amount }: { advance: Advance; line: FeeLine; amount: number },
): Promise<void> {
  const { rows } = await sql<{
    next: number;
  }>`select max(line_no) + 1 as next from payment_allocation where franchisee_id = ${at.franchiseeId} and payment_id = ${advance.payment_id}`.execute(
    db,
  );
  const lineNo = rows[0]?.next ?? 1;
  await db
    .insertInto('payment_allocation')
    .values([
      {
        franchisee_id: at.franchiseeId,
        payment_id: advance.payment_id,
        line_no: lineNo,
        fee_line_id: null,
        amount: -amount,
        reverses_no: advance.line_no,
      },
      {
        franchisee_id: at.franchiseeId,
        payment_id: advance.payment_id,
        line_no: lineNo + 1,
        fee_line_id: line.id,
        amount,
      },
    ])
    .execute();
  await allocateToLine(db, { franchiseeId: at.franchiseeId, lineId: line.id, amount });
  // Dated with the bill it pays: before that day the line is no debt yet and the money still is an advance.
  const day = await openDay(db, at.franchiseeId, line.dueOn > at.on ? line.dueOn : at.on);
  await postEntry(db, {
    franchiseeId: at.franchiseeId,
    source: 'advance.applied',
    sourceId: `${line.id}:${advance.payment_id}:${lineNo}`,
    effectiveOn: day,
    feeAccountId: at.feeAccountId,
    academicYearId: line.academicYearId,
    narration: 'Advance used',
    lines: [
      { account: '2100', amount, party: at.feeAccountId },
      { account: '1200', amount: -amount, party: at.feeAccountId, feeLineId: line.id },
    ],
  });
  await accrueRoyalty(db, {
    franchiseeId: at.franchiseeId,
    paymentId: advance.payment_id,
    lineNo: lineNo + 1,
    feeLineId: line.id,
    amount,
    allocatedBefore: line.allocated,
    effectiveOn: await openDay(db, at.franchiseeId, at.on),
  });
}
