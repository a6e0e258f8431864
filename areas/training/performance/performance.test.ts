// Performance of staff over the demo: each figure is the rows it opens and the enrolments behind them; a record is the own, or with
// the module one of the centres in reach.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { trainingCertificates } from '../certificate/certificate.listing.ts';
import { enrollments } from '../enrollment/enrollment.listing.ts';
import { performanceContract as contract } from './performance.contract.ts';
import { performances } from './performance.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const meanOf = (all: readonly number[]) =>
  all.length === 0 ? null : Math.round(all.reduce((a, b) => a + b, 0) / all.length);
const asha = () => app.as('Asha', { centre: ANDHERI });

test('each tile counts the rows it opens', async () => {
  const tiles = await asha().call(contract.tiles, {});
  assert.ok(tiles.active > 0 && tiles.thisMonth > 0 && tiles.overdue > 0);
  const { expiring, ...ofStaff } = tiles;
  const certificates = await asha().call(trainingCertificates.endpoints.list, {
    state: ['EXPIRING'],
    limit: 200,
  });
  assert.ok(expiring > 0);
  assert.equal(certificates.rows.length, expiring);
  for (const [key, n] of Object.entries(ofStaff)) {
    const { rows } = await asha().call(performances.endpoints.list, { [key]: 'YES', limit: 200 });
    assert.equal(rows.length, n, key);
  }
});

test('modules and scores are those of the enrolments, and the record shows the same', async () => {
  const { rows } = await asha().call(performances.endpoints.list, { limit: 200 });
  const all = (await asha().call(enrollments.endpoints.list, { limit: 200 })).rows;
  const away = new Set(['REJECTED', 'WITHDRAWN', 'LAPSED']);
  let scored = 0;
  for (const row of rows.slice(0, 30)) {
    const own = all.filter(({ staffId, status }) => staffId === row.staffId && !away.has(status));
    const scores = own.flatMap(({ bestScoreBp }) => bestScoreBp ?? []);
    const mean = meanOf(scores);
    assert.deepEqual(
      [row.modules, row.completed, row.meanBp, row.progressBp],
      [
        own.length,
        own.filter(({ status }) => status === 'COMPLETED').length,
        mean,
        meanOf(own.map((one) => one.progressBp)),
      ],
      row.staff,
    );
    if (scores.length === 0) continue;
    scored += 1;
    const record = await asha().call(contract.record, { staffId: row.staffId });
    assert.deepEqual(
      [record.name, record.meanBp, record.attendanceBp, record.own],
      [row.staff, row.meanBp, row.attendanceBp, false],
    );
    assert.equal(
      record.trainings.filter(({ mark }) => mark === 'PRESENT' || mark === 'PARTIAL').length,
      row.trainings,
    );
    // The best score is that of one of the tests.
    for (const best of record.modules.flatMap(({ bestScoreBp }) => bestScoreBp ?? []))
      assert.ok(
        record.attempts.some(({ scoreBp }) => scoreBp === best),
        row.staff,
      );
  }
  assert.ok(scored > 0);
  assert.ok(rows.some(({ attendanceBp, trainings }) => attendanceBp !== null && trainings > 0));
});

test('the own record is everybody’s who learns; a colleague’s and another centre’s is not there', async () => {
  const staffAt = async (centre: number) => {
    const rows = await app.sql<{ id: string }>(
      `select id from staff where franchisee_id = $1 and status = 'APPROVED' and user_id is distinct from $2 order by employee_code limit 1`,
      [centre, people.Divya.id],
    );
    return rows.map(({ id }) => id);
  };
  const [own] = (
    await app.sql<{ id: string }>('select id from staff where user_id = $1', [people.Divya.id])
  ).map(({ id }) => id);
  const [colleague] = await staffAt(ANDHERI);
  const [elsewhere] = await staffAt(BANER);
  assert.ok(own && colleague && elsewhere);
  const divya = app.as('Divya');
  const record = await divya.call(contract.record, { staffId: own });
  assert.equal(record.own, true);
  await divya.refused(contract.record, { staffId: colleague }, 'row.not-found');
  await divya.refused(contract.record, { staffId: elsewhere }, 'row.not-found');
  await divya.refused(contract.tiles, {}, 'module.missing');
  await divya.refused(performances.endpoints.list, {}, 'module.missing');
  const trainer = app.as('Hema');
  assert.equal((await trainer.call(contract.record, { staffId: elsewhere })).id, elsewhere);
  const bina = app.as('Bina');
  assert.equal((await bina.call(contract.record, { staffId: colleague })).id, colleague);
  await bina.refused(contract.record, { staffId: elsewhere }, 'row.not-found');
  await bina.refused(contract.record, { staffId: 'nobody' }, 'input.invalid');
});

test('in the demo every ring has its items and tests behind it, and what was completed its certificate', async () => {
  const rows = await app.sql<{ title: string; shown: number; counted: number; certified: boolean }>(
    `select m.title, e.progress_bp as shown, (n.done * 10000 / n.every)::int as counted,
         x.snapshot ->> 'certificateTypeId' is null or exists (select from training_certificate c where c.staff_id = e.staff_id and c.module_id = e.module_id) as certified
       from teacher_enrollment e join teacher_module m on m.id = e.module_id
       join teacher_module_edition x on x.module_id = e.module_id and x.edition = e.edition
       cross join lateral (select jsonb_path_query_array(x.snapshot, '$.topics[*].items[*].id') as items, jsonb_path_query_array(x.snapshot, '$.assessments[*].id') as tests) i
       cross join lateral (select jsonb_array_length(i.items) + jsonb_array_length(i.tests) as every,
         (select count(*) from topic_item_progress p where p.enrollment_id = e.id and p.completed_at is not null and i.items ? p.item_id::text)
           + (select count(distinct a.assessment_id) from assessment_attempt a where a.enrollment_id = e.id and a.passed) as done) n
      where e.status in ('IN PROGRESS', 'COMPLETED')`,
  );
  assert.ok(rows.length > 4);
  for (const { title, shown, counted, certified } of rows) {
    assert.equal(shown, counted, title);
    assert.ok(certified || counted < 10_000, title);
  }
});
