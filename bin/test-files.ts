import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const NOT_LOOKED_INTO = new Set(['node_modules', 'dist', 'coverage']);
// Quick and pure ones first, so that a broken rule shows in the first seconds; journeys in a browser last.
const ORDER = [
  'packages/money',
  'packages/contract',
  'packages',
  'testkit',
  'db',
  'areas',
  'apps',
  'bin',
  'bench',
  'e2e',
];

/**
 * Lists the test files to run, in order. `wanted` are paths or parts of paths; none means all.
 * Throws when nothing fits.
 */
export function findTestFiles(root: string, wanted: readonly string[]): string[] {
  const all = testFilesIn(root).map((file) => relative(root, file).split(sep).join('/'));
  const parts = wanted.filter((each) => !each.startsWith('-')).map((each) => each.replace(/^\.\//, ''));
  const chosen = parts.length === 0 ? all : all.filter((file) => parts.some((part) => file.includes(part)));
  if (chosen.length === 0) throw new Error(`No test file fits ${parts.join(', ') || 'this checkout'}.`);
  return chosen.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).map((file) => join(root, file));
}

/** True for tests that open the built web app. */
export function needsBrowser(file: string): boolean {
  return /[\\/]e2e[\\/]|\.browser\.test\.ts$/.test(file);
}

function rank(file: string): number {
  const index = ORDER.findIndex((folder) => file.startsWith(`${folder}/`));
  const place = index === -1 ? ORDER.length - 2 : index;
  return needsBrowser(`/${file}`) ? place + ORDER.length : place;
}

function testFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return NOT_LOOKED_INTO.has(entry.name) || entry.name.startsWith('.') ? [] : testFilesIn(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
