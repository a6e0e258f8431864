// A plan's days from a file: the whole plan goes round unchanged, faults store nothing, a day changed meanwhile is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importJob } from '@aangan/server/file-import/import-job.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { YEAR } from '@aangan/testkit/world.ts';
import { stringify } from 'csv-stringify/sync';
import { block, content, daysOf } from '../day/day-testing.ts';
import { reviewContract } from '../day/review.contract.ts';
import { themeContract } from '../theme/theme.contract.ts';
import { bulkHeadings, bulkImport, bulkPreview, bulkContract as contract } from './bulk-import.contract.ts';

let app: TestApp;
let days: Awaited<ReturnType<typeof daysOf>>;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-08-02T12:00:00+05:30'));
  days = await daysOf(app, 'Bulk');
});
after(() => app.close());

const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
const { check, commit, rows } = bulkImport.endpoints;
const columns = Object.keys(bulkHeadings) as (keyof typeof bulkHeadings)[];
type Line = Partial<Record<(typeof columns)[number], string>>;

const fileOf = (lines: readonly (readonly string[])[]): string =>
  stringify([Object.values(bulkHeadings), ...lines] as string[][]);
const cells = (line: Line): string[] => columns.map((name) => line[name] ?? '');
const download = async (planId: string) => (await kavi().call(contract.content, { planId })).rows;
const at = (name: (typeof columns)[number]): number => columns.indexOf(name);

async function checked(lines: readonly (readonly string[])[]) {
  const job = await kavi().call(check, { fileName: 'plan.csv', csv: fileOf(lines) });
  return { ...job, counts: bulkPreview.parse(job.preview) };
}
const faultsOf = async (jobId: string) =>
  (await kavi().call(rows, { jobId })).rows.flatMap(({ row, faults }) =>
    faults.map(({ column, text }) => `${row} ${column}: ${text}`),
  );
const titleOf = async (planId: string) => (await days.day(await days.dayAt(planId, 1))).plan;

test('the file of a plan uploaded again changes nothing, whatever its days hold', async () => {
  const { planId } = await days.plan(2);
  const theme = { name: 'Monsoon; rain', classGroupId: days.group, colour: 'BLUE', months: [], active: true };
  const { id: themeId } = await kavi().call(themeContract.add, { ...theme, colour: 'BLUE' });
  await days.write(
    await days.dayAt(planId, 1),
    content('Rain', {
      themeId,
      familyNoteHi: 'छाता',
      blocks: [
        block({
          body: '=One line,\nand "another"',
          materials: [{ name: 'Red | blue; paper', qty: 2, basis: 'CHILD', source: 'KIT' }],
        }),
        block({ title: '', minutes: 0, materials: [] }),
      ],
    }),
  );
  const before = await download(planId);
  assert.equal(before.length, 11, 'two blocks of one day, and nine empty days');
  const job = await checked(before);
  assert.deepEqual([job.ok, job.bad], [11, 0]);
  assert.deepEqual(job.counts, { days: 10, changedDays: 0, added: 0, changed: 0, unchanged: 2, removed: 0 });
  await kavi().call(commit, { jobId: job.jobId });
  assert.deepEqual(await download(planId), before, 'with the versions of its days');
});

test('rows become drafts: a block is changed, added, taken away; the others keep their ids', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 2);
  await days.write(
    id,
    content('Seeds', { blocks: ['One', 'Two', 'Three'].map((title) => block({ title })) }),
  );
  const ids = (await days.day(id)).content.blocks.map((one) => one.id);
  const plan = await titleOf(planId);
  const line = (blockPosition: string, more: Line = {}) =>
    cells({ planId: plan, weekNo: '1', dayNo: '2', blockPosition, ...more });
  const job = await checked([
    line('1', {
      dayTitle: 'Seeds and shoots',
      blockKind: 'Story',
      blockTitle: 'A seed grows',
      minutes: '15',
      materials: 'Seeds|3|per child|From the kit',
    }),
    line('2', { remove: 'yes' }),
    line('4', { blockKind: 'HOME', blockTitle: 'Water it', shareFamily: 'yes' }),
  ]);
  assert.deepEqual(job.counts, { days: 1, changedDays: 1, added: 1, changed: 1, unchanged: 0, removed: 1 });
  assert.equal((await days.day(id)).content.title, 'Seeds', 'nothing is stored by the check');
  await kavi().call(commit, { jobId: job.jobId });
  const now = await days.day(id);
  assert.deepEqual([now.look, now.content.title], ['DRAFT', 'Seeds and shoots']);
  assert.deepEqual(
    now.content.blocks.map(({ kind, title, share }) => [kind, title, share]),
    [
      ['STORY', 'A seed grows', true],
      ['CIRCLE_TIME', 'Three', true],
      ['HOME', 'Water it', true],
    ],
  );
  assert.deepEqual([now.content.blocks[0]?.id, now.content.blocks[1]?.id], [ids[0], ids[2]]);
  assert.deepEqual(now.content.blocks[0]?.materials, [
    { name: 'Seeds', qty: 3, basis: 'CHILD', source: 'KIT' },
  ]);
});

