// Plans of the curriculum: made, handed in, decided by another person, published, and seen where a window is open.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { folderContract } from '../folder/folder.contract.ts';
import { planContract as contract, windowContract } from './plan.contract.ts';

const NURSERY = 3;
let app: TestApp;
let folderId = '';
const group = randomUUID();
before(async () => {
  app = await testApp();
  on('2026-08-02', '12:00:00');
  await app.sql(
    `insert into class_group (id, name, type) values ($1, 'Plans of Nursery', 'Curriculum_CMS')`,
    [group],
  );
  await app.sql('insert into class_group_class (class_group_id, class_id) values ($1, $2)', [group, NURSERY]);
  for (const centre of [ANDHERI, BANER])
    await app.sql(
      `insert into section (franchisee_id, academic_year_id, class_id, name, day_session, starts_at, ends_at)
         values ($1, 2026, $2, 'Plans', 'MORNING', '09:00', '12:00')`,
      [centre, NURSERY],
    );
  const folder = { name: 'Nursery of plans', kind: 'CURRICULUM_CMS', classGroupId: group } as const;
  folderId = (await kavi().call(folderContract.add, folder)).id;
});
after(() => app.close());

const on = (day: string, time: string) => app.moveClock(new Date(`${day}T${time}+05:30`));
const kavi = () => app.as('Kavi', { centre: null, year: YEAR });
const asha = () => app.as('Asha', { centre: null, year: YEAR });
const mapOf = (id: string) => kavi().call(contract.map, { id });
const versionOf = async (id: string) => ({ version: (await mapOf(id)).plan.version });
const make = async (title: string, weeks = 2): Promise<string> =>
  (await kavi().call(contract.create, { folderId, title, weeks, daysPerWeek: 5 })).id;
const CONTENT = JSON.stringify({ title: 'Rain', blocks: [] });
const fill = (id: string) =>
  app.sql(
    `update curriculum_day set draft = $2::jsonb, draft_state = 'DRAFT', ready = true, title = 'Rain' where plan_id = $1`,
    [id, CONTENT],
  );
const submitted = async (title: string, weeks = 2) => {
  const id = await make(title, weeks);
  await fill(id);
  await kavi().call(contract.submit, { id }, await versionOf(id));
  return id;
};
const approved = async (title: string, weeks = 2) => {
  const id = await submitted(title, weeks);
  await asha().call(contract.approve, { id }, await versionOf(id));
  return id;
};
const EVERYWHERE = {
  audience: 'STAFF' as const,
  fromWeek: 1,
  toWeek: 2,
  opensAt: '2026-08-01T07:00:00+05:30',
};
const open = (planId: string, more: object = {}) =>
  asha().call(windowContract.open, { planId, ...EVERYWHERE, ...more });
const published = async (title: string, weeks = 2, window: object = {}) => {
  const id = await approved(title, weeks);
  await open(id, window);
  await asha().call(contract.publish, { id }, await versionOf(id));
  return id;
};
const weeksAt = async (who: 'Bina' | 'Charu', id: string) =>
  (await app.as(who).call(contract.open, { id })).plans[0]?.weeks.map(({ weekNo }) => weekNo);

test('forty weeks of five days are two hundred empty days; a title stands once in a group and year', async () => {
  const id = await make('Nursery 2026-2027', 40);
  const { plan, weeks } = await mapOf(id);
  assert.deepEqual([plan.days, plan.ready, plan.status, weeks.length], [200, 0, 'DRAFT', 40]);
  assert.deepEqual(
    weeks[6]?.days.map(({ position }) => position),
    [31, 32, 33, 34, 35],
  );
  await kavi().refused(
    contract.create,
    { folderId, title: 'NURSERY 2026-2027', weeks: 1, daysPerWeek: 5 },
    'plan.exists',
  );
  const board = await kavi().call(contract.board, {});
  assert.ok(board.plans.some((one) => one.id === id && one.can['submit']));
  const page = await kavi().call(contract.page, { page: 99, q: 'nursery 2026' });
  assert.deepEqual([page.page, page.rows.map((one) => one.id).includes(id)], [1, true]);
});

