// Roles through HTTP: what a change gives and takes, the ceiling, and that nobody is locked out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { classRecord } from '../../academics/class.record.ts';
import { city } from '../../network/city.record.ts';
import { userContract } from '../../network/user/user.contract.ts';
import { userAccountContract } from '../../network/user/user-account.contract.ts';
import { profileContract } from '../../shell/profile.contract.ts';
import { sessionContract } from '../../shell/session.contract.ts';
import { dashboardContract } from '../menu/dashboard.contract.ts';
import { systemTest } from '../system-testing.ts';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import { roleContract } from './role.contract.ts';
import type { RoleDelta } from './role-delta.ts';
import { delta, fields, roleTesting, settled } from './role-testing.ts';

const FINANCE_ADMIN = 18;
const FINANCE_BOARD = 7;
let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

const { makeRole, versionOf, save, give, take } = roleTesting(() => ({ app, asha }));
const cityInput = (name: string) => ({ name, state: 'Goa', tier: 'T2', active: true });

test('system story 1, system story 3: a pair to look lets look, a pair to change lets change, and a dashboard shows when one role says so', async () => {
  const reader = await makeRole('CITY_READER', { modules: [{ module: 'city', to: 'R' }] });
  await give('Zoya', reader);
  await settled();
  const zoya = app.as('Zoya', { centre: null });
  await zoya.call(city.endpoints.list, {});
  assert.ok(city.endpoints.create);
  const refused = await zoya.raw(city.endpoints.create, cityInput('Panaji'));
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [403, 'module.missing']);
  const outcome = await save(reader, { modules: [{ module: 'city', to: 'W' }] });
  assert.equal(outcome.state, 'APPLIED');
  assert.deepEqual(
    outcome.effect.modules.map((m) => [m.module, m.from, m.to]),
    [['city', 'R', 'W']],
  );
  assert.deepEqual([outcome.effect.people.count, outcome.effect.people.names], [1, ['Zoya Ali']]);
  assert.ok(outcome.effect.screens.added.includes('/city/savecity') && outcome.effect.calls.added >= 3);
  await settled();
  assert.equal((await zoya.raw(city.endpoints.create, cityInput('Panaji'))).status, 200);
  const second = await makeRole('CITY_HIDDEN', {
    modules: [{ module: 'city', to: 'R' }],
    dashboards: [
      { dashboardId: 1, on: true, isActive: false, isDefault: false, isWrite: true, position: null },
    ],
  });
  await give('Zoya', second);
  await settled();
  const { dashboards } = await zoya.call(profileContract.menu, {});
  assert.ok(
    dashboards.some(
      (d) => d.name === 'Admin' && d.groups.some((g) => g.items.some((i) => i.link === '/city/citylist')),
    ),
    'isActive false in one role and true in another: it shows',
  );
  await take('Zoya', reader);
  await take('Zoya', second);
});

test('system story 2: write flags false and absent make writable, false and false do not', async () => {
  const map = (isWrite: boolean | null) =>
    delta({
      dashboards: [{ dashboardId: 1, on: true, isActive: true, isDefault: false, isWrite, position: null }],
    });
  const a = await makeRole('FLAG_FALSE', { modules: [{ module: 'city', to: 'W' }] });
  await save(a, map(false));
  const b = await makeRole('FLAG_ABSENT', { modules: [{ module: 'city', to: 'W' }] });
  await save(b, map(false));
  await give('Zoya', a);
  await give('Zoya', b);
  await settled();
  const zoya = app.as('Zoya', { centre: null });
  assert.ok(city.endpoints.create);
  assert.equal((await zoya.raw(city.endpoints.create, cityInput('Mapusa'))).status, 403, 'false and false');
  const [own] = (await asha.call(dashboardContract.byRole, { roleId: a })).filter((d) => d.name === 'Admin');
  assert.equal(own?.dashboardRoleMap.isWrite, false);
  await save(b, map(null));
  const absent = (await asha.call(dashboardContract.byRole, { roleId: b })).find((d) => d.name === 'Admin');
  assert.ok(
    absent && !('isWrite' in absent.dashboardRoleMap),
    'absent is left out of the specification’s answer',
  );
  await settled();
  assert.equal((await zoya.raw(city.endpoints.create, cityInput('Mapusa'))).status, 200, 'false and absent');
  const wrong = await asha.raw(
    dashboardMapContract.saveForRole,
    {
      roleId: b,
      dashboards: [
        { dashboardId: 1, on: true, isActive: true, isDefault: false, isWrite: 'false', position: null },
      ],
      subs: [],
      modules: [],
    },
    { version: await versionOf(b) },
  );
  assert.equal(wrong.status, 422, 'a text is no flag');
  await take('Zoya', a);
  await take('Zoya', b);
});

