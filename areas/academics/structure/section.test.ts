// Sections of a centre and year: capacity, dated teachers, closing, copying; subjects and class groups of the network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds, YEAR } from '@aangan/testkit/world.ts';
import { NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { classRecord } from '../class.record.ts';
import { lockSection, sectionsOf, teachersOfSection } from '../public.server.ts';
import { classGroupContract, subjectContract } from './network-lists.contract.ts';
import { sectionContract as contract } from './section.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const NURSERY_A = sections[ANDHERI];
const tulips = {
  id: null,
  version: null,
  classId: NURSERY,
  name: 'Tulips',
  daySession: 'MORNING' as const,
  startsAt: '09:00',
  endsAt: '12:00',
  capacity: 20,
};
const row = async (id = NURSERY_A, who: 'Bina' | 'Charu' = 'Bina') => {
  const found = (await app.as(who).call(contract.board, {})).rows.find((one) => one.id === id);
  assert.ok(found);
  return found;
};
const inCentre = <T>(work: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, work);
const teacherOn = async (day: string) =>
  (await inCentre((db) => teachersOfSection(db, NURSERY_A, day)))
    .filter(({ part }) => part === 'CLASS_TEACHER')
    .map(({ name }) => name);

test('a section is added once, ends after its start, and another centre neither sees nor changes it', async () => {
  const { id } = await app.as('Bina').call(contract.save, tulips);
  assert.equal((await app.as('Bina').raw(contract.save, { ...tulips, name: 'tulips' })).status, 409);
  const times = await app
    .as('Bina')
    .refused(contract.save, { ...tulips, name: 'B', endsAt: '09:00' }, 'section.times');
  assert.deepEqual(Object.keys(times.fields ?? {}), ['endsAt']);
  assert.equal((await app.as('Bina').raw(contract.save, { ...tulips, name: 'B', capacity: 61 })).status, 422);
  assert.ok((await app.as('Charu').call(contract.board, {})).rows.every((one) => one.id !== id));
  await app.as('Charu').refused(contract.save, { ...tulips, id, version: 1 }, 'row.not-found');
  await app.as('Charu').refused(contract.forForm, { id }, 'row.not-found');
  await app.as('Divya').refused(contract.save, { ...tulips, name: 'C' }, 'module.missing');
});

test('capacity stays at the children or above; a section with children keeps its class and stays open', async () => {
  const before = await row();
  assert.equal(before.placed, 2);
  const same = { ...tulips, id: before.id, version: before.version, name: 'A' };
  const refusal = await app
    .as('Bina')
    .refused(contract.save, { ...same, capacity: 1 }, 'section.capacity-below-strength');
  assert.deepEqual(refusal.fields, { capacity: '2 children are enrolled' });
  assert.match(refusal.message, /^2 children are enrolled\./);
  await app.as('Bina').refused(contract.save, { ...same, daySession: 'AFTERNOON' }, 'section.has-children');
  await app
    .as('Bina')
    .refused(contract.close, { id: before.id }, 'section.has-children', { version: before.version });
  await app.as('Bina').call(contract.save, { ...same, capacity: 2 });
  assert.equal((await row()).capacity, 2);
  await app.as('Bina').refused(contract.save, { ...same, capacity: 3 }, 'row.stale');
});

test('teachers are dated and approved; a new class teacher follows the one before', async () => {
  const set = { sectionId: NURSERY_A, part: 'CLASS_TEACHER' as const };
  const waiting = await app
    .as('Bina')
    .refused(
      contract.setTeacher,
      { ...set, staffId: staffIds.Usha, fromOn: '2026-06-15' },
      'section.teacher-not-approved',
    );
  assert.match(waiting.message, /^Usha Ghosh is not approved yet\./);
  await app.as('Bina').call(contract.setTeacher, { ...set, staffId: staffIds.Divya, fromOn: '2026-06-15' });
  await app.sql(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status) values ($1, '002-0900', 'Sunita', 'TEACHING', '2026-04-01', 'APPROVED')`,
    [ANDHERI],
  );
  const { staff } = await app.as('Bina').call(contract.forForm, { id: NURSERY_A });
  const sunita = staff.find(({ name }) => name === 'Sunita');
  assert.ok(sunita && staff.every(({ id }) => id !== staffIds.Usha), 'only approved staff is offered');
  await app.as('Bina').call(contract.setTeacher, { ...set, staffId: sunita.id, fromOn: '2026-11-01' });
  assert.deepEqual(
    [await teacherOn('2026-10-31'), await teacherOn('2026-11-01')],
    [['Divya Nair'], ['Sunita']],
  );
  await app
    .as('Bina')
    .refused(
      contract.setTeacher,
      { ...set, staffId: staffIds.Divya, fromOn: '2026-10-01' },
      'section.teacher-later',
    );
  await app.as('Bina').call(contract.setTeacher, { ...set, staffId: staffIds.Divya, fromOn: '2026-11-01' });
  assert.deepEqual(await teacherOn('2026-11-01'), ['Divya Nair'], 'chosen anew for the same day');
  await app
    .as('Charu')
    .refused(contract.setTeacher, { ...set, staffId: staffIds.Divya, fromOn: '2026-12-01' }, 'row.not-found');
  await app
    .as('Bina')
    .refused(
      contract.setTeacher,
      { ...set, part: 'SUBJECT', staffId: staffIds.Divya, fromOn: '2026-12-01' },
      'input.invalid',
    );
  const divya = (await row()).teachers.find(
    ({ staffId, fromOn }) => staffId === staffIds.Divya && fromOn === '2026-11-01',
  );
  assert.ok(divya);
  await app.as('Bina').refused(contract.endTeacher, { id: divya.id, toOn: '2026-10-31' }, 'input.invalid');
  await app.as('Bina').call(contract.endTeacher, { id: divya.id, toOn: '2026-12-31' });
  assert.deepEqual(await teacherOn('2027-01-01'), []);
});

test('last year’s sections are copied once, however often it is asked', async () => {
  await app.as('Bina').refused(contract.copyYear, {}, 'section.no-source', {
    headers: { 'x-academic-year-id': '2026' },
  });
  const next = app.as('Bina', { year: YEAR + 1 });
  const { rows } = await app.as('Bina').call(contract.board, {});
  assert.deepEqual(await next.call(contract.copyYear, {}), { added: rows.length, kept: 0 });
  assert.deepEqual(await next.call(contract.copyYear, {}), { added: 0, kept: rows.length });
  const copy = (await next.call(contract.board, {})).rows.find(({ name }) => name === 'Tulips');
  assert.ok(copy);
  assert.deepEqual([copy.placed, copy.teachers], [0, []]);
  await next.call(contract.close, { id: copy.id }, { version: copy.version });
  assert.equal((await next.call(contract.board, {})).rows.length, rows.length - 1);
});

test('others find and lock sections of their centre only', async () => {
  const found = await inCentre(async (db) => ({
    own: await sectionsOf(db, ANDHERI, YEAR),
    foreign: await sectionsOf(db, BANER, YEAR),
    locked: await lockSection(db, NURSERY_A),
  }));
  assert.ok(found.own.some(({ label, startsAt }) => label === 'Nursery Tulips' && startsAt === '09:00'));
  assert.deepEqual(found.foreign, []);
  assert.deepEqual([found.locked.label, found.locked.franchiseeId], ['Nursery A', ANDHERI]);
  await assert.rejects(
    inCentre((db) => lockSection(db, sections[BANER])),
    ({ code }: { code: string }) => code === 'row.not-found',
  );
});

test('subjects and class groups are the network’s; a name stands once for its type', async () => {
  const kavi = app.as('Kavi', { centre: null });
  const art = {
    id: null,
    version: null,
    name: 'Art',
    code: 'ART',
    kind: 'ACTIVITY' as const,
    position: 1,
    active: true,
    classIds: [3, 4],
  };
  const { id } = await kavi.call(subjectContract.save, art);
  await app.as('Bina').refused(subjectContract.save, art, 'academics.network-only');
  const twice = await kavi.refused(
    subjectContract.save,
    { ...art, code: 'ART2', name: 'art' },
    'subject.exists',
  );
  assert.deepEqual(Object.keys(twice.fields ?? {}), ['name']);
  await kavi.refused(
    subjectContract.save,
    { ...art, name: 'Clay', code: 'CLAY', classIds: [99] },
    'input.invalid',
  );
  await kavi.call(subjectContract.save, { ...art, id, version: 1, classIds: [3] });
  await kavi.refused(subjectContract.save, { ...art, id, version: 1 }, 'row.stale');
  const listed = (await app.as('Bina').call(subjectContract.overview, {})).rows;
  assert.deepEqual(
    listed.map(({ name, classes }) => [name, classes]),
    [['Art', ['Nursery']]],
  );

  const group = {
    id: null,
    version: null,
    name: 'Early years',
    type: 'Curriculum_CMS' as const,
    classIds: [2, 3],
    centreIds: [ANDHERI],
    active: true,
  };
  const saved = await kavi.call(classGroupContract.save, group);
  const clash = await kavi.refused(
    classGroupContract.save,
    { ...group, name: 'EARLY YEARS' },
    'class-group.exists',
  );
  assert.equal(clash.message, 'A group with this name already exists for this type.');
  await kavi.call(classGroupContract.save, { ...group, type: 'Curriculum' });
  await app.as('Bina').refused(classGroupContract.save, { ...group, name: 'Own' }, 'academics.network-only');
  assert.equal(
    (await kavi.raw(classGroupContract.save, { ...group, name: 'Other', type: 'Recorded' })).status,
    422,
  );
  assert.equal(
    (await kavi.raw(classGroupContract.save, { ...group, name: 'None', classIds: [] })).status,
    422,
  );
  const [row] = (await kavi.call(classGroupContract.overview, {})).rows.filter((one) => one.id === saved.id);
  assert.deepEqual([row?.classes, row?.centreIds], [['Playgroup', 'Nursery'], [ANDHERI]]);
});

test('classes stay the network’s: a centre reads them, a wrong age is named', async () => {
  const robotics = {
    code: 'ROB',
    name: 'Robotics',
    shortName: 'Robotics',
    position: 9,
    ageFromMonths: 48,
    ageToMonths: 72,
    rolling: false,
    childrenPerTeacher: 12,
    active: true,
  };
  const { create, list } = classRecord.endpoints;
  assert.ok(create);
  assert.equal((await app.as('Bina').raw(list, {})).status, 200);
  await app.as('Bina').refused(create, robotics, 'academics.network-only');
  const asha = app.as('Asha', { centre: null });
  assert.equal((await asha.raw(create, robotics)).status, 200);
  const wrong = await asha.raw(create, { ...robotics, code: 'ROC', name: 'Robots', ageToMonths: 40 });
  assert.deepEqual(
    [wrong.status, Object.keys((wrong.body as { fields: object }).fields)],
    [422, ['ageToMonths']],
  );
});
