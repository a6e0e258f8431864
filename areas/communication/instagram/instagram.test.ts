// Instagram posts: only pictures with public consent, approved by somebody else, pulled back when a consent is lost.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { classroomOf } from '../../academics/diary/diary-testing.ts';
import { galleryContract } from '../gallery/gallery.contract.ts';
import { recordConsent } from '../public.server.ts';
import { captionFault, isNamed } from './caption-rules.ts';
import { duePosts } from './due-posts.server.ts';
import { instagramContract as contract } from './instagram.contract.ts';
import { instagramPosts } from './instagram.listing.ts';
import { blockPostsOf } from './post-rules.server.ts';

let app: TestApp;
let named = '';
let nobody = '';
let blocked = '';
const NOW = new Date('2026-11-23T12:00:00+05:30');
const TIME = '2026-11-28T18:00:00+05:30';
const { Aarav, Kabir } = children;

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
const uploaded = () => uploadedFile(app, { by: 'Divya', name: 'p.jpg' });
before(async () => {
  app = await testApp();
  app.moveClock(NOW);
  await classroomOf(app);
  await publicly('YES');
  const divya = app.as('Divya');
  const { id } = await divya.call(galleryContract.save, {
    title: 'Garden week',
    onDate: '2026-11-20',
    audience: 'PUBLIC',
    sectionIds: [sections[ANDHERI]],
  });
  const photos = [];
  for (let n = 0; n < 3; n += 1)
    photos.push({ largeId: await uploaded(), smallId: await uploaded(), width: 1600, height: 1200 });
  await divya.call(galleryContract.addPhotos, { id, photos });
  const there = (await divya.call(galleryContract.get, { id })).photos;
  const who = [[Aarav.admissionId], [], [Kabir.admissionId]];
  for (const [n, photo] of there.entries())
    await divya.call(
      galleryContract.name,
      { photoId: photo.id, childrenCount: who[n]?.length ?? 0, enrolmentIds: who[n] ?? [] },
      { version: photo.version },
    );
  [named, nobody, blocked] = there.map((photo) => photo.id) as [string, string, string];
  const { version } = await divya.call(galleryContract.get, { id });
  await divya.call(galleryContract.publish, { id }, { version });
});
after(() => app.close());

const meera = () => app.as('Meera');
const asha = () => app.as('Asha');
const post = (more: Partial<InputOf<typeof contract.save>> = {}) => ({
  items: [{ photoId: named }, { photoId: nobody }],
  caption: 'A week in the garden #preschool',
  scheduledAt: TIME,
  ...more,
});
const write = async (more = {}) => (await meera().call(contract.save, post(more))).id;
const get = (id: string) => meera().call(contract.get, { id });
const version = async (id: string) => ({ version: (await get(id)).version });
const submit = async (id: string) => meera().call(contract.submit, { id }, await version(id));
const approve = async (id: string) =>
  asha().call(contract.decide, { id, decision: 'approve', note: null }, await version(id));
const runDue = (now: string) =>
  duePosts.run({
    now: new Date(now),
    data: null,
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: duePosts.name }, work),
    ports: { ...app.ports, afterCommit: () => undefined },
  });
const lose = () =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    blockPostsOf(db, ANDHERI, Aarav.studentId),
  );

test('names in a caption are found as words, and too many hashtags', () => {
  assert.equal(isNamed('Well done, AARAV!', 'Aarav Iyer'), true);
  assert.equal(isNamed('Aaravs garden', 'Aarav Iyer'), false);
  assert.equal(isNamed('आरव का बगीचा', 'आरव'), true);
  assert.equal(isNamed('Om sweet home', 'Om'), true);
  assert.equal(isNamed('Om sweet home', 'Om Rao'), false);
  assert.equal(
    captionFault(Array.from({ length: 31 }, (_, n) => `#t${n}`).join(' '), []),
    'At most 30 hashtags',
  );
});

test('only what may be shown is offered; the others are counted without a name', async () => {
  const { rows, all, whyNot } = await meera().call(contract.photos, {});
  assert.deepEqual([rows.map(({ id }) => id).sort(), all], [[named, nobody].sort(), 3]);
  assert.deepEqual(whyNot, [{ reason: 'Public consent or names are missing', count: 1 }]);
});

