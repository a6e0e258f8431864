import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { BANER } from '@aangan/testkit/world.ts';
import { shellServer } from '../shell/area.server.ts';
import { profileContract } from '../shell/profile.contract.ts';
import { createAuthenticator } from '../shell/session/authenticate.server.ts';
import { systemServer } from '../system/area.server.ts';
import { dashboardContract } from '../system/menu/dashboard.contract.ts';
import { syncCatalogue } from '../system/public.server.ts';
import { academicYearContract } from './academic-year/academic-year.contract.ts';
import { networkServer } from './area.server.ts';
import { city } from './city.record.ts';
import { franchiseeContract } from './franchisee/franchisee.contract.ts';
import { franchisee } from './franchisee/franchisee.record.ts';

const areas = [networkServer, systemServer, shellServer];
let app: TestApp;
before(async () => {
  app = await testApp({
    areas,
    authenticate: (database) => createAuthenticator({ database, now: () => new Date() }),
  });
  await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    syncCatalogue(
      db,
      areas.map((a) => a.area),
    ),
  );
});
after(() => app.close());

test('network story 2: the centres one may work for: own, the zone, all with head office', async () => {
  const rows = async (name: 'Bina' | 'Farid' | 'Asha', centre?: number) =>
    (await app.as(name, centre === undefined ? {} : { centre }).call(franchiseeContract.active, {})).rows.map(
      (row) => row.label,
    );
  assert.deepEqual(await rows('Bina'), ['(002) Andheri']);
  assert.deepEqual(await rows('Farid'), ['(002) Andheri', '(003) Baner']);
  assert.deepEqual(await rows('Asha'), ['(001) Corporate Business Branch', '(002) Andheri', '(003) Baner']);
  assert.deepEqual(
    await rows('Farid', BANER),
    ['(002) Andheri', '(003) Baner'],
    'a chosen centre does not shorten the picker',
  );
  assert.deepEqual(await rows('Asha', BANER), [
    '(001) Corporate Business Branch',
    '(002) Andheri',
    '(003) Baner',
  ]);
});

test('academic years: newest first, the current one alone on request', async () => {
  const all = (await app.as('Bina').call(academicYearContract.list, {})).rows;
  assert.equal(all[0]?.id, Math.max(...all.map((row) => row.id)));
  assert.equal(all.at(-1)?.academicYear, '2024-2025', 'Andheri opened in June 2024');
  const current = (await app.as('Bina').call(academicYearContract.list, { isCurrentAcademicYear: true }))
    .rows;
  assert.deepEqual(
    current.map((row) => row.isCurrent),
    [true],
  );
  const { body } = await app.as('Asha').raw(academicYearContract.list, {});
  assert.equal((body as { rows: unknown[] }).rows.length >= 3, true);
});

test('the menu holds what has a screen and what the role in use opens', async () => {
  const links = async (name: 'Bina' | 'Asha' | 'Esha' | 'Gita') =>
    (await app.as(name).call(profileContract.menu, {})).dashboards
      .flatMap((d) => d.groups.flatMap((g) => g.items.map((i) => i.link)))
      .filter((link) => !/^\/(system|cron)\b/.test(link));
  assert.deepEqual(await links('Asha'), [
    '/franchisee',
    '/franchisee?tab=zones',
    '/franchisee?tab=years',
    '/home/franchisee-data',
    '/city/citylist',
    '/pincodes/list',
    '/home/pincode-service',
    '/user/page/1',
    '/user/create/staff',
    '/profile/dashboard',
  ]);
  assert.deepEqual(
    await links('Bina'),
    [
      '/home/franchisee-data',
      '/pincodes/list',
      '/home/pincode-service',
      '/user/page/1',
      '/user/create/staff',
      '/profile/dashboard',
    ],
    'no /franchisee for people of a centre',
  );
  assert.deepEqual(await links('Esha'), [
    '/home/franchisee-data',
    '/home/pincode-service',
    '/profile/dashboard',
  ]);
  assert.deepEqual(await links('Gita'), ['/profile/dashboard']);
  const dashboards = await app.as('Bina').call(dashboardContract.byRole, { roleId: 5 });
  const finance = dashboards.find((d) => d.name === 'Finance');
  assert.deepEqual(
    [
      finance?.dashboardRoleMap.isActive,
      finance?.dashboardRoleMap.subDashboardRoleMaps.some(
        (m) => m.subDashboard.name === 'royalty' && m.isWrite,
      ),
    ],
    [true, true],
  );
  await app.as('Bina').refused(dashboardContract.byRole, { roleId: 18 }, 'role.not-held');
  assert.equal((await app.as('Sahil').call(dashboardContract.byRole, { roleId: 18 })).length > 0, true);
});

test('cities and territory are plain records', async () => {
  const created = (await app
    .as('Asha')
    .call(city.endpoints.create as NonNullable<typeof city.endpoints.create>, {
      name: 'Nagpur',
      state: 'Maharashtra',
      tier: 'T2',
      active: true,
    })) as { id: number };
  const [row] = await app.sql<{ state_code: string }>('select state_code from city where id = $1', [
    created.id,
  ]);
  assert.equal(row?.state_code, '27');
  await app.as('Bina').refused(city.endpoints.list, {}, 'module.missing');
  const found = (await app.as('Asha').call(franchisee.endpoints.list, { q: 'and' })) as {
    rows: { companyName: string }[];
  };
  assert.deepEqual(
    found.rows.map((r) => r.companyName),
    ['Andheri'],
  );
});
