// A file of as many enquiries as one may hold, all of them sound and new: its check, then the save step by step and the save
// as a whole, each in seconds and beside the same number of rows put into the bare table by one statement. The design asks
// for 20,000 rows in 40 s (enquiries.md 10, story 22).
import type { ImportMode } from '@aangan/contract/file-import.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enquiryImport } from '../areas/enquiries/upload/enquiry-import.contract.ts';
import { commitFile, outcomeOf, runSave } from '../areas/enquiries/upload/upload-testing.ts';

const { maxRows: ROWS, endpoints } = enquiryImport;
const MOST_SECONDS = 40;
const HEADING = 'parent_name,mobile,child_first_name,child_dob,class,pincode,source,consent_whatsapp';

export async function measureUpload(): Promise<void> {
  for (const mode of ['VALID_ROWS', 'ALL_OR_NOTHING'] as const) {
    const app = await testApp();
    try {
      const bareSeconds = await timed(() => insertBare(app));
      await forgetFigures(app);
      const figures = await measure(app, mode);
      const kept = figures.created === ROWS && figures.saveSeconds <= MOST_SECONDS;
      console.log(JSON.stringify({ bench: 'enquiry-upload', mode, bareSeconds, ...figures, kept }));
      if (!kept) process.exitCode = 1;
    } finally {
      await app.close();
    }
  }
}

async function measure(app: TestApp, mode: ImportMode) {
  const bina = app.as('Bina');
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `Parent ${n},97${String(20_000_000 + n)},Child ${n},15-06-2023,Nursery,400053,Event,Y`,
  );
  const csv = [HEADING, ...lines].join('\r\n');
  let jobId = '';
  const checkSeconds = await timed(async () => {
    ({ jobId } = await bina.call(endpoints.check, { csv, fileName: 'season.csv' }));
  });
  await commitFile(bina, jobId, { mode });
  const saveSeconds = await timed(() => runSave(app, jobId));
  const { created } = await outcomeOf(bina, jobId);
  return { rows: ROWS, created, checkSeconds, saveSeconds };
}

/** What no way of saving can do without: the rows of the one table, with its indexes, and taken back. */
async function insertBare(app: TestApp): Promise<void> {
  await app.sql('begin');
  await app.sql(
    `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, guardian_name, phone_norm, source_id, captured_at, next_follow_up_on)
     select $1, 'ENQ-002-2627-' || (900000 + i), 2026, gen_random_uuid(), 'Child ' || i, 'Parent ' || i, '+91' || (6000000000 + i), s.id, now(), current_date
       from generate_series(1, $2::int) i, (select id from enquiry_source order by id limit 1) s`,
    [ANDHERI, ROWS],
  );
  await app.sql('rollback');
}

/** What autovacuum notes when it meets those pages while the next file is being saved: many pages and no enquiry. */
async function forgetFigures(app: TestApp): Promise<void> {
  await app.sql(
    `update pg_class set reltuples = 0, relpages = pg_relation_size(oid) / current_setting('block_size')::int where oid = 'enquiry'::regclass`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return Number(((performance.now() - from) / 1000).toFixed(1));
}
