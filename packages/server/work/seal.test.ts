// Alone: it sets keys of its own, and a process has one ring.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { type FileStore, openBucket } from '../files/file-store.ts';
import { testBucket } from '../test-support/bucket.ts';
import { aad, blindIndex, isSigned, open, openBytes, seal, sign, useKeys } from './seal.ts';
import { sealParts } from './sealed-bytes.ts';

const first = randomBytes(32).toString('hex');
const second = randomBytes(32).toString('hex');
const signKey = randomBytes(32).toString('hex');
const place = aad('message', 'address_sealed', 2, 'a');

before(() => useKeys({ sealKey: first, signKey }));

test('opens what was sealed, and every sealing of one text looks different', () => {
  const sealed = seal('+919820012345', place);
  assert.equal(open(sealed, place), '+919820012345');
  assert.ok(!sealed.equals(seal('+919820012345', place)));
  assert.equal(open(seal('', place), place), '');
});

test('a sealed value does not open in another row, centre, column or table, nor with any byte changed', () => {
  const sealed = seal('Gita', place);
  for (const other of [
    aad('message', 'address_sealed', 2, 'b'),
    aad('message', 'address_sealed', 3, 'a'),
    aad('message', 'vars_sealed', 2, 'a'),
    aad('outbox', 'address_sealed', 2, 'a'),
  ])
    assert.throws(() => openBytes(sealed, other));
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
    assert.throws(() => openBytes(changed, place), `byte ${i}`);
  }
  assert.throws(() => openBytes(sealed.subarray(0, 20), place));
});

test('after a change of key the old values open while the old key is kept', () => {
  useKeys({ sealKey: first, signKey });
  const old = seal('Gita', place);
  useKeys({ sealKey: second, signKey, oldSealKeys: [first] });
  assert.equal(open(old, place), 'Gita');
  useKeys({ sealKey: second, signKey });
  assert.throws(() => open(old, place));
});

test('signatures and blind indexes are stable and differ by text', () => {
  assert.ok(isSigned('file|2|a|99', sign('file|2|a|99')));
  assert.ok(!isSigned('file|2|a|100', sign('file|2|a|99')));
  assert.ok(!isSigned('file|2|a|99', ''));
  assert.deepEqual(blindIndex('a'), blindIndex('a'));
  assert.notDeepEqual(blindIndex('a'), blindIndex('b'));
});

test('a key of a wrong length is refused at start', () =>
  assert.throws(() => useKeys({ sealKey: 'abc', signKey })));

test('a film is sealed piece by piece', async () => {
  let taken = 0;
  const parts = 800;
  async function* film() {
    for (; taken < parts; taken += 1) yield Buffer.alloc(64 * 1024, taken);
  }
  const sealed = sealParts(film(), parts * 64 * 1024, 'film');
  await sealed.next();
  await sealed.next();
  assert.ok(taken <= 2, `${taken} parts were read for the first piece`);
  let most = 0;
  for await (const piece of sealed) most = Math.max(most, piece.length);
  assert.equal(taken, parts);
  assert.ok(most <= 64 * 1024 + 16);
});

const bytesOf = async (store: FileStore, key: string, range?: { start: number; end: number }) => {
  const parts: Buffer[] = [];
  for await (const part of await store.read(key, range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

test('a bucket holds sealed bytes too', async () => {
  const bucket = await testBucket();
  const store = openBucket({
    bucket: 'b',
    region: 'ap-south-1',
    endpoint: bucket.endpoint,
    accessKeyId: 'a',
    secretAccessKey: 's',
  });
  const content = Buffer.concat([Buffer.from('%PDF a secret paper'), randomBytes(150_000)]);
  await store.write('made', content);
  bucket.objects.set('uploaded', content);
  assert.ok((await bytesOf(store, 'uploaded', { start: 1, end: 3 })).equals(Buffer.from('PDF')));
  await store.seal('uploaded', content.length);
  await store.seal('uploaded', content.length);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aangan-bucket-')), 'to-adopt');
  writeFileSync(file, content);
  await store.adopt('adopted', file);
  for (const key of ['made', 'uploaded', 'adopted']) {
    assert.ok(!bucket.objects.get(key)?.includes('%PDF'), key);
    assert.ok((await bytesOf(store, key)).equals(content), key);
    assert.ok(
      (await bytesOf(store, key, { start: 65_000, end: 140_000 })).equals(content.subarray(65_000, 140_001)),
      key,
    );
  }
  await bucket.close();
});
