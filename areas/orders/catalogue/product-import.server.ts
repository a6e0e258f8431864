import type { ImportValues } from '@aangan/contract/file-import.ts';
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import type { ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { several } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { marginCodes } from '../margin/margin.states.ts';
import { rateOf } from '../margin/margin.ts';
import { askMargin, knownProducts, ratesIn, tellMargins } from '../margin/request-margin.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { productImport } from './product-import.contract.ts';
import { productColumns } from './save-product.server.ts';

type Line = ImportValues<typeof productImport.columns>;

export const productImportHandlers = serveImport(productImport, {
  allowed: ({ actor }) => ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only')),
  check: async (db, rows, { now }) => {
    const rates = await ratesIn(db);
    const skus = rows.flatMap((row) => row.values.sku ?? []);
    const { rows: known } = await sql<{
      sku: string;
    }>`select sku from product where ${several('sku', skus, 'text')}`.execute(db);
    const taken = new Set(known.map(({ sku }) => sku));
    for (const row of rows) {
      const { sku, hsn } = row.values;
      if (sku && taken.has(sku))
        row.fault('sku', 'A product has this SKU already. Change it on its own page.');
      checkKind(row);
      checkMargin(row, todayIst(now));
      if (
        hsn &&
        row.values.mrp &&
        !rateOf(rates, { hsn, mrp: row.values.mrp, on: row.values.fromOn ?? todayIst(now) })
      )
        row.fault('hsn', 'No GST rate covers this HSN. Add it under HSN rates first.');
    }
  },
  save: async (db, lines, { now, userId }) => {
    const rates = await ratesIn(db);
    const batchId = crypto.randomUUID();
    let count = 0;
    for (const line of lines) {
      const { id } = await db
        .insertInto('product')
        .values({
          ...productColumns(valuesOf(line)),
          kind: line.kind,
          tracks_stock: line.kind !== 'APPAREL_STYLE',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (line.mrp === null || line.marginPercent === null) continue;
      const known = (await knownProducts(db, [id])).get(id);
      if (!known) continue;
      const asked = {
        productId: id,
        mrp: line.mrp,
        marginBp: line.marginPercent,
        fromOn: line.fromOn ?? todayIst(now),
      };
      await askMargin(db, asked, { known, rates, madeBy: userId, batchId, today: todayIst(now) });
      count += 1;
    }
    if (count > 0) await tellMargins(db, { code: marginCodes['PENDING'], count, madeBy: userId });
  },
  writes: ['product', 'margin_request'],
});

function checkKind(row: ImportRow<Line>): void {
  const { kind, inWowKit, category } = row.values;
  if (kind === 'APPAREL_SIZE') row.fault('kind', 'Sizes are added on the page of their style.');
  if (inWowKit === true && category === null) row.fault('category', 'Choose where it stands in a WOW kit');
}

function checkMargin(row: ImportRow<Line>, today: string): void {
  const { kind, mrp, marginPercent, fromOn } = row.values;
  if (marginPercent != null && marginPercent > 9000) row.fault('marginPercent', 'At most 90 %');
  if (mrp != null && marginPercent === null) row.fault('marginPercent', 'Fill this in with the MRP');
  if (mrp === null && marginPercent != null) row.fault('mrp', 'Fill this in with the margin');
  if (kind === 'APPAREL_STYLE' && mrp != null) row.fault('mrp', 'A style has no price: its sizes have');
  if (fromOn && fromOn < today) row.fault('fromOn', `A price begins on ${formatDate(today)} or later`);
}

const valuesOf = (line: Line) => ({
  sku: line.sku,
  name: line.name,
  description: null,
  category: line.category,
  inWowKit: line.inWowKit ?? false,
  gender: line.gender,
  hsn: line.hsn,
  uom: line.uom ?? 'PCS',
  weightG: line.weightG,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  minOrderQty: line.minOrderQty ?? 1,
  packQty: 1,
  tracksStock: line.kind !== 'APPAREL_STYLE',
  active: true,
});
