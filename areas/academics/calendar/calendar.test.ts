// The year's calendar: the network's template, a centre's own, changes after publication, and a day closed at short notice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { calendarContract as contract } from './calendar.contract.ts';
import { dayKind, isOperatingDay, nthWorkingDay, workingDays } from './school-days.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-08-10T04:30:00Z'));
});
after(() => app.close());

const diwali = {
  onDate: '2026-11-09',
  kind: 'HOLIDAY',
  title: 'Diwali',
  classIds: null,
  staffWorks: false,
} as const;
const independence = { ...diwali, onDate: '2026-08-15', title: 'Independence Day' };
const past = { ...diwali, onDate: '2026-06-26', title: 'Muharram' };
const plain = { name: 'Year 2026-2027', weekOff: ['SUN' as const], saturdays: 'OFF' as const };
const inWork = <T>(work: (db: Db) => Promise<T>) =>
  inUnitOfWork(app.pool, systemActor(), { command: 'test', readOnly: true }, work);
const at = (franchiseeId: number) => ({ franchiseeId });

/** The calendar a person keeps, made when there is none yet. */
async function mine(name: 'Kavi' | 'Bina' | 'Charu', from: 'EMPTY' | 'NETWORK' = 'EMPTY') {
  const { own } = await app.as(name).call(contract.overview, {});
  const id = own?.id ?? (await app.as(name).call(contract.create, { from })).id;
  return app.as(name).call(contract.get, { id });
}

test('without any calendar Monday to Friday are working days; the network’s holds from its publication on', async () => {
  assert.equal(await inWork((db) => workingDays(db, at(BANER), '2026-06-01', '2026-06-30')), 22);
  const draft = await mine('Kavi');
  assert.equal(draft.status, 'DRAFT');
  await app
    .as('Kavi')
    .call(
      contract.save,
      { id: draft.id, ...plain, days: [past, independence, diwali] },
      { version: draft.version },
    );
  assert.equal(
    await inWork((db) => workingDays(db, at(BANER), '2026-06-01', '2026-06-30')),
    22,
    'a draft holds nowhere',
  );
  const saved = await mine('Kavi');
  await app.as('Kavi').call(contract.publish, { id: saved.id }, { version: saved.version });
  assert.equal(await inWork((db) => workingDays(db, at(BANER), '2026-06-01', '2026-06-30')), 21);
  assert.deepEqual(await inWork((db) => dayKind(db, at(BANER), '2026-11-09')), {
    kind: 'HOLIDAY',
    works: false,
    staffWorks: false,
    title: 'Diwali',
  });
  assert.equal(await inWork((db) => isOperatingDay(db, at(BANER), '2026-11-10')), true);
  assert.equal(await inWork((db) => nthWorkingDay(db, at(BANER), '2026-11-06', 2)), '2026-11-10');
});

test('a centre starts from the network’s, adds a day of its own and publishes; another centre keeps the network’s', async () => {
  const own = await mine('Bina', 'NETWORK');
  assert.deepEqual(own.days, [past, independence, diwali]);
  const local = { ...diwali, onDate: '2026-09-14', title: 'Ganesh Chaturthi', staffWorks: true };
  await app
    .as('Bina')
    .call(contract.save, { id: own.id, ...plain, days: [...own.days, local] }, { version: own.version });
  const saved = await mine('Bina');
  await app.as('Bina').call(contract.publish, { id: own.id }, { version: saved.version });
  assert.equal(await inWork((db) => isOperatingDay(db, at(ANDHERI), '2026-09-14')), false);
  assert.equal(await inWork((db) => isOperatingDay(db, at(BANER), '2026-09-14')), true);
  await app.as('Bina').refused(contract.create, { from: 'EMPTY' }, 'calendar.exists');
  await app.as('Charu').refused(contract.create, { from: 'LAST_YEAR' }, 'calendar.no-source');
  const overview = await app.as('Kavi').call(contract.overview, {});
  assert.deepEqual(
    overview.centres
      .filter(({ franchiseeId }) => franchiseeId === ANDHERI || franchiseeId === BANER)
      .map(({ franchiseeId, calendar }) => [franchiseeId, calendar?.status ?? null]),
    [
      [ANDHERI, 'PUBLISHED'],
      [BANER, null],
    ],
  );
});

