// Goods and a warehouse for the tests of stock and of what is built of it.
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';

/** Rupees in paise. */
export const r = (rupees: number): number => Math.round(rupees * 100);

export async function warehouseIn(app: TestApp, code = 'PUN'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into warehouse (code, name, address, pincode, gstin) values ($1, $1 || ' warehouse', 'Survey 12, Wagholi', '412207', '27AAACA1234A1Z5')
     on conflict (code) do update set name = excluded.name returning id`,
    [code],
  );
  return row?.id ?? '';
}

export async function productIn(
  app: TestApp,
  sku: string,
  more: { category?: string; price?: number } = {},
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into product (sku, name, hsn, weight_g, category, in_wow_kit) values ($1, 'Item ' || $1, '9503', 500, $2, $2::text is not null) returning id`,
    [sku, more.category ?? null],
  );
  return row?.id ?? '';
}

/** Work that another slice does in its own transaction, for one centre or the network. */
export const asSystem = <T>(app: TestApp, centre: number | null, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work);

/** An approved price of a product from the beginning of the year, before tax. */
export async function priceIn(app: TestApp, productId: string, price: number): Promise<void> {
  const [request] = await app.sql<{ id: string }>(
    `insert into margin_request (product_id, mrp_paise, margin_bp, price_paise, rate_bp, from_on, status, made_by, level1_by, level2_by)
     values ($1, $2::bigint * 2, 2000, $2::bigint, 500, '2026-04-01', 'APPROVED', $3, $4, $5) returning id`,
    [productId, price, people.Harsh.id, people.Kavi.id, people.Asha.id],
  );
  await app.sql(
    `insert into product_price (product_id, from_on, mrp_paise, margin_bp, price_paise, request_id) values ($1, '2026-04-01', $2::bigint * 2, 2000, $2::bigint, $3)`,
    [productId, price, request?.id],
  );
}
