// The calendar without sign-in: holidays and cycles for everybody, announced visits for whoever holds the manager's link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, addMonths, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { amsCalendarContract as contract, sharedCalendarContract } from './ams-calendar.contract.ts';

let app: TestApp;
const first = addMonths(`${todayIst(new Date()).slice(0, 7)}-01`, 1);
const month = first.slice(0, 7);
const day = (n: number) => addDays(first, n);
const tokenIn = (path: string) => new URL(path, 'http://localhost').searchParams.get('key') ?? '';
const id = async (text: string, values: unknown[] = []) =>
  (await app.sql<{ id: string }>(text, values))[0]?.id ?? '';

before(async () => {
  app = await testApp();
  for (const who of ['Zoya', 'Asha'] as const) {
    await app.sql(
      `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
      [people[who].id],
    );
    await app.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', gen_random_uuid())`,
      [people[who].id, ANDHERI],
    );
  }
  const am = await id(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, visits_per_day, from_on)
     select $1, 1, min(id), 1, '2024-04-01' from city returning id`,
    [people.Zoya.id],
  );
  const type = await id(
    `insert into audit_type (family, slug, name, subject_kind, conducted_by) values ('AMS', 'calendar-visit', 'Calendar visit', 'CENTRE', 'NETWORK') returning id`,
  );
  const schedule = await id(
    `insert into ams_schedule (am_allocation_id, user_id, month, status) values ($1, $2, $3, 'APPROVED') returning id`,
    [am, people.Zoya.id, first],
  );
  for (const [n, kind, status] of [
    [2, 'ANNOUNCED', 'SCHEDULED'],
    [4, 'SURPRISE', 'SCHEDULED'],
    [6, 'ANNOUNCED', 'PLANNED'],
    [8, 'FOLLOW_UP', 'CANCELLED'],
    [10, 'FIRST', 'MOVE_REQUESTED'],
  ] as const)
    await app.sql(
      `insert into ams_visit (franchisee_id, schedule_id, am_allocation_id, audit_type_id, planned_on, slot, kind, status, move_to, move_slot)
       values ($1, $2, $3, $4, $5, 'FORENOON', $6, $7, $8, $9)`,
      [
        ANDHERI,
        schedule,
        am,
        type,
        day(n),
        kind,
        status,
        ...(n === 10 ? [day(12), 'FORENOON'] : [null, null]),
      ],
    );
  await app.sql('delete from ams_holiday');
  await app.sql(
    `insert into ams_holiday (on_date, name, level, state_code) values ($1, 'Founder’s day', 'STATE', '27'), ($2, 'Of another month', 'NATIONAL', null)`,
    [day(3), addDays(first, -1)],
  );
});
after(() => app.close());

test('signed out, holidays and cycles of the month are seen, and nothing else', async () => {
  const seen = await app.stranger.call(contract.month, { month });
  assert.deepEqual(seen.holidays, [{ day: day(3), name: 'Founder’s day', place: 'Maharashtra' }]);
  await app.sql('delete from ams_cycle_rule');
  await app.sql('delete from ams_cycle');
  await app.sql(
    `insert into ams_cycle (academic_year_id, name, from_on, to_on, state) select max(id), 'Term one', $1::date, $2::date, 'ACTIVE' from academic_year
     union all select max(id), 'Not yet', $3::date, $4::date, 'DRAFT' from academic_year`,
    [day(0), day(9), day(10), day(20)],
  );
  const { cycles } = await app.stranger.call(contract.month, { month });
  assert.deepEqual(cycles, [{ name: 'Term one', from: day(0), to: day(9) }]);
  await app.stranger.refused(contract.month, { month: '2026-13' }, 'input.invalid');
  await app.stranger.refused(sharedCalendarContract.visits, { month }, 'link.not-found');
});

test('a link shows its manager’s announced visits until it is ended', async () => {
  const zoya = app.as('Zoya');
  const { path, expiresAt } = await zoya.call(contract.share, {});
  const visits = async () =>
    (await app.link(tokenIn(path)).call(sharedCalendarContract.visits, { month })).visits;
  assert.deepEqual(
    (await visits()).map((visit) => visit.day),
    [day(2), day(10)],
  );
  assert.deepEqual(Object.keys((await visits())[0] ?? {}).sort(), ['centre', 'city', 'day', 'slot']);
  assert.deepEqual(
    (await zoya.call(contract.links, {})).links.map((link) => link.expiresAt),
    [expiresAt],
  );
  // Another manager's link shows none of them.
  const other = await app.as('Asha').call(contract.share, {});
  const shown = await app.link(tokenIn(other.path)).call(sharedCalendarContract.visits, { month });
  assert.deepEqual(shown.visits, []);
  await zoya.call(contract.endLinks, {});
  await app.link(tokenIn(path)).refused(sharedCalendarContract.visits, { month }, 'link.ended');
  await app.link('A'.repeat(22)).refused(sharedCalendarContract.visits, { month }, 'link.not-found');
  assert.deepEqual((await zoya.call(contract.links, {})).links, []);
  assert.equal((await app.as('Asha').call(contract.links, {})).links.length, 1);
});

test('whoever has no schedule of visits has no link to one', async () => {
  await app.as('Bina').refused(contract.share, {}, 'module.missing');
});
