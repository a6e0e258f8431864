import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWeb, WEB_DIR, webIsBuilt } from './build-web.ts';
import { printFigures } from './figures.ts';
import { say, step } from './say.ts';
import { type Stopping, stopOnSignals } from './stopping.ts';
import { findTestFiles, needsBrowser } from './test-files.ts';
import { verdictOf, type WholeRun, writeRecord } from './test-record.ts';
import { runAndRepeat } from './test-run.ts';
import { findTestBrowser, startTestDatabase } from './test-surroundings.ts';

const ROOT = resolve(import.meta.dirname, '..');
// One more than the machine has cores: a test often waits for a page or the database, and left a core idle a seventh of the time.
const CONCURRENCY = Number(process.env['TEST_CONCURRENCY'] ?? availableParallelism() + 1);

async function main(): Promise<void> {
  const stopping = stopOnSignals(say);
  try {
    const args = process.argv.slice(2);
    const parts = args.filter((each) => !each.startsWith('-'));
    const files = findTestFiles(ROOT, parts);
    say(`${files.length} test files`);
    await prepare(files, stopping);
    const begun = performance.now();
    const abort = new AbortController();
    await stopping.onStop(() => abort.abort());
    const tested = await runAndRepeat(files, { concurrency: CONCURRENCY, signal: abort.signal });
    const whole = { ...tested, minutes: (performance.now() - begun) / 60_000 };
    printFigures(join(ROOT, 'figures.jsonl'));
    const passed = conclude(whole, args.includes('--budget'));
    if (parts.length === 0) writeRecord(ROOT, whole);
    await stopping.stop(passed ? 0 : 1);
  } catch (error) {
    if (!stopping.begun) console.error(error instanceof Error ? `\n${error.message}` : error);
    await stopping.stop(1);
  }
}

async function prepare(files: readonly string[], stopping: Stopping): Promise<void> {
  await step('Database for the tests', (log) => stopping.uncut(() => startTestDatabase(stopping, log)));
  await findTestBrowser();
  process.env['FIGURES'] = join(ROOT, 'figures.jsonl');
  process.env['WEB_DIR'] = WEB_DIR;
  process.env['TZ'] ??= 'UTC';
  writeFileSync(process.env['FIGURES'], '');
  if (files.some(needsBrowser) && !webIsBuilt()) {
    await step('Web app', () => buildWeb((child) => void stopping.onStop(() => void child.kill('SIGTERM'))));
  }
}

/** Prints what the run found and says whether it was good. */
function conclude(whole: WholeRun, holdBudget: boolean): boolean {
  const { text, good } = verdictOf(ROOT, whole, holdBudget);
  say(text);
  return good;
}

await main();
