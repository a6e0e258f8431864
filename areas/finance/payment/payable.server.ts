import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { paymentOrder } from '../fee-account/fee-line.server.ts';

/** An account; with the id of a plan's assignment that plan alone. */
export interface PayableKey {
  franchiseeId: number;
  id: string;
  feeAssignmentId?: string | undefined;
}

export interface Payable {
  lines: {
    id: string;
    label: string;
    seq: number;
    dueOn: string;
    net: number;
    paid: number;
    open: number;
    overdue: boolean;
  }[];
  due: number;
  overdue: number;
  paid: number;
  advance: number;
}

/** A child's lines and sums as of a day; computed, never stored (finance.md 'Better' 1). */
export async function payableOf(
  db: Db,
  { franchiseeId, id, feeAssignmentId }: PayableKey,
  today: Day,
): Promise<Payable> {
  const rows = await db
    .selectFrom('fee_line as l')
    .select(['id', 'label', 'seq', 'due_on', 'grace_days', 'net', 'allocated'])
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_account_id', '=', id)
    .where('state', 'in', ['OPEN', 'PLANNED'])
    .$if(feeAssignmentId !== undefined, (query) =>
      query.where('fee_assignment_id', '=', feeAssignmentId ?? null),
    )
    .orderBy(await paymentOrder(db, franchiseeId))
    .execute();
  const lines = rows.map((row) => {
    const open = row.net - row.allocated;
    return {
      id: row.id,
      label: row.label,
      seq: row.seq,
      dueOn: row.due_on,
      net: row.net,
      paid: row.allocated,
      open,
      // As in the child's ledger: nothing is overdue before its days of grace are over.
      overdue: open > 0 && addDays(row.due_on, row.grace_days) < today,
    };
  });
  const sum = (pick: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + pick(line), 0);
  return {
    lines,
    due: sum((l) => l.open),
    overdue: sum((l) => (l.overdue ? l.open : 0)),
    paid: sum((l) => l.paid),
    // Advance belongs to the account, not to one of its plans.
    advance: feeAssignmentId === undefined ? await advanceOf(db, franchiseeId, id) : 0,
  };
}

// Advance without a line: what payments brought beyond the lines they were meant for.
async function advanceOf(db: Db, franchiseeId: number, feeAccountId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_allocation as a')
    .innerJoin('payment as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'a.franchisee_id').onRef('p.id', '=', 'a.payment_id'),
    )
    .select(({ fn }) => fn.sum<number | null>('a.amount').as('amount'))
    .where('a.franchisee_id', '=', franchiseeId)
    .where('p.fee_account_id', '=', feeAccountId)
    .where('a.fee_line_id', 'is', null)
    .executeTakeFirst();
  return Number(row?.amount ?? 0);
}
