// The register as a file in the background: rows a second, the most resident memory it takes, and what is left of the rows
// once the heap is swept (issue 4: 100,000 rows with flat memory). Between two sweeps the heap takes what it may, so resident
// memory alone says little. One process makes the file and nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pipelineContract } from '@aangan/areas/enquiries/pipeline/pipeline.contract.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { useAreas } from '@aangan/server/area-registry.ts';
import { type Database, openDatabase } from '@aangan/server/database.ts';
import { drainExports, type ExportDeps, startExport } from '@aangan/server/exports.ts';
import { openFolder } from '@aangan/server/file-store.ts';
import { useFileStore } from '@aangan/server/files.ts';
import { useKeys } from '@aangan/server/seal.ts';
import { inUnitOfWork } from '@aangan/server/unit-of-work.ts';
import { TEST_API_PASSWORD, withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import pino from 'pino';
import { actorOf } from '../apps/api/actor-of.ts';
import { areaServers } from '../apps/api/areas.ts';
import { demoUuid } from '../db/demo/random.ts';
import { withNetwork } from './world.ts';

const STUDENTS = 12_000; // the least the large network is made of; only its people and settings matter here
const CENTRE = 2;
const YEAR = 2025;
const WARM_ROWS = 5_000;
const LOOK_EVERY_MS = 50;
const SHOWN = 20;
const MOST_LEFT_MB = 5;
const MOST_GROWTH_MB = 256;

const context = { franchiseeId: CENTRE, academicYearId: YEAR };

export async function measureExport(rows: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-bench-files-'));
  useKeys({ sealKey: '07'.repeat(32), signKey: '09'.repeat(32) });
  useFileStore(await openFolder(folder));
  useAreas(areaServers);
  await withNetwork(STUDENTS, '_export', async ({ name, adminUrl }) => {
    const apiUrl = withDatabase(adminUrl, name, { user: 'aangan_api', password: TEST_API_PASSWORD });
    const database = openDatabase(apiUrl, { max: 4 });
    try {
      await plant(adminUrl, WARM_ROWS);
      await makeFile(database);
      await plant(adminUrl, rows);
      const made = await makeFile(database);
      const kept = made.rows === rows && made.leftMb < MOST_LEFT_MB && made.growthMb < MOST_GROWTH_MB;
      console.log(JSON.stringify({ bench: 'enquiry-export', ...made, kept }));
      if (!kept) process.exitCode = 1;
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Exactly so many enquiries of the measured centre in a year that has no others. */
const plant = (adminUrl: string, rows: number): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query("set session_replication_role = 'replica'; set synchronous_commit = off");
    await client.query('delete from enquiry where franchisee_id = $1 and academic_year_id = $2', [
      CENTRE,
      YEAR,
    ]);
    await client.query(
      `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, child_last_name, guardian_name, phone_norm, email_norm,
          pincode, source_id, class_id, captured_at, next_follow_up_on, last_note)
       select $1, 'ENQ-002-2526-' || (900000 + i), $2, gen_random_uuid(), 'Child ' || i, 'Surname ' || i % 977, 'Parent ' || i, '+91' || (6000000000 + i),
          'parent' || i || '@example.in', '400053', s.id, 3, now() - i * interval '1 minute', current_date, 'Asked for the fees and the timings of the day ' || i
         from generate_series(1, $3) i, (select id from enquiry_source order by id limit 1) s`,
      [CENTRE, YEAR, rows],
    );
    await client.query('vacuum analyze enquiry');
  });

interface Made {
  rows: number;
  seconds: number;
  perSecond: number;
  /** Resident memory before and at its most. */
  startMb: number;
  mostMb: number;
  growthMb: number;
  /** Of the heap, after a sweep: what the file left behind. */
  leftMb: number;
}

setFlagsFromString('--expose-gc');
const sweep: () => void = runInNewContext('gc');

/** Megabytes of the heap that are still in use. */
function heapMb(): number {
  sweep();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function makeFile(database: Database): Promise<Made> {
  const actors = actorOf(database);
  const actor = await actors(demoUuid('user', 'superadmin'), context);
  if (!actor) throw new Error('The super admin may not sign in');
  const jobId = await queue(database, actor);
  const deps: ExportDeps = { database, log: pino({ level: 'silent' }), actorOf: actors };
  const before = heapMb();
  const rssMb = () => process.memoryUsage.rss() / 2 ** 20;
  const seen = [rssMb()];
  const look = setInterval(() => void seen.push(rssMb()), LOOK_EVERY_MS);
  const started = performance.now();
  await drainExports(deps);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(look);
  seen.push(rssMb());
  const rows = await inUnitOfWork(database, actor, { command: 'bench', readOnly: true }, (db) =>
    db.selectFrom('export_job').select('rows_done').where('id', '=', jobId).executeTakeFirstOrThrow(),
  );
  const every = Math.max(1, Math.round(seen.length / SHOWN));
  console.log(
    `  RSS over the file, MB: ${seen
      .filter((_, i) => i % every === 0)
      .map(Math.round)
      .join(' ')}`,
  );
  const [startMb = 0, mostMb = 0] = [seen[0] ?? 0, Math.max(...seen)].map(Math.round);
  return {
    rows: rows.rows_done,
    seconds: Number(seconds.toFixed(1)),
    perSecond: Math.round(rows.rows_done / seconds),
    startMb,
    mostMb,
    growthMb: mostMb - startMb,
    leftMb: Number((heapMb() - before).toFixed(1)),
  };
}

const queue = (database: Database, actor: Actor): Promise<string> =>
  inUnitOfWork(
    database,
    { ...actor, franchiseeId: CENTRE, academicYearId: YEAR },
    { command: 'bench' },
    async (db) =>
      (
        await startExport(
          db,
          { ...actor, ...context },
          { contract: pipelineContract.export.name, title: 'Enquiries', input: {}, format: 'csv' },
        )
      ).jobId,
  );
