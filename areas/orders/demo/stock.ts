// What lies in the warehouses, taken in by the delivery desk as in the API: some of it low, some gone, and what comes next.
import { addInbound, cancelInbound, receiveInbound } from '@aangan/areas/orders/stock/inbound.server.ts';
import {
  countStock,
  receiveStock,
  setLevels,
  writeOffStock,
} from '@aangan/areas/orders/stock/stock-commands.server.ts';
import { addDays } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { headOffice } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';

const HEAD_OFFICE = 1;
/** Products of the catalogue that are in stock, by their SKU. */
const MOST = 60;

export async function writeStock(database: Database, { today, now }: Clock): Promise<void> {
  const actor: NarrowedActor = {
    ...actorAt(HEAD_OFFICE, headOffice.delivery.id),
    franchiseeId: null,
    centres: [],
    wholeNetwork: true,
  };
  const run = async <T>(handler: InWorkHandler, input: object, version = 0): Promise<T> =>
    (await work(database, actor, 'stock', (db) =>
      carryOut(handler, { db, actor, now, version, input }),
    )) as T;
  const { rows: goods } = await work(database, actor, 'goods', (db) =>
    sql<{ productId: string; warehouseId: string; weight: number }>`
      select p.id as "productId", w.id as "warehouseId", p.weight_g as weight from product p, warehouse w
       where p.tracks_stock and p.active and w.code = 'PUN' order by p.sku limit ${MOST}`.execute(db),
  );
  for (const [n, { productId, warehouseId, weight }] of goods.entries()) {
    const place = { productId, warehouseId };
    const unitCost = 4_000 + weight * 8;
    const [low, gone] = [n % 5 === 3, n % 7 === 5];
    const qty = gone ? 12 : low ? 18 : 60 + (n % 6) * 20;
    await run(receiveStock, { ...place, qty, unitCost, note: `Challan ${4_100 + n}` });
    const { rows } = await work(database, actor, 'level', (db) =>
      sql<{
        id: string;
      }>`select id from stock_level where product_id = ${productId} and warehouse_id = ${warehouseId}`.execute(
        db,
      ),
    );
    const id = rows[0]?.id;
    await run(setLevels, { id, safety: gone ? 12 : 5, reorderPoint: 20 });
    if (n === 1)
      await run(countStock, { id, counted: qty - 1, note: 'One set was opened for the photo session' });
    if (n === 2) await run(writeOffStock, { id, qty: 2, note: 'Wet: the roof leaked over rack 7' });
    if (!low && !gone && n > 6) continue;
    const expected = await run<{ id: string }>(addInbound, {
      ...place,
      poNo: `PO-${today.slice(2, 4)}-${String(n + 1).padStart(3, '0')}`,
      qty: 40 + (n % 4) * 20,
      expectedOn: addDays(today, 6 + n * 2),
      unitCost,
    });
    if (n === 0) await run(receiveInbound, { id: expected.id, qty: 40, unitCost });
    if (n === 1) await run(receiveInbound, { id: expected.id, qty: 25, unitCost });
    if (n === 2) await run(cancelInbound, { id: expected.id }, 1);
  }
}
