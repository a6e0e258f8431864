// Who visits which centres: zone managers, academic managers, their centres and the right to open them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { until } from '../../network/network-testing.ts';
import { amsRoleContract } from '../ams-setup/ams-role.contract.ts';
import { centreCategoryList } from '../ams-setup/centre-category.listing.ts';
import { amAllocationContract as am } from './am-allocation.contract.ts';
import { amAllocations } from './am-allocation.listing.ts';
import { zmAllocationContract as zm } from './zm-allocation.contract.ts';
import { zmAllocations } from './zm-allocation.listing.ts';

const WEST = 1;
let app: TestApp;
let south = 0;
let city = 0;
/** Two academic managers; they hold the role and no centre. */
const arjun = randomUUID();
const leela = randomUUID();
/** Becomes zone manager after Farid. */
const meghna = randomUUID();

before(async () => {
  app = await testApp();
  const [zone] = await app.sql<{ id: number }>(
    `insert into zone (name, code) values ('Allocation South', 'ALS') returning id`,
  );
  south = zone?.id ?? 0;
  const [first] = await app.sql<{ id: number }>('select id from city where active order by id limit 1');
  city = first?.id ?? 0;
  for (const [id, name, mobile] of [
    [arjun, 'Arjun', '+919812300012'],
    [leela, 'Leela', '+919812300013'],
    [meghna, 'Meghna', '+919812300014'],
  ] as const) {
    await app.sql(
      `insert into app_user (id, kind, first_name, last_name, email, email_norm, mobile, mobile_norm, franchisee_id, state, activated_at)
       values ($1, 'STAFF', $2, 'Deshmukh', lower($2) || '.am@test.aangan', lower($2) || '.am@test.aangan', $3, $3, 1, 'ACTIVE', now())`,
      [id, name, mobile],
    );
  }
  for (const id of [arjun, leela, people.Zoya.id])
    await app.sql(
      `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
      [id],
    );
});
after(() => app.close());

const today = todayIst(new Date());
const day = (n: number): Day => addDays(today, n);
const kavi = () => app.as('Kavi');
const farid = () => app.as('Farid');
const how = () => ({ baseCityId: city, visitsPerDay: 2, weeklyOff: ['SUN' as const] });
const zmRow = async (id: string) => kavi().call(zm.get, { id });
const amRow = async (id: string) => kavi().call(am.get, { id });
const atZm = async (id: string) => ({ version: (await zmRow(id)).version });
const atAm = async (id: string) => ({ version: (await amRow(id)).version });
/** Centres somebody may open on a day, by what is granted. */
const opens = async (userId: string, on: Day = today) =>
  (
    await app.sql<{ franchisee_id: number }>(
      `select franchisee_id from user_centre where user_id = $1 and source = 'AMS' and $2::date between from_on and coalesce(to_on, 'infinity') order by 1`,
      [userId, on],
    )
  ).map((row) => row.franchisee_id);

test('a zone has one manager at a time, who holds it; handed over, the next begins the same day', async () => {
  const given = { zoneId: WEST, userId: people.Farid.id, fromOn: today };
  await kavi().refused(zm.assign, { ...given, userId: people.Bina.id }, 'allocation.zm-role');
  await kavi().refused(zm.assign, { ...given, zoneId: south }, 'allocation.zm-role');
  await kavi().refused(zm.assign, { ...given, zoneId: 99_999 }, 'row.not-found');
  const { people: choices } = await kavi().call(zm.people, { zoneId: WEST });
  assert.deepEqual(
    choices.map(({ label }) => label),
    ['Farid Khan'],
  );
  const { id } = await kavi().call(zm.assign, given);
  const again = await kavi().refused(zm.assign, { ...given, fromOn: day(9) }, 'allocation.zone-taken');
  assert.match(again.message, /Farid Khan/);
  await kavi().refused(
    zm.handOver,
    { id, userId: people.Farid.id, fromOn: day(3) },
    'allocation.same-person',
    await atZm(id),
  );
  await app.sql(
    `insert into user_role (user_id, role_id, scope, zone_id, from_on, reason) values ($1, 13, 'ZONE', $2, '2024-04-01', 'test')`,
    [meghna, WEST],
  );
  await kavi().refused(zm.handOver, { id, userId: meghna, fromOn: day(-1) }, 'input.invalid', await atZm(id));
  const next = await kavi().call(zm.handOver, { id, userId: meghna, fromOn: day(3) }, await atZm(id));
  assert.deepEqual([(await zmRow(id)).lastDay, (await zmRow(next.id)).fromOn], [day(2), day(3)]);
  const board = (await kavi().call(zm.board, {})).zones.find((zone) => zone.id === WEST);
  assert.deepEqual([board?.now?.name, board?.next?.name], ['Farid Khan', 'Meghna Deshmukh']);
  await kavi().refused(zm.end, { id, lastDay: day(5) }, 'allocation.zone-taken', await atZm(id));
  await kavi().refused(
    zm.change,
    { id, fromOn: today, lastDay: day(4), note: null },
    'allocation.zone-taken',
    await atZm(id),
  );
  await kavi().refused(zm.end, { id, lastDay: day(-1) }, 'input.invalid', await atZm(id));
  const stale = await atZm(id);
  await kavi().call(zm.change, { id, fromOn: today, lastDay: day(1), note: 'Until the move' }, stale);
  await kavi().refused(zm.end, { id, lastDay: today }, 'row.stale', stale);
  await kavi().call(zm.end, { id, lastDay: today }, await atZm(id));
  assert.deepEqual([(await zmRow(id)).status, (await zmRow(id)).lastDay], ['CURRENT', today]);
  await assert.rejects(
    app.sql('insert into ams_zm_allocation (user_id, zone_id, from_on) values ($1, $2, $3)', [
      people.Farid.id,
      WEST,
      day(4),
    ]),
    /overlap/,
  );
});

let am1 = '';
let am2 = '';

test('an academic manager has a mapped role, one zone at a time and at least one day of work', async () => {
  const given = { userId: arjun, zoneId: WEST, ...how(), fromOn: today };
  await kavi().refused(am.add, { ...given, userId: people.Bina.id }, 'allocation.am-role');
  const week = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
  const full = await kavi().refused(am.add, { ...given, weeklyOff: [...week] }, 'input.invalid');
  assert.deepEqual(Object.keys(full.fields ?? {}), ['weeklyOff']);
  await kavi().refused(am.add, { ...given, visitsPerDay: 4 }, 'input.invalid');
  await kavi().refused(am.add, { ...given, baseCityId: 99_999 }, 'input.invalid');
  am1 = (await farid().call(am.add, given)).id;
  assert.equal((await amRow(am1)).weeklyOff, 64);
  const taken = await kavi().refused(am.add, { ...given, zoneId: south }, 'allocation.am-taken');
  assert.match(taken.message, /Arjun Deshmukh/);
  am2 = (await kavi().call(am.add, { ...given, userId: leela })).id;
  const stale = await atAm(am1);
  await farid().call(am.change, { id: am1, ...how(), visitsPerDay: 3, weeklyOff: [] }, stale);
  await farid().refused(am.change, { id: am1, ...how() }, 'row.stale', stale);
  assert.deepEqual([(await amRow(am1)).visitsPerDay, (await amRow(am1)).weeklyOff], [3, 0]);
  await kavi().refused(amsRoleContract.remove, { part: 'AM', roleId: 12 }, 'ams-role.in-use');
});

test('centres are given with the right to open them, move the same day, and are taken away', async () => {
  assert.deepEqual(await farid().call(am.assign, { id: am1, franchiseeIds: [ANDHERI, BANER, BANER] }), {
    centres: 2,
  });
  assert.deepEqual(await opens(arjun), [ANDHERI, BANER]);
  assert.deepEqual(await farid().call(am.assign, { id: am1, franchiseeIds: [BANER] }), { centres: 0 });
  await farid().call(am.assign, { id: am2, franchiseeIds: [BANER] });
  assert.deepEqual([await opens(arjun), await opens(leela)], [[ANDHERI], [BANER]]);
  const board = await farid().call(am.board, { zoneId: WEST });
  assert.deepEqual(
    board.managers.map(({ name, centres }) => [name, centres.map(({ id }) => id)]),
    [
      ['Arjun Deshmukh', [ANDHERI]],
      ['Leela Deshmukh', [BANER]],
    ],
  );
  assert.deepEqual(await farid().call(am.handOver, { id: am1, toId: am2 }, await atAm(am1)), { centres: 1 });
  assert.deepEqual([await opens(arjun), await opens(leela)], [[], [ANDHERI, BANER]]);
  await farid().refused(am.handOver, { id: am1, toId: am2 }, 'allocation.no-centres', await atAm(am1));
  await farid().refused(am.handOver, { id: am2, toId: am2 }, 'allocation.same-person', await atAm(am2));
  await farid().call(am.release, { franchiseeIds: [BANER] });
  assert.deepEqual(await opens(leela), [ANDHERI]);
  await farid().refused(am.release, { franchiseeIds: [BANER] }, 'row.not-found');
  const free = (await farid().call(am.board, {})).free.map(({ id }) => id);
  assert.ok(free.includes(BANER) && !free.includes(ANDHERI));
});

test('who is academic manager can open the centre at once, and no longer when it is taken away', async () => {
  const reached = async () => {
    const { status, body } = await app.as('Zoya').raw(centreCategoryList.endpoints.list, {});
    return status === 200
      ? (body as { rows: { franchiseeId: number }[] }).rows.map(({ franchiseeId }) => franchiseeId)
      : [];
  };
  const { id } = await farid().call(am.add, {
    userId: people.Zoya.id,
    zoneId: WEST,
    ...how(),
    fromOn: today,
  });
  assert.deepEqual(await reached(), []);
  await farid().call(am.assign, { id, franchiseeIds: [BANER] });
  // A session looks again for what it may within moments, without a new sign-in.
  await until(async () => (await reached()).includes(BANER));
  await farid().call(am.release, { franchiseeIds: [BANER] });
  await until(async () => (await reached()).length === 0);
  await farid().call(am.end, { id, lastDay: today }, await atAm(id));
  assert.equal((await amRow(id)).status, 'CURRENT', 'until the end of its last day');
});

test('the end of an academic manager ends the centres and their rights with the same day', async () => {
  await farid().refused(am.end, { id: am2, lastDay: day(-1) }, 'input.invalid', await atAm(am2));
  await farid().call(am.end, { id: am2, lastDay: day(5) }, await atAm(am2));
  await farid().refused(am.end, { id: am2, lastDay: day(9) }, 'allocation.ends-before', await atAm(am2));
  assert.deepEqual([await opens(leela, day(5)), await opens(leela, day(6))], [[ANDHERI], []]);
  await farid().call(am.assign, { id: am2, franchiseeIds: [BANER] });
  assert.deepEqual([await opens(leela, day(5)), await opens(leela, day(6))], [[ANDHERI, BANER], []]);
  const other = (await kavi().call(am.add, { userId: leela, zoneId: WEST, ...how(), fromOn: day(6) })).id;
  await kavi().refused(am.assign, { id: other, franchiseeIds: [ANDHERI] }, 'allocation.not-begun');
});

test('a zone manager writes in the own zone only, command by command; others not at all', async () => {
  const theirs = (
    await app.sql<{ id: string }>(
      `insert into ams_zm_allocation (user_id, zone_id, from_on) values ($1, $2, $3) returning id`,
      [meghna, south, today],
    )
  )[0]?.id as string;
  const manager = (
    await app.sql<{ id: string }>(
      `insert into ams_am_allocation (user_id, zone_id, base_city_id, from_on) values ($1, $2, $3, $4) returning id`,
      [meghna, south, city, today],
    )
  )[0]?.id as string;
  const version = 1;
  const no = 'ams.other-zone';
  await farid().refused(zm.assign, { zoneId: south, userId: meghna, fromOn: day(9) }, no);
  await farid().refused(zm.people, { zoneId: south }, no);
  await farid().refused(zm.change, { id: theirs, fromOn: today, lastDay: null, note: null }, no, { version });
  await farid().refused(zm.end, { id: theirs, lastDay: today }, no, { version });
  await farid().refused(zm.handOver, { id: theirs, userId: people.Farid.id, fromOn: today }, no, { version });
  await farid().refused(am.add, { userId: arjun, zoneId: south, ...how(), fromOn: day(9) }, no);
  await farid().refused(am.change, { id: manager, ...how() }, no, { version });
  await farid().refused(am.end, { id: manager, lastDay: today }, no, { version });
  await farid().refused(am.handOver, { id: manager, toId: am1 }, no, { version });
  await farid().refused(am.handOver, { id: am1, toId: manager }, no, await atAm(am1));
  await farid().refused(am.assign, { id: manager, franchiseeIds: [ANDHERI] }, no);
  await kavi().refused(am.assign, { id: manager, franchiseeIds: [ANDHERI] }, 'allocation.outside');
  await app.sql(
    `update ams_centre_allocation set am_allocation_id = $1 where franchisee_id = $2 and to_on > $3`,
    [manager, ANDHERI, day(1)],
  );
  await farid().refused(am.release, { franchiseeIds: [ANDHERI] }, no);
  await farid().refused(zm.get, { id: theirs }, 'row.not-found');
  await farid().refused(am.get, { id: manager }, 'row.not-found');
  const seen = [
    ...(await farid().call(zmAllocations.endpoints.list, {})).rows.map(({ id }) => id),
    ...(await farid().call(amAllocations.endpoints.list, {})).rows.map(({ id }) => id),
    ...(await farid().call(am.board, {})).managers.map(({ id }) => id),
  ];
  assert.ok(seen.length > 0 && !seen.includes(theirs) && !seen.includes(manager));
  assert.ok(!(await farid().call(zm.board, {})).zones.some(({ id }) => id === south));
  await app.as('Bina').refused(am.board, {}, 'module.missing');
  await app.as('Chetan').refused(am.assign, { id: am1, franchiseeIds: [ANDHERI] }, 'module.missing');
  await kavi().call(zm.end, { id: theirs, lastDay: today }, { version });
  assert.equal((await zmRow(theirs)).status, 'CURRENT', 'until the end of its last day');
});