test('a published calendar changes by revisions; a day that is over needs a reason', async () => {
  const own = await mine('Bina');
  const withoutPast = own.days.filter(({ onDate }) => onDate !== past.onDate);
  const change = { id: own.id, ...plain, days: withoutPast };
  await app
    .as('Bina')
    .refused(contract.save, change, 'calendar.past-without-reason', { version: own.version });
  await app
    .as('Bina')
    .call(contract.save, { ...change, reason: 'The centre was open' }, { version: own.version });
  const after = await mine('Bina');
  assert.equal(after.revision, own.revision + 1);
  await app.as('Bina').refused(contract.save, change, 'row.stale', { version: own.version });
  const [step] = await app.sql<{ action: string; reason: string }>(
    `select action, reason from status_step where subject_id = $1 order by created_at desc limit 1`,
    [own.id],
  );
  assert.deepEqual(step, { action: 'change', reason: 'The centre was open' });
  const ahead = after.days.map((day) =>
    day.onDate === diwali.onDate ? { ...day, title: 'Deepavali' } : day,
  );
  await app.as('Bina').call(contract.save, { ...change, days: ahead }, { version: after.version });
});

test('a day closed at short notice: the families are told once, past and closed days are refused', async () => {
  const closed = await app.as('Bina').call(contract.closeDay, { onDate: '2026-08-11', title: 'Heavy rain' });
  assert.ok(closed.children > 0);
  assert.equal((await inWork((db) => dayKind(db, at(ANDHERI), '2026-08-11'))).kind, 'CLOSED_UNPLANNED');
  const queued = await app.sql(
    `select from outbox where kind = 'communication.expand' and dedupe_key like 'academics.centre-closed:%'`,
  );
  assert.equal(queued.length, 1);
  await app
    .as('Bina')
    .refused(contract.closeDay, { onDate: '2026-08-11', title: 'Again' }, 'calendar.closed-already');
  await app
    .as('Bina')
    .refused(contract.closeDay, { onDate: '2026-08-15', title: 'Rain' }, 'calendar.closed-already');
  await app
    .as('Bina')
    .refused(contract.closeDay, { onDate: '2026-08-07', title: 'Rain' }, 'calendar.close-past');
  // A centre without a calendar of its own gets one from the network's.
  await app.as('Charu').call(contract.closeDay, { onDate: '2026-08-12', title: 'No water' });
  const own = await mine('Charu');
  assert.equal(own.status, 'PUBLISHED');
  assert.ok(own.days.some(({ title }) => title === 'Diwali'));
});

test('what is not one’s own: the network’s days, another centre’s calendar, a reader’s change', async () => {
  const network = await mine('Kavi');
  const andheri = await mine('Bina');
  const change = (id: string) => ({ id, ...plain, days: [] });
  await app
    .as('Bina')
    .refused(contract.save, change(network.id), 'row.not-found', { version: network.version });
  await app.as('Charu').refused(contract.get, { id: andheri.id }, 'row.not-found');
  await app
    .as('Charu')
    .refused(contract.save, change(andheri.id), 'row.not-found', { version: andheri.version });
  await app
    .as('Divya')
    .refused(contract.save, change(andheri.id), 'module.missing', { version: andheri.version });
  assert.equal((await app.as('Divya').call(contract.get, { id: andheri.id })).can['save'], false);
});

test('bad input is named at its field and nothing is half-written', async () => {
  const own = await mine('Bina');
  const save = (days: readonly object[]) =>
    app.as('Bina').refused(contract.save, { id: own.id, ...plain, days } as never, 'input.invalid', {
      version: own.version,
    });
  assert.deepEqual((await save([{ ...diwali, onDate: '2027-04-01' }])).fields, {
    'days.0.onDate': '01-04-2027 is outside the year',
  });
  assert.deepEqual((await save([diwali, { ...diwali, title: 'Twice' }])).fields, {
    'days.1.kind': '09-11-2026 has this kind twice',
  });
  assert.ok(Object.keys((await save([{ ...diwali, title: ' ' }])).fields ?? {}).includes('days.0.title'));
  assert.equal((await mine('Bina')).days.length, own.days.length);
});

test('last year’s planned days move to the new year, closings at short notice do not', async () => {
  const next = { year: YEAR + 1 };
  const { id } = await app.as('Bina', next).call(contract.create, { from: 'LAST_YEAR' });
  const calendar = await app.as('Bina', next).call(contract.get, { id });
  assert.ok(calendar.days.some(({ onDate, title }) => onDate === '2027-11-09' && title === 'Deepavali'));
  assert.ok(!calendar.days.some(({ kind }) => kind === 'CLOSED_UNPLANNED'));
  assert.equal(calendar.status, 'DRAFT');
});
