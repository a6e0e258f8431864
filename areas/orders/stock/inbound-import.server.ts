import { listOf } from '@aangan/server/file-import/import-lists.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { insertInbound } from './inbound.server.ts';
import { inboundImport } from './inbound-import.contract.ts';
import { refuseStock } from './stock.refusals.ts';

export const inboundImportHandlers = serveImport(inboundImport, {
  allowed: ({ actor }) => ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only')),
  lists: {
    warehouseId: async (db) =>
      listOf(
        (
          await db.selectFrom('warehouse').select(['id', 'code', 'name']).where('active', '=', true).execute()
        ).map(({ id, code, name }) => ({ id, names: [code, name] })),
      ),
    productId: async (db) =>
      listOf(
        (
          await db
            .selectFrom('product')
            .select(['id', 'sku', 'name'])
            .where('active', '=', true)
            .where('tracks_stock', '=', true)
            .orderBy('sku')
            .execute()
        ).map(({ id, sku, name }) => ({ id, names: [sku, name] })),
      ),
  },
  check: async (db, rows) => {
    const orders = [...new Set(rows.flatMap(({ values }) => values.poNo ?? []))];
    const known = await db
      .selectFrom('stock_inbound')
      .select(['po_no', 'warehouse_id', 'product_id'])
      .where('po_no', 'in', orders.length > 0 ? orders : [''])
      .execute();
    const keys = new Set(known.map((row) => `${row.po_no} ${row.warehouse_id} ${row.product_id}`));
    for (const row of rows) {
      const { poNo, warehouseId, productId } = row.values;
      if (keys.has(`${poNo} ${warehouseId} ${productId}`))
        row.fault('poNo', 'This order has an entry for this product and warehouse already');
    }
  },
  save: (db, rows, { actor }) =>
    atHeadOffice(db, actor, async () => {
      const made = await insertInbound(db, rows);
      ensure(made.length === rows.length, () => refuseStock('stock-inbound.twice'));
    }),
  writes: ['stock_inbound'],
});
