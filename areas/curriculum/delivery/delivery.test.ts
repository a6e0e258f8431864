// Sections and their plans: dates by calendar and shifts, what was taught, adherence, and who may say so.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds, YEAR } from '@aangan/testkit/world.ts';
import { NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { calendarContract } from '../../academics/calendar/calendar.contract.ts';
import { sectionContract } from '../../academics/structure/section.contract.ts';
import { block, content, daysOf } from '../day/day-testing.ts';
import { planContract, windowContract } from '../plan/plan.contract.ts';
import {
  deliveryContract as contract,
  dayNoteContract,
  sectionPlanContract as plans,
  type SectionView,
} from './delivery.contract.ts';
import type { DayReason, DeliveryState } from './delivery-states.ts';
import { sectionPlans } from './section-plan.listing.ts';

const sectionId = sections[ANDHERI];
const OPTIONAL = block({ title: 'In the garden', optional: true });
let app: TestApp;
let days: Awaited<ReturnType<typeof daysOf>>;
let planId = '';
let other = '';
before(async () => {
  app = await testApp();
  on('2026-06-10');
  days = await daysOf(app, 'Delivery');
  await bina().call(sectionContract.setTeacher, {
    sectionId,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-08',
  });
  const { id } = await bina().call(calendarContract.create, { from: 'EMPTY' });
  const { version } = await bina().call(calendarContract.get, { id });
  const holiday = {
    onDate: '2026-06-17',
    kind: 'HOLIDAY',
    title: 'Muharram',
    classIds: null,
    staffWorks: false,
  } as const;
  await bina().call(
    calendarContract.save,
    { id, name: 'Year', weekOff: ['SUN'], saturdays: 'OFF', days: [holiday] },
    { version },
  );
  const saved = await bina().call(calendarContract.get, { id });
  await bina().call(calendarContract.publish, { id }, { version: saved.version });
  ({ planId } = await days.published());
  await asha().call(windowContract.open, {
    planId,
    audience: 'STAFF',
    fromWeek: 1,
    toWeek: 2,
    opensAt: '2026-06-01T07:00:00+05:30',
  });
  const [found] = await app.sql<{ id: string }>(
    `select id from section where franchisee_id = $1 and name = 'Delivery'`,
    [ANDHERI],
  );
  other = found?.id ?? '';
});
after(() => app.close());

const on = (day: string, time = '12:00') => app.moveClock(new Date(`${day}T${time}:00+05:30`));
const asha = () => app.as('Asha', { centre: null, year: YEAR });
const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
const bina = () => app.as('Bina', { year: YEAR });
const divya = () => app.as('Divya', { year: YEAR });
type Plan = NonNullable<SectionView['plan']>;
const viewOf = (position?: number, id = sectionId, who = bina()) =>
  who.call(plans.get, { sectionId: id, ...(position ? { position } : {}) });
const at = async (position: number, id = sectionId): Promise<Plan> =>
  (await viewOf(position, id)).plan ?? assert.fail('no plan');
const dateAt = async (position: number, id?: string) => (await at(position, id)).day.date;
/** A section of its own at Andheri that follows the plan from 15-06 on. */
async function following(name: string): Promise<string> {
  const { id } = await bina().call(sectionContract.save, {
    id: null,
    version: null,
    classId: NURSERY,
    name,
    daySession: 'MORNING',
    startsAt: '09:00',
    endsAt: '12:00',
    capacity: 20,
  });
  await bina().call(plans.start, { sectionId: id, planId, startsOn: '2026-06-15' });
  return id;
}
const marked = async (id: string, position: number, state: DeliveryState, reason?: DayReason) => {
  const { day } = await at(position, id);
  const ask = { sectionId: id, dayId: day.id };
  if (state === 'SKIPPED')
    return bina().call(contract.skip, { ...ask, reason: reason ?? 'TIME', note: 'Heavy rain' });
  const blocks = (day.content?.blocks ?? []).map((one) => ({ id: one.id, state }));
  return bina().call(contract.save, { ...ask, blocks });
};
const rowOf = async (id: string, who = bina()) =>
  (await who.call(sectionPlans.endpoints.list, { limit: 200 })).rows.find((row) => row.id === id);

test('story 1: from 15-06 with a holiday on 17-06 position 3 is 18-06 and position 9 is 26-06', async () => {
  const { plan, startable, can } = await viewOf();
  assert.equal(plan, null);
  assert.deepEqual([startable.map(({ id }) => id), can['start']], [[planId], true]);
  await bina().call(plans.start, { sectionId, planId, startsOn: '2026-06-15' });
  assert.equal(await dateAt(3), '2026-06-18');
  assert.equal(await dateAt(9), '2026-06-26');
  assert.deepEqual(
    (await at(1)).week.map(({ date }) => date),
    ['2026-06-15', '2026-06-16', '2026-06-18', '2026-06-19', '2026-06-22'],
  );
  on('2026-06-18');
  assert.equal((await viewOf()).plan?.day.position, 3);
  on('2026-06-20');
  assert.equal((await viewOf()).plan?.day.position, 5, 'on a Saturday the next day of the plan');
  await bina().refused(plans.get, { sectionId, position: 11 }, 'day.position');
  await bina().refused(plans.start, { sectionId, planId, startsOn: '2026-06-15' }, 'section-plan.running');
  on('2026-06-10');
});

test('story 2: one idle day from position 5 moves it to 23-06; taken back it is 22-06 again', async () => {
  const id = await following('Shifted');
  const { id: plan } = await at(1, id);
  const shift = { id: plan, fromPosition: 5, idleDays: 1, reason: 'CLOSED', note: 'Flood' } as const;
  const made = await bina().call(plans.shift, shift);
  assert.deepEqual(
    [await dateAt(4, id), await dateAt(5, id), await dateAt(9, id)],
    ['2026-06-19', '2026-06-23', '2026-06-29'],
  );
  const [stood] = (await at(5, id)).shifts;
  assert.deepEqual([stood?.id, stood?.note], [made.id, 'Flood']);
  await bina().refused(plans.unshift, { id: made.id }, 'row.stale', { version: 99 });
  await bina().call(plans.unshift, { id: made.id }, { version: stood?.version ?? 0 });
  assert.equal(await dateAt(5, id), '2026-06-22');
  await bina().refused(plans.unshift, { id: made.id }, 'row.stale', { version: (stood?.version ?? 0) + 1 });
});

test('story 3: seven done, one in part, one skipped of nine: 83.33 %; with the skip as closed day 93.75 %', async () => {
  on('2026-06-26');
  const id = await following('Figures');
  for (let position = 1; position <= 8; position += 1)
    await marked(id, position, position === 4 ? 'PARTLY' : 'DONE');
  assert.equal((await at(9, id)).figures.due, 8, 'today is due once it is marked');
  await marked(id, 9, 'SKIPPED', 'TIME');
  const { figures } = await at(9, id);
  assert.deepEqual(
    [figures.due, figures.done, figures.partly, figures.skipped, figures.adherenceBp, figures.behind],
    [9, 7, 1, 1, 8333, 1],
  );
  await marked(id, 9, 'SKIPPED', 'CLOSED_DAY');
  const closed = (await at(9, id)).figures;
  assert.deepEqual([closed.due, closed.excluded, closed.adherenceBp, closed.behind], [8, 1, 9375, 0]);
  const listed = await bina().call(plans.days, { sectionId: id });
  assert.deepEqual(
    [listed.days.length, listed.days[8]?.reason, listed.days[3]?.state],
    [9, 'CLOSED_DAY', 'PARTLY'],
  );
  // The list has no other clock than the real one.
  app.moveClock(null);
  const { figures: now } = await at(9, id);
  const row = await rowOf(id);
  assert.deepEqual(
    [row?.due, row?.adherence, row?.behind, row?.status],
    [now.due, now.adherenceBp, now.behind, 'RUNNING'],
  );
  on('2026-06-10');
});

test('story 4: a centre is the sum of its sections: 15 of 18 and 4 of 20 points are 50 %', async () => {
  on('2026-06-26');
  const mine = async () => {
    const { due, points, adherenceBp } = await bina().call(plans.sums, {});
    return { due, points, adherenceBp };
  };
  const before = await mine();
  const [good, poor] = [await following('Sum good'), await following('Sum poor')];
  for (let position = 1; position <= 9; position += 1)
    await marked(good, position, position < 8 ? 'DONE' : position === 8 ? 'PARTLY' : 'SKIPPED');
  await marked(poor, 1, 'DONE');
  await marked(poor, 2, 'DONE');
  on('2026-06-30');
  await marked(good, 10, 'SKIPPED', 'CLOSED_DAY');
  const [first, second] = [(await at(1, good)).figures, (await at(1, poor)).figures];
  assert.deepEqual([first.points, first.due, second.points, second.due], [15, 9, 4, 10]);
  assert.equal(Math.round(((first.points + second.points) * 5000) / (first.due + second.due)), 5000);
  const now = await mine();
  assert.equal(now.points - before.points, 19);
  assert.equal(now.adherenceBp, Math.round((now.points * 5000) / now.due));
  const { rows } = await bina().call(sectionPlans.endpoints.list, { status: ['RUNNING'], limit: 200 });
  assert.equal(
    now.due,
    rows.reduce((sum, { due }) => sum + due, 0),
  );
  on('2026-06-10');
});

test('a teacher says of each block what was taught; said again it is one row with the revision it was taught with', async () => {
  on('2026-06-15');
  const { day } = (await viewOf(1, sectionId, divya())).plan ?? assert.fail();
  const [only] = day.content?.blocks ?? [];
  const ask = { sectionId, dayId: day.id };
  const one = { id: only?.id ?? '', state: 'SKIPPED' as const };
  await divya().refused(contract.save, { ...ask, blocks: [one] }, 'delivery.reason');
  await divya().refused(contract.save, { ...ask, blocks: [{ ...one, id: randomUUID() }] }, 'input.invalid');
  await divya().refused(contract.save, { ...ask, blocks: [one, one] }, 'input.invalid');
  await divya().refused(contract.save, { ...ask, dayId: randomUUID(), blocks: [one] }, 'row.not-found');
  const key = randomUUID();
  for (let n = 0; n < 2; n += 1)
    await divya().call(contract.save, { ...ask, blocks: [{ ...one, state: 'PARTLY' }] }, { key });
  // The author changes the day and another person approves: who taught the old one keeps it.
  await days.write(day.id, content('Changed', { blocks: [block(), OPTIONAL] }));
  await app.sql(
    `with rev as (insert into curriculum_day_rev (day_id, rev, content, approved_by) select id, 2, draft, null from curriculum_day where id = $1)
     update curriculum_day set live_rev = 2, draft = null, draft_state = 'NONE', title = 'Changed' where id = $1`,
    [day.id],
  );
  const again = (await viewOf(1, sectionId, divya())).plan?.day;
  assert.deepEqual([again?.mark?.state, again?.content?.title], ['PARTLY', 'Day 1']);
  await divya().call(contract.save, { ...ask, blocks: [{ ...one, state: 'DONE' }] });
  const rows = await app.sql<{ state: string; day_rev: number }>(
    'select state, day_rev from curriculum_delivery where section_id = $1 and day_id = $2',
    [sectionId, day.id],
  );
  assert.deepEqual(rows, [{ state: 'DONE', day_rev: 1 }]);
  const fresh = await following('Fresh');
  const taught = (await at(1, fresh)).day;
  assert.deepEqual([taught.content?.title, taught.content?.blocks.length], ['Changed', 2]);
  const needed = { id: taught.content?.blocks[0]?.id ?? '', state: 'DONE' as const };
  await bina().refused(
    contract.save,
    { sectionId: fresh, dayId: taught.id, blocks: [{ id: OPTIONAL.id, state: 'DONE' }] },
    'input.invalid',
  );
  const done = await bina().call(contract.save, { sectionId: fresh, dayId: taught.id, blocks: [needed] });
  assert.equal(done.state, 'DONE', 'an optional block may be left out');
  on('2026-06-10');
});

test('two days ahead may be marked, no more; after fourteen days the head alone; a closed day is the head’s to say', async () => {
  const dayAt = async (position: number) => ({ sectionId, dayId: (await at(position)).day.id });
  const skip = { reason: 'TIME' as const };
  on('2026-06-15');
  const refused = await divya().refused(contract.skip, { ...(await dayAt(4)), ...skip }, 'delivery.future');
  assert.match(JSON.stringify(refused), /planned for 19-06-2026/);
  on('2026-06-17');
  await divya().call(contract.skip, { ...(await dayAt(4)), ...skip });
  const closed = { ...(await dayAt(2)), reason: 'CLOSED_DAY' as const, note: 'Flood' };
  await divya().refused(contract.skip, closed, 'delivery.closed-day');
  await bina().refused(contract.skip, { ...(await dayAt(2)), reason: 'CLOSED_DAY' }, 'input.invalid');
  await bina().call(contract.skip, closed);
  await divya().refused(contract.skip, { ...(await dayAt(2)), reason: 'OTHER' }, 'input.invalid');
  on('2026-07-01');
  await divya().refused(contract.skip, { ...(await dayAt(2)), ...skip }, 'delivery.late');
  await bina().call(contract.skip, { ...(await dayAt(2)), ...skip });
  on('2026-06-10');
});

test('another teacher’s section is 403, another centre’s 404; without the approval nobody marks', async () => {
  on('2026-06-15');
  const { day } = await at(1);
  const ask = { sectionId, dayId: day.id, reason: 'TIME' as const };
  await divya().refused(contract.skip, { ...ask, sectionId: other }, 'section.not-yours');
  await divya().refused(plans.get, { sectionId: other }, 'section.not-yours');
  const charu = app.as('Charu', { year: YEAR });
  await charu.refused(plans.get, { sectionId }, 'row.not-found');
  await charu.refused(contract.skip, ask, 'row.not-found');
  await charu.refused(plans.end, { id: (await at(1)).id }, 'row.not-found', { version: 1 });
  assert.equal(await rowOf(sectionId, charu), undefined);
  assert.deepEqual(
    (await divya().call(plans.mine, {})).sections.map(({ id }) => id),
    [sectionId],
  );
  assert.deepEqual(
    (await divya().call(sectionPlans.endpoints.list, {})).rows.map(({ id }) => id),
    [sectionId],
    'a teacher lists the own sections',
  );
  assert.equal((await bina().call(plans.mine, {})).all, true);
  // Usha teaches the section too, but waits for her approval.
  await app.sql(
    `insert into section_teacher (franchisee_id, section_id, staff_id, part, from_on) values ($1, $2, $3, 'ASSISTANT', '2026-06-08')`,
    [ANDHERI, sectionId, staffIds.Usha],
  );
  const usha = app.as('Usha', { year: YEAR });
  await usha.refused(contract.skip, ask, 'approval.code-missing');
  assert.equal((await viewOf(1, sectionId, usha)).plan?.day.can['mark'], false);
  // Kavi compares centres; she teaches nobody.
  assert.equal((await kavi().call(plans.get, { sectionId })).plan?.title, (await at(1)).title);
  assert.ok(await rowOf(sectionId, kavi()));
  await kavi().refused(contract.skip, ask, 'module.missing');
  on('2026-06-10');
});

test('a teacher’s sections that follow a plan stand first, so that the screen opens on a day to teach', async () => {
  on('2026-06-15');
  await app.sql(
    `insert into section_teacher (franchisee_id, section_id, staff_id, part, from_on) values ($1, $2, $3, 'ASSISTANT', '2026-06-08')`,
    [ANDHERI, other, staffIds.Divya],
  );
  // By name the one without a plan stands first.
  await app.sql(`update section set name = '0' where id = $1`, [other]);
  const mine = (await divya().call(plans.mine, {})).sections.map(({ id }) => id);
  assert.deepEqual(mine, [sectionId, other]);
  await app.sql(`update section set name = 'Delivery' where id = $1`, [other]);
  await app.sql('delete from section_teacher where section_id = $1 and staff_id = $2', [
    other,
    staffIds.Divya,
  ]);
  on('2026-06-10');
});

test('weeks without an open window hide their days; a plan of another class or year is not started', async () => {
  const [window] = await app.sql<{ id: string; version: number }>(
    'select id, version from publish_window where plan_id = $1 and to_week = 2',
    [planId],
  );
  await app.sql('update publish_window set to_week = 1 where id = $1', [window?.id]);
  const { day } = await at(6);
  assert.deepEqual([day.content, day.can['mark']], [null, false]);
  on('2026-06-23');
  await bina().refused(contract.skip, { sectionId, dayId: day.id, reason: 'TIME' }, 'row.not-found');
  await bina().refused(dayNoteContract.save, { sectionId, dayId: day.id, text: 'x' }, 'row.not-found');
  await app.sql('update publish_window set to_week = 2 where id = $1', [window?.id]);
  on('2026-06-10');
  const { planId: draft } = await days.plan(1);
  await bina().refused(
    plans.start,
    { sectionId: other, planId: draft, startsOn: '2026-06-15' },
    'section-plan.not-covered',
  );
  await bina().refused(plans.start, { sectionId: other, planId, startsOn: '2027-06-15' }, 'input.invalid');
});

test('a teacher shifts by twenty days a year, the head by more; never a position that was taught', async () => {
  const { id } = await at(1);
  const shift = { id, fromPosition: 9, idleDays: 15, reason: 'CATCH_UP' as const };
  await divya().call(plans.shift, shift);
  const refused = await divya().refused(plans.shift, { ...shift, idleDays: 6 }, 'shift.limit');
  assert.match(JSON.stringify(refused), /5 are left/);
  await bina().call(plans.shift, { ...shift, idleDays: 6 });
  await bina().refused(plans.shift, { ...shift, fromPosition: 11 }, 'day.position');
  await bina().refused(plans.shift, { ...shift, fromPosition: 2 }, 'shift.taught');
  for (const { id: one, version } of (await at(9)).shifts)
    await bina().call(plans.unshift, { id: one }, { version });
});

test('a note of the section is kept, changed and taken away; other sections do not see it', async () => {
  const { day } = await at(1);
  const keep = (text: string) => divya().call(dayNoteContract.save, { sectionId, dayId: day.id, text });
  await keep('Bring the big drum');
  await keep('Bring two drums');
  assert.equal((await at(1)).day.ownNote, 'Bring two drums');
  const elsewhere = await following('No note');
  assert.equal((await at(1, elsewhere)).day.ownNote, '');
  await keep('');
  assert.equal((await at(1)).day.ownNote, '');
});

test('an ended plan may begin again; a plan of which days were taught is not taken back from its readers', async () => {
  const id = await following('Ends');
  const { id: running, version } = await at(1, id);
  await bina().call(plans.end, { id: running }, { version });
  assert.equal((await viewOf(1, id)).plan, null);
  await bina().refused(plans.end, { id: running }, 'row.wrong-state', { version: version + 1 });
  await bina().call(plans.start, { sectionId: id, planId, startsOn: '2026-06-22' });
  assert.equal(await dateAt(1, id), '2026-06-22');
  const { plan } = await kavi().call(planContract.map, { id: planId });
  await asha().refused(planContract.unpublish, { id: planId }, 'plan.delivered', { version: plan.version });
});

test('the section of a centre that the plan’s windows leave out starts nothing', async () => {
  await app.sql('update publish_window set centre_ids = $2 where plan_id = $1', [planId, [ANDHERI]]);
  const [baner] = await app.sql<{ id: string }>(
    `select id from section where franchisee_id = $1 and name = 'Delivery'`,
    [BANER],
  );
  const { startable } = await viewOf(undefined, baner?.id, app.as('Charu', { year: YEAR }));
  assert.deepEqual(startable, []);
});
