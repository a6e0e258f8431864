// The shared import engine over files as people have them: encodings, title lines, formulas, dates that tell nothing; and a
// save that is killed in its middle.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { openModules } from '@aangan/contract/endpoint.ts';
import * as kind from '@aangan/contract/fields.ts';
import { column, fileImport, type ImportJob } from '@aangan/contract/file-import.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobTools } from '@aangan/server/background/background.ts';
import { serve } from '@aangan/server/endpoint/handle.ts';
import { importJob } from '@aangan/server/file-import/import-job.ts';
import { listOf } from '@aangan/server/file-import/import-lists.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { zip } from '@aangan/server/test-support/sample-files.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { authenticate } from '../areas/shell/area.server.ts';

const columns = {
  childName: column(kind.text({ label: 'Child', max: 30 }), 'Aarav', 'name of the child'),
  mobile: column(kind.phone({ label: 'Mobile' }), '9820012345'),
  dob: column(kind.date({ label: 'Date of birth' }), '15-06-2023'),
  source: column(kind.choice({ label: 'Source', options: ['Walk-in', 'Referral'] }), 'Walk-in'),
  class: column(kind.integerReference('class', { label: 'Class', optional: true }), 'Nursery'),
  pincode: column(
    kind.text({
      label: 'Pincode',
      max: 6,
      pattern: /^[1-9]\d{5}$/,
      patternHelp: 'Six digits',
      optional: true,
    }),
    '400053',
  ),
  fee: column(kind.money({ label: 'Fee', optional: true }), '1,20,000.50'),
  age: column(kind.integer({ label: 'Age', min: 1, max: 99, optional: true }), '3'),
  share: column(kind.percent({ label: 'Share', optional: true }), '12.5'),
  email: column(kind.email({ label: 'E-mail', optional: true }), 'a@example.in'),
  twin: column(kind.boolean({ label: 'Twin', optional: true }), 'No'),
  at: column(kind.time({ label: 'Time', optional: true }), '09:30'),
};
const base = { title: 'Odd rows', module: openModules.signedIn, scope: 'centre', columns } as const;
const whole = fileImport({ ...base, name: 'odd-whole', mode: 'ALL_OR_NOTHING', maxRows: 5_000 });
const pieces = fileImport({
  ...base,
  name: 'odd-piece',
  mode: 'VALID_ROWS',
  maxRows: 5_000,
  reference: ['mobile'],
});

const free = fileImport({
  ...base,
  name: 'odd-free',
  mode: 'EITHER',
  maxRows: 100,
  options: { known: kind.choice({ label: 'Known ones', options: { KEEP: 'Keep', SKIP: 'Skip' } }) },
  preview: z.object({ children: z.int() }),
});

/** Set by a test: what a save meets. */
let onSave: (saved: number) => void = () => undefined;
const work: Parameters<typeof serveImport<typeof columns>>[1] = {
  lists: {
    class: async () =>
      listOf([
        { id: 1, names: ['Nursery'] },
        { id: 2, names: ['Junior KG'] },
      ]),
  },
  save: async (db, rows, { actor }) => {
    onSave(rows.length);
    if (rows.some(({ childName }) => childName === 'Refused'))
      throw refuse('input.invalid', { fields: { childName: 'This child cannot be saved' } });
    await sql`insert into odd_row (franchisee_id, child, mobile, dob, source, class, pincode)
      select ${chosenCentre(actor)}::int, "childName", mobile, dob, source, class, pincode from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("childName" text, mobile text, dob date, source text, class int, pincode text)`.execute(db);
  },
  writes: ['odd_row'],
};
/** What the saves of the free import were told. */
const told: unknown[] = [];
const freeWork: Parameters<
  typeof serveImport<typeof columns, NonNullable<typeof free.options>, { children: number }>
>[1] = {
  ...work,
  check: async (_db, rows) => ({ children: new Set(rows.map((row) => row.values.childName)).size }),
  save: async (db, rows, at) => {
    told.push([at.options.known, at.fileName, at.lines]);
    await work.save(db, rows, { ...at, options: {} });
  },
};
const odd = serve(
  area({
    name: 'odd',
    title: 'Odd',
    modules: modules({}).$info,
    contracts: [whole.endpoints, pieces.endpoints, free.endpoints],
  }),
  [...serveImport(whole, work), ...serveImport(pieces, work), ...serveImport(free, freeWork)],
);

