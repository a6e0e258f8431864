// A visit that is approved: moved twice by its own academic manager, the third time asked for; decided and cancelled by somebody
// else; missed when its day went by. The centre hears of announced ones only.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { amAllocationContract } from '../allocation/am-allocation.contract.ts';
import { amsScheduleContract } from './ams-schedule.contract.ts';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import { amsVisits } from './ams-visit.listing.ts';
import { missJob } from './miss-visits.server.ts';

let app: TestApp;
let amId = '';
let typeId = '';
let scheduleId = '';
const today = todayIst(new Date());
const month = addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7);
const workingDays = (of: string): Day[] =>
  Array.from({ length: 28 }, (_, n) => addDays(`${of}-01`, n)).filter((day) => !inMask(96, day));
const days = workingDays(month);
const at = (n: number): Day => days[n] ?? '';
const zoya = () => app.as('Zoya');
const farid = () => app.as('Farid');
const one = async (text: string, values: unknown[] = []) =>
  (await app.sql<{ id: string }>(text, values))[0]?.id ?? '';

before(async () => {
  app = await testApp();
  await app.sql(
    `insert into user_role (user_id, role_id, scope, zone_id, from_on, reason) values
       ($1, 12, 'CENTRES', null, '2024-04-01', 'test'), ($1, 13, 'ZONE', 1, '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  amId = await one(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, visits_per_day, from_on)
     select $1, 1, min(id), 1, '2024-04-01' from city returning id`,
    [people.Zoya.id],
  );
  await app.sql(`insert into ams_zm_allocation (user_id, zone_id, from_on) values ($1, 1, '2024-04-01')`, [
    people.Farid.id,
  ]);
  for (const centre of [ANDHERI, BANER]) {
    const source = await one(
      `insert into ams_centre_allocation (franchisee_id, am_allocation_id, from_on) values ($1, $2, '2024-04-01') returning id`,
      [centre, amId],
    );
    await app.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', $3)`,
      [people.Zoya.id, centre, source],
    );
  }
  await app.sql('delete from ams_holiday');
  await app.sql('delete from academic_calendar_day');
  typeId = await one(
    `insert into audit_type (family, slug, name, subject_kind, conducted_by) values ('AMS', 'move-visit', 'Move visit', 'CENTRE', 'NETWORK') returning id`,
  );
  scheduleId = await scheduleOf(month);
});
after(() => app.close());

const scheduleOf = (of: string) =>
  one(
    `insert into ams_schedule (am_allocation_id, user_id, month, status) values ($1, $2, $3, 'APPROVED') returning id`,
    [amId, people.Zoya.id, `${of}-01`],
  );
const visitOn = (
  day: Day,
  { kind = 'ANNOUNCED', centre = ANDHERI, status = 'SCHEDULED', schedule = scheduleId } = {},
) =>
  one(
    `insert into ams_visit (franchisee_id, schedule_id, am_allocation_id, audit_type_id, planned_on, slot, kind, status)
     values ($1, $2, $3, $4, $5, 'FORENOON', $6, $7) returning id`,
    [centre, schedule, amId, typeId, day, kind, status],
  );
interface Seen {
  status: string;
  version: number;
  planned_on: Day;
  moves: number;
  replaces_visit_id: string | null;
}
async function visit(id: string): Promise<Seen> {
  const [row] = await app.sql<Seen>(
    'select status, version, planned_on::text, moves, replaces_visit_id from ams_visit where id = $1',
    [id],
  );
  assert.ok(row);
  return row;
}
const versionOf = async (id: string) => ({ version: (await visit(id)).version });
const place = (id: string, to: Day) => ({ id, to, slot: 'FORENOON' as const, reason: 'The hall is painted' });
const told = async (who: PersonName, kind: string) =>
  (
    await app.sql<{ title: string }>(
      'select title from notice where user_id = $1 and kind = $2 order by created_at, id',
      [people[who].id, `audits.${kind}`],
    )
  ).map(({ title }) => title);

