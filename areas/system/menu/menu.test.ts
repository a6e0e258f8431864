// What a menu shows to whom, and that a long one is built quickly.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { countStatements } from '@aangan/testkit/watched-pool.ts';
import { people } from '@aangan/testkit/world.ts';
import { profileContract } from '../../shell/profile.contract.ts';
import { accessContract } from '../access/access.contract.ts';
import { roleContract } from '../role/role.contract.ts';
import { systemTest } from '../system-testing.ts';

let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

test('system story 12: Attendance cron shows for ADMIN and not for SYSTEM', async () => {
  await app.sql(`update menu_item set has_screen = true where key = 'B11'`);
  const shows = async (roleId: number) =>
    (await asha.call(roleContract.menu, { roleId, approved: true })).dashboards.some((d) =>
      d.groups.some((g) => g.items.some((i) => i.key === 'B11')),
    );
  assert.deepEqual([await shows(4), await shows(3)], [true, false]);
  const route = await sahil.call(accessContract.explain, {
    userId: people.Sahil.id,
    path: '/staff/cron',
    franchiseeId: null,
  });
  assert.ok(route.allowed, 'it opens by its address');
});

test('system story 9: a BSK user sees one centre, whatever the grant says', async () => {
  await app.sql('update role set franchisee_id = 2 where id = 15');
  await app.sql(`update user_role set scope = 'NETWORK', franchisee_id = null where user_id = $1`, [
    people.Bela.id,
  ]);
  await sleep(1_050);
  const me = await app.as('Bela', { centre: null }).raw(profileContract.menu, {});
  assert.equal(me.status, 200);
  const foreign = await app.as('Bela', { centre: 3 }).raw(profileContract.menu, {});
  assert.equal(foreign.status, 404);
});

test('a menu of 471 entries comes whole, for as many statements as a short one', async () => {
  const menu = async () => (await asha.call(profileContract.menu, {})).dashboards;
  const entries = async () => (await menu()).flatMap((d) => d.groups.flatMap((g) => g.items)).length;
  const short = await entries();
  const statements = await countStatements(app.pool.pool, menu);
  await app.sql('update menu_item set has_screen = true');
  await app.sql(`insert into menu_item (key, dashboard_id, group_label, group_position, label, link, modules, position, has_screen)
    select 'X' || n, 1 + n % 9, 'More', 90, 'Entry ' || n, '/city/citylist?n=' || n, '{city}', 1000 + n, true
      from generate_series(1, 471 - (select count(*)::int from menu_item where active)) n`);
  const shown = await entries();
  assert.ok(shown > 440 && shown > short + 50, `${shown} entries, ${short} before`);
  assert.ok(statements > 0 && statements < 20, `${statements} statements`);
  assert.equal(await countStatements(app.pool.pool, menu), statements);
  const times: number[] = [];
  for (let i = 0; i < 30; i += 1) {
    const began = performance.now();
    await asha.raw(profileContract.menu, {});
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  // The quickest quarter is the server's own time; the rest waits for the other test files on these two cores.
  const [best = 99, p50Ms = 99, p95Ms = 99] = [times[7], times[15], times[28]].map((ms) =>
    Math.round(ms ?? 0),
  );
  publishFigure({
    promise: 'menu',
    bestQuarterMs: best,
    entries: shown,
    statements,
    p50Ms,
    p95Ms,
    limitMs: 50,
  });
  await app.sql(`delete from menu_item where key ~ '^X\\d+$'`);
});
