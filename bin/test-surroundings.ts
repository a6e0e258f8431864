import { readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';
import { destroyPostgres, startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { isAlive } from '@aangan/server/postgres/embedded-postgres-processes.ts';
import { findBrowser } from '@aangan/testkit/browser-find.ts';
import { ensureTemplate } from '@aangan/testkit/postgres.ts';
import { say } from './say.ts';
import type { Stopping } from './stopping.ts';

const PREFIX = 'aangan-test-';
const MEMORY = '/dev/shm';
/** What the databases of a run and their log take at most, with room to spare (bytes). */
const MEMORY_NEEDED = 8 * 2 ** 30;

/**
 * To be run uncut. Starts one PostgreSQL for this run (not durable) unless `TEST_PG_URL` names one, migrates the template, and tells
 * the test files by `TEST_PG_URL` and `TEST_TEMPLATE`.
 */
export async function startTestDatabase(stopping: Stopping, log: (line: string) => void): Promise<void> {
  const url = process.env['TEST_PG_URL'] ?? (await startOwn(stopping, log));
  process.env['TEST_PG_URL'] = url;
  process.env['TEST_TEMPLATE'] = await ensureTemplate(url);
}

async function startOwn(stopping: Stopping, log: (line: string) => void): Promise<string> {
  await removeLeftovers();
  const dataDir = join(dataRoot(), `${PREFIX}${process.pid}`);
  await destroyPostgres(dataDir);
  const server = await startPostgres({ dataDir, purpose: 'test', log });
  await stopping.onStop(async () => void (await destroyPostgres(dataDir)));
  return server.url;
}

/**
 * In memory where there is plenty of it: each test file copies the 1,700 files of a database and removes them again, and
 * ext4 takes two seconds for a copy once many files were removed just before (it will not use their inodes at once).
 */
function dataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, availableMemory()) >= MEMORY_NEEDED ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

// A run that was killed leaves its server running.
async function removeLeftovers(): Promise<void> {
  for (const root of new Set([dataRoot(), tmpdir()]))
    for (const name of readdirSync(root).filter((each) => /^aangan-test-\d+$/.test(each))) {
      if (isAlive(Number(name.slice(PREFIX.length)))) continue;
      await destroyPostgres(join(root, name)).catch(() => undefined);
    }
}

/** Finds the browser once for all test files and hands it on by `CHROME_PATH` and `CHROME_ENV`. */
export async function findTestBrowser(): Promise<void> {
  try {
    const { path, env } = await findBrowser();
    process.env['CHROME_PATH'] = path;
    process.env['CHROME_ENV'] = JSON.stringify(env);
    say(`  Browser: ${path}`);
  } catch (error) {
    // Tests without a browser still tell something; those that need one fail with this same text.
    say(`  Browser: ${error instanceof Error ? error.message : error}`);
  }
}
