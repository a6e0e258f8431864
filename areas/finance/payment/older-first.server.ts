import { ensure } from '@aangan/server/work/ensure.ts';
import { partsOf } from './instalment-name.ts';
import type { SelectedLine } from './open-payment.server.ts';
import type { Payable } from './payable.server.ts';
import { refusePayment } from './payment.refusals.ts';

type Line = Payable['lines'][number];

/** What was chosen fits what is open, and no older instalment is left out (finance.md 4.1). `lines` are in order of due day. */
export function ensureChoice(lines: readonly Line[], chosen: readonly SelectedLine[]): void {
  const amounts = new Map<string, number>();
  for (const { feeLineId, amount } of chosen) amounts.set(feeLineId, (amounts.get(feeLineId) ?? 0) + amount);
  for (const [id, amount] of amounts) {
    const line = lines.find((one) => one.id === id);
    ensure(line && amount <= line.open, () => refusePayment('payment.amount'));
  }
  const newest = lines.findLast((line) => amounts.has(line.id));
  const skipped = lines.find(
    (line) => newest && isOlder(line, newest) && (amounts.get(line.id) ?? 0) < line.open,
  );
  if (skipped)
    throw refusePayment('payment.older-first', {
      details: { instalment: partsOf(skipped.label).instalment },
    });
}

// Fees of one instalment have the same day and number: they have no order among themselves.
const isOlder = (line: Line, than: Line): boolean =>
  line.dueOn < than.dueOn || (line.dueOn === than.dueOn && line.seq < than.seq);