let app: TestApp;
before(async () => {
  app = await testApp({ areas: [odd], authenticate: (database) => (facts) => authenticate(database, facts) });
  await app.sql(`create table odd_row (franchisee_id int not null, child text, mobile text, dob date, source text, class int, pincode text);
    alter table odd_row owner to aangan_owner;
    grant select, insert on odd_row to rt_centre, rt_network`);
});
after(() => app.close());

type Import = typeof whole | typeof pieces;
const check = (of: Import, csv: string, who: 'Bina' | 'Charu' = 'Bina') =>
  app.as(who).call(of.endpoints.check, { csv, fileName: 'odd.csv' });
const faultsOf = async (of: Import, { jobId }: { jobId: string }) =>
  (await app.as('Bina').call(of.endpoints.rows, { jobId })).rows;
const saved = () =>
  app.sql<Record<string, unknown>>(
    'select child, mobile, dob::text, source, class, pincode from odd_row order by child, mobile',
  );
const empty = () => app.sql('delete from odd_row');

/** A file that was uploaded as it is, checked. */
async function checkBytes(of: Import, content: Buffer, name = 'odd.csv'): Promise<ImportJob> {
  const fileId = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    saveFile(db, { franchiseeId: ANDHERI, name, kind: 'sheet', mime: 'application/octet-stream', content }),
  );
  return app.as('Bina').call(of.endpoints.check, { fileId, fileName: name });
}

/** Runs the background job as the queue would; `beforeWork` may kill it. */
const runJob = (jobId: string, beforeWork: () => void = () => undefined) => {
  const tools: JobTools = {
    work: async (franchiseeId, run) => {
      beforeWork();
      return inUnitOfWork(app.pool, systemActor(franchiseeId), { command: importJob.name }, run);
    },
    now: new Date(),
    data: { jobId, fileAt: ANDHERI },
    ports: { ...app.ports, afterCommit: () => undefined },
  };
  return importJob.run(tools);
};

const HEAD = 'Child,Mobile,Date of birth,Source';
const line = (n: number, child = `Child ${String(n).padStart(4, '0')}`) =>
  `${child},98${String(20_000_000 + n)},15-06-2023,Walk-in`;
const manyRows = (n: number, head = HEAD) =>
  [head, ...Array.from({ length: n }, (_, at) => line(at))].join('\n');

test('the same file in four encodings reads the same, by usual headings below a title, in any order', async () => {
  const text = [
    'Enquiries of Andheri; April 2026',
    '',
    'Lead Source;DOB;Mobile No.;Name of the child;Remarks of nobody',
    'Walk In;15/06/2023;98200 12345;Zoë;–',
  ].join('\r\n');
  const latin = Buffer.from(text.replace('–', '-'), 'latin1');
  const files = [
    Buffer.from(`\ufeff${text}`),
    latin,
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
  ];
  for (const [at, bytes] of files.entries()) {
    const job = await checkBytes(whole, bytes);
    assert.deepEqual(
      [job.total, job.ok, job.bad],
      [1, 1, 0],
      `file ${at}: ${JSON.stringify(await faultsOf(whole, job))}`,
    );
    assert.deepEqual(
      job.headings.map((one) => one.column),
      ['source', 'dob', 'mobile', 'childName', null],
    );
    assert.deepEqual(await app.as('Bina').call(whole.endpoints.commit, { jobId: job.jobId }), {
      inserted: 1,
    });
    assert.deepEqual(await saved(), [
      {
        child: 'Zoë',
        mobile: '+919820012345',
        dob: '2023-06-15',
        source: 'Walk-in',
        class: null,
        pincode: null,
      },
    ]);
    await empty();
  }
});

