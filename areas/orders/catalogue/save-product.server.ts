import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { marginContract } from '../margin/margin.contract.ts';
import { ratesIn } from '../margin/request-margin.server.ts';
import { type ProductView, productContract } from './product.contract.ts';
import { keepPictures, picturesOf } from './product-pictures.server.ts';

type Values = Omit<ParsedInputOf<typeof productContract.change>, 'id' | 'imageIds'>;

/** What the product table has of the form. */
export const productColumns = (values: Values) => ({
  sku: values.sku,
  name: values.name,
  description: values.description ?? null,
  category: values.category ?? null,
  in_wow_kit: values.inWowKit,
  gender: values.gender,
  hsn: values.hsn,
  uom: values.uom,
  weight_g: values.weightG,
  length_mm: values.lengthMm ?? null,
  width_mm: values.widthMm ?? null,
  height_mm: values.heightMm ?? null,
  min_order_qty: values.minOrderQty,
  pack_qty: values.packQty,
  active: values.active,
});

async function ensureValues(db: Db, values: Values, self: string | null): Promise<void> {
  const fields: Record<string, string> = {};
  if (values.inWowKit && !values.category) fields['category'] = 'Choose where it stands in a WOW kit';
  const { rows } =
    await sql`select from product where sku = ${values.sku} and id is distinct from ${self}::uuid`.execute(
      db,
    );
  if (rows.length > 0) fields['sku'] = 'Already used';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

export const addProduct = handle(productContract.add, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const { imageIds, kind, ...values } = input;
    await ensureValues(db, values, null);
    const tracks = kind !== 'APPAREL_STYLE' && values.tracksStock;
    const { id } = await db
      .insertInto('product')
      .values({ ...productColumns(values), kind, tracks_stock: tracks })
      .returning('id')
      .executeTakeFirstOrThrow();
    const image_ids = await keepPictures(db, id, imageIds ?? [], []);
    if (image_ids.length > 0)
      await db.updateTable('product').set({ image_ids }).where('id', '=', id).execute();
    return { id };
  }),
);

export const changeProduct = handle(productContract.change, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const { id, imageIds, ...values } = input;
    const row = ensureFound(
      await db.selectFrom('product').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    );
    ensureFresh(row.version === version ? 1 : 0);
    await ensureValues(db, values, id);
    const image_ids = await keepPictures(db, id, imageIds ?? [], row.image_ids);
    const tracks_stock = row.kind !== 'APPAREL_STYLE' && values.tracksStock;
    await db
      .updateTable('product')
      .set({ ...productColumns(values), tracks_stock, image_ids })
      .where('id', '=', id)
      .execute();
    return { id };
  }),
);

type Row = ProductView & { imageIds: string[] };

async function productRow(db: Db, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select p.version, p.sku, p.name, p.description, p.kind, p.category, p.in_wow_kit as "inWowKit", p.gender, p.hsn, p.uom,
      p.weight_g as "weightG", p.length_mm as "lengthMm", p.width_mm as "widthMm", p.height_mm as "heightMm", p.min_order_qty as "minOrderQty",
      p.pack_qty as "packQty", p.tracks_stock as "tracksStock", p.active, s.name as style, p.size_code as "sizeCode",
      p.image_ids as "imageIds"
      from product p left join product s on s.id = p.parent_id where p.id = ${id}`.execute(db);
  return ensureFound(rows[0]);
}

export const productPage = handle(productContract.page, async ({ db, actor, input, now }) => {
  const { imageIds, ...row } = await productRow(db, input.id);
  const prices = await sql<{
    fromOn: string;
    mrp: number;
    marginBp: number;
    price: number;
    approver1: string | null;
    approver2: string | null;
  }>`select x.from_on as "fromOn", x.mrp_paise as mrp, x.margin_bp as "marginBp", x.price_paise as price, ${personName('a')} as approver1, ${personName('b')} as approver2
      from product_price x join margin_request r on r.id = x.request_id left join app_user a on a.id = r.level1_by left join app_user b on b.id = r.level2_by
     where x.product_id = ${input.id} order by x.from_on desc limit 100`.execute(db);
  const sizes = await sql<{ id: string; sizeCode: string; sku: string; price: number | null }>`
    select p.id, p.size_code as "sizeCode", p.sku,
      (select x.price_paise from product_price x where x.product_id = p.id and x.from_on <= ${todayIst(now)} order by x.from_on desc limit 1) as price
      from product p where p.parent_id = ${input.id} order by length(p.size_code), p.size_code`.execute(db);
  const last = await sql<{
    id: string;
    status: string;
    mrp: number;
    marginBp: number;
    price: number;
    fromOn: string;
  }>`
    select id, status, mrp_paise as mrp, margin_bp as "marginBp", price_paise as price, from_on as "fromOn" from margin_request
     where product_id = ${input.id} order by created_at desc, id desc limit 1`.execute(db);
  const request = last.rows[0] ?? null;
  const open = request !== null && (request.status === 'PENDING' || request.status === 'PARTIALLY APPROVED');
  return {
    id: input.id,
    product: row,
    images: await picturesOf(db, imageIds, now),
    sizes: sizes.rows,
    prices: prices.rows,
    request,
    rates: (await ratesIn(db)).filter((rate) => row.hsn.startsWith(rate.hsnPrefix)),
    can: {
      change: actor.wholeNetwork && mayCall(actor, productContract.change),
      ask:
        actor.wholeNetwork && !open && row.kind !== 'APPAREL_STYLE' && mayCall(actor, marginContract.request),
    },
  };
});
