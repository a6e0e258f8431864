// Children in sections (areas/students.md 3.4, stories 1 and 6): who is where on which day, who fits, who begins.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { createStudentFromAdmission, newStudentAdmission } from '../student/create-student.server.ts';
import { studentContract } from '../student/student.contract.ts';
import { sectionExport } from './class-board.queries.server.ts';
import { placementContract } from './placement.contract.ts';
import { startEnrolmentsJob } from './start-enrolments.server.ts';

const { Aarav, Kabir, Myra } = children;
const A = sections[ANDHERI];
const B = '0190b000-0000-7000-8005-0000000000b1';
const EVENING = '0190b000-0000-7000-8005-0000000000b2';
const OTHER_CLASS = '0190b000-0000-7000-8005-0000000000b3';
const today = todayIst(new Date());

let app: TestApp;
before(async () => {
  app = await testApp();
  for (const [id, name, session, classId] of [
    [B, 'B', 'MORNING', NURSERY],
    [EVENING, 'C', 'AFTERNOON', NURSERY],
    [OTHER_CLASS, 'A', 'MORNING', NURSERY + 1],
  ])
    await app.sql(
      `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
       values ($1, $2, $3, $4, $5, $6, '09:00', '12:00', 20)`,
      [ANDHERI, id, YEAR, classId, name, session],
    );
});
after(() => app.close());

beforeEach(async () => {
  await app.sql('update section set capacity = 20, active = true where id = $1', [B]);
  await app.sql('delete from placement where section_id = $1 or from_on > $2', [B, '2026-06-15']);
  await app.sql('update placement set before_on = null, section_id = $2 where enrolment_id = any ($1)', [
    [Aarav.admissionId, Kabir.admissionId],
    A,
  ]);
  for (const [roll, child] of [Aarav, Kabir].entries())
    await app.sql(
      `update enrolment set section_id = $2, status = 'ACTIVE', joined_on = '2026-06-15', roll_no = $3 where id = $1`,
      [child.admissionId, A, roll + 1],
    );
});

const place = (ids: readonly string[], from: string, sectionId = B) =>
  app.as('Bina').call(placementContract.place, { ids: [...ids], sectionId, from });
const namesOn = async (sectionId: string, on: string) =>
  (await app.as('Divya').call(placementContract.section, { sectionId, on })).children.map((c) => c.name);
const tonight = async (day: string) =>
  startEnrolmentsJob.run({
    now: new Date(`${day}T00:05:00+05:30`),
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'students.start-enrolments' }, work),
    data: {},
    ports: { ...app.ports, afterCommit: async () => undefined } as never,
  });

test('a child moves from a day on: before it A, from it B, and the night makes it so', async () => {
  const monday = addDays(today, 5);
  assert.deepEqual(await place([Aarav.admissionId], monday), { moved: 1, unchanged: 0, over: 0 });
  assert.deepEqual(await namesOn(A, addDays(monday, -1)), ['Aarav', 'Kabir']);
  assert.deepEqual(await namesOn(B, addDays(monday, -1)), []);
  assert.deepEqual(await namesOn(A, monday), ['Kabir']);
  assert.deepEqual(await namesOn(B, monday), ['Aarav']);
  const board = await app.as('Bina').call(placementContract.class, { classId: NURSERY });
  assert.deepEqual(board.planned, [
    { studentAdmissionId: Aarav.admissionId, sectionName: 'B', from: monday },
  ]);
  assert.deepEqual(
    board.sections.map((one) => [one.name, one.children.map((c) => c.name)]),
    [
      ['A', ['Aarav', 'Kabir']],
      ['B', []],
      ['C', []],
    ],
  );
  assert.deepEqual(await tonight(addDays(monday, -1)), { ok: 0, failed: 0 });
  assert.deepEqual(await tonight(monday), { ok: 1, failed: 0 });
  assert.deepEqual(await tonight(monday), { ok: 0, failed: 0 }, 'run again: nothing');
  const [row] = await app.sql('select section_id, roll_no from enrolment where id = $1', [Aarav.admissionId]);
  assert.deepEqual(row, { section_id: B, roll_no: 1 });
});

test('placed today, placed again, and a plan that gives way to another one', async () => {
  await place([Aarav.admissionId], today);
  assert.deepEqual(await place([Aarav.admissionId], today), { moved: 0, unchanged: 1, over: 0 });
  assert.deepEqual(await namesOn(B, today), ['Aarav']);
  await place([Aarav.admissionId], addDays(today, 20), A);
  await place([Aarav.admissionId], addDays(today, 10), A);
  const rows = await app.sql(
    'select section_id, from_on, before_on from placement where enrolment_id = $1 order by from_on',
    [Aarav.admissionId],
  );
  assert.deepEqual(
    rows.map((row) => [row['section_id'], row['from_on'], row['before_on']]),
    [
      [A, '2026-06-15', today],
      [B, today, addDays(today, 10)],
      [A, addDays(today, 10), null],
    ],
  );
});

