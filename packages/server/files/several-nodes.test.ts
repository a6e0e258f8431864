// Alone: it sets keys of its own, and a process has one ring.
// Two nodes on one bucket: an upload begun at one goes on at the other and is read at both.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { type TestBucket, testBucket } from '../test-support/bucket.ts';
import { rawEndpointApp } from '../test-support/raw-endpoint-app.ts';
import { pdf } from '../test-support/sample-files.ts';
import { type Actor, anonymousActor, systemActor } from '../work/actor.ts';
import { useKeys } from '../work/seal.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';
import { openFileStore } from './file-store.ts';
import { readFile, readWhole, useFileStore } from './files.ts';
import { uploadPlugin } from './upload.ts';

const bina: Actor = {
  ...anonymousActor,
  kind: 'user',
  userId: '0198a000-0000-7000-8000-00000000000b',
  centres: [2],
  franchiseeId: 2,
};
let db: TestDatabase;
let database: Database;
let bucket: TestBucket;
const nodes: { url: string; close(): Promise<void> }[] = [];

const storeOfNode = () =>
  openFileStore('unused', {
    AANGAN_S3_BUCKET: 'b',
    AANGAN_S3_ENDPOINT: bucket.endpoint,
    AANGAN_S3_KEY: 'key',
    AANGAN_S3_SECRET: 'secret',
  });

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  [db, bucket] = await Promise.all([testDatabase(), testBucket()]);
  database = openDatabase(db.url);
  for (let node = 0; node < 2; node += 1) {
    useFileStore(await storeOfNode());
    const plugin = uploadPlugin({
      database,
      authenticate: async () => bina,
      log: createLogger({ level: 'silent' }),
    });
    nodes.push(await rawEndpointApp({ database, rawEndpoints: [], plugins: [plugin] }));
  }
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await bucket.close();
  await database.close();
  await db.drop();
});

test('an upload begun at one node is finished at the other', async () => {
  const content = pdf('card');
  const send = (node: number, method: string, at: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(`${nodes[node]?.url}${at}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const piece = (node: number, at: string, from: number, to: number) =>
    send(
      node,
      'PATCH',
      at,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      content.subarray(from, to),
    );
  const made = await send(0, 'POST', '/api/upload', {
    'upload-length': String(content.length),
    'upload-metadata': `filename ${Buffer.from('card.pdf').toString('base64')}`,
  });
  assert.equal(made.status, 201);
  const at = made.headers.get('location') ?? '';
  const half = Math.floor(content.length / 2);
  assert.equal((await piece(0, at, 0, half)).status, 204);
  const offset = (await send(1, 'HEAD', at, {})).headers.get('upload-offset');
  assert.equal(offset, String(half), 'the other node knows how far it is');
  const done = await piece(1, at, half, content.length);
  assert.ok(done.status < 300, `${done.status} ${await done.text()}`);
  const id = at.split('/').pop() ?? '';
  for (let node = 0; node < 2; node += 1) {
    useFileStore(await storeOfNode());
    const read = await inUnitOfWork(database, systemActor(2), { command: 'test' }, (tx) =>
      readFile(tx, { franchiseeId: 2, fileId: id }).then((file) => readWhole(file)),
    );
    assert.deepEqual(read, content);
  }
});
