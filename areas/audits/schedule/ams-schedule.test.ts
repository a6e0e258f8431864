// A month of visits: planned by the academic manager under the rules, decided by somebody else; of a surprise, and of a plan that is
// not approved, the centre sees nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { amsScheduleContract as contract } from './ams-schedule.contract.ts';

let app: TestApp;
let amId = '';
let typeId = '';
const today = todayIst(new Date());
const month = addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7);
/** Working days of next month: no Saturday, no Sunday. */
const days: Day[] = Array.from({ length: 28 }, (_, n) => addDays(`${month}-01`, n)).filter(
  (day) => !inMask(96, day),
);
const at = (n: number): Day => days[n] ?? '';
// Zoya plays the academic manager of Andheri and Baner.
const manager = () => app.as('Zoya');
const farid = () => app.as('Farid');

before(async () => {
  app = await testApp();
  const sql = async (text: string, values: unknown[]) =>
    (await app.sql<{ id: string }>(text, values))[0]?.id ?? '';
  await app.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  // And the right to approve in the zone, so that a maker with every right is refused.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, zone_id, from_on, reason) values ($1, 13, 'ZONE', 1, '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  amId = await sql(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, visits_per_day, from_on)
     select $1, 1, min(id), 1, '2024-04-01' from city returning id`,
    [people.Zoya.id],
  );
  await app.sql(`insert into ams_zm_allocation (user_id, zone_id, from_on) values ($1, 1, '2024-04-01')`, [
    people.Farid.id,
  ]);
  for (const centre of [ANDHERI, BANER]) {
    const source = await sql(
      `insert into ams_centre_allocation (franchisee_id, am_allocation_id, from_on) values ($1, $2, '2024-04-01') returning id`,
      [centre, amId],
    );
    await app.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', $3)`,
      [people.Zoya.id, centre, source],
    );
  }
  await app.sql('delete from ams_holiday', []);
  await app.sql('delete from academic_calendar_day', []);
  typeId = await sql(
    `insert into audit_type (family, slug, name, subject_kind, conducted_by) values ('AMS', 'plan-visit', 'Plan visit', 'CENTRE', 'NETWORK') returning id`,
    [],
  );
});
after(() => app.close());

const visit = (franchiseeId: number, plannedOn: Day, more: object = {}) => ({
  franchiseeId,
  auditTypeId: typeId,
  plannedOn,
  slot: 'FORENOON' as const,
  kind: 'FOLLOW_UP' as const,
  reason: null,
  ...more,
});
const own = async () => (await manager().call(contract.month, { month })).schedule;
const atVersion = async () => ({ version: (await own())?.version ?? 0 });
/** Kinds of the planned visits that somebody sees at Andheri, by plain SQL in the role of requests. */
async function seenBy(userId: string): Promise<string[]> {
  await app.sql('begin');
  await app.sql('set local role rt_centre');
  await app.sql(`select set_config('app.centres', $1, true), set_config('app.user', $2, true)`, [
    String(ANDHERI),
    userId,
  ]);
  const rows = await app.sql<{ kind: string }>('select kind from ams_visit order by kind');
  await app.sql('rollback');
  return rows.map(({ kind }) => kind);
}

