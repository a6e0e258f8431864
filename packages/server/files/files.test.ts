// Alone: it sets keys of its own, and a process has one ring.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openModules } from '@aangan/contract/endpoint.ts';
import { car, garage, make } from '@aangan/testkit/engine-records.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { createLogger } from '../logging.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { registerRecords } from '../record/record-plan.ts';
import { rawEndpointApp } from '../test-support/raw-endpoint-app.ts';
import { jpeg, pdf, png, webp, xlsxBomb } from '../test-support/sample-files.ts';
import { type Actor, anonymousActor, narrowTo, publicActor, systemActor } from '../work/actor.ts';
import { hashToken, issueLink } from '../work/links.ts';
import { useKeys } from '../work/seal.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import { fileEndpoint } from './file-endpoints.ts';
import { type FileStore, openFolder } from './file-store.ts';
import { fileUrl, readFile, readWhole, safeName, saveFile, useFile } from './files.ts';
import { sweepFiles, uploadPlugin } from './upload.ts';

const BINA = '0198a000-0000-7000-8000-00000000000b';
const CHARU = '0198a000-0000-7000-8000-00000000000c';
const DIVYA = '0198a000-0000-7000-8000-00000000000d';
const ASHA = '0198a000-0000-7000-8000-00000000000a';
const folder = mkdtempSync(path.join(tmpdir(), 'aangan-files-'));
let db: TestDatabase;
let database: Database;
let app: { url: string; close(): Promise<void> };

const user = (userId: string, franchiseeId: number): Actor => ({
  ...anonymousActor,
  kind: 'user',
  userId,
  centres: [franchiseeId],
  franchiseeId,
});
const actors = new Map<string, Actor>([
  ['bina', user(BINA, 2)],
  ['charu', user(CHARU, 3)],
  ['divya', user(DIVYA, 2)],
  ['omkar', { ...user(DIVYA, 2), modules: new Map([['engineTest', new Set(['GET'] as const)]]) }],
  ['asha', { ...user(ASHA, 2), wholeNetwork: true, centres: [], franchiseeId: null }],
  ['gita', { ...user(BINA, 2), students: ['0198a000-0000-7000-8000-0000000000a1'] }],
]);

before(async () => {
  useKeys({ sealKey: randomBytes(32).toString('hex'), signKey: randomBytes(32).toString('hex') });
  db = await testDatabase();
  database = openDatabase(db.url);
  const authenticate = async (facts: { headers: Readonly<Record<string, string | undefined>> }) =>
    actors.get(facts.headers.authorization ?? '') ?? anonymousActor;
  app = await rawEndpointApp({
    database,
    rawEndpoints: [fileEndpoint],
    authenticate,
    plugins: [
      uploadPlugin({ database, authenticate, filesDir: folder, log: createLogger({ level: 'silent' }) }),
    ],
  });
});
after(async () => {
  await app.close();
  await database.close();
  await db.drop();
});

const inCentre = <T>(franchiseeId: number, work: (tx: Db) => Promise<T>) =>
  inUnitOfWork(database, systemActor(franchiseeId), { command: 'test' }, work);
