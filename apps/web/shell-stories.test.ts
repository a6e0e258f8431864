// Every acceptance story of areas/shell.md 10 and every statement of its section 12 (what the specification says of the
// shell) has a test that names or shows it. A story without one, or a test that was renamed away, is red here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PLACES = ['apps/web', 'areas/shell', 'areas/system', 'areas/network', 'packages/web', 'testkit', 'e2e'];
const STORIES = 26;

const testFiles = PLACES.flatMap((place) =>
  readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/node_modules|dist/.test(name))
    .map((name) => path.join(ROOT, place, name)),
).filter((file) => file !== import.meta.filename);

const sources = testFiles.map((file) => readFileSync(file, 'utf8'));
/** Titles, with those that are put together from a template. */
const titles = sources.flatMap((source) =>
  [...source.matchAll(/\btest\(\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(([, , title]) => title ?? ''),
);

test('each of the 26 stories is named by a test', () => {
  const named = new Set(
    titles.flatMap((title) =>
      [...title.matchAll(/shell stor(?:y|ies) (\d+)(?: and (\d+))?/g)].flatMap(([, one, other]) =>
        [one, other].filter(Boolean).map(Number),
      ),
    ),
  );
  const missing = Array.from({ length: STORIES }, (_, i) => i + 1).filter((n) => !named.has(n));
  assert.deepEqual(missing, []);
});

// areas/shell.md 12, row by row: the statement, and what must stand in a test (a title or the specification's own text).
const STATEMENTS: readonly (readonly [statement: string, shown: RegExp])[] = [
  ['logo, menu, drawers, 700 px', /from 700 px on the horizontal menu/],
  ['bar hidden on Login', /the bar is hidden on Login/],
  ['role selector; a change reloads menu and enquiry access', /shell story 3/],
  ['super admins have none', /shell story 4/],
  ['Xframe options denied', /'Xframe options denied'/],
  ['80 characters and more', /shell story 6/],
  ['/franchisee hidden from centres', /shell story 5/],
  ['QR link, chips, Super Admin', /Generate QR Code/],
  ['alerts hidden on /forms/enquiry, back after 2 hours', /shell story 12/],
  ['root and unknown lead home', /an unknown path leads home with a word/],
  ['two login paths, one screen', /t\.visit\('\/signIn'\)/],
  ['otp screen', /\\\/otp\\\//],
  ['twelve storage keys', /exactly the twelve keys/],
  ['local database emptied', /intellitotsadmin/],
  ['no token leads to Login', /shell story 1:/],
  ['no access list clears all', /shell story 2:/],
  ['three training notices, texts and windows', /Training Ended At 11:00 AM, 27-11-2026/],
  ['join within 15 minutes, 70 px', /stand at 70 and 140 px/],
  ['Please Select Acadamic Year', /Please Select Acadamic Year/],
  ['Are you sure, you want to logout', /Are you sure, you want to logout/],
  ['two meeting texts', /Meeting details not founds!'[\s\S]*Meeting details not found!'/],
  ['guard order, super admin skips', /the order of the checks/],
  ['write flag true or absent', /shell story 19/],
  ['approval check', /levels, approvals and centres/],
  ['BSK selector', /shell story 25/],
  ['student items', /student links carry the child/],
  ['header, 401, no response', /a session that ended leads to Login/],
  ['Service Unavailable! and 500', /shell story 14: no response is status 500/],
  ['franchisee failure 2 s', /shell story 13/],
  ['logout failure: Error', /name: 'Error'/],
  ['120 s and ChunkLoadError', /given up after 120 s/],
  ['year rules', /shell story 9/],
  ['formats', /days and times read DD-MM-YYYY and hh:mm A/],
  ['three digits', /labels pad to three digits/],
  ['Version 3.1.0', /Version 3\.1\.0/],
  ['Centre Change', /'Centre Change'/],
  ['two decimals', /uploads show two decimals/],
];

test('each statement of the specification about the shell is shown by a test', () => {
  const missing = STATEMENTS.filter(([, shown]) => !sources.some((source) => shown.test(source)));
  assert.deepEqual(
    missing.map(([statement]) => statement),
    [],
  );
});