test('nobody gives what they do not hold, by screen or by API', async () => {
  const role = await makeRole('HELPERS');
  const version = await versionOf(role);
  const refused = await sahil.refused(
    roleContract.save,
    { roleId: role, delta: delta({ modules: [{ module: 'ledger', to: 'R' }] }) },
    'role.ceiling',
    { version },
  );
  assert.match(refused.message, /Ledger/);
  const more: [Partial<RoleDelta>, string][] = [
    [{ codes: [{ code: 'ROYALTY_APPROVE', to: true }] }, 'role.ceiling'],
    [{ givers: [{ roleId: 3, to: true }] }, 'role.ceiling'],
    [{ fields: { needsApproval: false } }, 'role.ceiling'],
    [{ modules: [{ module: 'level_6', to: 'W' }] }, 'role.ceiling'],
    [{ modules: [{ module: 'level_1', to: 'R' }] }, 'level.super-only'],
    // The map alone opens nothing without the pair, but a wider flag on a held pair would.
    [{ modules: [{ module: 'royalty', to: 'W' }] }, 'role.ceiling'],
  ];
  for (const [part, code] of more)
    await sahil.refused(roleContract.save, { roleId: role, delta: delta(part) }, code, { version });
  assert.equal(await versionOf(role), version, 'nothing was changed by any refusal');
  const own = await sahil.call(
    roleContract.save,
    { roleId: role, delta: delta({ modules: [{ module: 'city', to: 'W' }] }) },
    { version },
  );
  assert.equal(own.state, 'APPLIED', 'what one holds one may give');
  await app
    .as('Kavi', { steppedUp: true })
    .refused(roleContract.save, { roleId: role, delta: delta({}) }, 'module.missing', {
      version: version + 1,
    });
  await asha.refused(roleContract.save, { roleId: role, delta: delta({}) }, 'row.stale', { version });
  await app
    .as('Asha', { centre: null })
    .refused(roleContract.save, { roleId: role, delta: delta({}) }, 'step-up.needed', {
      version: version + 1,
    });
});

test('system story 7: a company admin cannot give a role outside their list', async () => {
  await app
    .as('Kavi', { steppedUp: true })
    .refused(
      userContract.grant,
      { userId: people.Zoya.id, grant: { roleId: FINANCE_ADMIN, scope: 'NETWORK' } },
      'user.may-not-grant',
    );
});

test('rights that should not be in one hand need a written reason', async () => {
  const role = await makeRole('FEE_DESK');
  const both = delta({
    modules: [
      { module: 'feeConcession', to: 'W' },
      { module: 'StudentFeeConcessionApproval', to: 'W' },
    ],
  });
  const effect = await asha.call(roleContract.effect, { roleId: role, delta: both });
  assert.deepEqual([effect.conflicts.length, effect.needsApproval], [1, true]);
  const version = await versionOf(role);
  await asha.refused(roleContract.save, { roleId: role, delta: both }, 'role.duty-conflict', { version });
  assert.equal(await versionOf(role), version, 'a preview changes nothing');
});

