// Goods and a warehouse for the tests of stock and of what is built of it.
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';

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