test('12 faults of one row are all named, with what the cell says, at the line a spreadsheet shows', async () => {
  const head = Object.keys(columns).join(',');
  const job = await check(
    whole,
    `A title\n\n${head}\n\n${'x'.repeat(31)},12,31-02-2023,Moon,Upper,4000,abc,0,200,no,maybe,25:99\n`,
  );
  assert.deepEqual([job.total, job.bad], [1, 1]);
  const [row] = await faultsOf(whole, job);
  assert.equal(row?.row, 5);
  assert.deepEqual(
    row?.faults.map((fault) => fault.column),
    Object.keys(columns),
  );
  assert.deepEqual(
    row?.faults.slice(1, 6).map(({ text, value }) => `${value}: ${text}`),
    [
      '12: Enter a 10-digit mobile number',
      '31-02-2023: Enter a date',
      'Moon: Choose one of the list',
      "Upper: There is no class 'Upper'",
      '4000: Six digits',
    ],
  );
  await app.as('Bina').refused(whole.endpoints.commit, { jobId: job.jobId }, 'import.has-errors');
  const { csv } = await app.as('Bina').call(whole.endpoints.faulty, { jobId: job.jobId });
  assert.match(csv, /^childName,.*,what_to_correct\r\nx{31},12,.*Child: At most 30 characters; Mobile: /);
  const again = await check(whole, csv);
  assert.deepEqual([again.total, again.bad], [1, 1], 'the file that is given back is read again');
});

test('day or month first: what tells is taken, what does not is asked, and nothing is saved before the answer', async () => {
  const bina = app.as('Bina');
  const dated = (...days: string[]) =>
    [HEAD, ...days.map((day, n) => line(n).replace('15-06-2023', day))].join('\n');
  const days = async (job: ImportJob) => {
    await bina.call(whole.endpoints.commit, { jobId: job.jobId });
    const rows = (await saved()).map((row) => row['dob']);
    await empty();
    return rows;
  };
  assert.deepEqual(
    await days(await check(whole, dated('15/06/23', '05-Jun-2023', '3.4.2023', '2023-06-05 00:00:00'))),
    ['2023-06-15', '2023-06-05', '2023-04-03', '2023-06-05'],
  );
  assert.deepEqual(await days(await check(whole, dated('06/15/2023', '3/4/2023'))), [
    '2023-06-15',
    '2023-03-04',
  ]);
  assert.deepEqual(
    await days(await check(whole, dated('03-04-2023'))),
    ['2023-04-03'],
    'as the product writes it',
  );
  const asked = await check(whole, dated('03/04/23', '07/07/23'));
  assert.deepEqual(asked.dateQuestions, [
    { column: 'dob', cell: '03/04/23', dayFirst: '2023-04-03', monthFirst: '2023-03-04' },
  ]);
  await bina.refused(whole.endpoints.commit, { jobId: asked.jobId }, 'import.dates');
  const answered = await bina.call(whole.endpoints.correct, {
    jobId: asked.jobId,
    monthFirst: { dob: true },
  });
  assert.deepEqual(answered.dateQuestions, []);
  assert.deepEqual(await days(answered), ['2023-03-04', '2023-07-07']);
});

