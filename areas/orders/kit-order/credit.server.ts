// What a centre may order on credit (areas/orders.md 3.8): terms here, figures from finance.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Refusal } from '@aangan/contract/refusal.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseePosition } from '../../finance/public.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { refuseOrder } from './kit-order.refusals.ts';

export interface Credit {
  limit: number;
  exposure: number;
  overdueDays: number;
  overdueDaysMax: number;
  orderMax: number | null;
}

// What was paid ahead (a cancelled order, late money) buys kits without any terms.
const PAID_AHEAD = { limit: 0, max: 0, orderMax: null };

/** Null where head office has given no credit and nothing is paid ahead. With `lock` two confirmations of a centre come one after the other. */
export async function creditOf(
  db: Db,
  { franchiseeId, on, lock }: { franchiseeId: number; on: Day; lock: boolean },
): Promise<Credit | null> {
  if (lock)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`kit-credit ${franchiseeId}`}, 0))`.execute(db);
  const { rows } = await sql<{ limit: number; max: number; orderMax: number | null }>`
    select limit_paise as limit, overdue_days_max as max, order_max_paise as "orderMax" from order_credit_terms
     where franchisee_id = ${franchiseeId}`.execute(db);
  const position = (await franchiseePosition(db, { franchiseeIds: [franchiseeId], on })).get(franchiseeId);
  const [terms] = rows.length > 0 ? rows : (position?.advance ?? 0) > 0 ? [PAID_AHEAD] : [];
  if (!terms) return null;
  // Confirmed on credit, not invoiced yet: by the share of each line that has not left.
  const { rows: committed } = await sql<{ sum: number }>`
    select coalesce(sum((l.taxable_paise + l.tax_paise) * (l.qty_ordered - l.qty_cancelled - l.qty_shipped) / l.qty_ordered), 0)::bigint as sum
      from kit_order o join kit_order_line l on l.franchisee_id = o.franchisee_id and l.order_id = o.id
     where o.franchisee_id = ${franchiseeId} and o.payment_mode = 'CREDIT' and o.status in ('CONFIRMED', 'SHIPPED')`.execute(
    db,
  );
  return {
    limit: terms.limit,
    exposure: (position?.receivable ?? 0) - (position?.advance ?? 0) + (committed[0]?.sum ?? 0),
    overdueDays: position?.oldestOverdueDays ?? 0,
    overdueDaysMax: terms.max,
    orderMax: terms.orderMax,
  };
}

/** What an order on credit meets: null where it may go, exactly at the limit too; head office may be asked where terms exist. */
export async function overCredit(
  db: Db,
  { franchiseeId, total, now }: { franchiseeId: number; total: number; now: Date },
): Promise<{ refusal: Refusal; mayAsk: boolean } | null> {
  const credit = await creditOf(db, { franchiseeId, on: todayIst(now), lock: true });
  if (!credit) return { refusal: refuseOrder('order.credit-none'), mayAsk: false };
  if (credit.overdueDays > credit.overdueDaysMax) {
    const details = { amount: formatInr(paise(Math.max(0, credit.exposure))), days: credit.overdueDays };
    return { refusal: refuseOrder('order.overdue', { details }), mayAsk: true };
  }
  const over = Math.max(credit.exposure + total - credit.limit, total - (credit.orderMax ?? total));
  if (over <= 0) return null;
  const refusal = refuseOrder('order.credit-exceeded', { details: { amount: formatInr(paise(over)) } });
  return { refusal, mayAsk: true };
}

export const setCreditTerms = handle(contract.setTerms, async ({ db, actor, input }) => {
  ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only'));
  const terms = {
    limit_paise: input.limit,
    overdue_days_max: input.overdueDaysMax,
    order_max_paise: input.orderMax,
    note: input.note,
  };
  await db
    .insertInto('order_credit_terms')
    .values({ franchisee_id: chosenCentre(actor), ...terms })
    .onConflict((oc) => oc.constraint('order_credit_terms_once').doUpdateSet(terms))
    .execute();
  return {};
});
