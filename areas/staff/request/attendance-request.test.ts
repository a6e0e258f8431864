// Requests about the own attendance, through HTTP (areas/staff.md 10, story 9).
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, staffIds } from '@aangan/testkit/world.ts';
import { attendanceContract } from '../day/attendance.contract.ts';
import { days } from '../staff-testing.ts';
import { attendanceRequestContract as contract } from './attendance-request.contract.ts';
import { attendanceRequests } from './attendance-request.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());
beforeEach(() =>
  app.sql(`update staff_attendance_request set status = 'WITHDRAWN' where status = 'APPLIED'`),
);

/** The latest day before today that is worked: no Sunday. */
const worked: Day = weekdayOf(days(-1)) === 'SUN' ? days(-2) : days(-1);
type Apply = InputOf<typeof contract.apply>;
const asked = (more: Partial<Apply> = {}): Apply => ({
  kind: 'MISSED_PUNCH',
  fromOn: worked,
  toOn: worked,
  halves: 'DAY',
  reason: 'The phone was at home',
  ...more,
});
const view = (id: string) => app.as('Bina').call(contract.get, { id });
const registerRow = async (day: Day) =>
  (await app.as('Bina').call(attendanceContract.day, { day })).rows.find(
    (row) => row.staffId === staffIds.Divya,
  ) ?? assert.fail('not in the register');
const isFree = async (day: Day) => ['WO', 'H'].includes((await registerRow(day)).on.fn.code);

test('staff story 9: absent, asked for, approved: present and corrected, with the steps and the notice', async () => {
  if (await isFree(worked)) return; // a holiday of the centre: nothing to correct
  assert.equal((await registerRow(worked)).on.letter, 'A');
  const { id } = await app.as('Divya').call(contract.apply, asked({ inAt: '08:30', outAt: '16:30' }));
  const row = await view(id);
  assert.deepEqual(
    [row.status, row.want, row.days[0]?.letter, row.can['approve']],
    ['APPLIED', 'P', 'A', true],
  );
  await app.as('Divya').refused(contract.apply, asked(), 'attendance-request.open');
  await app.as('Bina').call(contract.approve, { id, note: 'I saw her' }, { version: row.version });
  const { on } = await registerRow(worked);
  assert.deepEqual([on.letter, on.flags.includes('Corrected')], ['P', true]);
  await app
    .as('Bina')
    .refused(contract.reject, { id, note: 'too late' }, 'row.wrong-state', { version: row.version + 1 });
  const told = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'staff.attendance-decided'`,
    [people.Divya.id],
  );
  assert.match(told[0]?.title ?? '', /approved$/);
  await app.sql('update staff_day set fn = null, an = null where staff_id = $1', [staffIds.Divya]);
});

test('duty elsewhere may lie ahead; what is off stays off', async () => {
  const from = addDays(days(0), 1);
  const { id } = await app
    .as('Divya')
    .call(contract.apply, asked({ kind: 'ON_DUTY', fromOn: from, toOn: addDays(from, 6) }));
  await app.as('Bina').call(contract.approve, { id, note: null }, { version: (await view(id)).version });
  const marked = await app.sql<{ day: Day; fn: string | null }>(
    'select day, fn from staff_day where staff_id = $1 and day between $2 and $3 order by day',
    [staffIds.Divya, from, addDays(from, 6)],
  );
  assert.ok(marked.length >= 4 && marked.every(({ day, fn }) => fn === 'OD' && weekdayOf(day) !== 'SUN'));
});

test('what is refused: a day ahead, too old, a locked month, the wrong order, somebody else’s', async () => {
  const divya = app.as('Divya');
  await divya.refused(contract.apply, asked({ fromOn: days(1), toOn: days(1) }), 'input.invalid');
  await divya.refused(contract.apply, asked({ fromOn: days(-9), toOn: days(-9) }), 'attendance-request.past');
  await divya.refused(contract.apply, asked({ toOn: addDays(worked, -1) }), 'input.invalid');
  await divya.refused(contract.apply, asked({ inAt: '16:30', outAt: '08:30' }), 'input.invalid');
  await divya.refused(contract.apply, asked({ reason: 'no' }), 'input.invalid');
  await app
    .as('Esha')
    .refused(contract.apply, asked(), 'module.missing')
    .catch(() => app.as('Esha').refused(contract.apply, asked(), 'staff.not-listed'));
  const { id } = await divya.call(contract.apply, asked({ kind: 'CORRECTION', want: 'A', halves: 'AN' }));
  const { version } = await view(id);
  await app.as('Usha').refused(contract.get, { id }, 'row.not-found');
  await app.as('Charu').refused(contract.approve, { id, note: null }, 'row.not-found', { version });
  await divya.refused(contract.approve, { id, note: null }, 'module.missing', { version });
  const listed = async (by: 'Bina' | 'Divya' | 'Usha') =>
    (await app.as(by).call(attendanceRequests.endpoints.list, { status: 'APPLIED' })).rows.length;
  assert.deepEqual([await listed('Bina'), await listed('Divya'), await listed('Usha')], [1, 1, 0]);
  const month = `${worked.slice(0, 7)}-01`;
  await app.sql(
    `insert into staff_month (franchisee_id, month, status) values ($1, $2, 'LOCKED') on conflict (franchisee_id, month) do update set status = 'LOCKED'`,
    [ANDHERI, month],
  );
  await app
    .as('Bina')
    .refused(contract.approve, { id, note: null }, 'staff-attendance.month-locked', { version });
  await app.sql(`update staff_month set status = 'OPEN' where franchisee_id = $1`, [ANDHERI]);
  await divya.call(contract.withdraw, { id }, { version });
});