test('values are mapped once and remembered, as are columns; a corrected cell is checked with all others', async () => {
  const csv = `Kid,Mobile,Date of birth,Source,Class\nAarav,9820000001,15-06-2023,Came by,LKG\nRiya,982,15-06-2023,came by,nursery`;
  const bina = app.as('Bina');
  const first = await check(whole, csv);
  assert.deepEqual(first.missing, ['childName']);
  await bina.refused(whole.endpoints.commit, { jobId: first.jobId }, 'import.columns');
  const chosen = await bina.call(whole.endpoints.correct, {
    jobId: first.jobId,
    columns: ['childName', 'mobile', 'dob', 'source', 'class'],
  });
  assert.deepEqual(
    chosen.unknownValues.map(({ column, value, rows, options }) => [column, value, rows, options]),
    [
      ['source', 'Came by', 2, ['Walk-in', 'Referral']],
      ['class', 'LKG', 1, ['Nursery', 'Junior KG']],
    ],
  );
  const mapped = await bina.call(whole.endpoints.correct, {
    jobId: first.jobId,
    values: [
      { column: 'source', from: 'Came by', to: 'Walk-in' },
      { column: 'class', from: 'LKG', to: 'Junior KG' },
    ],
  });
  assert.deepEqual([mapped.unknownValues, mapped.ok, mapped.bad], [[], 1, 1]);
  const fixed = await bina.call(whole.endpoints.correct, {
    jobId: first.jobId,
    cells: [{ row: 3, column: 'mobile', value: '98200 00002' }],
  });
  assert.deepEqual([fixed.ok, fixed.bad], [2, 0]);
  await bina.refused(
    whole.endpoints.correct,
    { jobId: first.jobId, cells: [{ row: 9, column: 'mobile', value: '1' }] },
    'input.invalid',
  );
  await bina.call(whole.endpoints.commit, { jobId: first.jobId });
  assert.deepEqual(
    (await saved()).map((row) => [row['child'], row['mobile'], row['source'], row['class']]),
    [
      ['Aarav', '+919820000001', 'Walk-in', 2],
      ['Riya', '+919820000002', 'Walk-in', 1],
    ],
  );
  await empty();
  const next = await check(whole, csv);
  assert.deepEqual([next.missing, next.unknownValues, next.bad], [[], [], 1], 'remembered for the next file');
  const charus = await check(whole, csv, 'Charu');
  assert.deepEqual(charus.missing, ['childName'], 'by the person who chose it');
});

const part = (name: string, content: string) => ({ name, content: Buffer.from(content) });
const OFFICE = 'http://schemas.openxmlformats.org';
/** A workbook as programs write it, its rows as given. */
const workbook = (rows: string) =>
  zip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    part(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  ]);
const words = (row: number, ...cells: string[]) =>
  `<row r="${row}">${cells.map((cell, at) => (cell.startsWith('<') ? cell.replace('<c', `<c r="${'ABCDEF'[at]}${row}"`) : `<c r="${'ABCDEF'[at]}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;

test('a formula is read by its last result; without one, or with an error, it is a fault and never an empty cell', async () => {
  const job = await checkBytes(
    whole,
    workbook(
      words(3, 'Child', 'Mobile', 'Date of birth', 'Source', 'Age', 'Pincode') +
        words(
          4,
          '<c t="str"><f>A1</f><v>Aarav</v></c>',
          '9820000001',
          '15-06-2023',
          'Walk-in',
          '<c><f>1+2</f><v>3</v></c>',
          '400 053',
        ) +
        words(
          6,
          'Riya',
          '9820000002',
          '15-06-2023',
          'Walk-in',
          '<c><f>1+2</f></c>',
          '<c t="e"><f>X</f><v>#N/A</v></c>',
        ),
    ),
    'odd.xlsx',
  );
  assert.deepEqual([job.total, job.ok], [2, 1]);
  const [row] = await faultsOf(whole, job);
  assert.equal(row?.row, 6);
  assert.deepEqual(
    row?.faults.map(({ column, text }) => [column, /no result in the file/.test(text)]),
    [
      ['pincode', true],
      ['age', true],
    ],
  );
});

