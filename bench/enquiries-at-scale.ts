// The same search of the same centre in a network of 50,000 enquiries and in one of 5 million (issue 2 §5: at most 1.5
// times as long). Both stand side by side and are asked in turn. The measured centre has 5,000 enquiries in both; the
// large network has the design's skew: one centre with 205,000, one with 55,000, a thousand in all.
import { todayIst } from '@aangan/contract/period.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { ENQUIRY_STEPS } from '../db/demo/large/enquiries-sql.ts';
import { dropIndexes, makeIndexes } from '../db/demo/large/indexes.ts';
import { allFirstNames, allSurnames } from '../db/demo/names.ts';
import { load, Measured } from './load.ts';
import { enquirySearch } from './scenarios/enquiries.ts';
import { type Bench, withBench } from './world.ts';

const SMALL = 50_000;
const A_CENTRE = 5_000;
const GIANTS = [205_000, 55_000] as const;
const CHILDREN = 12_000; // the least the large network is made of; only its people and settings matter here
const SLICE_SECONDS = 2;
const MOST_RATIO = 1.5;

export async function measureEnquiries(most: number, seconds: number): Promise<void> {
  await withBench(CHILDREN, '_small', (small) =>
    withBench(CHILDREN, '_big', async (big) => {
      await plant(small, SMALL);
      await plant(big, most);
      await compare('centre', { small, big }, seconds, big.headers);
      await compare('head office', { small, big }, seconds, { 'x-franchisee-id': '0' });
      const giant = new Measured();
      await run(big, { 'x-franchisee-id': String(giantCentre(most)) }, seconds, giant);
      print({ of: 'centre of 205,000', big: giant });
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
    console.log(`  ${total} enquiries of ${centres} centres; ${indexes.length} indexes to make`);
    await makeIndexes(client, indexes);
    await client.query('vacuum analyze enquiry');
  });
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
 * at another second of the ninety days before: else a thousand families of one name would follow each other in time.
 */
async function copyStatement(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = 'enquiry' and table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('franchisee_id', 'id', 'enquiry_code', 'captured_at')`,
  );
  const others = rows.map(({ name }) => name).join(', ');
  return `insert into enquiry (franchisee_id, id, enquiry_code, captured_at, ${others})
    select f, gen_random_uuid(), enquiry_code || n, captured_at - (random() * 90) * interval '1 day', ${others} from enquiry, generate_series($1::int, $2::int) f, generate_series(1, $3::int) n where franchisee_id = ${FIRST_CENTRE}`;
}

let asked = 0;

async function run(bench: Bench, headers: Record<string, string>, seconds: number, into?: Measured) {
  const target = {
    base: bench.app.url,
    headers: { ...bench.headers, ...headers },
    next: () => enquirySearch.request(asked++, bench.world),
  };
  await load(target, seconds, into);
}

async function compare(
  of: string,
  { small, big }: { small: Bench; big: Bench },
  seconds: number,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const got = { small: new Measured(), big: new Measured() };
  // Each is asked as its own super admin.
  const { authorization: _own, ...context } = headers;
  for (const bench of [small, big]) await run(bench, context, SLICE_SECONDS);
  for (let left = seconds; left > 0; left -= SLICE_SECONDS) {
    await run(small, context, SLICE_SECONDS, got.small);
    await run(big, context, SLICE_SECONDS, got.big);
  }
  print({ of, ...got });
}

function print({ of, small, big }: { of: string; small?: Measured; big: Measured }): void {
  const figures = (one: Measured) => ({
    perSecond: Number(one.perSecond.toFixed(1)),
    p50: Number(one.percentile(0.5).toFixed(2)),
    p99: Number(one.percentile(0.99).toFixed(2)),
    failed: one.failed,
  });
  const ratio = small ? Number((small.perSecond / big.perSecond).toFixed(2)) : undefined;
  console.log(
    JSON.stringify({
      bench: 'enquiries-at-scale',
      of,
      ...(small ? { small: figures(small) } : {}),
      big: figures(big),
      ratio,
    }),
  );
  if ((ratio ?? 0) > MOST_RATIO || big.failed > 0) process.exitCode = 1;
}
