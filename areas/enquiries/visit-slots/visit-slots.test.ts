// A family chooses its half-hour through HTTP: one of two hundred gets the last one, a known and an unknown number get the
// same answer, and the appointment, its messages, its move and its end follow from the enquiry's own rules.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { ist, type WorkDesk, workDesk } from '../follow-up/work-testing.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { consumeSubmission, PUBLIC_FORM } from '../public-form/public-enquiry.server.ts';
import { fromNewNetwork } from '../public-form/visitor-testing.ts';
import { applyBooking, applyCancel } from './apply-booking.server.ts';
import { APPLY_VISIT, CANCEL_VISIT } from './choose-slot.server.ts';
import { openHalfHours } from './half-hours.ts';
import { visitSlotContract } from './visit-slot.contract.ts';

let desk: WorkDesk;
before(async () => {
  desk = await workDesk();
});
after(() => desk.app.close());

const TODAY = '2026-11-21';
const log = pino({ level: 'silent' });
const send = async (more: Record<string, unknown> = {}) => {
  const submissionId = randomUUID();
  const answer = await desk.app.stranger.raw(
    publicEnquiryContract.submit,
    {
      fid: ANDHERI,
      submissionId,
      guardianName: 'Gita Rao',
      mobile: desk.nextPhone(),
      childFirstName: 'Kiaan',
      birthMonth: '2023-08',
      classId: 3,
      pincode: '400053',
      isAdultGuardian: true,
      consentSms: true,
      filledInMs: 40_000,
      ...more,
    },
    fromNewNetwork(),
  );
  assert.equal(answer.status, 200);
  return submissionId;
};
const consume = () =>
  drainInbox({
    database: desk.app.pool,
    workers: { [PUBLIC_FORM]: consumeSubmission },
    ports: desk.app.ports,
    log,
  });
const slots = () => desk.app.stranger.call(visitSlotContract.slots, { fid: ANDHERI });
const claim = (submissionId: string, at: string) =>
  desk.app.stranger.raw(visitSlotContract.claim, { fid: ANDHERI, submissionId, at });
const firstFree = async (n = 0): Promise<string> => {
  const at = (await slots()).days.flatMap((day) => day.times)[n];
  assert.ok(at);
  return at;
};

/** What the outbox worker does with the waiting choices, once each. */
async function apply(now = ist(TODAY)): Promise<void> {
  const waiting = await desk.app.sql<{ id: string; kind: string; payload: unknown; dedupe_key: string }>(
    `select id, kind, payload, dedupe_key from outbox where kind in ($1, $2) and state = 'QUEUED' order by at, id`,
    [APPLY_VISIT, CANCEL_VISIT],
  );
  for (const one of waiting)
    await (one.kind === APPLY_VISIT ? applyBooking : applyCancel).perform({
      row: { ...one, franchiseeId: ANDHERI, attempts: 0, dedupeKey: one.dedupe_key },
      work: (franchiseeId, work) =>
        inUnitOfWork(desk.app.pool, systemActor(franchiseeId), { command: one.kind }, work),
      finish: async () => undefined,
      now,
      data: null,
      ports: { ...desk.app.ports, afterCommit: () => undefined },
    });
  await desk.app.sql(`update outbox set state = 'SENT' where kind in ($1, $2) and state = 'QUEUED'`, [
    APPLY_VISIT,
    CANCEL_VISIT,
  ]);
}
const enquiryOf = async (submissionId: string) => {
  const [row] = await desk.app.sql<{ id: string; code: string }>(
    `select e.id, e.enquiry_code as code from enquiry e join enquiry_touch t on t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id where t.intake_id = $1`,
    [submissionId],
  );
  assert.ok(row);
  return row;
};
const told = async (id: string) =>
  (
    await desk.app.sql<{ kind: string; state: string; link: string | null }>(
      `select payload ->> 'kind' as kind, state, payload -> 'link' ->> 'purpose' as link from outbox where kind = 'communication.expand' and source_id = $1 order by at, id`,
      [id],
    )
  ).map(
    (row) =>
      `${row.kind.split('.')[1]}${row.state === 'CANCELLED' ? ' (cancelled)' : ''}${row.link ? ' +link' : ''}`,
  );
const linkTo = (enquiryId: string) =>
  inUnitOfWork(desk.app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    issueLink(db, {
      purpose: 'enquiry.visit',
      franchiseeId: ANDHERI,
      subject: { kind: 'enquiry', id: enquiryId },
    }),
  );

test('half-hours: inside the hours of desk and centre, no holiday, two hours ahead', () => {
  const week = { MON: [['09:30', '18:30']], SAT: [['09:30', '18:30']] } as const;
  const calendar = { always: false, windows: week, days: { '2026-11-23': [] } };
  const hours = { opensAt: '08:00', closesAt: '13:15' };
  const found = openHalfHours(calendar, hours, ist(TODAY, '10:40'));
  assert.deepEqual(
    found.slice(0, 2).map((at) => at.toISOString()),
    ['2026-11-28T04:00:00.000Z', '2026-11-28T04:30:00.000Z'],
    'after 12:40 only 12:30-13:00 would be left, and Monday is a holiday',
  );
  assert.equal(
    openHalfHours(calendar, hours, ist(TODAY, '10:00'))[0]?.toISOString(),
    '2026-11-21T06:30:00.000Z',
  );
  assert.equal(found.filter((at) => at.toISOString().startsWith('2026-11-28')).length, 7, '09:30 to 13:00');
});

