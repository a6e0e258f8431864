// An approved WOW kit becomes a kit order of the centre. What it costs is what it costs today: changed prices are shown and accepted.
import { academicYearOf, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { placePieces, quotePieces, type WantedPieces } from '../kit-order/pieces.server.ts';
import { placedBefore } from '../kit-order/place-order.server.ts';
import { refuseWow } from './wow.refusals.ts';
import { wowOrderContract as contract, type WowItem, wowItem } from './wow-order.contract.ts';
import { KIT_TYPE } from './wow-order.states.ts';
import { stands, takeWowRight } from './wow-right.server.ts';

type Row = RowIn<'wow_order'>;

/** Refuses what is not the centre's, not approved, or on an order that stands. */
async function ensureConfirmable(db: Db, franchiseeId: number, row: Row): Promise<void> {
  ensureFound(row.franchisee_id === franchiseeId ? row : null);
  ensure(row.status === 'APPROVED', () => refuseWow('wow-order.not-approved'));
  if (row.kit_order_id === null) return;
  const { rows } = await sql<{ orderNo: string }>`
    select k.order_no as "orderNo" from kit_order k where k.franchisee_id = ${franchiseeId} and k.id = ${row.kit_order_id} and ${stands}`.execute(
    db,
  );
  const [order] = rows;
  if (order) throw refuseWow('wow-order.confirmed', { details: { no: order.orderNo } });
}

const itemsOf = (row: Row): WowItem[] => z.array(wowItem).parse(row.items);
const wantedOf = (row: Row, now: Date): WantedPieces => ({
  franchiseeId: row.franchisee_id,
  yearId: academicYearOf(todayIst(now)),
  kitType: KIT_TYPE,
  pieces: itemsOf(row),
});

interface Now {
  productId: string;
  unitPrice: number;
}
/** Items that cost another price now than when they were approved. */
const changedOf = (items: readonly WowItem[], lines: readonly Now[]) => {
  const now = new Map(lines.map(({ productId, unitPrice }) => [productId, unitPrice]));
  return items.flatMap(({ productId, product, qty, unitPrice }) => {
    const next = now.get(productId) ?? unitPrice;
    return next === unitPrice ? [] : [{ productId, product, qty, before: unitPrice, now: next }];
  });
};

export const quoteWowOrder = handle(contract.quote, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db.selectFrom('wow_order').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  await ensureConfirmable(db, chosenCentre(actor), row);
  const quote = await quotePieces(db, wantedOf(row, now), now);
  return { ...quote, changed: changedOf(itemsOf(row), quote.lines) };
});

export const confirmWowOrder = handle(contract.confirm, async ({ db, actor, input, version, now }) => {
  const franchiseeId = chosenCentre(actor);
  const placed = await placedBefore(db, franchiseeId, input.clientOrderId);
  if (placed) return placed;
  const row = await lockRow(db, 'wow_order', input.id, version);
  await ensureConfirmable(db, franchiseeId, row);
  const wanted = wantedOf(row, now);
  const { lines } = await quotePieces(db, wanted, now);
  ensure(input.acceptPrices || changedOf(itemsOf(row), lines).length === 0, () =>
    refuseWow('wow-order.price-changed'),
  );
  const order = await placePieces(db, wanted, {
    clientId: input.clientOrderId,
    quote: input.quote,
    mode: input.paymentMode,
    backorder: input.backorder,
    askOffice: input.askOffice ?? false,
    reference: input.reference ?? null,
    actor,
    now,
  });
  await db
    .updateTable('wow_order')
    .set({ kit_order_id: order.id })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', row.id)
    .execute();
  await takeWowRight(db, row);
  return order;
});
