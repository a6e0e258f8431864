// Files of enquiries that Andheri's head uploaded: of one most rows were saved and two came back to be mended; another, all or
// none, brought families that had said no before.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';

const ROWS = 24;
/** The newest of them had asked before. */
const AGAIN = 3;

const HEADINGS = [
  'parent_name',
  'mobile',
  'child_first_name',
  'child_dob',
  'class',
  'source',
  'external_ref',
];
const FAULTY: readonly FaultyRow[] = [
  {
    row: 9,
    cells: ['Sunita Kamble', '98200451', 'Aarohi', '14-06-2023', 'Nursery', 'Event', 'FAIR-108'],
    faults: [{ column: 'mobile', text: 'Enter a 10-digit mobile number starting 6–9.' }],
  },
  {
    row: 17,
    cells: ['Imran Shaikh', '9820045177', 'Zara', '31-02-2023', 'Nursery', 'Fair', 'FAIR-116'],
    faults: [
      { column: 'source', text: "There is no source 'Fair'" },
      { column: 'child_dob', text: 'Enter a date' },
    ],
  },
];

export interface FaultyRow {
  row: number;
  cells: readonly string[];
  faults: readonly { column: string; text: string }[];
}

/** The file as the import engine leaves it at its end, with the rows that came back. */
export async function writeImport(
  client: Client,
  job: {
    id: string;
    by: string;
    year: number;
    fileName: string;
    headings: readonly string[];
    mode: 'ALL_OR_NOTHING' | 'VALID_ROWS';
    state: 'DONE' | 'CANCELLED';
    ok: number;
    faulty: readonly FaultyRow[];
    at: Date;
  },
): Promise<void> {
  const mapping = { headings: job.headings, columns: job.headings, examples: [], monthFirst: {}, values: {} };
  const saved = job.state === 'DONE' ? job.ok : 0;
  await client.query(
    `insert into import_job (id, user_id, franchisee_id, academic_year_id, contract, file_name, mode, state, mapping, total, ok, bad, done, saved, checked_until, created_at)
     values ($1, $2, $3, $4, 'enquiry', $5, $6, $7, $8, $9, $10, $11, $12, $12, $13::timestamptz + interval '30 minutes', $13)`,
    [
      job.id,
      job.by,
      ANDHERI,
      job.year,
      job.fileName,
      job.mode,
      job.state,
      JSON.stringify(mapping),
      job.ok + job.faulty.length,
      job.ok,
      job.faulty.length,
      saved,
      job.at.toISOString(),
    ],
  );
  await client.query(
    `insert into import_row (job_id, row, cells, faults)
     select $1, row, cells, faults from jsonb_to_recordset($2::jsonb) as r (row int, cells jsonb, faults jsonb)`,
    [job.id, JSON.stringify(job.faulty)],
  );
}

interface Chosen {
  id: string;
  code: string;
  year: number;
  row: number;
}

/** A file whose rows became these enquiries: the first ones new, the last `again` of families that had asked before. */
async function writeUpload(
  client: Client,
  file: Pick<Parameters<typeof writeImport>[1], 'fileName' | 'headings' | 'mode' | 'faulty' | 'at'>,
  of: { id: string; rows: readonly Chosen[]; again: number },
): Promise<void> {
  const [first] = of.rows;
  const fresh = of.rows.slice(0, of.rows.length - of.again);
  if (!first || fresh.length === 0) return;
  const by = teamAt(ANDHERI).head.id;
  await writeImport(client, { ...file, id: of.id, by, year: first.year, state: 'DONE', ok: of.rows.length });
  await client.query(
    `insert into enquiry_upload (franchisee_id, id, job_id, academic_year_id, file_name, created, again, first_code, last_code, by, at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ANDHERI,
      of.id,
      first.year,
      file.fileName,
      fresh.length,
      of.again,
      fresh[0]?.code,
      fresh.at(-1)?.code,
      by,
      file.at.toISOString(),
    ],
  );
  await client.query(
    `insert into enquiry_upload_row (franchisee_id, upload_id, row, enquiry_id, result)
     select $1, $2, row, id, result from jsonb_to_recordset($3::jsonb) as r (row int, id uuid, result text)`,
    [
      ANDHERI,
      of.id,
      JSON.stringify(
        of.rows.map(({ row, id }, n) => ({ row, id, result: n < fresh.length ? 'NEW' : 'AGAIN' })),
      ),
    ],
  );
}

export async function writeEnquiryUploads(client: Client, today: Day): Promise<void> {
  const { rows: found } = await client.query<Omit<Chosen, 'row'>>(
    `select id, code, year from (select e.id, e.enquiry_code as code, e.academic_year_id as year from enquiry e join enquiry_source s on s.id = e.source_id
       where e.franchisee_id = $1 and e.captured_at < $2::date - 2 and e.merged_into is null and e.erased_at is null and e.is_open
       order by s.name = 'Event' desc, e.captured_at desc, e.id limit $3) e order by code`,
    [ANDHERI, today, ROWS],
  );
  // The faulty rows stand between the others.
  const lines = Array.from({ length: ROWS + FAULTY.length }, (_, n) => n + 2).filter((line) =>
    FAULTY.every(({ row }) => row !== line),
  );
  const chosen = found.map((one, n) => ({ ...one, row: lines[n] ?? 0 }));
  await writeUpload(
    client,
    {
      fileName: 'School fair.csv',
      headings: HEADINGS,
      mode: 'VALID_ROWS',
      faulty: FAULTY,
      at: new Date(`${addDays(today, -2)}T16:20:00+05:30`),
    },
    { id: demoUuid('enquiry upload', 'school fair'), rows: chosen, again: AGAIN },
  );
  await client.query(
    `insert into enquiry_external_ref (franchisee_id, ref, enquiry_id) select $1, ref, id from jsonb_to_recordset($2::jsonb) as r (ref text, id uuid)`,
    [ANDHERI, JSON.stringify(chosen.map(({ id, row }) => ({ id, ref: `FAIR-${99 + row}` })))],
  );
  await writeClosedOnes(client, today);
}

const CLOSED_ROWS = 12;

async function writeClosedOnes(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<Omit<Chosen, 'row'>>(
    `select id, code, year from (select e.id, e.enquiry_code as code, e.academic_year_id as year from enquiry e
       where e.franchisee_id = $1 and e.spanco_status = 'Lost' and e.captured_at < $2::date - 9 and e.merged_into is null and e.erased_at is null
       order by e.captured_at desc, e.id limit $3) e order by code`,
    [ANDHERI, today, CLOSED_ROWS],
  );
  await writeUpload(
    client,
    {
      fileName: 'Closed before Aangan.xlsx',
      headings: HEADINGS,
      mode: 'ALL_OR_NOTHING',
      faulty: [],
      at: new Date(`${addDays(today, -9)}T11:05:00+05:30`),
    },
    {
      id: demoUuid('enquiry upload', 'closed before'),
      rows: rows.map((one, n) => ({ ...one, row: n + 2 })),
      again: 0,
    },
  );
}
