// Certificates through HTTP: earned by a module or a training, or issued by hand; one a person and type; revoked; checked by the code
// on the paper, which knows the day; and what is asked for by gates.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, staffIds } from '@aangan/testkit/world.ts';
import { pino } from 'pino';
import { attendanceContract } from '../attendance/attendance.contract.ts';
import { certificateShare, trainingHealth } from '../gate/gate.server.ts';
import { gateStandings } from '../gate/gate-standing.listing.ts';
import { trainingGate } from '../gate/training-gate.record.ts';
import { learnerContract } from '../learner/learner.contract.ts';
import { certificateType } from '../module/certificate-type.record.ts';
import { performanceContract } from '../performance/performance.contract.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { trainingContract } from '../training/training.contract.ts';
import { tickJob } from '../training/training-tick.server.ts';
import { certificateContract as contract } from './certificate.contract.ts';
import { trainingCertificates } from './certificate.listing.ts';
import { stateOf, validUntilOf } from './certificate.states.ts';
import { certifyWorker } from './certify.server.ts';
import { remindExpiryJob } from './remind-expiry.server.ts';

let app: TestApp;
const [group, category] = [randomUUID(), randomUUID()];
before(async () => {
  app = await testApp();
  await app.sql(`insert into class_group (id, name, type) values ($1, 'Certified', 'Teacher Training')`, [
    group,
  ]);
  await app.sql(`insert into training_category (id, name) values ($1, 'Certified')`, [category]);
});
after(async () => {
  app.moveClock(null);
  await app.close();
});

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const divya = () => app.as('Divya');
let made = 0;
async function type(more: { validityMonths?: number | null; forTrainings?: boolean; layout?: string } = {}) {
  made += 1;
  const { id } = (await hema().call(
    certificateType.endpoints.create as never,
    {
      name: `Type ${made}`,
      code: `TYPE-${made}`,
      validityMonths: 12,
      layout: 'CLASSIC',
      forTrainings: true,
      active: true,
      ...more,
    } as never,
  )) as { id: string };
  return id;
}
/** A module of one text, published. */
async function module(typeId: string | null) {
  const [moduleId, itemId] = [randomUUID(), randomUUID()];
  await app.sql(
    `insert into teacher_module (id, code, title, class_group_id, needs_approval, status, edition, certificate_type_id)
     values ($1::uuid, left(upper($1::text), 12), 'Module', $2, false, 'PUBLISHED', 1, $3)`,
    [moduleId, group, typeId],
  );
  await edition(moduleId, itemId, 1, typeId);
  return { moduleId, itemId };
}
const edition = (moduleId: string, itemId: string, no: number, typeId: string | null) =>
  app.sql(`insert into teacher_module_edition (module_id, edition, snapshot) values ($1, $2, $3)`, [
    moduleId,
    no,
    {
      code: 'X',
      title: 'Letter sounds',
      description: null,
      sequential: true,
      certificateTypeId: typeId,
      topics: [
        {
          id: randomUUID(),
          title: 'One',
          summary: null,
          body: null,
          minutes: 5,
          items: [
            {
              id: itemId,
              kind: 'TEXT',
              title: 'Text',
              videoId: null,
              minWatchedPct: null,
              noSeek: null,
              fileId: null,
              fileAt: null,
              fileName: null,
              url: null,
              body: 'Read me',
            },
          ],
        },
      ],
      assessments: [],
    },
  ]);
async function complete({ moduleId, itemId }: { moduleId: string; itemId: string }) {
  const { id } = await divya().call(learnerContract.enrol, { moduleId });
  return divya().call(learnerContract.read, { enrollmentId: id, itemId });
}
interface Row {
  id: string;
  number: string;
  status: string;
  token: string;
  version: number;
}
const rowsOf = (typeId: string) =>
  app.sql<Row>(
    `select id, number, status, version, snapshot ->> 'verifyToken' as token from training_certificate where type_id = $1 order by number`,
    [typeId],
  );
const only = async (typeId: string): Promise<Row> => {
  const rows = await rowsOf(typeId);
  assert.equal(rows.length, 1);
  return rows[0] as Row;
};
const check = (token: string) => app.link(token).call(contract.check, {});
const work = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'training.certify': certifyWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });

test('the days of a certificate', () => {
  assert.equal(validUntilOf('2026-08-15', 12), '2027-08-14');
  assert.equal(validUntilOf('2026-08-31', 6), '2027-02-27');
  assert.equal(validUntilOf('2026-08-31', null), null);
  const of = { status: 'VALID', validUntil: '2027-08-14' } as const;
  assert.deepEqual(
    ['2027-07-14', '2027-07-15', '2027-08-14', '2027-08-15'].map((day) => stateOf(of, day)),
    ['VALID', 'EXPIRING', 'EXPIRING', 'EXPIRED'],
  );
});

