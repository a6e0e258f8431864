// Alone: it runs the runner itself, which does not run inside a run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';

const FILES: Readonly<Record<string, string>> = {
  good: `test('good', () => {});`,
  red: `test('red', () => { throw new Error('always'); });`,
  unstable: `test('unstable', () => { if (!existsSync(flag)) { writeFileSync(flag, ''); throw new Error('at first'); } });`,
  // A worker does not know whose error it is (bin/test-untracked.ts), but that there was one.
  stray: `test('stray', async () => { setTimeout(() => { throw new Error('from nowhere'); }, 1); await new Promise((done) => setTimeout(done, 50)); });`,
  strayOnce: `test('stray once', async () => { if (!existsSync(flag)) { writeFileSync(flag, ''); void Promise.reject(new Error('nobody waits')); } await new Promise((done) => setTimeout(done, 50)); });`,
  crash: `test('crash', () => {}); process.exit(3);`,
};
// One process takes both; a build tool that a test calls sets NODE_ENV, and the demo outbox of the next file was gone.
const NEIGHBOURS: Readonly<Record<string, string>> = {
  first: `test('first', () => { process.env.NODE_ENV = 'production'; process.env.AANGAN_LEFT = 'yes'; });`,
  second: `test('second', () => { if (process.env.AANGAN_LEFT || process.env.NODE_ENV === 'production') throw new Error('left over'); });`,
};

interface Outcome {
  red: string[];
  unstable: string[];
  first?: string;
}

test('a failed file runs once more alone: unstable when it passes, red when it does not', (t) => {
  const outcome = outcomeOf(t, { files: FILES, concurrency: 2 });
  assert.deepEqual(outcome.red, ['red', 'stray', 'crash']);
  assert.deepEqual(outcome.unstable, ['unstable', 'strayOnce']);
  assert.match(outcome.first ?? '', /at first/);
});

test('what a file sets in the environment is gone for the next', (t) => {
  const outcome = outcomeOf(t, { files: NEIGHBOURS, concurrency: 1 });
  assert.deepEqual(outcome, { red: [], unstable: [] });
});

function outcomeOf(
  t: TestContext,
  of: { files: Readonly<Record<string, string>>; concurrency: number },
): Outcome {
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-runner-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = Object.entries(of.files).map(([name, body]) => {
    const file = path.join(folder, `${name}.test.mjs`);
    const flag = JSON.stringify(path.join(folder, `${name}.flag`));
    writeFileSync(
      file,
      `import test from 'node:test'; import { existsSync, writeFileSync } from 'node:fs'; const flag = ${flag};\n${body}`,
    );
    return file;
  });
  const text = `
    import { runAndRepeat } from ${JSON.stringify(path.join(import.meta.dirname, 'test-run.ts'))};
    const done = await runAndRepeat(${JSON.stringify(files)}, { concurrency: ${of.concurrency}, signal: new AbortController().signal });
    const names = (list) => list.map(({ file }) => file.replace(/^.*\\/|\\.test\\.mjs$/g, ''));
    console.log('OUTCOME' + JSON.stringify({ red: names(done.results.filter((each) => !each.passed)), unstable: names(done.unstable),
      first: done.unstable[0]?.failures.join() }));`;
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const script = path.join(folder, 'run.mjs');
  writeFileSync(script, text);
  const output = execFileSync(process.execPath, [script], { env }).toString();
  return JSON.parse(/OUTCOME(.*)/.exec(output)?.[1] ?? output) as Outcome;
}