test('valid rows are saved in pieces; a kill in the middle loses and doubles nothing; the refused come back', async () => {
  const bina = app.as('Bina');
  const file = `${manyRows(2_500)}\n${line(2_500, 'Refused')}\n${line(7)}\nNobody,12,15-06-2023,Walk-in`;
  const job = await check(pieces, file);
  assert.deepEqual([job.total, job.ok, job.bad], [2_503, 2_501, 2]);
  assert.deepEqual(
    (await faultsOf(pieces, job)).map(({ row, faults }) => [row, faults[0]?.text]),
    [
      [2_503, 'Row 9 of this file is the same'],
      [2_504, 'Enter a 10-digit mobile number'],
    ],
  );
  const first = await bina.call(pieces.endpoints.rows, { jobId: job.jobId, limit: 1 });
  assert.ok(first.next);
  const second = await bina.call(pieces.endpoints.rows, { jobId: job.jobId, limit: 1, after: first.next });
  assert.deepEqual(
    [first.total.n, [...first.rows, ...second.rows].map(({ row }) => row), second.next],
    [2, [2_503, 2_504], null],
    'page by page',
  );
  assert.deepEqual(await bina.call(pieces.endpoints.commit, { jobId: job.jobId }), { inserted: null });
  let left = 3;
  await assert.rejects(
    runJob(job.jobId, () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    }),
    /killed/,
  );
  const halfway = await bina.call(pieces.endpoints.status, { jobId: job.jobId });
  assert.deepEqual([halfway.state, halfway.done, halfway.saved], ['COMMITTING', 2_000, 2_000]);
  await runJob(job.jobId);
  await runJob(job.jobId);
  const ended = await bina.call(pieces.endpoints.status, { jobId: job.jobId });
  assert.deepEqual([ended.state, ended.saved, ended.bad], ['DONE', 2_500, 3]);
  const [count] = await app.sql(
    'select count(*)::int as n, count(distinct mobile)::int as numbers from odd_row',
  );
  assert.deepEqual(count, { n: 2_500, numbers: 2_500 });
  const [known] = await app.sql<{ known: number }>(
    `select reltuples::int as known from pg_class where relname = 'odd_row'`,
  );
  assert.ok((known?.known ?? 0) >= 1_000, 'the planner knows of the rows');
  const { csv } = await bina.call(pieces.endpoints.faulty, { jobId: job.jobId });
  assert.equal(csv.trim().split('\r\n').length, 4, 'heading and three rows');
  assert.match(csv, /Refused,.*This child cannot be saved/);
  await bina.refused(pieces.endpoints.commit, { jobId: job.jobId }, 'import.done');
  await empty();
});

test('a large file is checked in the background, and says how far it is', async () => {
  const bina = app.as('Bina');
  const remark = 'r'.repeat(500);
  const rows = Array.from({ length: 4_500 }, (_, n) => `${line(n)},${remark}`);
  const job = await checkBytes(
    whole,
    Buffer.from([`${HEAD},Nothing`, ...rows, `${line(1, '')},x`].join('\n')),
  );
  assert.equal(job.state, 'CHECKING');
  await bina.refused(whole.endpoints.commit, { jobId: job.jobId }, 'import.expired');
  await runJob(job.jobId);
  const checked = await bina.call(whole.endpoints.status, { jobId: job.jobId });
  assert.deepEqual([checked.state, checked.total, checked.bad], ['CHECKED', 4_501, 1]);
  const broken = await checkBytes(whole, Buffer.from(`${'x'.repeat(2_200_000)}\n1`));
  await runJob(broken.jobId);
  const failed = await bina.call(whole.endpoints.status, { jobId: broken.jobId });
  assert.deepEqual([failed.state, /sheet/.test(failed.problem ?? '')], ['FAILED', true]);
});

test('all or none: a kill in the middle leaves nothing, the next run saves all, and what is refused takes all back', async () => {
  const bina = app.as('Bina');
  const job = await check(whole, manyRows(2_500));
  await bina.call(whole.endpoints.commit, { jobId: job.jobId });
  let portions = 0;
  onSave = () => {
    portions += 1;
    if (portions === 2) throw new Error('killed');
  };
  await assert.rejects(runJob(job.jobId), /killed/);
  onSave = () => undefined;
  assert.deepEqual(await saved(), [], 'nothing stands');
  assert.equal(
    (await bina.call(whole.endpoints.status, { jobId: job.jobId })).done,
    1_000,
    'progress was notified',
  );
  await runJob(job.jobId);
  assert.deepEqual((await bina.call(whole.endpoints.status, { jobId: job.jobId })).state, 'DONE');
  assert.equal((await saved()).length, 2_500);
  await empty();
  const refused = await check(whole, `${manyRows(1_200)}\n${line(1_300, 'Refused')}`);
  await bina.call(whole.endpoints.commit, { jobId: refused.jobId });
  await runJob(refused.jobId);
  const failed = await bina.call(whole.endpoints.status, { jobId: refused.jobId });
  assert.deepEqual([failed.state, failed.problem, failed.saved], ['FAILED', 'This child cannot be saved', 0]);
  assert.deepEqual(await saved(), []);
  const stopped = await check(whole, manyRows(1_200));
  await bina.call(whole.endpoints.commit, { jobId: stopped.jobId });
  await bina.call(whole.endpoints.cancel, { jobId: stopped.jobId });
  await runJob(stopped.jobId);
  assert.equal((await bina.call(whole.endpoints.status, { jobId: stopped.jobId })).state, 'CANCELLED');
  assert.deepEqual(await saved(), []);
});

