import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { buildWeb, WEB_DIR, webIsBuilt } from './build-web.ts';
import { printFigures } from './figures.ts';
import { say, step, table } from './say.ts';
import { type Stopping, stopOnSignals } from './stopping.ts';
import { findTestFiles, needsBrowser } from './test-files.ts';
import { findTestBrowser, startTestDatabase } from './test-surroundings.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CONCURRENCY = Number(process.env['TEST_CONCURRENCY'] ?? 2);
const SUMMARY = new Set(['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms']);
/** A test file that takes longer hangs. The longest sends 10,000 payments through kills. */
const FILE_TIMEOUT_MS = 40 * 60_000;

async function main(): Promise<void> {
  const stopping = stopOnSignals(say);
  try {
    const files = findTestFiles(ROOT, process.argv.slice(2));
    say(`${files.length} test files`);
    await prepare(files, stopping);
    const summary = await runFiles(files, stopping);
    printFigures(join(ROOT, 'figures.jsonl'));
    say(`Longest files\n${table(summary.longest)}\n`);
    // The runner's own summary closes the output; CI reads these lines.
    say(summary.lines.map((line) => `# ${line}`).join('\n'));
    await stopping.stop(summary.passed ? 0 : 1);
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

type Summary = { passed: boolean; lines: string[]; longest: string[][] };
const LONGEST = 12;

async function runFiles(files: string[], stopping: Stopping): Promise<Summary> {
  const abort = new AbortController();
  await stopping.onStop(() => abort.abort());
  const stream = run({ files, concurrency: CONCURRENCY, timeout: FILE_TIMEOUT_MS, signal: abort.signal });
  let passed = false;
  const totals = new Map<string, string>();
  stream.on('test:diagnostic', ({ message, nesting }) => {
    const [name, value] = message.split(' ');
    if (nesting === 0 && name && value && SUMMARY.has(name)) totals.set(name, value);
  });
  const took: [file: string, ms: number][] = [];
  stream.on('test:summary', ({ file, success, duration_ms }) => {
    // Without a file it is the summary of the whole run.
    if (file === undefined) passed = success;
    else took.push([relative(ROOT, file), duration_ms]);
  });
  for await (const chunk of stream.compose(new spec())) process.stdout.write(String(chunk));
  const longest = took
    .sort((a, b) => b[1] - a[1])
    .slice(0, LONGEST)
    .map(([file, ms]) => [`${Math.round(ms / 1000)} s`, file]);
  return { passed, lines: [...totals].map(([name, value]) => `${name} ${value}`), longest };
}

await main();
