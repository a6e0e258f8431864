// How little of an instalment may be paid at once is the payment option's to say (fee-plan: allowPartial, minPartial).
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { paymentOrder } from '../fee-account/fee-line.server.ts';
import { partsOf } from './instalment-name.ts';
import type { SelectedLine } from './open-payment.server.ts';
import { refusePayment } from './payment.refusals.ts';

interface Instalment {
  name: string;
  lineIds: string[];
  open: number;
  allowPartial: boolean;
  minPartial: number;
}

/**
 * Refuses a part of an instalment that its plan does not take. `amount` is what was given where no line is chosen: the
 * oldest instalment must then be met; what goes beyond it is paid ahead, in whatever parts.
 */
export async function ensureWholeOrPart(
  db: Db,
  account: { franchiseeId: number; id: string },
  given: { lines: readonly SelectedLine[]; amount: number },
): Promise<void> {
  const instalments = await openInstalments(db, account);
  const oldest = instalments[0];
  if (given.lines.length === 0) {
    if (oldest) ensurePart(oldest, given.amount);
    return;
  }
  for (const one of instalments) {
    const part = given.lines
      .filter((line) => one.lineIds.includes(line.feeLineId))
      .reduce((sum, line) => sum + line.amount, 0);
    if (part > 0) ensurePart(one, part);
  }
}

function ensurePart(one: Instalment, part: number): void {
  if (part >= one.open) return;
  const open = formatInr(paise(one.open));
  if (!one.allowPartial)
    throw refusePayment('payment.whole-only', { details: { open, instalment: one.name } });
  if (part < one.minPartial)
    throw refusePayment('payment.too-little', {
      details: { min: formatInr(paise(one.minPartial)), open },
      fields: { amount: `At least ${formatInr(paise(one.minPartial))}` },
    });
}

// A charge outside any plan has no rule of its own: any part of it is taken.
async function openInstalments(db: Db, account: { franchiseeId: number; id: string }): Promise<Instalment[]> {
  const rows = await db
    .selectFrom('fee_line as l')
    .leftJoin('fee_assignment as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'l.franchisee_id').onRef('g.id', '=', 'l.fee_assignment_id'),
    )
    .leftJoin('fee_plan_breakdown as b', 'b.id', 'g.breakdown_id')
    .select(({ eb }) => [
      'l.id',
      'l.fee_assignment_id',
      'l.seq',
      'l.label',
      eb('l.net', '-', eb.ref('l.allocated')).as('open'),
      'b.allow_partial',
      'b.min_partial',
    ])
    .where('l.franchisee_id', '=', account.franchiseeId)
    .where('l.fee_account_id', '=', account.id)
    .where('l.state', 'in', ['OPEN', 'PLANNED'])
    .whereRef('l.allocated', '<', 'l.net')
    .orderBy(await paymentOrder(db, account.franchiseeId))
    .execute();
  const instalments = new Map<string, Instalment>();
  for (const row of rows) {
    const key = row.fee_assignment_id === null ? row.id : `${row.fee_assignment_id}:${row.seq}`;
    const one = instalments.get(key);
    instalments.set(key, {
      name: partsOf(row.label).instalment,
      lineIds: [...(one?.lineIds ?? []), row.id],
      open: (one?.open ?? 0) + row.open,
      allowPartial: row.allow_partial ?? true,
      minPartial: row.min_partial ?? 0,
    });
  }
  return [...instalments.values()];
}
