import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { findTestFiles } from './test-files.ts';

const ROOT = resolve(import.meta.dirname, '..');

// The same test files and the same runner as `npm test`; those that ask for their size (testkit/prove.ts) get the
// whole one.
const files = findTestFiles(ROOT, process.argv.slice(2)).filter((file) =>
  readFileSync(file, 'utf8').includes("/prove.ts'"),
);
if (files.length === 0) {
  console.error('None of these test files has a longer form.');
  process.exit(1);
}
process.env['AANGAN_PROVE'] = 'on';
process.argv.splice(2, process.argv.length, ...files.map((file) => relative(ROOT, file)));
await import('./test.ts');
