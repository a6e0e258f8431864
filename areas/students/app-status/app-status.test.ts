// How a guardian stands to the app, step by step, and which children that covers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { parentInviteContract } from '../guardian/parent-invite.contract.ts';
import { appCoverage, appStatuses } from './app-status.listing.ts';

const { Kabir } = children;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const list = (who: 'Bina' | 'Charu' = 'Bina') => app.as(who).call(appStatuses.endpoints.list, { limit: 200 });
const rowOf = async () => (await list()).rows.find((row) => row.studentId === Kabir.studentId);
const covered = async () => {
  const answer = appCoverage.endpoints.list.output.parse(
    await app.as('Bina').call(appCoverage.endpoints.list, {}),
  );
  return answer.totals['covered'] ?? 0;
};
const seen = (days: number) =>
  app.sql(
    `insert into session (user_id, ip, user_agent, started_at, last_seen_at, idle_seconds, absolute_until)
       select user_id, '10.0.0.1', 'test', now() - make_interval(days => $2), now() - make_interval(days => $2), 900, now() + interval '1 day' from guardian where id = $1`,
    [Kabir.guardianId, days],
  );

test('from never invited to active: a child is covered by a guardian seen within 30 days', async () => {
  const before = await covered();
  const first = await rowOf();
  assert.deepEqual([first?.status, first?.covered, first?.lastSeen], ['NOT_INVITED', false, null]);
  assert.match(first?.mobile ?? '', /^•{6}\d{4}$/, 'enough to tell two numbers apart');
  await app.as('Bina').call(parentInviteContract.invite, {
    studentId: Kabir.studentId,
    guardianId: Kabir.guardianId,
  });
  assert.equal((await rowOf())?.status, 'INVITED');
  await seen(31);
  assert.deepEqual([(await rowOf())?.status, await covered()], ['DORMANT', before]);
  await seen(30);
  assert.deepEqual([(await rowOf())?.status, await covered()], ['ACTIVE', before + 1]);
  const { byStatus } = await app.as('Bina').call(appStatuses.endpoints.counts, {});
  assert.equal(byStatus['ACTIVE'], (await list()).rows.filter((row) => row.status === 'ACTIVE').length);
  const open = await app.as('Bina').call(appStatuses.endpoints.list, { covered: false, limit: 200 });
  assert.ok(open.rows.every((row) => row.studentId !== Kabir.studentId));
});

test('a guardian who may not see the child covers nobody', async () => {
  const before = await covered();
  await app.sql('update student_guardian set restricted = true where student_id = $1', [Kabir.studentId]);
  assert.deepEqual([(await rowOf())?.status, await covered()], ['RESTRICTED', before - 1]);
});

test('another centre sees nobody of this one, and a teacher nothing', async () => {
  assert.ok((await list('Charu')).rows.every((row) => row.studentId !== Kabir.studentId));
  assert.equal((await app.as('Divya').raw(appStatuses.endpoints.list, {})).status, 403);
  assert.equal((await app.as('Divya').raw(appCoverage.endpoints.list, {})).status, 403);
});