const tus = (method: string, at: string, who: string, headers: Record<string, string> = {}, body?: Buffer) =>
  fetch(`${app.url}${at}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: who, ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
const named = (name: string, kind?: string) =>
  `filename ${Buffer.from(name).toString('base64')}${kind ? `,kind ${Buffer.from(kind).toString('base64')}` : ''}`;

async function upload(
  content: Buffer,
  name: string,
  who = 'bina',
  pieces = 1,
): Promise<{ status: number; id: string; message?: string; code?: string }> {
  const made = await tus('POST', '/api/upload', who, {
    'upload-length': String(content.length),
    'upload-metadata': named(name),
  });
  const location = made.headers.get('location') ?? '';
  const id = location.split('/').pop() ?? '';
  if (made.status !== 201)
    return { status: made.status, id, ...((await made.json().catch(() => ({}))) as object) };
  const size = Math.ceil(content.length / pieces);
  let last = made;
  for (let at = 0; at < content.length; at += size)
    last = await tus(
      'PATCH',
      location,
      who,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
      content.subarray(at, at + size),
    );
  return { status: last.status, id, ...((await last.json().catch(() => ({}))) as object) };
}
const rowOf = async (id: string) =>
  (await withClient(db.adminUrl, (client) => client.query('select * from file where id = $1', [id])))
    .rows[0] as
    | {
        state: string;
        mime: string;
        created_by: string;
        sha256: Buffer;
        note: string;
        exif_removed: boolean;
        bytes: string;
        franchisee_id: number;
      }
    | undefined;

test('a file in pieces arrives whole, is clean, belongs to its centre and maker', async () => {
  const content = pdf('x'.repeat(50_000));
  const { status, id } = await upload(content, 'Fee plan 2026.pdf', 'bina', 7);
  assert.equal(status, 204);
  const row = await rowOf(id);
  assert.deepEqual(
    [row?.state, row?.mime, row?.created_by, row?.franchisee_id, Number(row?.bytes)],
    ['CLEAN', 'application/pdf', BINA, 2, content.length],
  );
  assert.deepEqual(row?.sha256, createHash('sha256').update(content).digest());
  const read = await inCentre(2, async (tx) =>
    readWhole(await readFile(tx, { franchiseeId: 2, fileId: id })),
  );
  assert.ok(read.equals(content));
});

test('U4: an upload that is cut off goes on where it stopped; a piece at the wrong place changes nothing', async () => {
  const content = pdf(randomBytes(3000).toString('hex'));
  const made = await tus('POST', '/api/upload', 'bina', {
    'upload-length': String(content.length),
    'upload-metadata': named('a.pdf'),
  });
  const location = made.headers.get('location') ?? '';
  const piece = { 'content-type': 'application/offset+octet-stream' };
  await tus('PATCH', location, 'bina', { ...piece, 'upload-offset': '0' }, content.subarray(0, 1000));
  assert.equal(
    (await tus('PATCH', location, 'bina', { ...piece, 'upload-offset': '500' }, content.subarray(500, 900)))
      .status,
    409,
  );
  const head = await tus('HEAD', location, 'bina');
  assert.equal(head.headers.get('upload-offset'), '1000');
  assert.equal((await tus('HEAD', location, 'charu')).status, 404);
  assert.equal(
    (await tus('PATCH', location, 'charu', { ...piece, 'upload-offset': '1000' }, content.subarray(1000)))
      .status,
    404,
  );
  assert.equal(
    (await tus('PATCH', location, 'bina', { ...piece, 'upload-offset': '1000' }, content.subarray(1000)))
      .status,
    204,
  );
});

test('U1: type by content: what is not what it says is refused and its bytes are gone', async () => {
  const cases: [Buffer, string, string][] = [
    [Buffer.from('<html><script>alert(1)</script>'), 'photo.jpg', 'file.unknown-type'],
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'picture.csv',
      'file.unknown-type',
    ],
    [jpeg(), 'paper.pdf', 'file.wrong-name'],
    [pdf('x'), 'photo.jpg', 'file.wrong-name'],
    [Buffer.from('MZ\x90\0'.padEnd(200, '\0')), 'sheet.xlsx', 'file.unknown-type'],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(50)]), 'broken.jpg', 'file.broken'],
    [png().subarray(0, 40), 'cut.png', 'file.broken'],
    [Buffer.from('\0\0\0\x20ftypheic'.padEnd(64, '\0'), 'latin1'), 'photo.jpg', 'file.choose-jpg'],
    [png(60_000, 60_000), 'huge.png', 'file.too-many-pixels'],
    [xlsxBomb(), 'bomb.xlsx', 'file.broken'],
  ];
  for (const [content, name, code] of cases) {
    const got = await upload(content, name);
    assert.equal(got.code, code, `${name}: ${JSON.stringify(got)}`);
    assert.ok(got.message);
    assert.equal((await rowOf(got.id))?.state, 'REFUSED');
    assert.ok(!readdirSync(folder).includes(got.id), `${name} left its bytes`);
  }
});

test('names that cannot be kept are refused before a byte is sent: scripts, pages, phone formats, too large', async () => {
  for (const [name, size, code] of [
    ['run.exe', 10, 'file.unknown-type'],
    ['page.svg', 10, 'file.unknown-type'],
    ['a.heic', 10, 'file.choose-jpg'],
    ['a.pdf', 26 * 1024 * 1024, 'file.too-large'],
  ] as const) {
    const made = await tus('POST', '/api/upload', 'bina', {
      'upload-length': String(size),
      'upload-metadata': named(name),
    });
    assert.equal(((await made.json()) as { code: string }).code, code);
  }
  assert.equal(
    (await tus('POST', '/api/upload', 'nobody', { 'upload-length': '10', 'upload-metadata': named('a.pdf') }))
      .status,
    401,
  );
});

test('U6: pictures lose place, camera, comments and what hangs behind them; the turn of the camera stays', async () => {
  const secret = 'GPS 19.1197N 72.8468E';
  for (const [content, name] of [
    [jpeg({ exif: secret, turn: 6, after: secret }), 'a.jpg'],
    [png(4, 4, secret), 'a.png'],
    [webp(secret), 'a.webp'],
  ] as const) {
    assert.ok(content.includes(secret));
    const { status, id } = await upload(content, name);
    assert.equal(status, 204, name);
    const kept = await inCentre(2, async (tx) =>
      readWhole(await readFile(tx, { franchiseeId: 2, fileId: id })),
    );
    assert.ok(!kept.includes('GPS') && !kept.includes('Canon'), name);
    assert.ok(kept.length > 20 && kept.length < content.length);
    assert.equal((await rowOf(id))?.exif_removed, true);
    if (name === 'a.jpg')
      assert.equal(kept.readUInt16BE(kept.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03])) + 8), 6);
  }
});

test('a signed address opens for ten minutes, for this file only, and survives no change', async () => {
  const { id } = await upload(pdf('plan'), 'plan.pdf');
  const url = fileUrl({ franchiseeId: 2, fileId: id });
  const reply = await fetch(`${app.url}${url}`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-disposition'), "attachment; filename*=UTF-8''plan.pdf");
  assert.ok((await reply.text()).startsWith('%PDF'));
  const shown = await fetch(`${app.url}${url}&inline=1`, { headers: { range: 'bytes=0-3' } });
  assert.deepEqual(
    [shown.status, shown.headers.get('content-range')?.split('/')[0], await shown.text()],
    [206, 'bytes 0-3', '%PDF'],
  );
  for (const changed of [
    url.replace(/c=2/, 'c=3'),
    url.replace(/e=(\d+)/, (_, e: string) => `e=${Number(e) + 100}`),
    url.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    url.replace(id, BINA),
  ])
    assert.equal((await fetch(`${app.url}${changed}`)).status, 404);
  const old = fileUrl({ franchiseeId: 2, fileId: id }, new Date(Date.now() - 601_000));
  assert.equal((await fetch(`${app.url}${old}`)).status, 404);
});

test('with a session a file opens for who brought it, and through a record for who holds its module', async () => {
  const { id } = await upload(pdf('court order'), 'order.pdf');
  const get = async (who: string) =>
    (await fetch(`${app.url}/api/file/${id}`, { headers: { authorization: who } })).status;
  const all = async () => [
    await get('bina'),
    await get('divya'),
    await get('omkar'),
    await get('asha'),
    await get('charu'),
    await get('gita'),
    await get('nobody'),
  ];
  assert.deepEqual(await all(), [200, 404, 404, 404, 404, 404, 401], 'the same centre is not enough');
  // A tab of its own sends no session: who may open the file is given a signed address, nobody else.
  const addressFor = (who: string) =>
    fetch(`${app.url}/api/file/${id}?address=1`, { headers: { authorization: who } });
  assert.equal((await addressFor('divya')).status, 404);
  const { url } = (await (await addressFor('bina')).json()) as { url: string };
  const tab = await fetch(`${app.url}${url}&inline=1`);
  assert.deepEqual(
    [tab.status, tab.headers.get('content-type'), tab.headers.get('content-disposition')?.split(';')[0]],
    [200, 'application/pdf', 'inline'],
  );
  const again = await fetch(`${app.url}${url}&address=1`);
  assert.ok((await again.text()).startsWith('%PDF'), 'a signed address gives no longer one');
  const logged = await withClient(
    db.adminUrl,
    async (client) =>
      (await client.query("select from access_log where action = 'FILE' and subject_id = $1", [id])).rowCount,
  );
  assert.equal(logged, 2);
  registerRecords([make, garage, car]);
  await inCentre(2, (tx) =>
    useFile(tx, {
      franchiseeId: 2,
      fileId: id,
      area: car.name,
      subjectKind: car.name,
      subjectId: '1',
      moved: true,
    }),
  );
  assert.deepEqual(await all(), [200, 404, 200, 404, 404, 404, 401], 'Omkar holds the module of the row');
  await withClient(db.adminUrl, (client) =>
    client.query('update file set sensitive = true where id = $1', [id]),
  );
  assert.equal(await get('omkar'), 404);
});

test('a row of one’s own does not open a file that somebody else brought', async () => {
  const { id } = await upload(jpeg(), 'a.jpg');
  const tie = (who: string, subjectId: string) =>
    inUnitOfWork(
      database,
      narrowTo(actors.get(who) ?? anonymousActor, openModules.signedIn, 'GET'),
      { command: 'test' },
      (tx) =>
        useFile(tx, { franchiseeId: 2, fileId: id, area: 'students', subjectKind: 'STUDENT', subjectId }),
    );
  await assert.rejects(tie('divya', '1'), { code: 'row.not-found' });
  await tie('bina', '1');
  await assert.rejects(tie('divya', '2'), { code: 'row.not-found' });
  await tie('divya', '1');
});

test('uploads belong to the link: another link may not go on with them, and has a quota of its own', async () => {
  const issue = (subject: string) =>
    inCentre(2, (tx) =>
      issueLink(tx, {
        purpose: 'form.application',
        franchiseeId: 2,
        subject: { kind: 'APPLICATION', id: subject },
      }),
    );
  const [mine, theirs] = [await issue('11'), await issue('12')];
  const content = jpeg();
  const made = await tus('POST', '/api/upload', `Link ${mine}`, {
    'upload-length': String(content.length),
    'upload-metadata': named('child.jpg'),
  });
  const at = made.headers.get('location') ?? '';
  const id = at.split('/').pop() ?? '';
  const go = (link: string) =>
    tus(
      'PATCH',
      at,
      `Link ${link}`,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      content,
    );
  assert.equal((await go(theirs)).status, 404, 'another family may not write into it');
  assert.equal((await go(mine)).status, 204);
  const tie = (link: string) =>
    inUnitOfWork(
      database,
      publicActor(2, { purpose: 'form.application', subjectKind: '', subjectId: '', hash: hashToken(link) }),
      { command: 'test' },
      (tx) =>
        useFile(tx, { franchiseeId: 2, fileId: id, area: 'a', subjectKind: 'DOCUMENT', subjectId: '1' }),
    );
  await assert.rejects(tie(theirs), { code: 'row.not-found' });
  await withClient(db.adminUrl, (client) =>
    client.query(
      `insert into file (franchisee_id, id, name, bytes, kind, state, storage_key, link_hash)
       select 2, gen_random_uuid(), 'x.jpg', 1, 'upload', 'CLEAN', gen_random_uuid()::text, $1 from generate_series(1, 39)`,
      [hashToken(mine)],
    ),
  );
  assert.equal((await upload(content, 'b.jpg', `Link ${mine}`)).code, 'file.quota');
  assert.equal((await upload(content, 'c.jpg', `Link ${theirs}`)).status, 204, 'the other family goes on');
});

test("the holder of a form's link may upload into that centre, another link may not", async () => {
  const link = (purpose: 'form.application' | 'receipt.view') =>
    inCentre(2, (tx) =>
      issueLink(tx, { purpose, franchiseeId: 2, subject: { kind: 'APPLICATION', id: '1' } }),
    );
  const { status, id } = await upload(jpeg(), 'child.jpg', `Link ${await link('form.application')}`);
  assert.equal(status, 204);
  assert.deepEqual([(await rowOf(id))?.franchisee_id, (await rowOf(id))?.created_by], [2, null]);
  assert.equal((await upload(jpeg(), 'child.jpg', `Link ${await link('receipt.view')}`)).status, 404);
});

test('useFile takes clean files of the right type of its own centre only', async () => {
  const { id } = await upload(jpeg(), 'a.jpg');
  const use = (franchiseeId: number, accept?: readonly string[]) =>
    inUnitOfWork(database, { ...systemActor(franchiseeId), userId: BINA }, { command: 'test' }, (tx) =>
      useFile(tx, {
        franchiseeId,
        fileId: id,
        area: 'students',
        subjectKind: 'STUDENT',
        subjectId: '1',
        ...(accept ? { accept } : {}),
      }),
    );
  await use(2, ['jpeg', 'pdf']);
  await use(2);
  await assert.rejects(use(2, ['pdf']), { code: 'file.wrong-type' });
  await assert.rejects(use(3), { code: 'row.not-found' });
  await withClient(db.adminUrl, (client) =>
    client.query("update file set state = 'UPLOADING' where id = $1", [id]),
  );
  await assert.rejects(use(2), { code: 'file.not-ready' });
});

test('server-made files, names, and the sweep', async () => {
  const id = await inCentre(2, (tx) =>
    saveFile(tx, {
      franchiseeId: 2,
      name: 'Receipt R002/2627/000001.pdf',
      kind: 'receipt',
      mime: 'application/pdf',
      content: pdf('r'),
      expiresOn: '2026-04-01',
    }),
  );
  assert.equal(
    (await inCentre(2, (tx) => readFile(tx, { franchiseeId: 2, fileId: id }))).name,
    'Receipt R002-2627-000001.pdf',
  );
  assert.equal(safeName('../../etc/passwd'), 'etc-passwd');
  assert.equal(safeName('a\u202Efdp.exe\0'), 'afdp.exe');
  const long = safeName(`${'x'.repeat(200)}.pdf`);
  assert.ok(long.length <= 120 && long.endsWith('.pdf'), long);
  const removed = await inUnitOfWork(database, systemActor(), { command: 'test' }, (tx) =>
    sweepFiles(tx, new Date('2026-04-03T00:00:00Z')),
  );
  assert.ok(removed >= 1);
  await assert.rejects(
    inCentre(2, (tx) => readFile(tx, { franchiseeId: 2, fileId: id })),
    { code: 'row.not-found' },
  );
  assert.ok(!readdirSync(folder).includes(id));
});

const bytesOf = async (store: FileStore, key: string, range?: { start: number; end: number }) => {
  const parts: Buffer[] = [];
  for await (const part of await store.read(key, range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

test('uploads and made files lie sealed, are read whole and in part, and what was changed does not open', async () => {
  const content = Buffer.concat([pdf('a secret paper'), randomBytes(200_000)]);
  const { status, id } = await upload(content, 'paper.pdf', 'bina', 3);
  assert.equal(status, 204);
  const lying = readFileSync(path.join(folder, id));
  assert.ok(!lying.includes('%PDF') && !lying.includes('secret'), 'nothing of it is readable on the disk');
  assert.ok((await rowOf(id))?.sha256.equals(createHash('sha256').update(content).digest()));
  const get = (range?: string) =>
    fetch(`${app.url}/api/file/${id}`, { headers: { authorization: 'bina', ...(range ? { range } : {}) } });
  assert.ok(Buffer.from(await (await get()).arrayBuffer()).equals(content));
  const across = await get('bytes=65530-131080');
  assert.equal(across.status, 206);
  assert.ok(Buffer.from(await across.arrayBuffer()).equals(content.subarray(65_530, 131_081)));
  const asked = await tus('HEAD', `/api/upload/${id}`, 'bina');
  assert.equal(asked.headers.get('upload-offset'), String(content.length), 'to its client it is finished');

  const made = await inCentre(2, (tx) =>
    saveFile(tx, { franchiseeId: 2, name: 'r.pdf', kind: 'receipt', mime: 'application/pdf', content }),
  );
  assert.ok(!readFileSync(path.join(folder, made)).includes('%PDF'));
  const store = await openFolder(folder);
  writeFileSync(path.join(folder, 'moved'), lying);
  await assert.rejects(bytesOf(store, 'moved'), 'another name');
  writeFileSync(path.join(folder, id), lying.subarray(0, lying.length - 100));
  await assert.rejects(bytesOf(store, id), 'cut off');
  const changed = Buffer.from(lying);
  changed.writeUInt8(changed.readUInt8(70_000) ^ 1, 70_000);
  writeFileSync(path.join(folder, id), changed);
  await assert.rejects(bytesOf(store, id), 'changed');
  // From before files were sealed.
  writeFileSync(path.join(folder, id), content);
  assert.ok((await bytesOf(store, id)).equals(content));
  assert.ok((await bytesOf(store, id, { start: 5, end: 70_000 })).equals(content.subarray(5, 70_001)));
});
