// Albums: no picture reaches a family unless everybody on it has the consent at that moment.

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type InputOf, openModules } from '@aangan/contract/endpoint.ts';
import { anonymousActor, narrowTo, systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, type PersonName, people } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { answerPhotos, classroomOf } from '../../academics/diary/diary-testing.ts';
import { recordConsent } from '../public.server.ts';
import { consentChanged } from './consent-changed.server.ts';
import { galleryContract as contract } from './gallery.contract.ts';
import { galleries } from './gallery.listing.ts';

let app: TestApp;
let nurseryB = '';
const NOW = new Date('2026-11-23T12:40:00+05:30');
before(async () => {
  app = await testApp();
  app.moveClock(NOW);
  ({ nurseryB } = await classroomOf(app));
  await answerPhotos(app, Aarav.studentId, 'YES');
});
after(() => app.close());

const { Aarav, Kabir, Myra } = children;
const divya = () => app.as('Divya');
const gita = () => app.as('Gita');

const uploaded = (by: PersonName, name = 'picture.jpg', sha256 = randomBytes(32)): Promise<string> =>
  uploadedFile(app, { by, name, sha256 });
const pair = async (by: PersonName = 'Divya') => ({
  largeId: await uploaded(by),
  smallId: await uploaded(by, 'small.jpg'),
  width: 1600,
  height: 1200,
});
type Save = InputOf<typeof contract.save>;
const album = (more: Partial<Save> = {}): Save => ({
  title: 'Rain and puddles',
  onDate: '2026-11-23',
  audience: 'CLASS',
  sectionIds: [sections[ANDHERI]],
  ...more,
});
const get = (id: string) => divya().call(contract.get, { id });
/** An album with pictures, each named as given. */
async function made(pictures: readonly (readonly string[] | null)[], more: Partial<Save> = {}) {
  const { id } = await divya().call(contract.save, album(more));
  const photos = [];
  for (const _ of pictures) photos.push(await pair());
  if (photos.length > 0) await divya().call(contract.addPhotos, { id, photos });
  for (const [n, photo] of (await get(id)).photos.entries()) {
    const enrolmentIds = pictures[n];
    if (!enrolmentIds) continue;
    await divya().call(
      contract.name,
      { photoId: photo.id, childrenCount: enrolmentIds.length, enrolmentIds: [...enrolmentIds] },
      { version: photo.version },
    );
  }
  return { id, photos: (await get(id)).photos };
}
const publish = async (id: string) =>
  divya().call(contract.publish, { id }, { version: (await get(id)).version });
const shown = async (id: string) => {
  const { albums } = await gita().call(contract.ofChild, { id: Aarav.admissionId });
  return albums.find((one) => one.id === id)?.photos ?? 0;
};
const facts = () =>
  app.sql<{ id: string; payload: unknown; dedupe_key: string }>(
    `select id, payload, dedupe_key from outbox where kind = 'communication.consent-changed' order by at`,
  );
/** Carries out the facts of consents that changed, as the worker does. */
async function carryOut(): Promise<void> {
  for (const { id, payload, dedupe_key: dedupeKey } of await facts())
    await consentChanged.perform({
      row: {
        id,
        franchiseeId: ANDHERI,
        kind: 'communication.consent-changed',
        payload,
        attempts: 1,
        dedupeKey,
      },
      work: <T>(franchiseeId: number | null, work: (db: Db) => Promise<T>) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work),
      finish: async () => undefined,
      now: NOW,
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
    } as unknown as Parameters<typeof consentChanged.perform>[0]); // the worker asks for nothing else
}