test('all or none: who does not fit keeps everybody where they are', async () => {
  await app.sql('update section set capacity = 1 where id = $1', [B]);
  const both = [Aarav.admissionId, Kabir.admissionId];
  const error = await app
    .as('Bina')
    .refused(placementContract.place, { ids: both, sectionId: B, from: today }, 'placement.section-full');
  assert.match(error.message, /Section B has 1 places and 0 children; 2 more/);
  assert.deepEqual(await namesOn(A, today), ['Aarav', 'Kabir']);
  const over = await app.as('Asha', { centre: ANDHERI }).call(placementContract.place, {
    ids: both,
    sectionId: B,
    from: today,
  });
  assert.deepEqual(over, { moved: 2, unchanged: 0, over: 1 }, 'who may exceed seats');
});

test('two at once for the last place: one gets it', async () => {
  await app.sql('update section set capacity = 1 where id = $1', [B]);
  const answers = await Promise.all(
    [Aarav, Kabir].map((child) =>
      app.as('Bina').raw(placementContract.place, { ids: [child.admissionId], sectionId: B, from: today }),
    ),
  );
  assert.deepEqual(answers.map((one) => one.status).sort(), [200, 409]);
});

test('what is no section of theirs, and what is no day of theirs', async () => {
  const bina = app.as('Bina');
  const ids = [Aarav.admissionId];
  const refused = (sectionId: string, from: string, code: string) =>
    bina.refused(placementContract.place, { ids, sectionId, from }, code);
  await refused(OTHER_CLASS, today, 'placement.other-class');
  await refused(EVENING, today, 'placement.other-session');
  await app.sql('update section set active = false where id = $1', [B]);
  await refused(B, today, 'placement.section-closed');
  await app.sql('update section set active = true where id = $1', [B]);
  const past = await refused(B, addDays(today, -1), 'input.invalid');
  assert.match(past.fields?.['from'] ?? '', /^Not before/);
  const far = await refused(B, addDays(today, 61), 'input.invalid');
  assert.equal(far.fields?.['from'], 'At most 60 days ahead');
  assert.equal((await bina.raw(placementContract.place, { ids: [], sectionId: B, from: today })).status, 422);
  const many = Array.from({ length: 61 }, (_, i) => `0190b000-0000-7000-8009-${String(i).padStart(12, '0')}`);
  assert.equal(
    (await bina.raw(placementContract.place, { ids: many, sectionId: B, from: today })).status,
    422,
  );
  await app.sql(`update enrolment set status = 'WITHDRAWN' where id = $1`, [Aarav.admissionId]);
  await refused(B, today, 'row.not-found');
});

test('another centre’s children and sections are not there; a teacher only looks', async () => {
  const [bina, charu] = [app.as('Bina'), app.as('Charu')];
  const move = { ids: [Aarav.admissionId], sectionId: B, from: today };
  await bina.refused(
    placementContract.place,
    { ...move, ids: [Aarav.admissionId, Myra.admissionId] },
    'row.not-found',
  );
  await charu.refused(placementContract.place, move, 'row.not-found');
  await charu.refused(placementContract.section, { sectionId: A }, 'row.not-found');
  await charu.refused(placementContract.section, { sectionId: A, franchiseeId: ANDHERI }, 'row.not-found');
  await charu.refused(placementContract.renumber, { sectionId: A }, 'row.not-found');
  assert.equal((await app.as('Divya').raw(placementContract.place, move)).status, 403);
  const { can } = await app.as('Divya').call(placementContract.section, { sectionId: A });
  assert.deepEqual(can, { place: false });
  const farid = app.as('Farid', { centre: null });
  const { rows } = await farid.call(placementContract.classes, {});
  assert.equal(rows.find((row) => row.classId === NURSERY)?.children, 3, 'both centres of the zone');
  const one = await farid.call(placementContract.classes, { franchiseeId: BANER });
  assert.equal(one.rows.find((row) => row.classId === NURSERY)?.children, 1);
  await farid.refused(placementContract.class, { classId: NURSERY }, 'context.centre-needed');
});

