// The teacher's log book: written within a week, reviewed by another person, seen by its teacher and who acts for all.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds } from '@aangan/testkit/world.ts';
import { sections } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { sectionContract } from '../structure/section.contract.ts';
import { logBookContract as contract } from './log-book.contract.ts';
import { logBooks } from './log-book.listing.ts';
import { logTopic } from './log-topic.record.ts';

let app: TestApp;
let topics: { daily: string; mood: string; week: string };
const NURSERY_A = sections[ANDHERI];
const MONDAY = '2026-11-23';

before(async () => {
  app = await testApp();
  useAreas(app.areas);
  app.moveClock(new Date(`${MONDAY}T15:00:00+05:30`));
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: NURSERY_A,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  const add = async (values: object) =>
    (
      (await app.as('Asha', { centre: null }).call(logTopic.endpoints.create ?? assert.fail(), {
        position: 1,
        active: true,
        required: false,
        choices: null,
        ...values,
      } as never)) as { id: string }
    ).id;
  topics = {
    daily: await add({ name: 'What we did', frequency: 'DAILY', answer: 'TEXT', required: true }),
    mood: await add({ name: 'Mood', frequency: 'DAILY', answer: 'CHOICE', choices: 'Calm, Lively, Tired' }),
    week: await add({ name: 'Parents met', frequency: 'WEEKLY', answer: 'NUMBER', required: true }),
  };
});
after(() => app.close());

const entry = (more: object = {}) => ({
  sectionId: NURSERY_A,
  onDate: MONDAY,
  version: null,
  answers: [
    { topicId: topics.daily, value: 'Counted leaves' },
    { topicId: topics.week, value: '2' },
  ],
  reflection: 'A good day',
  helpNeeded: false,
  fileIds: [],
  submit: false,
  ...more,
});
const get = async (id: string, who: 'Divya' | 'Bina' = 'Bina') => app.as(who).call(contract.get, { id });

test('topics are the network’s, and a choice has its choices', async () => {
  const make = logTopic.endpoints.create ?? assert.fail();
  const values = {
    name: 'Own',
    frequency: 'DAILY',
    answer: 'CHOICE',
    required: false,
    position: 1,
    active: true,
  };
  await app.as('Bina').refused(make, { ...values, choices: 'A, B' } as never, 'row.shared');
  const refusal = await app
    .as('Asha', { centre: null })
    .refused(make, { ...values, choices: 'Only one' } as never, 'input.invalid');
  assert.deepEqual(refusal.fields, { choices: 'Give at least two, separated by commas' });
});

test('a draft is kept, a submitted entry has every required answer, and answers fit their topic', async () => {
  const divya = app.as('Divya');
  const form = await divya.call(contract.form, {});
  assert.deepEqual(
    [form.sectionId, form.entry, form.topics.map(({ name, required }) => [name, required])],
    [
      NURSERY_A,
      null,
      [
        ['Mood', false],
        ['Parents met', true],
        ['What we did', true],
      ],
    ],
  );
  const faults = async (more: object) =>
    (await divya.refused(contract.save, entry(more), 'log-book.answers')).fields;
  assert.deepEqual(await faults({ answers: [], submit: true }), {
    [topics.daily]: 'Fill this in',
    [topics.week]: 'Fill this in',
  });
  assert.deepEqual(
    await faults({
      answers: [
        { topicId: topics.mood, value: 'Wild' },
        { topicId: topics.week, value: 'many' },
      ],
    }),
    { [topics.mood]: 'Choose one of the list', [topics.week]: 'Enter a number' },
  );
  const strange = randomUUID();
  assert.deepEqual(await faults({ answers: [{ topicId: strange, value: 'x' }] }), {
    [strange]: 'This topic is not asked here',
  });
  await divya.refused(contract.save, entry({ fileIds: [randomUUID()] }), 'row.not-found');
  const { id } = await divya.call(contract.save, entry({ answers: [] }));
  await divya.refused(contract.save, entry(), 'log-book.exists');
  await divya.refused(contract.save, entry({ version: 7 }), 'row.stale');
  const { version } = await get(id, 'Divya');
  await divya.call(contract.save, entry({ version, submit: true }));
  assert.deepEqual([(await get(id)).status, (await get(id)).answers], ['SUBMITTED', 2]);
  const closed = (await get(id)).version;
  await divya.refused(contract.save, entry({ version: closed }), 'log-book.closed');
});

