// Recorded classes: kept by a centre's staff in folders of head office, found and watched by families of their class.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, HEAD_OFFICE, people, YEAR } from '@aangan/testkit/world.ts';
import { NURSERY } from '@aangan/testkit/world-families.ts';
import { folderContract } from '../folder/folder.contract.ts';
import { videoContract } from '../video/video.contract.ts';
import { recordedContract as contract } from './recorded.contract.ts';

const JUNIOR = 4;
const today = todayIst(new Date());
let app: TestApp;
let folderId = '';
let videoId = '';
before(async () => {
  app = await testApp();
  const group = randomUUID();
  await app.sql(`insert into class_group (id, name, type) values ($1, 'Recorded', 'Recorded Classes')`, [
    group,
  ]);
  await app.sql('insert into class_group_class (class_group_id, class_id) values ($1, $2), ($1, $3)', [
    group,
    NURSERY,
    JUNIOR,
  ]);
  const folder = { name: 'Recorded lessons', kind: 'RECORDED', classGroupId: group } as const;
  folderId = (await app.as('Kavi', { centre: null, year: YEAR }).call(folderContract.add, folder)).id;
  videoId = await film('Bina', 'Monsoon song');
});
after(() => app.close());

const bina = () => app.as('Bina');
const divya = () => app.as('Divya');
const gita = () => app.as('Gita');
const asha = () => app.as('Asha', { centre: null });

