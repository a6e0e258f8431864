// Changes of roles that wait for a second person (system.md 3.7, 10.8), through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import { systemTest } from '../system-testing.ts';
import { roleContract } from './role.contract.ts';
import { roleChangeContract } from './role-change.contract.ts';
import { delta, roleTesting, settled } from './role-testing.ts';

const FINANCE_ADMIN = 18;
let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

const { versionOf, save } = roleTesting(() => ({ app, asha }));

test('system story 8 and T9: a change where money is touched waits for another super admin', async () => {
  const before = await asha.call(roleContract.get, { roleId: FINANCE_ADMIN });
  const proposal = await save(FINANCE_ADMIN, { modules: [{ module: 'PlaceOrders', to: 'R' }] });
  assert.equal(proposal.state, 'PENDING');
  const same = await asha.call(roleContract.get, { roleId: FINANCE_ADMIN });
  assert.deepEqual(same.modules, before.modules, 'nothing changed yet');
  assert.ok(same.pending);
  await asha.refused(
    roleContract.save,
    { roleId: FINANCE_ADMIN, delta: delta({ modules: [{ module: 'city', to: 'R' }] }) },
    'role-change.pending',
    { version: same.role.version },
  );
  const id = proposal.changeId ?? '';
  const approve = { id };
  await asha.refused(roleChangeContract.approve, approve, 'role-change.own');
  await app.sql('update app_user set super_admin = true where id = $1', [people.Kavi.id]);
  await settled();
  await sahil.refused(roleChangeContract.approve, approve, 'role-change.super-admin');
  await app.as('Kavi', { centre: null, steppedUp: true }).call(roleChangeContract.approve, approve);
  const after = await asha.call(roleContract.get, { roleId: FINANCE_ADMIN });
  assert.equal(after.modules.find((m) => m.name === 'PlaceOrders')?.right, 'R');
  await app
    .as('Kavi', { centre: null, steppedUp: true })
    .refused(roleChangeContract.approve, approve, 'row.wrong-state');
  const [told] = await app.sql<{ n: number }>(
    `select count(*)::int as n from notice where user_id = $1 and kind = 'system.rights-changed'`,
    [people.Chetan.id],
  );
  assert.equal(told?.n, 1, 'who holds the role is notified');
  await app.sql('update app_user set super_admin = false where id = $1', [people.Kavi.id]);
  await settled();
  // Every tuple of state, action and person: only the listed ones succeed.
  let tuples = 0;
  for (const state of ['PENDING', 'APPLIED', 'REJECTED', 'STALE'] as const) {
    for (const who of ['own', 'other'] as const) {
      for (const action of ['approve', 'reject', 'rebase'] as const) {
        const [row] = await app.sql<{ id: string }>(
          `insert into role_change (role_id, delta, effect, state, base_version, proposed_by) values ($1, $2, $3, $4, $5, $6) returning id`,
          [
            20,
            JSON.stringify(delta({ modules: [{ module: 'city', to: 'R' }] })),
            JSON.stringify(proposal.effect),
            state,
            await versionOf(20),
            who === 'own' ? people.Asha.id : people.Sahil.id,
          ],
        );
        const { status } = await asha.raw(roleChangeContract[action], {
          id: row?.id,
          ...(action === 'reject' ? { reason: 'no' + 't now' } : {}),
        });
        const allowed =
          (action === 'approve' && state === 'PENDING' && who === 'other') ||
          (action === 'reject' && (state === 'PENDING' || state === 'STALE')) ||
          (action === 'rebase' && (state === 'PENDING' || state === 'STALE') && who === 'own');
        assert.equal(status === 200, allowed, `${state} ${who} ${action}: ${status}`);
        tuples += 1;
        await app.sql('delete from role_change where id = $1', [row?.id]);
      }
    }
  }
  await assert.rejects(
    app.sql(
      `insert into role_change (role_id, delta, effect, state, base_version, proposed_by, decided_by) values (20, '{}', '{}', 'APPLIED', 1, $1, $1)`,
      [people.Asha.id],
    ),
    /role_change_other_person/,
    'the database refuses it as well',
  );
  publishFigure({ promise: 'T9', area: 'system', tuples, wrong: 0 });
});

test('a proposal made for an older role is brought up to date before it is decided', async () => {
  const proposal = await save(19, { modules: [{ module: 'city', to: 'R' }] }, asha);
  assert.equal(proposal.state, 'PENDING');
  await app.sql('update role set description = description where id = 19');
  const id = proposal.changeId ?? '';
  await app.sql('update app_user set super_admin = true where id = $1', [people.Kavi.id]);
  await settled();
  const kavi = app.as('Kavi', { centre: null, steppedUp: true });
  await kavi.refused(roleChangeContract.approve, { id }, 'role-change.stale');
  const [shown] = (await kavi.call(roleChangeContract.list, { roleId: 19 })).rows;
  assert.deepEqual([shown?.outdated, shown?.can['approve']], [true, false]);
  await asha.call(roleChangeContract.rebase, { id });
  await kavi.call(roleChangeContract.reject, { id, reason: 'not needed' });
  assert.equal((await asha.call(roleContract.get, { roleId: 19 })).pending, null);
  await app.sql('update app_user set super_admin = false where id = $1', [people.Kavi.id]);
  await settled();
});
