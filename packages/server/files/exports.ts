// Exports are jobs: the list's own query, page by page, as the person who asked and with their rights of that moment.
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { type Refusal, Refusal as RefusalError, refusals, refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Worker } from '../background/outbox-worker.ts';
import type { AboutLine, ExportColumn, ExportSource } from '../endpoint/area-extras.ts';
import { exportSource } from '../endpoint/area-registry.ts';
import { safeError } from '../logging.ts';
import type { Database } from '../postgres/database.ts';
import { type Actor, mayCall, type NarrowedActor, narrowToCall, systemActor } from '../work/actor.ts';
import { type Db, inLaggingRead, inUnitOfWork } from '../work/unit-of-work.ts';
import { fileStore, safeName } from './files.ts';
import { csvHead, csvRows, type SheetRow, toWorkbook, XLSX_ROWS } from './sheet-writer.ts';

export const refuseExport = refusals({
  'export.too-many-rows': [422, 'This is more than {rows} rows. Narrow the filters, or choose CSV.'],
  'export.not-ready': [409, 'This file is not ready yet.'],
});

export interface NewExport {
  /** Name under which the rows are found: `enquiry.export`. */
  contract: string;
  /** Words for the list of exports and the file's name. */
  title: string;
  /** Filters and columns, as the source reads them. */
  input: Record<string, unknown>;
  format: 'csv' | 'xlsx';
}

/** Tells the worker of this process to look soon. */
export const exportHint = new EventEmitter().setMaxListeners(100);

