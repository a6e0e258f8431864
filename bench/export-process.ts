// Makes the register of one centre and year a file and nothing else, then tells what it took, as one line of JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pipelineContract } from '@aangan/areas/enquiries/pipeline/pipeline.contract.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { drainExports, startExport } from '@aangan/server/files/exports.ts';
import { openFolder } from '@aangan/server/files/file-store.ts';
import { useFileStore } from '@aangan/server/files/files.ts';
import { type Database, openDatabase } from '@aangan/server/postgres/database.ts';
import { type NarrowedActor, narrowTo } from '@aangan/server/work/actor.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import pino from 'pino';
import { actorOf } from '../apps/api/actor-of.ts';
import { areaServers } from '../apps/api/areas.ts';
import { demoUuid } from '../db/demo/random.ts';
import { BENCH_KEYS } from './part.ts';

export const EXPORT_CENTRE = 2;
export const EXPORT_YEAR = 2025;
const LOOK_EVERY_MS = 50;
const SHOWN = 12;
const context = { franchiseeId: EXPORT_CENTRE, academicYearId: EXPORT_YEAR };

export interface MadeFile {
  rows: number;
  seconds: number;
  perSecond: number;
  /** Resident memory before and at its most, and along the way. */
  startMb: number;
  mostMb: number;
  alongMb: number[];
  /** Of the heap, after a sweep: what the file left behind. */
  leftMb: number;
}

/** Megabytes of the heap that are still in use. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function makeFile(database: Database): Promise<MadeFile> {
  const actors = actorOf(database);
  const user = await actors(demoUuid('user', 'superadmin'), context);
  if (!user) throw new Error('The super admin may not sign in');
  const { module, right } = pipelineContract.export;
  const actor = narrowTo(user, module, right);
  const jobId = await queue(database, actor);
  const before = heapMb();
  const seen: number[] = [];
  const look = () => void seen.push(process.memoryUsage.rss() / 2 ** 20);
  look();
  const looking = setInterval(look, LOOK_EVERY_MS);
  const started = performance.now();
  await drainExports({ database, log: pino({ level: 'silent' }), actorOf: actors });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(looking);
  look();
  const { rows_done: rows } = await inUnitOfWork(
    database,
    actor,
    { command: 'bench', readOnly: true },
    (db) =>
      db
        .selectFrom('export_job')
        .select('rows_done')
        .where('id', '=', jobId)
        .where('state', '=', 'DONE')
        .executeTakeFirstOrThrow(),
  );
  const every = Math.max(1, Math.round(seen.length / SHOWN));
  return {
    rows,
    seconds: Number(seconds.toFixed(1)),
    perSecond: Math.round(rows / seconds),
    startMb: Math.round(seen[0] ?? 0),
    mostMb: Math.round(Math.max(...seen)),
    alongMb: seen.filter((_, i) => i % every === 0).map(Math.round),
    leftMb: Number((heapMb() - before).toFixed(1)),
  };
}

const queue = (database: Database, actor: NarrowedActor): Promise<string> =>
  inUnitOfWork(
    database,
    { ...actor, ...context },
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

async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-bench-files-'));
  useKeys(BENCH_KEYS);
  useFileStore(await openFolder(folder));
  useAreas(areaServers);
  const database = openDatabase(process.env['BENCH_API_URL'] ?? '', { max: 4 });
  try {
    console.log(JSON.stringify(await makeFile(database)));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
