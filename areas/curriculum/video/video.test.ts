// Videos through HTTP: added from an upload, listed for whom they are, watched, shared by a link that ends.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { formatProgress } from '@aangan/web/format.ts';
import { videoContract as contract, publicVideoContract } from './video.contract.ts';
import { videos } from './video.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const bina = () => app.as('Bina');
const charu = () => app.as('Charu');
const asha = () => app.as('Asha', { centre: null });

async function uploaded(by: 'Bina' | 'Asha', name = 'film.mp4', state = 'CLEAN'): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
     values ($1, $2::uuid, $3, 1000, $4, 'video/mp4', 'upload', $5, $2::text, now(), $6)`,
    [by === 'Bina' ? ANDHERI : HEAD_OFFICE, id, name, randomBytes(32), state, people[by].id],
  );
  return id;
}
const film = async (by: 'Bina' | 'Asha', name: string, more = {}) => ({
  fileId: await uploaded(by),
  posterFileId: null,
  durationMs: 100_000,
  width: 1280,
  height: 720,
  name,
  ...more,
});
const add = async (name: string) => bina().call(contract.create, await film('Bina', name));
const versionOf = async (id: string) => (await bina().call(contract.get, { id })).version;

test('an upload becomes a video of its centre; another centre does not meet it, a family neither', async () => {
  const { id, slug } = await bina().call(
    contract.create,
    await film('Bina', 'Rain, rain!', { tags: 'rain, song , rain' }),
  );
  assert.equal(slug, 'rain-rain');
  const found = await bina().call(contract.get, { id });
  assert.equal(found.tags, 'rain, song');
  assert.equal(found.durationS, 100);
  assert.match((await bina().call(contract.play, { id })).url, /^\/api\/file\/.+&inline=1$/);
  await charu().refused(contract.play, { id }, 'row.not-found');
  await charu().refused(contract.archive, { id, reason: 'Not mine' }, 'row.not-found', { version: 1 });
  assert.deepEqual((await app.as('Gita').call(videos.endpoints.list, {})).rows, []);
  await app.as('Gita').refused(contract.play, { id }, 'row.not-found');
});

test('head office’s video is every centre’s to play, and head office’s to change', async () => {
  const { id } = await asha().call(contract.create, await film('Asha', 'Hand washing'));
  assert.equal((await charu().call(contract.play, { id })).name, 'Hand washing');
  const { can, version } = await charu().call(contract.get, { id });
  assert.deepEqual(can, { edit: false, share: false, archive: false, restore: false });
  await charu().refused(contract.change, { id, name: 'Mine' }, 'video.not-own', { version });
  await app.as('Asha', { centre: ANDHERI }).refused(contract.share, { id, days: 3 }, 'video.centre-chosen');
});

test('a taken name, no video, an unfinished and somebody else’s file are refused', async () => {
  await add('Clay morning');
  await bina().refused(contract.create, await film('Bina', 'Clay morning'), 'video.name-taken');
  await bina().refused(contract.create, await film('Bina', 'वर्षा'), 'video.no-letters');
  const other = async (more: object) => ({ ...(await film('Bina', 'Another')), ...more });
  await bina().refused(
    contract.create,
    await other({ fileId: await uploaded('Bina', 'list.pdf') }),
    'file.wrong-type',
  );
  await bina().refused(
    contract.create,
    await other({ fileId: await uploaded('Bina', 'film.mp4', 'UPLOADING') }),
    'file.not-ready',
  );
  await bina().refused(contract.create, await other({ fileId: await uploaded('Asha') }), 'row.not-found');
  await bina().refused(contract.create, await other({ durationMs: 0 }), 'input.invalid');
});

test('0-60 and 30-90 of 100 s are 90 seconds, not the whole; 0-96 is; it goes on where it stopped', async () => {
  const { id } = await add('Puppets');
  const report = (intervals: [number, number][], position: number) =>
    bina().call(contract.watched, { id, intervals, position });
  await report([[0, 60]], 60);
  assert.deepEqual(await report([[30, 90]], 90), { seconds: 90, completed: false });
  assert.equal((await bina().call(contract.get, { id })).lastPosition, 90);
  assert.deepEqual(await report([[0, 96]], 96), { seconds: 96, completed: true });
  await charu().refused(contract.watched, { id, intervals: [[0, 9]], position: 9 }, 'row.not-found');
});

test('captions of a language are added, replaced and removed', async () => {
  const { id } = await add('Seasons');
  for (const lang of ['en', 'hi', 'en'] as const)
    await bina().call(contract.addCaption, { id, lang, fileId: await uploaded('Bina', 'words.vtt') });
  const { captions } = await bina().call(contract.play, { id });
  assert.deepEqual(captions.map(({ label }) => label), ['English', 'Hindi']); // biome-ignore format: one line
  await bina().refused(
    contract.addCaption,
    { id, lang: 'mr', fileId: await uploaded('Bina') },
    'file.wrong-type',
  );
  await bina().call(contract.removeCaption, { id, lang: 'hi' });
  await bina().refused(contract.removeCaption, { id, lang: 'hi' }, 'row.not-found');
});

test('a link plays its one video signed out; wrong name, ended and revoked are one and the same refusal', async () => {
  const { id, slug } = await add('Colour day');
  await bina().refused(contract.share, { id, days: 181 }, 'input.invalid');
  const share = async () => (await bina().call(contract.share, { id, days: 30 })).path.split('/')[3] ?? '';
  const token = await share();
  assert.match(token, /^[A-Za-z0-9_-]{22}$/);
  const played = await app.link(token).call(publicVideoContract.open, { name: slug });
  assert.equal(played.name, 'Colour day');
  await app.link(token).refused(publicVideoContract.open, { name: 'rain-rain' }, 'link.not-found');
  await app.link('A'.repeat(22)).refused(publicVideoContract.open, { name: slug }, 'link.not-found');
  assert.equal((await bina().call(contract.get, { id })).links.length, 1);
  assert.deepEqual(await bina().call(contract.endLinks, { id }), { ended: 1 });
  await app.link(token).refused(publicVideoContract.open, { name: slug }, 'link.not-found');
});

test('archived it plays no more and its links have ended; restored it plays, the links stay ended', async () => {
  const { id, slug } = await add('Sports morning');
  const token = (await bina().call(contract.share, { id, days: 1 })).path.split('/')[3] ?? '';
  await bina().refused(contract.archive, { id, reason: 'Old' }, 'row.stale', { version: 99 });
  await bina().call(
    contract.archive,
    { id, reason: 'Shown under the wrong day' },
    { version: await versionOf(id) },
  );
  await bina().refused(contract.play, { id }, 'video.not-ready');
  await app.link(token).refused(publicVideoContract.open, { name: slug }, 'link.not-found');
  await bina().refused(contract.share, { id, days: 1 }, 'video.not-ready');
  await bina().call(contract.restore, { id }, { version: await versionOf(id) });
  await bina().call(contract.play, { id });
  await app.link(token).refused(publicVideoContract.open, { name: slug }, 'link.not-found');
  await bina().call(contract.change, { id, name: 'Sports day' }, { version: await versionOf(id) });
  assert.equal((await bina().call(contract.get, { id })).slug, slug);
});

test('per cent has two decimals and is 100.00 only when the server has confirmed', () => {
  assert.equal(formatProgress(123_456_789 / 987_654_321), '12.50 %');
  assert.equal(formatProgress(Math.min(1, 0.9999)), '99.99 %');
  assert.equal(formatProgress(1), '100.00 %');
});
