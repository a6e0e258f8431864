import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { kitMappingContract } from './kit-mapping.contract.ts';
import {
  ensureLines,
  insertLines,
  type Line,
  type MappingKey,
  type MappingTerms,
  newVersion,
  sameKey,
} from './mapping-row.server.ts';
import { tellMappings } from './tell-mapping.server.ts';

interface Typed {
  priceMode: 'SUM' | 'FIXED';
  fixedPrice?: number | null | undefined;
  fulfilment: 'PREPACKED' | 'PICK';
}

function termsOf(input: Typed, kitProductId: string | null = null): MappingTerms {
  const fields: Record<string, string> = {};
  if (input.priceMode === 'FIXED' && input.fixedPrice == null) fields['fixedPrice'] = 'Enter the price';
  // A kit that is packed beforehand is a product of its own; without one its products are picked.
  if (input.fulfilment === 'PREPACKED' && kitProductId === null)
    fields['fulfilment'] = 'Add the packed kit as a product first';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
  return {
    priceMode: input.priceMode,
    fixedPrice: input.priceMode === 'FIXED' ? (input.fixedPrice ?? null) : null,
    fulfilment: input.fulfilment,
    kitProductId,
  };
}

type Row = RowIn<'kit_mapping'>;
const yearOf = (words: string): number => Number(words.slice(0, 4));
export const keyIn = (row: Row, yearId = row.academic_year_id): MappingKey => ({
  kitType: row.kit_type,
  yearId,
  classId: row.class_id,
  sampleCategory: row.sample_category as MappingKey['sampleCategory'],
  productCategory: row.product_category as MappingKey['productCategory'],
  gender: row.gender as MappingKey['gender'],
});
const termsIn = (row: Row): MappingTerms => ({
  priceMode: row.price_mode as 'SUM',
  fixedPrice: row.fixed_price_paise,
  fulfilment: row.fulfilment as 'PICK',
  kitProductId: row.kit_product_id,
});
export const linesIn = async (db: Db, mappingId: string): Promise<Line[]> =>
  (
    await sql<Line>`select product_id as "productId", qty, optional from kit_mapping_line where mapping_id = ${mappingId} order by seq`.execute(
      db,
    )
  ).rows;

export const createMapping = handle(kitMappingContract.create, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const key: MappingKey = {
      kitType: input.kitType,
      yearId: yearOf(input.academicYear),
      classId: input.classId ?? null,
      sampleCategory: input.sampleCategory ?? null,
      productCategory: input.productCategory ?? null,
      gender: input.gender,
    };
    const of = { terms: termsOf(input), lines: input.lines, madeBy: userIdOf(actor), first: true };
    const id = await newVersion(db, key, of);
    await tellMappings(db, [id]);
    return { id };
  }),
);

export const amendMapping = handle(kitMappingContract.amend, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'kit_mapping', input.id, version);
    ensure(row.status === 'PENDING', () => refuseOrders('kit-mapping.locked'));
    ensure(row.made_by === actor.userId, () => refuseOrders('kit-mapping.not-yours'));
    await ensureLines(db, input.lines, keyIn(row));
    const terms = termsOf(input, row.kit_product_id);
    await db
      .updateTable('kit_mapping')
      .set({
        price_mode: terms.priceMode,
        fixed_price_paise: terms.fixedPrice,
        fulfilment: terms.fulfilment,
        note: input.note,
      })
      .where('id', '=', row.id)
      .execute();
    await insertLines(db, row.id, input.lines);
    return { id: row.id };
  }),
);

export const reviseMapping = handle(kitMappingContract.revise, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'kit_mapping', input.id);
    ensure(row.status === 'REJECT' || row.status === 'APPROVED', () => refuseOrders('kit-mapping.locked'));
    const of = {
      terms: termsIn(row),
      lines: await linesIn(db, row.id),
      madeBy: userIdOf(actor),
      first: false,
    };
    const id = await newVersion(db, keyIn(row), of);
    await tellMappings(db, [id]);
    return { id };
  }),
);

export const copyMappings = handle(kitMappingContract.copyYear, ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const year = yearOf(input.academicYear);
    const { rows: standing } = await sql<Row>`
      select * from kit_mapping where kit_type = ${input.kitType} and academic_year_id = ${year - 1} and current order by code`.execute(
      db,
    );
    const copied: string[] = [];
    for (const row of standing) {
      const key = keyIn(row, year);
      const { rows: there } = await sql`select from kit_mapping where ${sameKey(key)} limit 1`.execute(db);
      if (there.length > 0) continue;
      copied.push(
        await newVersion(db, key, {
          terms: termsIn(row),
          lines: await linesIn(db, row.id),
          madeBy: userIdOf(actor),
          first: true,
        }),
      );
    }
    await tellMappings(db, copied);
    return { copied: copied.length };
  }),
);

export const mappingOf = async (db: Db, id: string): Promise<Row> =>
  ensureFound(await db.selectFrom('kit_mapping').selectAll().where('id', '=', id).executeTakeFirst());