test('whoever saves chooses: all or none or the valid rows, and what the import asks; the check answers its preview', async () => {
  const bina = app.as('Bina');
  const file = `${HEAD}\n${line(1)}\n${line(2, 'Child 0001')}\nNobody,12,15-06-2023,Walk-in`;
  const checked = await bina.call(free.endpoints.check, { csv: file, fileName: 'free.csv' });
  assert.deepEqual([checked.mode, checked.preview, checked.bad], ['ALL_OR_NOTHING', { children: 2 }, 1]);
  assert.equal((await check(whole, file)).preview, null);
  const { jobId } = checked;
  await bina.refused(free.endpoints.commit, { jobId }, 'import.has-errors');
  await bina.refused(free.endpoints.commit, { jobId, options: { known: 'OTHER' } }, 'input.invalid');
  const unasked = { jobId: (await check(whole, file)).jobId, mode: 'VALID_ROWS' } as const;
  await bina.refused(whole.endpoints.commit, unasked, 'input.invalid');
  const done = await bina.call(free.endpoints.commit, {
    jobId,
    mode: 'VALID_ROWS',
    options: { known: 'SKIP' },
  });
  assert.deepEqual(done, { inserted: 2 });
  const next = await bina.call(free.endpoints.check, { csv: `${HEAD}\n${line(3)}`, fileName: 'next.csv' });
  await bina.call(free.endpoints.commit, { jobId: next.jobId });
  assert.deepEqual(told, [
    ['SKIP', 'free.csv', [2, 3]],
    ['KEEP', 'next.csv', [2]],
  ]);
  // What was kept of cells for the choice of columns ends with the file.
  const ended = await bina.call(free.endpoints.status, { jobId });
  assert.deepEqual(
    [ended.state, ended.mode, ended.preview, ended.headings.flatMap(({ examples }) => examples)],
    ['DONE', 'VALID_ROWS', null, []],
  );
  await empty();
});

test('a file is its person’s, at the centre they stood in, for half an hour; the audit tells no cell', async () => {
  const job = await check(whole, `${HEAD}\n${line(1, 'Secret Child')}`);
  const { jobId } = job;
  for (const name of ['status', 'rows', 'faulty', 'cancel', 'correct', 'commit'] as const)
    await app.as('Charu').refused(whole.endpoints[name], { jobId } as never, 'row.not-found');
  await app.as('Asha', { centre: ANDHERI }).refused(whole.endpoints.status, { jobId }, 'row.not-found');
  await app.as('Bina').refused(pieces.endpoints.status, { jobId }, 'row.not-found');
  assert.equal((await app.stranger.raw(whole.endpoints.status, { jobId })).status, 401);
  const fileId = await inUnitOfWork(app.pool, systemActor(BANER), { command: 'test' }, (db) =>
    saveFile(db, {
      franchiseeId: BANER,
      name: 'x.csv',
      kind: 'sheet',
      mime: 'text/csv',
      content: Buffer.from(HEAD),
    }),
  );
  await app.as('Bina').refused(whole.endpoints.check, { fileId, fileName: 'x.csv' }, 'row.not-found');
  const audit = await app.sql<{ text: string }>(
    `select row_to_json(c)::text as text from record_change c where table_name = 'import_job'`,
  );
  assert.ok(audit.length > 0);
  assert.ok(!audit.some(({ text }) => text.includes('Secret')), 'nor what it was read as');
  app.moveClock(new Date(Date.now() + 31 * 60_000));
  await app.as('Bina').refused(whole.endpoints.commit, { jobId }, 'import.expired');
  app.moveClock(null);
});
