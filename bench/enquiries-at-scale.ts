// What counsellors and the head office ask most, of the same centre in a network of 50,000 enquiries and in one of 5 million (issues 2 and 4: at most 1.5
// times as long). Both stand side by side and are asked in turn. The measured centre has 5,000 enquiries in both; the
// large network has the design's skew: one centre with 205,000, one with 55,000, a thousand in all.
import { tallyJob } from '@aangan/areas/enquiries/dashboard/enquiry-tally.server.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/actor.ts';
import { openDatabase } from '@aangan/server/database.ts';
import { type Db, inUnitOfWork } from '@aangan/server/unit-of-work.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { ENQUIRY_STEPS } from '../db/demo/large/enquiries-sql.ts';
import { dropIndexes, makeIndexes } from '../db/demo/large/indexes.ts';
import { allFirstNames, allSurnames } from '../db/demo/names.ts';
import { load, Measured } from './load.ts';
import { type ScaleLine, scaleLines } from './scale-lines.ts';
import { type Bench, withBench } from './world.ts';

const SMALL = 50_000;
const A_CENTRE = 5_000;
const GIANTS = [205_000, 55_000] as const;
const CHILDREN = 12_000; // the least the large network is made of; only its people and settings matter here
const SLICE_SECONDS = 2;
const MOST_RATIO = 1.5;

interface Place {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function measureEnquiries(
  most: number,
  seconds: number,
  only: readonly string[] | undefined,
): Promise<void> {
  await withBench(CHILDREN, '_small', (small) =>
    withBench(CHILDREN, '_big', async (big) => {
      await plant(small, SMALL);
      await plant(big, most);
      const table: ComparedLine[] = [];
      const centre = { name: 'centre', headers: {} };
      const headOffice = { name: 'head office', headers: { 'x-franchisee-id': '0' } };
      const giant = {
        name: 'centre of 205,000',
        headers: { 'x-franchisee-id': String(giantCentre(most)) },
      };
      for (const line of scaleLines.filter((one) => !only || only.includes(one.name))) {
        table.push(await compare(centre, line, { small, big }, seconds));
        if (!line.centreOnly) table.push(await compare(headOffice, line, { small, big }, seconds));
        table.push(await measureGiant(giant, line, big, seconds));
      }
      console.table(table);
    }),
  );
}

const ordinaryCentres = (total: number): number =>
  Math.round((total - (total > SMALL ? GIANTS[0] + GIANTS[1] : 0)) / A_CENTRE);
const giantCentre = (total: number): number => ordinaryCentres(total) + 2;

/** Enquiries straight into the table: centre 2 and on have 5,000 each, the giants come last. */
async function plant(bench: Bench, total: number): Promise<void> {
  await withClient(bench.adminUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from enquiry');
    if (rows[0]?.n === total) return;
    await client.query(
      `set session_replication_role = 'replica'; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; truncate enquiry cascade`,
    );
    const indexes = await dropIndexes(client, ['enquiry']);
    await nameTables(client);
    const centres = ordinaryCentres(total);
    await client.query(
      `insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
       select n, 'Centre ' || n, 'Centre ' || n, 'B' || n, 'FOFO', 'ACTIVE', 1, 1, 1, '400053', '2021-01-01', '2021-06-01' from generate_series(14, $1::int) n on conflict do nothing`,
      [centres + 3],
    );
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
  });
  await tally(bench);
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
async function copyStatement(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = 'enquiry' and table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('franchisee_id', 'id', 'enquiry_code', 'captured_at', 'phone_norm', 'household_id')`,
  );
  const others = rows.map(({ name }) => name).join(', ');
  return `insert into enquiry (franchisee_id, id, enquiry_code, captured_at, phone_norm, household_id, ${others})
    select f, gen_random_uuid(), enquiry_code || n, captured_at - (random() * 90) * interval '1 day', '+91' || (6000000000 + floor(random() * 3999999999)::bigint), gen_random_uuid(), ${others} from enquiry, generate_series($1::int, $2::int) f, generate_series(1, $3::int) n where franchisee_id = ${FIRST_CENTRE}`;
}

interface Sides {
  readonly small: Bench;
  readonly big: Bench;
}

const SLICES_OF = (seconds: number): number[] =>
  Array.from({ length: Math.ceil(seconds / SLICE_SECONDS) }, () => SLICE_SECONDS);

/** One question, asked of both networks in turn, as `of`. */
async function compare(
  of: Place,
  line: ScaleLine,
  { small, big }: Sides,
  seconds: number,
): Promise<ComparedLine> {
  const target = async (bench: Bench) => {
    // Each is asked as its own super admin.
    const headers = { ...bench.headers, ...of.headers };
    return { base: bench.app.url, headers, next: await line.questions({ bench, headers }) };
  };
  const targets = { small: await target(small), big: await target(big) };
  const got = { small: new Measured(), big: new Measured() };
  for (const side of ['small', 'big'] as const) await load(targets[side], SLICE_SECONDS);
  for (const slice of SLICES_OF(seconds))
    for (const side of ['small', 'big'] as const) await load(targets[side], slice, got[side]);
  return printed(of.name, line.name, got);
}

/** The large centre has no counterpart in the small network: its figures stand alone. */
async function measureGiant(of: Place, line: ScaleLine, big: Bench, seconds: number): Promise<ComparedLine> {
  const headers = { ...big.headers, ...of.headers };
  const target = { base: big.app.url, headers, next: await line.questions({ bench: big, headers }) };
  const got = new Measured();
  await load(target, SLICE_SECONDS);
  for (const slice of SLICES_OF(seconds)) await load(target, slice, got);
  return printed(of.name, line.name, { big: got });
}

interface ComparedLine {
  of: string;
  line: string;
  smallP50?: number;
  p50: number;
  p99: number;
  perSecond: number;
  ratio?: number;
  failed: number;
}

function printed(
  of: string,
  line: string,
  { small, big }: { small?: Measured; big: Measured },
): ComparedLine {
  const ms = (measured: Measured, share: number) => Number(measured.percentile(share).toFixed(2));
  const ratio = small ? Number((small.perSecond / big.perSecond).toFixed(2)) : undefined;
  const result: ComparedLine = {
    of,
    line,
    ...(small ? { smallP50: ms(small, 0.5) } : {}),
    p50: ms(big, 0.5),
    p99: ms(big, 0.99),
    perSecond: Number(big.perSecond.toFixed(1)),
    ...(ratio === undefined ? {} : { ratio }),
    failed: big.failed + (small?.failed ?? 0),
  };
  console.log(JSON.stringify({ bench: 'enquiries-at-scale', ...result }));
  if ((ratio ?? 0) > MOST_RATIO || result.failed > 0) process.exitCode = 1;
  return result;
}
