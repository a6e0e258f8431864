// Centres from a file: the rules of the form, row by row, and nothing is saved before all are right.
import type { ImportValues } from '@aangan/contract/file-import.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import type { ImportRow } from '@aangan/server/file-import/import-types.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { columnsOf, ensureNetwork } from './franchisee-commands.server.ts';
import { franchiseeImport } from './franchisee-import.contract.ts';
import { noteEvent } from './franchisee-rows.server.ts';

type Centre = ImportValues<typeof franchiseeImport.columns>;

export const franchiseeImportHandlers = serveImport(franchiseeImport, {
  allowed: ({ actor }) => ensureNetwork(actor),
  lists: {
    brand: async (db) =>
      listOf(
        (await db.selectFrom('brand').select(['id', 'name']).where('active', '=', true).execute()).map(
          ({ id, name }) => ({ id, names: [name] }),
        ),
      ),
    zone: async (db) =>
      listOf(
        (await db.selectFrom('zone').select(['id', 'code']).where('active', '=', true).execute()).map(
          ({ id, code }) => ({ id, names: [code] }),
        ),
      ),
  },
  check: async (db, rows) => {
    const cities = await readCities(db);
    const pincodes = await knownPincodes(db, rows);
    for (const { values, fault } of rows) {
      const { city, state, pincode } = values;
      if (city !== undefined && state !== undefined && !cities.has(cityKey(city, state)))
        fault('city', `There is no such city in ${state}`);
      if (pincode !== undefined && !pincodes.has(pincode)) fault('pincode', 'not in the directory.');
    }
    await findSameCentres(db, rows);
  },
  save: async (db, centres) => {
    const cities = await readCities(db);
    for (const { city, state, brand, zone, ...centre } of centres) {
      const values = {
        ...centre,
        brandId: Number(brand),
        zoneId: Number(zone),
        cityId: Number(cities.get(cityKey(city, state))),
      };
      const { id } = await db
        .insertInto('franchisee')
        .values({ ...columnsOf(values), company_name: values.companyName, model: values.model })
        .returning('id')
        .executeTakeFirstOrThrow();
      await noteEvent(db, { franchiseeId: id, action: 'create', to: 'LEAD', reason: 'From a file' });
    }
  },
  writes: ['franchisee'],
});

const key = (text: string): string => text.trim().toLowerCase();
const cityKey = (city: string, state: string): string => `${key(city)}|${key(state)}`;

async function readCities(db: Db): Promise<ReadonlyMap<string, number>> {
  const cities = await db
    .selectFrom('city')
    .select(['id', 'name', 'state'])
    .where('active', '=', true)
    .execute();
  return new Map(cities.map(({ id, name, state }) => [cityKey(name, state), id]));
}

async function knownPincodes(db: Db, rows: readonly ImportRow<Centre>[]): Promise<ReadonlySet<string>> {
  const named = [...new Set(rows.flatMap(({ values }) => values.pincode ?? []))];
  if (named.length === 0) return new Set();
  const known = await db.selectFrom('pincode').select('pincode').where('pincode', 'in', named).execute();
  return new Set(known.map(({ pincode }) => pincode));
}

/** Names and codes that a centre has already, or that stand twice in the file. */
async function findSameCentres(db: Db, rows: readonly ImportRow<Centre>[]): Promise<void> {
  const centres = await db.selectFrom('franchisee').select(['company_name', 'code']).execute();
  const rules = [
    [
      'companyName',
      new Set(centres.map((row) => key(row.company_name))),
      'There is already a centre of this name.',
    ],
    [
      'code',
      new Set(centres.flatMap((row) => (row.code ? [key(row.code)] : []))),
      'Another centre has this code.',
    ],
  ] as const;
  for (const [column, taken, text] of rules) {
    const seen = new Set<string>();
    for (const { values, fault } of rows) {
      const name = key(values[column] ?? '');
      if (taken.has(name)) fault(column, text);
      else if (name && seen.has(name)) fault(column, 'stands in the file twice.');
      seen.add(name);
    }
  }
}
