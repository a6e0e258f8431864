// The two networks that are compared: centres of 5,000 enquiries each, and in the large one two giants and
// a centre of 50.
import { tallyJob } from '@aangan/areas/enquiries/dashboard/enquiry-tally.server.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { ENQUIRY_STEPS } from '../db/demo/large/enquiries-sql.ts';
import { dropIndexes, makeIndexes } from '../db/demo/large/indexes.ts';
import { allFirstNames, allSurnames } from '../db/demo/names.ts';
import type { Bench } from './world.ts';

export const SMALL = 50_000;
const A_CENTRE = 5_000;
const GIANTS = [205_000, 55_000] as const;
const A_TINY_CENTRE = 50;

const ordinaryCentres = (total: number): number =>
  Math.round((total - (total > SMALL ? GIANTS[0] + GIANTS[1] : 0)) / A_CENTRE);
/** The centres of 205,000 and of 50 in a network of `total` enquiries; the tiny one's come on top. */
export const giantCentre = (total: number): number => ordinaryCentres(total) + 2;
export const tinyCentre = (total: number): number => ordinaryCentres(total) + 4;

/** Enquiries straight into the table: centre 2 and on have 5,000 each, the giants and the tiny one come last. */
export async function plantEnquiries(bench: Bench, total: number): Promise<void> {
  await withClient(bench.adminUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from enquiry where franchisee_id <> $1',
      [tinyCentre(total)],
    );
    if (rows[0]?.n !== total) await plantAll(client, total);
    if (total <= SMALL) return;
    await plantTiny(client, tinyCentre(total));
    await plantHouseholds(client, giantCentre(total), tinyCentre(total));
  });
  await tally(bench);
}

async function plantAll(client: Client, total: number): Promise<void> {
  await client.query(
    `set session_replication_role = 'replica'; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; truncate enquiry cascade`,
  );
  const indexes = await dropIndexes(client, ['enquiry']);
  await nameTables(client);
  const centres = ordinaryCentres(total);
  await makeCentres(client, centres + 3);
  await insertFirst(client);
  const copies = await copyStatement(client);
  for (let from = 3; from <= centres + 1; from += 50)
    await client.query(copies, [from, Math.min(from + 49, centres + 1), 1]);
  if (total > SMALL)
    for (const [n, size] of GIANTS.entries())
      await client.query(copies, [centres + 2 + n, centres + 2 + n, size / A_CENTRE]);
  await plantContacts(client);
  console.log(`  ${total} enquiries of ${centres} centres; ${indexes.length} indexes to make`);
  await makeIndexes(client, indexes);
  await client.query('vacuum analyze enquiry');
  await client.query('truncate enquiry_tally');
}

/** Centres with the numbers from 14 to `last`; those before are the demo's. */
const makeCentres = (client: Client, last: number) =>
  client.query(
    `insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
     select n, 'Centre ' || n, 'Centre ' || n, 'B' || n, 'FOFO', 'ACTIVE', 1, 1, 1, '400053', '2021-01-01', '2021-06-01' from generate_series(14, $1::int) n on conflict do nothing`,
    [last],
  );

/** The first centre's first enquiries once more, unless they are there. */
async function plantTiny(client: Client, centre: number): Promise<void> {
  await makeCentres(client, centre);
  const there = await client.query('select from enquiry where franchisee_id = $1 limit 1', [centre]);
  if (there.rowCount) return;
  await client.query("set session_replication_role = 'replica'");
  await client.query(await copyStatement(client, A_TINY_CENTRE), [centre, centre, 1]);
  await client.query('vacuum analyze enquiry');
}

/** The copies' households of these centres, unless they are there; who is called next is looked for through them. */
async function plantHouseholds(client: Client, from: number, to: number): Promise<void> {
  const there = await client.query('select from enquiry_household where franchisee_id = $1 limit 1', [from]);
  if (there.rowCount) return;
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    'insert into enquiry_household (franchisee_id, id) select franchisee_id, household_id from enquiry where franchisee_id between $1 and $2 on conflict do nothing',
    [from, to],
  );
  await client.query('vacuum analyze enquiry_household');
}

/** As the job does every minute: the running figures of a large network. */
async function tally(bench: Bench): Promise<void> {
  const database = openDatabase(bench.adminUrl, { max: 2, statementTimeoutMs: 60_000 });
  const work = <T>(franchiseeId: number | null, one: (db: Db) => Promise<T>): Promise<T> =>
    inUnitOfWork(database, systemActor(franchiseeId), { command: 'bench.tally' }, one);
  const ports = { afterCommit: () => undefined, config: {}, origin: 'http://aangan.test' };
  const tools = { work, now: new Date(), data: null, ports };
  while ((await tallyJob.run(tools)).ok > 0);
  await database.close();
}

/** The households' mobiles, by which a number is looked for. */
async function plantContacts(client: Client): Promise<void> {
  const indexes = await dropIndexes(client, ['household_contact']);
  await client.query(
    `truncate household_contact; insert into household_contact (franchisee_id, household_id, kind, value_norm, value_raw, label, position)
      select distinct on (franchisee_id, phone_norm) franchisee_id, household_id, 'PHONE', phone_norm, phone_norm, 'MOTHER', 1 from enquiry where phone_norm is not null`,
  );
  await makeIndexes(client, indexes);
}

async function nameTables(client: Client): Promise<void> {
  for (const [table, names] of [
    ['first_name', allFirstNames()],
    ['surname', allSurnames()],
  ] as const)
    await client.query(
      `create temp table ${table} as select n::int - 1 as n, name from unnest('{${names.join(',')}}'::text[]) with ordinality x (name, n); create unique index on ${table} (n); analyze ${table}`,
    );
}

const FIRST_CENTRE = 2;

async function insertFirst(client: Client): Promise<void> {
  const step = ENQUIRY_STEPS.find((one) => one.table === 'enquiry');
  if (!step) throw new Error('There is no statement for enquiries');
  await client.query(
    step.sql
      .replaceAll(':today', `date '${todayIst(new Date())}'`)
      .replaceAll(':from', String(FIRST_CENTRE))
      .replaceAll(':to', String(FIRST_CENTRE))
      .replaceAll(':each', String(A_CENTRE / 5)),
  );
}

/**
 * The first centre's rows for centres $1 to $2, each $3 times: much quicker than making them up again. Each copy arrives
 * at another second of the ninety days before: else a thousand families of one name would follow each other in time. And each family has a mobile of its own.
 */
async function copyStatement(client: Client, most = A_CENTRE): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = 'enquiry' and table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('franchisee_id', 'id', 'enquiry_code', 'captured_at', 'phone_norm', 'household_id')`,
  );
  const others = rows.map(({ name }) => name).join(', ');
  return `insert into enquiry (franchisee_id, id, enquiry_code, captured_at, phone_norm, household_id, ${others})
    select f, gen_random_uuid(), enquiry_code || n, captured_at - (random() * 90) * interval '1 day', '+91' || (6000000000 + floor(random() * 3999999999)::bigint), gen_random_uuid(), ${others} from (select * from enquiry where franchisee_id = ${FIRST_CENTRE} order by academic_year_id desc limit ${most}) one, generate_series($1::int, $2::int) f, generate_series(1, $3::int) n`;
}
