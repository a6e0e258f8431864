// Diaries: pictures only with consent, at saving, publishing and every reading; families find their own child's entries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InputOf, openModules } from '@aangan/contract/endpoint.ts';
import { anonymousActor, narrowTo } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { sendAfter } from '../../communication/message/quiet-hours.ts';
import { academicsMessages } from '../messages.ts';
import { diaryContract as contract } from './diary.contract.ts';
import { classworks, generalDiaries } from './diary.listing.ts';
import { answerPhotos, classroomOf, uploadedPicture } from './diary-testing.ts';

let app: TestApp;
let nurseryB = '';
let subjectId = '';
before(async () => {
  app = await testApp();
  app.moveClock(at('12:00'));
  ({ nurseryB, subjectId } = await classroomOf(app));
});
after(() => app.close());

const MONDAY = '2026-11-23';
const NURSERY_A = sections[ANDHERI];
const { Aarav, Kabir, Myra } = children;
const at = (time: string, day = MONDAY) => new Date(`${day}T${time}:00+05:30`);

type Save = InputOf<typeof contract.save>;
const entry = (more: Partial<Save> = {}): Save => ({
  kind: 'GENERAL',
  sectionIds: [NURSERY_A],
  onDate: MONDAY,
  topic: 'Block towers',
  textEn: 'We built towers of ten blocks.',
  enrolmentIds: null,
  publish: true,
  ...more,
});
const divya = () => app.as('Divya');
const gita = () => app.as('Gita');
const write = async (more: Partial<Save> = {}) =>
  (await divya().call(contract.save, entry(more))).ids[0] ?? '';
const feedIds = async () =>
  (await gita().call(contract.feed, { id: Aarav.studentId })).days.flatMap(({ entries }) => entries);
const told = (id: string) =>
  app.sql<{ state: string; not_before: Date }>(
    `select state, not_before from outbox where source_kind = 'diary' and source_id = $1 order by at`,
    [id],
  );

test('story 12: a child without consent is refused by name; taken back, the picture is gone from the feed at once', async () => {
  const fileId = await uploadedPicture(app, 'Divya');
  await answerPhotos(app, Aarav.studentId, 'YES');
  const both = [{ fileId, tagged: [Aarav.admissionId, Kabir.admissionId] }];
  const refused = await divya().refused(contract.save, entry({ files: both }), 'diary.no-consent');
  assert.equal(refused.message, 'Kabir has no photo consent.');
  await divya().refused(contract.save, entry({ files: [{ fileId, tagged: [] }] }), 'diary.untagged');
  const [none] = await app.sql<{ n: string }>('select count(*) as n from diary_entry');
  assert.equal(Number(none?.n), 0, 'nothing is half-written');
  const id = await write({ files: [{ fileId, tagged: [Aarav.admissionId] }] });
  const pictures = async () => (await feedIds()).find((one) => one.id === id)?.files.length;
  assert.equal(await pictures(), 1);
  await answerPhotos(app, Aarav.studentId, 'WITHDRAWN');
  assert.equal(await pictures(), 0);
  const staff = await divya().call(contract.get, { id });
  assert.deepEqual(staff.files[0]?.hiddenFor, ['Aarav']);
  // A draft of before the withdrawal is not published with the picture.
  await answerPhotos(app, Aarav.studentId, 'YES');
  const other = await uploadedPicture(app, 'Divya', 'leaf.jpg');
  const draft = await write({ files: [{ fileId: other, tagged: [Aarav.admissionId] }], publish: false });
  await answerPhotos(app, Aarav.studentId, 'WITHDRAWN');
  await divya().refused(contract.publish, { id: draft }, 'diary.no-consent', { version: 1 });
});

test('story 13: an entry for 21:00 is there at 21:00, and its notice leaves in the morning', async () => {
  const id = await write({ topic: 'Good night', publishAt: at('21:00').toISOString() });
  const visible = async () => (await feedIds()).some((one) => one.id === id);
  app.moveClock(at('20:59'));
  assert.equal(await visible(), false);
  app.moveClock(at('21:00'));
  assert.equal(await visible(), true);
  app.moveClock(at('12:00'));
  const [notice, ...more] = await told(id);
  assert.deepEqual([new Date(notice?.not_before ?? 0), more.length], [at('21:00'), 0]);
  const kind = academicsMessages.find(({ key }) => key === 'academics.diary-published');
  assert.deepEqual(kind && sendAfter(at('21:00'), kind), at('08:00', '2026-11-24'));
});