test('story 14: names are missing, then a consent; blurred it is ready, and the sharp files are gone in both sizes', async () => {
  const { id, photos } = await made([null, [Aarav.admissionId], []]);
  const [first] = photos;
  assert.ok(first);
  assert.deepEqual(
    photos.map(({ status }) => status),
    ['NEEDS_NAMES', 'READY', 'READY'],
  );
  const name = async (childrenCount: number, enrolmentIds: string[]) => {
    const version = (await get(id)).photos.find((one) => one.id === first.id)?.version ?? 0;
    return divya().call(contract.name, { photoId: first.id, childrenCount, enrolmentIds }, { version });
  };
  assert.deepEqual(await name(2, [Aarav.admissionId]), {
    status: 'NEEDS_NAMES',
    reason: '2 children are in this picture, 1 is named.',
  });
  assert.deepEqual(await name(2, [Aarav.admissionId, Kabir.admissionId]), {
    status: 'BLOCKED',
    reason: 'Kabir has no photo consent.',
  });
  assert.deepEqual(await publish(id), { ready: 2, waiting: 1, families: 2 });
  assert.equal(await shown(id), 2);
  const before_ = await app.sql<{ large_id: string; small_id: string }>(
    'select large_id, small_id from gallery_photo where id = $1',
    [first.id],
  );
  const sharp = (await get(id)).photos.find((one) => one.id === first.id);
  const blurred = await divya().call(
    contract.blur,
    { photoId: first.id, ...(await pair()), enrolmentIds: [Kabir.admissionId] },
    { version: sharp?.version ?? 0 },
  );
  assert.deepEqual(blurred, { status: 'READY', reason: null });
  assert.equal(await shown(id), 3, 'a published album takes what has become ready');
  const old = await app.sql<{ state: string; over: boolean; used: boolean }>(
    `select f.state, f.expires_on < (now() at time zone 'Asia/Kolkata')::date as over, exists (select from file_use u where u.file_id = f.id) as used from file f
      where f.id = any ($1)`,
    [[before_[0]?.large_id, before_[0]?.small_id]],
  );
  assert.deepEqual(
    old,
    Array.from({ length: 2 }, () => ({ state: 'REFUSED', over: true, used: false })),
  );
  const gone = await app.app.inject({ method: 'GET', url: sharp?.large ?? '' });
  assert.equal(gone.statusCode, 404, 'an address signed a moment ago does not open the sharp picture');
  await divya().refused(
    contract.blur,
    { photoId: first.id, ...(await pair('Bina')), enrolmentIds: [] },
    'row.not-found',
    { version: (await get(id)).photos.find((one) => one.id === first.id)?.version ?? 0 },
  );
});

test('story 15: a withdrawn consent takes the pictures away with the next request, and the teacher is told', async () => {
  await carryOut();
  const { id } = await made([[Aarav.admissionId], []]);
  await publish(id);
  assert.equal(await shown(id), 2);
  const mine = async () =>
    (await gita().call(contract.ofChild, { id: Aarav.admissionId })).mine.filter(
      (one) => one.galleryId === id,
    );
  const [own] = await mine();
  assert.ok(own);
  assert.ok((await gita().call(contract.download, { photoId: own.id })).url.startsWith('/api/file/'));
  await answerPhotos(app, Aarav.studentId, 'WITHDRAWN');
  assert.equal(await shown(id), 1);
  assert.deepEqual(await mine(), []);
  assert.equal((await gita().call(contract.view, { id })).photos.length, 1);
  await gita().refused(contract.download, { photoId: own.id }, 'row.not-found');
  assert.equal((await gita().call(contract.ofChild, { id: Aarav.admissionId })).consent, false);
  await carryOut();
  const [row] = (await divya().call(galleries.endpoints.list, {})).rows.filter((one) => one.id === id);
  assert.deepEqual([row?.ready, row?.blocked], [1, 1]);
  const told = await app.sql<{ about: unknown }>(
    `select payload->'about' as about from outbox where payload->>'kind' = 'communication.pictures-left'`,
  );
  assert.deepEqual(told, [{ about: { userIds: [people.Divya.id] } }]);
  await answerPhotos(app, Aarav.studentId, 'YES');
  assert.equal(await shown(id), 2);
});

test('each audience asks its own consent; a change of audience judges every picture anew', async () => {
  const { id } = await made([[Aarav.admissionId], []], { title: 'Garden week' });
  const change = async (audience: Save['audience']) =>
    divya().call(
      contract.save,
      album({ id, version: (await get(id)).version, title: 'Garden week', audience }),
    );
  const statuses = async () => (await get(id)).photos.map(({ status }) => status);
  await change('PUBLIC');
  assert.deepEqual(await statuses(), ['BLOCKED', 'READY']);
  const publicly = (answer: 'YES' | 'WITHDRAWN') =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      recordConsent(db, {
        franchiseeId: ANDHERI,
        subjectKind: 'STUDENT',
        subjectId: Aarav.studentId,
        answers: [{ purpose: 'PHOTO_PUBLIC', answer }],
        method: 'APP',
      }),
    );
  await publicly('YES');
  assert.deepEqual(await statuses(), ['READY', 'READY']);
  await publicly('WITHDRAWN');
  assert.deepEqual(await statuses(), ['BLOCKED', 'READY']);
});