test('a completed module certifies once an edition; a newer edition takes the older one’s place', async () => {
  const typeId = await type();
  const of = await module(typeId);
  await complete(of);
  const first = await only(typeId);
  assert.match(first.number, /^CERT\/002\/\d\d-\d\d\/\d{4}$/);
  const { certificates } = await divya().call(learnerContract.home, {});
  const shown = certificates.find(({ id }) => id === first.id);
  assert.deepEqual(
    [shown?.title, shown?.source, shown?.state, shown?.issuedOn, shown?.validUntil, shown?.can],
    ['Letter sounds', 'MODULE', 'VALID', today, validUntilOf(today, 12), { print: true, revoke: false }],
  );
  const told = await app.sql(
    `select from outbox where source_kind = 'training-certificate' and source_id = $1`,
    [first.id],
  );
  assert.equal(told.length, 1);
  // The same edition once more.
  await complete(of);
  await only(typeId);
  const again = randomUUID();
  await edition(of.moduleId, again, 2, typeId);
  await app.sql('update teacher_module set edition = 2 where id = $1', [of.moduleId]);
  await complete({ moduleId: of.moduleId, itemId: again });
  const rows = await rowsOf(typeId);
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['REPLACED', 'VALID'],
  );
  assert.equal(Number(rows[1]?.number.slice(-4)), Number(first.number.slice(-4)) + 1, 'without gaps');
  assert.equal((await check(first.token)).state, 'REPLACED');
  await divya().refused(contract.print, { id: first.id }, 'certificate.not-valid');
  // A module without a certificate gives none.
  await complete(await module(null));
  assert.equal((await divya().call(learnerContract.home, {})).certificates.length, 2);
});

test('story 20: the page of the code says valid, expired, revoked, by name, module and days alone', async () => {
  const typeId = await type();
  const of = await module(typeId);
  await complete(of);
  const { id, token, number } = await only(typeId);
  assert.deepEqual(await app.link(token).call(contract.what, {}), { opens: 'CERTIFICATE' });
  const page = await check(token);
  assert.deepEqual(page, {
    name: 'Divya Nair',
    type: page.type,
    title: 'Letter sounds',
    issuedOn: today,
    validUntil: validUntilOf(today, 12),
    state: 'VALID',
  });
  const until = validUntilOf(today, 12) as string;
  app.moveClock(new Date(`${until}T23:59:59+05:30`));
  assert.equal((await check(token)).state, 'EXPIRING');
  app.moveClock(new Date(`${addDays(until, 1)}T00:00:01+05:30`));
  assert.equal((await check(token)).state, 'EXPIRED');
  app.moveClock(null);
  // Revoked by somebody with the right, with a reason.
  const version = { version: 1 };
  await app.as('Bina').refused(contract.revoke, { id, reason: 'Under test' }, 'module.missing', version);
  await hema().refused(contract.revoke, { id, reason: 'no' }, 'input.invalid', version);
  await hema().refused(contract.revoke, { id, reason: 'Under test' }, 'row.stale', { version: 9 });
  await hema().call(contract.revoke, { id, reason: 'Test was copied' }, version);
  await hema().refused(contract.revoke, { id, reason: 'Test was copied' }, 'row.wrong-state', { version: 2 });
  const revoked = await check(token);
  assert.equal(revoked.state, 'REVOKED');
  assert.ok(!JSON.stringify(revoked).includes('copied') && !JSON.stringify(revoked).includes(number));
  const steps = await app.sql<{ action: string; reason: string }>(
    `select action, reason from status_step where subject = 'training_certificate' and subject_id = $1`,
    [id],
  );
  assert.deepEqual(steps, [{ action: 'revoke', reason: 'Test was copied' }]);
  await divya().refused(contract.print, { id }, 'certificate.not-valid');
  await app.link('A'.repeat(22)).refused(contract.check, {}, 'link.not-found');
});

test('printed by its owner and by whoever has the module there, in each layout; nobody else', async () => {
  for (const layout of ['CLASSIC', 'PLAIN', 'LANDSCAPE_PHOTO']) {
    const typeId = await type({ layout, validityMonths: null });
    await complete(await module(typeId));
    const { id, number } = await only(typeId);
    const { fileId, name } = await divya().call(contract.print, { id });
    assert.match(name, new RegExp(`^Certificate ${number.replaceAll('/', '-')}`));
    const [kept] = await app.sql<{ mime: string; bytes: string }>(
      'select mime, bytes from file where id = $1',
      [fileId],
    );
    assert.equal(kept?.mime, 'application/pdf');
    assert.ok(Number(kept?.bytes) > 5_000);
    await app.as('Bina').call(contract.print, { id });
    await app.as('Charu').refused(contract.print, { id }, 'row.not-found');
    await app.as('Usha').refused(contract.print, { id }, 'row.not-found');
    const { rows } = await app.as('Charu').call(trainingCertificates.endpoints.list, {});
    assert.ok(rows.every((row) => row.id !== id));
  }
});

