// End points, the access matrix, the explainer, and what no command of this area may do, through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { flushUse } from '@aangan/server/endpoint/end-point-use.ts';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { readPermissions, readRoleModules } from '@aangan/testkit/operations.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { royaltyAgreementContract } from '../finance/royalty/royalty.contract.ts';
import { city } from '../network/city.record.ts';
import { accessContract } from './access/access.contract.ts';
import { cronContract } from './cron/cron.contract.ts';
import { dynamicModuleContract } from './dynamic-module/dynamic-module.contract.ts';
import { endPointContract } from './end-point/end-point.contract.ts';
import { routeOf, routeOpens, screenRoutes } from './menu/routes.server.ts';
import { dashboardMapContract } from './role/dashboard-map.contract.ts';
import { roleContract } from './role/role.contract.ts';
import { inSystem, systemTest } from './system-testing.ts';

let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

test('the catalogue of operations is that of the contracts, and a start leaves nothing stale', async () => {
  const { operations } = await sahil.call(accessContract.matrix, {});
  const endpoints = new Set(['raw']);
  const wanted = readPermissions().filter((row) => !endpoints.has(row.scope));
  const known = new Map(operations.map((o) => [o.name, o]));
  const missing = wanted.filter((row) => !known.has(row.operation)).map((row) => row.operation);
  assert.deepEqual(missing, []);
  await app.sql(
    `insert into operation (name, area, summary, modules, method, write, scope, path) values ('gone.list', 'x', 'Gone.', '{System}', 'GET', false, 'network', '/api/gone')`,
  );
  await app.sql(`update screen_route set modules = '{gone}' where path = '/system/roles'`);
  const { syncCatalogue } = await import('./menu/sync-catalogue.server.ts');
  const [before] = await app.sql<{ stamp: string }>(
    `select stamp::text from permission_stamp where scope = '*'`,
  );
  await inSystem(app, (db) =>
    syncCatalogue(
      db,
      app.areas.map((a) => a.area),
    ),
  );
  assert.deepEqual(await app.sql(`select name from operation where name = 'gone.list'`), []);
  assert.deepEqual(await app.sql(`select modules from screen_route where path = '/system/roles'`), [
    { modules: ['System'] },
  ]);
  const [after] = await app.sql<{ stamp: string }>(
    `select stamp::text from permission_stamp where scope = '*'`,
  );
  assert.equal(before?.stamp, after?.stamp, 'a start compiles nobody anew');
});

test('the access matrix on the screen equals permissions.csv and role-modules.csv, cell by cell', async () => {
  const { operations, roles } = await sahil.call(accessContract.matrix, {});
  const rights = readRoleModules();
  const known = new Map(operations.map((o) => [o.name, o]));
  let cells = 0;
  const wrong: string[] = [];
  for (const row of readPermissions()) {
    const shown = known.get(row.operation);
    if (!shown) continue;
    const open = row.scope === 'anyone' || row.scope === 'link' || row.modules.some((m) => m.startsWith('@'));
    if (open !== shown.everyone) wrong.push(`${row.operation}: everyone ${shown.everyone}`);
    if (open) continue;
    for (const role of roles) {
      const may =
        role.role === 'SUPER_ADMIN' ||
        [row.modules, row.also === null ? ['@signed-in'] : [row.also]].every((list) =>
          list.some((m) => {
            const change = m.startsWith('@') || rights.get(role.role)?.get(m);
            return change !== undefined && (!row.write || change);
          }),
        );
      cells += 1;
      if (may !== shown.roles.includes(role.id))
        wrong.push(`${row.operation} for ${role.role}: the table says ${may}`);
    }
  }
  publishFigure({
    promise: 'T1-matrix',
    operations: operations.length,
    roles: roles.length,
    cells,
    different: wrong.length,
  });
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.ok(cells > 5000);
});

test('the access matrix broken twin: one pair more in the database is one cell more', async () => {
  await app.sql(
    `insert into role_end_point (role_id, end_point_id) select 24, id from system_end_point where module = 'city' and method = 'GET'`,
  );
  const { operations } = await sahil.call(accessContract.matrix, {});
  assert.ok(operations.find((o) => o.name === 'city.list')?.roles.includes(24));
  await app.sql(
    'delete from role_end_point where role_id = 24 and end_point_id in (select id from system_end_point where module = $1)',
    ['city'],
  );
});