test('moved twice within its month, the third time asked for and decided by another', async () => {
  const first = await visitOn(at(0));
  await zoya().refused(contract.move, place(first, at(0)), 'visit.same-time', await versionOf(first));
  await zoya().refused(
    contract.move,
    place(first, addDays(today, -1)),
    'visit.other-month',
    await versionOf(first),
  );
  await zoya().refused(contract.move, place(first, `${month}-99`), 'input.invalid', await versionOf(first));
  await zoya().refused(contract.move, place(first, at(1)), 'row.stale', { version: 99 });
  const second = await zoya().call(contract.move, place(first, at(1)), await versionOf(first));
  assert.equal((await visit(first)).status, 'RESCHEDULED');
  const third = await zoya().call(contract.move, place(second.id, at(2)), await versionOf(second.id));
  assert.deepEqual(await visit(third.id), {
    status: 'SCHEDULED',
    version: 1,
    planned_on: at(2),
    moves: 2,
    replaces_visit_id: second.id,
  });
  const limit = await zoya().refused(
    contract.move,
    place(third.id, at(3)),
    'visit.move-limit',
    await versionOf(third.id),
  );
  assert.equal(limit.message, 'Two moves used. Ask your ZM.');
  // The settings say how many.
  await app.sql('update ams_setting set moves_without_approval = 0');
  const none = await zoya().refused(
    contract.move,
    place(third.id, at(3)),
    'visit.move-limit',
    await versionOf(third.id),
  );
  assert.equal(none.message, 'Every move needs an approval. Ask your ZM.');
  await app.sql('update ams_setting set moves_without_approval = 2');
  await zoya().call(contract.requestMove, place(third.id, at(3)), await versionOf(third.id));
  assert.equal((await visit(third.id)).status, 'MOVE_REQUESTED');
  assert.match((await told('Farid', 'move-requested')).at(-1) ?? '', /asks to move/);
  const decide = { id: third.id, decision: 'approve' as const, note: null };
  await zoya().refused(contract.decideMove, decide, 'schedule.own', await versionOf(third.id));
  const version = await versionOf(third.id);
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => farid().raw(contract.decideMove, decide, version)),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412]);
  assert.equal((await visit(third.id)).status, 'RESCHEDULED');
  const fourth = await one('select id from ams_visit where replaces_visit_id = $1', [third.id]);
  assert.deepEqual([(await visit(fourth)).status, (await visit(fourth)).planned_on], ['SCHEDULED', at(3)]);
  assert.equal((await told('Bina', 'visit-changed')).length, 3, 'the centre hears of each move');
  assert.match((await told('Zoya', 'move-decided')).at(-1) ?? '', /is moved to/);
  await zoya().refused(contract.move, place(first, at(5)), 'row.wrong-state', await versionOf(first));
});

test('asked into another month it stands in the schedule of that month; refused it stays', async () => {
  const id = await visitOn(at(6));
  const next = workingDays(addMonths(`${month}-01`, 1).slice(0, 7))[3] ?? '';
  await zoya().refused(contract.move, place(id, next), 'visit.other-month', await versionOf(id));
  await zoya().refused(
    contract.requestMove,
    place(id, addDays(today, -1)),
    'visit.day-over',
    await versionOf(id),
  );
  await zoya().call(contract.requestMove, place(id, next), await versionOf(id));
  await farid().call(
    contract.decideMove,
    { id, decision: 'reject', note: 'Before the term ends, please' },
    await versionOf(id),
  );
  assert.equal((await visit(id)).status, 'SCHEDULED');
  await zoya().call(contract.requestMove, place(id, next), await versionOf(id));
  await farid().call(contract.decideMove, { id, decision: 'approve', note: null }, await versionOf(id));
  const [row] = await app.sql<{ month: Day; status: string }>(
    `select s.month::text, v.status from ams_visit v join ams_schedule s on s.id = v.schedule_id where v.replaces_visit_id = $1`,
    [id],
  );
  assert.deepEqual(row, { month: `${next.slice(0, 7)}-01`, status: 'SCHEDULED' });
});

test('where a hard rule forbids it, a visit is not moved', async () => {
  const id = await visitOn(at(8));
  await visitOn(at(9), { centre: BANER });
  const full = await zoya().refused(contract.move, place(id, at(9)), 'schedule.rule', await versionOf(id));
  assert.match(full.fields?.['to'] ?? full.fields?.['slot'] ?? '', /visit|taken/);
  const sunday = Array.from({ length: 7 }, (_, n) => addDays(at(8), n)).find((day) => inMask(64, day)) ?? '';
  if (sunday.startsWith(month)) {
    const off = await zoya().refused(contract.move, place(id, sunday), 'schedule.rule', await versionOf(id));
    assert.match(off.fields?.['to'] ?? '', /weekly off/);
  }
  const missing = await zoya().raw(contract.move, { ...place(id, at(10)), reason: '' }, await versionOf(id));
  assert.equal(missing.status, 422);
});

