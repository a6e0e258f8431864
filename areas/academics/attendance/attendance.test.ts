// A section's register: marked once whatever devices send, told to parents once, closed by calendar and date.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, staffIds, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { savePrivate } from '../../students/student/admitted-details.server.ts';
import { changeLogContract } from '../../system/journal/journal.contract.ts';
import { calendarContract } from '../calendar/calendar.contract.ts';
import { sectionContract } from '../structure/section.contract.ts';
import { attendanceContract as contract, type MarkOp } from './attendance.contract.ts';
import type { AttendanceCode } from './attendance-codes.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: NURSERY_A,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  for (let n = 1; n <= 23; n += 1) await addChild(n);
});
after(() => app.close());

const NURSERY_A = sections[ANDHERI];
const { Aarav, Kabir } = children;
const mondayAt = (time: string) => new Date(`2026-11-23T${time}:00+05:30`);
const MONDAY = '2026-11-23';
const extra = (n: number) => `0190b000-0000-7000-8702-${String(n).padStart(12, '0')}`;

/** A further child of Nursery A: 25 with Aarav and Kabir. */
async function addChild(n: number): Promise<void> {
  const [enrolment, student, childId] = [extra(n), extra(100 + n), extra(200 + n)];
  await app.sql('insert into child (id, child_no) values ($1, $2)', [childId, `A${200_000_000 + n}`]);
  await app.sql(`insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)`, [
    ANDHERI,
    enrolment,
    YEAR,
  ]);
  await app.sql(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id)
     values ($1, $2, $3, $4, $5, $6, '2022-09-01', 'FEMALE', 'STUDYING', $7)`,
    [ANDHERI, student, childId, Kabir.familyId, `ADM/N/${n}`, `Child ${n}`, enrolment],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, roll_no, enrolment_no, status, joined_on)
     values ($1, $2, $3, $4, $5, $6, 'MORNING', $7, $8, 'ACTIVE', '2026-06-15')`,
    [ANDHERI, enrolment, student, YEAR, NURSERY, NURSERY_A, 10 + n, `N${n}`],
  );
  await app.sql(
    `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on) values ($1, $2, $3, $4, 'MORNING', '2026-06-15')`,
    [ANDHERI, enrolment, NURSERY, NURSERY_A],
  );
}

const op = (enrolmentId: string, code: AttendanceCode, baseVersion = 0): MarkOp => ({
  opId: randomUUID(),
  enrolmentId,
  code,
  inAt: null,
  outAt: null,
  reason: null,
  note: null,
  baseVersion,
  atDevice: '2026-11-23T03:35:00Z',
});
const all = (codes: Readonly<Record<string, AttendanceCode>> = {}) =>
  [Aarav.admissionId, Kabir.admissionId, ...Array.from({ length: 23 }, (_, n) => extra(n + 1))].map((id) =>
    op(id, codes[id] ?? 'P'),
  );
const day = (ops: readonly MarkOp[], onDate = MONDAY, submit = true) => ({
  sectionId: NURSERY_A,
  onDate,
  ops: [...ops],
  submit,
});
const notices = async () =>
  app.sql<{ state: string; source_id: string; not_before: Date }>(
    `select state, source_id, not_before from outbox where source_kind = 'absence' order by at, id`,
  );
const register = (who: 'Divya' | 'Bina' = 'Divya', onDate = MONDAY) =>
  app.as(who).call(contract.register, { sectionId: NURSERY_A, onDate });

test('stories 1 and 2: 25 children in one command; who announced leave gets no notice, one parent one at 09:30', async () => {
  app.moveClock(new Date('2026-11-22T18:00:00+05:30'));
  await app
    .as('Gita')
    .call(contract.tellAbsence, { id: Aarav.studentId, fromOn: MONDAY, toOn: MONDAY, reason: 'SICK' });
  app.moveClock(mondayAt('09:05'));
  const before = await register();
  assert.equal(before.rows.length, 25);
  assert.equal(before.rows.find((row) => row.enrolmentId === Aarav.admissionId)?.leave, 'Announced: Sick');
  const sent = day(all({ [Aarav.admissionId]: 'L', [Kabir.admissionId]: 'A', [extra(1)]: 'LATE' }));
  const key = randomUUID();
  const saved = await app.as('Divya').call(contract.save, sent, { key });
  assert.deepEqual(
    [saved.status, saved.strength, saved.counts, saved.unmarked, saved.told],
    ['SUBMITTED', 25, { P: 22, LATE: 1, EARLY: 0, HD: 0, A: 1, L: 1 }, 0, 1],
  );
  assert.equal(saved.toldAt, mondayAt('09:30').toISOString());
  // The device did not hear the answer and sends it again: by its key, and by its operations.
  assert.deepEqual(await app.as('Divya').call(contract.save, sent, { key }), saved);
  const again = await app.as('Divya').call(contract.save, sent, { key: randomUUID() });
  assert.ok(again.results.every(({ outcome }) => outcome === 'DUPLICATE'));
  const [marks] = await app.sql<{ n: string }>('select count(*) as n from attendance_mark');
  assert.equal(Number(marks?.n), 25);
  const queued = await notices();
  assert.deepEqual(
    queued.map((row) => [row.state, row.source_id, new Date(row.not_before).toISOString()]),
    [['QUEUED', `${Kabir.admissionId}:${MONDAY}`, mondayAt('09:30').toISOString()]],
  );
});

