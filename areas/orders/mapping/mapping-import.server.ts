import type { ImportValues } from '@aangan/contract/file-import.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { mappingImport, mappingLinesImport } from './mapping-import.contract.ts';
import {
  ensureLines,
  insertLines,
  type Line,
  type MappingKey,
  namesOfKey,
  newVersion,
  sameKey,
} from './mapping-row.server.ts';
import { keyIn } from './save-mapping.server.ts';
import { tellMappings } from './tell-mapping.server.ts';

type Values = ImportValues<typeof mappingImport.columns>;

const headOfficeOnly = ({ actor }: { actor: Actor }) =>
  ensure(actor.wholeNetwork, () => refuseOrders('orders.network-only'));

const keyOf = (values: Values): MappingKey => ({
  kitType: values.kitType,
  yearId: Number(values.academicYear.slice(0, 4)),
  classId: values.classId === null ? null : Number(values.classId),
  sampleCategory: values.sampleCategory,
  productCategory: values.productCategory,
  gender: values.gender,
});

function byKey<T>(rows: readonly T[], valuesOf: (row: T) => Values): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(valuesOf(row)));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

async function productsBySku(
  db: Db,
  skus: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = skus.flatMap((sku) => (sku ? [sku.toUpperCase()] : []));
  const { rows } = await sql<{
    id: string;
    sku: string;
  }>`select id, sku from product where ${several('sku', wanted, 'text')}`.execute(db);
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

const COLUMNS = Object.keys(mappingImport.columns);
const isWhole = <T extends object>(row: ImportRow<T>): row is ImportRow<T> & { values: T } =>
  COLUMNS.every((column) => column in row.values);

/** What a rule says of a group, at its first row; nothing when it holds. */
async function faultOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.values(error.fields ?? {})[0] ?? error.message;
  }
}

/** Of one key only one version waits at a time. */
async function waitingVersion(db: Db, key: MappingKey): Promise<string | null> {
  const { rows } = await sql<{ name: string; version: number }>`
    select name, version_no as version from kit_mapping where ${sameKey(key)} and status in ('PENDING', 'CH1_APPROVED')`.execute(
    db,
  );
  const [open] = rows;
  return open ? `Version ${open.version} of ${open.name} waits for approval already` : null;
}

export const mappingImportHandlers = serveImport(mappingImport, {
  allowed: headOfficeOnly,
  lists: {
    classId: async (db) =>
      listOf((await classes(db)).map(({ id, name, code }) => ({ id, names: [name, code] }))),
  },
  check: async (db, rows) => {
    const products = await productsBySku(
      db,
      rows.map((row) => row.values.sku),
    );
    for (const row of rows)
      if (row.values.sku && !products.has(row.values.sku.toUpperCase()))
        row.fault('sku', 'There is no such product');
    for (const group of byKey(rows.filter(isWhole), (row) => row.values as Values).values()) {
      const [first] = group;
      if (!first) continue;
      const values = first.values as Values;
      const text =
        (await faultOf(() => namesOfKey(db, keyOf(values)))) ?? (await waitingVersion(db, keyOf(values)));
      if (text) first.fault('kitType', text);
      const seen = new Set<string>();
      for (const row of group) {
        const { sku, priceMode, fixedPrice } = row.values as Values;
        if (seen.has(sku)) row.fault('sku', 'Stands twice in this kit');
        seen.add(sku);
        if (priceMode !== values.priceMode || fixedPrice !== values.fixedPrice)
          row.fault('priceMode', 'The rows of one kit say different prices');
      }
      if (values.priceMode === 'FIXED' && values.fixedPrice === null)
        first.fault('fixedPrice', 'Enter the price');
      const lines = linesOf(
        group.map((row) => row.values as Values),
        products,
      );
      const wrong =
        seen.size === group.length ? await faultOf(() => ensureLines(db, lines, keyOf(values))) : null;
      if (wrong && !text) first.fault('sku', wrong);
    }
  },
  save: async (db, rows, { userId }) => {
    const products = await productsBySku(
      db,
      rows.map(({ sku }) => sku),
    );
    const made: string[] = [];
    for (const group of byKey(rows, (row) => row).values()) {
      const [first] = group;
      if (!first) continue;
      const fixed = first.priceMode === 'FIXED';
      const id = await newVersion(db, keyOf(first), {
        terms: {
          priceMode: fixed ? 'FIXED' : 'SUM',
          fixedPrice: fixed ? first.fixedPrice : null,
          fulfilment: 'PICK',
          kitProductId: null,
        },
        lines: linesOf(group, products),
        madeBy: userId,
        first: false,
      });
      made.push(id);
    }
    await tellMappings(db, made);
  },
  writes: ['kit_mapping', 'kit_mapping_line'],
});

const linesOf = (
  rows: readonly Pick<Values, 'sku' | 'qty' | 'optional'>[],
  products: ReadonlyMap<string, string>,
): Line[] =>
  rows.flatMap(({ sku, qty, optional }) => {
    const productId = products.get(sku.toUpperCase());
    return productId ? [{ productId, qty, optional: optional ?? false }] : [];
  });

/** The newest version of a code. */
async function newestOf(db: Db, code: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select id from kit_mapping where code = ${code.toUpperCase()} order by version_no desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export const mappingLinesHandlers = serveImport(mappingLinesImport, {
  allowed: headOfficeOnly,
  check: async (db, rows) => {
    const products = await productsBySku(
      db,
      rows.map((row) => row.values.sku),
    );
    const code = rows.find((row) => row.values.mappingCode)?.values.mappingCode;
    const known = code ? await newestOf(db, code) : null;
    for (const row of rows) {
      const { sku, mappingCode } = row.values;
      if (sku && !products.has(sku.toUpperCase())) row.fault('sku', 'There is no such product');
      if (mappingCode && mappingCode !== code) row.fault('mappingCode', 'A file holds one mapping');
      else if (mappingCode && known === null) row.fault('mappingCode', 'There is no such mapping');
    }
  },
  save: async (db, rows, { userId }) => {
    const id = await newestOf(db, rows[0]?.mappingCode ?? '');
    if (id === null) throw refuseOrders('kit-mapping.locked');
    const row = await lockRow(db, 'kit_mapping', id);
    const lines = linesOf(
      rows,
      await productsBySku(
        db,
        rows.map(({ sku }) => sku),
      ),
    );
    await ensureLines(db, lines, keyIn(row));
    // Its maker changes a version nobody has decided on; any other becomes the next version.
    if (row.status === 'PENDING' && row.made_by === userId) {
      await db
        .updateTable('kit_mapping')
        .set({ note: 'Products from a file' })
        .where('id', '=', id)
        .execute();
      await insertLines(db, id, lines);
      return;
    }
    const next = await newVersion(db, keyIn(row), {
      terms: {
        priceMode: row.price_mode as 'SUM',
        fixedPrice: row.fixed_price_paise,
        fulfilment: row.fulfilment as 'PICK',
        kitProductId: row.kit_product_id,
      },
      lines,
      madeBy: userId,
      first: false,
    });
    await tellMappings(db, [next]);
  },
  writes: ['kit_mapping', 'kit_mapping_line'],
});