test('two hundred want the last half-hour: one gets it, before and after its enquiry is there', async () => {
  desk.at(TODAY);
  const at = await firstFree();
  const claimants: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    claimants.push(...(await Promise.all(Array.from({ length: 25 }, () => send()))));
    // Every family has its own address; here all have one.
    await desk.app.sql(`delete from rate_counter`);
  }
  const answers = await Promise.all(claimants.map((one) => claim(one, at)));
  const statuses = answers.map((one) => one.status);
  assert.deepEqual(
    [statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 409).length],
    [1, 199],
  );
  const winner = claimants[statuses.indexOf(200)] ?? '';
  assert.equal((await claim(winner, at)).status, 200, 'a second press is the same choice');
  await desk.app.sql(`delete from inbox where provider = $1 and event_id <> all ($2)`, [
    PUBLIC_FORM,
    [`${ANDHERI}:${winner}`, `${ANDHERI}:${claimants.find((one) => one !== winner)}`],
  ]);
  await consume();
  await apply();
  const row = await desk.get((await enquiryOf(winner)).code);
  assert.deepEqual(
    [
      row.stage,
      row.spancoStatus,
      row.subStatus,
      row.nextFollowUpOn,
      new Date(row.appointmentAt ?? '').toISOString(),
    ],
    ['Appointment Fixed', 'Prospect', 'Appointment fixed', at.slice(0, 10), new Date(at).toISOString()],
  );
  assert.ok((await told(row.id)).includes('visit +link'));
  const loser = claimants.find((one) => one !== winner) ?? '';
  assert.equal((await claim(loser, at)).status, 409);
  assert.equal((await slots()).days.flatMap((day) => day.times).includes(at), false);
});

test('the answer never tells whether the family is known, and a form never moves a visit that somebody else fixed', async () => {
  desk.at(TODAY);
  const mobile = desk.nextPhone();
  const known = await desk.capture('Nia', {
    mobile,
    consents: { sms: true },
    children: [{ firstName: 'Nia', classId: 3 }],
  });
  await desk.log(known.enquiryCode, { outcome: 'APPOINTMENT', nextAt: '2026-11-24T15:00:00+05:30' });
  const [a, b] = [
    await send({ mobile, childFirstName: 'Nia', birthMonth: '2023-03' }),
    await send({ childFirstName: 'Omi' }),
  ];
  const [first, second] = [await firstFree(3), await firstFree(4)];
  const [one, other] = [await claim(a, first), await claim(b, second)];
  assert.deepEqual(
    [one.status, Object.keys(one.body as object)],
    [other.status, Object.keys(other.body as object)],
  );
  await consume();
  await apply();
  const row = await desk.get(known.enquiryCode);
  assert.equal(new Date(row.appointmentAt ?? '').toISOString(), ist('2026-11-24', '15:00').toISOString());
  assert.equal(row.nextFollowUpOn, TODAY, 'the counsellor calls and agrees on one');
  assert.equal(
    (await slots()).days.flatMap((day) => day.times).includes(first),
    false,
    'the word was given, so it is kept',
  );
  assert.equal((await desk.get((await enquiryOf(b)).code)).stage, 'Appointment Fixed');
  assert.equal((await claim(randomUUID(), await firstFree())).status, 404);
  const spam = await send({ message: 'http://x http://y http://z' });
  const third = await firstFree();
  assert.equal((await claim(spam, third)).status, 200);
  await consume();
  await apply();
  assert.ok((await slots()).days.flatMap((day) => day.times).includes(third), 'what spam took is free again');
});

test('by the link the family sees, moves and calls off its visit; the calendar file follows', async () => {
  desk.at(TODAY);
  const one = await desk.capture('Pari', { consents: { sms: true } });
  const token = await linkTo(one.id);
  const family = desk.app.link(token);
  assert.equal((await family.call(visitSlotContract.open, {})).visit, null);
  const [early, late] = [await firstFree(5), await firstFree(8)];
  await family.call(visitSlotContract.choose, { at: early });
  assert.equal(
    (await family.call(visitSlotContract.open, {})).visit?.at,
    early,
    'at once, not when a worker comes by',
  );
  await apply();
  assert.deepEqual((await told(one.id)).filter((kind) => kind.startsWith('visit')).toSorted(), [
    'visit +link',
    'visit-chosen',
  ]);
  await family.call(visitSlotContract.choose, { at: late });
  await apply();
  const moved = await desk.get(one.enquiryCode);
  assert.deepEqual(
    [moved.subStatus, new Date(moved.appointmentAt ?? '').toISOString()],
    ['Rescheduled', late],
  );
  assert.ok((await told(one.id)).includes('visit-moved +link'));
  assert.ok((await slots()).days.flatMap((day) => day.times).includes(early), 'the first time is free again');
  const file = await desk.app.app.inject({ url: `/visit-calendar/${token}` });
  assert.equal(file.statusCode, 200);
  assert.match(file.body, new RegExp(`DTSTART:${late.replace(/[-:]/g, '').slice(0, 15)}Z`));
  await family.call(visitSlotContract.cancel, {});
  await apply();
  const off = await desk.get(one.enquiryCode);
  assert.deepEqual([off.stage, off.appointmentAt, off.nextFollowUpOn], ['In Conversation', null, TODAY]);
  assert.ok((await told(one.id)).includes('visit-moved (cancelled) +link'));
  assert.equal((await desk.app.app.inject({ url: `/visit-calendar/${token}` })).statusCode, 404);
  await family.refused(visitSlotContract.cancel, {}, 'visit.ask');
  await desk.log(one.enquiryCode, {
    outcome: 'COUNSELLED',
    channel: 'VISIT',
    note: 'Came along all the same',
  });
  await family.refused(visitSlotContract.choose, { at: late }, 'visit.ask');
  await desk.app.link('A'.repeat(22)).refused(visitSlotContract.open, {}, 'link.not-found');
});
