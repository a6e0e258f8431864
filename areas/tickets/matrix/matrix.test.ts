// The matrix: the default rows in the specification's order, the row that wins, its refusals; groups, holidays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { ticketCategory } from '../category/ticket-category.record.ts';
import { ticketGroupContract } from '../group/ticket-group.contract.ts';
import { workingHoursContract } from '../hours/working-hours.contract.ts';
import { departments } from '../ticket-words.ts';
import { matrixContract as contract } from './matrix.contract.ts';

let app: TestApp;
let kit = '';
let bag = '';
let group = '';
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-08-10T12:00:00+05:30'));
  kit = await category('Kit', null);
  bag = await category('Bag', kit);
  group = (
    await kavi().call(ticketGroupContract.create, {
      name: 'Kit desk',
      department: 'LOGISTICS',
      leadId: people.Tara.id,
      memberIds: [people.Harsh.id, people.Tara.id],
      assign: 'LEAST_OPEN',
      maxOpen: 30,
      active: true,
    })
  ).id;
});
after(() => app.close());

const kavi = () => app.as('Kavi');
const category = async (name: string, parentId: string | null, department = 'LOGISTICS') =>
  (
    (await kavi().call(
      ticketCategory.endpoints.create as never,
      { department, name, parentId, active: true } as never,
    )) as { id: string }
  ).id;
type Values = InputOf<typeof contract.create>;
const row = (more: Partial<Values> = {}): Values => ({
  department: 'LOGISTICS',
  ownerGroupId: group,
  responseMin: 120,
  resolutionMin: 960,
  calendarId: 1,
  ...more,
});
const rows = async () => (await kavi().call(contract.list, {})).rows;
const one = async (id: string) => (await kavi().call(contract.get, { id })).row;

test('story 12: the 13 departments in the order and spelling of the specification; a 14th is refused by the database', async () => {
  const defaults = (await rows()).filter((each) => each.isDefault);
  assert.deepEqual(
    defaults.map((each) => each.department),
    [...departments],
  );
  assert.equal(departments.length, 13);
  assert.ok(
    defaults.every(
      (each) => each.responseMin === 240 && each.resolutionMin === 1440 && each.calendar === 'Head office',
    ),
  );
  await assert.rejects(
    app.sql(
      `insert into ticket_matrix (department, owner_group_id, response_min, resolution_min, calendar_id) values ('LEGAL', $1, 5, 5, 1)`,
      [group],
    ),
    /check/,
  );
});

test('story 11: category beats priority beats zone; a sub-category takes the row of its parent', async () => {
  const [west] = await app.sql<{ id: number }>(`select id from zone where name = 'West'`);
  const byKit = await kavi().call(contract.create, row({ categoryId: kit }));
  const byZone = await kavi().call(
    contract.create,
    row({ priority: 'HIGH', zoneId: west?.id ?? 0, responseMin: 60, resolutionMin: 480 }),
  );
  const ask = async (more: object) =>
    kavi().call(contract.test, { department: 'LOGISTICS', priority: 'HIGH', ...more } as never);
  const won = await ask({ categoryId: kit, zoneId: west?.id });
  assert.equal(won.row.id, byKit.id);
  assert.match(won.why, /names the category/);
  assert.equal(won.beaten, 2);
  assert.equal((await ask({ categoryId: bag, zoneId: west?.id })).row.id, byKit.id);
  assert.equal((await ask({ zoneId: west?.id })).row.id, byZone.id);
  assert.ok((await ask({})).row.isDefault);
  const byBag = await kavi().call(contract.create, row({ categoryId: bag }));
  assert.equal((await ask({ categoryId: bag, zoneId: west?.id })).row.id, byBag.id);
  assert.equal((await one(byBag.id)).category, 'Kit › Bag');
  const { gaps } = await kavi().call(contract.list, {});
  assert.ok(gaps.some((gap) => /^High and Critical tickets take .*LOGISTICS/.test(gap)));
});

test('refused: a second row of the same values, bad times, strangers as levels, another department’s category', async () => {
  const fault = async (more: Partial<Values>, field: string) => {
    const answer = await kavi().raw(contract.create, row({ priority: 'LOW', ...more }));
    assert.equal(answer.status, 422, field);
    assert.match(JSON.stringify(answer.body), new RegExp(`"${field}"`));
  };
  await kavi().call(contract.create, row({ priority: 'MEDIUM' }));
  await kavi().refused(contract.create, row({ priority: 'MEDIUM' }), 'matrix.duplicate');
  await fault({ responseMin: 4 }, 'responseMin');
  await fault({ resolutionMin: 60_001 }, 'resolutionMin');
  await fault({ responseMin: 961 }, 'resolutionMin');
  await fault({ l1UserId: people.Bina.id }, 'l1UserId');
  await fault({ l1UserId: people.Harsh.id, l2UserId: people.Harsh.id }, 'l2UserId');
  await fault({ department: 'FINANCE', categoryId: kit }, 'categoryId');
  await fault({ calendarId: 99 }, 'calendarId');
  await fault({ calendarId: 4 }, 'calendarId');
  await fault({ ownerGroupId: crypto.randomUUID() }, 'ownerGroupId');
});

