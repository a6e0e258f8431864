import type { Day } from '@aangan/contract/period.ts';
import type { Paise } from '@aangan/money/paise.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refusePayment } from './payment.refusals.ts';

const CASH_DAY_LIMIT = 200_000_00; // ₹2,00,000, s.269ST (finance.md 3.12)

/**
 * Refuses cash that brings the day of a child or of a payer to the limit. Cash of one centre and day is taken one after
 * the other until the transaction ends: two counters could else both look before either has written.
 */
export async function ensureCashDay(
  db: Db,
  cash: { feeAccountId: string; payerName: string; receivedOn: Day; amount: Paise | number },
): Promise<void> {
  // A statement of its own: one that waits for the lock would still look at the rows of before the wait.
  await sql`select pg_advisory_xact_lock(hashtextextended('cash-day ' || franchisee_id || ' ' || ${cash.receivedOn}::text, 0))
    from fee_account where id = ${cash.feeAccountId}`.execute(db);
  const { rows } = await sql<{ child: number; payer: number }>`
    select coalesce(sum(p.amount) filter (where p.fee_account_id = a.id), 0)::bigint as child,
      coalesce(sum(p.amount) filter (where ${named(sql`p.payer_name`)} = ${named(sql`${cash.payerName}::text`)}), 0)::bigint as payer
      from fee_account a left join payment p on p.franchisee_id = a.franchisee_id and p.mode = 'CASH' and p.received_on = ${cash.receivedOn} and p.status <> 'FAILED'
     where a.id = ${cash.feeAccountId} group by a.id`.execute(db);
  const { child, payer } = ensureFound(rows[0]);
  if (Math.max(child, payer) + cash.amount >= CASH_DAY_LIMIT)
    throw refusePayment('payment.cash-limit', {
      fields: { amount: 'Cash of ₹2,00,000 or more on one day is not allowed' },
    });
}

// One person, however the name was typed.
const named = (text: ReturnType<typeof sql>) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`;
