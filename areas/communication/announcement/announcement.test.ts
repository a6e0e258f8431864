// Announcements: whom they reach and nobody else, seen and acknowledged by version, approval by another person.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { audienceContract } from '../audience/audience.contract.ts';
import { carryOut } from '../communication-testing.ts';
import { announcementContract as contract } from './announcement.contract.ts';
import { announcements } from './announcement.listing.ts';

let app: TestApp;
const at = (time: string, day = '2026-11-23') => new Date(`${day}T${time}:00+05:30`);
before(async () => {
  app = await testApp();
  app.moveClock(at('06:40'));
});
after(() => app.close());

type Save = InputOf<typeof contract.save>;
const text = (more: Partial<Save> = {}): Save => ({
  title: 'Closed today',
  titleHi: 'आज बंद',
  body: 'It rains too much. We open again tomorrow.',
  bodyHi: 'बहुत बारिश हो रही है। हम कल फिर खुलेंगे।',
  expiresAt: at('18:00', '2026-12-07').toISOString(),
  audience: { people: 'PARENT' },
  publish: true,
  ...more,
});
const bina = () => app.as('Bina');
const gita = () => app.as('Gita');
const feed = async (who = gita(), more: InputOf<typeof contract.feed> = {}) =>
  (await who.call(contract.feed, more)).rows;
const managed = async (id: string, who = bina()) => {
  const { managed: row } = await who.call(contract.view, { id });
  assert.ok(row);
  return row;
};
const publish = async (more: Partial<Save> = {}, who = bina()) => {
  const { id, status } = await who.call(contract.save, text(more));
  assert.equal(status, 'PUBLISHED');
  await carryOut(app, at('06:41'));
  return id;
};

test('what is previewed is who is reached: families of the class, in the app and on the bell, one row each', async () => {
  const preview = await bina().call(audienceContract.preview, { people: 'PARENT', classIds: [NURSERY] });
  assert.deepEqual([preview.people, preview.inApp, preview.withMobile], [2, 1, 2]);
  const id = await publish({ audience: { people: 'PARENT', classIds: [NURSERY] }, extraChannels: ['SMS'] });
  const rows = await app.sql<{ user_id: string | null }>(
    'select user_id from announcement_recipient where announcement_id = $1',
    [id],
  );
  assert.equal(rows.length, preview.people);
  assert.ok(rows.some(({ user_id }) => user_id === people.Gita.id));
  const own = await feed();
  assert.deepEqual(
    own.map(({ title, from, unread }) => [title, from.length > 0, unread]),
    [['Closed today', true, true]],
  );
  const [bell] = await app.sql<{ link: string }>('select link from notice where user_id = $1 and kind = $2', [
    people.Gita.id,
    'communication.announcement',
  ]);
  assert.equal(bell?.link, `/announcement/view-announcement/${id}`);
  const sms = await app.sql("select id from message where kind = 'communication.announcement-notice'");
  assert.equal(sms.length, 2);
  // The fact again writes nobody twice.
  await app.sql("update outbox set state = 'QUEUED' where kind = 'communication.announce'");
  await carryOut(app, at('06:42'));
  assert.equal(
    (await app.sql('select 1 from announcement_recipient where announcement_id = $1', [id])).length,
    2,
  );
  assert.equal(
    (await app.sql("select id from message where kind = 'communication.announcement-notice'")).length,
    2,
  );
});

test('a restricted guardian never matches, and loses what was there at once', async () => {
  const id = await publish({
    title: 'For Aarav',
    audience: { people: 'PARENT', studentIds: [children.Aarav.studentId] },
  });
  assert.ok((await feed()).some((one) => one.id === id));
  await app.sql('update student_guardian set restricted = true where guardian_id = $1', [
    children.Aarav.guardianId,
  ]);
  assert.deepEqual(await feed(), []);
  await gita().refused(contract.view, { id }, 'row.not-found');
  const preview = await bina().call(audienceContract.preview, {
    people: 'PARENT',
    studentIds: [children.Aarav.studentId],
  });
  assert.equal(preview.people, 0);
  await bina().refused(
    contract.save,
    text({ audience: { people: 'PARENT', studentIds: [children.Aarav.studentId] } }),
    'audience.nobody',
  );
  await app.sql('update student_guardian set restricted = false where guardian_id = $1', [
    children.Aarav.guardianId,
  ]);
});

test('canary: whichever class, section or child is chosen, only its people match', async () => {
  const every = [
    { people: 'PARENT' as const, classIds: [4] },
    { people: 'PARENT' as const, sectionIds: [sections[ANDHERI]] },
    { people: 'PARENT' as const, studentIds: [children.Kabir.studentId] },
    { people: 'STAFF' as const },
    { people: 'ALL' as const },
  ];
  const n = [];
  for (const audience of every) n.push((await bina().call(audienceContract.preview, audience)).people);
  const staff = n[3] ?? 0;
  assert.deepEqual(n, [0, 2, 1, staff, 2 + staff]);
  assert.ok(staff >= 5, `${staff} people work at Andheri`);
  // Another centre's section or child is not there.
  await bina().refused(
    audienceContract.preview,
    { people: 'PARENT', sectionIds: [sections[BANER]] },
    'row.not-found',
  );
  await bina().refused(
    audienceContract.preview,
    { people: 'PARENT', studentIds: [children.Myra.studentId] },
    'row.not-found',
  );
  await bina().refused(
    audienceContract.preview,
    { people: 'PARENT', centreIds: [BANER] },
    'audience.own-centre',
  );
});

