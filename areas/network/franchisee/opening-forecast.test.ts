// When a centre can open, and its profile on paper.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { days } from '../network-testing.ts';
import { checklistContract } from './checklist.contract.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { type ForecastItem, forecastOf } from './opening-forecast.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const item = (id: string, dueOn: string, more: Partial<ForecastItem> = {}): ForecastItem => ({
  id,
  title: id,
  phase: 'SITE',
  dueOn,
  open: true,
  gate: true,
  departmentId: 1,
  ...more,
});

test('the opening is the day the last gate item is likely done; what is late or slow moves it, the rest does not', () => {
  const today = '2026-11-21';
  assert.deepEqual(forecastOf([item('a', '2026-12-01', { open: false })], today, new Map()), {
    opensOn: null,
    plannedOn: null,
    movers: [],
  });
  const found = forecastOf(
    [
      item('late', '2026-11-01'),
      item('slow', '2026-12-01', { departmentId: 2 }),
      item('plain', '2026-12-05'),
      item('no gate', '2027-03-01', { gate: false }),
    ],
    today,
    new Map([[2, 10]]),
  );
  assert.equal(found.opensOn, '2026-12-11', '10 days later than due, as this department usually is');
  assert.equal(found.plannedOn, '2026-12-05');
  assert.deepEqual(
    found.movers.map((one) => [one.id, one.doneOn, one.late, one.days]),
    [
      ['slow', '2026-12-11', 10, 6],
      ['plain', '2026-12-05', 0, 0],
      ['late', '2026-11-21', 0, 0],
    ],
  );
});

test('the forecast of a centre counts its own items and the pace of the departments; another centre is not seen', async () => {
  await app.sql(`update franchisee set status = 'SETUP' where id = $1`, [BANER]);
  const add = (title: string, due: string, state: 'OPEN' | 'DONE', department: number) =>
    app.sql(
      `insert into franchisee_checklist_item (franchisee_id, title, phase, owner_department_id, due_on, needs_evidence, gate, position, state, done_by, done_at)
       values ($1, $2, 'SITE', $3, $4, false, true, 0, $5, case when $5 = 'DONE' then $6::uuid end, case when $5 = 'DONE' then now() end)`,
      [BANER, title, department, due, state, people.Kavi.id],
    );
  await add('Lease', days(-20), 'DONE', 2);
  await add('Paint', days(-20), 'DONE', 2);
  await add('Toilets', days(10), 'OPEN', 2);
  await add('Sign board', days(15), 'OPEN', 3);
  const found = await app.as('Charu').call(checklistContract.forecast, {});
  assert.deepEqual([found.opensOn, found.plannedOn], [days(30), days(15)]);
  assert.deepEqual(
    found.movers.map((one) => [one.title, one.late, one.days]),
    [
      ['Toilets', 20, 15],
      ['Sign board', 0, 0],
    ],
  );
  assert.deepEqual(found.phases, [
    { phase: 'SITE', from: days(-20), to: days(15), doneOn: days(30), open: 2, all: 4 },
  ]);
  await app.as('Bina').refused(checklistContract.forecast, { franchiseeId: BANER }, 'row.not-found');
});

test('the profile of a centre is a PDF that its own head may make, and nobody else’s', async () => {
  const bina = app.as('Bina');
  const sheet = await bina.call(franchiseeContract.profileSheet, { franchiseeId: ANDHERI });
  assert.match(sheet.name, /^Centre profile \(002\) Andheri \d{4}-\d\d-\d\d\.pdf$/);
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/file/${sheet.fileId}`,
    headers: await bina.headers(),
  });
  assert.equal(reply.rawPayload.subarray(0, 5).toString(), '%PDF-');
  await bina.refused(franchiseeContract.profileSheet, { franchiseeId: BANER }, 'row.not-found');
});
