import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { keepPictures, picturesOf } from '../catalogue/product-pictures.server.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { chartFault } from './size-chart.ts';
import { uniformStyleContract as contract, type SizeView } from './uniform-style.contract.ts';

type Sizes = ParsedInputOf<typeof contract.save>['sizes'];

export const getStyle = handle(contract.get, async ({ db, actor, input, now }) => {
  const style = ensureFound(
    await db
      .selectFrom('product')
      .selectAll()
      .where('id', '=', input.id)
      .where('kind', '=', 'APPAREL_STYLE')
      .executeTakeFirst(),
  );
  return {
    id: style.id,
    version: style.version,
    name: style.name,
    sku: style.sku,
    gender: style.gender,
    active: style.active,
    images: await picturesOf(db, style.image_ids, now),
    sizes: await sizesOf(db, style, todayIst(now)),
    can: { save: actor.wholeNetwork && mayCall(actor, contract.save) },
  };
});

/** The sizes of a style with their measures; a size that has none yet, and a style without sizes, begin with the usual chart. */
async function sizesOf(
  db: Db,
  style: { id: string; sku: string; weight_g: number },
  on: string,
): Promise<SizeView[]> {
  const { rows } = await sql<SizeView>`
    select p.id, p.size_code as "sizeCode", p.sku, p.weight_g as "weightG", p.active, t.mrp_paise as mrp, t.price_paise as price,
      coalesce(c.height_from_cm, d.height_from_cm, 80) as "heightFrom", coalesce(c.height_to_cm, d.height_to_cm, 86) as "heightTo",
      coalesce(c.age_from_mo, d.age_from_mo, 18) as "ageFrom", coalesce(c.age_to_mo, d.age_to_mo, 24) as "ageTo",
      case when c.id is not null then c.chest_cm else d.chest_cm end as chest, case when c.id is not null then c.waist_cm else d.waist_cm end as waist,
      (select coalesce(sum(greatest(s.on_hand - s.reserved - s.safety, 0)), 0)::int from stock_level s where s.product_id = p.id) as free
      from product p left join size_chart c on c.style_id = p.parent_id and c.size_code = p.size_code
      left join size_chart d on d.style_id is null and d.size_code = p.size_code
      left join lateral (select x.mrp_paise, x.price_paise from product_price x where x.product_id = p.id and x.from_on <= ${on}
        order by x.from_on desc limit 1) t on true
     where p.parent_id = ${style.id} order by coalesce(c.seq, d.seq, 99), p.size_code`.execute(db);
  if (rows.length > 0) return rows;
  const usual = await sql<SizeView>`
    select null as id, size_code as "sizeCode", ${style.sku} || '-' || size_code as sku, ${style.weight_g}::int as "weightG", true as active,
      null as mrp, null as price, 0 as free, height_from_cm as "heightFrom", height_to_cm as "heightTo", age_from_mo as "ageFrom",
      age_to_mo as "ageTo", chest_cm as chest, waist_cm as waist from size_chart where style_id is null order by seq`.execute(
    db,
  );
  return usual.rows;
}

export const saveStyle = handle(contract.save, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const style = ensureFound(
      await db
        .selectFrom('product')
        .selectAll()
        .where('id', '=', input.id)
        .where('kind', '=', 'APPAREL_STYLE')
        .forUpdate()
        .executeTakeFirst(),
    );
    ensureFresh(style.version === version ? 1 : 0);
    await ensureSizes(db, style.id, input.sizes);
    const image_ids = await keepPictures(db, style.id, input.imageIds ?? [], style.image_ids);
    await db
      .updateTable('product')
      .set({ name: input.name, gender: input.gender, image_ids })
      .where('id', '=', style.id)
      .execute();
    await writeSizes(db, { ...style, name: input.name, gender: input.gender }, input.sizes);
    return { id: style.id };
  }),
);

/** Every size once, none of the known ones lost, each SKU free, and whoever is measured has exactly one size. */
async function ensureSizes(db: Db, styleId: string, sizes: Sizes): Promise<void> {
  const fields: Record<string, string> = {};
  const { rows: known } = await sql<{ id: string; code: string }>`
    select id, size_code as code from product where parent_id = ${styleId}`.execute(db);
  const sent = new Set(sizes.map(({ id }) => id));
  const lost = known.find(({ id }) => !sent.has(id));
  if (lost) fields['sizes'] = `Size ${lost.code} is missing: switch it off instead`;
  const { rows: taken } = await sql<{ id: string; sku: string }>`
    select id, sku from product where ${several(
      'sku',
      sizes.map(({ sku }) => sku),
      'text',
    )}`.execute(db);
  for (const [i, { id, sku, sizeCode }] of sizes.entries()) {
    if (sizes.findIndex((one) => one.sizeCode === sizeCode) < i)
      fields[`sizes.${i}.sizeCode`] = `Size ${sizeCode} stands there twice`;
    if (sizes.findIndex((one) => one.sku === sku) < i) fields[`sizes.${i}.sku`] = `${sku} stands there twice`;
    if (taken.some((one) => one.sku === sku && one.id !== (id ?? null)))
      fields[`sizes.${i}.sku`] = `${sku} is another product`;
    const before = known.find((one) => one.id === id);
    if (id && !before) fields['sizes'] = 'A size belongs to another style';
    // Orders and stock carry the code: a size that was sold stays what it was.
    if (before && before.code !== sizeCode)
      fields[`sizes.${i}.sizeCode`] = `Size ${before.code} keeps its name: add a new size instead`;
  }
  const active = sizes.filter((one) => one.active);
  const fault = active.length === 0 ? 'At least one size is active' : chartFault(active);
  if (fault && Object.keys(fields).length === 0) fields['sizes'] = fault;
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

async function writeSizes(db: Db, style: RowIn<'product'>, sizes: Sizes): Promise<void> {
  for (const { id, sku, sizeCode, weightG, active } of sizes) {
    const values = {
      sku,
      size_code: sizeCode,
      name: `${style.name.slice(0, 100)}, size ${sizeCode}`,
      gender: style.gender,
      weight_g: weightG,
      active,
    };
    if (id) await db.updateTable('product').set(values).where('id', '=', id).execute();
    else
      await db
        .insertInto('product')
        .values({ ...values, kind: 'APPAREL_SIZE', parent_id: style.id, hsn: style.hsn, uom: style.uom })
        .execute();
  }
  await db.deleteFrom('size_chart').where('style_id', '=', style.id).execute();
  await db
    .insertInto('size_chart')
    .values(
      [...sizes]
        .sort((a, b) => a.heightFrom - b.heightFrom)
        .map((one, i) => ({
          style_id: style.id,
          size_code: one.sizeCode,
          seq: i + 1,
          height_from_cm: one.heightFrom,
          height_to_cm: one.heightTo,
          age_from_mo: one.ageFrom,
          age_to_mo: one.ageTo,
          chest_cm: one.chest ?? null,
          waist_cm: one.waist ?? null,
        })),
    )
    .execute();
}
