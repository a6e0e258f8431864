// Rights of a past day from history (system.md 11.5): what changed since is walked back, what did not stands as it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { roleContract } from '../role/role.contract.ts';
import { roleDelta } from '../role/role-delta.ts';
import { accessContract } from './access.contract.ts';

let app: TestApp;
let asha: Caller;
let sahil: Caller;
const today = todayIst(new Date());
const past = addDays(today, -10);
before(async () => {
  app = await testApp();
  asha = app.as('Asha', { centre: null, steppedUp: true });
  sahil = app.as('Sahil', { steppedUp: true });
  // The world is older than the days that are asked about.
  await app.sql(`set session_replication_role = 'replica'`);
  await app.sql(`update app_user set created_at = '2026-01-01', activated_at = '2026-01-01'`);
  await app.sql(`update user_approval_code set at = '2026-01-01'`);
  await app.sql(`update user_role set from_on = '2026-01-01', created_at = '2026-01-01'`);
  await app.sql(`set session_replication_role = 'origin'`);
});
after(() => app.close());

type Question = Parameters<typeof sahil.call<typeof accessContract.asOf>>[1];
const names = async (question: Question) =>
  [...new Set((await sahil.call(accessContract.asOf, question)).rows.map((row) => row.name))].toSorted();

test('without a change since, the day answers as today', async () => {
  const then = await names({ on: past, module: 'city', write: true });
  assert.deepEqual(then, await names({ on: today, module: 'city', write: true }));
  assert.deepEqual(then, ['Asha Rao', 'Harsh Joshi', 'Kavi Menon', 'Sahil Gupta']);
  const { question } = await sahil.call(accessContract.asOf, { on: past, module: 'city', write: true });
  assert.match(question, /^Who could change Cities on \d\d-\d\d-\d{4}\?$/);
  assert.deepEqual(
    await names({ on: '2025-12-31', module: 'city', write: true }),
    [],
    'before anybody was there',
  );
});

test('a right that a role gained or lost since is walked back', async () => {
  const { version } = (await asha.call(roleContract.get, { roleId: 20 })).role;
  const outcome = await asha.call(
    roleContract.save,
    {
      roleId: 20,
      delta: roleDelta.parse({
        modules: [
          { module: 'city', to: 'NONE' },
          { module: 'StudentHealthRemark', to: 'R' },
        ],
      }),
    },
    { version },
  );
  assert.equal(outcome.state, 'APPLIED');
  assert.ok((await names({ on: past, module: 'city', write: true })).includes('Harsh Joshi'));
  assert.ok(!(await names({ on: today, module: 'city', write: true })).includes('Harsh Joshi'));
  assert.ok(!(await names({ on: past, module: 'StudentHealthRemark' })).includes('Harsh Joshi'));
  assert.ok((await names({ on: today, module: 'StudentHealthRemark' })).includes('Harsh Joshi'));
});

test('who could approve refunds: codes of people and of roles, with their own days', async () => {
  await app.sql(
    `insert into user_approval_code (user_id, code, franchisee_id, at, revoked_at) values ($1, 'REFUND_L1', null, now() - interval '30 days', now() - interval '5 days')`,
    [people.Nitin.id],
  );
  const refund = (on: string) => names({ on, code: 'REFUND_L1' });
  assert.ok((await refund(past)).includes('Nitin Agarwal'));
  assert.ok(!(await refund(today)).includes('Nitin Agarwal'));
  assert.ok(!(await refund(addDays(today, -31))).includes('Nitin Agarwal'));
  const third = await sahil.call(accessContract.asOf, { on: past, code: 'REFUND_L3' });
  assert.ok(third.rows.some((row) => row.name === 'Chetan Mehta' && row.how === 'Finance Admin'));
});

test('grants, accounts, centres and staff approval of that day', async () => {
  await app.sql(`update user_role set ended_at = now() - interval '3 days' where user_id = $1`, [
    people.Tara.id,
  ]);
  assert.ok((await names({ on: past, module: 'TicketMetrix', write: true })).includes('Tara Bose'));
  assert.ok(!(await names({ on: today, module: 'TicketMetrix', write: true })).includes('Tara Bose'));
  await app.sql(`update app_user set state = 'DISABLED' where id = $1`, [people.Dev.id]);
  assert.ok((await names({ on: past, module: 'deliveryChallan', write: true })).includes('Dev Pawar'));
  assert.ok(!(await names({ on: today, module: 'deliveryChallan', write: true })).includes('Dev Pawar'));
  const grades = (franchiseeId: number) =>
    names({ on: past, module: 'GradeEntry', write: true, franchiseeId });
  const andheri = await grades(ANDHERI);
  assert.ok(andheri.includes('Divya Nair') && !andheri.includes('Usha Ghosh'), 'Usha had no staff approval');
  assert.ok(!(await grades(BANER)).includes('Divya Nair'));
  const zone = await names({ on: past, module: 'AuditReview', write: true, franchiseeId: BANER });
  assert.ok(zone.includes('Farid Khan'), 'a zone manager reaches the centre');
});

test('a super admin of that day, an hour taken in an emergency, and what may be asked', async () => {
  await app.sql('update app_user set super_admin = false where id = $1', [people.Asha.id]);
  assert.ok((await names({ on: past, module: 'city' })).includes('Asha Rao'));
  assert.ok(!(await names({ on: today, module: 'city' })).includes('Asha Rao'));
  await app.sql('update app_user set super_admin = true where id = $1', [people.Asha.id]);
  await app.sql(
    `insert into emergency_right (user_id, role_id, reason, taken_at, until_at, told_first, told_second, review_due_at)
     values ($1, 20, 'Orders stand still', ($4::date + time '11:00') at time zone 'Asia/Kolkata', ($4::date + time '12:00') at time zone 'Asia/Kolkata', $2, $3, now())`,
    [people.Sahil.id, people.Asha.id, people.Kavi.id, past],
  );
  const taken = await sahil.call(accessContract.asOf, { on: past, module: 'kitAllocation', write: true });
  assert.ok(taken.rows.some((row) => row.name === 'Sahil Gupta' && /taken in an emergency/.test(row.how)));
  assert.ok(
    !(await names({ on: addDays(past, 1), module: 'kitAllocation', write: true })).includes('Sahil Gupta'),
  );
  for (const bad of [
    { on: past },
    { on: past, module: 'city', code: 'REFUND_L1' },
    { on: addDays(today, 1), module: 'city' },
    { on: past, module: 'nothing' },
    { on: past, code: 'NOTHING' },
  ])
    assert.equal((await sahil.raw(accessContract.asOf, bad)).status, 422, JSON.stringify(bad));
  await sleep(1_050);
  await app.as('Kavi').refused(accessContract.asOf, { on: past, module: 'city' }, 'module.missing');
  const began = performance.now();
  for (let i = 0; i < 10; i += 1) await sahil.call(accessContract.asOf, { on: past, module: 'city' });
  publishFigure({ promise: 'rights-as-of', meanMs: Math.round((performance.now() - began) / 10) });
});
