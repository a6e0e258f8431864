// Enrolments through HTTP: enrolled by one person, decided by another, once a module at a time; ended by hand and by the clock.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, staffIds } from '@aangan/testkit/world.ts';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { enrollments } from './enrollment.listing.ts';
import { lapseJob } from './lapse.server.ts';

let app: TestApp;
const group = randomUUID();
before(async () => {
  app = await testApp();
  await app.sql(
    `insert into class_group (id, name, type) values ($1, 'Enrolment teachers', 'Teacher Training')`,
    [group],
  );
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const bina = () => app.as('Bina');
async function module(
  more: { approval?: boolean; status?: string; due?: number; categories?: string[] } = {},
) {
  const id = randomUUID();
  await app.sql(
    `insert into teacher_module (id, code, title, class_group_id, needs_approval, due_days, staff_categories, status, edition)
     values ($1::uuid, left(upper($1::text), 12), 'Module ' || $1::text, $2, $3, $4, $5, $6, 1)`,
    [id, group, more.approval ?? true, more.due ?? null, more.categories ?? [], more.status ?? 'PUBLISHED'],
  );
  return id;
}
let code = 0;
/** An approved person of a centre, without a sign-in unless one is given. */
async function person(centre: number = ANDHERI, status = 'APPROVED'): Promise<string> {
  code += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1::int, lpad($1::int::text, 3, '0') || '-' || $2, 'Person', 'TEACHING', '2026-04-01', $3) returning id`,
    [centre, `7${String(code).padStart(4, '0')}`, status],
  );
  assert.ok(row);
  return row.id;
}
const enrol = (staff: string[], modules: string[], more = {}) => ({
  staffIds: staff,
  moduleIds: modules,
  dueOn: null,
  note: null,
  ...more,
});
const rowOf = async (moduleId: string, staffId: string) => {
  const { rows } = await hema().call(enrollments.endpoints.list, { moduleId, limit: 200 });
  const row = rows.find((one) => one.staffId === staffId);
  assert.ok(row);
  return row;
};

test('enrolled by one person, approved by another, who is told apart from the maker and the learner', async () => {
  const moduleId = await module({ due: 10 });
  assert.deepEqual(await hema().call(contract.enrol, enrol([staffIds.Divya], [moduleId])), {
    enrolled: 1,
    waiting: 1,
    already: 0,
    notFor: 0,
  });
  const { id, version, status } = await rowOf(moduleId, staffIds.Divya);
  assert.equal(status, 'REQUESTED');
  await hema().refused(contract.approve, { id }, 'enrollment.own-request', { version });
  await hema().refused(contract.reject, { id, reason: 'No' }, 'enrollment.own-request', { version });
  await app.as('Divya').refused(contract.approve, { id }, 'module.missing', { version });
  await app.as('Charu').refused(contract.approve, { id }, 'row.not-found', { version });
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  const seen = await bina().call(contract.get, { id });
  assert.deepEqual([seen.can.decide, seen.can.edit], [true, false]);
  await bina().refused(contract.approve, { id, dueOn: addDays(today, -1) }, 'input.invalid', { version });
  await bina().refused(contract.approve, { id }, 'row.stale', { version: version + 1 });
  await bina().call(contract.approve, { id }, { version });
  const done = await rowOf(moduleId, staffIds.Divya);
  assert.deepEqual([done.status, done.dueOn], ['APPROVED', addDays(today, 10)]);
  await bina().refused(contract.reject, { id, reason: 'Late' }, 'row.wrong-state', { version: done.version });
  const notices = await app.sql(`select from notice where user_id = $1 and dedupe_key like $2`, [
    people.Divya.id,
    `enrollment:${id}:%`,
  ]);
  assert.equal(notices.length, 1);
  const steps = await app.sql<{ action: string }>(`select action from status_step where subject_id = $1`, [
    id,
  ]);
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['approve'],
  );
});

test('the learner never decides for themselves, even where somebody else asked', async () => {
  const moduleId = await module();
  const [own] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status, user_id)
     values ($1, '002-78888', 'Bina', 'MANAGEMENT', '2026-04-01', 'APPROVED', $2) returning id`,
    [ANDHERI, people.Bina.id],
  );
  assert.ok(own);
  await hema().call(contract.enrol, enrol([own.id], [moduleId]));
  const { id, version } = await rowOf(moduleId, own.id);
  await bina().refused(contract.approve, { id }, 'enrollment.own-request', { version });
  assert.equal((await bina().call(contract.get, { id })).can.decide, false);
  await app.as('Farid').call(contract.approve, { id }, { version });
});