test('written, approved by somebody else, due at its time, published with its address', async () => {
  const id = await write();
  await submit(id);
  await meera().refused(
    contract.decide,
    { id, decision: 'approve', note: null },
    'approval.own',
    await version(id),
  );
  await approve(id);
  await runDue('2026-11-28T17:59:00+05:30');
  assert.equal((await get(id)).status, 'SCHEDULED');
  await meera().refused(
    contract.publish,
    { id, permalink: 'https://www.instagram.com/p/abc/' },
    'row.wrong-state',
    await version(id),
  );
  await runDue('2026-11-28T18:00:00+05:30');
  assert.equal((await get(id)).status, 'DUE');
  assert.equal(
    (await meera().raw(contract.publish, { id, permalink: 'https://evil.example/p' }, await version(id)))
      .status,
    422,
  );
  await meera().call(
    contract.publish,
    { id, permalink: 'https://www.instagram.com/p/abc/' },
    await version(id),
  );
  assert.equal((await get(id)).permalink, 'https://www.instagram.com/p/abc/');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'instagram_post' and subject_id = $1 order by id`,
    [id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['submit', 'approve', 'due', 'publish'],
  );
});

test('story 16: a consent lost before the time blocks, lost after it asks for removal', async () => {
  const out = await write();
  await submit(out);
  await approve(out);
  await runDue('2026-11-28T18:00:00+05:30');
  await meera().call(
    contract.publish,
    { id: out, permalink: 'https://instagram.com/p/x' },
    await version(out),
  );
  const [scheduled, waiting, draft] = [await write(), await write(), await write()];
  await submit(scheduled);
  await approve(scheduled);
  await submit(waiting);
  const plain = await write({ items: [{ photoId: nobody }] });
  await submit(plain);
  await publicly('WITHDRAWN');
  await asha().refused(
    contract.decide,
    { id: waiting, decision: 'approve', note: null },
    'insta.no-consent',
    await version(waiting),
  );
  await meera().refused(contract.submit, { id: draft }, 'insta.no-consent', await version(draft));
  // The minute of its time comes before the worker: the due job asks as well.
  await runDue('2026-11-28T18:00:00+05:30');
  assert.equal((await get(scheduled)).status, 'BLOCKED');
  await lose();
  const statuses = await Promise.all(
    [out, scheduled, waiting, plain].map(async (id) => (await get(id)).status),
  );
  assert.deepEqual(statuses, ['REMOVAL_NEEDED', 'BLOCKED', 'BLOCKED', 'WAITING_APPROVAL']);
  const told = await app.sql(
    `select from outbox where payload->>'kind' = 'communication.insta-lost' and source_id = $1`,
    [out],
  );
  assert.equal(told.length, 1);
  await meera().call(contract.markRemoved, { id: out }, await version(out));
  assert.equal((await get(out)).status, 'REMOVED');
  await meera().call(contract.reopen, { id: waiting }, await version(waiting));
  await meera().call(contract.save, {
    ...post({ items: [{ photoId: nobody }] }),
    id: waiting,
    ...(await version(waiting)),
  });
  await submit(waiting);
  assert.equal((await get(waiting)).status, 'WAITING_APPROVAL');
  await publicly('YES');
});

test('bad input, a time that is over, and who may not', async () => {
  const refused = await meera().refused(
    contract.save,
    post({ caption: 'Aarav in the garden' }),
    'insta.caption',
  );
  assert.deepEqual(refused.fields, { caption: 'A child’s name is in the text' });
  await meera().refused(contract.save, post({ items: [{ photoId: randomUUID() }] }), 'row.not-found');
  assert.equal((await meera().raw(contract.save, post({ items: [] }))).status, 422);
  assert.equal((await meera().raw(contract.save, post({ caption: 'x'.repeat(2201) }))).status, 422);
  const late = await write({ scheduledAt: '2026-11-20T18:00:00+05:30' });
  await meera().refused(contract.submit, { id: late }, 'insta.too-late', await version(late));
  const without = await write({ items: [{ photoId: blocked }] });
  await meera().refused(contract.submit, { id: without }, 'insta.no-consent', await version(without));
  await meera().call(contract.cancel, { id: without, reason: 'Other pictures' }, await version(without));
  await meera().refused(contract.submit, { id: without }, 'row.wrong-state', await version(without));
  await app.as('Bina').refused(instagramPosts.endpoints.list, {}, 'module.missing');
  await app.as('Divya').refused(contract.save, post(), 'module.missing');
});
