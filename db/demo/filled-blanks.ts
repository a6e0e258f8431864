// Two more files of Andheri's head, saved by the product itself: one that only fills what was blank of families who are
// here already, and one that was stopped before its first row.
import {
  countRows,
  type Saving,
  type SoundRow,
  saveRows,
} from '@aangan/areas/enquiries/upload/save-rows.server.ts';
import { endUpload } from '@aangan/areas/enquiries/upload/upload-steps.server.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { type Clock, deskTime } from './moment.ts';
import { teamAt } from './people.ts';
import { ANDHERI } from './places.ts';
import { actorAt, work } from './product.ts';
import { demoMobile, demoUuid } from './random.ts';

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
const REFUSED = [
  {
    cells: ['Ketan Sheth', '022 2673', 'Dhruv', 'ketan.sheth@family.demo.aangan', '', 'Walk-in'],
    fault: 'mobile: Enter a 10-digit mobile number starting 6–9.',
  },
  {
    cells: ['Rosy Dsouza', '9820077104', 'Aaron', 'rosy.dsouza(at)family', '', 'Walk-in'],
    fault: 'email: Enter an e-mail address like name@example.com.',
  },
  {
    cells: ['Amit Pandey', '9820077109', 'Saanvi', '', '', 'Neighbour'],
    fault: 'source: There is no such source',
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
    (row, n): SoundRow => ({ ...row, row: n + 2 }),
  );
  const faulty = REFUSED.map((one, n) => ({ row: rows.length + 2 + n, ...one }));
  const at: Saving = {
    franchiseeId: ANDHERI,
    academicYearId: YEAR,
    uploadId: demoUuid('enquiry upload', 'addresses'),
    matches: 'FILL_BLANKS',
    now: deskTime(clock, 1, '12:40'),
    by,
  };
  await save(database, at, { fileName: 'Addresses of the open day.xlsx', rows, faulty });
  const stopped = { ...at, uploadId: demoUuid('enquiry upload', 'stopped'), matches: 'ASK_AGAIN' } as const;
  await stop(
    database,
    { ...stopped, now: deskTime(clock, 1, '12:31') },
    { fileName: 'Addresses, old copy.xlsx', rows, faulty },
  );
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

type Unnumbered = Omit<SoundRow, 'row'>;

const rowOf = (here: Here, alternate: string | null, id?: string): Unnumbered => ({
  centre: ANDHERI,
  ref: null,
  cells: [
    here.name,
    here.phone.slice(3),
    here.first,
    here.email ?? '',
    alternate?.slice(3) ?? '',
    here.source === WALK_IN ? 'Walk-in' : '',
  ],
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

interface File {
  fileName: string;
  rows: readonly SoundRow[];
  faulty: readonly { row: number; cells: string[]; fault: string }[];
}

/** As `enquiry-upload.commit` leaves it: the rows wait for the job. */
async function begin(database: Database, at: Saving, { fileName, rows, faulty }: File): Promise<void> {
  const sheet = JSON.stringify({ heading: HEADING, lines: faulty });
  await work(database, actorAt(at.franchiseeId, at.by ?? ''), 'upload', (db) =>
    sql`insert into enquiry_upload (franchisee_id, id, academic_year_id, file_name, mode, matches, total, sound, bad, faulty, by, at)
      values (${at.franchiseeId}, ${at.uploadId}, ${at.academicYearId}, ${fileName}, 'VALID_ROWS', ${at.matches}, ${rows.length + faulty.length}, ${rows.length}, ${faulty.length},
        ${sheet}::jsonb, ${at.by}, ${at.now.toISOString()})`.execute(db),
  );
}

async function save(database: Database, at: Saving, file: File): Promise<void> {
  await begin(database, at, file);
  await work(database, actorAt(at.franchiseeId, at.by ?? ''), 'save-upload', async (db) => {
    await countRows(db, at, await saveRows(db, at, file.rows));
    await end(db, at, 'DONE');
  });
}

async function stop(database: Database, at: Saving, file: File): Promise<void> {
  await begin(database, at, file);
  await work(database, actorAt(at.franchiseeId, at.by ?? ''), 'stop-upload', (db) =>
    end(db, at, 'CANCELLED'),
  );
}

const SAVED_IN_MS = 2_000;
const end = (db: Parameters<typeof endUpload>[0], at: Saving, state: 'DONE' | 'CANCELLED') =>
  endUpload(
    db,
    {
      franchiseeId: at.franchiseeId,
      batchId: at.uploadId,
      now: new Date(at.now.getTime() + SAVED_IN_MS),
    },
    state,
  );
