// Files of enquiries that were saved before, and what their rows became.
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { childName } from '../enquiry/child-name.server.ts';
import { enquiryUploadRows, enquiryUploads } from './enquiry-upload.listing.ts';

const uploads = serveListing(enquiryUploads, {
  from: sql`enquiry_upload u join import_job j on j.id = u.job_id join franchisee f on f.id = u.franchisee_id`,
  alias: 'u',
  joins: sql`left join app_user p on p.id = u.by`,
  columns: {
    fileName: 'u.file_name',
    centre: 'f.company_name',
    at: 'u.at',
    byName: personName('p'),
    created: 'u.created',
    askedAgain: 'u.again',
    filled: 'u.filled',
    known: 'u.known',
    bad: sql`case when j.franchisee_id is not null then j.bad end`,
    firstCode: 'u.first_code',
    lastCode: 'u.last_code',
    state: 'j.state',
    jobId: 'u.job_id',
    by: 'u.by',
    matches: 'u.matches',
    hasFaulty: sql`exists (select from import_row i where i.job_id = j.id and i.faults is not null)`,
    jobCentre: 'j.franchisee_id',
  },
  where: { jobId: (id: string) => sql<boolean>`u.job_id = ${id}::uuid` },
  can: (row, actor) => {
    const own = row.by === actor.userId && row.jobCentre === actor.franchiseeId;
    return { faulty: own && row.hasFaulty, watch: own && row.state === 'COMMITTING' };
  },
});

// A row has no id of its own; its upload and number make one.
const rows = serveListing(enquiryUploadRows, {
  from: sql`(select overlay(overlay(md5(r.upload_id::text || ':' || r.row) placing '4' from 13) placing '8' from 17)::uuid as id, 1 as version, r.franchisee_id, u.job_id, r.row, r.result, r.filled, e.enquiry_code, e.stage_code,
      ${childName('e')} as child
      from enquiry_upload_row r join enquiry_upload u on u.franchisee_id = r.franchisee_id and u.id = r.upload_id
      join enquiry e on e.franchisee_id = r.franchisee_id and e.id = r.enquiry_id) x`,
  alias: 'x',
  columns: {
    row: 'x.row',
    child: 'x.child',
    enquiryCode: 'x.enquiry_code',
    stage: 'x.stage_code',
    filled: sql`array_to_string(x.filled, ', ')`,
    result: 'x.result',
    jobId: 'x.job_id',
  },
  where: { jobId: (id: string) => sql<boolean>`x.job_id = ${id}::uuid` },
  can: () => ({}),
});

export const uploadListingHandlers = [...uploads.handlers, ...rows.handlers];