test('hard rules refuse with their reason, soft ones ask why', async () => {
  const sunday = Array.from({ length: 8 }, (_, n) => addDays(`${month}-01`, n)).find((day) =>
    inMask(64, day),
  );
  const off = await manager().refused(contract.place, visit(ANDHERI, sunday ?? ''), 'schedule.rule');
  assert.match(off.message, /weekly off/);
  await manager().refused(contract.place, visit(99_999, at(0)), 'row.not-found');
  await manager().refused(contract.place, visit(ANDHERI, addDays(today, -40)), 'schedule.month-over');
  await app.sql(`insert into ams_holiday (on_date, name, level) values ($1, 'Test Day', 'NATIONAL')`, [
    at(6),
  ]);
  const holiday = await manager().refused(contract.place, visit(ANDHERI, at(6)), 'schedule.rule');
  assert.equal(holiday.message, 'Holiday: Test Day.');
  const unneeded = visit(ANDHERI, at(1), { kind: 'ANNOUNCED' });
  const soft = await manager().refused(contract.place, unneeded, 'schedule.reason-needed');
  assert.match(soft.message, /need of the cycle is met already/);
  assert.match(soft.fields?.['reason'] ?? '', /Say why/);
  await manager().call(contract.place, { ...unneeded, reason: 'Parents asked for it' });
  const soon = await manager().refused(
    contract.place,
    visit(ANDHERI, at(3), { kind: 'ANNOUNCED' }),
    'schedule.reason-needed',
  );
  assert.match(soon.message, /^Only \d+ days since the last visit \(45 needed\)\./);
  const full = await manager().refused(
    contract.place,
    visit(BANER, at(1), { slot: 'AFTERNOON' }),
    'schedule.rule',
  );
  assert.equal(full.message, 'Only one visit a day.');
  await manager().call(contract.place, visit(BANER, at(2)));
  await manager().call(contract.place, visit(ANDHERI, at(4), { kind: 'SURPRISE', reason: 'Complaint' }));
});

test('others neither see nor change a draft; submitted it is checked again, and can be taken back', async () => {
  const { visits } = await manager().call(contract.month, { month });
  assert.equal(visits.length, 3);
  const id = (await own())?.id ?? '';
  await farid().refused(contract.visits, { id }, 'row.not-found');
  await farid().refused(contract.remove, { id: visits[0]?.id ?? '' }, 'row.not-found');
  await app.sql(`insert into ams_holiday (on_date, name, level) values ($1, 'Late Day', 'NATIONAL')`, [
    at(2),
  ]);
  const late = await manager().refused(contract.submit, { id }, 'schedule.rule', await atVersion());
  assert.match(late.message, /Baner.*Holiday: Late Day/);
  await app.sql(`delete from ams_holiday where name = 'Late Day'`, []);
  await manager().call(contract.submit, { id }, await atVersion());
  await manager().refused(contract.place, visit(BANER, at(8)), 'schedule.not-draft');
  await manager().call(contract.recall, { id }, await atVersion());
  await manager().call(contract.submit, { id }, await atVersion());
});

test('returned with a note, then approved by another than its maker, once', async () => {
  const id = (await own())?.id ?? '';
  await farid().call(contract.return, { id, note: 'Baner first, please' }, await atVersion());
  assert.equal((await own())?.note, 'Baner first, please');
  await manager().call(contract.submit, { id }, await atVersion());
  // The maker with every right is refused, and by the table, too.
  await manager().refused(contract.approve, { id }, 'schedule.own', await atVersion());
  await assert.rejects(
    app.sql('update ams_schedule set decided_by = user_id where id = $1', [id]),
    /ams_schedule_check/,
  );
  const hidden = await app.sql<{ n: number }>(
    `select count(*)::int as n from ams_visit where schedule_id = $1 and status = 'PLANNED'`,
    [id],
  );
  assert.equal(hidden[0]?.n, 3);
  assert.deepEqual(await seenBy(people.Bina.id), [], 'a plan is nobody’s at the centre');
  const version = await atVersion();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => farid().raw(contract.approve, { id }, version)),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412, 412]);
  assert.deepEqual(await seenBy(people.Bina.id), ['ANNOUNCED'], 'a surprise is unseen until it begins');
  assert.deepEqual(await seenBy(people.Farid.id), ['ANNOUNCED', 'SURPRISE']);
  await app.sql(`update ams_visit set started_at = now() where kind = 'SURPRISE' and schedule_id = $1`, [id]);
  assert.deepEqual(await seenBy(people.Bina.id), ['ANNOUNCED', 'SURPRISE']);
  const told = await app.sql<{ n: number }>(
    `select count(*)::int as n from notice where kind = 'audits.visit-planned' and user_id = $1`,
    [people.Bina.id],
  );
  assert.equal(told[0]?.n, 1, 'the announced one only, not the surprise');
});
