import { type Day, financialYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureAbility } from '../../network/public.server.ts';
import { wowProducts } from '../bom/wow-products.server.ts';
import { tellWow } from './tell-wow.server.ts';
import { refuseWow } from './wow.refusals.ts';
import { type CatalogueLine, wowOrderContract as contract, type WowItem } from './wow-order.contract.ts';
import { REASON_FROM_BP } from './wow-order.states.ts';

interface Catalogue {
  bomId: string;
  version: number;
  lines: CatalogueLine[];
}

/** What the active bill of material of a model offers, priced as of a day. Refuses a model without one. */
async function catalogueOf(db: Db, modelId: string, day: Day): Promise<Catalogue> {
  const bom = await db
    .selectFrom('wow_bom')
    .select(['id', 'version_no'])
    .where('model_id', '=', modelId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!bom) throw refuseWow('wow-order.no-bom');
  const { rows } = await sql<{
    productId: string;
    qty: number;
    minQty: number;
    maxQty: number;
    mandatory: boolean;
    room: string | null;
  }>`select product_id as "productId", qty, min_qty as "minQty", max_qty as "maxQty", mandatory, room from wow_bom_line
      where bom_id = ${bom.id} order by seq`.execute(db);
  const products = new Map(
    (
      await wowProducts(
        db,
        day,
        rows.map(({ productId }) => productId),
      )
    ).map((one) => [one.productId, one]),
  );
  return {
    bomId: bom.id,
    version: bom.version_no,
    lines: rows.map((line) => ({ ...ensureFound(products.get(line.productId)), ...line })),
  };
}

export const wowCatalogue = handle(contract.catalogue, ({ db, input, now }) =>
  catalogueOf(db, input.modelId, todayIst(now)),
);

/** The chosen pieces as they are ordered. Refuses what is not in the kit, out of its bounds, or without a price. */
function itemsOf(
  lines: readonly CatalogueLine[],
  wanted: readonly { productId: string; qty: number }[],
): WowItem[] {
  const chosen = new Map(wanted.map(({ productId, qty }) => [productId, qty]));
  const known = new Set(lines.map(({ productId }) => productId));
  ensure(
    wanted.every(({ productId }) => known.has(productId)),
    () => refuseWow('wow-order.not-in-bom', { details: { product: 'A product' } }),
  );
  return lines.flatMap((line): WowItem[] => {
    const qty = chosen.get(line.productId) ?? 0;
    const { product, category, productId, rateBp, price } = line;
    // What is not mandatory may be left out; taken at all, it keeps its bounds.
    ensure((qty === 0 && !line.mandatory) || (qty >= line.minQty && qty <= line.maxQty), () =>
      refuseWow('wow-order.bounds', { details: { product, min: line.minQty, max: line.maxQty } }),
    );
    if (qty === 0) return [];
    if (price === null) throw refuseWow('wow-order.no-price', { details: { product } });
    return [{ productId, product, category, qty, baseQty: line.qty, unitPrice: price, rateBp }];
  });
}

export const initiateWowOrder = handle(contract.initiate, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  await ensureAbility(db, franchiseeId, 'KIT_ORDER', { at: now });
  const day = todayIst(now);
  const { bomId, lines } = await catalogueOf(db, input.modelId, day);
  ensure(bomId === input.bomId, () => refuseWow('wow-order.bom-changed'));
  const items = itemsOf(lines, input.items);
  const total = items.reduce((sum, one) => sum + one.unitPrice * one.qty, 0);
  const bomTotal = lines.reduce((sum, line) => sum + (line.price ?? 0) * line.qty, 0);
  if (total * 10_000 >= bomTotal * REASON_FROM_BP && total > bomTotal)
    ensure(input.comment !== null, () =>
      refuse('input.invalid', { fields: { comment: 'Say why the kit costs so much more than planned' } }),
    );
  if (input.revisesId !== null) await ensureRevisable(db, franchiseeId, input.revisesId);
  const id = crypto.randomUUID();
  const fy = financialYear(day);
  const n = await nextNumber(db, { franchiseeId, series: 'wow-order', period: fy.compact });
  const number = `WK/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(4, '0')}`;
  await db
    .insertInto('wow_order')
    .values({
      franchisee_id: franchiseeId,
      id,
      initiated_no: number,
      model_id: input.modelId,
      bom_id: bomId,
      b2b_id: input.b2bId,
      email: input.email,
      items: JSON.stringify(items),
      total_paise: total,
      bom_total_paise: bomTotal,
      comment: input.comment,
      made_by: userIdOf(actor),
      revises_id: input.revisesId,
    })
    .execute();
  const made = {
    franchisee_id: franchiseeId,
    id,
    initiated_no: number,
    status: 'PENDING',
    made_by: userIdOf(actor),
  };
  await tellWow(db, made);
  return { id, number };
});

async function ensureRevisable(db: Db, franchiseeId: number, id: string): Promise<void> {
  const before = await lockRow(db, 'wow_order', id);
  ensureFound(before.franchisee_id === franchiseeId ? before : null);
  const next = await db
    .selectFrom('wow_order')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('revises_id', '=', id)
    .executeTakeFirst();
  ensure(before.status === 'REJECTED' && !next, () => refuseWow('wow-order.not-revised'));
}