test('system story 17: no edit of a role locks the last super admin out', async () => {
  const version = await versionOf(1);
  await asha.refused(
    roleContract.save,
    { roleId: 1, delta: delta({ modules: [{ module: 'System', to: 'NONE' }] }) },
    'role.system',
    { version },
  );
  await asha.refused(roleContract.deactivate, { roleId: 1, people: 1 }, 'role.system', { version });
  // Even with every right of every role gone the super admin still opens everything.
  await app.sql('create table kept_pairs as select role_id, end_point_id from role_end_point');
  await app.sql('delete from role_end_point');
  await settled();
  await asha.call(roleContract.list, {});
  await asha.call(roleContract.get, { roleId: 3 });
  await app.sql(
    'insert into role_end_point (role_id, end_point_id) select role_id, end_point_id from kept_pairs',
  );
  await app.sql('drop table kept_pairs');
  await settled();
  const [self] = await app.sql<{ version: number }>('select version from app_user where id = $1', [
    people.Asha.id,
  ]);
  const refused = await asha.raw(
    userAccountContract.disable,
    { userId: people.Asha.id, reason: 'leaves the company' },
    { version: self?.version ?? 0 },
  );
  assert.equal(refused.status >= 400, true);
});

test('the bar and the server agree: /api/admin/me lists the roles’ end points, view as shows the menu', async () => {
  const me = await app.as('Sahil').call(sessionContract.me, {});
  const system = me.roles.find((r) => r.role === 'SYSTEM');
  assert.ok(system?.systemEndPoints.some((e) => e.module === 'System' && e.method === 'any'));
  const { dashboards } = await asha.call(roleContract.menu, { roleId: 3, approved: true });
  const real = await app.as('Sahil').call(profileContract.menu, {});
  assert.deepEqual(
    dashboards.flatMap((d) => d.groups.flatMap((g) => g.items.map((i) => i.key))),
    real.dashboards.flatMap((d) => d.groups.flatMap((g) => g.items.map((i) => i.key))),
    'view as is the menu itself',
  );
  await app.as('Bina').refused(dashboardContract.byRole, { roleId: 3 }, 'role.not-held');
});

test('a role is made as a copy, compared, and switched off with its people named', async () => {
  const made = await asha.call(roleContract.create, { ...fields, role: 'MARKETING_TWO', copyOf: 17 });
  assert.equal(made.state, 'APPLIED');
  const same = await asha.call(roleContract.compare, { a: 17, b: made.roleId });
  assert.deepEqual([same.modules, same.screens], [[], []]);
  await asha.refused(roleContract.create, { ...fields, role: 'marketing_two' }, 'role.name-used');
  await asha.refused(roleContract.create, { ...fields, role: 'SUPER_ADMIN' }, 'role.reserved');
  await give('Zoya', made.roleId);
  const version = await versionOf(made.roleId);
  await asha.refused(roleContract.deactivate, { roleId: made.roleId }, 'role.in-use', { version });
  assert.deepEqual(
    await asha.call(roleContract.deactivate, { roleId: made.roleId, people: 1 }, { version }),
    { ended: 1 },
  );
  const other = await asha.call(roleContract.compare, { a: 18, b: 19 });
  assert.ok(other.modules.some((m) => m.module === 'feeStructure' && m.a === 'W' && m.b === 'R'));
});

test('a default dashboard is one, and the nine with Alumni overflow into more', async () => {
  const role = await makeRole('MANY_BOARDS', { modules: [{ module: 'city', to: 'R' }] });
  const on = (dashboardId: number, isDefault: boolean) => ({
    dashboardId,
    on: true,
    isActive: true,
    isDefault,
    isWrite: false,
    position: null,
  });
  await asha.refused(
    dashboardMapContract.saveForRole,
    { roleId: role, dashboards: [on(1, true), on(FINANCE_BOARD, true)], subs: [], modules: [] },
    'dashboard.two-defaults',
    { version: await versionOf(role) },
  );
  const done = await asha.call(
    dashboardMapContract.saveForRole,
    { roleId: role, dashboards: [on(1, true)], subs: [], modules: [] },
    { version: await versionOf(role) },
  );
  assert.equal(done.state, 'APPLIED');
  const { dashboards } = await asha.call(roleContract.get, { roleId: role });
  assert.deepEqual(
    dashboards.filter((d) => d.isDefault && d.on).map((d) => d.name),
    ['Admin'],
  );
});