test('cancelled with a reason by another than its maker; a surprise stays unknown to the centre', async () => {
  const id = await visitOn(at(11));
  const reason = 'The centre is closed on that day';
  await zoya().refused(contract.cancel, { id, reason }, 'schedule.own', await versionOf(id));
  await app.as('Bina').refused(contract.cancel, { id, reason }, 'module.missing', await versionOf(id));
  const before = (await told('Bina', 'visit-changed')).length;
  await farid().call(contract.cancel, { id, reason }, await versionOf(id));
  assert.equal((await visit(id)).status, 'CANCELLED');
  assert.equal((await told('Bina', 'visit-changed')).length, before + 1);
  await farid().refused(contract.cancel, { id, reason }, 'row.wrong-state', await versionOf(id));
  const surprise = await visitOn(at(12), { kind: 'SURPRISE' });
  const moved = await zoya().call(contract.move, place(surprise, at(13)), await versionOf(surprise));
  await farid().call(contract.cancel, { id: moved.id, reason }, await versionOf(moved.id));
  assert.equal((await told('Bina', 'visit-changed')).length, before + 1, 'nothing of the surprise');
  const steps = await app.sql('select from status_step where subject_id = any ($1)', [[surprise, moved.id]]);
  assert.equal(steps.length, 0, 'nor in the history');
});

test('lists and calendar: own and zone see it, another zone and the centre do not', async () => {
  const surprise = await visitOn(at(14), { kind: 'SURPRISE' });
  const seenBy = async (who: PersonName) => {
    const { rows } = await app.as(who).call(amsVisits.endpoints.list, { limit: 100 });
    return rows.some(({ id }) => id === surprise);
  };
  assert.deepEqual([await seenBy('Zoya'), await seenBy('Farid')], [true, true]);
  await app.as('Bina').refused(amsVisits.endpoints.list, {}, 'module.missing');
  const { days: seen } = await farid().call(contract.calendar, { month });
  assert.equal(seen.find(({ on }) => on === at(14))?.surprise, 1);
  const bad = await farid().raw(contract.calendar, { month: '2026-13' });
  assert.equal(bad.status, 422);
  const { rows } = await zoya().call(amsVisits.endpoints.list, { limit: 100 });
  const can = rows.find(({ id }) => id === surprise)?.can;
  assert.deepEqual(can, { move: true, requestMove: true, decide: false, cancel: false, replan: false });
  // Of a zone that is not his, Farid neither sees nor decides.
  await app.sql('update user_role set zone_id = (select max(id) from zone) where user_id = $1', [
    people.Farid.id,
  ]);
  try {
    assert.equal(await seenBy('Farid'), false);
    await farid().refused(
      contract.cancel,
      { id: surprise, reason: 'Not mine to cancel' },
      'row.not-found',
      await versionOf(surprise),
    );
  } finally {
    await app.sql('update user_role set zone_id = 1 where user_id = $1', [people.Farid.id]);
  }
});

test('a plan that is not approved is nobody else’s to move, and a scheduled one is not taken out', async () => {
  const id = await visitOn(at(15), { status: 'PLANNED' });
  await zoya().refused(contract.move, place(id, at(16)), 'row.wrong-state', await versionOf(id));
  await farid().refused(contract.requestMove, place(id, at(16)), 'row.not-found', await versionOf(id));
  await app.sql(`update ams_schedule set status = 'DRAFT' where id = $1`, [scheduleId]);
  const scheduled = await visitOn(at(17));
  await zoya().refused(amsScheduleContract.remove, { id: scheduled }, 'schedule.not-draft');
  await zoya().call(amsScheduleContract.remove, { id });
  await app.sql(`update ams_schedule set status = 'APPROVED' where id = $1`, [scheduleId]);
});

