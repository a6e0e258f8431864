import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { withPictures } from '../catalogue/product-pictures.server.ts';
import { productGenders } from '../catalogue/product-words.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { uniformSetContract as contract } from './uniform-set.contract.ts';
import { uniformSets } from './uniform-set.listing.ts';

export const uniformSetListing = serveListing(uniformSets, {
  from: sql`uniform_kit_mapping u join product p on p.id = u.product_id join class c on c.id = u.class_id`,
  alias: 'u',
  columns: {
    style: 'p.name',
    sku: 'p.sku',
    set: sql`u.academic_year_id || '-' || (u.academic_year_id + 1) || ', ' || c.name`,
    academicYear: sql`u.academic_year_id || '-' || (u.academic_year_id + 1)`,
    className: 'c.name',
    gender: 'u.gender',
    qty: 'u.qty',
    optional: 'u.optional',
    sizes: sql`(select count(*)::int from product z where z.parent_id = p.id and z.active)`,
    free: sql`(select coalesce(sum(greatest(s.on_hand - s.reserved - s.safety, 0)), 0)::int from product z
      join stock_level s on s.product_id = z.id where z.parent_id = p.id and z.active)`,
    classId: 'u.class_id',
    productId: 'u.product_id',
    imageUrl: sql`p.image_ids[1]::text`,
  },
  map: (rows, { db }) => withPictures(db, rows),
  can: (_row, actor) => ({
    change: actor.wholeNetwork && mayCall(actor, contract.change),
    remove: actor.wholeNetwork && mayCall(actor, contract.remove),
  }),
});
export const { handlers } = uniformSetListing;

const yearOf = (words: string): number => Number(words.slice(0, 4));

export const uniformStyles = handle(contract.styles, async ({ db, input }) => {
  const words = `%${(input.q ?? '').replace(/[%_\\]/g, '\\$&')}%`;
  const { rows } = await sql<{ id: string; name: string; sku: string; gender: 'BOTH'; sizes: number }>`
    select p.id, p.name, p.sku, p.gender, (select count(*)::int from product z where z.parent_id = p.id and z.active) as sizes
      from product p where p.kind = 'APPAREL_STYLE' and p.active and (p.name ilike ${words} or p.sku ilike ${words})
     order by p.name, p.id limit 100`.execute(db);
  return { rows };
});

export const addUniform = handle(contract.add, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const year = yearOf(input.academicYear);
    const { rows: years } = await sql`select from academic_year where id = ${year}`.execute(db);
    const { rows: styles } = await sql<{ name: string; gender: 'BOTH' | 'MALE' | 'FEMALE' }>`
      select name, gender from product where id = ${input.productId} and kind = 'APPAREL_STYLE' and active`.execute(
      db,
    );
    const [style] = styles;
    const fields: Record<string, string> = {};
    if (years.length === 0) fields['academicYear'] = 'This year is not open yet';
    if (!(await classes(db)).some(({ id }) => id === input.classId)) fields['classId'] = 'Choose a class';
    if (!style) fields['productId'] = 'Choose a style of apparel that is active';
    else if (style.gender !== 'BOTH' && style.gender !== input.gender)
      fields['productId'] = `${style.name} is for ${productGenders[style.gender].toLowerCase()} only`;
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
    const { rows } = await sql<{ id: string }>`
      insert into uniform_kit_mapping (academic_year_id, class_id, gender, product_id, qty, optional)
      values (${year}, ${input.classId}, ${input.gender}, ${input.productId}, ${input.qty}, ${input.optional})
      on conflict on constraint uniform_kit_mapping_once do nothing returning id`.execute(db);
    const [made] = rows;
    if (!made) throw refuse('row.duplicate', { fields: { productId: 'Stands in this set already' } });
    return made;
  }),
);

export const changeUniform = handle(contract.change, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'uniform_kit_mapping', input.id, version);
    await db
      .updateTable('uniform_kit_mapping')
      .set({ qty: input.qty, optional: input.optional })
      .where('id', '=', row.id)
      .execute();
    return {};
  }),
);

export const removeUniform = handle(contract.remove, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'uniform_kit_mapping', input.id, version);
    await db.deleteFrom('uniform_kit_mapping').where('id', '=', row.id).execute();
    return {};
  }),
);

export const copyUniforms = handle(contract.copyYear, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const year = yearOf(input.academicYear);
    const { rows: years } = await sql`select from academic_year where id = ${year}`.execute(db);
    if (years.length === 0)
      throw refuse('input.invalid', { fields: { academicYear: 'This year is not open yet' } });
    const { rows } = await sql`
      insert into uniform_kit_mapping (academic_year_id, class_id, gender, product_id, qty, optional)
      select ${year}, u.class_id, u.gender, u.product_id, u.qty, u.optional from uniform_kit_mapping u
        join product p on p.id = u.product_id and p.active
       where u.academic_year_id = ${year - 1}
         and not exists (select from uniform_kit_mapping o where o.academic_year_id = ${year} and o.class_id = u.class_id)
      on conflict on constraint uniform_kit_mapping_once do nothing returning id`.execute(db);
    return { copied: rows.length };
  }),
);