test('story 22: not yet, remind once a day, acknowledged once; asking again empties the bar', async () => {
  const id = await publish({ title: 'Picnic', ackRequired: true, ackBy: '2026-11-25' });
  const bar = async () => {
    const row = await managed(id);
    return [row.acknowledged, row.seen, row.recipients];
  };
  assert.deepEqual(await bar(), [0, 0, 2]);
  const left = async () =>
    (await bina().call(contract.readers, { id, left: true })).rows.map(({ name }) => name);
  assert.deepEqual(await left(), ['Gita Iyer', 'Mother of Kabir']);
  assert.equal((await bina().call(contract.remind, { id })).people, 2);
  await bina().refused(contract.remind, { id }, 'announcement.remind-too-soon');
  await gita().call(contract.markSeen, { ids: [id] });
  await gita().call(contract.acknowledge, { id });
  const first = (await feed()).find((one) => one.id === id);
  assert.ok(first?.acknowledgedAt && !first.unread && !first.can['acknowledge']);
  app.moveClock(at('09:00'));
  await gita().call(contract.acknowledge, { id });
  assert.equal((await feed()).find((one) => one.id === id)?.acknowledgedAt, first.acknowledgedAt);
  assert.deepEqual(await bar(), [1, 1, 2]);
  assert.deepEqual(await left(), ['Mother of Kabir']);
  const { version } = await managed(id);
  const change = {
    id,
    title: 'Picnic on Friday',
    body: 'Friday, not Thursday.',
    expiresAt: text().expiresAt,
  };
  await bina().call(contract.amend, { ...change, again: false }, { version });
  assert.deepEqual(await bar(), [1, 1, 2], 'a small correction asks nobody');
  await bina().refused(contract.amend, { ...change, again: true }, 'row.stale', { version });
  await bina().call(contract.amend, { ...change, again: true }, { version: version + 1 });
  assert.deepEqual(await bar(), [0, 0, 2]);
  const again = (await feed()).find((one) => one.id === id);
  assert.deepEqual([again?.askedAgain, again?.unread, again?.can['acknowledge']], [true, true, true]);
  await app.as('Charu').refused(contract.remind, { id }, 'row.not-found');
  app.moveClock(at('06:40'));
});

test('a number of the call list is revealed to writers alone, and the look is logged', async () => {
  const id = await publish({ title: 'Bring a box' });
  const asked = { id, kind: 'GUARDIAN' as const, personId: children.Kabir.guardianId };
  const { rows } = await bina().call(contract.readers, { id, left: true });
  const kabir = rows.find((one) => one.id === asked.personId);
  assert.match(kabir?.number ?? '', /•••/);
  assert.match((await bina().call(contract.reveal, asked)).number, /^\+91\d{10}$/);
  const log = await app.sql(
    "select 1 from access_log where action = 'REVEAL' and contract = $1 and subject_id = $2",
    ['announcement.reveal-number', asked.personId],
  );
  assert.equal(log.length, 1);
  await app.as('Divya').refused(contract.reveal, asked, 'module.missing');
  await app.as('Charu').refused(contract.reveal, asked, 'row.not-found');
  await bina().refused(contract.reveal, { ...asked, personId: children.Myra.guardianId }, 'row.not-found');
});

test('head office asks another person; approved, it reaches every centre, and stays head office’s', async () => {
  const kavi = app.as('Kavi');
  const { id, status } = await kavi.call(
    contract.save,
    text({ title: 'New hours', audience: { people: 'ALL' } }),
  );
  assert.equal(status, 'WAITING');
  const row = await managed(id, kavi);
  await kavi.refused(contract.approve, { id }, 'approval.own', { version: row.version });
  assert.deepEqual([row.can['approve'], row.can['recall']], [false, true]);
  const meera = app.as('Meera');
  assert.equal((await managed(id, meera)).can['approve'], true);
  await app.as('Tara').refused(contract.approve, { id }, 'module.missing', { version: row.version });
  await meera.call(contract.approve, { id }, { version: row.version });
  await carryOut(app, at('06:41'));
  const centres = await app.sql<{ franchisee_id: number }>(
    'select distinct franchisee_id from announcement_recipient where announcement_id = $1 order by 1',
    [id],
  );
  assert.deepEqual(
    centres.map((one) => one.franchisee_id),
    [HEAD_OFFICE, ANDHERI, BANER],
  );
  assert.equal((await feed()).find((one) => one.id === id)?.from, 'Head office');
  // Bina reads it as its addressee and may not touch it.
  const seen = await bina().call(contract.view, { id });
  assert.deepEqual([seen.addressed?.title, seen.managed], ['New hours', null]);
  await bina().refused(contract.withdraw, { id, reason: 'Not ours' }, 'row.not-found', {
    version: row.version,
  });
  await bina().refused(contract.readers, { id, left: true }, 'row.not-found');
  // Head office may not look for sections, and its own is returned by another as well.
  const own = await meera.call(contract.save, text({ title: 'Hers' }));
  await meera.refused(contract.approve, { id: own.id }, 'approval.own', { version: 2 });
  await kavi.refused(contract.sendBack, { id: own.id, reason: 'Shorter' }, 'approval.code-missing', {
    version: 2,
  });
});