test('whose day went by without a start is missed, once, and its managers are told', async () => {
  const schedule = await scheduleOf('2025-01');
  const yesterday = addDays(today, -1);
  const id = await visitOn(yesterday, { schedule });
  const begun = await visitOn(yesterday, { schedule, centre: BANER, status: 'IN_PROGRESS' });
  const ahead = await visitOn(today, { centre: BANER });
  const night = () =>
    missJob.run({
      now: new Date(`${today}T00:30:00+05:30`),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
      work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
    });
  await night();
  await night();
  assert.deepEqual(
    [(await visit(id)).status, (await visit(begun)).status, (await visit(ahead)).status],
    ['MISSED', 'IN_PROGRESS', 'SCHEDULED'],
  );
  const about = /was missed/;
  assert.equal((await told('Zoya', 'visit-missed')).filter((title) => about.test(title)).length, 1);
  assert.equal((await told('Farid', 'visit-missed')).filter((title) => about.test(title)).length, 1);
  assert.deepEqual(await told('Bina', 'visit-missed'), []);
  const state = async () =>
    (await app.sql<{ status: string }>('select status from ams_schedule where id = $1', [schedule]))[0]
      ?.status;
  assert.equal(await state(), 'APPROVED', 'one is under way');
  await app.sql(`update ams_visit set status = 'SCHEDULED' where id = $1`, [begun]);
  await night();
  assert.equal(await state(), 'COMPLETED');
});

test('a missed visit is planned again once, on a day that keeps the rules, and stays missed', async () => {
  await app.sql(`update ams_visit set status = 'CANCELLED' where status <> 'COMPLETED'`);
  const old = await scheduleOf('2025-02');
  const missed = (of = old) => visitOn(addDays(today, -2), { schedule: of, status: 'MISSED' });
  const first = await missed();
  const of = (id: string) =>
    zoya()
      .call(amsVisits.endpoints.list, { status: 'MISSED' })
      .then(({ rows }) => rows.find((row) => row.id === id)?.can.replan);
  assert.equal(await of(first), true);
  await zoya().refused(contract.replan, place(first, today), 'visit.day-over', await versionOf(first));
  // Her next month is approved: only somebody else puts a visit into it.
  await zoya().refused(contract.replan, place(first, at(10)), 'visit.month-approved', await versionOf(first));
  const saturday =
    Array.from({ length: 7 }, (_, n) => addDays(at(10), n)).find((day) => inMask(64, day)) ?? '';
  await farid().refused(contract.replan, place(first, saturday), 'schedule.rule', await versionOf(first));
  await app
    .as('Bina')
    .refused(contract.replan, place(first, at(10)), 'module.missing', await versionOf(first));
  const again = await farid().call(contract.replan, place(first, at(10)), await versionOf(first));
  assert.equal(again.planned, false);
  assert.equal((await visit(first)).status, 'MISSED');
  const { status, planned_on, replaces_visit_id } = await visit(again.id);
  assert.deepEqual([status, planned_on, replaces_visit_id], ['SCHEDULED', at(10), first]);
  assert.equal(await of(first), false);
  await farid().refused(contract.replan, place(first, at(11)), 'visit.replanned', await versionOf(first));
  assert.equal((await told('Zoya', 'visit-replanned')).length, 1);
  // Cancelled, it can be planned once more.
  await farid().call(
    contract.cancel,
    { id: again.id, reason: 'The hall is painted' },
    await versionOf(again.id),
  );
  assert.equal(await of(first), true);
  // Into a month that is planned still: part of her plan, which another person approves.
  const far = addMonths(`${month}-01`, 1).slice(0, 7);
  const on = workingDays(far)[9] ?? '';
  const later = await zoya().call(contract.replan, place(first, on), await versionOf(first));
  assert.equal(later.planned, true);
  assert.equal((await visit(later.id)).status, 'PLANNED');
  await zoya().refused(contract.replan, place(later.id, on), 'row.wrong-state', await versionOf(later.id));
});

test('with its centre a visit goes to the next academic manager, who moves it from then on', async () => {
  const id = await visitOn(at(18), { kind: 'SURPRISE' });
  const next = await one(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, visits_per_day, from_on)
     select $1, 1, min(id), 1, '2024-04-01' from city returning id`,
    [people.Kavi.id],
  );
  await farid().call(amAllocationContract.assign, { id: next, franchiseeIds: [ANDHERI] });
  const [row] = await app.sql<{ am: string }>('select am_allocation_id as am from ams_visit where id = $1', [
    id,
  ]);
  assert.equal(row?.am, next);
  await zoya().refused(contract.move, place(id, at(19)), 'row.not-found', await versionOf(id));
});