test('a family reaches albums and pictures of its own children alone; row security keeps the rest', async () => {
  const { id, photos } = await made([[Aarav.admissionId], []]);
  const [photo] = photos;
  assert.ok(photo);
  await gita().refused(contract.view, { id }, 'row.not-found');
  await gita().refused(contract.view, { id: photo.id }, 'row.not-found');
  await publish(id);
  const opened = await gita().call(contract.view, { id: photo.id });
  assert.deepEqual([opened.id, opened.at, opened.family], [id, photo.id, true]);
  assert.equal('children' in (opened.photos[0] ?? {}), false, 'no names leave');
  for (const other of [Kabir.studentId, Kabir.admissionId, Myra.admissionId])
    await gita().refused(contract.ofChild, { id: other }, 'row.not-found');
  // An album of a section without own children.
  const { id: foreign } = await app.as('Bina').call(contract.save, album({ sectionIds: [nurseryB] }));
  await app.as('Bina').call(contract.addPhotos, { id: foreign, photos: [await pair('Bina')] });
  const theirs = (await app.as('Bina').call(contract.get, { id: foreign })).photos[0];
  assert.ok(theirs);
  await app
    .as('Bina')
    .call(
      contract.name,
      { photoId: theirs.id, childrenCount: 0, enrolmentIds: [] },
      { version: theirs.version },
    );
  await app.as('Bina').call(contract.publish, { id: foreign }, { version: 1 });
  for (const target of [foreign, theirs.id]) {
    await gita().refused(contract.view, { id: target }, 'row.not-found');
    await gita().refused(contract.markSeen, { id: target }, 'row.not-found');
  }
  await gita().refused(contract.download, { photoId: theirs.id }, 'row.not-found');
  await gita().refused(contract.report, { photoId: theirs.id }, 'row.not-found');
  await gita().refused(contract.get, { id }, 'module.missing');
  await gita().refused(
    contract.name,
    { photoId: photo.id, childrenCount: 0, enrolmentIds: [] },
    'module.missing',
    { version: 1 },
  );
  const family = narrowTo(
    { ...anonymousActor, kind: 'user', centres: [ANDHERI], students: [Aarav.studentId] },
    openModules.signedIn,
    'GET',
  );
  const reads = <T>(work: (db: Parameters<Parameters<typeof inUnitOfWork>[3]>[0]) => Promise<T>) =>
    inUnitOfWork(app.pool, family, { command: 'test', readOnly: true }, work);
  const seen = (await reads((db) => db.selectFrom('gallery').select('id').execute())).map((one) => one.id);
  assert.ok(seen.includes(id) && !seen.includes(foreign));
  await assert.rejects(
    reads((db) => db.selectFrom('gallery_photo').select('id').execute()),
    /permission denied/,
  );
});

test('seen is counted once; a reported picture is hidden for that family until somebody looked', async () => {
  const { id, photos } = await made([[Aarav.admissionId], []], { title: 'Puppets' });
  await publish(id);
  const isNew = async () =>
    (await gita().call(contract.ofChild, { id: Aarav.admissionId })).albums.find((one) => one.id === id)
      ?.isNew;
  assert.equal(await isNew(), true);
  await gita().call(contract.markSeen, { id });
  await gita().call(contract.markSeen, { id });
  assert.equal(await isNew(), false);
  const staff = await get(id);
  assert.deepEqual([staff.seen, staff.families], [1, 2]);
  const photoId = photos[1]?.id ?? '';
  await gita().call(contract.report, { photoId, note: 'This is our garden' });
  assert.equal(await shown(id), 1);
  await gita().refused(contract.download, { photoId }, 'row.not-found');
  const reported = (await get(id)).photos.find((one) => one.id === photoId);
  assert.equal(reported?.reports[0]?.note, 'This is our garden');
  const told = await app.sql(
    `select from outbox where payload->>'kind' = 'communication.picture-reported' and source_id = $1`,
    [id],
  );
  assert.equal(told.length, 1);
  await divya().call(contract.settleReports, { photoId });
  assert.equal(await shown(id), 2);
});

test('publish needs a ready picture, withdraw takes all away, and it can be restored', async () => {
  const empty = await made([null]);
  await divya().refused(contract.publish, { id: empty.id }, 'gallery.nothing-ready', { version: 1 });
  const { id } = await made([[]], { title: 'Sports' });
  await publish(id);
  await divya().refused(contract.withdraw, { id, reason: 'Wrong day' }, 'row.stale', { version: 1 });
  const { version } = await get(id);
  await divya().call(contract.withdraw, { id, reason: 'Wrong day' }, { version });
  assert.equal(await shown(id), 0);
  await gita().refused(contract.view, { id }, 'row.not-found');
  const told = await app.sql<{ state: string }>(
    `select state from outbox where source_kind = 'gallery' and source_id = $1`,
    [id],
  );
  assert.ok(told.length > 0 && told.every(({ state }) => state === 'CANCELLED'));
  await publish(id);
  assert.equal(await shown(id), 1);
});

