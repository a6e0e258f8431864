// Files of enquiries that Andheri's head uploaded: of one most rows were saved and two came back to be mended; another, all or
// none, brought families that had said no before.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI } from './places.ts';
import { demoUuid } from './random.ts';

const ROWS = 24;
/** The newest of them had asked before. */
const AGAIN = 3;

const faulty = {
  heading: ['parent_name', 'mobile', 'child_first_name', 'child_dob', 'class', 'source', 'external_ref'],
  lines: [
    {
      row: 9,
      cells: ['Sunita Kamble', '98200451', 'Aarohi', '14-06-2023', 'Nursery', 'Event', 'FAIR-108'],
      fault: 'mobile: Enter a 10-digit mobile number starting 6–9.',
    },
    {
      row: 17,
      cells: ['Imran Shaikh', '9820045177', 'Zara', '31-02-2023', 'Nursery', 'Fair', 'FAIR-116'],
      fault: 'source: There is no such source; child_dob: Use DD-MM-YYYY',
    },
  ],
};

export async function writeEnquiryUploads(client: Client, today: Day): Promise<void> {
  const id = demoUuid('enquiry upload', 'school fair');
  await client.query(
    `with chosen as (
       select e.id, e.enquiry_code, e.academic_year_id, row_number() over (order by e.enquiry_code) as n
         from (select e.id, e.enquiry_code, e.academic_year_id from enquiry e join enquiry_source s on s.id = e.source_id
                where e.franchisee_id = $1 and e.captured_at < $2::date - 2 and e.merged_into is null and e.erased_at is null and e.is_open
                order by s.name = 'Event' desc, e.captured_at desc, e.id limit $4) e),
     upload as (
       insert into enquiry_upload (franchisee_id, id, academic_year_id, file_name, mode, state, total, sound, bad, done, created, again, first_code, last_code, faulty, by, at, finished_at)
       select $1, $3, max(academic_year_id), 'School fair.csv', 'VALID_ROWS', 'DONE', count(*) + 2, count(*), 2, count(*), count(*) filter (where n > $5), count(*) filter (where n <= $5),
           min(enquiry_code) filter (where n > $5), max(enquiry_code) filter (where n > $5), $6, (select id from app_user where email_norm = 'centrehead@demo.aangan'),
           $2::date - 2 + time '16:20', $2::date - 2 + time '16:20:04'
         from chosen having count(*) > $5 returning id),
     refs as (
       insert into enquiry_external_ref (franchisee_id, ref, enquiry_id) select $1, 'FAIR-' || 100 + n + (n > 7)::int + (n > 14)::int, c.id from chosen c, upload)
     insert into enquiry_upload_row (franchisee_id, upload_id, row, enquiry_id, result)
     select $1, u.id, 1 + c.n + (c.n > 7)::int + (c.n > 14)::int, c.id, case when c.n <= $5 then 'AGAIN' else 'NEW' end from chosen c, upload u`,
    [ANDHERI, today, id, ROWS, AGAIN, JSON.stringify(faulty)],
  );
  await writeClosedOnes(client, today);
}

const CLOSED_ROWS = 12;

async function writeClosedOnes(client: Client, today: Day): Promise<void> {
  await client.query(
    `with chosen as (
       select e.id, e.enquiry_code, e.academic_year_id, row_number() over (order by e.enquiry_code) as n
         from (select e.id, e.enquiry_code, e.academic_year_id from enquiry e
                where e.franchisee_id = $1 and e.spanco_status = 'Lost' and e.captured_at < $2::date - 9 and e.merged_into is null and e.erased_at is null
                order by e.captured_at desc, e.id limit $4) e),
     upload as (
       insert into enquiry_upload (franchisee_id, id, academic_year_id, file_name, mode, state, total, sound, bad, done, created, first_code, last_code, by, at, finished_at)
       select $1, $3, max(academic_year_id), 'Closed before Aangan.xlsx', 'ALL_OR_NOTHING', 'DONE', count(*), count(*), 0, count(*), count(*), min(enquiry_code), max(enquiry_code),
           (select id from app_user where email_norm = 'centrehead@demo.aangan'), $2::date - 9 + time '11:05', $2::date - 9 + time '11:05:01'
         from chosen having count(*) > 0 returning id)
     insert into enquiry_upload_row (franchisee_id, upload_id, row, enquiry_id, result) select $1, u.id, 1 + c.n, c.id, 'NEW' from chosen c, upload u`,
    [ANDHERI, today, demoUuid('enquiry upload', 'closed before'), CLOSED_ROWS],
  );
}
