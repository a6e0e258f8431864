// Whom a message about a child may reach.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { guardiansToTell } from './family.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const told = async () =>
  (
    await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      guardiansToTell(db, [children.Aarav.studentId], ANDHERI),
    )
  ).length;
const set = (words: string) =>
  app.sql(`update student_guardian set ${words} where student_id = $1`, [children.Aarav.studentId]);

test('a guardian who is restricted, gets no messages or whose time is over is not told', async () => {
  const all = await told();
  assert.ok(all > 0);
  await set(`restricted = true`);
  assert.equal(await told(), 0);
  await set(`restricted = false, gets_messages = false`);
  assert.equal(await told(), 0);
  await set(`gets_messages = true, valid_to = current_date - 2`);
  assert.equal(await told(), 0);
  await set(`valid_to = current_date + 2`);
  assert.equal(await told(), all);
});
