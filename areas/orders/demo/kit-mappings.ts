// Mappings of every mapped kit type for this year and the one before, one in each state; Nursery has a second version.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { productTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { kitPart, productId } from './orders-catalogue.ts';

interface Kit {
  type: string;
  code: string;
  name: string;
  classCode?: string;
  sample?: string;
  category?: string;
  skus: readonly (readonly [string, number])[];
  fixed?: number;
  status?: 'PENDING' | 'CH1_APPROVED' | 'REJECT';
}

const CLASSES = [
  ['PG', 'Playgroup'],
  ['NUR', 'Nursery'],
  ['JKG', 'Junior KG'],
  ['SKG', 'Senior KG'],
] as const;
const WOW = {
  INDOOR: ['WOW-BLOCKS'],
  OUTDOOR: ['WOW-SLIDE', 'WOW-SANDPIT'],
  FURNITURE: ['WOW-SHELF', 'WOW-TABLE', 'WOW-CHAIR'],
  IT: ['WOW-TABLET', 'WOW-SPEAKER'],
  SAFETY: ['WOW-FIRE'],
} as const;

const KITS: readonly Kit[] = [
  ...CLASSES.flatMap(([code, name]): Kit[] => [
    {
      type: 'CURRICULUM_KIT_1',
      code: `CK1-${code}`,
      name: `Curriculum Kit 1 ${name}`,
      classCode: code,
      skus: (['BOOKS', 'TOYS', 'ART', 'BAG'] as const).map((part) => [kitPart(code, part), 1] as const),
    },
    {
      type: 'CURRICULUM_KIT_2',
      code: `CK2-${code}`,
      name: `Curriculum Kit 2 ${name}`,
      classCode: code,
      skus: [
        ['KIT2-READER', 2],
        [kitPart(code, 'ART'), 1],
      ],
    },
    {
      type: 'GIFT_BOX',
      code: `GFT-${code}`,
      name: `Admission Kit ${name}`,
      classCode: code,
      skus: [['GIFT-BOTTLE', 1]],
    },
  ]),
  ...CLASSES.slice(2).map(
    ([code, name], i): Kit => ({
      type: 'INTELLI_KIT',
      code: `INT-${code}`,
      name: `Intelli Kit ${name}`,
      classCode: code,
      skus: [['INT-CARDS', 1]],
      fixed: 50_000,
      ...(i === 0 ? {} : { status: 'CH1_APPROVED' as const }),
    }),
  ),
  {
    type: 'BRIDGE_KIT',
    code: 'BRG-BRG',
    name: 'Bridge Kit Bridge Course',
    classCode: 'BRG',
    skus: [['BRG-WORKBOOK', 1]],
  },
  {
    type: 'SAMPLE_KIT',
    code: 'SMP-STU',
    name: 'Sample Kit Student Sample KIT',
    sample: 'STUDENT_KIT',
    skus: [
      [kitPart('NUR', 'BOOKS'), 1],
      ['INT-CARDS', 1],
    ],
  },
  {
    type: 'SAMPLE_KIT',
    code: 'SMP-UNI',
    name: 'Sample Kit Student Uniform Sample KIT',
    sample: 'UNIFORM_KIT',
    skus: [
      ['UNI-TSHIRT-22', 1],
      ['UNI-TRACK-22', 1],
    ],
    status: 'REJECT',
  },
  ...Object.entries(WOW).map(
    ([category, skus]): Kit => ({
      type: 'WOW_KIT',
      code: `WOW-${category.slice(0, 4)}`,
      name: `WOW Kit ${category === 'IT' ? 'IT' : category.charAt(0) + category.slice(1).toLowerCase()}`,
      category,
      skus: skus.map((sku) => [sku, 1] as const),
      ...(category === 'SAFETY' ? { status: 'PENDING' as const } : {}),
    }),
  ),
];

export const mappingId = (code: string, year: number, version = 1): string =>
  demoUuid('kit-mapping', code, year, version);

