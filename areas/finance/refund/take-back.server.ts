// Takes the money of an approved refund out of the payment: from its advance, and from the deposit lines it paid.

import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';

interface Of {
  readonly franchiseeId: number;
  readonly paymentId: string;
  /** Paise. */
  readonly amount: number;
}

interface Part {
  lineNo: number;
  feeLineId: string | null;
  left: number;
}

/** Parts of the payment with what is left of each, in the order they were made. */
async function partsOf(db: Db, of: Of, which: RawBuilder<unknown>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select a.line_no as "lineNo", a.fee_line_id as "feeLineId", (a.amount + coalesce(r.amount, 0))::bigint as left
      from payment_allocation a
      left join fee_line l on l.franchisee_id = a.franchisee_id and l.id = a.fee_line_id
      left join lateral (select sum(b.amount) as amount from payment_allocation b
        where b.franchisee_id = a.franchisee_id and b.payment_id = a.payment_id and b.reverses_no = a.line_no) r on true
     where a.franchisee_id = ${of.franchiseeId} and a.payment_id = ${of.paymentId} and a.amount > 0 and a.amount + coalesce(r.amount, 0) > 0 and ${which}
     order by a.line_no`.execute(db);
  return rows;
}

async function undo(
  db: Db,
  of: Of,
  which: RawBuilder<unknown>,
): Promise<{ feeLineId: string | null; amount: number }[]> {
  if (of.amount === 0) return [];
  const parts = await partsOf(db, of, which);
  let left = of.amount;
  const taken = parts.flatMap((part) => {
    const amount = Math.min(left, part.left);
    left -= amount;
    return amount > 0 ? [{ ...part, amount }] : [];
  });
  ensure(left === 0, () => refuseFinance('refund.too-much'));
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(line_no), 0)::int as last from payment_allocation
    where franchisee_id = ${of.franchiseeId} and payment_id = ${of.paymentId}`.execute(db);
  await db
    .insertInto('payment_allocation')
    .values(
      taken.map((part, at) => ({
        franchisee_id: of.franchiseeId,
        payment_id: of.paymentId,
        line_no: (rows[0]?.last ?? 0) + at + 1,
        fee_line_id: part.feeLineId,
        amount: -part.amount,
        reverses_no: part.lineNo,
      })),
    )
    .execute();
  return taken;
}

/** Out of what was paid ahead. The payment and the account are locked. @throws Refusal 'refund.too-much' */
export async function takeAdvance(db: Db, of: Of): Promise<void> {
  await undo(db, of, sql`a.fee_line_id is null`);
}

/** Out of deposits: the line is lowered by what goes back, so nothing becomes due again. @throws Refusal 'refund.too-much' */
export async function takeDeposit(db: Db, of: Of): Promise<void> {
  const taken = await undo(db, of, sql`l.component_kind = 'DEPOSIT' and l.state = 'OPEN'`);
  for (const { feeLineId, amount } of taken)
    await db
      .updateTable('fee_line')
      .set((eb) => ({ allocated: eb('allocated', '-', amount), adjusted: eb('adjusted', '+', amount) }))
      .where('franchisee_id', '=', of.franchiseeId)
      .where('id', '=', feeLineId)
      .execute();
}