test('an allergy that the family named stands beside the child in the register', async () => {
  const { studentId } = Kabir;
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    savePrivate(db, { franchiseeId: ANDHERI, studentId }, { secret: {}, hasAllergy: true }),
  );
  assert.deepEqual(
    (await register()).rows.filter((row) => row.hasAllergy).map((row) => row.enrolmentId),
    [Kabir.admissionId],
  );
});

test('a correction before the notice leaves takes it back', async () => {
  app.moveClock(mondayAt('09:20'));
  const version = (await register()).rows.find((row) => row.enrolmentId === Kabir.admissionId)?.version ?? 0;
  await app.as('Divya').call(contract.save, day([op(Kabir.admissionId, 'LATE', version)]));
  assert.deepEqual(
    (await notices()).map(({ state }) => state),
    ['CANCELLED'],
  );
});

test('story 5: two devices mark differently: one row, the second sees both', async () => {
  app.moveClock(mondayAt('09:25'));
  const seen = (await register()).rows.find((row) => row.enrolmentId === extra(2))?.version ?? 0;
  const first = await app.as('Divya').call(contract.save, day([op(extra(2), 'LATE', seen)]));
  assert.equal(first.results[0]?.outcome, 'APPLIED');
  const second = await app.as('Bina').call(contract.save, day([op(extra(2), 'A', seen)]));
  assert.deepEqual(
    second.results.map(({ outcome, code, by }) => [outcome, code, by]),
    [['CONFLICT', 'LATE', 'Divya Nair']],
  );
  const rows = await app.sql<{ code: string }>('select code from attendance_mark where enrolment_id = $1', [
    extra(2),
  ]);
  assert.deepEqual(rows, [{ code: 'LATE' }]);
  const chosen = await app
    .as('Bina')
    .call(contract.save, day([op(extra(2), 'A', second.results[0]?.version ?? 0)]));
  assert.equal(chosen.results[0]?.outcome, 'APPLIED');
});

test('marks saved again in one command are each in the change audit, with what changed', async () => {
  app.moveClock(mondayAt('09:26'));
  const ids = [extra(10), extra(11)];
  const seen = new Map((await register()).rows.map((row) => [row.enrolmentId, row.version]));
  const left = ids.map((id) => ({ ...op(id, 'EARLY', seen.get(id)), note: 'With her aunt' }));
  await app.as('Divya').call(contract.save, day(left));
  const noted = await app.sql<{ op: string; command: string; code: unknown; keys: string; child: string }>(
    `select op, command, m.value -> 'code' as code, (select string_agg(k, ',' order by k) from jsonb_object_keys(m.value) k) as keys,
        split_part(m.key, ' ', 2) as child
       from record_change c join attendance_register g on g.id::text = c.row_key, jsonb_each(diff) m
      where table_name = 'attendance_mark' and m.value -> 'code' ->> 1 = 'EARLY'`,
  );
  const one = { op: 'U', command: 'attendance.save', code: ['P', 'EARLY'], keys: 'code,note,op_id' };
  assert.deepEqual(
    noted.sort((a, b) => ids.indexOf(a.child) - ids.indexOf(b.child)),
    ids.map((child) => ({ ...one, child })),
  );
  const [told] = (await app.as('Asha').call(changeLogContract.list, { table: 'attendance_mark' })).rows;
  assert.deepEqual(
    told?.changes.filter(({ field }) => field.includes(extra(10))),
    [
      { field: `code (${MONDAY} ${extra(10)} MORNING)`, from: 'P', to: 'EARLY' },
      { field: `note (${MONDAY} ${extra(10)} MORNING)`, from: null, to: '•••' },
    ],
  );
  await assert.rejects(
    app.sql('update attendance_mark set on_date = on_date - 1 where enrolment_id = $1', [extra(10)]),
    /key of a row of attendance_mark cannot change/,
  );
});

