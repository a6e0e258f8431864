import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNode, runTool } from './run-tool.ts';
import { say, step } from './say.ts';

const ROOT = resolve(import.meta.dirname, '..');

type Check = { title: string; run: () => Promise<{ code: number; output: string }>; toFix: string };

// A file named here and missing fails the check: a step that is silently skipped protects nothing.
const script =
  (file: string, ...args: string[]) =>
  async () =>
    existsSync(join(ROOT, file))
      ? runNode([file, ...args])
      : { code: 1, output: `${file} is missing from this checkout.` };

// Each checker of the compiler works out the types of the screens for itself: with the usual four it took 6.6 GB, with two 3.1.
const TWO_CHECKERS = ['--checkers', '2'];

const CHECKS: readonly Check[] = [
  {
    title: 'Types of server and shared code',
    run: () => runTool('tsc', ['-p', 'tsconfig.server.json', ...TWO_CHECKERS]),
    toFix: 'Fix the types.',
  },
  {
    title: 'Types of the screens',
    run: () => runTool('tsc', ['-p', 'tsconfig.web.json', ...TWO_CHECKERS]),
    toFix: 'Fix the types.',
  },
  {
    title: 'Lint and format',
    run: () => runTool('biome', ['check', '--max-diagnostics=60', '.']),
    toFix: 'npm run format fixes most of it.',
  },
  {
    title: 'Boundaries',
    run: script('testkit/boundaries.test.ts'),
    toFix: 'docs/STYLE.md says what may import what.',
  },
  {
    title: 'Types of the tables are fresh',
    run: script('db/generate-types.ts', '--check'),
    toFix: 'npm run types',
  },
  {
    title: 'List of operations is fresh',
    run: script('apps/api/operations-file.ts', '--check'),
    toFix: 'npm run operations',
  },
];

const wanted = process.argv.slice(2);
const failed: Check[] = [];
for (const check of CHECKS) {
  if (wanted.length > 0 && !wanted.some((word) => check.title.toLowerCase().includes(word.toLowerCase())))
    continue;
  const { code, output } = await step(check.title, check.run);
  if (code === 0) continue;
  failed.push(check);
  say(`${output.trim()}\n`);
}
if (failed.length > 0) {
  say(`\nNot in order:\n${failed.map(({ title, toFix }) => `  ${title}: ${toFix}`).join('\n')}\n`);
  process.exitCode = 1;
} else say('All in order.');
