// The rows of a mapping: what its key must be, its lines, and a new version of it.
import { refuse } from '@aangan/contract/refusal.ts';
import { several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { productCategories } from '../catalogue/product-words.ts';
import { type KitType, kitTypeOfId, type MappedKitType, sampleCategories } from '../kit-types.ts';
import { refuseOrders } from '../orders.refusals.ts';

export interface MappingKey {
  readonly kitType: MappedKitType;
  readonly yearId: number;
  readonly classId: number | null;
  readonly sampleCategory: keyof typeof sampleCategories | null;
  readonly productCategory: keyof typeof productCategories | null;
  readonly gender: 'MALE' | 'FEMALE' | 'BOTH';
}

export interface MappingTerms {
  readonly priceMode: 'SUM' | 'FIXED';
  readonly fixedPrice: number | null;
  readonly fulfilment: 'PREPACKED' | 'PICK';
  readonly kitProductId: string | null;
}

export interface Line {
  readonly productId: string;
  readonly qty: number;
  readonly optional: boolean;
}

export const sameKey = (key: MappingKey): RawBuilder<boolean> => sql<boolean>`
  kit_type = ${key.kitType} and academic_year_id = ${key.yearId} and class_id is not distinct from ${key.classId}::int
  and sample_category is not distinct from ${key.sampleCategory}::text and product_category is not distinct from ${key.productCategory}::text
  and gender = ${key.gender}`;

/** What the key is for, in a word for names and a short one for codes; faults by field. */
export async function namesOfKey(
  db: Db,
  key: MappingKey,
): Promise<{ type: KitType; word: string; short: string }> {
  const type = kitTypeOfId(key.kitType);
  if (!type?.mapping) throw refuseOrders('kit-type.unknown');
  const { rows: years } = await sql`select from academic_year where id = ${key.yearId}`.execute(db);
  const fields: Record<string, string> = {};
  if (years.length === 0) fields['academicYear'] = 'This year is not open yet';
  const found = (await classes(db)).find(({ id }) => id === key.classId);
  if (type.mappedBy === 'CLASS' && !found) fields['classId'] = 'Choose a class';
  if (type.mappedBy === 'CLASS' && found && type.id === 'BRIDGE_KIT' && found.category !== 'Bridge Course')
    fields['classId'] = 'Choose a class of the category Bridge Course';
  if (type.mappedBy === 'SAMPLE' && !key.sampleCategory) fields['sampleCategory'] = 'Choose one of the list';
  if (type.mappedBy === 'PRODUCT' && !key.productCategory)
    fields['productCategory'] = 'Choose one of the list';
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
  if (found) return { type, word: found.name, short: found.code };
  if (key.sampleCategory)
    return { type, word: sampleCategories[key.sampleCategory], short: key.sampleCategory.slice(0, 3) };
  const category = key.productCategory ?? 'INDOOR';
  return { type, word: productCategories[category], short: category.slice(0, 4) };
}

/** Products must be there, active, no styles, and once each; a WOW mapping has those of its category only. */
export async function ensureLines(
  db: Db,
  lines: readonly Line[],
  key: Pick<MappingKey, 'productCategory'>,
): Promise<void> {
  const ids = lines.map(({ productId }) => productId);
  const { rows } = await sql<{
    id: string;
    kind: string;
    active: boolean;
    name: string;
    category: string | null;
    wow: boolean;
  }>`
    select id, kind, active, name, category, in_wow_kit as wow from product where ${several('id', ids, 'uuid')}`.execute(
    db,
  );
  const fault = (text: string) => refuse('input.invalid', { fields: { lines: text } });
  if (new Set(ids).size < ids.length) throw fault('A product stands there twice');
  if (rows.length < ids.length) throw fault('A product is not there any more');
  for (const product of rows) {
    if (product.kind === 'APPAREL_STYLE') throw fault(`${product.name} is a style: choose one of its sizes`);
    if (!product.active) throw fault(`${product.name} is not active`);
    if (key.productCategory && (!product.wow || product.category !== key.productCategory))
      throw fault(`${product.name} is no WOW product of ${productCategories[key.productCategory]}`);
  }
}

export async function insertLines(db: Db, mappingId: string, lines: readonly Line[]): Promise<void> {
  await sql`delete from kit_mapping_line where mapping_id = ${mappingId}`.execute(db);
  await db
    .insertInto('kit_mapping_line')
    .values(
      lines.map((line, seq) => ({
        mapping_id: mappingId,
        product_id: line.productId,
        qty: line.qty,
        optional: line.optional,
        seq: seq + 1,
      })),
    )
    .execute();
}

/** One PENDING version of a key: its first one, or the next of those before. Refuses a second one that waits. */
export async function newVersion(
  db: Db,
  key: MappingKey,
  of: { terms: MappingTerms; lines: readonly Line[]; madeBy: string; first: boolean },
): Promise<string> {
  const { type, word, short } = await namesOfKey(db, key);
  await ensureLines(db, of.lines, key);
  // Two at once on one key: the second waits here and is refused.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kit-mapping ${JSON.stringify(key)}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{ id: string; code: string; status: string; version: number; current: boolean }>`
    select id, code, status, version_no as version, current from kit_mapping where ${sameKey(key)} order by version_no desc`.execute(
    db,
  );
  const [last] = rows;
  if (last && (of.first || last.status === 'PENDING' || last.status === 'CH1_APPROVED'))
    throw refuseOrders('kit-mapping.exists', {
      details: { name: `${type.name} ${word}`, version: last.version, id: last.id },
    });
  const gender = key.gender === 'BOTH' ? '' : `-${key.gender.slice(0, 1)}`;
  const year = `${key.yearId % 100}${(key.yearId + 1) % 100}`;
  const { id } = await db
    .insertInto('kit_mapping')
    .values({
      code: last?.code ?? `${type.short}-${short}${gender}-${year}`,
      kit_type: key.kitType,
      academic_year_id: key.yearId,
      class_id: key.classId,
      sample_category: key.sampleCategory,
      product_category: key.productCategory,
      gender: key.gender,
      name: `${type.name} ${word}${key.gender === 'BOTH' ? '' : key.gender === 'MALE' ? ', boys' : ', girls'}`,
      price_mode: of.terms.priceMode,
      fixed_price_paise: of.terms.priceMode === 'FIXED' ? of.terms.fixedPrice : null,
      fulfilment: of.terms.fulfilment,
      kit_product_id: of.terms.kitProductId,
      version_no: (last?.version ?? 0) + 1,
      supersedes_id: rows.find(({ current }) => current)?.id ?? null,
      made_by: of.madeBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLines(db, id, of.lines);
  return id;
}