test('seen and acknowledged are counted once; a reminder goes once a day to those who are left', async () => {
  const id = await write({ topic: 'Bring a box', ackRequired: true });
  const row = async () =>
    (await divya().call(generalDiaries.endpoints.list, { q: 'Bring a box' })).rows.map((one) => [
      one.seen,
      one.acknowledged,
      one.children,
      one.can.remind,
    ])[0];
  assert.deepEqual(await row(), [0, 0, 2, true]);
  assert.equal((await divya().call(contract.remind, { id })).families, 2);
  assert.equal((await divya().call(contract.remind, { id })).families, 0);
  await gita().call(contract.markSeen, { id: Aarav.studentId, entryIds: [id] });
  await gita().call(contract.markSeen, { id: Aarav.studentId, entryIds: [id] });
  assert.deepEqual(await row(), [1, 0, 2, true]);
  await gita().call(contract.acknowledge, { id: Aarav.studentId, entryId: id });
  const first = (await feedIds()).find((one) => one.id === id)?.acknowledgedAt;
  app.moveClock(at('13:00'));
  await gita().call(contract.acknowledge, { id: Aarav.studentId, entryId: id });
  assert.equal((await feedIds()).find((one) => one.id === id)?.acknowledgedAt, first);
  assert.deepEqual(await row(), [1, 1, 2, true]);
  app.moveClock(at('12:00', '2026-11-24'));
  assert.equal((await divya().call(contract.remind, { id })).families, 1);
  app.moveClock(at('12:00'));
  const plain = await write({ topic: 'Nothing to confirm' });
  await gita().refused(contract.acknowledge, { id: Aarav.studentId, entryId: plain }, 'row.wrong-state');
});

test('a family reaches its own child’s entries and nobody else’s', async () => {
  const own = await write({ topic: 'For Aarav', enrolmentIds: [Aarav.admissionId] });
  const others = await write({ topic: 'For Kabir', enrolmentIds: [Kabir.admissionId] });
  const draft = await write({ topic: 'Not yet', publish: false });
  const ids = (await feedIds()).map(({ id }) => id);
  assert.deepEqual(
    [own, others, draft].map((id) => ids.includes(id)),
    [true, false, false],
  );
  for (const id of [Kabir.studentId, Kabir.admissionId, Myra.studentId]) {
    await gita().refused(contract.feed, { id }, 'row.not-found');
    await gita().refused(contract.markSeen, { id, entryIds: [own] }, 'row.not-found');
    await gita().refused(contract.acknowledge, { id, entryId: own }, 'row.not-found');
  }
  await gita().refused(contract.acknowledge, { id: Aarav.studentId, entryId: others }, 'row.not-found');
  await gita().call(contract.markSeen, { id: Aarav.studentId, entryIds: [others] });
  assert.equal((await divya().call(contract.get, { id: others })).families[0]?.seenAt, null);
  await gita().refused(contract.get, { id: own }, 'module.missing');
  await gita().refused(contract.sectionFeed, { sectionId: NURSERY_A, onDate: MONDAY }, 'module.missing');
});

test('row security alone keeps other families’ entries, drafts and files away', async () => {
  const own = await write({ topic: 'Only Aarav', enrolmentIds: [Aarav.admissionId] });
  const hidden = [
    await write({ topic: 'Only Kabir', enrolmentIds: [Kabir.admissionId] }),
    await write({ topic: 'A draft', publish: false }),
  ];
  const { ids } = await app.as('Bina').call(contract.save, entry({ sectionIds: [nurseryB] }));
  const family = narrowTo(
    { ...anonymousActor, kind: 'user', centres: [ANDHERI], students: [Aarav.studentId] },
    openModules.signedIn,
    'GET',
  );
  const seen = await inUnitOfWork(app.pool, family, { command: 'test', readOnly: true }, (db) =>
    db.selectFrom('diary_entry').select('id').execute(),
  );
  const found = new Set(seen.map(({ id }) => id));
  assert.ok(found.has(own));
  assert.deepEqual(
    [...hidden, ...ids].filter((id) => found.has(id)),
    [],
  );
  await assert.rejects(
    inUnitOfWork(app.pool, family, { command: 'test', readOnly: true }, (db) =>
      db.selectFrom('entry_file').select('id').execute(),
    ),
    /permission denied/,
  );
});

test('a child that moves reads each section’s entries of its own days', async () => {
  const before = await write({ topic: 'Before the move', onDate: '2026-11-20' });
  const afterwards = await write({ topic: 'After the move' });
  await app.sql(`update placement set before_on = $2 where enrolment_id = $1`, [Aarav.admissionId, MONDAY]);
  const ids = (await feedIds()).map(({ id }) => id);
  await app.sql(`update placement set before_on = null where enrolment_id = $1`, [Aarav.admissionId]);
  assert.deepEqual([ids.includes(before), ids.includes(afterwards)], [true, false]);
});

test('withdrawn with a reason: gone for families, its notice taken back, kept for the staff', async () => {
  const id = await write({ topic: 'Wrong day', publishAt: at('18:00').toISOString() });
  await divya().refused(contract.withdraw, { id, reason: 'Wrong day' }, 'row.stale', { version: 1 });
  const { version } = await divya().call(contract.get, { id });
  await divya().call(contract.withdraw, { id, reason: 'Wrong day' }, { version });
  app.moveClock(at('19:00'));
  assert.equal(
    (await feedIds()).some((one) => one.id === id),
    false,
  );
  app.moveClock(at('12:00'));
  assert.ok((await told(id)).every(({ state }) => state === 'CANCELLED'));
  const kept = await divya().call(contract.get, { id });
  assert.deepEqual([kept.status, kept.withdrawReason, kept.can['edit']], ['WITHDRAWN', 'Wrong day', false]);
  await divya().refused(contract.publish, { id }, 'row.wrong-state', { version: kept.version });
  await divya().refused(contract.save, entry({ id, version: kept.version }), 'row.wrong-state');
});

