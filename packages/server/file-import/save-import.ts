// Saving the rows of a checked file: in the request when there are few, else in the background; all or none in one
// transaction, or the valid rows in pieces, of which a stop or a crash leaves whole ones behind.
import { Refusal } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { JobTools } from '../background/background.ts';
import { countAnew } from '../work/count-anew.ts';
import type { Db } from '../work/unit-of-work.ts';
import {
  endJob,
  jobOf,
  keepRefused,
  letGo,
  noteProgress,
  type ReadyRow,
  readyRows,
  type StoredJob,
  tellDone,
} from './import-store.ts';
import type { ImportAt, ServedImport } from './import-types.ts';

/** Rows of one piece, and as many as a request saves itself. */
export const PIECE = 1000;

interface Saving {
  served: ServedImport;
  job: StoredJob;
  at: ImportAt;
}

const saveRows = (db: Db, { served, job, at }: Saving, rows: readonly ReadyRow[]): Promise<void> =>
  served.work.save(
    db,
    rows.map(({ ready }) => ready),
    {
      ...at,
      jobId: job.id,
      fileName: job.fileName,
      options: job.options,
      lines: rows.map(({ row }) => row),
    },
  );

/** Saves a small file within the request. Of a file that is saved whole the first refusal takes all back. */
export async function saveNow(db: Db, saving: Saving): Promise<number> {
  const { job } = saving;
  if (job.mode === 'VALID_ROWS') {
    while ((await savePiece(db, saving)) > 0);
    const saved = (await jobOf(db, job.id))?.saved ?? 0;
    await endJob(db, job.id, { state: 'DONE' });
    return saved;
  }
  const rows = await readyRows(db, job.id, 0, PIECE);
  await saveRows(db, saving, rows);
  await endJob(db, job.id, { state: 'DONE', saved: rows.length });
  return rows.length;
}

/** Saves in the background, as often as it is asked: a repeated run goes on where the last one ended, or begins anew. */
export async function saveLater(tools: JobTools, place: number | null, saving: Saving): Promise<number> {
  const { job } = saving;
  if (job.mode === 'ALL_OR_NOTHING') return saveWhole(tools, place, saving);
  let n = 0;
  for (;;) {
    const looked = await tools.work(place, async (db) => {
      await actAs(db, saving.at.userId);
      const now = await jobOf(db, job.id, { lock: true });
      if (now?.state !== 'COMMITTING') return null;
      const looked = now.cancelAsked ? 0 : await savePiece(db, saving);
      if (looked > 0) return looked;
      await endJob(db, job.id, { state: now.cancelAsked ? 'CANCELLED' : 'DONE' });
      return null;
    });
    if (looked === null) return n;
    n += looked;
  }
}

/** The next valid rows, saved in one go, or row by row where one is refused. They are let go in the same transaction. */
async function savePiece(db: Db, saving: Saving): Promise<number> {
  const { served, job } = saving;
  const rows = await readyRows(db, job.id, 0, PIECE);
  if (rows.length === 0) return 0;
  const refused: { row: number; refusal: Refusal }[] = [];
  if ((await tried(db, () => saveRows(db, saving, rows))) instanceof Refusal)
    for (const one of rows) {
      const refusal = await tried(db, () => saveRows(db, saving, [one]));
      if (refusal) refused.push({ row: one.row, refusal });
    }
  const names = Object.keys(served.of.columns);
  await keepRefused(
    db,
    job.id,
    refused.map(({ row, refusal }) => ({ row, faults: faultsOf(refusal, names) })),
  );
  const gone = new Set(refused.map(({ row }) => row));
  await letGo(
    db,
    job.id,
    rows.flatMap(({ row }) => (gone.has(row) ? [] : [row])),
  );
  await noteProgress(db, job.id, { done: rows.length, saved: rows.length - gone.size, bad: gone.size });
  const saved = (await jobOf(db, job.id))?.saved ?? 0;
  await countMany(db, served, saved);
  return rows.length;
}

/** A refusal as faults of columns; what belongs to no column of the file stands at its first. */
function faultsOf(refusal: Refusal, names: readonly string[]): { column: string; text: string }[] {
  const fields = Object.entries(refusal.fields ?? {}).filter(([name]) => names.includes(name));
  return fields.length > 0
    ? fields.map(([column, text]) => ({ column, text }))
    : [{ column: names[0] ?? '', text: Object.values(refusal.fields ?? {})[0] ?? refusal.message }];
}

async function tried(db: Db, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint import_rows`.execute(db);
  try {
    await work();
    await sql`release savepoint import_rows`.execute(db);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint import_rows`.execute(db);
    return error;
  }
}

// The planner must never know of less than half of what a file has brought so far.
async function countMany(db: Db, { work }: ServedImport, saved: number): Promise<void> {
  if (saved >= PIECE) await countAnew(db, work.writes, saved / 2);
}

/** The change audit names the person, not the system. */
const actAs = (db: Db, userId: string) => sql`select set_config('app.user', ${userId}, true)`.execute(db);

class Stopped extends Error {}

/**
 * All or none: one transaction, which only the database can promise. How far it is cannot be read from inside it, so it is
 * told by a second one; the saving one leaves the job alone until its last moment (else the two would wait for each other).
 */
async function saveWhole(tools: JobTools, place: number | null, saving: Saving): Promise<number> {
  const { served, job } = saving;
  const tell = (done: number) => tools.work(place, (db) => tellDone(db, job.id, done));
  try {
    return await tools.work(place, async (db) => {
      // A job that is delivered twice: the second one leaves it to the first.
      const { rows: lock } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('file-import'), hashtext(${job.id})) as mine`.execute(db);
      if (!lock[0]?.mine) return 0;
      await actAs(db, saving.at.userId);
      let saved = 0;
      for (let after = 0; ; ) {
        const now = await jobOf(db, job.id);
        if (now?.state !== 'COMMITTING') return 0;
        if (now.cancelAsked) throw new Stopped();
        const rows = await readyRows(db, job.id, after, PIECE);
        if (rows.length === 0) break;
        await saveRows(db, saving, rows);
        saved += rows.length;
        after = rows.at(-1)?.row ?? after;
        await countMany(db, served, saved);
        await tell(saved);
      }
      await endJob(db, job.id, { state: 'DONE', saved });
      return saved;
    });
  } catch (error) {
    const end =
      error instanceof Stopped
        ? { state: 'CANCELLED' as const }
        : error instanceof Refusal
          ? { state: 'FAILED' as const, problem: Object.values(error.fields ?? {})[0] ?? error.message }
          : null;
    if (!end) throw error;
    await tools.work(place, (db) => endJob(db, job.id, { ...end, saved: 0 }));
    return 0;
  }
}
