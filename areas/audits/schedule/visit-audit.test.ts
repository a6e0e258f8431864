// A visit and its audit: started from it on its day by its own academic manager, once; it follows the audit to its end, and comes
// back when the audit comes to nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { auditContract } from '../engine/audit.contract.ts';
import { auditReviewContract } from '../review/review.contract.ts';

let app: TestApp;
let amId = '';
let typeId = '';
const today = todayIst(new Date());
// Zoya plays the academic manager; her own centre does not count here.
const zoya = (centre = ANDHERI) => app.as('Zoya', { centre });

const one = async (text: string, values: unknown[] = []) =>
  (await app.sql<{ id: string }>(text, values))[0]?.id ?? '';

before(async () => {
  app = await testApp({ data: 'demo' });
  await app.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  for (const centre of [ANDHERI, BANER])
    await app.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', gen_random_uuid())`,
      [people.Zoya.id, centre],
    );
  amId = await one(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, visits_per_day, from_on)
     select $1, 1, min(id), 1, '2024-04-01' from city returning id`,
    [people.Zoya.id],
  );
  typeId = await one(`select id from audit_type where slug = 'ams-visit'`);
});
after(() => app.close());

/** A schedule of its own with one approved visit. */
async function visitOn(
  day: Day,
  { kind = 'ANNOUNCED', status = 'SCHEDULED', am = amId, centre = ANDHERI } = {},
): Promise<{ id: string; scheduleId: string }> {
  n += 1;
  const scheduleId = await one(
    `insert into ams_schedule (am_allocation_id, user_id, month, status) values ($1, $2, $3, 'APPROVED') returning id`,
    [amId, people.Zoya.id, `${1990 + n}-01-01`],
  );
  // Visits of other tests and of the demo stand in nobody's way.
  await app.sql(
    `update ams_visit set status = 'CANCELLED' where franchisee_id = $1 and planned_on = $2 and status <> 'COMPLETED'`,
    [centre, day],
  );
  const id = await one(
    `insert into ams_visit (franchisee_id, schedule_id, am_allocation_id, audit_type_id, planned_on, slot, kind, status)
     values ($1, $2, $3, $4, $5, 'FORENOON', $6, $7) returning id`,
    [centre, scheduleId, am, typeId, day, kind, status],
  );
  return { id, scheduleId };
}
let n = 0;
const begin = (visitId: string | null, more: object = {}) => ({
  id: randomUUID(),
  typeId,
  auditOn: today,
  visitId,
  deviceId: 'phone-1',
  ...more,
});
async function stateOf({ id, scheduleId }: { id: string; scheduleId: string }): Promise<string[]> {
  const [row] = await app.sql<{ visit: string; schedule: string }>(
    'select v.status as visit, s.status as schedule from ams_visit v, ams_schedule s where v.id = $1 and s.id = $2',
    [id, scheduleId],
  );
  return [row?.visit ?? '', row?.schedule ?? ''];
}
/** Answers everything and signs, so that it can be handed in. */
async function answerAll(id: string): Promise<void> {
  const { categories } = await zoya().call(auditContract.get, { id });
  const questions = categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.questions));
  await zoya().call(auditContract.sync, {
    id,
    deviceId: 'phone-1',
    ops: [
      ...questions.map((question) => ({
        kind: 'answer' as const,
        opId: randomUUID(),
        atDevice: new Date().toISOString(),
        parameterId: question.id,
        // One fault, so that it does not close by itself.
        ...(question.responseKind === 'SCALE' && question.photoOn === 'NEVER'
          ? { response: null, scale: 0 }
          : { response: 'na' as const, scale: null }),
        note: 'Not to be seen on this day',
        rev: question.rev + 1,
      })),
      { kind: 'signoff', opId: randomUUID(), signoff: 'ABSENT', name: null, note: null },
    ],
  });
}
const versionOf = async (id: string) =>
  (await app.sql<{ version: number }>('select version from audit where id = $1', [id]))[0]?.version ?? 0;
const kavi = () => app.as('Kavi', { centre: ANDHERI });

test('the visit follows its audit: started, handed in, returned, handed in again, published', async () => {
  const visit = await visitOn(today);
  const input = begin(visit.id);
  await zoya().call(auditContract.start, input);
  assert.deepEqual(await stateOf(visit), ['IN_PROGRESS', 'APPROVED']);
  await zoya().call(auditContract.start, input);
  await zoya().refused(auditContract.start, begin(visit.id), 'audit.visit-taken');
  await answerAll(input.id);
  await zoya().call(auditContract.submit, { id: input.id });
  assert.deepEqual(await stateOf(visit), ['SUBMITTED', 'APPROVED']);
  const at = async () => ({ version: await versionOf(input.id) });
  await kavi().call(auditReviewContract.return, { id: input.id, reason: 'The photo is missing' }, await at());
  assert.deepEqual(await stateOf(visit), ['IN_PROGRESS', 'APPROVED']);
  await zoya().call(auditContract.submit, { id: input.id });
  await kavi().call(auditReviewContract.approve, { id: input.id }, await at());
  assert.deepEqual(await stateOf(visit), ['COMPLETED', 'COMPLETED'], 'and its schedule with it');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'ams_visit' and subject_id = $1 order by created_at, id`,
    [visit.id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['start', 'submit', 'return', 'submit', 'publish'],
  );
  // Void: its day is today, so it can be made again, and the month is open again.
  await kavi().call(
    auditReviewContract.void,
    { id: input.id, reason: 'It was of another centre altogether' },
    await at(),
  );
  assert.deepEqual(await stateOf(visit), ['SCHEDULED', 'APPROVED']);
  await zoya().call(auditContract.start, begin(visit.id));
});

