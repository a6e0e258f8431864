// Saving rows of a checked file: what has a known external_ref is left alone, the rest goes through the one function that
// captures an enquiry and takes the step it names, and each row's enquiry is noted.

import { startOfDay } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type PaperConsent, recordPapers } from '../../communication/public.server.ts';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry } from '../enquiry/capture-types.ts';
import { inBulk } from '../enquiry/capture-writes.server.ts';
import { consentTextVersion } from '../public-form/public-enquiry.contract.ts';
import { slices } from '../slices.ts';
import type { UploadColumn, UploadMatches } from './enquiry-import.contract.ts';
import type { RowResult } from './enquiry-upload.listing.ts';
import { enterStages } from './enter-stages.server.ts';
import { columnsOf } from './filled-columns.ts';
import type { ReadRow } from './read-row.server.ts';

export type UploadRow = ReadRow & { row: number };

/** Rows of a file at one of its centres. */
export interface Saving {
  franchiseeId: number;
  academicYearId: number;
  /** The file (import_job). */
  jobId: string;
  fileName: string;
  matches: UploadMatches;
  now: Date;
  by: string;
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
  filled: UploadColumn[] | null;
}

const IF_KNOWN = { ASK_AGAIN: undefined, FILL_BLANKS: 'FILL', SKIP: 'SKIP' } as const;

interface Arrived {
  row: UploadRow;
  child: CapturedEnquiry;
}

/** Saves these rows, all or none, and notes what became of them. Throws the refusal of the first that cannot be. */
export async function saveUpload(db: Db, at: Saving, rows: readonly UploadRow[]): Promise<void> {
  const { franchiseeId, academicYearId, now, by } = at;
  // Two files with the same numbers at the same time: the second one waits and then finds them known.
  if (rows.some(({ ref }) => ref !== null))
    await sql`select pg_advisory_xact_lock(hashtext('enquiry-upload'), ${franchiseeId}::int)`.execute(db);
  const known = await inBulk(db, rows.length, () => knownRefs(db, franchiseeId, rows));
  const idOf = ({ ref }: UploadRow) => (ref === null ? undefined : known.get(ref));
  const fresh = rows.filter((row) => idOf(row) === undefined);
  const captured =
    fresh.length === 0
      ? []
      : await captureEnquiries(
          db,
          { franchiseeId, academicYearId, now, via: 'UPLOAD', by },
          fresh.map(({ family }) => ({ ...family, ifKnown: IF_KNOWN[at.matches] })),
        );
  const arrived = fresh.flatMap((row, n) => (captured[n] ?? []).map((child) => ({ row, child })));
  await enterStages(
    db,
    at,
    // Whoever is here already keeps the stage they have here.
    arrived.flatMap(({ row: { move }, child }) => (move && !isAgain(child) ? [{ id: child.id, move }] : [])),
  );
  const done: RowDone[] = rows.flatMap((one) => {
    const id = idOf(one);
    return id === undefined ? [] : [{ row: one.row, ref: null, id, result: 'KNOWN' as const, filled: null }];
  });
  for (const one of arrived) done.push(doneOf(one, at));
  await keepPapers(
    db,
    at,
    arrived.filter(({ child }) => !isAgain(child) || at.matches === 'ASK_AGAIN'),
  );
  const codes = arrived.flatMap(({ child }) => (isAgain(child) ? [] : [child.enquiryCode]));
  await note(db, { franchiseeId, uploadId: await countRows(db, at, done, codes) }, done);
}

/** Nothing written leaves nothing behind: the number of such a row is not kept either, and it may fill a blank some day. */
function doneOf({ row: { row, ref }, child }: Arrived, { matches }: Saving): RowDone {
  const filled = columnsOf(child.filled ?? []);
  const result = !isAgain(child)
    ? 'NEW'
    : matches === 'ASK_AGAIN'
      ? 'AGAIN'
      : filled.length > 0
        ? 'FILLED'
        : 'KNOWN';
  return {
    row,
    ref: result === 'KNOWN' ? null : ref,
    id: child.id,
    result,
    filled: filled.length > 0 ? filled : null,
  };
}

const isAgain = ({ verdict }: CapturedEnquiry): boolean => verdict === 'SAME' || verdict === 'REPLAY';

const PURPOSES = { whatsapp: 'MESSAGES_WHATSAPP', sms: 'MESSAGES_SMS', email: 'MESSAGES_EMAIL' } as const;

// A yes with its day goes into the ledger, counted from that day; an empty cell or an N takes nothing back (enquiries.md 3.10).
async function keepPapers(db: Db, { franchiseeId, by }: Saving, arrived: readonly Arrived[]): Promise<void> {
  const papers = arrived.flatMap(({ row: { family }, child }): PaperConsent[] => {
    const { consents } = family;
    if (!consents?.on) return [];
    const at = startOfDay(consents.on);
    return (['whatsapp', 'sms', 'email'] as const)
      .filter((channel) => consents[channel])
      .map((channel) => ({ householdId: child.householdId, purpose: PURPOSES[channel], at }));
  });
  await inBulk(db, papers.length, () =>
    recordPapers(db, { franchiseeId, textVersion: consentTextVersion, verifiedBy: by }, papers),
  );
}

async function note(
  db: Db,
  { franchiseeId, uploadId }: { franchiseeId: number; uploadId: string },
  done: readonly RowDone[],
): Promise<void> {
  for (const some of slices(done)) {
    const rows = JSON.stringify(some);
    await sql`insert into enquiry_upload_row (franchisee_id, upload_id, row, enquiry_id, result, filled)
      select ${franchiseeId}::int, ${uploadId}::uuid, row, id, result, filled from jsonb_to_recordset(${rows}::jsonb) as x (row int, id uuid, result text, filled text[])`.execute(
      db,
    );
    await sql`insert into enquiry_external_ref (franchisee_id, ref, enquiry_id)
      select ${franchiseeId}::int, ref, id from jsonb_to_recordset(${rows}::jsonb) as x (ref text, id uuid) where ref is not null`.execute(
      db,
    );
  }
}

/** Adds what became of some of its rows to what the file was for this centre; gives its id. */
async function countRows(
  db: Db,
  at: Saving,
  done: readonly RowDone[],
  codes: readonly string[],
): Promise<string> {
  const n = (result: RowResult) => done.filter((one) => one.result === result).length;
  const { rows } = await sql<{ id: string }>`
    insert into enquiry_upload as u (franchisee_id, id, job_id, academic_year_id, file_name, matches, created, again, filled, known, first_code, last_code, by, at)
    values (${at.franchiseeId}, overlay(overlay(md5(${at.jobId}::text || ':' || ${at.franchiseeId}::int) placing '4' from 13) placing '8' from 17)::uuid, ${at.jobId}, ${at.academicYearId}, ${at.fileName}, ${at.matches}, ${n('NEW')}, ${n('AGAIN')}, ${n('FILLED')}, ${n('KNOWN')},
      ${codes[0] ?? null}, ${codes.at(-1) ?? null}, ${at.by}, ${at.now.toISOString()})
    on conflict (franchisee_id, job_id) do update set created = u.created + excluded.created, again = u.again + excluded.again, filled = u.filled + excluded.filled,
      known = u.known + excluded.known, first_code = coalesce(u.first_code, excluded.first_code), last_code = coalesce(excluded.last_code, u.last_code)
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}