test('a child that is marked twice in one command keeps the later mark', async () => {
  app.moveClock(mondayAt('09:26'));
  const seen = (await register()).rows.find((row) => row.enrolmentId === extra(4))?.version ?? 0;
  const { results } = await app
    .as('Divya')
    .call(contract.save, day([op(extra(4), 'LATE', seen), op(extra(4), 'HD', seen + 1)]));
  assert.deepEqual(
    results.map(({ outcome, code, version }) => [outcome, code, version]),
    [
      ['APPLIED', 'LATE', seen + 1],
      ['APPLIED', 'HD', seen + 2],
    ],
  );
});

test('an incomplete register is kept but not submitted; a child of another section is refused alone', async () => {
  app.moveClock(mondayAt('12:00'));
  const friday = '2026-11-20';
  const saved = await app
    .as('Bina')
    .call(contract.save, day([op(extra(3), 'A'), op(children.Myra.admissionId, 'P')], friday));
  assert.deepEqual(
    [saved.results.map(({ outcome }) => outcome), saved.status, saved.unmarked, saved.told],
    [['APPLIED', 'NOT_ON_ROLL'], 'OPEN', 24, 0],
  );
  const { tiles } = await app.as('Bina').call(contract.today, { onDate: friday });
  assert.deepEqual(
    tiles.map(({ section, status, unmarked }) => [section.label, status, unmarked]),
    [['Nursery A', 'OPEN', 24]],
  );
  const missing = async (onDate: string) =>
    (await app.as('Divya').call(contract.today, { onDate, tab: 'not-submitted' })).total.n;
  assert.deepEqual([await missing(friday), await missing(MONDAY)], [1, 0], 'what a teacher’s home counts');
});

test('stories 3, 6, 20: holiday, tomorrow, a closed day, an unapproved teacher, another centre', async () => {
  app.moveClock(mondayAt('12:00'));
  const bina = app.as('Bina');
  const { id } = await bina.call(calendarContract.create, { from: 'EMPTY' });
  await bina.call(
    calendarContract.save,
    { ...calendar(id), days: [holiday('2026-11-18', 'Annual day'), holiday('2026-06-26', 'Muharram')] },
    { version: 1 },
  );
  const draft = await bina.call(calendarContract.get, { id });
  await bina.call(calendarContract.publish, { id }, { version: draft.version });
  const closed = await bina.refused(
    contract.save,
    day([op(extra(1), 'P')], '2026-11-18'),
    'attendance.day-closed',
  );
  assert.equal(closed.message, 'Annual day: no register.');
  assert.equal((await register('Bina', '2026-11-18')).closed, 'Annual day');
  await bina.refused(contract.save, day([op(extra(1), 'P')], '2026-11-22'), 'attendance.day-closed');
  await bina.refused(contract.save, day([op(extra(1), 'P')], '2026-11-24'), 'attendance.future');
  const eighth = await bina.refused(
    contract.save,
    day([op(extra(1), 'P')], '2026-11-13'),
    'attendance.locked',
  );
  assert.equal(eighth.message, 'Locked since 21-11-2026. Request a correction.');
  await app.as('Divya').refused(contract.save, day([op(extra(1), 'P')], '2026-11-20'), 'attendance.locked');
  app.moveClock(mondayAt('18:00'));
  await app.as('Divya').refused(contract.save, day([op(extra(1), 'P')]), 'attendance.locked');
  await app.as('Usha').refused(contract.today, {}, 'module.missing');
  await app.as('Usha').refused(contract.save, day([op(extra(1), 'P')]), 'module.missing');
  await app.as('Charu').refused(contract.register, { sectionId: NURSERY_A, onDate: MONDAY }, 'row.not-found');
  await app.as('Charu').refused(contract.save, day([op(extra(1), 'P')]), 'row.not-found');
  const { id: other } = await bina.call(sectionContract.save, {
    id: null,
    version: null,
    classId: NURSERY,
    name: 'B',
    daySession: 'MORNING',
    startsAt: '09:00',
    endsAt: '12:00',
    capacity: 20,
  });
  await app.as('Divya').refused(contract.register, { sectionId: other, onDate: MONDAY }, 'section.not-yours');
  assert.equal(
    (await bina.raw(contract.save, day([{ ...op(extra(1), 'P'), code: 'X' as 'P' }]))).status,
    422,
  );
});

