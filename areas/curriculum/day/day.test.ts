// Days and weeks of a plan: written as drafts, read by position, folder and day, published content for readers only.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { YEAR } from '@aangan/testkit/world.ts';
import { themeContract } from '../theme/theme.contract.ts';
import { dayContract as contract, weekContract } from './day.contract.ts';
import { block, content, daysOf } from './day-testing.ts';

let app: TestApp;
let days: Awaited<ReturnType<typeof daysOf>>;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-08-02T12:00:00+05:30'));
  days = await daysOf(app, 'Days');
});
after(() => app.close());

const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
const bina = () => app.as('Bina', { year: YEAR });

test('position 33 is week 7 day 3; 201 of 200 is 404 and says so', async () => {
  const { planId } = await days.plan(40);
  const found = await days.day(await days.dayAt(planId, 33));
  assert.deepEqual([found.weekNo, found.dayNo, found.position, found.days], [7, 3, 33, 200]);
  const refused = await kavi().refused(contract.at, { planId, position: 201 }, 'day.position');
  assert.match(JSON.stringify(refused), /This plan has 200 days\./);
  await kavi().refused(contract.at, { planId: randomUUID(), position: 1 }, 'row.not-found');
});

test('a draft is saved against its version: of ten at once one wins; bad content is refused', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 1);
  const { version } = await days.day(id);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      kavi().call(contract.save, { id, content: content(`Try ${i}`) }, { version }),
    ),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  const now = await days.day(id);
  assert.deepEqual([now.look, now.content.blocks.length, now.version], ['DRAFT', 1, version + 1]);
  await kavi().refused(contract.save, { id, content: content('Stale') }, 'row.stale', { version });
  const other = randomUUID();
  await app.sql(`insert into class_group (id, name, type) values ($1, 'Days of others', 'Curriculum_CMS')`, [
    other,
  ]);
  const theme = { name: 'Foreign', classGroupId: other, colour: 'BLUE' as const, months: [], active: true };
  const { id: foreign } = await kavi().call(themeContract.add, { ...theme });
  const twice = block();
  for (const bad of [
    content('Twice', { blocks: [twice, twice] }),
    content('Theme', { themeId: foreign }),
    content('Skill', { blocks: [block({ skillIds: [randomUUID()] })] }),
    content('Video', { blocks: [block({ videoId: randomUUID() })] }),
    content('Minutes', { blocks: [block({ minutes: 121 })] }),
  ])
    await kavi().refused(contract.save, { id, content: bad }, 'input.invalid', now);
  await kavi().refused(
    contract.save,
    { id, content: content('File', { blocks: [block({ files: [{ fileId: randomUUID(), name: 'x' }] })] }) },
    'row.not-found',
    now,
  );
  await bina().refused(contract.save, { id, content: content('Centre') }, 'module.missing', now);
});

test('only a day with a title and a block is ready; emptied again it is not', async () => {
  const { planId } = await days.plan(1);
  const id = await days.dayAt(planId, 1);
  await kavi().refused(contract.setReady, { id, ready: true }, 'day.not-teachable', await days.day(id));
  await days.write(id, content('Rain'));
  await kavi().call(contract.setReady, { id, ready: true }, await days.day(id));
  assert.equal((await days.day(id)).look, 'READY');
  await days.write(id, content('', { blocks: [] }));
  assert.equal((await days.day(id)).ready, false);
});

