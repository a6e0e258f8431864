// All rows of a file or none. It stays one transaction: "none" must hold when a row is refused, when somebody stops it and
// when the machine dies, and only the database can promise that. The price: the centre's other new enquiries need the
// number series and the turn of the allocation, which this transaction holds, and are told to try again meanwhile; the
// screen says so, and the sound rows can be saved step by step instead.
//
// How far it is cannot be read from inside that transaction, so it is told by a second unit of work after each thousand
// rows. That one changes `done` of the upload, which the saving transaction leaves alone until its last moment (else the
// two would wait for each other). `done` is then the number of rows written, not saved: the screen says so, a repeated run
// begins at 0 again, and an end without success puts it back to 0.
import type { JobTools } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type JobStep, stepOf } from '../step-job.server.ts';
import type { UploadMatches } from './enquiry-upload.contract.ts';
import { countRows, type Saved, type Saving, together } from './save-rows.server.ts';
import type { FaultyLine } from './upload-sheet.server.ts';
import { countUploaded, endUpload, keepRefused, rowsFrom, saveWhatGoes } from './upload-steps.server.ts';

/** Takes everything back that was written. */
class NotWhole extends Error {
  readonly refused: readonly FaultyLine[];
  constructor(refused: readonly FaultyLine[]) {
    super('Not all rows of the file could be saved');
    this.refused = refused;
  }
}

/** Null: this file is saved step by step. */
export async function saveWhole({
  work,
  now,
  data,
}: JobTools): Promise<{ ok: number; failed: number } | null> {
  const step: JobStep = { ...stepOf(data), now };
  const { franchiseeId } = step;
  const upload = await work(franchiseeId, (db) => wholeUpload(db, step));
  if (upload === 'STEPS') return null;
  const tell: Tell = (done) => work(franchiseeId, (db) => tellDone(db, step, done));
  try {
    return {
      ok: upload ? await work(franchiseeId, (db) => saveAll(db, step, { ...upload, tell })) : 0,
      failed: 0,
    };
  } catch (error) {
    if (!(error instanceof NotWhole)) throw error;
    await work(franchiseeId, async (db) => {
      await tellDone(db, step, 0);
      await keepRefused(db, step, error.refused);
      await endUpload(db, step, 'CANCELLED');
    });
    return { ok: 0, failed: error.refused.length };
  }
}

type Tell = (done: number) => Promise<void>;

interface Whole {
  academicYearId: number;
  matches: UploadMatches;
  by: string | null;
  sound: number;
}

const ofUpload = ({ franchiseeId, batchId }: JobStep) => ({ franchisee_id: franchiseeId, id: batchId });

/** 'STEPS' when it is not to be saved as a whole; null when it is over. */
async function wholeUpload(db: Db, step: JobStep): Promise<Whole | 'STEPS' | null> {
  const upload = await db
    .selectFrom('enquiry_upload')
    .select(['mode', 'state', 'academic_year_id', 'matches', 'by', 'sound'])
    .where((eb) => eb.and(ofUpload(step)))
    .executeTakeFirst();
  if (upload?.mode === 'VALID_ROWS') return 'STEPS';
  if (!upload || (upload.state !== 'QUEUED' && upload.state !== 'RUNNING')) return null;
  const { academic_year_id: academicYearId, matches, by, sound } = upload;
  return { academicYearId, matches, by, sound };
}

async function tellDone(db: Db, step: JobStep, done: number): Promise<void> {
  await db
    .updateTable('enquiry_upload')
    .set({ state: 'RUNNING', done })
    .where((eb) => eb.and(ofUpload(step)))
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute();
}

async function saveAll(db: Db, step: JobStep, whole: Whole & { tell: Tell }): Promise<number> {
  // A job that is delivered twice: the second one leaves it to the first.
  const { rows: lock } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('enquiry-upload-whole'), hashtext(${step.batchId})) as mine`.execute(
    db,
  );
  if (!lock[0]?.mine || (await stateOf(db, step)).over) return 0;
  const { franchiseeId, batchId, now } = step;
  const at: Saving = {
    franchiseeId,
    academicYearId: whole.academicYearId,
    matches: whole.matches,
    uploadId: batchId,
    now,
    by: whole.by,
  };
  const saved: Saved[] = [];
  const refused: FaultyLine[] = [];
  let looked = 0;
  await whole.tell(0);
  for (;;) {
    const rows = await rowsFrom(db, batchId, looked);
    if (rows.length === 0) break;
    if ((await stateOf(db, step)).stopped) throw new NotWhole([]);
    const went = await saveWhatGoes(db, at, rows);
    saved.push(went.saved);
    refused.push(...went.refused);
    looked += rows.length;
    await countUploaded(db, looked);
    await whole.tell(looked);
  }
  // One that was refused takes all with it; the others were tried to name every one that must be mended.
  if (refused.length > 0 || looked < whole.sound) throw new NotWhole(refused);
  await tellDone(db, step, 0);
  await countRows(db, at, together(saved));
  await endUpload(db, step, 'DONE');
  return looked;
}

async function stateOf(db: Db, step: JobStep): Promise<{ over: boolean; stopped: boolean }> {
  const upload = await db
    .selectFrom('enquiry_upload')
    .select(['state', 'cancel_asked'])
    .where((eb) => eb.and(ofUpload(step)))
    .executeTakeFirstOrThrow();
  return {
    over: upload.state !== 'QUEUED' && upload.state !== 'RUNNING',
    stopped: upload.cancel_asked,
  };
}
