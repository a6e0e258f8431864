// A backup of one database put into another, where this machine's client programs can read the server.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient, withDatabase } from '@aangan/testkit/postgres.ts';
import { worldDatabase } from '@aangan/testkit/world-database.ts';
import { backup, serverMajor } from './backup.ts';
import { countFiles } from './backup-parts.ts';
import { majorOf } from './pg-tool.ts';
import { restore } from './restore.ts';

let source: TestDatabase;
let folder: string;
let unable: string | undefined;

before(async () => {
  source = await worldDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'aangan-backup-'));
  mkdirSync(path.join(folder, 'files/ab'), { recursive: true });
  for (const name of ['files/one', 'files/ab/two']) writeFileSync(path.join(folder, name), name);
  unable = await whyNot();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await source.drop();
});

async function whyNot(): Promise<string | undefined> {
  const server = await withClient(source.adminUrl, serverMajor);
  try {
    const tools = Math.min(majorOf('pg_dump'), majorOf('pg_restore'));
    return tools < server ? `PostgreSQL ${server} here, client programs ${tools}` : undefined;
  } catch {
    return 'this machine has no client programs of PostgreSQL';
  }
}

const at = (name: string) => path.join(folder, name);

/** An empty database beside the source, dropped afterwards. */
async function intoEmpty(work: (url: string) => Promise<void>): Promise<void> {
  const base = await testDatabase();
  const admin = withDatabase(base.adminUrl, 'postgres');
  try {
    await withClient(admin, async (client) => {
      await client.query(`drop database ${base.name} with (force)`);
      await client.query(`create database ${base.name} template template0`);
    });
    await work(base.adminUrl);
  } finally {
    await base.drop();
  }
}

test('a backup comes back with every row and file; without its manifest, damaged or into a full one it does not', async (t) => {
  if (unable) return t.skip(unable);
  const to = at('whole');
  const manifest = await backup({ url: source.adminUrl, to, filesDir: at('files') });
  assert.ok((manifest.rows['public.franchisee'] ?? 0) > 1);
  assert.equal(manifest.files, 2);
  await intoEmpty(async (into) => {
    await restore({ from: to, into, filesDir: at('restored') });
    assert.equal(countFiles(at('restored')), 2);
    await assert.rejects(restore({ from: to, into, filesDir: at('other') }), /database is not empty/);
  });
  await assert.rejects(backup({ url: source.adminUrl, to }), /is not empty/);
  const dump = readFileSync(path.join(to, 'database.dump'));
  writeFileSync(path.join(to, 'database.dump'), dump.subarray(0, dump.length - 1));
  await assert.rejects(restore({ from: to, into: source.adminUrl, filesDir: at('other') }), /damaged/);
  rmSync(path.join(to, 'manifest.json'));
  await assert.rejects(restore({ from: to, into: source.adminUrl }), /no finished backup/);
});

test('a restore says which table has other rows than the backup', async (t) => {
  if (unable) return t.skip(unable);
  const to = at('changed');
  await backup({ url: source.adminUrl, to, filesDir: at('none') });
  const file = path.join(to, 'manifest.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/("public.franchisee": )(\d+)/, '$1 9999'));
  await intoEmpty((into) =>
    assert.rejects(
      restore({ from: to, into, filesDir: at('none') }),
      /public.franchisee: 9999 in the backup/,
    ),
  );
});
