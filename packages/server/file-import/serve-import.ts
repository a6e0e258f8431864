// The operations of a declared import: check a file (nothing is saved), correct it, save it, give the faulty rows back.
import { randomUUID } from 'node:crypto';
import type { Field } from '@aangan/contract/fields.ts';
import {
  CORRECT_HEADING,
  chosenOptions,
  type DeclaredColumns,
  type DeclaredOptions,
  type FileImport,
  type ImportValues,
  modesOf,
  type OptionValues,
} from '@aangan/contract/file-import.ts';
import { headingKey } from '@aangan/contract/import-columns.ts';
import { refusals, refuse } from '@aangan/contract/refusal.ts';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { runJob } from '../background/outbox.ts';
import { handle, type InWorkHandler } from '../endpoint/handle.ts';
import { readFile, readWhole } from '../files/files.ts';
import { harmless } from '../files/sheet-writer.ts';
import type { Actor } from '../work/actor.ts';
import { userIdOf } from '../work/ensure.ts';
import { type Db, withWholeReach } from '../work/unit-of-work.ts';
import { checkLines } from './check-rows.ts';
import { importJob, MAX_FILE } from './import-job.ts';
import { correctLines, correctMapping, readImportFile } from './import-mapping.ts';
import {
  addJob,
  endJob,
  faultyPage,
  faultyRows,
  giveTime,
  keepCheck,
  linesOf,
  ownJob,
  type StoredFaulty,
  type StoredJob,
  viewOf,
} from './import-store.ts';
import { type ImportAt, type ImportWork, registerImport, type ServedImport } from './import-types.ts';
import { PIECE, saveNow } from './save-import.ts';

const refuseImport = refusals({
  'import.expired': [409, 'The check of this file is too old. Check it again.'],
  'import.has-errors': [409, 'This file still has errors. Fix them and check it again.'],
  'import.done': [409, 'This file has been imported already.'],
  'import.columns': [409, 'Choose the columns of this file first. Still needed: {columns}.'],
  'import.dates': [409, 'Say first whether the day or the month stands first in this file.'],
  'import.nothing': [409, 'No row of this file can be saved. Correct the rows first.'],
});

const HEAD_OFFICE = 1;
/** Larger files are checked in the background. */
const LARGE_BYTES = 2 * 1024 * 1024;
const LARGE_ROWS = 20_000;
const NOT_CHECKED = ['DONE', 'COMMITTING', 'CANCELLED'];

/** The handlers of an import. `work` says what its columns alone do not: lists, rules, and how rows are saved. */
export function serveImport<
  Cs extends DeclaredColumns,
  Os extends DeclaredOptions = Record<never, Field>,
  P = null,
>(of: FileImport<Cs, Os, P>, work: ImportWork<ImportValues<Cs>, OptionValues<Os>, P>): InWorkHandler[] {
  const served = registerImport(of, work);
  const { check, correct, commit, cancel, status, rows, faulty } = of.endpoints;
  const contract = of.name;
  return [
    handle(check, async ({ db, actor, input, now }) => {
      const at = atOf(served, actor, now);
      if ((input.csv === undefined) === (input.fileId === undefined))
        throw refuse('input.invalid', { fields: { csv: 'Choose a file' } });
      const file =
        input.fileId === undefined
          ? null
          : await readFile(db, { franchiseeId: placeOf(actor), fileId: input.fileId });
      const job = await addJob(db, actor, {
        contract,
        mode: modesOf(of.mode)[0] ?? 'ALL_OR_NOTHING',
        fileName: input.fileName,
        fileId: input.fileId ?? null,
        now,
      });
      if (file && file.bytes > LARGE_BYTES) return later(db, actor, job);
      await giveTime(db);
      const bytes = file ? await readWhole(file, MAX_FILE) : Buffer.from(input.csv ?? '');
      const { mapping, lines } = await readImportFile(db, served.of, bytes, at);
      const found = await inReach(served, db, actor, () => checkLines(db, served, { lines, mapping, at }));
      return viewOf(await keepCheck(db, job.id, { ...found, mapping, now }));
    }),
    handle(correct, async ({ db, actor, input, now }) => {
      const asked = atOf(served, actor, now);
      const job = await ownJob(db, actor, { contract, jobId: input.jobId, lock: true });
      const at = ofYear(asked, job);
      ensureOpen(job, now);
      await giveTime(db);
      const mapping = correctMapping(served.of, job.mapping, input);
      const lines = correctLines(await linesOf(db, job.id), mapping, input.cells ?? []);
      if (lines.length > LARGE_ROWS) {
        const changed = new Set((input.cells ?? []).map(({ row }) => row));
        await keepCells(
          db,
          job.id,
          lines.filter(({ row }) => changed.has(row)),
        );
        await sql`update import_job set state = 'CHECKING', mapping = ${JSON.stringify(mapping)} where id = ${job.id}::uuid`.execute(
          db,
        );
        return later(db, actor, { ...job, mapping });
      }
      const found = await inReach(served, db, actor, () => checkLines(db, served, { lines, mapping, at }));
      return viewOf(await keepCheck(db, job.id, { ...found, mapping, now }));
    }),
    handle(commit, async ({ db, actor, input, now }) => {
      const asked = atOf(served, actor, now);
      const checked = await ownJob(db, actor, { contract, jobId: input.jobId, lock: true });
      if (checked.state === 'COMMITTING') return { inserted: null };
      if (checked.state === 'DONE') throw refuseImport('import.done');
      const options = chosenOptions(served.of.options, input.options);
      const job = { ...checked, mode: input.mode ?? checked.mode, options };
      ensureSavable(served, job, now);
      const at = ofYear(asked, job);
      // How it is saved is kept where there was something to choose.
      if (served.of.options || job.mode !== checked.mode)
        await sql`update import_job set mode = ${job.mode}, options = ${JSON.stringify(options)} where id = ${job.id}::uuid`.execute(
          db,
        );
      if (job.ok > PIECE) {
        await sql`update import_job set state = 'COMMITTING', done = 0, saved = 0 where id = ${job.id}::uuid`.execute(
          db,
        );
        await later(db, actor, { ...job, state: 'COMMITTING' });
        return { inserted: null };
      }
      return { inserted: await inReach(served, db, actor, () => saveNow(db, { served, job, at })) };
    }),
    handle(cancel, async ({ db, actor, input, now }) => {
      atOf(served, actor, now);
      const job = await ownJob(db, actor, { contract, jobId: input.jobId, lock: true });
      if (job.state === 'COMMITTING')
        await sql`update import_job set cancel_asked = true where id = ${job.id}::uuid`.execute(db);
      else if (job.state !== 'DONE') await endJob(db, job.id, { state: 'CANCELLED' });
      return viewOf(await ownJob(db, actor, { contract, jobId: input.jobId }));
    }),
    handle(status, async ({ db, actor, input, now }) => {
      atOf(served, actor, now);
      return viewOf(await ownJob(db, actor, { contract, ...input }));
    }),
    handle(rows, async ({ db, actor, input, now }) => {
      atOf(served, actor, now);
      return faultyPage(db, await ownJob(db, actor, { contract, jobId: input.jobId }), input);
    }),
    handle(faulty, async ({ db, actor, input, now }) => {
      atOf(served, actor, now);
      const job = await ownJob(db, actor, { contract, ...input });
      return {
        fileName: `${job.fileName.replace(/\.\w{1,5}$/, '')} to correct.csv`,
        csv: faultyCsv(served, job, await faultyRows(db, job.id, 0, of.maxRows)),
      };
    }),
  ];
}

