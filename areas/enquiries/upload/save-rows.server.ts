// Saving rows of a checked file: what has a known external_ref is left alone, the rest goes through the one door of
// enquiries, and each row's enquiry is noted.
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import { slices } from '../slices.ts';
import type { RowResult } from './enquiry-upload.contract.ts';
import type { UploadFamily } from './read-upload.server.ts';
import type { FaultySheet } from './upload-sheet.server.ts';

/** The kind of its check in import_job. */
export const UPLOAD = 'enquiry-upload';

export interface SoundRow {
  row: number;
  ref: string | null;
  /** As in the file, in case it must come back. */
  cells: string[];
  family: UploadFamily;
}

/** What a check keeps in `import_job.rows`. */
export interface UploadRows {
  families: SoundRow[];
  faulty: FaultySheet;
}

export interface Saving {
  franchiseeId: number;
  academicYearId: number;
  uploadId: string;
  now: Date;
  by: string | null;
}

/** The enquiries of these rows' numbers that are here already. */
export async function knownRefs(
  db: Db,
  franchiseeId: number,
  rows: readonly { ref: string | null }[],
): Promise<Map<string, string>> {
  const refs = rows.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  if (refs.length === 0) return new Map();
  const { rows: found } = await sql<{ ref: string; id: string }>`
    select ref, enquiry_id::text as id from enquiry_external_ref where franchisee_id = ${franchiseeId} and ref = any (${refs}::text[])`.execute(
    db,
  );
  return new Map(found.map(({ ref, id }) => [ref, id]));
}

interface RowDone {
  row: number;
  ref: string | null;
  id: string;
  result: RowResult;
}

/** Saves these rows, all or none, and counts them at their upload. Throws the refusal of the first that cannot be saved. */
export async function saveRows(db: Db, at: Saving, rows: readonly SoundRow[]): Promise<void> {
  const { franchiseeId, academicYearId, now, by } = at;
  // Two files with the same numbers at the same time: the second one waits and then finds them known.
  if (rows.some(({ ref }) => ref !== null))
    await sql`select pg_advisory_xact_lock(hashtext(${UPLOAD}), ${franchiseeId}::int)`.execute(db);
  const known = await knownRefs(db, franchiseeId, rows);
  const idOf = ({ ref }: SoundRow) => (ref === null ? undefined : known.get(ref));
  const fresh = rows.filter((row) => idOf(row) === undefined);
  const captured =
    fresh.length === 0
      ? []
      : await captureEnquiries(
          db,
          { franchiseeId, academicYearId, now, via: 'UPLOAD', by },
          fresh.map(({ family: { capturedAt, ...family } }) => ({
            ...family,
            ...(capturedAt ? { capturedAt: new Date(capturedAt) } : {}),
          })),
        );
  const codes: string[] = [];
  const done: RowDone[] = rows.flatMap((one) => {
    const id = idOf(one);
    return id === undefined ? [] : [{ row: one.row, ref: null, id, result: 'KNOWN' as const }];
  });
  for (const [n, { row, ref }] of fresh.entries())
    for (const child of captured[n] ?? []) {
      const again = child.verdict === 'SAME' || child.verdict === 'REPLAY';
      if (!again) codes.push(child.enquiryCode);
      done.push({ row, ref, id: child.id, result: again ? 'AGAIN' : 'NEW' });
    }
  await note(db, at, done);
  // Whatever became of them: the next step begins behind these rows.
  await count(db, at, { looked: rows.length, done, codes });
}

async function note(db: Db, { franchiseeId, uploadId }: Saving, done: readonly RowDone[]): Promise<void> {
  for (const some of slices(done)) {
    const rows = JSON.stringify(some);
    await sql`insert into enquiry_upload_row (franchisee_id, upload_id, row, enquiry_id, result)
      select ${franchiseeId}::int, ${uploadId}::uuid, row, id, result from jsonb_to_recordset(${rows}::jsonb) as x (row int, id uuid, result text)`.execute(
      db,
    );
    await sql`insert into enquiry_external_ref (franchisee_id, ref, enquiry_id)
      select ${franchiseeId}::int, ref, id from jsonb_to_recordset(${rows}::jsonb) as x (ref text, id uuid) where ref is not null`.execute(
      db,
    );
  }
}

async function count(
  db: Db,
  at: Saving,
  { looked, done, codes }: { looked: number; done: readonly RowDone[]; codes: readonly string[] },
): Promise<void> {
  const n = (result: RowResult) => done.filter((one) => one.result === result).length;
  await sql`update enquiry_upload set done = done + ${looked}, created = created + ${n('NEW')}, again = again + ${n('AGAIN')}, known = known + ${n('KNOWN')},
      first_code = coalesce(first_code, ${codes[0] ?? null}), last_code = coalesce(${codes.at(-1) ?? null}, last_code)
    where franchisee_id = ${at.franchiseeId} and id = ${at.uploadId}::uuid`.execute(db);
}