export async function writeKitMappings(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const { rows } = await client.query<{ id: number; code: string }>('select id, code from class');
  const classId = new Map(rows.map((row) => [row.code, row.id]));
  const { product, c1, c2 } = productTeam;
  const rowOf = (
    kit: Kit,
    of: { year: number; version: number; status: string; current: boolean; madeOn: Day },
  ) => ({
    franchisee_id: 1,
    id: mappingId(kit.code, of.year, of.version),
    code: `${kit.code}-${of.year % 100}${(of.year + 1) % 100}`,
    kit_type: kit.type,
    academic_year_id: of.year,
    class_id: kit.classCode ? (classId.get(kit.classCode) ?? null) : null,
    sample_category: kit.sample ?? null,
    product_category: kit.category ?? null,
    gender: 'BOTH',
    name: kit.name,
    fulfilment: 'PICK',
    price_mode: kit.fixed ? 'FIXED' : 'SUM',
    fixed_price_paise: kit.fixed ?? null,
    status: of.status,
    version_no: of.version,
    supersedes_id: of.version > 1 ? mappingId(kit.code, of.year, of.version - 1) : null,
    current: of.current,
    made_by: product.id,
    ch1_by: of.status === 'CH1_APPROVED' || of.status === 'APPROVED' ? c1.id : null,
    approved_by: of.status === 'APPROVED' ? c2.id : null,
    created_at: `${of.madeOn}T10:30:00+05:30`,
    updated_at: `${of.madeOn}T10:30:00+05:30`,
    created_by: product.id,
  });
  const standing = KITS.flatMap((kit) => {
    const status = kit.status ?? 'APPROVED';
    const now = rowOf(kit, {
      year,
      version: 1,
      status,
      current: status === 'APPROVED',
      madeOn: status === 'APPROVED' ? `${year}-03-05` : addDays(today, -3),
    });
    const before = rowOf(kit, {
      year: year - 1,
      version: 1,
      status: 'APPROVED',
      current: true,
      madeOn: `${year - 1}-03-05`,
    });
    return [now, before];
  });
  await insertRows(client, 'kit_mapping', standing);
  const [nursery] = KITS.filter(({ code }) => code === 'CK1-NUR');
  if (!nursery) throw new Error('Nursery has no kit');
  await insertRows(client, 'kit_mapping', [
    rowOf(nursery, { year, version: 2, status: 'PENDING', current: false, madeOn: addDays(today, -1) }),
  ]);
  const linesOf = (kit: Kit, mapping: string, more: readonly (readonly [string, number])[] = []) =>
    [...kit.skus, ...more].map(([sku, qty], i) => ({
      franchisee_id: 1,
      mapping_id: mapping,
      product_id: productId(sku),
      qty,
      optional: false,
      seq: i + 1,
    }));
  await insertRows(client, 'kit_mapping_line', [
    ...KITS.flatMap((kit) => [
      ...linesOf(kit, mappingId(kit.code, year)),
      ...linesOf(kit, mappingId(kit.code, year - 1)),
    ]),
    // The second version adds the water bottle.
    ...linesOf(nursery, mappingId(nursery.code, year, 2), [['GIFT-BOTTLE', 1]]),
  ]);
  await client.query(
    `insert into status_step (franchisee_id, subject, subject_id, action, from_status, to_status, reason, created_at, created_by)
     select 1, 'kit_mapping', id::text, 'approve', 'PENDING', 'CH1_APPROVED', null, created_at + interval '1 day', ch1_by from kit_mapping where ch1_by is not null
     union all select 1, 'kit_mapping', id::text, 'approve', 'CH1_APPROVED', 'APPROVED', null, created_at + interval '2 days', approved_by from kit_mapping where approved_by is not null
     union all select 1, 'kit_mapping', id::text, 'reject', 'PENDING', 'REJECT', 'The sizes of the sample are not those of the season', created_at + interval '1 day', $1 from kit_mapping where status = 'REJECT'
     order by 8`,
    [c1.id],
  );
}
