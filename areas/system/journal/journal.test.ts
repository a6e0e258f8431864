// The journals, through HTTP: who changed, read and exported what.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { createLogger } from '@aangan/server/logging.ts';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { BANER, people } from '@aangan/testkit/world.ts';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { city } from '../../network/city.record.ts';
import { userContract } from '../../network/user/user.contract.ts';
import { accessContract } from '../access/access.contract.ts';
import { endPointContract } from '../end-point/end-point.contract.ts';
import { roleContract } from '../role/role.contract.ts';
import { systemTest } from '../system-testing.ts';
import { accessLogContract, changeLogContract } from './journal.contract.ts';

let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

test('the journals: who changed, read and exported what; a row’s own history; no values about people', async () => {
  assert.ok(city.endpoints.create && city.endpoints.update);
  const made = (await asha.call(city.endpoints.create, {
    name: 'Alibag',
    state: 'Maharashtra',
    tier: 'T3',
    active: true,
  })) as { id: number; version: number };
  await asha.call(city.endpoints.update, { id: made.id, changes: { tier: 'T2' } }, { version: made.version });
  const changes = await sahil.call(changeLogContract.list, {
    table: 'city',
    userId: people.Asha.id,
    row: String(made.id),
  });
  assert.deepEqual(
    changes.rows.map((r) => [r.op, r.who]),
    [
      ['U', 'Asha Rao'],
      ['I', 'Asha Rao'],
    ],
  );
  assert.match(changes.rows[0]?.what ?? '', /^Change a city/);
  const history = await asha.call(recordHistoryContract.list, { kind: 'city', id: String(made.id) });
  assert.deepEqual(history.rows[0]?.changes, [{ label: 'Tier', from: 'Tier 3', to: 'Tier 2' }]);
  await app
    .as('Esha')
    .refused(recordHistoryContract.list, { kind: 'city', id: String(made.id) }, 'row.not-found');
  await asha.refused(recordHistoryContract.list, { kind: 'no-such', id: '1' }, 'row.not-found');
  await app.sql(`select set_config('app.user', $1, false)`, [people.Asha.id]);
  await app.sql(`update app_user set mobile = '+919999900000' where id = $1`, [people.Zoya.id]);
  const personal = await sahil.call(changeLogContract.list, { table: 'app_user', row: people.Zoya.id });
  assert.deepEqual(
    personal.rows[0]?.changes.find((c) => c.field === 'mobile'),
    { field: 'mobile', from: null, to: '•••' },
  );
  await sahil.call(roleContract.people, { roleId: 5 });
  const reads = await sahil.call(accessLogContract.list, { userId: people.Sahil.id, action: 'READ' });
  assert.ok(reads.rows.some((r) => r.contract === 'role.people' && r.role === 'System Staff'));
  await sahil.call(changeLogContract.export, { table: 'city' });
  await sahil.call(accessContract.matrixExport, {});
  await sahil.call(roleContract.export, {});
  await sahil.call(endPointContract.export, {});
  await sahil.call(accessLogContract.export, {});
  await drainExports({
    database: app.pool,
    log: createLogger({ level: 'silent' }),
    actorOf: actorOf(app.pool),
  });
  const jobs = await app.sql<{ state: string; contract: string; rows_done: number }>(
    `select contract, state, rows_done from export_job order by contract`,
  );
  assert.ok(
    jobs.length === 5 && jobs.every((j) => j.state === 'DONE' && j.rows_done > 0),
    JSON.stringify(jobs),
  );
  await app.as('Kavi').refused(changeLogContract.list, {}, 'module.missing');
  const paged = await sahil.call(changeLogContract.list, { limit: 5 });
  assert.ok(paged.next);
  const second = await sahil.call(changeLogContract.list, { limit: 5, after: paged.next });
  assert.ok(second.rows.every((r) => Number(r.id) < Number(paged.rows.at(-1)?.id)));
});

test('a change reads as a sentence: who gave whom which role, took it away, and what it was before', async () => {
  const given = await asha.call(userContract.grant, {
    userId: people.Zoya.id,
    grant: { roleId: 10, scope: 'CENTRE', franchiseeId: BANER },
  });
  await asha.call(userContract.endGrant, { grantId: given.grantId });
  const { rows } = await sahil.call(changeLogContract.list, { table: 'user_role', row: given.grantId });
  assert.deepEqual(
    rows.map((row) => row.sentence.replace(/role .* \(/, 'role R (')),
    [
      'Asha Rao took the role R ((003) Baner) from Zoya Ali',
      'Asha Rao gave Zoya Ali the role R ((003) Baner)',
    ],
  );
  const made = rows[1]?.changes ?? [];
  assert.equal(made.find((change) => change.field === 'user_id')?.to, 'Zoya Ali');
  assert.equal(made.find((change) => change.field === 'franchisee_id')?.to, '(003) Baner');
  const history = await sahil.call(recordHistoryContract.list, { kind: 'role', id: '10' });
  const told = history.rows.map((row) => `${row.who}: ${row.what.replace(/role .* \(/, 'role R (')}`);
  assert.ok(told.includes('Asha Rao: Gave Zoya Ali the role R ((003) Baner)'));
  assert.ok(told.includes('Asha Rao: Took the role R ((003) Baner) from Zoya Ali'));
});

test('what the product keeps for itself stands in the log only when its table is named', async () => {
  const journalled = async (table: string) =>
    (await app.sql('select 1 from record_change where table_name = $1 limit 1', [table])).length;
  assert.ok(await journalled('session_token'));
  const { rows } = await sahil.call(changeLogContract.list, { limit: 200 });
  assert.ok(rows.some((row) => row.sentence.endsWith('signed in')));
  assert.deepEqual(
    rows.filter((row) => ['session_token', 'code_challenge'].includes(row.table)),
    [],
  );
  const named = await sahil.call(changeLogContract.list, { table: 'session_token' });
  assert.ok(named.rows.length > 0);
  assert.ok(named.rows.every((row) => row.changes.every((change) => !change.field.endsWith('_hash'))));
});
