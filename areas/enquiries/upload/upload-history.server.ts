// Files that were uploaded before: what became of each, its rows, and the faulty ones to mend.
import { holds } from '@aangan/server/actor.ts';
import { chosenCentre, ensureFound, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { cappedCount, cutPage, newestFirst } from '@aangan/server/keyset.ts';
import { readCursor } from '@aangan/server/record-cursor.ts';
import { sql } from 'kysely';
import { namesOf } from '../allocation/lead-allocation.queries.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { enquiryModules } from '../modules.ts';
import {
  type EnquiryUpload,
  type EnquiryUploadRow,
  enquiryUploadContract,
  MAX_UPLOAD_ROWS,
} from './enquiry-upload.contract.ts';
import { UPLOAD } from './save-rows.server.ts';
import { type FaultySheet, faultyCsv } from './upload-sheet.server.ts';

interface UploadData extends Omit<EnquiryUpload, 'byName' | 'can'> {
  by: string | null;
}

export const listUploads = handle(enquiryUploadContract.list, async ({ db, actor, input }) => {
  let mine = db.selectFrom('enquiry_upload as u').where('u.franchisee_id', '=', chosenCentre(actor));
  if (input.id !== undefined) mine = mine.where('u.id', '=', input.id);
  const page = await newestFirst(
    mine
      .select([
        'u.id',
        'u.at',
        'u.by',
        'u.file_name as fileName',
        'u.mode',
        'u.state',
        'u.cancel_asked as cancelAsked',
        'u.total',
        'u.sound',
        'u.bad',
        'u.done',
        'u.created',
        'u.again as askedAgain',
        'u.known',
        'u.first_code as firstCode',
        'u.last_code as lastCode',
        sql<boolean>`u.faulty is not null`.as('hasFaulty'),
      ])
      .$castTo<UploadData>(),
    { name: 'at', at: 'u.at', id: 'u.id' },
    input,
    () => cappedCount(db, mine),
  );
  const names = await namesOf(
    db,
    page.rows.map((row) => row.by),
  );
  const mayWrite = holds(actor, enquiryModules.uploadEnquiries, true);
  return {
    ...page,
    rows: page.rows.map(({ by, ...row }) => ({
      ...row,
      byName: by ? (names.get(by) ?? null) : null,
      can: { cancel: mayWrite && (row.state === 'QUEUED' || row.state === 'RUNNING') && !row.cancelAsked },
    })),
  };
});

interface RowData extends Omit<EnquiryUploadRow, 'childName'> {
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
}

export const uploadRows = handle(enquiryUploadContract.rows, async ({ db, actor, input }) => {
  const centre = chosenCentre(actor);
  const upload = ensureFound(
    await db
      .selectFrom('enquiry_upload')
      .select(['created', 'again', 'known'])
      .where('franchisee_id', '=', centre)
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const counts = { NEW: upload.created, AGAIN: upload.again, KNOWN: upload.known };
  const n = input.result ? counts[input.result] : counts.NEW + counts.AGAIN + counts.KNOWN;
  const cursor = input.after ? readCursor(input.after, 'row') : null;
  const { rows } = await sql<RowData>`
    select r.upload_id::text || ':' || r.row as id, r.row, r.result, e.enquiry_code as "enquiryCode", e.stage_code as stage, e.child_first_name, e.child_last_name, e.guardian_name
      from (select * from enquiry_upload_row r where r.franchisee_id = ${centre} and r.upload_id = ${input.id}::uuid and r.row > ${Number(cursor?.value ?? 0)}
        ${input.result ? sql`and r.result = ${input.result}` : sql``} order by r.row limit ${input.limit + 1}) r
      join enquiry e on e.franchisee_id = r.franchisee_id and e.id = r.enquiry_id
     order by r.row`.execute(db);
  const page = cutPage(rows, input, {
    sort: 'row',
    total: cursor?.total ?? { n: Math.min(n, MAX_UPLOAD_ROWS), more: false },
    at: (last) => String(last.row),
    id: (last) => last.row,
  });
  return {
    ...page,
    rows: page.rows.map(({ child_first_name, child_last_name, guardian_name, ...row }) => ({
      ...row,
      childName: childNameOf({ child_first_name, child_last_name, guardian_name }),
    })),
  };
});

export const faultyRows = handle(enquiryUploadContract.faulty, async ({ db, actor, input }) => {
  const centre = chosenCentre(actor);
  // While it is only checked, the file is its uploader's; saved, it belongs to the centre's history.
  const { rows } = await sql<{ name: string; sheet: FaultySheet }>`
    select file_name as name, faulty as sheet from enquiry_upload where franchisee_id = ${centre} and id = ${input.id}::uuid and faulty is not null
    union all select file_name, rows -> 'faulty' from import_job
     where id = ${input.id}::uuid and franchisee_id = ${centre} and user_id = ${userIdOf(actor)} and contract = ${UPLOAD} and state = 'CHECKED' and rows is not null and bad > 0`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw refuseEnquiry('upload.no-faulty');
  const lines = found.sheet.lines.toSorted((a, b) => a.row - b.row);
  return {
    fileName: `${found.name.replace(/\.[^.]*$/, '')} - to mend.csv`,
    csv: faultyCsv({ heading: found.sheet.heading, lines }),
  };
});

export const cancelUpload = handle(enquiryUploadContract.cancel, async ({ db, actor, input }) => {
  const ofCentre = { franchisee_id: chosenCentre(actor), id: input.id };
  const stopped = await db
    .updateTable('enquiry_upload')
    .set({ cancel_asked: true })
    .where((eb) => eb.and(ofCentre))
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('id')
    .executeTakeFirst();
  if (stopped) return { id: stopped.id };
  ensureFound(
    await db
      .selectFrom('enquiry_upload')
      .select('id')
      .where((eb) => eb.and(ofCentre))
      .executeTakeFirst(),
  );
  throw refuseEnquiry('upload.ended');
});
