import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { cctvDocumentContract } from './cctv-document.contract.ts';
import { cctvDocuments } from './cctv-document.listing.ts';

export const { handlers } = serveListing(cctvDocuments, {
  from: sql`cctv_document d join franchisee f on f.id = d.franchisee_id left join app_user u on u.id = d.uploaded_by`,
  alias: 'd',
  columns: {
    centre: 'f.company_name',
    kind: 'd.kind',
    periodFrom: 'd.period_from',
    periodTo: 'd.period_to',
    validTo: 'd.valid_to',
    cameras: 'd.cameras',
    files: sql`(select count(*)::int from cctv_document_file x where x.franchisee_id = d.franchisee_id and x.document_id = d.id)`,
    note: 'd.note',
    uploadedBy: personName('u'),
    uploadedAt: 'd.created_at',
    status: 'd.status',
    superseded: sql`d.superseded_at is not null`,
    reason: 'd.reason',
  },
  can: (row, actor) => ({
    edit: row.status !== 'VERIFIED' && mayCall(actor, cctvDocumentContract.edit),
    decide: row.status === 'SUBMITTED' && mayCall(actor, cctvDocumentContract.verify),
  }),
});