test('a row is changed with its earlier states kept; the default row keeps its place', async () => {
  const { id } = await kavi().call(contract.create, row({ department: 'TECH', priority: 'HIGH' }));
  const { version } = await one(id);
  app.moveClock(new Date('2026-08-11T12:00:00+05:30'));
  await kavi().call(
    contract.update,
    { id, ...row({ department: 'TECH', priority: 'HIGH', resolutionMin: 480 }) },
    { version },
  );
  await kavi().refused(contract.update, { id, ...row({ department: 'TECH' }) }, 'row.stale', { version });
  const { versions } = await kavi().call(contract.get, { id });
  assert.deepEqual(
    versions.map((each) => [each.n, each.resolutionMin, each.who]),
    [
      [2, 480, 'Kavi Menon'],
      [1, 960, 'Kavi Menon'],
    ],
  );
  await kavi().call(contract.deactivate, { id }, { version: version + 1 });
  const tech = (await rows()).filter((each) => each.department === 'TECH');
  assert.deepEqual(
    tech.map((each) => each.isDefault),
    [true],
  );
  const [only] = tech;
  assert.ok(only);
  await kavi().refused(contract.deactivate, { id: only.id }, 'matrix.default-row', { version: only.version });
  await kavi().refused(
    contract.update,
    { id: only.id, ...row({ department: 'TECH', priority: 'LOW' }) },
    'matrix.default-row',
    { version: only.version },
  );
  await kavi().refused(contract.update, { id, ...row({ department: 'TECH' }) }, 'matrix.inactive', {
    version: version + 2,
  });
});

test('story 20: without the module the API refuses', async () => {
  await app.as('Chetan').refused(contract.list, {}, 'module.missing');
  await app.as('Bina').refused(contract.create, row(), 'module.missing');
});

test('groups: only people who work on tickets; one in use stays on', async () => {
  const fields = {
    name: 'Second desk',
    department: 'LOGISTICS',
    assign: 'LEAST_OPEN',
    maxOpen: 30,
    active: true,
  } as const;
  const wrong = await kavi().raw(ticketGroupContract.create, { ...fields, memberIds: [people.Bina.id] });
  assert.match(JSON.stringify(wrong.body), /memberIds/);
  const taken = await kavi().raw(ticketGroupContract.create, { ...fields, name: 'Kit desk' });
  assert.match(JSON.stringify(taken.body), /"name"/);
  const found = (await kavi().call(ticketGroupContract.list, {})).rows.find((each) => each.id === group);
  assert.deepEqual(
    found?.members.map(({ name }) => name),
    ['Harsh Joshi', 'Tara Bose'],
  );
  const off = await kavi().raw(
    ticketGroupContract.update,
    { id: group, ...fields, name: 'Kit desk', active: false },
    { version: found?.version ?? 0 },
  );
  assert.match(JSON.stringify(off.body), /"active"/);
  await kavi().call(
    ticketGroupContract.update,
    { id: group, ...fields, name: 'Kit desk', memberIds: [people.Harsh.id] },
    { version: found?.version ?? 0 },
  );
  const after = (await kavi().call(ticketGroupContract.list, {})).rows.find((each) => each.id === group);
  assert.deepEqual([after?.members.length, after?.lead], [1, null]);
});

test('holidays lie ahead; what has passed is not changed', async () => {
  app.moveClock(new Date('2026-08-12T12:00:00+05:30'));
  const add = (more: object) =>
    ({ calendarId: 1, day: '2026-08-15', kind: 'HOLIDAY', note: 'Independence Day', ...more }) as never;
  await kavi().call(workingHoursContract.addDay, add({}));
  await kavi().refused(workingHoursContract.addDay, add({ day: '2026-08-12' }), 'calendar.past-day');
  assert.match(JSON.stringify((await kavi().raw(workingHoursContract.addDay, add({}))).body), /"day"/);
  assert.match(
    JSON.stringify(
      (await kavi().raw(workingHoursContract.addDay, add({ calendarId: 3, day: '2026-08-20' }))).body,
    ),
    /"day"/,
  );
  const half = { day: '2026-08-22', kind: 'SPECIAL', note: 'Half day' };
  assert.match(JSON.stringify((await kavi().raw(workingHoursContract.addDay, add(half))).body), /opensAt/);
  await kavi().call(workingHoursContract.addDay, add({ ...half, opensAt: '09:30', closesAt: '13:00' }));
  const office = (await kavi().call(workingHoursContract.list, {})).rows.find((each) => each.id === 1);
  assert.deepEqual(
    office?.special.map(({ day, kind, hours }) => [day, kind, hours]),
    [
      ['2026-08-15', 'HOLIDAY', []],
      ['2026-08-22', 'SPECIAL', [['09:30', '13:00']]],
    ],
  );
  app.moveClock(new Date('2026-08-15T12:00:00+05:30'));
  await kavi().refused(
    workingHoursContract.removeDay,
    { id: office?.special[0]?.id ?? '' },
    'calendar.past-day',
  );
  await kavi().call(workingHoursContract.removeDay, { id: office?.special[1]?.id ?? '' });
});
