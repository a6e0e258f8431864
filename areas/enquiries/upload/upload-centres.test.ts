// A file for several centres: each row goes to its own, within the reach of who uploads, and no centre sees another's rows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { enquiryEraseContract } from '../erase/enquiry-erase.contract.ts';
import { enquirySource } from '../settings/enquiry-source.record.ts';
import { enquiryImport } from './enquiry-import.contract.ts';
import { enquiryUploadRows } from './enquiry-upload.listing.ts';
import {
  checkFile,
  commitFile,
  correctFile,
  faultTexts,
  outcomeOf,
  runSave,
  saveFileNow,
} from './upload-testing.ts';

const { endpoints } = enquiryImport;

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  await app.sql(`insert into franchisee_pincode (franchisee_id, pincode) values ($1, '400001')`, [BANER]);
});
after(() => app.close());

const HEADING = 'parent_name,mobile,child_first_name,pincode,source,owner_email,franchisee_id,external_ref';
const check = (who: keyof typeof people, lines: readonly string[], centre?: number) =>
  checkFile(app.as(who, centre === undefined ? {} : { centre }), { csv: [HEADING, ...lines].join('\r\n') });
const faultsOf = ({ errors }: { errors: Parameters<typeof faultTexts>[0] }) => faultTexts(errors);
const placesOf = async (parent: string) =>
  (
    await app.sql<{ at: string }>(
      `select enquiry_code || ' at ' || franchisee_id as at from enquiry where guardian_name like $1 order by guardian_name`,
      [`${parent}%`],
    )
  ).map(({ at }) => at.replace(/\d{5} /, ''));
test('each row is saved at its own centre: the one it names, else its pincode’s; each centre has its part alone', async () => {
  const meera = app.as('Meera');
  const checked = await check('Meera', [
    'Net A,9855000001,Riya,400053,Event,,2,NET-1',
    'Net B,9855000002,Dev,400053,Event,,(003) Baner,NET-2',
    'Net C,9855000003,Zoya,400001,Event,,,NET-1',
  ]);
  assert.deepEqual([checked.ok, checked.bad, checked.fresh], [3, 0, 3]);
  assert.deepEqual(
    checked.centres.map(({ franchiseeId, ok, bad }) => [franchiseeId, ok, bad]),
    [
      [ANDHERI, 1, 0],
      [BANER, 2, 0],
    ],
  );
  // With a centre chosen it is another person's desk: the check is not found there, nor by anybody else.
  const { jobId } = checked;
  await app.as('Meera', { centre: ANDHERI }).refused(endpoints.commit, { jobId }, 'row.not-found');
  await app.as('Asha', { centre: null }).refused(endpoints.commit, { jobId }, 'row.not-found');
  const done = await saveFileNow(meera, jobId);
  assert.equal(done.created, 3);
  assert.deepEqual(await placesOf('Net '), ['ENQ-002-2627-at 2', 'ENQ-003-2627-at 3', 'ENQ-003-2627-at 3']);
  await meera.refused(endpoints.commit, { jobId }, 'import.done');

  assert.deepEqual(done.parts.map(({ franchiseeId, created }) => [franchiseeId, created]).sort(), [
    [ANDHERI, 1],
    [BANER, 2],
  ]);
  const rowsFor = async (who: ReturnType<typeof app.as>) =>
    (await who.call(enquiryUploadRows.endpoints.list, { jobId })).rows.map(({ row }) => row);
  assert.deepEqual([await rowsFor(meera), await rowsFor(app.as('Bina'))], [[2, 3, 4], [2]]);
  assert.deepEqual(
    (await outcomeOf(app.as('Bina'), jobId)).parts.map((one) => one.franchiseeId),
    [ANDHERI],
  );
  // Numbers of another system are a centre's own, and known again at each.
  const again = await check('Meera', [
    'Net A,9855000001,Riya,400053,Event,,2,NET-1',
    'Net C,9855000003,Zoya,400001,Event,,3,NET-1',
  ]);
  assert.deepEqual([again.known, again.fresh, again.askedAgain], [2, 0, 0]);
});

