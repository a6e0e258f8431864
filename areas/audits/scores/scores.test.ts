// Scores by centre and by teacher: of published audits alone, the last one against the one before, each as far as the person sees.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { scoresContract as contract } from './scores.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const typeOf = async (slug: string) =>
  (await app.sql<{ id: string }>('select id from audit_type where slug = $1', [slug]))[0]?.id ?? '';

/** Published scores at a centre, the newest first, as they were written. */
const writtenAt = async (slug: string, franchiseeId: number) =>
  (
    await app.sql<{ bp: number }>(
      `select a.final_bp as bp from audit a join audit_type t on t.id = a.type_id where t.slug = $1 and a.franchisee_id = $2
          and a.mode = 'REGULAR' and a.status in ('PUBLISHED', 'CLOSED') order by a.audit_on desc`,
      [slug, franchiseeId],
    )
  ).map(({ bp }) => bp);

test('by centre: the last score, the mean of three, the change, and the categories of the last one', async () => {
  const typeId = await typeOf('ams-visit');
  const { rows, categories, by } = await app.as('Asha').call(contract.get, { typeId });
  assert.equal(by, 'centre');
  assert.deepEqual(
    categories.map(({ name }) => name),
    ['Classroom', 'Safety', 'Hygiene'],
  );
  const [last = 0, before = 0] = await writtenAt('ams-visit', ANDHERI);
  const row = rows.find(({ franchiseeId }) => franchiseeId === ANDHERI);
  assert.ok(row);
  assert.deepEqual(
    [row.lastBp, row.changeBp, row.meanBp, row.audits, row.categories.length],
    [last, last - before, Math.round((last + before) / 2), 2, 3],
  );
  assert.deepEqual(
    rows.map(({ lastBp }) => lastBp),
    rows.map(({ lastBp }) => lastBp).sort((a, b) => b - a),
  );
});

test('self checks and drafts count for nothing; a centre without audits is not listed', async () => {
  const { rows } = await app.as('Asha').call(contract.get, { typeId: await typeOf('safety-check') });
  const row = rows.find(({ franchiseeId }) => franchiseeId === ANDHERI);
  assert.equal(row?.audits, (await writtenAt('safety-check', ANDHERI)).length);
  assert.ok(
    rows.every(({ franchiseeId }) => franchiseeId !== 4),
    'only a void one stands there',
  );
});

test('by teacher where the kind is about teachers; another kind falls back to centres', async () => {
  const typeId = await typeOf('teacher-observation');
  const { rows, by } = await app.as('Bina').call(contract.get, { typeId, by: 'teacher' });
  assert.equal(by, 'teacher');
  assert.deepEqual(
    rows.map(({ name, audits }) => [name, audits]),
    [['Divya Nair', 2]],
  );
  const other = await app.as('Bina').call(contract.get, { typeId: await typeOf('ams-visit'), by: 'teacher' });
  assert.equal(other.by, 'centre');
});

test('each sees the own centres alone; a teacher has no scores; an unknown kind has none', async () => {
  const typeId = await typeOf('ams-visit');
  const centresOf = async (who: 'Bina' | 'Charu') =>
    (await app.as(who).call(contract.get, { typeId })).rows.map(({ franchiseeId }) => franchiseeId);
  assert.deepEqual(await centresOf('Bina'), [ANDHERI]);
  assert.deepEqual(await centresOf('Charu'), [BANER]);
  assert.equal((await app.as('Divya').raw(contract.get, {})).status, 403);
  const none = await app.as('Asha').call(contract.get, { typeId: '0190a000-0000-7000-8000-00000000dead' });
  assert.deepEqual([none.typeId, none.rows], [null, []]);
});
