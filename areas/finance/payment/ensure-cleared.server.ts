import { formatDate } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refusePayment } from './payment.refusals.ts';
import { paymentSettings } from './payment.settings.ts';

interface Waiting {
  franchisee_id: number;
  id: string;
  mode: string;
  received_on: string | null;
  instrument: unknown;
}

/**
 * A cheque is booked when the bank has cleared it (finance.md D9), on that day, or, where the centre's setting says
 * DEPOSIT, when it is approved; never before the day written on it. What is written down here is the day of clearing;
 * the day it was handed over stays beside it.
 */
export async function ensureCleared(
  db: Db,
  payment: Waiting,
  of: { clearedOn: string | undefined; today: string },
): Promise<void> {
  if (payment.mode !== 'CHEQUE' && payment.mode !== 'DD') return;
  const { clearedOn, today } = of;
  const instrument = (payment.instrument ?? {}) as { date?: string | null };
  const dated = instrument.date ?? null;
  ensure(dated === null || dated <= today, () =>
    refusePayment('payment.post-dated', { details: { date: formatDate(dated ?? '') } }),
  );
  if (clearedOn === undefined) {
    const rule = await readSetting(db, 'finance', paymentSettings.confirmChequeOn, payment.franchisee_id);
    ensure(rule === 'DEPOSIT', () =>
      refusePayment('payment.not-cleared', { fields: { clearedOn: 'Enter the clearing date' } }),
    );
    return;
  }
  const earliest = [payment.received_on ?? '', dated ?? ''].sort().at(-1) ?? '';
  if (clearedOn > today)
    throw refuse('input.invalid', { fields: { clearedOn: 'This day is still to come' } });
  if (clearedOn < earliest)
    throw refuse('input.invalid', {
      fields: { clearedOn: `Not before ${formatDate(earliest)}, when the cheque came or is dated` },
    });
  await db
    .updateTable('payment')
    .set({
      received_on: clearedOn,
      instrument: JSON.stringify({ ...instrument, clearedOn, handedOverOn: payment.received_on }),
    })
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.id)
    .execute();
}