test('by hand with a reason, to approved staff, once while it holds', async () => {
  const typeId = await type();
  const give = { staffId: staffIds.Divya, typeId, reason: 'Learnt at her last school' };
  await app.as('Bina').refused(contract.issue, give, 'module.missing');
  await hema().refused(contract.issue, { ...give, reason: 'x' }, 'input.invalid');
  await hema().refused(contract.issue, { ...give, typeId: randomUUID() }, 'input.invalid');
  await hema().refused(contract.issue, { ...give, staffId: randomUUID() }, 'row.not-found');
  await hema().refused(contract.issue, { ...give, staffId: staffIds.Usha }, 'enrollment.not-approved');
  const { id, number } = await hema().call(contract.issue, give);
  await hema().refused(contract.issue, give, 'certificate.held');
  const record = await hema().call(performanceContract.record, { staffId: staffIds.Divya });
  const shown = record.certificates.find((one) => one.id === id);
  assert.deepEqual([shown?.number, shown?.source, shown?.reason], [number, 'MANUAL', give.reason]);
  assert.equal(record.can.issue, true);
  assert.equal(
    (await divya().call(performanceContract.record, { staffId: staffIds.Divya })).can.issue,
    false,
  );
  // Two who issue at once: one certificate.
  const other = await type();
  const both = await Promise.allSettled(
    [1, 2].map(() => hema().call(contract.issue, { ...give, typeId: other })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await only(other);
  // About to expire, it is renewed.
  await app.sql('update training_certificate set valid_until = $2 where id = $1', [id, addDays(today, 30)]);
  await hema().call(contract.issue, give);
  assert.deepEqual(
    (await rowsOf(typeId)).map(({ status }) => status),
    ['REPLACED', 'VALID'],
  );
  // To oneself nobody issues one.
  const [own] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status, user_id)
     values ($1, '002-39999', 'Hema', 'TEACHING', '2026-04-01', 'APPROVED', $2) returning id`,
    [ANDHERI, people.Hema.id],
  );
  await hema().refused(contract.issue, { ...give, staffId: own?.id ?? '' }, 'certificate.own');
});

async function held(typeId: string, staff: readonly string[]) {
  const id = (
    await hema().call(trainingContract.create, {
      title: 'Phonics live',
      categoryId: category,
      fromDate: addDays(today, 3),
      toDate: addDays(today, 3),
      fromTime: '11:00',
      toTime: '12:00',
      weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      organizerIds: [people.Hema.id],
      mode: 'CLASSROOM',
      venue: 'Hall 1',
      categories: ['TEACHING'],
      askFeedback: false,
      certificateTypeId: typeId,
      clashReason: 'Under test',
    })
  ).id;
  await app.as('Bina').call(seatContract.register, { id, staffIds: [...staff] });
  await app.sql(
    `update training_session set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where training_id = $1`,
    [id],
  );
  await app.sql(`update training set status = 'IN PROGRESS', from_date = $2, to_date = $2 where id = $1`, [
    id,
    today,
  ]);
  return id;
}
async function mark(id: string, staffId: string, given: 'PRESENT' | 'PARTIAL', note: string | null = null) {
  const { sessions } = await hema().call(attendanceContract.grid, { id });
  const [row] = await app.sql<{ id: string }>(
    'select id from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffId],
  );
  await hema().call(attendanceContract.mark, {
    id,
    cells: [{ enrollmentId: row?.id ?? '', sessionId: sessions[0]?.id ?? '', mark: given }],
    note,
  });
  await work();
}
const run = (of: JobDeclaration, now = new Date()) =>
  of.run({
    work: (franchiseeId, job) => inUnitOfWork(app.pool, systemActor(franchiseeId), { command: of.name }, job),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  });
const tick = () => run(tickJob);

test('a training certifies whoever was present to its bound, once it is over; corrected marks take it back', async () => {
  const typeId = await type();
  const [second] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1, '002-38888', 'Second', 'TEACHING', '2026-04-01', 'APPROVED') returning id`,
    [ANDHERI],
  );
  const id = await held(typeId, [staffIds.Divya, second?.id ?? '']);
  await mark(id, staffIds.Divya, 'PRESENT');
  assert.equal((await rowsOf(typeId)).length, 0, 'not before it is completed');
  await mark(id, second?.id ?? '', 'PARTIAL');
  await tick();
  await work();
  const { id: first, token } = await only(typeId);
  assert.equal((await check(token)).title, 'Phonics live');
  await tick();
  await work();
  await only(typeId);
  await mark(id, staffIds.Divya, 'PARTIAL', 'Left at half past');
  assert.equal((await check(token)).state, 'REVOKED');
  await mark(id, staffIds.Divya, 'PRESENT', 'She was in the other room');
  const rows = await rowsOf(typeId);
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['REVOKED', 'VALID'],
  );
  assert.equal(rows[0]?.id, first);
  // What a person has revoked stays so.
  await hema().call(contract.revoke, { id: rows[1]?.id ?? '', reason: 'Under test' }, { version: 1 });
  await mark(id, second?.id ?? '', 'PRESENT', 'Stayed to the end');
  assert.deepEqual(
    (await rowsOf(typeId)).map(({ status }) => status),
    ['REVOKED', 'REVOKED', 'VALID'],
  );
});

