import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { maskedNumber } from './document-numbers.server.ts';
import { staffDocumentContract } from './staff-document.contract.ts';
import { staffDocuments } from './staff-document.listing.ts';

const listed = serveListing(staffDocuments, {
  from: sql`staff_document d join staff s on s.franchisee_id = d.franchisee_id and s.id = d.staff_id and s.status <> 'LEFT'
    join staff_document_kind k on k.id = d.kind_id`,
  alias: 'd',
  columns: {
    staffName: 's.name',
    employeeCode: 's.employee_code',
    kind: 'k.name',
    issuedOn: 'd.issued_on',
    expiresOn: 'd.expires_on',
    uploadedAt: 'd.created_at',
    status: 'd.status',
    staffId: 'd.staff_id',
    reason: 'd.reason',
  },
  can: (row, actor) => ({
    decide: row.status === 'UPLOADED' && mayCall(actor, staffDocumentContract.verify),
  }),
});
export const { handlers } = listed;

export const viewDocument = handle(staffDocumentContract.view, async ({ db, actor, input, now }) => {
  const row = ensureFound(
    await db
      .selectFrom('staff_document as d')
      .innerJoin('staff as s', (on) =>
        on.onRef('s.franchisee_id', '=', 'd.franchisee_id').onRef('s.id', '=', 'd.staff_id'),
      )
      .innerJoin('staff_document_kind as k', 'k.id', 'd.kind_id')
      .leftJoin('file as f', (on) =>
        on.onRef('f.franchisee_id', '=', 'd.franchisee_id').onRef('f.id', '=', 'd.file_id'),
      )
      .leftJoin('app_user as u', 'u.id', 'd.uploaded_by')
      .selectAll('d')
      .select(['s.name as staffName', 's.employee_code', 's.user_id', 'k.name as kind', 'f.name as fileName'])
      .select(personName('u').as('uploader'))
      .where('d.id', '=', input.id)
      .executeTakeFirst(),
  );
  const { franchisee_id: franchiseeId } = row;
  const { rows: waiting } = await sql<{ id: string }>`
    select d.id from staff_document d join staff s on s.franchisee_id = d.franchisee_id and s.id = d.staff_id and s.status <> 'LEFT'
     where d.status = 'UPLOADED' and d.id <> ${row.id} and d.uploaded_by is distinct from ${actor.userId}
       and s.user_id is distinct from ${actor.userId} and ${inChosenCentre(actor, 'd.franchisee_id')}
     order by (d.created_at, d.id) < (${row.created_at}, ${row.id}::uuid), d.created_at, d.id limit 1`.execute(
    db,
  );
  const other = row.uploaded_by !== actor.userId && (row.user_id === null || row.user_id !== actor.userId);
  const decides = row.status === 'UPLOADED' && other && mayCall(actor, staffDocumentContract.verify);
  return {
    id: row.id,
    version: row.version,
    staffId: row.staff_id,
    staffName: row.staffName,
    employeeCode: row.employee_code,
    centre: (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '',
    kind: row.kind,
    status:
      row.status === 'VERIFIED' && row.expires_on !== null && row.expires_on < todayIst(now)
        ? 'EXPIRED'
        : row.status,
    number: maskedNumber(row),
    issuedOn: row.issued_on,
    expiresOn: row.expires_on,
    reason: row.reason,
    uploadedBy: row.uploader,
    uploadedAt: row.created_at,
    fileName: row.fileName,
    fileUrl: row.file_id && `${fileUrl({ franchiseeId, fileId: row.file_id }, now)}&inline=1`,
    nextId: waiting[0]?.id ?? null,
    can: { verify: decides, reject: decides },
  };
});