test('end points: workbench, flat list, one of them, and the super admin’s own ones', async () => {
  const { areas } = await sahil.call(endPointContract.workbench, {});
  const network = areas.find((a) => a.area === 'network');
  assert.ok(
    network?.modules
      .find((m) => m.name === 'city')
      ?.cells.some((c) => c.method === 'any' && c.roles.some((r) => r.role === 'SYSTEM')),
  );
  const made = await asha.call(endPointContract.create, {
    module: 'city',
    method: 'PATCH',
    title: 'City: small changes',
  });
  const twice = await asha.refused(
    endPointContract.create,
    { module: 'city', method: 'PATCH', title: 'Again here' },
    'end-point.duplicate',
  );
  assert.equal(twice.message, 'PATCH on city exists.');
  await sahil.refused(
    endPointContract.create,
    { module: 'city', method: 'PUT', title: 'City: put' },
    'module.missing',
  );
  await app.sql('insert into role_end_point (role_id, end_point_id) values (4, $1), (5, $1), (6, $1)', [
    made.id,
  ]);
  assert.equal(
    (await asha.refused(endPointContract.remove, { endPointId: made.id }, 'end-point.held')).message,
    'Held by 3 roles.',
  );
  await app.sql('delete from role_end_point where end_point_id = $1', [made.id]);
  const one = await sahil.call(endPointContract.get, { endPointId: made.id });
  assert.ok(one.operations.some((o) => o.name === 'city.update'));
  const updated = await asha.call(
    endPointContract.update,
    { endPointId: made.id, title: 'City: changes' },
    { version: one.version },
  );
  await asha.refused(endPointContract.update, { endPointId: made.id, title: 'City: old' }, 'row.stale', {
    version: one.version,
  });
  assert.ok(updated.version > one.version);
  await asha.call(endPointContract.remove, { endPointId: made.id });
  const declared = (await sahil.call(endPointContract.list, { q: 'city', method: 'GET' })).rows[0];
  await asha.refused(endPointContract.remove, { endPointId: declared?.id ?? 0 }, 'end-point.declared');
  await app.as('Bina').call(city.endpoints.options, {});
  await sahil.call(endPointContract.list, {});
  await flushUse(app.pool);
  const used = (await sahil.call(endPointContract.list, { q: 'System', method: 'GET' })).rows.find(
    (r) => r.module === 'System',
  );
  assert.ok((used?.calls30 ?? 0) > 0, 'calls are counted by pair');
});

test('system story 13: 471 routes, each a menu item, reached from one, or a link; items pass their screen’s gate', async () => {
  // `/system` only leads on: no route of the specification, and no item.
  const routes = (await inSystem(app, (db) => screenRoutes(db))).filter(({ path }) => path !== '/system');
  assert.equal(routes.length, 471);
  const items = await app.sql<{
    key: string;
    link: string;
    modules: string[];
    modules_also: string[] | null;
    write: boolean;
  }>('select key, link, modules, modules_also, write from menu_item where active');
  const keys = new Set(items.map((i) => i.key));
  assert.deepEqual(
    routes.filter((r) => !r.public && r.area !== 'shell' && (r.itemKey === null || !keys.has(r.itemKey))),
    [],
  );
  for (const item of items) {
    const route = routeOf(routes, item.link);
    assert.ok(route, `${item.key} ${item.link} is no screen`);
    if (item.modules.length === 0) continue;
    const passes = item.modules.some((m) =>
      routeOpens(
        route,
        (module, write) =>
          (module === m || (item.modules_also ?? []).includes(module)) &&
          (!write || item.write || !route.write),
      ),
    );
    assert.ok(passes, `${item.key}: ${item.modules.join()} does not open ${route.path}`);
  }
  const rows = (await sahil.call(dashboardMapContract.check, {})).rows;
  assert.deepEqual(
    rows.filter(
      (r) =>
        r.kind === 'item-without-route' ||
        r.kind === 'item-other-module' ||
        r.kind === 'map-without-pair' ||
        r.kind === 'pair-without-map',
    ),
    [],
  );
});

test('menu.check broken twins: a pair without a map, a map without a pair, an item that leads nowhere', async () => {
  await app.sql(
    `insert into role_end_point (role_id, end_point_id) select 24, id from system_end_point where module = 'city' and method = 'GET'`,
  );
  await app.sql(
    `insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) select 24, id, false from sub_dashboard where name = 'User'`,
  );
  await app.sql(`update menu_item set link = '/no/such/screen' where key = 'A03'`);
  const kinds = (await sahil.call(dashboardMapContract.check, {})).rows.map(
    (r) => `${r.kind} ${r.module ?? ''}`,
  );
  for (const kind of ['pair-without-map city', 'map-without-pair User', 'item-without-route city'])
    assert.ok(kinds.includes(kind), kind);
  await app.sql(`update menu_item set link = '/city/citylist' where key = 'A03'`);
  await app.sql(
    'delete from role_end_point where role_id = 24 and end_point_id in (select id from system_end_point where module = $1)',
    ['city'],
  );
  await app.sql(
    `delete from sub_dashboard_role_map where role_id = 24 and sub_dashboard_id in (select id from sub_dashboard where name = 'User')`,
  );
});