test('120 rows, two with a fault: nothing is stored until they are mended, then all are', async () => {
  const { planId } = await days.plan(8);
  const plan = await titleOf(planId);
  const lines = Array.from({ length: 120 }, (_, i) =>
    cells({
      planId: plan,
      weekNo: String(Math.floor(i / 15) + 1),
      dayNo: String((Math.floor(i / 3) % 5) + 1),
      blockPosition: String((i % 3) + 1),
      blockKind: 'ACTIVITY',
      blockTitle: `Block ${i}`,
      minutes: i === 12 ? '240' : '20',
      skills: i === 40 ? 'No such skill' : '',
    }),
  );
  const job = await checked(lines);
  assert.deepEqual([job.ok, job.bad], [118, 2]);
  assert.deepEqual(await faultsOf(job.jobId), [
    '14 minutes: At most 120',
    '42 skills: No skill is called No such skill',
  ]);
  await kavi().refused(commit, { jobId: job.jobId }, 'import.has-errors');
  assert.equal((await days.day(await days.dayAt(planId, 1))).look, 'EMPTY');
  const mended = await kavi().call(bulkImport.endpoints.correct, {
    jobId: job.jobId,
    cells: [
      { row: 14, column: 'minutes', value: '24' },
      { row: 42, column: 'skills', value: '' },
    ],
  });
  assert.deepEqual([mended.ok, mended.bad], [120, 0]);
  await kavi().call(commit, { jobId: job.jobId });
  const last = await days.day(await days.dayAt(planId, 40));
  assert.deepEqual([last.look, last.content.blocks.length], ['DRAFT', 3]);
});

test('each fault names its column', async () => {
  const { planId } = await days.plan(1);
  const plan = await titleOf(planId);
  const line = (more: Line) => cells({ planId: plan, weekNo: '1', dayNo: '1', ...more });
  const job = await checked([
    line({ blockPosition: '1', blockTitle: 'Kind is missing' }),
    line({ blockPosition: '2', blockKind: 'STORY', blockTitle: 'A', materials: 'Bell' }),
    line({ blockPosition: '3', blockKind: 'STORY', blockTitle: 'A', videoSlug: 'nowhere' }),
    line({ blockPosition: '4', blockKind: 'STORY', blockTitle: 'A', fileName: 'a.pdf' }),
    line({ blockPosition: '5', blockKind: 'STORY', blockTitle: 'A', theme: 'Unknown' }),
    line({ blockKind: 'STORY', blockTitle: 'Nowhere' }),
    line({ dayNo: '6', blockPosition: '1', blockKind: 'STORY', blockTitle: 'A' }),
    line({ planId: 'No such plan', blockPosition: '1', blockKind: 'STORY', blockTitle: 'A' }),
    line({ blockPosition: '1', blockKind: 'STORY', blockTitle: 'Twice' }),
    line({ blockPosition: '6', blockKind: 'STORY', blockTitle: 'A', dayTitle: 'One' }),
    line({ blockPosition: '7', blockKind: 'STORY', blockTitle: 'A', dayTitle: 'Two' }),
  ]);
  const found = (await faultsOf(job.jobId)).map((text) => text.slice(0, text.indexOf(':')));
  for (const wanted of [
    '2 blockKind',
    '3 materials',
    '4 videoSlug',
    '5 fileName',
    '6 theme',
    '7 blockPosition',
    '8 dayNo',
    '9 planId',
    '12 dayTitle',
  ])
    assert.ok(found.includes(wanted), `${wanted} is missing of ${found.join(', ')}`);
  assert.ok(
    found.some((one) => one.startsWith('10 ')),
    'a block that stands there twice',
  );
});

