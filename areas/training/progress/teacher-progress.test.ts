// A teacher's line is its own enrolments and registers, over the demo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { academicYearDays, currentYear, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { enrollments } from '../enrollment/enrollment.listing.ts';
import { teacherProgress } from './teacher-progress.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const AWAY = new Set(['REJECTED', 'WITHDRAWN', 'LAPSED']);

test('modules, completed and overdue ones are the list of enrolments, registers those the teacher submitted', async () => {
  const asha = app.as('Asha', { centre: ANDHERI });
  const { rows } = await asha.call(teacherProgress.endpoints.list, { limit: 200 });
  assert.ok(rows.some(({ modules }) => modules > 0) && rows.some(({ registers }) => registers > 0));
  const all = await asha.call(enrollments.endpoints.list, { limit: 200 });
  const today = todayIst(new Date());
  const { from, to } = academicYearDays(currentYear(new Date()));
  for (const row of rows) {
    const own = all.rows.filter(({ staffId, status }) => staffId === row.staffId && !AWAY.has(status));
    const late = own.filter(({ status, dueOn }) => status !== 'COMPLETED' && dueOn !== null && dueOn < today);
    assert.deepEqual(
      [row.modules, row.completed, row.overdue],
      [own.length, own.filter(({ status }) => status === 'COMPLETED').length, late.length],
      row.teacher,
    );
    const [kept] = await app.sql<{ n: number }>(
      `select count(*)::int as n from attendance_register where status = 'SUBMITTED' and on_date between $2 and $3
         and submitted_by = (select user_id from staff where id = $1)`,
      [row.staffId, from, to],
    );
    assert.equal(row.registers, kept?.n, row.teacher);
    const state =
      late.length > 0 ? 'OVERDUE' : own.length === 0 ? 'NONE' : row.completed < own.length ? 'OPEN' : 'DONE';
    assert.equal(row.state, state, row.teacher);
  }
});

test('another centre sees none of them, and a teacher has no such list', async () => {
  const mine = new Set(
    (await app.as('Bina').call(teacherProgress.endpoints.list, { limit: 200 })).rows.map(({ id }) => id),
  );
  const others = await app.as('Charu').call(teacherProgress.endpoints.list, { limit: 200 });
  assert.ok(others.rows.every(({ id }) => !mine.has(id)));
  assert.equal((await app.as('Divya').raw(teacherProgress.endpoints.list, {})).status, 403);
});
