import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { areaServers } from '../../apps/api/areas.ts';
import { type Chapter, inOrder } from './chapters.ts';
import { areaChapters } from './small.ts';

const chapter = (name: string, ...after: string[]): Chapter<null> => ({
  name,
  after,
  write: () => Promise.resolve(),
});
const names = (chapters: readonly Chapter<never>[]): string[] => chapters.map(({ name }) => name);

test('an area that waits lets the others go on and is the next one again as soon as it may', () => {
  const order = inOrder([
    { area: 'network', chapters: [chapter('centres'), chapter('closed', 'students.families')] },
    { area: 'academics', chapters: [chapter('classrooms', 'students.families'), chapter('diaries')] },
    { area: 'students', chapters: [chapter('families', 'network.centres'), chapter('toddlers')] },
  ]);
  assert.deepEqual(names(order), [
    'network.centres',
    'students.families',
    'network.closed',
    'academics.classrooms',
    'academics.diaries',
    'students.toddlers',
  ]);
});

test('a name that nobody has, one that two have and a circle are refused with the chapters', () => {
  assert.throws(
    () => inOrder([{ area: 'sop', chapters: [chapter('sop', 'staff.stafff')] }]),
    /sop\.sop comes after staff\.stafff, which is no chapter/,
  );
  assert.throws(
    () => inOrder([{ area: 'sop', chapters: [chapter('sop'), chapter('sop')] }]),
    /Two chapters of the demo are called sop\.sop/,
  );
  assert.throws(
    () =>
      inOrder([
        { area: 'orders', chapters: [chapter('stock'), chapter('kits', 'finance.dues')] },
        { area: 'finance', chapters: [chapter('fees', 'orders.kits'), chapter('dues')] },
      ]),
    /wait for each other: orders\.kits for finance\.dues; finance\.fees for orders\.kits/,
  );
});

test('the chapters of every area are found', async () => {
  const found = await areaChapters(areaServers);
  const folders = globSync('*/demo/chapters.ts', {
    cwd: path.resolve(import.meta.dirname, '../../areas'),
  }).map((file) => file.split(path.sep)[0] ?? '');
  assert.ok(folders.length > 10);
  assert.deepEqual(found.map(({ area }) => area).sort(), folders.sort());
  for (const half of ['rows', 'work'] as const)
    assert.ok(
      inOrder(found.map(({ area, chapters }) => ({ area, chapters: chapters[half] ?? [] }))).length > 20,
    );
});