test('story 6: a closed day changes by a correction that another person approves', async () => {
  app.moveClock(mondayAt('12:00'));
  const ask = {
    enrolmentId: Kabir.admissionId,
    onDate: '2026-11-12',
    newCode: 'HD' as const,
    reason: 'Came at noon',
  };
  await app
    .as('Divya')
    .refused(contract.requestCorrection, { ...ask, onDate: MONDAY }, 'correction.not-needed');
  await app.as('Bina').call(contract.requestCorrection, ask);
  await app.as('Divya').refused(contract.requestCorrection, ask, 'correction.waits');
  const [own] = (await app.as('Bina').call(contract.corrections, {})).rows;
  assert.ok(own && !own.can['decide']);
  const decide = { id: own.id, approve: true };
  await app.as('Bina').refused(contract.decideCorrection, decide, 'approval.own', { version: own.version });
  await app.as('Charu').refused(contract.decideCorrection, decide, 'row.not-found', { version: own.version });
  await app
    .as('Divya')
    .refused(contract.decideCorrection, decide, 'module.missing', { version: own.version });
  await app.as('Omkar').call(contract.decideCorrection, decide, { version: own.version });
  const [decided] = (await app.as('Omkar').call(contract.corrections, {})).rows;
  assert.deepEqual([decided?.status, decided?.decidedBy], ['APPROVED', 'Omkar Sawant']);
  assert.equal(
    (await register('Bina', '2026-11-12')).rows.find((row) => row.enrolmentId === Kabir.admissionId)?.code,
    'HD',
  );
  await app
    .as('Omkar')
    .refused(contract.decideCorrection, decide, 'row.wrong-state', { version: decided?.version ?? 0 });
});

test('story 4: 35 of 42 half-days are 83.33 % on the report, the month and its file', async () => {
  const june = [...june21()];
  const codes: AttendanceCode[] = [...fill('P', 15), ...fill('LATE', 2), 'HD', 'A', 'A', 'L'];
  for (const [n, onDate] of june.entries()) await mark(extra(5), onDate, codes[n] ?? 'P');
  const report = await app.as('Bina').call(contract.report, { id: extra(105) });
  const month = report.months.find((one) => one.month === '2026-06');
  assert.deepEqual([month?.marked, month?.halfDays, month?.rateBp, month?.counts.L], [21, 35, 8333, 1]);
  const list = await app.as('Bina').call(contract.month, { sectionId: NURSERY_A, month: '2026-06' });
  const row = list.rows.find(({ enrolmentId }) => enrolmentId === extra(5));
  assert.deepEqual([row?.rateBp, row?.codes[june[0] ?? '']], [8333, 'P']);
  assert.equal(list.days.find((one) => one.day === '2026-06-26')?.closed, 'Muharram');
  assert.ok(
    (await app.as('Bina').call(contract.exportMonth, { sectionId: NURSERY_A, month: '2026-06' })).jobId,
  );
});

test('story 10: closing a day names its registers, cancels them, and the percentage uses a day less', async () => {
  app.moveClock(mondayAt('12:00'));
  const bina = app.as('Bina');
  const mine = await bina.call(calendarContract.overview, {});
  const id = mine.own?.id ?? '';
  const stood = await bina.call(calendarContract.get, { id });
  const marked = async () =>
    (await bina.call(contract.report, { id: extra(3) })).months.find((one) => one.month === '2026-11')
      ?.marked;
  assert.equal(await marked(), 2);
  const change = {
    ...calendar(id),
    days: [...stood.days, holiday('2026-11-20', 'Water shortage')],
    reason: 'No water on Friday',
  };
  const refusal = await bina.refused(calendarContract.save, change, 'calendar.registers', {
    version: stood.version,
  });
  assert.match(refusal.message, /Nursery A \(20-11-2026\)/);
  assert.equal(await marked(), 2, 'nothing is half-written');
  await bina.call(calendarContract.save, { ...change, cancelRegisters: true }, { version: stood.version });
  assert.equal(await marked(), 1);
  const [row] = await app.sql<{ status: string }>(
    `select status from attendance_register where on_date = '2026-11-20'`,
  );
  assert.equal(row?.status, 'CANCELLED');

  assert.deepEqual((await bina.call(calendarContract.registers, { onDate: MONDAY })).rows, [
    { section: 'Nursery A', submitted: true, marked: 25 },
  ]);
  const before = await notices();
  assert.ok(before.some(({ state }) => state === 'QUEUED'));
  const closed = await bina.call(calendarContract.closeDay, { onDate: MONDAY, title: 'Heavy rain' });
  assert.equal(closed.registers, 1);
  assert.ok(
    (await notices()).every(({ state }) => state === 'CANCELLED'),
    'notices that wait are taken back',
  );
  await app.as('Divya').refused(contract.save, day([op(extra(1), 'P')]), 'attendance.day-closed');
  assert.equal(await marked(), undefined);
});

