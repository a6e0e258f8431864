import { inChosenCentre } from '@aangan/server/sql.ts';
// Files that were uploaded before: what became of each, its rows, and the faulty ones to mend.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, newestFirst } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
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
  type UploadColumn,
} from './enquiry-upload.contract.ts';
import { UPLOAD } from './save-rows.server.ts';
import { type FaultySheet, faultyCsv } from './upload-sheet.server.ts';

interface UploadData extends Omit<EnquiryUpload, 'byName' | 'can'> {
  by: string | null;
}

export const listUploads = handle(enquiryUploadContract.list, async ({ db, actor, input }) => {
  let mine = db.selectFrom('enquiry_upload as u');
  mine = mine.where(inChosenCentre(actor, 'u.franchisee_id'));
  if (input.id !== undefined) mine = mine.where('u.id', '=', input.id);
  if (input.batchId !== undefined) mine = mine.where('u.batch_id', '=', input.batchId);
  const page = await newestFirst(
    mine
      .select([
        'u.id',
        'u.franchisee_id as franchiseeId',
        'u.at',
        'u.by',
        'u.file_name as fileName',
        'u.mode',
        'u.matches',
        'u.state',
        'u.cancel_asked as cancelAsked',
        'u.total',
        'u.sound',
        'u.bad',
        'u.done',
        'u.created',
        'u.again as askedAgain',
        'u.filled',
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

/** In the caller's reach; 404 elsewhere. */
async function uploadOf(db: Db, actor: Actor, id: string) {
  let own = db
    .selectFrom('enquiry_upload')
    .select(['franchisee_id', 'id', 'created', 'again', 'filled', 'known'])
    .where('id', '=', id);
  own = own.where(inChosenCentre(actor, 'franchisee_id'));
  return ensureFound(await own.executeTakeFirst());
}

interface RowData extends Omit<EnquiryUploadRow, 'childName' | 'filled'> {
  filled: UploadColumn[] | null;
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
}

export const uploadRows = handle(enquiryUploadContract.rows, async ({ db, actor, input }) => {
  const upload = await uploadOf(db, actor, input.id);
  const centre = upload.franchisee_id;
  const counts = {
    NEW: upload.created,
    AGAIN: upload.again,
    FILLED: upload.filled,
    KNOWN: upload.known,
  };
  const n = input.result ? counts[input.result] : Object.values(counts).reduce((sum, one) => sum + one, 0);
  const cursor = input.after ? readCursor(input.after, 'row') : null;
  const { rows } = await sql<RowData>`
    select r.upload_id::text || ':' || r.row as id, r.row, r.result, r.filled, e.enquiry_code as "enquiryCode", e.stage_code as stage, e.child_first_name, e.child_last_name, e.guardian_name
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
    rows: page.rows.map(({ child_first_name, child_last_name, guardian_name, filled, ...row }) => ({
      ...row,
      filled: filled ?? [],
      childName: childNameOf({ child_first_name, child_last_name, guardian_name }),
    })),
  };
});

export const faultyRows = handle(enquiryUploadContract.faulty, async ({ db, actor, input }) => {
  // While it is only checked, the file is its uploader's; saved, it belongs to the centre's history.
  const { rows } = await sql<{ name: string; sheet: FaultySheet }>`
    select file_name as name, faulty as sheet from enquiry_upload
     where id = ${input.id}::uuid and (${actor.franchiseeId}::int is null or franchisee_id = ${actor.franchiseeId}) and faulty is not null
    union all select file_name, rows -> 'faulty' from import_job
     where id = ${input.id}::uuid and franchisee_id is not distinct from ${actor.franchiseeId}::int and user_id = ${userIdOf(actor)} and contract = ${UPLOAD} and state = 'CHECKED' and rows is not null and bad > 0`.execute(
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
  const { franchisee_id, id } = await uploadOf(db, actor, input.id);
  const stopped = await db
    .updateTable('enquiry_upload')
    .set({ cancel_asked: true })
    .where((eb) => eb.and({ franchisee_id, id }))
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw refuseEnquiry('upload.ended');
  return { id };
});