function atOf({ work }: ServedImport, actor: Actor, now: Date): ImportAt {
  const at = { actor, userId: userIdOf(actor), now };
  work.allowed?.(at);
  return at;
}

/** The rows are of the year for which they were checked, whatever is chosen meanwhile. */
const ofYear = (at: ImportAt, { academicYearId }: StoredJob): ImportAt => ({
  ...at,
  actor: { ...at.actor, academicYearId },
});

// An import of the network is the network's wherever the person stands.
const inReach = <T>({ of }: ServedImport, db: Db, actor: Actor, work: () => Promise<T>): Promise<T> =>
  of.scope === 'network' ? withWholeReach(db, actor, work) : work();

/** Where uploads of this person lie (files/upload.ts). */
const placeOf = (actor: Actor): number =>
  actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : (actor.centres[0] ?? HEAD_OFFICE));

async function later(db: Db, actor: Actor, job: StoredJob) {
  const fileAt = placeOf(actor);
  await runJob(
    db,
    importJob.name,
    { jobId: job.id, fileAt },
    { franchiseeId: fileAt, dedupeKey: randomUUID() },
  );
  return viewOf({ ...job, state: job.state === 'COMMITTING' ? 'COMMITTING' : 'CHECKING' });
}

const isOld = (job: StoredJob, now: Date): boolean => new Date(job.checkedUntil) < now;

function ensureOpen(job: StoredJob, now: Date): void {
  if (job.state === 'DONE') throw refuseImport('import.done');
  if (NOT_CHECKED.includes(job.state) || isOld(job, now)) throw refuseImport('import.expired');
}

function ensureSavable({ of }: ServedImport, job: StoredJob, now: Date): void {
  const { missing, dateQuestions } = job.report;
  if (missing.length > 0)
    throw refuseImport('import.columns', {
      details: { columns: missing.map((name) => of.columns[name]?.field.label ?? name).join(', ') },
    });
  if (job.mode === 'ALL_OR_NOTHING' && job.bad > 0) throw refuseImport('import.has-errors');
  if (dateQuestions.length > 0) throw refuseImport('import.dates');
  if (job.state !== 'CHECKED' || isOld(job, now)) throw refuseImport('import.expired');
  if (job.ok === 0) throw refuseImport('import.nothing');
}

async function keepCells(
  db: Db,
  jobId: string,
  lines: readonly { row: number; cells: string[] }[],
): Promise<void> {
  await sql`update import_row i set cells = l.cells from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (row int, cells jsonb)
    where i.job_id = ${jobId}::uuid and i.row = l.row`.execute(db);
}

/** The same columns in their order, and what to correct in a last one. Reading takes the harmless marks off again. */
function faultyCsv({ of }: ServedImport, job: StoredJob, rows: readonly StoredFaulty[]): string {
  const kept = job.mapping.headings.flatMap((title, at) =>
    headingKey(title) === headingKey(CORRECT_HEADING) ? [] : [at],
  );
  const told = ({ column, text }: StoredFaulty['faults'][number]) =>
    `${of.columns[column]?.field.label ?? column}: ${text}`;
  return stringify(
    [
      [...kept.map((at) => job.mapping.headings[at] ?? ''), CORRECT_HEADING],
      ...rows.map(({ cells, faults }) => [...kept.map((at) => cells[at] ?? ''), faults.map(told).join('; ')]),
    ].map((record) => record.map(harmless)),
    { record_delimiter: '\r\n' },
  );
}