test('a pair opens its own method alone: PATCH changes, DELETE removes, POST adds, and any does all', async () => {
  const { create, update, remove, list } = classRecord.endpoints as Required<typeof classRecord.endpoints>;
  const named = (name: string) => ({
    code: name
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, '')
      .slice(0, 8),
    name,
    shortName: name.slice(0, 12),
    position: 90,
    ageFromMonths: 24,
    ageToMonths: 36,
    rolling: false,
    childrenPerTeacher: 10,
    active: true,
  });
  const tried = async (method: string): Promise<string[]> => {
    const role = await makeRole(`CLASSES_${method.toUpperCase()}`);
    await app.sql(
      `with pair as (insert into system_end_point (module, method, title, origin) values ('class', $2, 'One method', 'MANUAL')
          on conflict (module, method) do update set title = system_end_point.title returning id)
        insert into role_end_point (role_id, end_point_id) select $1::int, id from pair
          union select $1::int, id from system_end_point where module = 'class' and method = 'GET'`,
      [role, method],
    );
    await give('Zoya', role);
    await settled();
    const zoya = app.as('Zoya', { centre: null });
    const row = (await asha.call(create, named(`For ${method}`))) as { id: string; version: number };
    const changes = { id: row.id, changes: { active: false } };
    const seen = ((await zoya.call(list, { q: `For ${method}` })) as { rows: { can: object }[] }).rows[0]
      ?.can;
    const opened = {
      create: (await zoya.raw(create, named(`By ${method}`))).status === 200,
      update: (await zoya.raw(update, changes, { version: row.version })).status === 200,
      remove:
        ((await zoya.raw(remove, { id: row.id }, { version: 1 })).body as { code?: string }).code !==
        'module.missing',
    };
    assert.deepEqual(seen, { update: opened.update, remove: opened.remove }, 'the row says what is allowed');
    await take('Zoya', role);
    return Object.keys(opened).filter((key) => opened[key as keyof typeof opened]);
  };
  assert.deepEqual(await tried('PATCH'), ['update']);
  assert.deepEqual(await tried('DELETE'), ['remove']);
  assert.deepEqual(await tried('POST'), ['create']);
  assert.deepEqual(await tried('PUT'), []);
  assert.deepEqual(await tried('any'), ['create', 'update', 'remove']);
});

test('modules of areas that are absent are not offered: neither to a role nor as a dashboard', async () => {
  await app.sql(`delete from operation where 'royalty' = any (modules)`);
  await app.sql(
    `update menu_item set has_screen = false where 'royalty' = any (modules || coalesce(modules_also, '{}'))`,
  );
  // As if the reports were not installed.
  const reports = `array(select s.name from sub_dashboard s join dashboard d on d.id = s.dashboard_id where d.name = 'Reports')`;
  await app.sql(`delete from operation where modules && ${reports}`);
  await app.sql(`update menu_item set has_screen = false where modules && ${reports}`);
  const installed = async (name: string) =>
    (await asha.call(roleContract.get, { roleId: FINANCE_ADMIN })).modules.find((m) => m.name === name)
      ?.installed;
  assert.deepEqual([await installed('royalty'), await installed('AuditReview')], [false, false]);
  assert.deepEqual([await installed('city'), await installed('level_4')], [true, true]);
  const { dashboards } = await asha.call(dashboardMapContract.grid, {});
  const names = dashboards.map((d) => d.name);
  assert.ok(names.includes('Admin') && names.includes('Enquiries'), names.join(', '));
  assert.ok(!names.includes('Reports'), names.join(', '));
});
