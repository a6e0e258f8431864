// Classes, subjects and groups are the network's; sections are the centre's, per year.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { authenticate } from '../shell/area.server.ts';
import { academicsServer } from './area.server.ts';
import { classRecord } from './class.record.ts';
import { classGroup } from './class-group.record.ts';
import { classes, sectionsOf } from './public.server.ts';
import { section } from './section.record.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

const create = (record: { endpoints: { create?: Endpoint } }): Endpoint => {
  assert.ok(record.endpoints.create);
  return record.endpoints.create;
};
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
const tulips = {
  classId: 3,
  name: 'Tulips',
  daySession: 'MORNING',
  startsAt: '09:00',
  endsAt: '12:00',
  capacity: 20,
  active: true,
};

test('a centre head reads the classes but only the network changes them', async () => {
  const listed = await app.as('Bina').raw(classRecord.endpoints.list, {});
  assert.equal(listed.status, 200);
  await app.as('Bina').refused(create(classRecord), robotics, 'academics.network-only');
  assert.equal((await app.as('Asha', { centre: null }).raw(create(classRecord), robotics)).status, 200);
  const wrong = await app
    .as('Asha', { centre: null })
    .raw(create(classRecord), { ...robotics, code: 'ROC', name: 'Robots', ageToMonths: 40 });
  assert.deepEqual(
    [wrong.status, Object.keys((wrong.body as { fields: object }).fields)],
    [422, ['ageToMonths']],
  );
  assert.equal(
    (
      await app
        .as('Asha', { centre: null })
        .raw(create(classGroup), { name: 'Teachers', type: 'Teacher Training', active: true })
    ).status,
    200,
  );
});

test("sections belong to a centre and year; another centre's are not seen", async () => {
  assert.equal((await app.as('Bina').raw(create(section), tulips)).status, 200);
  assert.equal((await app.as('Bina').raw(create(section), tulips)).status, 409);
  const foreign = (await app.as('Charu').raw(section.endpoints.list, {})).body as {
    rows: { name: string; franchiseeId: number }[];
  };
  assert.ok(foreign.rows.every((row) => row.name !== 'Tulips' && row.franchiseeId === BANER));
  const found = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, async (db) => ({
    own: await sectionsOf(db, ANDHERI, YEAR),
    foreign: await sectionsOf(db, BANER, YEAR),
    classes: await classes(db),
  }));
  assert.deepEqual(
    found.own.filter((one) => one.name === 'Tulips').map((one) => [one.classId, one.startsAt]),
    [[3, '09:00']],
  );
  assert.deepEqual(found.foreign, []);
  assert.ok(found.classes.some((one) => one.name === 'Robotics' && one.ageFromMonths === 48));
});