async function film(by: 'Bina' | 'Asha', name: string): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
     values ($1, $2::uuid, 'film.mp4', 1000, $3, 'video/mp4', 'upload', 'CLEAN', $2::text, now(), $4)`,
    [by === 'Bina' ? ANDHERI : HEAD_OFFICE, id, randomBytes(32), people[by].id],
  );
  const facts = { fileId: id, posterFileId: null, durationMs: 100_000, width: 1280, height: 720, name };
  return (await (by === 'Bina' ? bina() : asha()).call(videoContract.create, facts)).id;
}
const lesson = (title: string, more: object = {}) => ({
  folderId,
  title,
  classId: NURSERY,
  weekNo: 7,
  dayNo: 3,
  recordedOn: today,
  videoId,
  ...more,
});
const add = async (title: string, more: object = {}) =>
  (await divya().call(contract.add, lesson(title, more))).id;
const titlesFor = async (who: ReturnType<typeof gita>) =>
  (await who.call(contract.latest, {})).rows.map(({ title }) => title);

test('a teacher puts a video into week 7, day 3 of Nursery; it is found step by step', async () => {
  const empty = await bina().call(contract.browse, { folderId, classId: NURSERY, weekNo: 7, dayNo: 3 });
  assert.deepEqual([empty.rows, empty.can['add'], empty.className], [[], true, 'Nursery']);
  await add('Frogs');
  const top = await bina().call(contract.browse, { folderId });
  assert.deepEqual(
    [top.below, top.rows.length, top.classes.map(({ id }) => id)],
    [[{ n: NURSERY, name: 'Nursery', count: 1 }], 0, [NURSERY, JUNIOR]],
  );
  const weeks = await bina().call(contract.browse, { folderId, classId: NURSERY });
  assert.deepEqual(weeks.below, [{ n: 7, name: 'Week 7', count: 1 }]);
  const days = await bina().call(contract.browse, { folderId, classId: NURSERY, weekNo: 7 });
  assert.deepEqual(days.below, [{ n: 3, name: 'Day 3', count: 1 }]);
  const day = await bina().call(contract.browse, { folderId, classId: NURSERY, weekNo: 7, dayNo: 3 });
  assert.deepEqual(
    day.rows.map(({ title, durationS, can }) => ({ title, durationS, edit: can['edit'] })),
    [{ title: 'Frogs', durationS: 100, edit: true }],
  );
  await bina().refused(contract.browse, { folderId: randomUUID() }, 'row.not-found');
  await bina().refused(contract.browse, { folderId, weekNo: 7 }, 'row.not-found');
});

test('a family finds what is visible now of its child’s class, and nothing else', async () => {
  await add('Visible');
  await add('Next month', { visibleFrom: addDays(today, 30) });
  await add('Last month', { visibleFrom: addDays(today, -60), visibleTo: addDays(today, -30) });
  const junior = await add('Junior', { classId: JUNIOR });
  await add('Any class', { classId: undefined, weekNo: undefined, dayNo: undefined });
  const titles = await titlesFor(gita());
  assert.ok(titles.includes('Visible'));
  for (const hidden of ['Next month', 'Last month', 'Junior', 'Any class'])
    assert.ok(!titles.includes(hidden), hidden);
  await gita().refused(contract.play, { id: junior }, 'row.not-found');
  const top = await gita().call(contract.browse, { folderId });
  assert.deepEqual(
    top.below.map(({ n }) => n),
    [NURSERY],
  );
  assert.deepEqual([top.classes, top.can['add']], [[], false]);
  assert.ok((await titlesFor(bina())).includes('Next month'), 'staff see what comes');
});

test('a parent goes on where she stopped; each second counts once', async () => {
  const id = await add('Watched');
  assert.match((await gita().call(contract.play, { id })).url, /^\/api\/file\/.+&inline=1$/);
  await gita().call(contract.watched, { id, intervals: [[0, 60]], position: 60 });
  const seen = await gita().call(contract.watched, { id, intervals: [[30, 90]], position: 90 });
  assert.deepEqual(seen, { seconds: 90, completed: false });
  const row = (await gita().call(contract.latest, {})).rows.find((one) => one.id === id);
  assert.equal(row?.lastPosition, 90);
  const other = (await bina().call(contract.latest, {})).rows.find((one) => one.id === id);
  assert.equal(other?.lastPosition, 0, 'another person has not begun');
});

test('only the own place is changed; head office’s rows are read everywhere; another centre’s are 404', async () => {
  const id = await add('Own');
  const row = async () =>
    (await bina().call(contract.latest, {})).rows.find((one) => one.id === id) ?? assert.fail('not there');
  const charu = app.as('Charu');
  await charu.refused(contract.play, { id }, 'row.not-found');
  await charu.refused(contract.remove, { id }, 'row.not-found', { version: 1 });
  await gita().refused(contract.add, lesson('By a family'), 'module.missing');
  const { folderId: _folder, ...fields } = lesson('Renamed');
  const { version } = await row();
  await divya().refused(contract.change, { id, ...fields }, 'row.stale', { version: version + 1 });
  await divya().call(contract.change, { id, ...fields }, { version });
  assert.equal((await row()).title, 'Renamed');
  const network = await film('Asha', 'Played by every centre');
  const shared = (await asha().call(contract.add, lesson('Of head office', { videoId: network }))).id;
  const seen = (await charu.call(contract.latest, {})).rows.find((one) => one.id === shared);
  assert.deepEqual([seen?.title, seen?.can['edit']], ['Of head office', false]);
  await bina().refused(contract.remove, { id: shared }, 'row.not-found', { version: 1 });
  await bina().call(contract.remove, { id }, { version: (await row()).version });
  assert.ok(!(await titlesFor(bina())).includes('Renamed'));
});

test('a day without its week, another class group’s class, tomorrow, another centre’s video are refused', async () => {
  for (const bad of [
    { weekNo: undefined },
    { classId: undefined },
    { classId: 5 },
    { recordedOn: addDays(today, 1) },
    { visibleFrom: today, visibleTo: addDays(today, -1) },
    { videoId: randomUUID() },
    { weekNo: 53 },
    { dayNo: 7 },
    { title: '' },
  ])
    await divya().refused(contract.add, lesson('Bad', bad), 'input.invalid');
  await app.as('Charu').refused(contract.add, lesson('Of Andheri'), 'input.invalid');
  await divya().refused(contract.add, lesson('Nowhere', { folderId: randomUUID() }), 'row.not-found');
});

test('a recorded class of head office needs a video that every centre plays', async () => {
  await asha().refused(contract.add, lesson('Of one centre'), 'input.invalid');
});