test('a day that was changed since the file was made is refused, before and after the check', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 1);
  await days.write(id, content('First'));
  const old = await download(planId);
  const changed = old.map((line, i) => line.map((cell, n) => (i === 0 && n === at('minutes') ? '45' : cell)));
  const ready = await checked(changed);
  assert.deepEqual([ready.bad, ready.counts.changed], [0, 1]);
  await days.write(id, content('Second'));
  await kavi().refused(commit, { jobId: ready.jobId }, 'bulk.stale');
  assert.equal((await days.day(id)).content.title, 'Second');
  const late = await checked(changed);
  assert.match((await faultsOf(late.jobId)).join(), /2 dayVersion: This day was changed since/);
});

test('published days stay for readers; a day under review is not written', async () => {
  const { planId } = await days.published();
  const id = await days.dayAt(planId, 1);
  const lines = (await download(planId)).filter(
    (line) => line[at('weekNo')] === '1' && line[at('dayNo')] === '1',
  );
  const longer = lines.map((line) => line.map((cell, n) => (n === at('minutes') ? '60' : cell)));
  await kavi().call(commit, { jobId: (await checked(longer)).jobId });
  const now = await days.day(id);
  assert.deepEqual([now.content.blocks[0]?.minutes, now.live?.blocks[0]?.minutes], [60, 20]);
  assert.equal(now.liveRev, 1);
  await kavi().call(reviewContract.request, { id }, { version: now.version });
  const waiting = (await download(planId)).slice(0, 1);
  assert.match((await faultsOf((await checked(waiting)).jobId)).join(), /waits for its review/);
});

test('more rows than one piece: a day that stands in two pieces is written whole', async () => {
  const { planId } = await days.plan(40);
  const plan = await titleOf(planId);
  const firstDay = await days.dayAt(planId, 1);
  await days.write(firstDay, content('Kept', { blocks: ['A', 'B', 'C'].map((title) => block({ title })) }));
  const line = (i: number, more: Line = {}) =>
    cells({
      planId: plan,
      weekNo: String(Math.floor(i / 30) + 1),
      dayNo: String((i % 5) + 1),
      blockPosition: String((Math.floor(i / 5) % 6) + 1),
      ...more,
    });
  const written = (i: number) => line(i, { blockKind: 'ACTIVITY', blockTitle: `Block ${i}`, minutes: '10' });
  // The first day loses its first block in the first piece; its third one comes behind all others, in the second.
  const lines = [line(0, { remove: 'yes' }), ...Array.from({ length: 1199 }, (_, i) => written(i + 1))];
  lines.push(...lines.splice(10, 1));
  const job = await checked(lines);
  assert.deepEqual([job.ok, job.bad], [1200, 0]);
  assert.deepEqual(await kavi().call(commit, { jobId: job.jobId }), { inserted: null });
  await importJob.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: importJob.name }, work),
    now: new Date('2026-08-02T12:00:00+05:30'),
    data: { jobId: job.jobId, fileAt: 1 },
    ports: { ...app.ports, afterCommit: () => undefined },
  });
  assert.equal((await kavi().call(bulkImport.endpoints.status, { jobId: job.jobId })).state, 'DONE');
  const first = await days.day(firstDay);
  assert.deepEqual(
    first.content.blocks.map(({ title }) => title),
    ['Block 5', 'Block 10', 'Block 15', 'Block 20', 'Block 25'],
  );
});

test('only authors of head office download and upload', async () => {
  const { planId } = await days.plan(1);
  for (const who of [app.as('Bina', { year: YEAR }), app.as('Divya', { year: YEAR })]) {
    await who.refused(contract.content, { planId }, 'module.missing');
    await who.refused(check, { fileName: 'a.csv', csv: 'plan\n' }, 'module.missing');
  }
  await kavi().refused(contract.content, { planId: crypto.randomUUID() }, 'row.not-found');
});

test('a file with few columns keeps what it does not name', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 1);
  await days.write(id, content('Kept', { blocks: [block({ body: 'Sing it twice.', minutes: 10 })] }));
  const before = (await days.day(id)).content;
  const line = cells({
    planId: await titleOf(planId),
    weekNo: '1',
    dayNo: '1',
    blockPosition: '1',
    minutes: '25',
  });
  await kavi().call(commit, { jobId: (await checked([line])).jobId });
  const now = (await days.day(id)).content;
  assert.deepEqual(now, { ...before, blocks: before.blocks.map((one) => ({ ...one, minutes: 25 })) });
});

test('a row without a version is refused when its day changed after the check', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 1);
  await days.write(id, content('First'));
  const line = cells({ planId: await titleOf(planId), weekNo: '1', dayNo: '1', dayTitle: 'From the file' });
  const ready = await checked([line]);
  await days.write(id, content('Second'));
  await kavi().refused(commit, { jobId: ready.jobId }, 'bulk.stale');
});