test('many at once: 3 enrolled, 1 already enrolled, 1 not of the categories; nothing half-written', async () => {
  const [open, care] = [
    await module({ approval: false, due: 5 }),
    await module({ approval: false, categories: ['CARE'] }),
  ];
  const [one, two, three] = [await person(), await person(), await person(BANER)];
  await hema().call(contract.enrol, enrol([one], [open]));
  assert.deepEqual(await hema().call(contract.enrol, enrol([one, two, three], [open])), {
    enrolled: 2,
    waiting: 0,
    already: 1,
    notFor: 0,
  });
  assert.deepEqual(await hema().call(contract.enrol, enrol([one, two], [care])), {
    enrolled: 0,
    waiting: 0,
    already: 0,
    notFor: 2,
  });
  assert.equal((await rowOf(open, two)).dueOn, addDays(today, 5));
  const before = await app.sql('select from teacher_enrollment');
  const waiting = await person(ANDHERI, 'PENDING');
  const another = await module();
  await hema().refused(contract.enrol, enrol([two, waiting], [another]), 'enrollment.not-approved');
  await hema().refused(contract.enrol, enrol([two, randomUUID()], [another]), 'row.not-found');
  await hema().refused(
    contract.enrol,
    enrol([two], [another, await module({ status: 'ARCHIVED' })]),
    'enrollment.not-published',
  );
  await hema().refused(
    contract.enrol,
    enrol([two], [another], { dueOn: addDays(today, -1) }),
    'input.invalid',
  );
  await hema().refused(contract.enrol, enrol([], [another]), 'input.invalid');
  await app.as('Hema', { centre: BANER }).refused(contract.enrol, enrol([two], [another]), 'row.not-found');
  assert.equal((await app.sql('select from teacher_enrollment')).length, before.length);
});

test('two who enrol the same person side by side leave one enrolment', async () => {
  const [moduleId, who] = [await module(), await person()];
  const answers = await Promise.all(
    [1, 2, 3].map(() => hema().call(contract.enrol, enrol([who], [moduleId]))),
  );
  assert.equal(
    answers.reduce((sum, { enrolled }) => sum + enrolled, 0),
    1,
  );
});

test('withdrawn with a reason, and enrolled once more in the next cycle; a finished one is not changed', async () => {
  const [moduleId, who] = [await module(), await person()];
  await hema().call(contract.enrol, enrol([who], [moduleId]));
  const first = await rowOf(moduleId, who);
  await hema().call(
    contract.change,
    { id: first.id, dueOn: addDays(today, 3), note: 'After the holidays' },
    { version: first.version },
  );
  const changed = await rowOf(moduleId, who);
  assert.equal(changed.dueOn, addDays(today, 3));
  await hema().refused(contract.withdraw, { id: first.id, reason: '' }, 'input.invalid', {
    version: changed.version,
  });
  await hema().call(contract.withdraw, { id: first.id, reason: 'Moved' }, { version: changed.version });
  const over = await hema().call(contract.get, { id: first.id });
  assert.deepEqual([over.status, over.reason, over.can.edit], ['WITHDRAWN', 'Moved', false]);
  await hema().refused(contract.change, { id: first.id, note: 'x' }, 'row.wrong-state', {
    version: over.version,
  });
  await hema().refused(contract.withdraw, { id: first.id, reason: 'Again' }, 'row.wrong-state', {
    version: over.version,
  });
  assert.equal((await hema().call(contract.enrol, enrol([who], [moduleId]))).enrolled, 1);
  const cycles = await app.sql<{ n: number }>(
    'select cycle_no as n from teacher_enrollment where module_id = $1 order by cycle_no',
    [moduleId],
  );
  assert.deepEqual(
    cycles.map(({ n }) => n),
    [1, 2],
  );
});

test('a month after its due day it lapses, not a day before', async () => {
  const moduleId = await module({ approval: false });
  const [late, inTime] = [await person(), await person()];
  await hema().call(contract.enrol, enrol([late, inTime], [moduleId]));
  const due = (who: string, on: string) =>
    app.sql('update teacher_enrollment set due_on = $1 where staff_id = $2', [on, who]);
  await due(late, addDays(today, -31));
  await due(inTime, addDays(today, -30));
  const run = () =>
    lapseJob.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: lapseJob.name }, work),
      now: new Date(),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
    });
  await run();
  await run();
  assert.equal((await rowOf(moduleId, late)).status, 'LAPSED');
  const kept = await rowOf(moduleId, inTime);
  assert.deepEqual([kept.status, kept.overdue], ['APPROVED', 'YES']);
});
