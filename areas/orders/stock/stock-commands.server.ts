import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { correctCount, type Level, levelOf, lockLevel, takeIn, writeOff } from './move-stock.server.ts';
import { fillBackorders } from './reserve-stock.server.ts';
import { stockContract as contract } from './stock.contract.ts';

/** Goods lie in a warehouse that works, and only such as are kept in stock at all. */
export async function ensureKept(db: Db, place: { warehouseId: string; productId: string }): Promise<void> {
  const product = await db
    .selectFrom('product')
    .select(['tracks_stock', 'active'])
    .where('id', '=', place.productId)
    .executeTakeFirst();
  const warehouse = await db
    .selectFrom('warehouse')
    .select('active')
    .where('id', '=', place.warehouseId)
    .executeTakeFirst();
  ensure(product?.active && product.tracks_stock, () =>
    refuse('input.invalid', { fields: { productId: 'Choose a product that is kept in stock' } }),
  );
  ensure(warehouse?.active, () =>
    refuse('input.invalid', { fields: { warehouseId: 'Choose a warehouse that is in use' } }),
  );
}

/** Of a level that was changed: fills orders that wait, and says how it stands. */
export async function settle(db: Db, level: Level): Promise<{ onHand: number; filled: number }> {
  const filled = await fillBackorders(db, level);
  const { on_hand } = await db
    .selectFrom('stock_level')
    .select('on_hand')
    .where('id', '=', level.id)
    .executeTakeFirstOrThrow();
  return { onHand: on_hand, filled };
}

export const receiveStock = handle(contract.receive, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    await ensureKept(db, input);
    const level = await levelOf(db, input);
    await takeIn(db, level, { ...input, note: input.note ?? null, now });
    return settle(db, level);
  }),
);

export const countStock = handle(contract.count, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const level = await lockLevel(db, input.id);
    await correctCount(db, level, { ...input, now });
    return settle(db, level);
  }),
);

export const writeOffStock = handle(contract.writeOff, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const level = await lockLevel(db, input.id);
    await writeOff(db, level, { ...input, now });
    return settle(db, level);
  }),
);

export const setLevels = handle(contract.levels, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const level = await lockLevel(db, input.id);
    await db
      .updateTable('stock_level')
      .set({ safety: input.safety, reorder_point: input.reorderPoint })
      .where('id', '=', level.id)
      .execute();
    // A lower safety stock frees pieces that orders wait for.
    await fillBackorders(db, level);
    return {};
  }),
);
