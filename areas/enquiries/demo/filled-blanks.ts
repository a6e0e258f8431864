// Two more files of Andheri's head, saved by the product itself: one that only fills what was blank of families who are
// here already, and one that was stopped before its first row.
import { type Saving, saveUpload, type UploadRow } from '@aangan/areas/enquiries/upload/save-rows.server.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Client } from 'pg';
import { type Clock, deskTime } from '../../../db/demo/moment.ts';
import { teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { type FaultyRow, writeImport } from './enquiry-uploads.ts';

const YEAR = 2026;
const HEADING = ['parent_name', 'mobile', 'child_first_name', 'email', 'alternate_mobile', 'source'];
const WALK_IN = '04000000-0000-7000-8000-000000000001';

/** Of these everything was known; the others had no e-mail address here. */
const KNOWN = 4;
const BLANK = 14;
const NEW = [
  ['Nandini Kulkarni', 'Advik'],
  ['Farah Ansari', 'Inaya'],
] as const;
const REFUSED: readonly Omit<FaultyRow, 'row'>[] = [
  {
    cells: ['Ketan Sheth', '022 2673', 'Dhruv', 'ketan.sheth@family.demo.aangan', '', 'Walk-in'],
    faults: [{ column: 'mobile', text: 'Enter a 10-digit mobile number starting 6–9.' }],
  },
  {
    cells: ['Rosy Dsouza', '9820077104', 'Aaron', 'rosy.dsouza(at)family', '', 'Walk-in'],
    faults: [{ column: 'email', text: 'Enter an e-mail address like name@example.in' }],
  },
  {
    cells: ['Amit Pandey', '9820077109', 'Saanvi', '', '', 'Neighbour'],
    faults: [{ column: 'source', text: "There is no source 'Neighbour'" }],
  },
];

interface Here {
  name: string;
  phone: string;
  first: string;
  dob: string | null;
  email: string | null;
  source: string;
}

export async function writeFilledBlanks(client: Client, database: Database, clock: Clock): Promise<void> {
  const by = teamAt(ANDHERI).head.id;
  const rows = [...(await familiesHere(client, clock)).map(rowOfKnown), ...NEW.map(rowOfNew)].map(
    (row, n): UploadRow => ({ ...row, row: n + 2 }),
  );
  const file = {
    by,
    year: YEAR,
    headings: HEADING,
    mode: 'VALID_ROWS',
    ok: rows.length,
    faulty: REFUSED.map((one, n) => ({ row: rows.length + 2 + n, ...one })),
  } as const;
  const at: Saving = {
    franchiseeId: ANDHERI,
    academicYearId: YEAR,
    jobId: demoUuid('enquiry upload', 'addresses'),
    fileName: 'Addresses of the open day.xlsx',
    matches: 'FILL_BLANKS',
    now: deskTime(clock, 1, '12:40'),
    by,
  };
  await writeImport(client, { ...file, id: at.jobId, fileName: at.fileName, state: 'DONE', at: at.now });
  await work(database, actorAt(ANDHERI, by), 'save-upload', (db) => saveUpload(db, at, rows));
  // Stopped before its first row.
  const stopped = {
    ...at,
    jobId: demoUuid('enquiry upload', 'stopped'),
    fileName: 'Addresses, old copy.xlsx',
    now: deskTime(clock, 1, '12:31'),
  };
  await writeImport(client, {
    ...file,
    id: stopped.jobId,
    fileName: stopped.fileName,
    state: 'CANCELLED',
    at: stopped.now,
  });
  await work(database, actorAt(ANDHERI, by), 'stop-upload', (db) => saveUpload(db, stopped, []));
}

/** Families with one child here, so that the row means no other. */
async function familiesHere(client: Client, clock: Clock): Promise<Here[]> {
  const { rows } = await client.query<Here>(
    `with alone as (
       select e.guardian_name as name, e.phone_norm as phone, e.child_first_name as first, e.child_dob as dob, e.email_norm as email, e.source_id as source,
           row_number() over (partition by e.email_norm is null order by e.captured_at desc, e.id) as n
         from enquiry e where e.franchisee_id = $1 and e.academic_year_id = $2 and e.is_open and e.merged_into is null and e.phone_norm is not null
          and e.child_last_name is not null and e.captured_at < $3::date - 6
          and not exists (select from enquiry o where o.franchisee_id = e.franchisee_id and o.household_id = e.household_id and o.id <> e.id))
     select name, phone, first, dob, email, source from alone where n <= case when email is null then $4::int else $5::int end order by email is not null, n`,
    [ANDHERI, YEAR, clock.today, BLANK, KNOWN],
  );
  return rows;
}

type Unnumbered = Omit<UploadRow, 'row'>;

const rowOf = (here: Here, alternate: string | null, id?: string): Unnumbered => ({
  ref: null,
  family: {
    guardianName: here.name,
    mobile: here.phone,
    alternateMobiles: alternate ? [alternate] : [],
    email: here.email,
    language: 'en',
    sourceId: here.source,
    children: [{ ...(id ? { id } : {}), firstName: here.first, dob: here.dob }],
  },
  move: null,
});

const addressOf = (name: string): string =>
  `${name.replaceAll(/[^A-Za-z]+/g, '.').toLowerCase()}@family.demo.aangan`;

/** Every third family left a second number too. */
const rowOfKnown = (here: Here, n: number): Unnumbered =>
  rowOf(
    { ...here, email: here.email ?? addressOf(here.name) },
    here.email === null && n % 3 === 0 ? demoMobile(49, n) : null,
  );

const rowOfNew = ([name, first]: (typeof NEW)[number], n: number): Unnumbered =>
  rowOf(
    { name, phone: demoMobile(49, 100 + n), first, dob: null, email: addressOf(name), source: WALK_IN },
    null,
    demoUuid('uploaded child', n),
  );
