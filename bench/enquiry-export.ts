// The register as a file in the background (issue 4: 100,000 rows with flat memory): its rows a second and the most resident
// memory it takes, for 50,000 rows and for the number asked for, each in a fresh process (export-process.ts). Once with the
// flags the product runs under and once with a heap of 96 MB: what a file needs at a time fits in there, however long it is.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import { SERVER_FLAGS } from '../bin/bootstrap.mjs';
import { EXPORT_CENTRE, EXPORT_YEAR, type MadeFile } from './export-process.ts';
import { withNetwork } from './world.ts';

const STUDENTS = 12_000; // the least the large network is made of; only its people and settings matter here
const FEWER = 50_000;
const MOST_LEFT_MB = 5;
/** More resident memory than for the fewer rows: what two runs of the same differ by. */
const MOST_MORE_MB = 32;

const HEAPS = { product: SERVER_FLAGS, '96 MB': ['--max-old-space-size=96'] } as const;
type Heap = keyof typeof HEAPS;

export async function measureExport(rows: number): Promise<void> {
  await withNetwork(STUDENTS, '_export', async ({ name, adminUrl }) => {
    const apiUrl = withDatabase(adminUrl, name, { user: 'aangan_api', password: TEST_API_PASSWORD });
    const fewer = new Map<Heap, MadeFile>();
    for (const wanted of [Math.min(FEWER, rows), rows]) {
      await plant(adminUrl, wanted);
      for (const heap of Object.keys(HEAPS) as Heap[]) {
        const made = await makeFile(apiUrl, HEAPS[heap]);
        const least = fewer.get(heap) ?? made;
        fewer.set(heap, least);
        const moreMb = made.mostMb - least.mostMb;
        const kept = made.rows === wanted && made.leftMb < MOST_LEFT_MB && moreMb < MOST_MORE_MB;
        console.log(JSON.stringify({ bench: 'enquiry-export', heap, ...made, moreMb, kept }));
        if (!kept) process.exitCode = 1;
      }
    }
  });
}

async function makeFile(apiUrl: string, flags: readonly string[]): Promise<MadeFile> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, fileURLToPath(new URL('./export-process.ts', import.meta.url))],
    { env: { ...process.env, BENCH_API_URL: apiUrl } },
  );
  return JSON.parse(stdout) as MadeFile;
}

/** Exactly so many enquiries of the measured centre in a year that has no others. */
const plant = (adminUrl: string, rows: number): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query("set session_replication_role = 'replica'; set synchronous_commit = off");
    await client.query('delete from enquiry where franchisee_id = $1 and academic_year_id = $2', [
      EXPORT_CENTRE,
      EXPORT_YEAR,
    ]);
    await client.query(
      `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, child_last_name, guardian_name, phone_norm, email_norm,
          pincode, source_id, class_id, captured_at, next_follow_up_on, last_note)
       select $1, 'ENQ-002-2526-' || (900000 + i), $2, gen_random_uuid(), 'Child ' || i, 'Surname ' || i % 977, 'Parent ' || i, '+91' || (6000000000 + i),
          'parent' || i || '@example.in', '400053', s.id, 3, now() - i * interval '1 minute', current_date, 'Asked for the fees and the timings of the day ' || i
         from generate_series(1, $3) i, (select id from enquiry_source order by id limit 1) s`,
      [EXPORT_CENTRE, EXPORT_YEAR, rows],
    );
    await client.query('vacuum analyze enquiry');
  });
