// The emergency right through HTTP (system.md 11.4): who may take what, who is told, what is marked, and how it ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { city } from '../../network/city.record.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { accessContract } from '../access/access.contract.ts';
import { accessLogContract, changeLogContract } from '../journal/journal.contract.ts';
import { roleContract } from '../role/role.contract.ts';
import { roleDelta } from '../role/role-delta.ts';
import { settled } from '../role/role-testing.ts';
import { systemTest } from '../system-testing.ts';
import { emergencyContract } from './emergency.contract.ts';
import { remindReviews } from './review-emergency.server.ts';

const OPERATIONS = 20;
const CENTER_HEAD = 7;
const take = { roleId: OPERATIONS, reason: 'Orders of three centres stand still' };
let app: TestApp;
let asha: Caller;
let sahil: Caller;
before(async () => {
  ({ app, asha, sahil } = await systemTest());
});
after(() => app.close());

const superAdmin = (name: keyof typeof people, yes: boolean) =>
  app.sql('update app_user set super_admin = $2 where id = $1', [people[name].id, yes]);
const opens = async (centre: number | null = null) =>
  (await app.as('Sahil', { centre }).raw(studentContract.list, {})).status;
/** As if all of it had happened that much earlier. */
const age = (hours: number) =>
  app.sql(
    `update emergency_right set taken_at = taken_at - $1::interval, until_at = until_at - $1::interval, review_due_at = review_due_at - $1::interval`,
    [`${hours} hours`],
  );

test('who may take what: a listed role, with a fresh code, when two others are there to be told', async () => {
  await sahil.refused(emergencyContract.take, take, 'emergency.nobody-to-tell');
  await superAdmin('Kavi', true);
  await app.as('Sahil').refused(emergencyContract.take, take, 'step-up.needed');
  await asha.refused(emergencyContract.take, take, 'emergency.not-needed');
  await app.as('Bina', { steppedUp: true }).refused(emergencyContract.take, take, 'module.missing');
  await sahil.refused(emergencyContract.take, { ...take, roleId: 18 }, 'emergency.not-listed');
  await sahil.refused(emergencyContract.take, { ...take, roleId: 1 }, 'emergency.not-listed');
  await asha.refused(emergencyContract.saveRole, { roleId: 1, listed: true }, 'role.system');
  await asha.call(emergencyContract.saveRole, { roleId: 3, listed: true });
  await sahil.refused(emergencyContract.take, { ...take, roleId: 3 }, 'emergency.held');
  await asha.call(emergencyContract.saveRole, { roleId: 3, listed: false });
  await sahil.refused(emergencyContract.saveRole, { roleId: 18, listed: true }, 'module.missing');
  assert.equal((await sahil.raw(emergencyContract.take, { ...take, reason: 'short' })).status, 422);
  const noCentre = await sahil.raw(emergencyContract.take, { ...take, roleId: CENTER_HEAD });
  assert.equal(noCentre.status, 422, 'a role of a centre is taken at one centre');
  assert.deepEqual(await app.sql('select id from emergency_right'), []);
});

test('two presses are one right; it opens at once, tells two people, and is closed within a second of being given back', async () => {
  assert.equal(await opens(), 403);
  const two = await Promise.all([
    sahil.raw(emergencyContract.take, take),
    sahil.raw(emergencyContract.take, take),
  ]);
  assert.deepEqual(two.map((one) => one.status).sort(), [200, 409]);
  await settled();
  assert.equal(await opens(), 200);
  const { rows, may } = await sahil.call(emergencyContract.list, {});
  const [right] = rows;
  assert.ok(right?.open && right.can['end'] && !right.can['review'] && !may.take);
  assert.deepEqual(right.told.toSorted(), ['Asha Rao', 'Kavi Menon']);
  assert.equal(Date.parse(right.untilAt) - Date.parse(right.takenAt), 3_600_000);
  const [told] = await app.sql<{ bells: number; messages: number }>(
    `select (select count(*)::int from notice where kind = 'system.emergency-taken' and user_id in ($1, $2)) as bells,
      (select count(*)::int from outbox where dedupe_key like 'system.emergency-taken:%') as messages`,
    [people.Asha.id, people.Kavi.id],
  );
  assert.deepEqual(told, { bells: 2, messages: 1 });
  await app
    .as('Kavi', { steppedUp: true })
    .refused(emergencyContract.end, { id: right.id }, 'row.wrong-state');
  await sahil.refused(emergencyContract.take, take, 'emergency.open');
  const why = await asha.call(accessContract.explain, { userId: people.Sahil.id, module: 'student' });
  assert.ok(why.allowed && why.steps.some((s) => /\(emergency\)/.test(s.text)));
});

