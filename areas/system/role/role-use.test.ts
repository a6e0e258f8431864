// Proof of use of rights, the monthly proposal, and the history panels of roles and people, through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { flushUse } from '@aangan/server/endpoint/end-point-use.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { city } from '../../network/city.record.ts';
import { roleContract } from './role.contract.ts';
import { roleDelta } from './role-delta.ts';
import { proposeRemovals, unusedRightsOf } from './role-use.server.ts';
import { unusedIn } from './unused-rights.ts';

const OPERATIONS = 20;
let app: TestApp;
let asha: Caller;
before(async () => {
  app = await testApp();
  asha = app.as('Asha', { centre: null, steppedUp: true });
});
after(() => app.close());

const network = <T>(work: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(app.pool, systemActor(), { command: 'test' }, work);

test('a call counts for the roles of its caller; nothing is called unused before 90 days were counted', async () => {
  await app.as('Harsh').call(city.endpoints.list, {});
  await flushUse(app.pool);
  const matrix = await asha.call(roleContract.get, { roleId: OPERATIONS });
  const used = matrix.modules.find((m) => m.name === 'city');
  assert.equal(used?.lastUsedOn, matrix.countedSince);
  assert.equal(matrix.modules.find((m) => m.name === 'pincodes')?.lastUsedOn, null);
  assert.equal(unusedIn(matrix).size, 0);
  assert.deepEqual(await network((db) => unusedRightsOf(db, new Date())), []);
});

test('after 90 days what nobody used is proposed to super admins, once a month', async () => {
  await app.sql(
    `insert into role_use (role_id, module, method, day, calls) values ($1, 'enquiry', 'GET', current_date - 120, 3)`,
    [OPERATIONS],
  );
  const matrix = await asha.call(roleContract.get, { roleId: OPERATIONS });
  const unused = unusedIn(matrix);
  assert.ok(unused.has('pincodes') && unused.has('enquiry') && !unused.has('city'));
  const found = await network((db) => unusedRightsOf(db, new Date()));
  assert.ok(found.some((one) => one.role === 'OPERATIONS' && one.modules === unused.size));
  const told = await network((db) => proposeRemovals(db, new Date()));
  await network((db) => proposeRemovals(db, new Date()));
  const bells = await app.sql<{ title: string }>(
    `select title from notice where kind = 'system.unused-rights' and user_id = $1`,
    [people.Asha.id],
  );
  assert.equal(bells.length, told);
  assert.ok(bells.some((one) => /^Remove \d+ unused modules from OPERATIONS\?$/.test(one.title)));
});

test('the history of a role and of a person says who changed what, in words', async () => {
  const { version } = (await asha.call(roleContract.get, { roleId: 24 })).role;
  await asha.call(
    roleContract.save,
    { roleId: 24, delta: roleDelta.parse({ modules: [{ module: 'city', to: 'R' }] }) },
    { version },
  );
  const role = await asha.call(recordHistoryContract.list, { kind: 'role', id: '24' });
  assert.ok(
    role.rows.some(
      (row) =>
        row.who === 'Asha Rao' &&
        row.what.startsWith('Gave the role') &&
        row.changes.some((c) => c.label === 'End point' && c.to === 'Cities: view'),
    ),
    JSON.stringify(role.rows[0]),
  );
  await app.sql(`select set_config('app.user', $1, false)`, [people.Asha.id]);
  await app.sql(`update user_role set to_on = '2030-01-31' where user_id = $1`, [people.Nitin.id]);
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'REFUND_L1')`, [people.Nitin.id]);
  const history = (caller: Caller) =>
    caller.call(recordHistoryContract.list, { kind: 'user-account', id: people.Nitin.id });
  const { rows } = await history(asha);
  assert.ok(rows.some((row) => row.what === 'Role: changed' && row.changes[0]?.to === '31-01-2030'));
  assert.ok(rows.some((row) => row.what === 'Approval code: added'));
  const refused = { kind: 'user-account', id: people.Nitin.id };
  await app.as('Bina').refused(recordHistoryContract.list, refused, 'row.not-found');
  await app.as('Esha').refused(recordHistoryContract.list, refused, 'row.not-found');
});
