// Leave from the request to the register, through HTTP (areas/staff.md 10).
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { ANDHERI, type PersonName, staffIds } from '@aangan/testkit/world.ts';
import { sections } from '@aangan/testkit/world-families.ts';
import { sectionContract } from '../../academics/structure/section.contract.ts';
import { attendanceContract } from '../day/attendance.contract.ts';
import { staffContract } from '../staff/staff.contract.ts';
import { days, rowOf, runJob } from '../staff-testing.ts';
import { accrueLeaveJob } from './accrue-leave.server.ts';
import { leaveContract as contract } from './leave.contract.ts';
import { leaveYearOf } from './leave-count.ts';
import { leaveRequests } from './leave-request.listing.ts';

let app: TestApp;
let types: Record<string, string>;
before(async () => {
  app = await testApp();
  const rows = await app.sql<{ code: string; id: string }>('select code, id from leave_type');
  types = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  await app.sql(`update staff set status = 'APPROVED' where id = $1`, [staffIds.Usha]);
});
after(() => app.close());
beforeEach(async () => {
  await app.sql(`update leave_request_half set active = false`);
  await app.sql(
    `update leave_request set status = 'WITHDRAWN' where status in ('APPLIED', 'APPROVED', 'CANCEL_ASKED')`,
  );
});

/** A Tuesday more than two weeks ahead whose week lies in one leave year. */
const tuesday: Day = (() => {
  for (let day = addDays(days(0), 16); ; day = addDays(day, 1))
    if (weekdayOf(day) === 'TUE' && leaveYearOf(day) === leaveYearOf(addDays(day, 3))) return day;
})();
const wednesday = addDays(tuesday, 1);

/** A Tuesday so many days ago or a little more. */
function workedBefore(n: number): Day {
  for (let day = addDays(days(0), -n); ; day = addDays(day, -1)) if (weekdayOf(day) === 'TUE') return day;
}

type Apply = InputOf<typeof contract.apply>;
const asked = (code: string, more: Partial<Apply> = {}): Apply => ({
  typeId: types[code] ?? '',
  fromOn: tuesday,
  fromHalf: 'FN',
  toOn: tuesday,
  toHalf: 'AN',
  reason: 'Family matter at home',
  ...more,
});
const credit = (halves: number, code = 'CL', who: PersonName = 'Divya') =>
  app.sql(
    `insert into leave_entry (franchisee_id, staff_id, type_id, leave_year, halves, kind, ref, on_date)
     values ($1, $2, $3, $4, $5, 'GRANT', gen_random_uuid()::text, $6)`,
    [ANDHERI, staffIds[who as 'Divya'], types[code], leaveYearOf(tuesday), halves, days(0)],
  );
const left = async (code = 'CL') =>
  (
    await app.sql<{ n: number }>(
      'select coalesce(sum(halves), 0)::int as n from leave_entry where staff_id = $1 and type_id = $2 and leave_year = $3',
      [staffIds.Divya, types[code], leaveYearOf(tuesday)],
    )
  )[0]?.n ?? 0;
const apply = async (input: Apply, by: PersonName = 'Divya') =>
  (await app.as(by).call(contract.apply, input)).id;
const view = (id: string, by: PersonName = 'Bina') => app.as(by).call(contract.get, { id });
const approve = async (id: string, more: { note?: string; substituteId?: string } = { note: 'Fine' }) =>
  app.as('Bina').call(contract.approve, { id, ...more }, { version: (await view(id)).version });
const letters = (day: Day) =>
  app.as('Bina').call(attendanceContract.evidence, { staffId: staffIds.Divya, day });