test('absent for days and coming rarely are listed', async () => {
  for (const onDate of ['2026-11-16', '2026-11-17', '2026-11-19']) await mark(extra(7), onDate, 'A');
  const absent = await app.as('Bina').call(contract.children, { list: 'ABSENT' });
  assert.deepEqual(
    absent.rows.map(({ enrolmentId, days }) => [enrolmentId, days]),
    [[extra(7), 3]],
  );
  const low = await app.as('Bina').call(contract.children, { list: 'LOW' });
  assert.ok(low.rows.some(({ enrolmentId, rateBp }) => enrolmentId === extra(7) && rateBp === 0));
  assert.ok(!low.rows.some(({ enrolmentId }) => enrolmentId === extra(5)), '83.33 % is not low');
});

test('a family reads and announces for its own child only', async () => {
  app.moveClock(mondayAt('12:00'));
  const gita = app.as('Gita');
  const own = await gita.call(contract.report, { id: Aarav.admissionId });
  assert.deepEqual([own.name, own.can['tellAbsence'], own.notes.length], ['Aarav', true, 1]);
  await gita.refused(contract.report, { id: Kabir.studentId }, 'row.not-found');
  await gita.refused(contract.report, { id: extra(105) }, 'row.not-found');
  const tell = { id: Aarav.studentId, fromOn: '2026-12-01', toOn: '2026-12-02', reason: 'TRAVEL' as const };
  await gita.refused(contract.tellAbsence, { ...tell, id: Kabir.studentId }, 'row.not-found');
  await gita.refused(contract.tellAbsence, { ...tell, fromOn: '2026-11-20' }, 'absence.past');
  await gita.refused(contract.tellAbsence, { ...tell, toOn: '2026-12-31' }, 'absence.too-long');
  await gita.call(contract.tellAbsence, tell);
  await gita.refused(contract.tellAbsence, tell, 'absence.told');
  const note = (await gita.call(contract.report, { id: Aarav.admissionId })).notes[0];
  assert.ok(note?.can['cancel']);
  await gita.refused(contract.cancelNote, { id: Aarav.studentId, noteId: randomUUID() }, 'row.not-found');
  await gita.call(contract.cancelNote, { id: Aarav.studentId, noteId: note.id });
  assert.equal((await gita.call(contract.report, { id: Aarav.admissionId })).notes[0]?.status, 'CANCELLED');
  assert.equal((await gita.raw(contract.today, {})).status, 403);
});

const calendar = (id: string) => ({
  id,
  name: 'Andheri 2026-2027',
  weekOff: ['SUN' as const],
  saturdays: 'OFF' as const,
});
const holiday = (onDate: string, title: string) => ({
  onDate,
  kind: 'HOLIDAY' as const,
  title,
  classIds: null,
  staffWorks: false,
});
const fill = (code: AttendanceCode, n: number): AttendanceCode[] => Array.from({ length: n }, () => code);

function* june21(): Generator<string> {
  for (let n = 1; n <= 30; n += 1) {
    const onDate = `2026-06-${String(n).padStart(2, '0')}`;
    const weekday = new Date(onDate).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && n !== 26) yield onDate;
  }
}

/** A mark of a day that is over, as its register would have left it. */
async function mark(enrolmentId: string, onDate: string, code: AttendanceCode): Promise<void> {
  await app.sql(
    `with r as (insert into attendance_register (franchisee_id, section_id, on_date, session) values ($1, $2, $3, 'MORNING')
       on conflict (franchisee_id, section_id, on_date, session) do update set version = excluded.version returning id)
     insert into attendance_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, op_id)
     select $1, $3, $4, 'MORNING', $2, r.id, $5, gen_random_uuid() from r`,
    [ANDHERI, NURSERY_A, onDate, enrolmentId, code],
  );
}
