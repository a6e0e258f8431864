// What was paid on a charge that a credit note lowers comes free and becomes advance (finance.md 3.11 #25u): the newest
// payment first, its royalty taken back with it.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { allocateToLine } from '../fee-account/fee-line.server.ts';
import { openDay, postEntry } from '../ledger/post-entry.server.ts';
import { reverseRoyalty, royaltyBack } from '../royalty/accrue-royalty.server.ts';

interface PaidPart {
  readonly paymentId: string;
  readonly lineNo: number;
  /** Paise still on the line, and what of the part was taken back before. */
  readonly left: number;
  readonly undone: number;
}

export interface OnLine {
  readonly franchiseeId: number;
  readonly feeAccountId: string;
  readonly lineId: string;
  readonly academicYearId: number;
  /** Paise that come free. */
  readonly amount: number;
  readonly on: Day;
}

async function partsToFree(db: Db, of: OnLine): Promise<{ part: PaidPart; amount: number }[]> {
  if (of.amount === 0) return [];
  const { rows } = await sql<PaidPart>`
    select a.payment_id as "paymentId", a.line_no as "lineNo", (a.amount + coalesce(r.amount, 0))::bigint as left, -coalesce(r.amount, 0)::bigint as undone
      from payment_allocation a
      left join lateral (select sum(b.amount) as amount from payment_allocation b where b.franchisee_id = a.franchisee_id
        and b.payment_id = a.payment_id and b.reverses_no = a.line_no) r on true
     where a.franchisee_id = ${of.franchiseeId} and a.fee_line_id = ${of.lineId} and a.amount > 0 and a.amount + coalesce(r.amount, 0) > 0
     order by a.at desc, a.payment_id, a.line_no desc`.execute(db);
  let left = of.amount;
  return rows.flatMap((part) => {
    const amount = Math.min(left, part.left);
    left -= amount;
    return amount > 0 ? [{ part, amount }] : [];
  });
}

const undoing = (of: OnLine, { part, amount }: { part: PaidPart; amount: number }) => ({
  franchiseeId: of.franchiseeId,
  allocationRef: `${part.paymentId}:${part.lineNo}`,
  undoneBefore: part.undone,
  amount,
});

/** Paise of royalty that would be taken back. */
export async function royaltyOfFreed(db: Db, of: OnLine): Promise<number> {
  let sum = 0;
  for (const one of await partsToFree(db, of)) sum += await royaltyBack(db, undoing(of, one));
  return sum;
}

/** Frees the money. The account and the line are locked by the caller, who lowers the line next. */
export async function freeAllocations(db: Db, of: OnLine): Promise<void> {
  const effectiveOn = await openDay(db, of.franchiseeId, of.on);
  for (const one of await partsToFree(db, of)) {
    const lineNo = await nextLineNo(db, of.franchiseeId, one.part.paymentId);
    await db
      .insertInto('payment_allocation')
      .values([
        {
          franchisee_id: of.franchiseeId,
          payment_id: one.part.paymentId,
          line_no: lineNo,
          fee_line_id: of.lineId,
          amount: -one.amount,
          reverses_no: one.part.lineNo,
        },
        {
          franchisee_id: of.franchiseeId,
          payment_id: one.part.paymentId,
          line_no: lineNo + 1,
          fee_line_id: null,
          amount: one.amount,
        },
      ])
      .execute();
    await postEntry(db, {
      franchiseeId: of.franchiseeId,
      source: 'allocation.undone',
      sourceId: `${one.part.paymentId}:${lineNo}`,
      effectiveOn,
      feeAccountId: of.feeAccountId,
      academicYearId: of.academicYearId,
      narration: 'Credit note: becomes advance',
      lines: [
        { account: '1200', amount: one.amount, party: of.feeAccountId, feeLineId: of.lineId },
        { account: '2100', amount: -one.amount, party: of.feeAccountId },
      ],
    });
    await reverseRoyalty(db, {
      ...undoing(of, one),
      reversalRef: `${one.part.paymentId}:${lineNo}`,
      effectiveOn,
    });
  }
  if (of.amount > 0)
    await allocateToLine(db, { franchiseeId: of.franchiseeId, lineId: of.lineId, amount: -of.amount });
}

async function nextLineNo(db: Db, franchiseeId: number, paymentId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_allocation')
    .select((eb) => eb.fn.max('line_no').as('last'))
    .where('franchisee_id', '=', franchiseeId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}