/** Queues an export in this transaction. The browser follows it with `export-job.get`. */
export async function startExport(db: Db, actor: Actor, wanted: NewExport): Promise<{ jobId: string }> {
  if (!exportSource(wanted.contract)) throw new Error(`There is no export source '${wanted.contract}'`);
  const job = await db
    .insertInto('export_job')
    .values({
      user_id: actor.userId ?? '',
      franchisee_id: actor.franchiseeId,
      contract: wanted.contract,
      title: wanted.title,
      format: wanted.format,
      input: JSON.stringify(wanted.input),
      context: JSON.stringify({
        franchiseeId: actor.franchiseeId,
        academicYearId: actor.academicYearId,
        roleId: actor.roleIds.length === 1 ? actor.roleIds[0] : null,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  exportHint.emit('queued');
  return { jobId: job.id };
}

export interface ExportContext {
  franchiseeId: number | null;
  academicYearId: number | null;
  roleId?: number | null;
}

export interface ExportDeps {
  database: Database;
  log: Logger;
  /** A user's rights of this moment; null when they may no longer sign in. */
  actorOf(userId: string, context: ExportContext): Promise<Actor | null>;
}

interface Job {
  id: string;
  userId: string;
  contract: string;
  title: string;
  input: Record<string, unknown>;
  format: 'csv' | 'xlsx';
  context: ExportContext;
}

const CSV_ROWS = 1_000_000;
const LOST_AFTER = '2 minutes';

const network = <T>(deps: ExportDeps, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(deps.database, systemActor(), { command: 'export' }, work);

/** Takes the oldest waiting export, or one whose worker died. */
async function claim(deps: ExportDeps): Promise<Job | null> {
  const { rows } = await network(deps, (db) =>
    sql<Job>`update export_job set state = 'RUNNING', rows_done = 0, error = null
    where id = (select id from export_job where state = 'QUEUED' or (state = 'RUNNING' and updated_at < now() - ${LOST_AFTER}::interval) order by created_at limit 1 for update skip locked)
    returning id, user_id as "userId", contract, title, input, format, context`.execute(db),
  );
  return rows[0] ?? null;
}

/** Runs every waiting export once, one after the other. For tests. Returns how many. */
export async function drainExports(deps: ExportDeps): Promise<number> {
  for (let n = 0; ; n += 1) {
    const job = await claim(deps);
    if (!job) return n;
    await runExport(deps, job);
  }
}

async function runExport(deps: ExportDeps, job: Job): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aangan-export-'));
  try {
    const source = exportSource(job.contract);
    const owner = await deps.actorOf(job.userId, job.context);
    if (!source || !owner) throw new Error('the export or its user is gone');
    if (!mayCall(owner, source.endpoint)) throw refuse('module.missing');
    const actor = narrowToCall(owner, source.endpoint);
    const file = path.join(folder, 'rows');
    const rows = await writeFile(deps, { job, source, actor, file });
    if (rows === null) return; // cancelled
    const key = `export-${job.id}.${job.format}`;
    const bytes = (await stat(file)).size;
    await fileStore().adopt(key, file);
    const name = safeName(`${job.title} ${todayIst(new Date())}.${job.format}`);
    await network(deps, async (db) => {
      await sql`update export_job set state = 'DONE', rows_done = ${rows}, rows_total = ${rows}, bytes = ${bytes}, storage_key = ${key}, file_name = ${name}, finished_at = now() where id = ${job.id} and state = 'RUNNING'`.execute(
        db,
      );
      await sql`insert into notice (user_id, kind, title, body, source_area, dedupe_key) values (${job.userId}, 'reports.export-ready', ${`${job.title}: your file is ready`.slice(0, 120)}, ${`${rows} rows`}, 'platform', ${`export:${job.id}`})
        on conflict do nothing`.execute(db);
    });
  } catch (error) {
    const text =
      error instanceof RefusalError ? (error as Refusal).message : 'This file could not be made. Try again.';
    deps.log.error({ id: job.id, operation: job.contract, reason: safeError(error) }, 'export failed');
    await network(deps, (db) =>
      sql`update export_job set state = 'FAILED', error = ${text}, finished_at = now() where id = ${job.id}`.execute(
        db,
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Run {
  job: Job;
  source: ExportSource;
  actor: NarrowedActor;
  file: string;
}

/** Writes the sheet; returns its number of rows, or null when it was cancelled meanwhile. */
async function writeFile(deps: ExportDeps, run: Run): Promise<number | null> {
  const { job, source, actor } = run;
  // What its owner changed before asking for the file stands in it.
  const replica = (await deps.database.replica?.caughtUp()) ?? null;
  const as = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    inLaggingRead(deps.database, replica, actor, { command: job.contract, timeoutMs: 30_000 }, work);
  const total = source.count
    ? await as((db) => (source.count as NonNullable<ExportSource['count']>)(db, actor, job.input))
    : null;
  const columns = source.columns(job.input);
  const sink = job.format === 'csv' ? csvSink(run.file, columns) : xlsxSink(run.file, columns, job.title);
  const asOf = new Date();
  const limit = job.format === 'csv' ? CSV_ROWS : XLSX_ROWS;
  let n = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const page: { rows: readonly SheetRow[]; next: string | null } = await as((db) =>
      source.page(db, actor, job.input, after ?? undefined),
    );
    n += page.rows.length;
    if (n > limit)
      throw refuseExport('export.too-many-rows', { details: { rows: limit.toLocaleString('en-IN') } });
    await sink.add(page.rows);
    after = page.next;
    const going = await network(deps, (db) =>
      sql`update export_job set rows_done = ${n}, rows_total = ${total} where id = ${job.id} and state = 'RUNNING' returning id`.execute(
        db,
      ),
    );
    if (going.rows.length === 0) return null;
  }
  const about = source.about
    ? await as((db) => (source.about as NonNullable<ExportSource['about']>)(db, actor, job.input))
    : null;
  await sink.end(about && (await aboutRows(deps, job, { about, asOf, rows: n })));
  return n;
}

/** The second sheet: whoever finds the file in a year can tell what it holds, from when and by whom. */
async function aboutRows(
  deps: ExportDeps,
  job: Job,
  made: { about: readonly AboutLine[]; asOf: Date; rows: number },
): Promise<readonly AboutLine[]> {
  const by = await network(deps, (db) =>
    db
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('id', '=', job.userId)
      .executeTakeFirst(),
  );
  return [
    ...made.about,
    { what: 'Rows', value: made.rows.toLocaleString('en-IN') },
    { what: 'As of', value: formatDateTime(made.asOf.toISOString()) },
    { what: 'Made by', value: [by?.first_name, by?.last_name].filter(Boolean).join(' ') },
  ];
}

interface Sink {
  add(rows: readonly SheetRow[]): Promise<void>;
  /** `about`: for a second sheet, where the format has one. */
  end(about: readonly AboutLine[] | null): Promise<void>;
}

const ABOUT: readonly ExportColumn[] = [
  { key: 'what', label: 'What', kind: 'text' },
  { key: 'value', label: 'Value', kind: 'longText' },
];

function csvSink(file: string, columns: readonly ExportColumn[]): Sink {
  const stream = createWriteStream(file);
  stream.write(csvHead(columns));
  return {
    add: async (rows) => {
      if (rows.length > 0 && !stream.write(csvRows(columns, rows))) await once(stream, 'drain');
    },
    end: async () => {
      stream.end();
      await once(stream, 'close');
    },
  };
}

function xlsxSink(file: string, columns: readonly ExportColumn[], title: string): Sink {
  const all: SheetRow[] = [];
  return {
    add: async (rows) => void all.push(...rows),
    end: async (about) => {
      const stream = createWriteStream(file);
      const sheets = [
        { name: title, columns, rows: all },
        ...(about
          ? [{ name: 'About this file', columns: ABOUT, rows: about.map((line) => ({ ...line })) }]
          : []),
      ];
      stream.end(await toWorkbook(sheets));
      await once(stream, 'close');
    },
  };
}

/** Starts the export worker of this process: one file at a time. */
export function startExportWorker(deps: ExportDeps & { pollMs?: number }): Worker {
  let stopping = false;
  let wake = () => {};
  const onQueued = () => void setTimeout(() => wake(), 30).unref();
  exportHint.on('queued', onQueued);
  const loop = (async () => {
    while (!stopping) {
      const job = await claim(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'export claim failed');
        return null;
      });
      if (job) {
        await runExport(deps, job).catch((error: unknown) => deps.log.error({ err: error }, 'export failed'));
        continue;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deps.pollMs ?? 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    wake: () => wake(),
    stop: async () => {
      stopping = true;
      exportHint.off('queued', onQueued);
      wake();
      // What runs long is taken up by another process after two minutes.
      await Promise.race([loop, new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
    },
  };
}

/** Removes the files of exports past their day. Returns how many. */
export async function expireExports(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    id: string;
    storage_key: string;
  }>`select id, storage_key from export_job where storage_key is not null and expires_on < ${todayIst(now)} limit 500`.execute(
    db,
  );
  for (const row of rows) {
    await fileStore().remove(row.storage_key);
    await sql`update export_job set storage_key = null where id = ${row.id}`.execute(db);
  }
  return rows.length;
}
