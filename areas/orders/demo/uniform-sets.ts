// What children wear: a set for each of four classes this year and the year before, the measures of every style's sizes; and
// which warehouse serves which centre.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { productTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { productId, uniformSizes, uniformStyles } from './orders-catalogue.ts';

const CLASSES = ['PG', 'NUR', 'JKG', 'SKG'] as const;
/** Pieces of each style; the little ones have no track suit. */
const PIECES: Readonly<Record<string, number>> = {
  'UNI-TSHIRT': 3,
  'UNI-SHORTS': 2,
  'UNI-SKIRT': 2,
  'UNI-TRACK': 1,
};
// biome-ignore format: a table
const MEASURES = {
  '18': [80, 86, 18, 24, 50, 48], '20': [86, 95, 24, 36, 53, 50], '22': [95, 103, 36, 48, 56, 52],
  '24': [103, 110, 48, 60, 58, 54], '26': [110, 116, 60, 72, 61, 55], '28': [116, 122, 72, 84, 64, 57],
} as const;

export async function writeUniformSets(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const { rows } = await client.query<{ id: number; code: string }>('select id, code from class');
  const classId = new Map(rows.map((row) => [row.code, row.id]));
  await insertRows(
    client,
    'uniform_kit_mapping',
    [year, year - 1].flatMap((of) =>
      CLASSES.flatMap((code) =>
        uniformStyles
          .filter(({ sku }) => code !== 'PG' || sku !== 'UNI-TRACK')
          .map(({ sku, gender }) => ({
            franchisee_id: 1,
            id: demoUuid('uniform-set', of, code, sku),
            academic_year_id: of,
            class_id: classId.get(code) ?? null,
            gender,
            product_id: productId(sku),
            qty: PIECES[sku] ?? 1,
            optional: sku === 'UNI-TRACK',
            created_by: productTeam.product.id,
          })),
      ),
    ),
  );
  await insertRows(
    client,
    'size_chart',
    uniformStyles.flatMap(({ sku }) =>
      uniformSizes.map((size, i) => {
        const [heightFrom, heightTo, ageFrom, ageTo, chest, waist] = MEASURES[size];
        return {
          style_id: productId(sku),
          size_code: size,
          seq: i + 1,
          height_from_cm: heightFrom,
          height_to_cm: heightTo,
          age_from_mo: ageFrom,
          age_to_mo: ageTo,
          chest_cm: chest,
          waist_cm: waist,
        };
      }),
    ),
  );
  await writeWarehouseMapping(client, year);
}

/** Centres are served from their own part of the country; Andheri has another for WOW kits and a second one; the last two have none. */
async function writeWarehouseMapping(client: Client, year: number): Promise<void> {
  const { rows: centres } = await client.query<{ id: number; state: string | null }>(
    `select f.id, coalesce(f.gst_state_code, c.state_code) as state from franchisee f left join city c on c.id = f.city_id
      where not f.is_head_office and f.status in ('SETUP', 'ACTIVE') order by f.id`,
  );
  const serves = (state: string | null) => (state === '07' ? 'DEL' : state === '29' ? 'BLR' : 'PUN');
  const row = (centre: number, code: string, priority: number, kitType: string | null = null) => ({
    franchisee_id: centre,
    id: demoUuid('warehouse-mapping', centre, kitType ?? 'ALL', priority),
    kit_type: kitType,
    warehouse_id: demoUuid('warehouse', code),
    priority,
    from_on: `${year}-04-01`,
    created_by: productTeam.product.id,
  });
  const [first] = centres;
  await insertRows(client, 'warehouse_mapping', [
    ...centres.slice(0, -2).map(({ id, state }) => row(id, serves(state), 1)),
    ...(first ? [row(first.id, 'BLR', 2), row(first.id, 'DEL', 1, 'WOW_KIT')] : []),
  ]);
}
