// A unit of work opens for a narrowed actor alone: nobody works with every centre a person has any right at.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Database } from '../postgres/database.ts';
import type { Actor } from './actor.ts';
import { inLaggingRead, inUnitOfWork } from './unit-of-work.ts';

test('an actor that was not narrowed opens no unit of work: the types refuse it', () => {
  const options = { command: 'test' };
  const work = async () => null;
  // Never called: what is tested is that each line is an error to the type check.
  const opened = (database: Database, actor: Actor) => [
    // @ts-expect-error narrowTo() was not asked
    inUnitOfWork(database, actor, options, work),
    // @ts-expect-error narrowTo() was not asked
    inLaggingRead(database, null, actor, options, work),
  ];
  assert.equal(typeof opened, 'function');
});

test('nobody but actor.ts calls an actor narrowed', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = globSync('{apps,areas,packages,db,testkit}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).filter((file) => !file.endsWith('.test.ts') && file !== 'packages/server/work/actor.ts');
  assert.ok(files.length > 1_000, `${files.length} files`);
  const casts = files.filter((file) =>
    /\bas (unknown as )?NarrowedActor\b/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  assert.deepEqual(casts, []);
});
