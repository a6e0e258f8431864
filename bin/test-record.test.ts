// What a run says at its end: red, unstable, over its time, and the record it leaves for whoever asks about this commit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { verdictOf, type WholeRun, writeRecord } from './test-record.ts';
import { type FileResult, NOTHING } from './test-result.ts';

const ROOT = '/repository';
const file = (name: string, more: Partial<FileResult> = {}): FileResult => ({
  file: path.join(ROOT, name),
  passed: true,
  ms: 1_000,
  counts: { ...NOTHING, tests: 3, passed: 3 },
  failures: [],
  ...more,
});
const failed = (name: string) =>
  file(name, {
    passed: false,
    counts: { ...NOTHING, tests: 2, passed: 1, failed: 1 },
    failures: ['at first'],
  });
const run = (more: Partial<WholeRun> = {}): WholeRun => ({
  minutes: 12,
  results: [file('a.test.ts'), file('b.test.ts')],
  unstable: [],
  ...more,
});

test('a run without a red file is good, an unstable one is named with what it said; a red one is not', () => {
  const unstable = verdictOf(ROOT, run({ unstable: [failed('b.test.ts')] }), true);
  assert.equal(unstable.good, true);
  assert.match(unstable.text, /Unstable \(failed, then passed alone\): b\.test\.ts\n {4}at first/);
  assert.match(unstable.text, /# tests 6\n# pass 6\n# fail 0\n.*\n.*\n# unstable files 1\n# minutes 12\.0$/);
  const red = verdictOf(ROOT, run({ results: [file('a.test.ts'), failed('b.test.ts')] }), false);
  assert.equal(red.good, false);
  assert.match(red.text, /Failed: b\.test\.ts\n {4}at first/);
  assert.match(red.text, /# fail 1\n.*\n.*\n# unstable files 0/);
});

test('a file has its seconds unless it is on the list, the suite its minutes: told always, held with --budget', () => {
  const long = (name: string, seconds: number) => run({ results: [file(name, { ms: seconds * 1000 })] });
  const verdict = (of: WholeRun) => [verdictOf(ROOT, of, true).good, verdictOf(ROOT, of, false).good];
  assert.deepEqual(verdict(long('a.test.ts', 80)), [true, true]);
  assert.deepEqual(verdict(long('a.test.ts', 81)), [false, true]);
  assert.match(verdictOf(ROOT, long('a.test.ts', 81), false).text, /Over their time\n {2}a\.test\.ts: 81 s/);
  const survive = 'areas/finance/payment/payments-survive.test.ts';
  assert.deepEqual(verdict(long(survive, 150)), [true, true]);
  assert.deepEqual(verdict(long(survive, 241)), [false, true]);
  assert.deepEqual(verdict(run({ minutes: 25 })), [true, true]);
  assert.deepEqual(verdict(run({ minutes: 25.1 })), [false, true]);
});

test('a whole run leaves a record of its commit', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aangan-record-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('-c', 'user.name=A', '-c', 'user.email=a@a.test', 'commit', '--quiet', '--allow-empty', '-m', 'First');
  const here = (each: FileResult): FileResult => ({
    ...each,
    file: path.join(folder, path.basename(each.file)),
  });
  const skipped = file('a.test.ts', { counts: { ...NOTHING, tests: 4, passed: 3, skipped: 1 }, ms: 2_400 });
  const whole = run({
    results: [skipped, failed('b.test.ts')].map(here),
    unstable: [here(failed('a.test.ts'))],
    minutes: 11.96,
  });
  writeRecord(folder, whole);
  const { at, ...record } = JSON.parse(readFileSync(path.join(folder, '.aangan/last-test.json'), 'utf8')) as {
    at: string;
  };
  assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
  assert.deepEqual(record, {
    commit: git('rev-parse', 'HEAD'),
    changedSince: false,
    tests: 6,
    passed: 4,
    failed: 1,
    skipped: 1,
    unstable: ['a.test.ts'],
    red: ['b.test.ts'],
    minutes: 12,
    seconds: { 'a.test.ts': 2, 'b.test.ts': 1 },
  });
});