test('written within seven days, of the own section, by somebody of the staff', async () => {
  const divya = app.as('Divya');
  await divya.refused(contract.save, entry({ onDate: '2026-11-24' }), 'input.invalid');
  await divya.refused(contract.save, entry({ onDate: '2026-11-15' }), 'log-book.too-old');
  await divya.refused(contract.save, entry({ sectionId: sections[BANER] }), 'row.not-found');
  await app.as('Bina').refused(contract.save, entry(), 'log-book.no-staff');
  assert.equal((await app.as('Bina').call(contract.form, {})).can['save'], false);
  for (const who of ['Usha', 'Gita'] as const)
    assert.equal((await app.as(who).raw(contract.form, {})).status, 403);
  // Answered this Monday already: on Tuesday the topic of the week is no more required.
  app.moveClock(new Date('2026-11-24T15:00:00+05:30'));
  const tuesday = await divya.call(contract.form, { onDate: '2026-11-24' });
  assert.equal(tuesday.topics.find(({ id }) => id === topics.week)?.required, false);
  app.moveClock(new Date('2026-11-30T15:00:00+05:30'));
  const monday = await divya.call(contract.form, { onDate: '2026-11-30' });
  assert.equal(monday.topics.find(({ id }) => id === topics.week)?.required, true);
  app.moveClock(new Date(`${MONDAY}T16:00:00+05:30`));
});

test('sent back, submitted again, reviewed by another person only', async () => {
  const [divya, bina] = [app.as('Divya'), app.as('Bina')];
  const [row] = (await bina.call(logBooks.endpoints.list, {})).rows;
  assert.ok(row?.can.review && !row.can.edit);
  const { id } = row;
  const version = async () => (await get(id)).version;
  await divya.refused(contract.review, { id }, 'module.missing', { version: await version() });
  await app.as('Charu').refused(contract.review, { id }, 'row.not-found', { version: await version() });
  await bina.refused(contract.sendBack, { id } as never, 'input.invalid', { version: await version() });
  await bina.call(contract.sendBack, { id, note: 'How many leaves?' }, { version: await version() });
  const form = await divya.call(contract.form, { id });
  assert.deepEqual([form.entry?.status, form.entry?.reviewerNote], ['DRAFT', 'How many leaves?']);
  await bina.refused(contract.form, { id }, 'row.not-found');
  await divya.call(contract.save, entry({ version: form.entry?.version, submit: true, helpNeeded: true }));
  // The author is no reviewer, whatever they hold.
  await app.sql('update log_book_entry set author_id = $1 where id = $2', [
    '0190a000-0000-7000-8000-000000000002',
    id,
  ]);
  await bina.refused(contract.review, { id }, 'approval.own', { version: await version() });
  await app.sql('update log_book_entry set author_id = $1 where id = $2', [
    '0190a000-0000-7000-8000-000000000005',
    id,
  ]);
  await bina.call(contract.review, { id, note: 'Lovely' }, { version: await version() });
  await bina.refused(contract.review, { id }, 'row.wrong-state', { version: await version() });
  const done = await get(id, 'Divya');
  assert.deepEqual(
    [done.status, done.reviewer, done.reviewerNote, done.helpNeeded],
    ['REVIEWED', 'Bina Shah', 'Lovely', true],
  );
  const told = await app.sql<{ title: string }>(
    `select title from notice where kind = 'academics.log-book' order by title`,
  );
  assert.deepEqual(
    told.map(({ title }) => title),
    ['Your log book came back to you', 'Your log book was reviewed'],
  );
});

test('without all sections a teacher meets the own entries alone: list, counts, file, month and page', async () => {
  // An entry of another teacher of the same section.
  const other = randomUUID();
  await app.sql(
    `insert into log_book_entry (franchisee_id, id, staff_id, author_id, section_id, on_date) values ($1, $2, $3, $4, $5, $6)`,
    [ANDHERI, other, staffIds.Usha, '0190a000-0000-7000-8000-000000000017', NURSERY_A, MONDAY],
  );
  const [divya, bina] = [app.as('Divya'), app.as('Bina')];
  const all = (await bina.call(logBooks.endpoints.list, {})).rows;
  assert.equal(all.length, 2);
  assert.deepEqual(
    (await divya.call(logBooks.endpoints.list, {})).rows.map((row) => row.authorId),
    ['0190a000-0000-7000-8000-000000000005'],
  );
  assert.deepEqual((await divya.call(logBooks.endpoints.counts, {})).byStatus, { REVIEWED: 1 });
  assert.deepEqual((await bina.call(logBooks.endpoints.counts, {})).byStatus, { DRAFT: 1, REVIEWED: 1 });
  const { jobId } = await divya.call(logBooks.endpoints.export, {});
  await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
  const [job] = await app.sql<{ state: string; rows_done: number }>(
    'select state, rows_done from export_job where id = $1',
    [jobId],
  );
  assert.deepEqual([job?.state, job?.rows_done], ['DONE', 1]);
  await divya.refused(contract.get, { id: other }, 'row.not-found');
  const month = { month: '2026-11' };
  await divya.refused(contract.month, { staffId: staffIds.Usha, ...month }, 'row.not-found');
  await app.as('Charu').refused(contract.month, { staffId: staffIds.Divya, ...month }, 'row.not-found');
  const own = await divya.call(contract.month, { staffId: staffIds.Divya, ...month });
  assert.deepEqual(
    [own.rows.length, own.rows[0]?.answered.map(({ value }) => value).sort(), own.can['write']],
    [1, ['2', 'Counted leaves'], true],
  );
  assert.equal((await bina.call(contract.month, { staffId: staffIds.Usha, ...month })).rows.length, 1);
});
