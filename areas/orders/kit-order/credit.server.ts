// What a centre may order on credit (areas/orders.md 3.8): terms here, figures from finance.
import { type Day, todayIst } from '@aangan/contract/period.ts';
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

/** Null where head office has given no credit. With `lock` two confirmations of a centre come one after the other. */
export async function creditOf(
  db: Db,
  { franchiseeId, on, lock }: { franchiseeId: number; on: Day; lock: boolean },
): Promise<Credit | null> {
  const { rows } = await sql<{ limit: number; max: number; orderMax: number | null }>`
    select limit_paise as limit, overdue_days_max as max, order_max_paise as "orderMax" from order_credit_terms
     where franchisee_id = ${franchiseeId} ${lock ? sql`for update` : sql``}`.execute(db);
  const [terms] = rows;
  if (!terms) return null;
  const position = (await franchiseePosition(db, { franchiseeIds: [franchiseeId], on })).get(franchiseeId);
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

/** Exactly at the limit is allowed. */
export async function ensureCredit(
  db: Db,
  { franchiseeId, total, now }: { franchiseeId: number; total: number; now: Date },
): Promise<void> {
  const credit = await creditOf(db, { franchiseeId, on: todayIst(now), lock: true });
  if (!credit) throw refuseOrder('order.credit-none');
  ensure(credit.overdueDays <= credit.overdueDaysMax, () =>
    refuseOrder('order.overdue', {
      details: { amount: formatInr(paise(Math.max(0, credit.exposure))), days: credit.overdueDays },
    }),
  );
  const over = Math.max(credit.exposure + total - credit.limit, total - (credit.orderMax ?? total));
  ensure(over <= 0, () =>
    refuseOrder('order.credit-exceeded', { details: { amount: formatInr(paise(over)) } }),
  );
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