test('the numbers go by name anew, and the cards count', async () => {
  await app.sql(
    'update enrolment set roll_no = case when id = $1 then 7 else 4 end where franchisee_id = $2',
    [Aarav.admissionId, ANDHERI],
  );
  const bina = app.as('Bina');
  assert.deepEqual(await bina.call(placementContract.renumber, { sectionId: A }), { children: 2 });
  const { children: found } = await bina.call(placementContract.section, { sectionId: A });
  assert.deepEqual(
    found.map((child) => [child.rollNo, child.name, child.guardianName]),
    [
      [1, 'Aarav', 'Gita Iyer'],
      [2, 'Kabir', 'Mother of Kabir'],
    ],
  );
  await app.sql('update enrolment set section_id = null, roll_no = null where id = $1', [Kabir.admissionId]);
  const { rows } = await bina.call(placementContract.classes, {});
  const nursery = rows.find((row) => row.classId === NURSERY);
  assert.deepEqual([nursery?.children, nursery?.boys, nursery?.girls, nursery?.unplaced], [2, 2, 0, 1]);
  const boys = await bina.call(studentContract.list, { classId: NURSERY, gender: 'MALE' });
  assert.equal(boys.total.n, 2, 'the card’s link counts the same');
});

test('the file has what the screen has', async () => {
  await app.as('Bina').call(placementContract.export, { sectionId: A, format: 'xlsx' });
  const [job] = await app.sql<{ contract: string; input: Record<string, unknown> }>(
    'select contract, input from export_job order by created_at desc limit 1',
  );
  assert.equal(job?.contract, 'section-roster.export');
  await app.as('Charu').refused(placementContract.export, { sectionId: A }, 'row.not-found');
  assert.ok(sectionExport.columns({}).some((column) => column.key === 'rollNo'));
});

const tomorrow = addDays(today, 1);

test('an admitted child begins on the first day, in the section it was given', async () => {
  const work = <T>(run: (db: Parameters<Parameters<typeof inUnitOfWork>[3]>[0]) => Promise<T>) =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, run);
  const admissionId = await work((db) => newStudentAdmission(db, { franchiseeId: ANDHERI, yearId: YEAR }));
  const { studentId } = await work((db) =>
    createStudentFromAdmission(db, {
      franchiseeId: ANDHERI,
      admissionId,
      academicYearId: YEAR,
      admissionNo: 'ADM/NEW',
      classId: NURSERY,
      daySession: 'MORNING',
      startOn: tomorrow,
      today,
      child: { name: 'Ira', callName: null, dateOfBirth: '2022-09-09', gender: 'FEMALE' },
      familyId: null,
      family: { address: null, pincode: null, language: 'en' },
      guardians: [],
    }),
  );
  await app
    .as('Bina')
    .refused(placementContract.place, { ids: [admissionId], sectionId: B, from: today }, 'input.invalid');
  await place([admissionId], tomorrow);
  const stateOf = async () => {
    const [row] = await app.sql<Record<string, unknown>>(
      `select s.state, e.status, e.programme, e.section_id = $2 as placed, e.roll_no as roll from student s
         join enrolment e on e.student_id = s.id where s.id = $1`,
      [studentId, B],
    );
    return row;
  };
  const waiting = { state: 'UPCOMING', status: 'UPCOMING', programme: 'REGULAR', placed: true, roll: 1 };
  assert.deepEqual(await stateOf(), waiting);
  assert.deepEqual(await namesOn(B, today), [], 'not there yet');
  await tonight(today);
  assert.deepEqual(await stateOf(), waiting);
  assert.deepEqual(await tonight(tomorrow), { ok: 1, failed: 0 });
  assert.deepEqual(await stateOf(), { ...waiting, state: 'STUDYING', status: 'ACTIVE' });
  assert.deepEqual(await namesOn(B, tomorrow), ['Ira']);
});

test('the programme follows the category of the class', async () => {
  const work = <T>(run: (db: Parameters<Parameters<typeof inUnitOfWork>[3]>[0]) => Promise<T>) =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, run);
  const classesOf = await app.sql<{ id: number; category: string | null }>(
    'select distinct on (category) id, category from class where active order by category',
  );
  const found: Record<string, string> = {};
  for (const { id, category } of classesOf) {
    const admissionId = await work((db) => newStudentAdmission(db, { franchiseeId: ANDHERI, yearId: YEAR }));
    await work((db) =>
      createStudentFromAdmission(db, {
        franchiseeId: ANDHERI,
        admissionId,
        academicYearId: YEAR,
        admissionNo: `ADM/P${id}`,
        classId: id,
        daySession: 'MORNING',
        startOn: today,
        today,
        child: { name: `Child of ${id}`, callName: null, dateOfBirth: '2024-09-09', gender: 'FEMALE' },
        familyId: null,
        family: { address: null, pincode: null, language: 'en' },
        guardians: [],
      }),
    );
    const [row] = await app.sql<{ programme: string }>('select programme from enrolment where id = $1', [
      admissionId,
    ]);
    found[category ?? 'none'] = row?.programme ?? '';
  }
  assert.deepEqual(found, {
    'Bridge Course': 'BRIDGE',
    'Intellibaby Parent Toddler Circle (1Year - 2Years)': 'PARENT_TODDLER',
    none: 'REGULAR',
  });
});