test('the same picture is in an album once; removed ones are gone; order and cover', async () => {
  const { id } = await divya().call(contract.save, album({ title: 'Twice' }));
  const sha = randomBytes(32);
  const twin = async () => ({
    ...(await pair()),
    largeId: await uploaded('Divya', 'twin.jpg', sha),
  });
  assert.deepEqual(await divya().call(contract.addPhotos, { id, photos: [await twin()] }), {
    added: 1,
    already: 0,
  });
  assert.deepEqual(await divya().call(contract.addPhotos, { id, photos: [await twin(), await pair()] }), {
    added: 1,
    already: 1,
  });
  const [a, b] = (await get(id)).photos;
  assert.ok(a && b);
  await divya().call(contract.arrange, { id, photoIds: [b.id, a.id], coverPhotoId: b.id });
  assert.deepEqual(
    (await get(id)).photos.map((one) => one.id),
    [b.id, a.id],
  );
  await divya().refused(contract.arrange, { id, photoIds: [a.id], coverPhotoId: null }, 'row.stale');
  const versionOf = async (photoId: string) =>
    (await get(id)).photos.find((one) => one.id === photoId)?.version ?? 0;
  await divya().call(
    contract.caption,
    { photoId: a.id, caption: 'Puddles' },
    { version: await versionOf(a.id) },
  );
  await divya().call(contract.removePhoto, { photoId: b.id }, { version: await versionOf(b.id) });
  const left = await get(id);
  assert.deepEqual([left.coverPhotoId, left.photos.map(({ caption }) => caption)], [null, ['Puddles']]);
  await divya().refused(contract.caption, { photoId: b.id, caption: 'x' }, 'photo.removed', { version: 3 });
  assert.deepEqual(await divya().call(contract.addPhotos, { id, photos: [await twin()] }), {
    added: 0,
    already: 1,
  });
  await divya().refused(
    contract.addPhotos,
    { id, photos: [{ ...(await pair()), smallId: await uploaded('Divya', 'not.png') }] },
    'file.wrong-type',
  );
});

test('another teacher’s section 403, another centre 404, bad input by field', async () => {
  await divya().refused(contract.save, album({ sectionIds: [nurseryB] }), 'photo.not-your-section');
  const { id } = await app.as('Bina').call(contract.save, album({ sectionIds: [nurseryB] }));
  await divya().refused(contract.publish, { id }, 'photo.not-your-section', { version: 1 });
  await divya().refused(contract.addPhotos, { id, photos: [await pair()] }, 'photo.not-your-section');
  const own = await made([null]);
  const photo = own.photos[0];
  assert.ok(photo);
  const named = { photoId: photo.id, childrenCount: 1, enrolmentIds: [Myra.admissionId] };
  await divya().refused(contract.name, named, 'photo.not-your-section', { version: photo.version });
  await divya().refused(contract.name, { ...named, enrolmentIds: [] }, 'row.stale', { version: 99 });
  const charu = app.as('Charu');
  await charu.refused(contract.get, { id: own.id }, 'row.not-found');
  await charu.refused(contract.children, { id: own.id }, 'row.not-found');
  await charu.refused(contract.name, named, 'row.not-found', { version: photo.version });
  await charu.refused(contract.save, album(), 'row.not-found');
  await charu.refused(contract.view, { id: own.id }, 'row.not-found');
  const wrong = await divya().refused(contract.save, album({ onDate: '2026-12-01' }), 'input.invalid');
  assert.deepEqual(Object.keys(wrong.fields ?? {}), ['onDate']);
  await divya().refused(contract.save, album({ eventId: randomUUID() }), 'input.invalid');
  assert.equal((await divya().raw(contract.save, album({ sectionIds: [] }))).status, 422);
  await app.as('Usha').refused(contract.save, album(), 'module.missing');
  const rows = await divya().call(contract.children, { id: own.id });
  assert.deepEqual(
    rows.rows.map(({ name, allowed }) => [name, allowed]),
    [
      ['Aarav', true],
      ['Kabir', false],
    ],
  );
});
