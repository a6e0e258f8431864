// Promise T8: a right that was taken is gone within a second, and nobody signs in again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { people } from '@aangan/testkit/world.ts';
import { city } from '../../network/city.record.ts';
import { userContract } from '../../network/user/user.contract.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { systemTest } from '../system-testing.ts';
import { roleTesting, settled } from './role-testing.ts';

let app: TestApp;
let asha: Caller;
before(async () => {
  ({ app, asha } = await systemTest());
});
after(() => app.close());

const { makeRole, save, give, take } = roleTesting(() => ({ app, asha }));

/** Calls 50 times a second until told to stop; `good` gets the instants (ms) at which calls were sent that succeeded. */
async function hammer(
  act: () => Promise<{ status: number }>,
  good: number[],
  until: () => boolean,
): Promise<void> {
  const open = new Set<Promise<void>>();
  while (!until()) {
    const sentAt = performance.now();
    const one: Promise<void> = act()
      .then(({ status }) => {
        if (status === 200) good.push(sentAt);
      })
      .finally(() => open.delete(one));
    open.add(one);
    await sleep(20);
  }
  await Promise.all(open);
}

test('T8: what is taken away is gone within a second, without signing in again', {
  timeout: 60_000,
}, async () => {
  const role = await makeRole('SHORT_LIVED', { modules: [{ module: 'city', to: 'W' }] });
  await give('Zoya', role);
  await settled();
  const zoya = app.as('Zoya', { centre: null });
  const divya = app.as('Divya');
  const cases: {
    name: string;
    act: () => Promise<{ status: number }>;
    change: () => Promise<unknown>;
  }[] = [
    {
      name: 'module of a role',
      act: () => zoya.raw(city.endpoints.list, {}),
      change: () => save(role, { modules: [{ module: 'city', to: 'NONE' }] }),
    },
    {
      name: 'staff approval (story 5)',
      act: () => divya.raw(studentContract.list, {}),
      change: () =>
        app.sql('update user_approval_code set revoked_at = now() where user_id = $1', [people.Divya.id]),
    },
    {
      name: 'the role of a person',
      act: () => app.as('Tara').raw(userContract.options, {}),
      change: () => app.sql(`update app_user set state = 'DISABLED' where id = $1`, [people.Tara.id]),
    },
  ];
  let latest = 0;
  for (const { name, act, change } of cases) {
    let committed = 0;
    const good: number[] = [];
    const running = hammer(act, good, () => committed > 0 && performance.now() - committed > 1_600);
    // It worked before; a slow machine takes its time for that.
    while (good.length <= 5) await sleep(20);
    await change();
    committed = performance.now();
    await running;
    const late = Math.max(0, ...good.map((at) => at - committed));
    latest = Math.max(latest, late);
    assert.ok(late <= 1_000, `${name}: a success ${late} ms after the commit`);
  }
  publishFigure({
    promise: 'T8',
    area: 'system',
    cases: cases.length,
    latestSuccessMs: Math.round(latest),
    limitMs: 1000,
  });
  await app.sql(`update app_user set state = 'ACTIVE' where id = $1`, [people.Tara.id]);
  await app.sql('update user_approval_code set revoked_at = null where user_id = $1', [people.Divya.id]);
  await take('Zoya', role);
});

test('T8 broken twin: without the stamp a session would keep its rights', async () => {
  const role = await makeRole('TWIN_ROLE', { modules: [{ module: 'city', to: 'W' }] });
  await give('Zoya', role);
  await settled();
  const zoya = app.as('Zoya', { centre: null });
  assert.equal((await zoya.raw(city.endpoints.list, {})).status, 200);
  await app.sql('alter table role_end_point disable trigger move_stamp');
  await app.sql('alter table sub_dashboard_role_map disable trigger move_stamp');
  await app.sql('delete from role_end_point where role_id = $1', [role]);
  await settled();
  assert.equal((await zoya.raw(city.endpoints.list, {})).status, 200, 'the twin is red: rights live on');
  await app.sql('alter table role_end_point enable trigger move_stamp');
  await app.sql('alter table sub_dashboard_role_map enable trigger move_stamp');
  await app.sql('delete from sub_dashboard_role_map where role_id = $1', [role]);
  await settled();
  assert.equal((await zoya.raw(city.endpoints.list, {})).status, 403);
  await take('Zoya', role);
});