test('system story 6, system story 16: levels open exactly to their roles, and the explainer names the missing approval', async () => {
  const explain = (name: keyof typeof people, path: string, franchiseeId: number | null = ANDHERI) =>
    sahil.call(accessContract.explain, { userId: people[name].id, path, franchiseeId });
  const usha = await explain('Usha', '/grade-book/skills/grade-entry');
  assert.equal(usha.allowed, false);
  assert.equal(usha.steps.find((s) => !s.ok)?.text, 'Staff approval is missing at this centre.');
  assert.equal((await explain('Divya', '/grade-book/skills/grade-entry')).allowed, true);
  const challan = await Promise.all(
    (['Dev', 'Harsh', 'Bina', 'Chetan', 'Nitin', 'Kavi'] as const).map(
      async (name) => (await explain(name, '/delivery/challan', null)).allowed,
    ),
  );
  assert.deepEqual(challan, [true, false, false, false, false, false]);
  assert.equal((await explain('Asha', '/delivery/challan', null)).allowed, true);
  const royalty = await explain('Sahil', '/system/royalty/setting', null);
  assert.equal(royalty.allowed, false, 'System alone is not enough: royalty is the second list');
  assert.ok((await explain('Chetan', '/system/royalty/setting', null)).allowed);
  const readOnly = await sahil.call(accessContract.explain, {
    userId: people.Nitin.id,
    module: 'feeStructure',
    write: true,
    franchiseeId: null,
  });
  assert.ok(readOnly.steps.some((s) => /look right alone/.test(s.text) && s.link === '/system/edit-role/19'));
  const own = await app.as('Bina').call(accessContract.explainOwn, { path: '/system/roles' });
  assert.equal(own.allowed, false);
  const nowhere = await sahil.raw(accessContract.explain, {
    userId: people.Bina.id,
    path: '/no/such/screen',
  });
  assert.equal(nowhere.status, 422);
  const began = performance.now();
  for (let i = 0; i < 20; i += 1) await explain('Farid', '/forms/enquiry/list');
  publishFigure({
    promise: 'explain-access',
    meanMs: Math.round((performance.now() - began) / 20),
    limitMs: 60,
  });
});

const boss = {
  kind: 'SCREEN' as 'SCREEN' | 'LINK' | 'PAGE',
  target: '/city/citylist?q=goa',
  dashboardId: 3,
  groupLabel: 'Lead sources',
  label: 'Goa cities',
  roleIds: [9],
};

test('T5: unknown and protected fields of system commands change nothing', async () => {
  const hostile = [
    'centre_id',
    'franchiseeID',
    'isActive',
    'amount',
    'status',
    'approvedBy',
    'superAdmin',
    'createdBy',
    '__proto__',
    'constructor',
  ];
  const commands: [Parameters<Caller['raw']>[0], Record<string, unknown>][] = [
    [
      roleContract.create,
      {
        role: 'HOSTILE_ONE',
        description: 'Hostile',
        reach: 'NETWORK',
        sessionClass: 'STAFF',
        needsProof: false,
        needsApproval: false,
        maxDays: null,
      },
    ],
    [roleContract.save, { roleId: 24, delta: {} }],
    [dynamicModuleContract.save, boss],
    [endPointContract.create, { module: 'city', method: 'PUT', title: 'City: put' }],
    [cronContract.runNow, { job: 'system.role-report' }],
  ];
  let sent = 0;
  const counts = async () =>
    (
      await app.sql<{ n: string }>(
        `select (select count(*) from role)::text || '/' || (select count(*) from dynamic_module) || '/' || (select count(*) from system_end_point) || '/' || (select count(*) from cron_run) || '/' || (select version from role where id = 24) as n`,
      )
    )[0]?.n;
  const before = await counts();
  for (const [endpoint, input] of commands)
    for (const key of hostile) {
      const body = JSON.parse(`{${JSON.stringify(key)}: true, ${JSON.stringify(input).slice(1)}`) as Record<
        string,
        unknown
      >;
      const { status } = await asha.raw(endpoint, body, { version: 1, key: `hostile-${sent}` });
      sent += 1;
      assert.ok(status === 422 || status === 400, `${endpoint.name} with ${key}: ${status}`);
    }
  assert.equal(await counts(), before);
  publishFigure({ promise: 'T5', area: 'system', sent, persisted: 0 });
});

test('system story 20: the network’s royalty standard holds only after another holder of ROYALTY_APPROVE approved with a fresh code', async () => {
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'ROYALTY_APPROVE') on conflict do nothing`,
    [people.Nitin.id],
  );
  await sleep(1_050);
  const chetan = app.as('Chetan', { steppedUp: true });
  const which = { franchiseeId: 1 };
  const made = await chetan.call(royaltyAgreementContract.save, {
    ...which,
    terms: { fromOn: '2026-04-01', model: 'COLLECTED', defaultBp: 1500 },
  });
  await chetan.call(royaltyAgreementContract.submit, { ...which, id: made.id }, { version: made.version });
  const submitted = { version: made.version + 1 };
  await chetan.refused(
    royaltyAgreementContract.approve,
    { ...which, id: made.id },
    'approval.own',
    submitted,
  );
  await app
    .as('Nitin')
    .refused(royaltyAgreementContract.approve, { ...which, id: made.id }, 'step-up.needed', submitted);
  const inForce = async () =>
    (await chetan.call(royaltyAgreementContract.list, which)).rows.map((row) => row.status);
  assert.deepEqual(await inForce(), ['PENDING']);
  await app
    .as('Nitin', { steppedUp: true })
    .call(royaltyAgreementContract.approve, { ...which, id: made.id }, submitted);
  assert.deepEqual(await inForce(), ['APPROVED']);
});