test('the words change for a day, files at any time', async () => {
  const id = await write({ topic: 'First words' });
  const change = async (textEn: string) => {
    const { version } = await divya().call(contract.get, { id });
    return entry({ id, version, topic: 'First words', textEn });
  };
  await divya().call(contract.save, await change('Better words.'));
  assert.ok((await divya().call(contract.get, { id })).changedAt);
  app.moveClock(at('12:01', '2026-11-24'));
  await divya().refused(contract.save, await change('Too late.'), 'diary.fixed');
  const fileId = await uploadedPicture(app, 'Divya', 'late.jpg');
  await divya().call(contract.save, {
    ...(await change('Better words.')),
    files: [{ fileId, tagged: [] }],
    nobodyOnOthers: true,
  });
  assert.equal((await divya().call(contract.get, { id })).files.length, 1);
  app.moveClock(at('12:00'));
});

test('copies: one entry a section, without the tagged picture', async () => {
  await answerPhotos(app, Aarav.studentId, 'YES');
  const files = [
    { fileId: await uploadedPicture(app, 'Bina', 'aarav.jpg'), tagged: [Aarav.admissionId] },
    { fileId: await uploadedPicture(app, 'Bina', 'room.jpg'), tagged: [] },
  ];
  const { ids } = await app.as('Bina').call(
    contract.save,
    entry({
      kind: 'CLASSWORK',
      subjectId,
      sectionIds: [NURSERY_A, nurseryB],
      files,
      nobodyOnOthers: true,
      enrolmentIds: [Aarav.admissionId],
    }),
  );
  const entries = await Promise.all(ids.map((id) => app.as('Bina').call(contract.get, { id })));
  assert.deepEqual(
    entries.map((one) => [one.section, one.files.length, one.allChildren]),
    [
      ['Nursery A', 2, false],
      ['Nursery B', 1, true],
    ],
  );
  const { rows } = await app.as('Bina').call(classworks.endpoints.list, {});
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['Numbers', 'Numbers'],
  );
});

test('story 24 and bad input: another section 403, another centre 404, day, subject, children, kind', async () => {
  await divya().refused(contract.save, entry({ sectionIds: [nurseryB] }), 'section.not-yours');
  await divya().refused(contract.children, { sectionId: nurseryB, onDate: MONDAY }, 'section.not-yours');
  const { sections: mine } = await divya().call(contract.form, {});
  assert.deepEqual(
    mine.map(({ label }) => label),
    ['Nursery A'],
  );
  const { ids } = await app.as('Bina').call(contract.save, entry({ sectionIds: [nurseryB] }));
  await divya().refused(contract.get, { id: ids[0] ?? '' }, 'section.not-yours');
  await divya().refused(contract.remind, { id: ids[0] ?? '' }, 'section.not-yours');
  await app.as('Charu').refused(contract.get, { id: ids[0] ?? '' }, 'row.not-found');
  await app.as('Charu').refused(contract.save, entry(), 'row.not-found');
  await app
    .as('Charu')
    .refused(contract.withdraw, { id: ids[0] ?? '', reason: 'x' }, 'row.not-found', { version: 1 });
  await divya().refused(contract.save, entry({ onDate: '2026-11-19' }), 'diary.date-range');
  await divya().refused(contract.save, entry({ onDate: '2026-12-01' }), 'diary.date-range');
  const noSubject = await divya().refused(contract.save, entry({ kind: 'SUBJECT' }), 'input.invalid');
  assert.ok(noSubject.fields?.['subjectId']);
  await divya().refused(contract.save, entry({ subjectId }), 'input.invalid');
  await divya().refused(contract.save, entry({ enrolmentIds: [Myra.admissionId] }), 'diary.not-in-section');
  await divya().refused(
    contract.save,
    entry({ publishAt: at('12:00', '2026-12-20').toISOString() }),
    'input.invalid',
  );
  const foreign = await uploadedPicture(app, 'Bina', 'not-hers.jpg');
  await divya().refused(
    contract.save,
    entry({ files: [{ fileId: foreign, tagged: [] }], nobodyOnOthers: true }),
    'row.not-found',
  );
  assert.equal((await divya().raw(contract.save, entry({ topic: ' ' }))).status, 422);
  assert.equal((await divya().raw(contract.save, { ...entry(), kind: 'CARE' })).status, 422);
});

test('story 20: an unapproved teacher writes and reads no diary', async () => {
  await app.as('Usha').refused(contract.form, {}, 'module.missing');
  await app.as('Usha').refused(contract.save, entry(), 'module.missing');
  await app.as('Usha').refused(generalDiaries.endpoints.list, {}, 'module.missing');
});
