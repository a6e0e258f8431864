// Alone: it runs the runner itself, which does not run inside a run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';

const FILES: Readonly<Record<string, string>> = {
  good: `test('good', () => {});`,
  red: `test('red', () => { throw new Error('always'); });`,
  unstable: `test('unstable', () => { if (!existsSync(flag)) { writeFileSync(flag, ''); throw new Error('at first'); } });`,
  crash: `test('crash', () => {}); process.exit(3);`,
};

test('a failed file runs once more alone: unstable when it passes, red when it does not', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-runner-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = Object.entries(FILES).map(([name, body]) => {
    const file = path.join(folder, `${name}.test.mjs`);
    const flag = JSON.stringify(path.join(folder, 'flag'));
    writeFileSync(
      file,
      `import test from 'node:test'; import { existsSync, writeFileSync } from 'node:fs'; const flag = ${flag};\n${body}`,
    );
    return file;
  });
  const text = `
    import { runAndRepeat } from ${JSON.stringify(path.join(import.meta.dirname, 'test-run.ts'))};
    const done = await runAndRepeat(${JSON.stringify(files)}, { concurrency: 2, signal: new AbortController().signal });
    const names = (list) => list.map(({ file }) => file.replace(/^.*\\/|\\.test\\.mjs$/g, ''));
    console.log('OUTCOME' + JSON.stringify({ red: names(done.results.filter((each) => !each.passed)), unstable: names(done.unstable),
      first: done.unstable[0]?.failures.join() }));`;
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const script = path.join(folder, 'run.mjs');
  writeFileSync(script, text);
  const output = execFileSync(process.execPath, [script], { env }).toString();
  const outcome = JSON.parse(/OUTCOME(.*)/.exec(output)?.[1] ?? output);
  assert.deepEqual(outcome.red, ['red', 'crash']);
  assert.deepEqual(outcome.unstable, ['unstable']);
  assert.match(outcome.first, /at first/);
});