test('a training names no certificate that trainings do not issue', async () => {
  const typeId = await type({ forTrainings: false });
  await assert.rejects(held(typeId, []), /input\.invalid|live trainings/);
});

test('a gate says who lacks what from its day on, closes nothing, and counts for the health of the centre', async () => {
  const typeId = await type();
  const gate = (await hema().call(
    trainingGate.endpoints.create as never,
    {
      work: 'GradeEntry',
      certificateTypeId: typeId,
      staffCategories: ['TEACHING'],
      effectiveFrom: addDays(today, -31),
      graceDays: 30,
      active: true,
    } as never,
  )) as { id: string; version: number };
  const bina = () => app.as('Bina');
  const standing = async () => {
    const { rows } = await bina().call(gateStandings.endpoints.list, {
      certificateTypeId: typeId,
      limit: 200,
    });
    return {
      people: rows.length,
      lacking: rows.filter(({ state }) => state === 'LACKING').length,
      ids: rows.map(({ staffId }) => staffId),
    };
  };
  const before = await standing();
  assert.ok(before.ids.includes(staffIds.Divya));
  assert.ok(!before.ids.includes(staffIds.Usha), 'who is not approved is asked for nothing');
  const lacks = async () =>
    (await divya().call(performanceContract.record, { staffId: staffIds.Divya })).lacks;
  assert.deepEqual(
    (await lacks()).map(({ id }) => id),
    [gate.id],
  );
  const share = () =>
    inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, (db) =>
      certificateShare(db, [ANDHERI, BANER], today),
    );
  const was = (await share()).get(ANDHERI);
  assert.deepEqual(was, { n: before.people - before.lacking, d: before.people });
  await hema().call(contract.issue, { staffId: staffIds.Divya, typeId, reason: 'For the gate' });
  const then = await standing();
  assert.deepEqual([then.people, then.lacking], [before.people, before.lacking - 1]);
  assert.deepEqual(await lacks(), []);
  assert.deepEqual((await share()).get(ANDHERI), { n: (was?.n ?? 0) + 1, d: was?.d });
  const rows = await inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, (db) =>
    trainingHealth.rows(db, ANDHERI, today),
  );
  assert.deepEqual([rows.reduce((sum, { n }) => sum + n, 0), rows.length], [(was?.n ?? 0) + 1, was?.d]);
  // Within the days to get it nobody lacks it yet.
  await app.sql('update training_gate set grace_days = 31 where id = $1', [gate.id]);
  assert.deepEqual([(await standing()).people, (await share()).size], [0, 0]);
  await divya().refused(gateStandings.endpoints.list, {}, 'module.missing');
});

test('its holder hears 60, 30 and 7 days ahead that it expires, once each, also after a missed morning', async () => {
  const typeId = await type();
  await complete(await module(typeId));
  const { id } = await only(typeId);
  const until = validUntilOf(today, 12) as string;
  const told = async (daysAhead: number) => {
    await run(remindExpiryJob, new Date(`${addDays(until, -daysAhead)}T08:30:00+05:30`));
    const rows = await app.sql(
      `select from notice where user_id = $1 and dedupe_key like 'training:certificate:' || $2 || ':%'`,
      [people.Divya.id, id],
    );
    return rows.length;
  };
  assert.deepEqual([await told(61), await told(60), await told(59)], [0, 1, 1]);
  // Nobody was there on the 30th day.
  assert.deepEqual([await told(29), await told(8)], [2, 2]);
  assert.deepEqual([await told(7), await told(0), await told(-1)], [3, 3, 3]);
  const other = await type();
  await complete(await module(other));
  const revoked = await only(other);
  await hema().call(contract.revoke, { id: revoked.id, reason: 'Under test' }, { version: 1 });
  await run(remindExpiryJob, new Date(`${addDays(until, -7)}T08:30:00+05:30`));
  const none = await app.sql(
    `select from notice where dedupe_key like 'training:certificate:' || $1 || ':%'`,
    [revoked.id],
  );
  assert.equal(none.length, 0);
});