test('scheduled it waits for its time; withdrawn it is gone; ended it is reopened', async () => {
  const publishAt = at('12:00').toISOString();
  const { id, status } = await bina().call(contract.save, text({ title: 'At noon', publishAt }));
  assert.equal(status, 'SCHEDULED');
  await carryOut(app, at('11:59'));
  const there = async () => (await feed()).some((one) => one.id === id);
  assert.equal(await there(), false);
  app.moveClock(at('12:00'));
  await carryOut(app, at('12:00'));
  assert.equal(await there(), true);
  app.moveClock(at('19:00', '2026-12-07'));
  assert.equal(await there(), false);
  assert.equal((await feed(gita(), { ended: true })).filter((one) => one.id === id).length, 1);
  const ended = await managed(id);
  assert.equal(ended.status, 'EXPIRED');
  await bina().refused(contract.remind, { id }, 'announcement.expired');
  await bina().call(
    contract.reopen,
    { id, expiresAt: at('18:00', '2026-12-20').toISOString() },
    { version: ended.version },
  );
  assert.equal(await there(), true);
  await bina().call(contract.withdraw, { id, reason: 'Written twice' }, { version: ended.version + 1 });
  assert.equal(await there(), false);
  await gita().refused(contract.view, { id }, 'row.not-found');
  assert.equal((await managed(id)).status, 'WITHDRAWN');
  app.moveClock(at('06:40'));
});

test('bad input is named by its field, and nobody else writes', async () => {
  const wrong = await bina().refused(
    contract.save,
    text({ expiresAt: at('06:00', '2026-11-22').toISOString() }),
    'announcement.dates',
  );
  assert.ok(wrong.fields?.['expiresAt']);
  const empty = await bina().refused(contract.save, text({ title: ' ' }), 'input.invalid');
  assert.ok(empty.fields?.['title']);
  await app.as('Divya').refused(contract.save, text(), 'module.missing');
  await gita().refused(contract.save, text(), 'module.missing');
  await app.as('Farid').refused(contract.save, text(), 'module.missing');
  const id = await publish({ title: 'Fixed' });
  await bina().refused(
    contract.save,
    text({ id, version: (await managed(id)).version }),
    'announcement.fixed',
  );
  await bina().refused(contract.submit, { id }, 'row.wrong-state', { version: (await managed(id)).version });
  await gita().refused(contract.acknowledge, { id }, 'row.wrong-state');
  await app.as('Charu').refused(contract.view, { id }, 'row.not-found');
  const { rows } = await app.as('Charu').call(announcements.endpoints.list, {});
  assert.deepEqual(rows, []);
  const steps = await app.sql<{ action: string }>(
    'select action from status_step where subject_id = $1 order by created_at',
    [id],
  );
  assert.deepEqual(
    steps.map((one) => one.action),
    ['schedule', 'publish'],
  );
});

test('more than 500 extra messages wait for another person', async () => {
  // The rule, not five hundred families: the limit is met by counting what the audience reaches.
  const { status } = await bina().call(contract.save, text({ title: 'By SMS', extraChannels: ['SMS'] }));
  assert.equal(status, 'PUBLISHED');
  await app.sql(`insert into guardian (franchisee_id, id, family_id, name, mobile, relation_default)
    select ${ANDHERI}, gen_random_uuid(), '${children.Kabir.familyId}', 'Aunt ' || n, '+9197000' || lpad(n::text, 5, '0'), 'OTHER' from generate_series(1, 499) n`);
  await app.sql(`insert into student_guardian (franchisee_id, student_id, guardian_id, relation)
    select ${ANDHERI}, '${children.Kabir.studentId}', id, 'OTHER' from guardian where name like 'Aunt %'`);
  const many = await bina().call(contract.save, text({ title: '501 by SMS', extraChannels: ['SMS'] }));
  assert.equal(many.status, 'WAITING');
  const { version } = await managed(many.id);
  await bina().refused(contract.approve, { id: many.id }, 'approval.own', { version });
  const inApp = await bina().call(contract.save, text({ title: '501 in the app' }));
  assert.equal(inApp.status, 'PUBLISHED');
});