test('readers see what is published, where a window is open; authors see their draft beside it', async () => {
  const { planId, folderId } = await days.published();
  const [first, later] = [await days.dayAt(planId, 1), await days.dayAt(planId, 6)];
  await days.write(first, content('Changed'));
  const seen = await bina().call(contract.get, { id: first });
  assert.deepEqual(
    [seen.content.title, seen.live, seen.revisions, seen.draftBy, seen.can['edit']],
    ['Day 1', null, [], null, false],
  );
  const own = await days.day(first);
  assert.deepEqual(
    [own.content.title, own.live?.title, own.look, own.revisions.length],
    ['Changed', 'Day 1', 'CHANGED', 1],
  );
  // Week 2 is not open; Baner has no window at all.
  await bina().refused(contract.get, { id: later }, 'row.not-found');
  for (const id of [first, later])
    await app.as('Charu', { year: YEAR }).refused(contract.get, { id }, 'row.not-found');
  // The folder: its current week; a day: its week; anything else: not there.
  const week = await bina().call(weekContract.get, { id: folderId });
  assert.deepEqual(
    [week.weekNo, week.days.map((one) => one.content.title)],
    [1, ['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5']],
  );
  assert.deepEqual([week.nextId, week.can.edit], [null, false]);
  assert.equal((await bina().call(weekContract.get, { id: first })).weekNo, 1);
  for (const id of [later, randomUUID()]) await bina().refused(weekContract.get, { id }, 'row.not-found');
  await app.as('Charu', { year: YEAR }).refused(weekContract.get, { id: folderId }, 'row.not-found');
  const author = await kavi().call(weekContract.get, { id: later });
  assert.deepEqual([author.weekNo, author.previousId], [2, first]);
});

test('the week form begins at the next empty week, writes days, copies blocks, and asks to lengthen at the end', async () => {
  const { planId, folderId } = await days.plan(2);
  const form = await kavi().call(weekContract.form, { folderId });
  assert.equal(form.week?.weekNo, 1);
  const save = (week: NonNullable<typeof form.week>, more: object) =>
    kavi().call(
      weekContract.save,
      {
        id: week.id,
        title: `Week ${week.weekNo}`,
        themeId: null,
        summary: '',
        days: week.days.map(({ id, position }) => ({ id, title: `Title ${position}`, objective: '' })),
        copyFrom: null,
        ...more,
      },
      { version: week.version },
    );
  assert.ok(form.week);
  await save(form.week, {});
  await kavi().refused(
    weekContract.save,
    { id: form.week.id, title: 'X', themeId: null, summary: '', days: [], copyFrom: null },
    'row.stale',
    form.week,
  );
  const firstId = await days.dayAt(planId, 1);
  assert.equal((await days.day(firstId)).content.title, 'Title 1');
  await days.write(firstId, content('Title 1'));
  const next = await kavi().call(weekContract.form, { folderId, dayId: await days.dayAt(planId, 7) });
  assert.deepEqual([next.week?.weekNo, next.weeks.map(({ weekNo }) => weekNo)], [2, [1]]);
  assert.ok(next.week);
  const empty = next.week.days.map(({ id }) => ({ id, title: '', objective: '' }));
  await save(next.week, { days: empty, copyFrom: form.week.id });
  const copied = await days.day(await days.dayAt(planId, 6));
  assert.deepEqual([copied.content.title, copied.content.blocks.length], ['Title 1', 1]);
  assert.notEqual(copied.content.blocks[0]?.id, (await days.day(firstId)).content.blocks[0]?.id);
  assert.equal((await kavi().call(weekContract.form, { folderId })).week, null);
  const foreign = await days.plan(1);
  await kavi().refused(weekContract.form, { folderId: foreign.folderId, dayId: firstId }, 'row.not-found');
  const week = (await kavi().call(weekContract.form, { folderId, dayId: firstId })).week;
  assert.ok(week);
  const stranger = [{ id: await days.dayAt(foreign.planId, 1), title: 'X', objective: '' }];
  await kavi().refused(
    weekContract.save,
    { id: week.id, title: 'X', themeId: null, summary: '', days: stranger, copyFrom: null },
    'input.invalid',
    week,
  );
});

test('a plan in review is not written', async () => {
  const { planId } = await days.published();
  await app.sql(`update curriculum_plan set status = 'IN_REVIEW' where id = $1`, [planId]);
  const id = await days.dayAt(planId, 1);
  await kavi().refused(contract.save, { id, content: content('No') }, 'plan.closed', await days.day(id));
  await app.sql(`update curriculum_plan set status = 'PUBLISHED' where id = $1`, [planId]);
  await kavi().refused(contract.setReady, { id, ready: false }, 'row.wrong-state', await days.day(id));
});
