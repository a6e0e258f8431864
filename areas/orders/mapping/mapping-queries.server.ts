import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName, several } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { withPictures } from '../catalogue/product-pictures.server.ts';
import { rateOf } from '../margin/margin.ts';
import { ratesIn } from '../margin/request-margin.server.ts';
import { kitMappingContract, type MappingLine } from './kit-mapping.contract.ts';
import { mappingListing } from './kit-mapping.listing.server.ts';
import { kitPrice } from './kit-price.ts';
import { sameKey } from './mapping-row.server.ts';
import { keyIn, linesIn, mappingOf } from './save-mapping.server.ts';

type Priced = Omit<MappingLine, 'qty' | 'optional'>;
interface Found extends Omit<Priced, 'rateBp'> {
  hsn: string;
  mrp: number | null;
}

/** Products with their price of a day and the rate their MRP bears then. */
async function pricedProducts(db: Db, where: ReturnType<typeof sql>, on: string): Promise<Priced[]> {
  const { rows } = await sql<Found>`
    select p.id as "productId", p.sku, p.name, t.price_paise as price, t.mrp_paise as mrp, p.weight_g as "weightG", p.image_ids[1]::text as "imageUrl", p.hsn from product p
      left join lateral (select x.price_paise, x.mrp_paise from product_price x where x.product_id = p.id and x.from_on <= ${on}
        order by x.from_on desc limit 1) t on true where ${where} order by p.name, p.id limit 200`.execute(
    db,
  );
  const rates = await ratesIn(db);
  return (await withPictures(db, rows)).map(({ hsn, mrp, ...row }) => ({
    ...row,
    rateBp: rateOf(rates, { hsn, mrp: mrp ?? 0, on })?.rateBp ?? 0,
  }));
}

export const mappingProducts = handle(kitMappingContract.products, async ({ db, input, now }) => {
  const words = `%${(input.q ?? '').replace(/[%_\\]/g, '\\$&')}%`;
  const where = input.ids
    ? several('p.id', input.ids, 'uuid')
    : sql`p.active and p.kind <> 'APPAREL_STYLE' and (p.name ilike ${words} or p.sku ilike ${words})`;
  const rows = await pricedProducts(db, where as ReturnType<typeof sql>, todayIst(now));
  return { rows: input.ids ? rows : rows.slice(0, 30) };
});

export const getMapping = handle(kitMappingContract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await mappingListing.row({ db, actor }, input.id));
  const kept = await mappingOf(db, row.id);
  const lines = await linesIn(db, row.id);
  const products = new Map(
    (
      await pricedProducts(
        db,
        several(
          'p.id',
          lines.map(({ productId }) => productId),
          'uuid',
        ) as ReturnType<typeof sql>,
        todayIst(now),
      )
    ).map((product) => [product.productId, product]),
  );
  const full = lines.flatMap((line) => {
    const product = products.get(line.productId);
    return product ? [{ ...product, qty: line.qty, optional: line.optional }] : [];
  });
  const price = kitPrice(full, kept.fixed_price_paise);
  const names = await sql<{ made: string | null; ch1: string | null; approved: string | null }>`
    select ${personName('a')} as made, ${personName('b')} as ch1, ${personName('c')} as approved from kit_mapping k
      left join app_user a on a.id = k.made_by left join app_user b on b.id = k.ch1_by left join app_user c on c.id = k.approved_by
     where k.id = ${row.id}`.execute(db);
  return {
    ...row,
    sampleCategory: kept.sample_category,
    productCategory: kept.product_category,
    priceMode: kept.price_mode as 'SUM',
    fixedPrice: kept.fixed_price_paise,
    fulfilment: kept.fulfilment as 'PICK',
    kitProductId: kept.kit_product_id,
    note: kept.note,
    madeByName: names.rows[0]?.made ?? null,
    ch1Name: names.rows[0]?.ch1 ?? null,
    approvedName: names.rows[0]?.approved ?? null,
    lines: full,
    tax: price?.tax ?? null,
    total: price?.total ?? null,
    difference: await differenceOf(db, kept),
  };
});

/** Quantities of each product in the version that holds now and in this one, where they differ. */
async function differenceOf(db: Db, kept: Awaited<ReturnType<typeof mappingOf>>) {
  const { rows } = await sql<{ name: string; before: number; after: number }>`
    with standing as (select id from kit_mapping where ${sameKey(keyIn(kept))} and current and id <> ${kept.id})
    select p.name, coalesce(b.qty, 0) as before, coalesce(a.qty, 0) as after
      from (select product_id, qty from kit_mapping_line where mapping_id in (select id from standing)) b
      full join (select product_id, qty from kit_mapping_line where mapping_id = ${kept.id}) a on a.product_id = b.product_id
      join product p on p.id = coalesce(a.product_id, b.product_id)
     where exists (select from standing) and coalesce(a.qty, 0) <> coalesce(b.qty, 0) order by p.name`.execute(
    db,
  );
  return rows;
}
