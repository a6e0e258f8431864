// Academics story 17: eighteen cards for a time, the worker cut off at the ninth: eighteen cards, PDFs and messages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { dieAt } from '@aangan/testkit/dying-worker.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { termContract } from '../term/term.contract.ts';
import { reportCardContract as contract } from './report-card.contract.ts';

let app: TestApp;
let sheetId: string;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-10-16T11:00:00+05:30'));
  // With Aarav and Kabir.
  await addChildren(app, 16);
  const kavi = app.as('Kavi');
  await kavi.call(termContract.save, {
    classIds: [NURSERY],
    termNo: 1,
    name: 'Term 1',
    fromOn: '2026-04-01',
    toOn: '2026-09-30',
    entryFrom: '2026-09-01',
    entryTo: '2026-10-10',
  });
  const { rows } = await kavi.call(termContract.list, { classId: NURSERY });
  const [sheet] = await app.sql<{ id: string }>(
    `insert into grade_sheet (franchisee_id, section_id, term_map_id, status, submitted_by, submitted_at, proofed_by, proofed_at)
     values ($1, $2, $3, 'PROOFED', $4, now(), $5, now()) returning id`,
    [ANDHERI, sections[ANDHERI], rows[0]?.id, people.Divya.id, people.Bina.id],
  );
  sheetId = sheet?.id ?? '';
});
after(() => app.close());

const cards = () =>
  app.sql<{ id: string; enrolment_id: string; number: string }>(
    'select id, enrolment_id, number from report_card order by number',
  );
const told = () =>
  app.sql<{ dedupe_key: string }>(`select dedupe_key from outbox where source_kind = 'report-card'`);

test('cut off at the ninth card and run again: every card, number, PDF and message once', async () => {
  const bina = app.as('Bina');
  const { batchId, cards: wanted } = await bina.call(contract.publish, {
    sheetIds: [sheetId],
    publishAt: '2026-10-17T10:00:00+05:30',
  });
  assert.equal(wanted, 18);
  app.moveClock(new Date('2026-10-17T10:00:00+05:30'));
  await dieAt(app, 'report_card', [9]);
  await assert.rejects(runBatch(app, batchId), 'the worker is gone');
  assert.deepEqual(
    [(await cards()).length, (await told()).length],
    [0, 0],
    'and nothing of it is half there',
  );
  assert.deepEqual(await runBatch(app, batchId), { ok: 18, failed: 0, log: '' });
  const all = await cards();
  assert.deepEqual(
    all.map(({ number }) => number),
    Array.from({ length: 18 }, (_, n) => `RC/002/2026-27/T1/${String(n + 1).padStart(4, '0')}`),
  );
  assert.equal(new Set(all.map((card) => card.enrolment_id)).size, 18);
  assert.equal(new Set((await told()).map((one) => one.dedupe_key)).size, 18);
  const headers = await bina.headers();
  const papers = await Promise.all(
    all.map(async ({ id, enrolment_id }) => {
      const { url } = await bina.call(contract.pdf, { id: enrolment_id, cardId: id });
      const { rawPayload } = await app.app.inject({ method: 'GET', url, headers });
      return rawPayload.subarray(0, 5).toString();
    }),
  );
  assert.deepEqual(papers, Array(18).fill('%PDF-'));
  // Delivered once more, the job finds nothing to do.
  assert.deepEqual(await runBatch(app, batchId), { ok: 0, failed: 0, log: '' });
  assert.deepEqual([(await cards()).length, (await told()).length], [18, 18]);
});
