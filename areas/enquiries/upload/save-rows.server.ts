// Saving rows of a checked file: what has a known external_ref is left alone, the rest goes through the one door of
// enquiries and takes the step it names, and each row's enquiry is noted.

import { startOfDay } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type PaperConsent, recordPapers } from '../../communication/public.server.ts';
import { captureEnquiries } from '../enquiry/capture-enquiry.server.ts';
import type { CapturedEnquiry } from '../enquiry/capture-types.ts';
import { inBulk } from '../enquiry/capture-writes.server.ts';
import { consentTextVersion } from '../public-form/public-enquiry.contract.ts';
import { slices } from '../slices.ts';
import type { RowResult, UploadColumn, UploadMatches } from './enquiry-upload.contract.ts';
import { enterStages } from './enter-stages.server.ts';
import { columnsOf } from './filled-columns.ts';
import type { UploadFamily } from './read-upload.server.ts';
import type { FaultySheet } from './upload-sheet.server.ts';
import type { UploadMove } from './upload-stage.server.ts';

/** The kind of its check in import_job. */
export const UPLOAD = 'enquiry-upload';

export interface SoundRow {
  row: number;
  /** Whose row it is. */
  centre: number;
  ref: string | null;
  /** As in the file, in case it must come back. */
  cells: string[];
  family: UploadFamily;
  /** The stage it is in already, when that is not the first. */
  move: UploadMove | null;
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
  matches: UploadMatches;
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
  filled: UploadColumn[] | null;
}

const IF_KNOWN = { ASK_AGAIN: undefined, FILL_BLANKS: 'FILL', SKIP: 'SKIP' } as const;

interface Arrived {
  row: SoundRow;
  child: CapturedEnquiry;
}

/** What became of rows. */
export interface Saved {
  looked: number;
  created: number;
  again: number;
  filled: number;
  known: number;
  firstCode: string | null;
  lastCode: string | null;
}

/** The sum of several, in their order. */
export const together = (all: readonly Saved[]): Saved =>
  all.reduce(
    (sum, one) => ({
      looked: sum.looked + one.looked,
      created: sum.created + one.created,
      again: sum.again + one.again,
      filled: sum.filled + one.filled,
      known: sum.known + one.known,
      firstCode: sum.firstCode ?? one.firstCode,
      lastCode: one.lastCode ?? sum.lastCode,
    }),
    { looked: 0, created: 0, again: 0, filled: 0, known: 0, firstCode: null, lastCode: null },
  );

/** Saves these rows, all or none; `countRows` adds them to their upload. Throws the refusal of the first that cannot be. */
export async function saveRows(db: Db, at: Saving, rows: readonly SoundRow[]): Promise<Saved> {
  const { franchiseeId, academicYearId, now, by } = at;
  // Two files with the same numbers at the same time: the second one waits and then finds them known.
  if (rows.some(({ ref }) => ref !== null))
    await sql`select pg_advisory_xact_lock(hashtext(${UPLOAD}), ${franchiseeId}::int)`.execute(db);
  const known = await inBulk(db, rows.length, () => knownRefs(db, franchiseeId, rows));
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
            ifKnown: IF_KNOWN[at.matches],
          })),
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
  await note(db, at, done);
  return sumOf(
    rows.length,
    done,
    arrived.flatMap(({ child }) => (isAgain(child) ? [] : [child.enquiryCode])),
  );
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

function sumOf(looked: number, done: readonly RowDone[], codes: readonly string[]): Saved {
  const n = (result: RowResult) => done.filter((one) => one.result === result).length;
  return {
    looked,
    created: n('NEW'),
    again: n('AGAIN'),
    filled: n('FILLED'),
    known: n('KNOWN'),
    firstCode: codes[0] ?? null,
    lastCode: codes.at(-1) ?? null,
  };
}

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

async function note(db: Db, { franchiseeId, uploadId }: Saving, done: readonly RowDone[]): Promise<void> {
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

/** Adds to the upload what became of some of its rows: whatever that was, the next step begins behind them. */
export async function countRows(
  db: Db,
  at: { franchiseeId: number; uploadId: string },
  saved: Saved,
): Promise<void> {
  await sql`update enquiry_upload set done = done + ${saved.looked}, created = created + ${saved.created}, again = again + ${saved.again}, filled = filled + ${saved.filled}, known = known + ${saved.known},
      first_code = coalesce(first_code, ${saved.firstCode}), last_code = coalesce(${saved.lastCode}, last_code)
    where franchisee_id = ${at.franchiseeId} and id = ${at.uploadId}::uuid`.execute(db);
}
