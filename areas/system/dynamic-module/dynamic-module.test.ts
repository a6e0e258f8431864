// Menu items made at run time, through HTTP (system.md 10.10, 10.11).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { profileContract } from '../../shell/profile.contract.ts';
import { roleContract } from '../role/role.contract.ts';
import { inSystem, systemTest } from '../system-testing.ts';
import { dynamicModuleContract } from './dynamic-module.contract.ts';

let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

const boss = {
  kind: 'SCREEN' as 'SCREEN' | 'LINK' | 'PAGE',
  target: '/city/citylist?q=goa',
  dashboardId: 3,
  groupLabel: 'Lead sources',
  label: 'Goa cities',
  roleIds: [9],
};

test('system story 10: a dynamic module is in the menu of its roles within a second, and gone when it is retired', async () => {
  const menuKeys = async (name: 'Esha' | 'Bina') =>
    (await app.as(name).call(profileContract.menu, {})).dashboards.flatMap((d) =>
      d.groups.flatMap((g) => g.items.map((i) => i.link)),
    );
  const others = await menuKeys('Bina');
  const made = await asha.call(dynamicModuleContract.save, boss);
  assert.equal(made.state, 'DRAFT');
  assert.ok(!(await menuKeys('Esha')).includes(boss.target));
  const live = await asha.call(
    dynamicModuleContract.publish,
    { uniqueId: made.uniqueId },
    { version: made.version },
  );
  await sleep(1_050);
  assert.ok((await menuKeys('Esha')).includes(boss.target));
  assert.deepEqual(await menuKeys('Bina'), others, 'others’ menus are unchanged');
  const { syncCatalogue } = await import('../menu/sync-catalogue.server.ts');
  await inSystem(app, (db) =>
    syncCatalogue(
      db,
      app.areas.map((a) => a.area),
    ),
  );
  assert.ok((await menuKeys('Esha')).includes(boss.target), 'it outlives a start');
  const gone = await asha.call(
    dynamicModuleContract.retire,
    { uniqueId: made.uniqueId },
    { version: live.version },
  );
  await sleep(1_050);
  assert.ok(!(await menuKeys('Esha')).includes(boss.target));
  await asha.call(dynamicModuleContract.publish, { uniqueId: made.uniqueId }, { version: gone.version });
  await sleep(1_050);
  assert.ok((await menuKeys('Esha')).includes(boss.target), 'and comes back');
  await sahil.refused(dynamicModuleContract.save, boss, 'module.missing');
});

test('dynamic modules lead to screens and allowed hosts only, and pages are text', async () => {
  const save = (part: Partial<typeof boss> & Record<string, unknown>) =>
    asha.raw(dynamicModuleContract.save, { ...boss, ...part });
  const bad: [Record<string, unknown>, string][] = [
    [{ target: '/no/such/screen' }, 'dynamic.link'],
    [{ target: '//evil.example/x' }, 'dynamic.link'],
    [{ target: 'javascript:alert(1)' }, 'dynamic.link'],
    [{ target: '/city\\@evil.example' }, 'dynamic.link'],
    [{ kind: 'LINK', target: 'javascript:alert(1)' }, 'dynamic.host'],
    [{ kind: 'LINK', target: 'data:text/html,x' }, 'dynamic.host'],
    [{ kind: 'LINK', target: 'http://forms.example.org/' }, 'dynamic.host'],
    [{ kind: 'LINK', target: 'https://forms.example.org/x' }, 'dynamic.host'],
    [{ kind: 'LINK', target: 'https://me@forms.example.org/x' }, 'dynamic.host'],
    [{ kind: 'PAGE', target: '', pageText: '<script>alert(1)</script>' }, 'dynamic.html'],
  ];
  for (const [part, code] of bad) {
    const { status, body } = await save(part);
    assert.deepEqual([status, (body as { code: string }).code], [422, code], JSON.stringify(part));
  }
  assert.equal(
    (
      await asha.refused(
        dynamicModuleContract.save,
        { ...boss, kind: 'LINK', target: 'https://forms.example.org/x' },
        'dynamic.host',
      )
    ).message,
    'Ask to add forms.example.org to the allowed hosts.',
  );
  await asha.call(dynamicModuleContract.allowHost, { host: 'Forms.Example.org', allowed: true });
  assert.equal((await save({ kind: 'LINK', target: 'https://forms.example.org/x' })).status, 200);
  const page = await asha.call(dynamicModuleContract.save, {
    ...boss,
    kind: 'PAGE',
    target: '',
    pageText: '# Monsoon\n- one\n- two',
    label: 'Monsoon camp',
  });
  const esha = app.as('Esha');
  await esha.refused(dynamicModuleContract.page, { uniqueId: page.uniqueId }, 'row.not-found');
  await asha.call(dynamicModuleContract.publish, { uniqueId: page.uniqueId }, { version: page.version });
  await sleep(1_050);
  assert.match((await esha.call(dynamicModuleContract.page, { uniqueId: page.uniqueId })).text, /Monsoon/);
  await app.as('Bina').refused(dynamicModuleContract.page, { uniqueId: page.uniqueId }, 'row.not-found');
});

test('system story 11: a dynamic dashboard joins the bar', async () => {
  const { id } = await asha.call(dynamicModuleContract.createDashboard, { name: 'Alumni' });
  const made = await asha.call(dynamicModuleContract.save, {
    ...boss,
    dashboardId: id,
    label: 'Alumni list',
    roleIds: [3],
  });
  await asha.call(dynamicModuleContract.publish, { uniqueId: made.uniqueId }, { version: made.version });
  const { dashboards } = await asha.call(roleContract.menu, { roleId: 3, approved: true });
  assert.equal(dashboards.at(-1)?.name, 'Alumni', 'after the specification’s nine');
});