test('thrown away on its day it can be made again; later it was missed', async () => {
  const visit = await visitOn(today, { kind: 'SURPRISE' });
  const first = begin(visit.id);
  await zoya().call(auditContract.start, first);
  await zoya().call(auditContract.discard, { id: first.id, reason: 'The wrong children' });
  assert.deepEqual(await stateOf(visit), ['SCHEDULED', 'APPROVED']);
  const [row] = await app.sql<{ at: string | null }>('select started_at as at from ams_visit where id = $1', [
    visit.id,
  ]);
  assert.equal(row?.at, null, 'a surprise again');
  // Without naming it, the own visit of the day is meant.
  const second = begin(null);
  await zoya().call(auditContract.start, second);
  assert.deepEqual(await stateOf(visit), ['IN_PROGRESS', 'APPROVED']);
  app.moveClock(new Date(`${addDays(today, 1)}T12:00:00+05:30`));
  try {
    await zoya().call(auditContract.discard, { id: second.id, reason: 'Nobody was there' });
  } finally {
    app.moveClock(null);
  }
  assert.deepEqual(await stateOf(visit), ['MISSED', 'COMPLETED']);
});

test('refused: another day, person, kind, centre, a plan, a cancelled one, a self check', async () => {
  const later = await visitOn(addDays(today, 1));
  await zoya().refused(auditContract.start, begin(later.id), 'audit.visit-not-today');
  const other = await one(`select id from ams_am_allocation where id <> $1 limit 1`, [amId]);
  const foreign = await visitOn(today, { am: other });
  await zoya().refused(auditContract.start, begin(foreign.id), 'audit.visit-not-yours');
  const plan = await visitOn(today, { status: 'PLANNED' });
  await zoya().refused(auditContract.start, begin(plan.id), 'audit.visit-not-open');
  const gone = await visitOn(today, { status: 'CANCELLED' });
  await zoya().refused(auditContract.start, begin(gone.id), 'audit.visit-not-open');
  const visit = await visitOn(today, { kind: 'SURPRISE' });
  await zoya(BANER).refused(auditContract.start, begin(visit.id), 'row.not-found');
  await app.as('Bina').refused(auditContract.start, begin(visit.id), 'audit.not-for-centre');
  await zoya().refused(auditContract.start, begin(randomUUID()), 'row.not-found');
  const { status } = await zoya().raw(auditContract.start, begin('none'));
  assert.equal(status, 422);
  await app.sql(
    `update ams_visit set audit_type_id = (select id from audit_type where slug = 'safety-check') where id = $1`,
    [visit.id],
  );
  await zoya().refused(auditContract.start, begin(visit.id), 'audit.visit-type');
  assert.deepEqual(await stateOf(visit), ['SCHEDULED', 'APPROVED']);
});

test('started without network on its day it counts when it comes in, by the device’s clock put right', async () => {
  const yesterday = addDays(today, -1);
  const visit = await visitOn(yesterday, { status: 'MISSED' });
  await app.sql(`update ams_schedule set status = 'COMPLETED' where id = $1`, [visit.scheduleId]);
  await zoya().refused(auditContract.start, begin(visit.id, { auditOn: yesterday }), 'audit.visit-not-today');
  const now = Date.now();
  const lag = 90 * 60_000;
  const iso = (at: number) => new Date(at).toISOString();
  // A device whose clock is a day ahead does not make today a yesterday.
  const wrong = { startedAt: iso(now - 86_400_000), sentAt: iso(now - 86_400_000 + 60_000) };
  await zoya().refused(
    auditContract.start,
    begin(visit.id, { auditOn: yesterday, ...wrong }),
    'audit.visit-not-today',
  );
  const began = new Date(`${yesterday}T16:10:00+05:30`).getTime();
  const input = begin(visit.id, { auditOn: yesterday, startedAt: iso(began - lag), sentAt: iso(now - lag) });
  await zoya().call(auditContract.start, input);
  assert.deepEqual(await stateOf(visit), ['IN_PROGRESS', 'APPROVED']);
  const [row] = await app.sql<{ at: Date }>('select started_at as at from audit where id = $1', [input.id]);
  assert.ok(Math.abs(new Date(row?.at ?? 0).getTime() - began) < 60_000);
  const old = await visitOn(addDays(today, -9), { status: 'MISSED' });
  const late = {
    auditOn: addDays(today, -9),
    startedAt: `${addDays(today, -9)}T11:00:00+05:30`,
    sentAt: iso(now),
  };
  await zoya().refused(auditContract.start, begin(old.id, late), 'audit.visit-not-today');
});

test('started by two at once it is one audit', async () => {
  const visit = await visitOn(today);
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => zoya().raw(auditContract.start, begin(visit.id))),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
});
