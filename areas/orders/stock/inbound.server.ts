import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { levelOf, takeIn } from './move-stock.server.ts';
import { stockInboundContract as contract } from './stock.contract.ts';
import { refuseStock } from './stock.refusals.ts';
import { ensureKept, settle } from './stock-commands.server.ts';

export interface Expected {
  warehouseId: string;
  productId: string;
  poNo: string;
  qty: number;
  expectedOn: string;
  unitCost: number;
}

/** Notes what is expected; answers the ids of those that were not there yet. */
export async function insertInbound(db: Db, rows: readonly Expected[]): Promise<{ id: string }[]> {
  return db
    .insertInto('stock_inbound')
    .values(
      rows.map((row) => ({
        warehouse_id: row.warehouseId,
        product_id: row.productId,
        po_no: row.poNo,
        qty: row.qty,
        expected_on: row.expectedOn,
        unit_cost_paise: row.unitCost,
      })),
    )
    .onConflict((oc) => oc.columns(['po_no', 'warehouse_id', 'product_id']).doNothing())
    .returning('id')
    .execute();
}

export const addInbound = handle(contract.add, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    await ensureKept(db, input);
    const [made] = await insertInbound(db, [input]);
    ensure(made, () => refuseStock('stock-inbound.twice'));
    return made;
  }),
);

const ensureOpen = (row: RowIn<'stock_inbound'>) =>
  ensure(row.cancelled_at === null && row.received_qty < row.qty, () => refuseStock('stock-inbound.closed'));

export const changeInbound = handle(contract.change, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'stock_inbound', input.id, version);
    ensureOpen(row);
    ensure(input.qty >= row.received_qty, () =>
      refuse('input.invalid', { fields: { qty: `${row.received_qty} have come already` } }),
    );
    await db
      .updateTable('stock_inbound')
      .set({ qty: input.qty, expected_on: input.expectedOn, unit_cost_paise: input.unitCost })
      .where('id', '=', row.id)
      .execute();
    return {};
  }),
);

export const cancelInbound = handle(contract.cancel, ({ db, actor, input, version, now }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'stock_inbound', input.id, version);
    ensureOpen(row);
    await db.updateTable('stock_inbound').set({ cancelled_at: now }).where('id', '=', row.id).execute();
    return {};
  }),
);

export const receiveInbound = handle(contract.receive, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'stock_inbound', input.id);
    ensureOpen(row);
    const left = row.qty - row.received_qty;
    ensure(input.qty <= left, () => refuseStock('stock-inbound.too-many', { details: { n: left } }));
    const level = await levelOf(db, { warehouseId: row.warehouse_id, productId: row.product_id });
    const note = [row.po_no, input.note].filter(Boolean).join(' · ');
    await takeIn(db, level, { qty: input.qty, unitCost: input.unitCost, note, now });
    await db
      .updateTable('stock_inbound')
      .set({ received_qty: row.received_qty + input.qty })
      .where('id', '=', row.id)
      .execute();
    return settle(db, level);
  }),
);
