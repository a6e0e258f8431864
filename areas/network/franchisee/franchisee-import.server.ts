// Centres from a file: the rules of the form, row by row, and nothing is saved before all are right.
import { fieldErrors } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import {
  type Cells,
  finishImport,
  keepCheck,
  type RowError,
  readRows,
  takeChecked,
} from '../import-job.server.ts';
import { columnsOf, ensureNetwork } from './franchisee-commands.server.ts';
import { franchiseeColumns, franchiseeImportContract } from './franchisee-import.contract.ts';
import { noteEvent } from './franchisee-rows.server.ts';
import { centreValues } from './franchisee-shapes.ts';

const CONTRACT = 'franchisee.import';
const schema = z.strictObject(centreValues);
type Values = z.output<typeof schema>;

const key = (...parts: string[]): string => parts.map((part) => part.trim().toLowerCase()).join('|');

interface Lists {
  brands: ReadonlyMap<string, number>;
  zones: ReadonlyMap<string, number>;
  cities: ReadonlyMap<string, number>;
  pincodes: ReadonlySet<string>;
  names: ReadonlySet<string>;
  codes: ReadonlySet<string>;
}

async function readLists(db: Db, rows: readonly Cells[]): Promise<Lists> {
  const brands = await db.selectFrom('brand').select(['id', 'name']).where('active', '=', true).execute();
  const zones = await db.selectFrom('zone').select(['id', 'code']).where('active', '=', true).execute();
  const cities = await db
    .selectFrom('city')
    .select(['id', 'name', 'state'])
    .where('active', '=', true)
    .execute();
  const { rows: pincodes } = await sql<{
    pincode: string;
  }>`select pincode from pincode where pincode = any (${rows.map((row) => row['pincode'] ?? '')}::text[])`.execute(
    db,
  );
  const centres = await db.selectFrom('franchisee').select(['company_name', 'code']).execute();
  return {
    brands: new Map(brands.map((row) => [key(row.name), row.id])),
    zones: new Map(zones.map((row) => [key(row.code), row.id])),
    cities: new Map(cities.map((row) => [key(row.name, row.state), row.id])),
    pincodes: new Set(pincodes.map((row) => row.pincode)),
    names: new Set(centres.map((row) => key(row.company_name))),
    codes: new Set(centres.flatMap((row) => (row.code ? [key(row.code)] : []))),
  };
}

export const checkFranchiseeImport = handle(franchiseeImportContract.check, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const { rows, errors } = await readRows(input.csv, franchiseeColumns);
  const ready: Values[] = [];
  if (errors.length === 0) {
    const lists = await withWholeReach(db, actor, () => readLists(db, rows));
    const seen = { names: new Set<string>(), codes: new Set<string>() };
    for (const [index, cells] of rows.entries()) {
      const { fields, values } = shapeRow(cells, lists);
      Object.assign(fields, twice(cells, lists, seen));
      errors.push(...asErrors(index + 2, fields));
      if (values) ready.push(values);
    }
  }
  return keepCheck(db, actor, {
    contract: CONTRACT,
    fileName: input.fileName,
    total: rows.length,
    rows: ready,
    errors,
  });
});

const asErrors = (row: number, fields: Readonly<Record<string, string>>): RowError[] =>
  Object.entries(fields).map(([field, text]) => ({ row, field, text }));

function twice(
  cells: Cells,
  lists: Lists,
  seen: { names: Set<string>; codes: Set<string> },
): Record<string, string> {
  const name = key(cells['company_name'] ?? '');
  const code = key(cells['store_code'] ?? '');
  const fields: Record<string, string> = {};
  if (lists.names.has(name)) fields['company_name'] = 'There is already a centre of this name.';
  else if (name && seen.names.has(name)) fields['company_name'] = 'stands in the file twice.';
  if (lists.codes.has(code)) fields['store_code'] = 'Another centre has this code.';
  else if (code && seen.codes.has(code)) fields['store_code'] = 'stands in the file twice.';
  seen.names.add(name);
  seen.codes.add(code);
  return fields;
}

function shapeRow(cells: Cells, lists: Lists): { fields: Record<string, string>; values: Values | null } {
  const fields: Record<string, string> = {};
  const get = (name: string): string => cells[name] ?? '';
  const known = (name: string, id: number | undefined, text: string): number | undefined => {
    if (id === undefined) fields[name] = text;
    return id;
  };
  const number = (name: string): number | null => (get(name) === '' ? null : Number(get(name)));
  const zoneId = known('zone_code', lists.zones.get(key(get('zone_code'))), 'There is no such zone');
  const brandId = known('brand', lists.brands.get(key(get('brand'))), 'There is no such brand');
  const cityId = known(
    'city',
    lists.cities.get(key(get('city'), get('state'))),
    `There is no such city in ${get('state') || 'this state'}`,
  );
  if (get('address1') === '') fields['address1'] = 'Fill this in';
  if (!lists.pincodes.has(get('pincode'))) fields['pincode'] = 'not in the directory.';
  const parsed = schema.safeParse({
    companyName: get('company_name'),
    model: get('model').toUpperCase(),
    zoneId,
    brandId,
    cityId: cityId ?? 1,
    address1: get('address1') || null,
    pincode: get('pincode') || null,
    lat: number('lat'),
    lng: number('lng'),
    phone: get('phone') || null,
    email: get('email') || null,
    gstin: get('gstin') || null,
    code: get('store_code') || null,
  });
  if (!parsed.success)
    for (const [name, text] of Object.entries(fieldErrors(parsed.error)))
      fields[COLUMN[name] ?? name] ??= text;
  return { fields, values: parsed.success ? parsed.data : null };
}

const COLUMN: Readonly<Record<string, string>> = { companyName: 'company_name', code: 'store_code' };

export const commitFranchiseeImport = handle(
  franchiseeImportContract.commit,
  async ({ db, actor, input }) => {
    ensureNetwork(actor);
    const rows = await takeChecked<Values>(db, actor, CONTRACT, input.jobId);
    await withWholeReach(db, actor, async () => {
      for (const values of rows) {
        const { id } = await db
          .insertInto('franchisee')
          .values({ ...columnsOf(values), company_name: values.companyName, model: values.model })
          .returning('id')
          .executeTakeFirstOrThrow();
        await noteEvent(db, { franchiseeId: id, action: 'create', to: 'LEAD', reason: 'From a file' });
      }
    });
    await finishImport(db, input.jobId, rows.length);
    return { inserted: rows.length };
  },
);