test('every act of the hour is marked, and what was taken cannot be passed on', async () => {
  assert.ok(city.endpoints.create);
  await sahil.call(city.endpoints.create, { name: 'Karjat', state: 'Maharashtra', tier: 'T3', active: true });
  await sahil.call(roleContract.people, { roleId: 5 });
  const [right] = (await asha.call(emergencyContract.list, {})).rows;
  assert.ok(right && right.changes >= 1 && right.reads >= 1);
  const { rows } = await asha.call(emergencyContract.acts, { id: right.id });
  assert.ok(rows.some((row) => row.kind === 'CHANGE' && row.about === 'city added'));
  assert.ok(rows.some((row) => row.kind === 'READ' && row.about.startsWith('role')));
  const [journal] = (await asha.call(changeLogContract.list, { table: 'city', emergency: true })).rows;
  assert.ok(journal?.emergency);
  assert.ok(
    (await asha.call(accessLogContract.list, { emergency: true })).rows.every((row) => row.emergency),
  );
  const { version } = (await sahil.call(roleContract.get, { roleId: 24 })).role;
  await sahil.refused(
    roleContract.save,
    { roleId: 24, delta: roleDelta.parse({ modules: [{ module: 'student', to: 'R' }] }) },
    'role.ceiling',
    { version },
  );
  await sahil.call(emergencyContract.end, { id: right.id });
  await settled();
  assert.equal(await opens(), 403);
  await sahil.call(city.endpoints.create, {
    name: 'Matheran',
    state: 'Maharashtra',
    tier: 'T3',
    active: true,
  });
  const unmarked = (await asha.call(changeLogContract.list, { table: 'city' })).rows[0];
  assert.equal(unmarked?.emergency, false, 'acts after it are not');
});

test('T9: a review is another person’s, once, and only when it is over; the database refuses the holder too', async () => {
  const review = { finding: 'IN_ORDER' as const, note: 'Two orders were released, as written' };
  let tuples = 0;
  for (const state of ['OPEN', 'ENDED', 'EXPIRED', 'REVIEWED'] as const)
    for (const who of ['own', 'other'] as const)
      for (const action of ['end', 'review'] as const) {
        await app.sql('delete from emergency_right');
        const [row] = await app.sql<{ id: string }>(
          `insert into emergency_right (user_id, role_id, reason, taken_at, until_at, ended_at, told_first, told_second, review_due_at, reviewed_by, reviewed_at, finding, review_note)
           values ($1, 20, 'Orders stand still', now() - $2::interval, now() - $2::interval + interval '1 hour', case when $3 = 'ENDED' then now() end, $4, $5, now() + interval '1 day',
             case when $3 = 'REVIEWED' then $4::uuid end, case when $3 = 'REVIEWED' then now() end, case when $3 = 'REVIEWED' then 'IN_ORDER' end, case when $3 = 'REVIEWED' then 'Looked at' end) returning id`,
          [
            people.Sahil.id,
            state === 'EXPIRED' || state === 'REVIEWED' ? '2 hours' : '5 minutes',
            state,
            people.Asha.id,
            people.Kavi.id,
          ],
        );
        const caller = who === 'own' ? sahil : asha;
        const { status } = await caller.raw(emergencyContract[action], {
          id: row?.id,
          ...(action === 'review' ? review : {}),
        });
        const allowed =
          action === 'end'
            ? who === 'own' && state === 'OPEN'
            : who === 'other' && (state === 'ENDED' || state === 'EXPIRED');
        assert.equal(status === 200, allowed, `${state} ${who} ${action}: ${status}`);
        tuples += 1;
      }
  await assert.rejects(
    app.sql(
      `update emergency_right set reviewed_by = user_id, reviewed_at = now(), finding = 'IN_ORDER', review_note = 'mine'`,
    ),
    /emergency_right_other_person/,
  );
  await assert.rejects(
    app.sql(`update emergency_right set until_at = taken_at + interval '61 minutes'`),
    /emergency_right_hour/,
  );
  publishFigure({ promise: 'T9', area: 'system-emergency', tuples, wrong: 0 });
  await app.sql('delete from emergency_right');
});

test('without a review within 48 hours nobody takes another one; reminders say so; a review clears it', async () => {
  await settled();
  const { id } = await sahil.call(emergencyContract.take, {
    ...take,
    roleId: CENTER_HEAD,
    franchiseeId: ANDHERI,
  });
  await settled();
  assert.deepEqual([await opens(ANDHERI), await opens(BANER)], [200, 403], 'at this centre alone');
  await age(49);
  await settled();
  assert.equal(await opens(ANDHERI), 403);
  await sahil.refused(emergencyContract.take, take, 'emergency.review-missing');
  const { may } = await sahil.call(emergencyContract.list, {});
  assert.match(may.why ?? '', /was not reviewed in 48 hours/);
  const remind = () =>
    inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) => remindReviews(db, new Date()));
  assert.equal(await remind(), 1);
  await remind();
  const bells = await app.sql(`select from notice where kind = 'system.emergency-review'`);
  assert.equal(bells.length, 2, 'once a day each');
  await sahil.refused(
    emergencyContract.review,
    { id, finding: 'IN_ORDER', note: 'all well' },
    'emergency.own-review',
  );
  await asha.call(emergencyContract.review, {
    id,
    finding: 'NOT_IN_ORDER',
    note: 'A call to the head was enough',
  });
  await sahil.call(emergencyContract.take, take);
});

test('T8: after its hour no call succeeds later than a second, without signing in again', async () => {
  await settled();
  assert.equal(await opens(), 200);
  const [row] = await app.sql<{ until: string }>(
    `update emergency_right set until_at = now() + interval '3 seconds', taken_at = now() - interval '10 minutes' where until_at > now() returning until_at as until`,
  );
  const until = new Date(row?.until ?? 0).getTime();
  let last = 0;
  let good = 0;
  while (Date.now() < until + 2_000) {
    const sentAt = Date.now();
    if ((await opens()) === 200) {
      last = sentAt;
      good += 1;
    }
    await sleep(20);
  }
  assert.ok(good > 0, 'it worked before');
  publishFigure({ promise: 'T8', area: 'system-emergency', latestSuccessMs: last - until, limitMs: 1000 });
  assert.ok(last - until <= 1_000, `a success ${last - until} ms after its end`);
});
