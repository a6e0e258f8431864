// Kits to order for the tests of orders: products with prices, a mapping, stock, and rights of new children.
import { randomUUID } from 'node:crypto';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { NURSERY } from '@aangan/testkit/world-families.ts';
import { stockContract } from '../stock/stock.contract.ts';
import { childIn, priceIn, r, warehouseIn } from '../stock/stock-testing.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';

type Mode = 'ONLINE' | 'CREDIT' | 'BANK_TRANSFER' | 'NIL';

export const KIT = 'CURRICULUM_KIT_1' as const;

/** A right of a new child to a kit. */
export async function rightIn(
  app: TestApp,
  { centre = ANDHERI, kitType = KIT }: { centre?: number; kitType?: string } = {},
): Promise<string> {
  const { studentId, enrolmentId } = await childIn(app, { centre });
  const [row] = await app.sql<{ id: string }>(
    `insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
     values ($1, $2, $3, $4, $5, $6, 'MANUAL') returning id`,
    [centre, YEAR, kitType, enrolmentId, studentId, NURSERY],
  );
  return row?.id ?? '';
}

/** Kit 1 of Nursery at ₹1,500.00: books 600 (0 %), toys 700 (5 %), bag 300 (18 %), spread by list price; 1,000 of each in stock. */
export async function kitsIn(app: TestApp) {
  const warehouseId = await warehouseIn(app);
  const products: Record<string, string> = {};
  async function product(sku: string, hsn: string, price: number): Promise<string> {
    const [row] = await app.sql<{ id: string }>(
      `insert into product (sku, name, hsn, weight_g) values ($1, $1, $2, 500) returning id`,
      [sku, hsn],
    );
    await priceIn(app, row?.id ?? '', price);
    return row?.id ?? '';
  }
  async function map(kitType: string, keys: string[], fixed: number | null, version = 1): Promise<string> {
    const [row] = await app.sql<{ id: string }>(
      `insert into kit_mapping (code, kit_type, academic_year_id, class_id, name, status, current, made_by, price_mode, fixed_price_paise, version_no)
     values ($1, $2, $3, $4, $2, 'APPROVED', true, $5, case when $6::bigint is null then 'SUM' else 'FIXED' end, $6::bigint, $7) returning id`,
      [`M-${kitType.slice(0, 16)}`, kitType, YEAR, NURSERY, people.Ira.id, fixed, version],
    );
    for (const [i, key] of keys.entries())
      await app.sql(
        `insert into kit_mapping_line (mapping_id, product_id, qty, seq) values ($1, $2, 1, $3)`,
        [row?.id, products[key], i + 1],
      );
    return row?.id ?? '';
  }
  const receive = (productId: string, qty: number) =>
    app
      .as('Dev', { centre: null })
      .call(stockContract.receive, { warehouseId, productId, qty, unitCost: r(100), note: null });

  const right = (centre: number = ANDHERI, kitType: string = KIT) => rightIn(app, { centre, kitType });
  const rights = async (count: number, centre: number = ANDHERI) => {
    const made = [];
    for (let i = 0; i < count; i += 1) made.push(await right(centre));
    return made;
  };
  const quoteOf = (ids: string[], who = app.as('Bina')) =>
    who.call(contract.quote, { kitType: KIT, lines: ids.map((allocationId) => ({ allocationId, qty: 1 })) });
  const order = (
    ids: string[],
    quote: string,
    more: Partial<{ mode: Mode; clientOrderId: string; backorder: boolean; askOffice: boolean }> = {},
  ) => ({
    clientOrderId: more.clientOrderId ?? randomUUID(),
    kitType: KIT,
    lines: ids.map((allocationId) => ({ allocationId, qty: 1 })),
    quote,
    paymentMode: more.mode ?? ('ONLINE' as const),
    backorder: more.backorder ?? false,
    askOffice: more.askOffice ?? false,
    reference: null,
  });
  async function placed(ids: string[], more: Parameters<typeof order>[2] = {}) {
    const { quote } = await quoteOf(ids);
    return app.as('Bina').call(contract.place, order(ids, quote, more));
  }

  products['books'] = await product('BOOKS', '4901', r(600));
  products['toys'] = await product('TOYS', '9503', r(700));
  products['bag'] = await product('BAG', '4202', r(300));
  const mapping = await map('CURRICULUM_KIT_1', ['books', 'toys', 'bag'], r(1500));
  for (const productId of Object.values(products)) await receive(productId, 1000);
  return { warehouseId, products, mapping, product, map, receive, right, rights, quoteOf, order, placed };
}