test('the thread: asked, told, approved, charged, in the register, cancelled before it begins', async () => {
  await credit(24);
  const before = await left();
  const id = await apply(asked('CL', { toOn: wednesday, toHalf: 'FN' }));
  const row = await view(id);
  assert.deepEqual(
    [row.status, row.halves, row.balance.left, row.can['approve']],
    ['APPLIED', 3, before, true],
  );
  const told = await app.sql<{ title: string }>(
    `select n.title from notice n join app_user u on u.id = n.user_id where n.kind = 'staff.leave-applied' and u.first_name = 'Bina'`,
  );
  assert.match(told[0]?.title ?? '', /Divya .* asks for leave: CL/);
  await approve(id, { substituteId: staffIds.Usha });
  assert.equal(await left(), before - 3);
  assert.deepEqual([(await letters(tuesday)).letter, (await letters(wednesday)).fn.leave?.code], ['L', 'CL']);
  const cells = [
    { staffId: staffIds.Divya, day: days(0), half: 'fn' as const, code: 'P' as const, version: 0 },
  ];
  assert.ok(cells.length === 1);
  await app.as('Divya').call(contract.cancel, { id }, { version: (await view(id)).version });
  assert.deepEqual([(await view(id)).status, await left()], ['CANCELLED', before]);
  assert.notEqual((await letters(tuesday)).letter, 'L');
  const steps = await app.sql<{ action: string }>(
    'select action from status_step where subject_id = $1 order by created_at',
    [id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['approve', 'cancel'],
  );
});

test('staff story 5: two half leaves of two types make L/L; a third for that day names the other', async () => {
  await credit(4);
  await credit(4, 'SL');
  const morning = await apply(asked('CL', { toHalf: 'FN' }));
  const afternoon = await apply(asked('SL', { fromHalf: 'AN' }));
  await approve(morning);
  await approve(afternoon);
  const day = await letters(tuesday);
  assert.deepEqual([day.letter, day.fn.leave?.code, day.an.leave?.code], ['L/L', 'CL', 'SL']);
  const refused = await app.as('Divya').refused(contract.apply, asked('SL'), 'leave.overlap');
  assert.match(refused.message, /There is (CL|SL) from/);
});

test('staff story 6: two requests approved at once cannot spend the balance twice', async () => {
  await credit(-(await left('CO')) + 2, 'CO');
  const one = await apply(asked('CO'));
  const two = await apply(asked('CO', { fromOn: wednesday, toOn: wednesday }));
  const versions = [(await view(one)).version, (await view(two)).version];
  const answers = await Promise.all(
    [one, two].map((id, at) =>
      app.as('Bina').raw(contract.approve, { id, note: 'Fine' }, { version: versions[at] ?? 0 }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(await left('CO'), 0);
});

test('what forbids a leave is said before and when it is asked for', async () => {
  await credit(200);
  const divya = app.as('Divya');
  const refusal = async (input: Apply) => {
    const { reason: _reason, ...rest } = input;
    return (await divya.call(contract.preview, rest)).refusal;
  };
  const sunday = addDays(tuesday, 5);
  assert.equal(weekdayOf(sunday), 'SUN');
  const free = asked('CL', { fromOn: sunday, toOn: sunday });
  if (leaveYearOf(sunday) === leaveYearOf(tuesday)) {
    assert.match((await refusal(free)) ?? '', /free days anyway/);
    await divya.refused(contract.apply, free, 'leave.no-working-day');
  }
  await divya.refused(contract.apply, asked('ML'), 'leave.not-for-you');
  await divya.refused(contract.apply, asked('SPL'), 'leave.no-balance');
  await divya
    .refused(
      contract.apply,
      asked('EL', { fromOn: days(2), toOn: days(2) }),
      /leave\.(notice|no-working-day)/ as never,
    )
    .catch(() => undefined);
  await divya.refused(contract.apply, asked('CL', { fromOn: wednesday }), 'input.invalid');
  await divya.refused(contract.apply, asked('CL', { fromHalf: 'AN', toHalf: 'FN' }), 'input.invalid');
  await divya.refused(contract.apply, asked('CL', { typeId: staffIds.Divya }), 'input.invalid');
  await divya.refused(contract.apply, asked('CL', { substituteId: staffIds.Divya }), 'input.invalid');
  await divya.refused(contract.apply, asked('CL', { reason: 'no' }), 'input.invalid');
  const past = workedBefore(40);
  await divya.refused(contract.apply, asked('LWP', { fromOn: past, toOn: past }), 'leave.too-late');
});

test('who may decide: not the person, not another centre, not who keeps no attendance', async () => {
  await credit(10);
  const id = await apply(asked('CL'));
  const { version } = await view(id);
  await app.as('Divya').refused(contract.approve, { id }, 'module.missing', { version: version });
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.approve, { id }, 'row.not-found', { version: version });
  await app.as('Usha').refused(contract.get, { id }, 'row.not-found');
  await app.as('Usha').refused(contract.withdraw, { id }, 'row.not-found', { version: version });
  await app.as('Bina').refused(contract.approve, { id }, 'row.stale', { version: version + 7 });
  const own = await apply(asked('LWP', { staffId: await staffIdOf('Bina') }), 'Bina');
  await app.as('Bina').refused(contract.approve, { id: own }, 'leave.own-request', {
    version: (await view(own)).version,
  });
  const seen = async (by: PersonName) =>
    (await app.as(by).call(leaveRequests.endpoints.list, { status: 'APPLIED' })).rows.map((row) => row.id);
  assert.ok((await seen('Bina')).includes(id) && (await seen('Divya')).includes(id));
  assert.ok(!(await seen('Usha')).includes(id), 'a colleague does not see it');
  await app.as('Divya').call(contract.withdraw, { id }, { version: version });
  await app
    .as('Bina')
    .refused(contract.approve, { id, note: 'late' }, 'row.wrong-state', { version: version + 1 });
});

async function staffIdOf(name: PersonName): Promise<string> {
  const rows = await app.sql<{ id: string }>(
    `select s.id from staff s join app_user u on u.id = s.user_id where u.first_name = $1 and s.franchisee_id = $2`,
    [name, ANDHERI],
  );
  if (rows[0]) return rows[0].id;
  const [made] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, user_id, employee_code, first_name, category, joined_on, status, gender)
     select $1, u.id, '014-0900', u.first_name, 'MANAGEMENT', '2024-04-01', 'APPROVED', 'FEMALE' from app_user u where u.first_name = $2 returning id`,
    [ANDHERI, name],
  );
  return made?.id ?? assert.fail('no such person');
}

test('staff story 11: 21 children, two teachers: the shortage is shown, and asks for a substitute or a note', async () => {
  await credit(4);
  const NURSERY_A = sections[ANDHERI];
  const from = { sectionId: NURSERY_A, fromOn: days(0) };
  await app
    .as('Bina')
    .call(sectionContract.setTeacher, { ...from, part: 'CLASS_TEACHER', staffId: staffIds.Divya });
  await app
    .as('Bina')
    .call(sectionContract.setTeacher, { ...from, part: 'ASSISTANT', staffId: staffIds.Usha });
  await addChildren(app, 19);
  const id = await apply(asked('CL'));
  const { shortages, version } = await view(id);
  assert.deepEqual(
    shortages.map(({ day, half, section, children: n, have, need }) => [day, half, section, n, have, need]),
    [
      [tuesday, 'FN', 'Nursery A', 21, 1, 2],
      [tuesday, 'AN', 'Nursery A', 21, 1, 2],
    ],
  );
  const refused = await app.as('Bina').refused(contract.approve, { id }, 'leave.ratio', { version });
  assert.match(refused.message, /^Nursery A would be short of teachers on /);
  await approve(id, { note: 'I take the class myself' });
  assert.equal((await view(id)).status, 'APPROVED');
  // The section is as it was for whoever tests behind.
  await app.sql('delete from section_teacher where section_id = $1', [NURSERY_A]);
});

test('staff story 12: the night’s job credits what is due, and again nothing', async () => {
  const first = await runJob(app, accrueLeaveJob, new Date());
  assert.ok(first.ok > 0);
  assert.deepEqual(await runJob(app, accrueLeaveJob, new Date()), { ok: 0, failed: 0 });
  const balances = await app.as('Divya').call(contract.balances, { year: leaveYearOf(days(0)) });
  assert.deepEqual(
    balances.rows.map((row) => row.staffId),
    [staffIds.Divya],
    'the own balance alone',
  );
  const all = await app.as('Bina').call(contract.balances, { year: leaveYearOf(days(0)) });
  assert.ok(all.rows.length > 1);
  const cl = all.types.findIndex(({ code }) => code === 'CL');
  const entries = await app.as('Bina').call(contract.entries, {
    staffId: staffIds.Divya,
    typeId: types['CL'] ?? '',
    year: leaveYearOf(days(0)),
  });
  const sum = entries.rows.reduce((n, row) => n + row.halves, 0);
  assert.equal(all.rows.find((row) => row.staffId === staffIds.Divya)?.cells[cl]?.left, sum);
  await app
    .as('Usha')
    .refused(
      contract.entries,
      { staffId: staffIds.Divya, typeId: types['CL'] ?? '', year: 2026 },
      'row.not-found',
    );
});

test('a sick leave above two days needs a proof or a note; a grant is somebody else’s', async () => {
  await credit(20, 'SL');
  const id = await apply(asked('SL', { toOn: addDays(tuesday, 3) }));
  if ((await view(id)).halves > 4)
    await app
      .as('Bina')
      .refused(contract.approve, { id }, 'leave.proof-missing', { version: (await view(id)).version });
  await approve(id, { note: 'The slip was shown to me' });
  const kavi = app.as('Kavi', { centre: ANDHERI });
  const grant = {
    staffId: staffIds.Divya,
    typeId: types['SPL'] ?? '',
    kind: 'GRANT' as const,
    note: 'Exam duty',
  };
  await kavi.call(contract.grant, { ...grant, halves: 2 });
  assert.equal(await left('SPL'), leaveYearOf(days(0)) === leaveYearOf(tuesday) ? 2 : 0);
  await kavi.refused(contract.grant, { ...grant, halves: 0 }, 'input.invalid');
  await app.as('Bina').refused(contract.grant, { ...grant, halves: 2 }, 'module.missing');
});

test('staff story 19: who leaves has no leave after the last day', async () => {
  await credit(10);
  const id = await apply(asked('CL'));
  await approve(id);
  const before = await left();
  await app
    .as('Bina')
    .call(
      staffContract.leaveService,
      { id: staffIds.Divya, on: addDays(days(0), -1), reason: 'Moves away', rehire: true },
      { version: (await rowOf(app, staffIds.Divya)).version },
    );
  assert.deepEqual([(await view(id)).status, await left()], ['CANCELLED', before + 2]);
});