test('submit with days that are not ready names them', async () => {
  const id = await make('Not ready');
  await fill(id);
  await app.sql('update curriculum_day set ready = false where plan_id = $1 and position in (3, 8, 9)', [id]);
  const refused = await kavi().refused(contract.submit, { id }, 'plan.not-ready', await versionOf(id));
  assert.match(JSON.stringify(refused), /3, 8–9/);
});

test('handed in by Kavi: Kavi does not decide, Asha returns with a note and approves; drafts become revision 1', async () => {
  const id = await submitted('Own approval');
  await kavi().refused(contract.approve, { id }, 'approval.own', await versionOf(id));
  const note = { id, note: 'Week 2 needs more outdoor play.' };
  await kavi().refused(contract.sendBack, note, 'approval.own', await versionOf(id));
  await asha().refused(contract.sendBack, { id, note: 'Short' }, 'input.invalid', await versionOf(id));
  await asha().refused(contract.publish, { id }, 'row.wrong-state', await versionOf(id));
  await asha().call(contract.sendBack, note, await versionOf(id));
  assert.equal((await mapOf(id)).plan.returnNote, note.note);
  await kavi().call(contract.submit, { id }, await versionOf(id));
  const stale = await versionOf(id);
  await asha().call(contract.approve, { id }, stale);
  await asha().refused(contract.approve, { id }, 'row.stale', stale);
  const days = await app.sql<{ live_rev: number; draft: unknown }>(
    'select distinct live_rev, draft from curriculum_day where plan_id = $1',
    [id],
  );
  assert.deepEqual(days, [{ live_rev: 1, draft: null }]);
  const revs = await app.sql<{ n: number }>(
    'select count(*)::int as n from curriculum_day_rev r join curriculum_day d on d.id = r.day_id where d.plan_id = $1',
    [id],
  );
  assert.equal(revs[0]?.n, 10);
  const steps = await app.sql<{ action: string }>(
    'select action from status_step where subject_id = $1 order by id',
    [id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['submit', 'return', 'submit', 'approve'],
  );
});

test('published needs an open week; unpublished again it is gone', async () => {
  const id = await approved('Without window');
  await asha().refused(contract.publish, { id }, 'plan.no-window', await versionOf(id));
  await open(id, { audience: 'FAMILY' });
  await asha().refused(contract.publish, { id }, 'plan.no-window', await versionOf(id));
  await open(id);
  await asha().call(contract.publish, { id }, await versionOf(id));
  assert.deepEqual(await weeksAt('Bina', id), [1, 2]);
  await asha().call(contract.unpublish, { id }, await versionOf(id));
  await app.as('Bina').refused(contract.open, { id }, 'row.not-found');
});

test('a window opens at its minute, at its zone and centre, for staff; revoked it is closed', async () => {
  const id = await published('Windows', 8, { centreIds: [ANDHERI] });
  assert.deepEqual(await weeksAt('Bina', id), [1, 2]);
  await app.as('Charu').refused(contract.open, { id }, 'row.not-found');
  const zone = await app.sql<{ id: number }>(
    `insert into zone (name, code) values ('Far away', 'FARPLAN') returning id`,
  );
  const west = await app.sql<{ zone_id: number }>('select zone_id from franchisee where id = $1', [BANER]);
  const from = { fromWeek: 5, toWeek: 8, opensAt: '2026-08-03T07:00:00+05:30' };
  await open(id, { ...from, zoneIds: [zone[0]?.id] });
  await open(id, { ...from, fromWeek: 5, toWeek: 5, zoneIds: [west[0]?.zone_id] });
  await open(id, { ...from, audience: 'FAMILY', fromWeek: 3, toWeek: 4 });
  on('2026-08-03', '06:59:59');
  assert.deepEqual(await weeksAt('Bina', id), [1, 2]);
  on('2026-08-03', '07:00:00');
  assert.deepEqual(await weeksAt('Bina', id), [1, 2, 5]);
  assert.deepEqual(await weeksAt('Charu', id), [5]);
  const { windows } = await mapOf(id);
  const own = windows.find(({ places, fromWeek }) => places.length === 1 && fromWeek === 1);
  assert.ok(own);
  await asha().call(windowContract.revoke, { id: own.id }, own);
  assert.deepEqual(await weeksAt('Bina', id), [5]);
  await asha().refused(windowContract.revoke, { id: own.id }, 'row.stale', own);
  on('2026-08-02', '12:00:00');
});

test('refused windows: weeks the plan does not have, zones and centres at once, unknown ones, a draft', async () => {
  const id = await approved('Refused windows');
  const ask = (more: object, code: string) =>
    asha().refused(windowContract.open, { planId: id, ...EVERYWHERE, ...more }, code);
  await ask({ toWeek: 3 }, 'window.range');
  await ask({ fromWeek: 2, toWeek: 1 }, 'window.range');
  await ask({ zoneIds: [1], centreIds: [ANDHERI] }, 'input.invalid');
  await ask({ centreIds: [999999] }, 'input.invalid');
  await ask({ closesAt: EVERYWHERE.opensAt }, 'input.invalid');
  await ask({ planId: await make('Draft') }, 'plan.closed');
});

test('another class group and a centre without it see nothing; a centre writes nothing', async () => {
  const id = await published('Only Andheri');
  await app.sql('insert into class_group_franchisee (class_group_id, centre_id) values ($1, $2)', [
    group,
    ANDHERI,
  ]);
  assert.deepEqual(await weeksAt('Bina', id), [1, 2]);
  await app.as('Charu').refused(contract.open, { id }, 'row.not-found');
  await app.sql('delete from class_group_franchisee where class_group_id = $1', [group]);
  await app.as('Divya').refused(contract.open, { id }, 'row.not-found');
  await app.as('Bina').refused(contract.map, { id }, 'module.missing');
});

test('archived when another plan covers the group or the year is over; restored while it is not', async () => {
  const id = await published('To archive');
  const other = await published('Other');
  const reason = { id, reason: 'Replaced.' };
  await asha().call(contract.archive, reason, await versionOf(id));
  await asha().call(contract.restore, { id }, await versionOf(id));
  await app.sql(`update curriculum_plan set status = 'APPROVED' where status = 'PUBLISHED' and id <> $1`, [
    id,
  ]);
  await asha().refused(contract.archive, reason, 'plan.needed', await versionOf(id));
  on('2027-04-02', '12:00:00');
  await asha().call(contract.archive, reason, await versionOf(id));
  await asha().refused(contract.restore, { id }, 'plan.year-over', await versionOf(id));
  on('2026-08-02', '12:00:00');
  assert.equal((await mapOf(other)).plan.status, 'APPROVED');
});

test('copied with its days; lengthened; not shortened over content', async () => {
  const source = await approved('Last year');
  const id = (
    await app
      .as('Kavi', { centre: null, year: YEAR + 1 })
      .call(contract.copyYear, { id: source, title: 'Next' })
  ).id;
  const copy = await mapOf(id);
  assert.deepEqual([copy.plan.academicYearId, copy.plan.ready, copy.plan.status], [YEAR + 1, 10, 'DRAFT']);
  assert.deepEqual(
    new Set(copy.weeks.flatMap(({ days }) => days.map(({ title }) => title))),
    new Set(['Rain']),
  );
  const size = async (weeks: number) => ({ input: { id, title: 'Next', weeks }, at: await versionOf(id) });
  const longer = await size(3);
  await kavi().call(contract.resize, longer.input, longer.at);
  assert.equal((await mapOf(id)).plan.days, 15);
  const back = await size(2);
  await kavi().call(contract.resize, back.input, back.at);
  const shorter = await size(1);
  const refused = await kavi().refused(contract.resize, shorter.input, 'plan.shrink', shorter.at);
  assert.match(JSON.stringify(refused), /6–10/);
  await kavi().refused(contract.resize, back.input, 'row.stale', back.at);
  const inReview = await submitted('In review');
  await kavi().refused(
    contract.resize,
    { id: inReview, title: 'X', weeks: 3 },
    'plan.closed',
    await versionOf(inReview),
  );
});

test('a folder of material and an unknown plan are refused', async () => {
  await kavi().refused(
    contract.create,
    { folderId: randomUUID(), title: 'Nowhere', weeks: 1, daysPerWeek: 5 },
    'input.invalid',
  );
  await kavi().refused(contract.map, { id: randomUUID() }, 'row.not-found');
  await kavi().refused(contract.copyYear, { id: randomUUID(), title: 'Nothing' }, 'row.not-found');
});