test('a row whose centre is not known says so; lists are those of its own centre', async () => {
  const { create } = enquirySource.endpoints;
  assert.ok(create);
  const own = { name: 'Andheri fair', channel: 'EVENT', digital: false, needsReferrer: false, active: true };
  assert.equal((await app.as('Bina').raw(create, own)).status, 200);
  await app.sql(`insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
    select 4, 'Closed', legal_name, 'CLO', model, 'CLOSED', brand_id, zone_id, city_id, pincode, signed_on, opened_on from franchisee where id = 3`);
  const checked = await check('Meera', [
    'Odd A,9855000101,Riya,400053,Event,,99,',
    'Odd B,9855000102,Riya,400053,Event,,Baner,',
    'Odd C,9855000103,Riya,,Event,,,',
    'Odd D,9855000104,Riya,400017,Event,,,',
    'Odd E,9855000105,Riya,,Andheri fair,,2,',
    'Odd F,9855000106,Riya,,Andheri fair,,3,',
    'Odd G,9855000107,Riya,,Event,esha@aangan.test,3,',
    'Odd H,9855000108,Riya,,Event,esha@aangan.test,2,',
    'Odd I,9855000109,Riya,,Event,,4,',
  ]);
  const faults = faultsOf(checked);
  assert.deepEqual(
    faults.map((text) => text.replace(/Choose one of .*/, '')),
    [
      'Row 2, franchisee_id: There is no such centre among yours.',
      'Row 3, franchisee_id: Give the number of the centre, as 014.',
      'Row 4, franchisee_id: Name the centre here, or give the pincode.',
      'Row 5, franchisee_id: No centre of yours answers for 400017. Name the centre here.',
      'Row 7, source: There is no such source. ',
      'Row 8, owner_email: This person does not work on enquiries here',
      'Row 10, franchisee_id: (004) Closed takes no enquiries now.',
    ],
  );
  assert.ok(!faults[4]?.includes('Andheri fair'), 'another centre’s source is not offered');
  assert.deepEqual([checked.unplaced, checked.bad, checked.ok], [5, 7, 2]);
  // Mended in place like any other cell.
  const mended = await correctFile(app.as('Meera'), checked.jobId, [
    { row: 2, column: 'franchisee_id', value: '3' },
    { row: 7, column: 'source', value: 'Event' },
  ]);
  assert.deepEqual([mended.unplaced, mended.bad, mended.ok], [4, 5, 4]);
});

test('nobody writes to a centre of somebody else: the column is theirs alone', async () => {
  const before_ = await app.sql('select from enquiry where franchisee_id = $1', [BANER]);
  const checked = await check('Bina', [
    'Own A,9855000201,Riya,400053,Event,,3,',
    'Own B,9855000202,Riya,400053,Event,,2,',
    'Own C,9855000203,Dev,400001,Event,,,',
  ]);
  assert.deepEqual(faultsOf(checked), [
    'Row 2, franchisee_id: You upload for (002) Andheri. Leave this empty.',
  ]);
  assert.deepEqual([checked.ok, checked.centres, checked.unplaced], [2, [], 1]);
  await commitFile(app.as('Bina'), checked.jobId, { mode: 'VALID_ROWS' });
  assert.deepEqual(await placesOf('Own '), ['ENQ-002-2627-at 2', 'ENQ-002-2627-at 2']);
  assert.equal(
    (await app.sql('select from enquiry where franchisee_id = $1', [BANER])).length,
    before_.length,
  );
  const atOne = await check('Meera', ['Own D,9855000204,Riya,,Event,,3,'], ANDHERI);
  assert.deepEqual(faultsOf(atOne), [
    'Row 2, franchisee_id: You upload for (002) Andheri. Leave this empty, or choose all centres at the top for a file of several.',
  ]);
});

test('who works at two centres names one of theirs, and no third', async () => {
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on, reason) values ($1, 5, 'CENTRE', 3, '2024-04-01', 'two centres')`,
    [people.Omkar.id],
  );
  const omkar = app.as('Omkar', { centre: null });
  const lines = [
    HEADING,
    'Duo A,9855000301,Riya,,Event,,2,',
    'Duo B,9855000302,Riya,,Event,,3,',
    'Duo C,9855000303,Riya,,Event,,1,',
  ];
  const checked = await checkFile(omkar, { csv: lines.join('\r\n') });
  assert.deepEqual(faultsOf(checked), ['Row 4, franchisee_id: There is no such centre among yours.']);
  await correctFile(omkar, checked.jobId, [{ row: 4, column: 'franchisee_id', value: '3' }]);
  // What is kept of a check stands for a right that ended before the save: then nothing of the file is saved anywhere.
  const lose = (jobId: string, parent: string) =>
    app.sql(
      `update import_row set ready = jsonb_set(ready, '{franchisee_id}', '"1"') where job_id = $1 and ready ->> 'parent_name' = $2`,
      [jobId, parent],
    );
  await lose(checked.jobId, 'Duo C');
  await omkar.refused(endpoints.commit, { jobId: checked.jobId }, 'row.not-found');
  assert.deepEqual(await placesOf('Duo '), []);

  // In the background the system reaches every centre; the person it works for does not.
  const many = Array.from(
    { length: 1001 },
    (_, n) => `Duet ${n},98559${String(n).padStart(5, '0')},,,Event,,2,`,
  );
  const large = await checkFile(omkar, { csv: [HEADING, ...many].join('\r\n') });
  await lose(large.jobId, 'Duet 1000');
  await commitFile(omkar, large.jobId);
  await runSave(app, large.jobId);
  const ended = await omkar.call(endpoints.status, { jobId: large.jobId });
  assert.deepEqual([ended.state, ended.saved, await placesOf('Duet ')], ['FAILED', 0, []]);
});

test('a large file for several centres is one job, all or none; the valid rows alone are saved each at its own', async () => {
  const meera = app.as('Meera');
  const checked = await check('Meera', [
    'Job A,9855000401,Riya,,Event,,2,',
    'Job B,12345,Riya,,Event,,2,',
    'Job C,9855000403,Riya,,Moon,,3,',
    'Job D,9855000404,Riya,,Event,,99,',
    'Job E,9855000405,Riya,,Event,,3,',
  ]);
  const { jobId } = checked;
  await meera.refused(endpoints.commit, { jobId }, 'import.has-errors');
  const done = await saveFileNow(meera, jobId, { mode: 'VALID_ROWS' });
  assert.deepEqual(done.parts.map((one) => [one.franchiseeId, one.state, one.created]).sort(), [
    [ANDHERI, 'DONE', 1],
    [BANER, 'DONE', 1],
  ]);
  assert.match((await meera.call(endpoints.faulty, { jobId })).csv, /Job B.*Job C.*Job D/s);
  await app.as('Bina').refused(endpoints.faulty, { jobId }, 'row.not-found');
  assert.deepEqual(
    (await outcomeOf(app.as('Bina'), jobId)).parts.map(({ bad, can }) => [bad, can.faulty]),
    [[null, false]],
    'a centre is told of no other centre’s rows',
  );

  const large = await check(
    'Meera',
    Array.from(
      { length: 1001 },
      (_, n) => `Big ${n},98560${String(n).padStart(5, '0')},,,Event,,${2 + (n % 2)},`,
    ),
  );
  assert.deepEqual(await commitFile(meera, large.jobId), { inserted: null });
  await runSave(app, large.jobId);
  assert.deepEqual((await outcomeOf(meera, large.jobId)).parts.map((one) => one.created).sort(), [500, 501]);
});

test('erasing a family reaches a file that is checked for several centres', async () => {
  const [first] = (await app.as('Esha').call(enquiryContract.list, { q: 'net a' })).rows;
  assert.ok(first);
  const { jobId } = await check('Meera', ['Net A,+91 98550-00001,Riya,400053,Event,,2,']);
  await app
    .as('Kavi', { steppedUp: true })
    .call(enquiryEraseContract.erase, { id: first.id, what: 'CHILD', why: 'FAMILY_ASKED' });
  assert.deepEqual(
    await app.sql(
      'select state, (select count(*)::int from import_row where job_id = j.id) as rows from import_job j where id = $1',
      [jobId],
    ),
    [{ state: 'CANCELLED', rows: 0 }],
  );
});
