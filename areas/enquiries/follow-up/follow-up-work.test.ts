// The counsellor's queue and its actions through HTTP on a real database: order and reasons, claim, skip and snooze, undo,
// the cadence's end (acceptance 14), proposals, plans, and what another centre does not see.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { callContract } from '../calls/call.contract.ts';
import { calls as callList } from '../calls/call.listing.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { moveEnquiryStage } from '../public.server.ts';
import { followUpWorkContract as work } from './follow-up-work.contract.ts';
import { planJob } from './plan-dates.server.ts';
import { rollDay } from './roll-day.server.ts';
import { ist, type WorkDesk, workDesk } from './work-testing.ts';

const TODAY = '2026-11-21';
let desk: WorkDesk;
before(async () => {
  desk = await workDesk();
});
after(() => desk.app.close());

const esha = () => desk.app.as('Esha');
const bina = () => desk.app.as('Bina');
const queue = () => esha().call(work.queue, { whose: 'me' });
const names = async () => (await queue()).rows.map((row) => row.childName);
/** Leaves nothing due, so that each test has a queue of its own. */
const clear = () =>
  desk.app.sql(
    `update enquiry set next_follow_up_on = '2027-02-01', next_follow_up_at = null, appointment_at = null where franchisee_id = 2 and is_open`,
  );

test('acceptance 1: the twelve enquiries of the specification give 12, 2, 4, 4, and each tile lists as many', async () => {
  const { at, capture, log, lose, get } = desk;
  const admissions = async (
    code: string,
    stage: 'Application Fee Link Sent' | 'Temporarily Confirmed' | 'Admission Confirmed',
  ) => {
    const { id } = await get(code);
    await inUnitOfWork(desk.app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      moveEnquiryStage(db, { enquiryId: id, stage, sourceId: `${stage} ${code}` }),
    );
  };
  const visited = {
    outcome: 'COUNSELLED',
    channel: 'VISIT',
    note: 'Saw the rooms and liked them',
    withoutAppointment: true,
  } as const;
  at('2026-11-12');
  const made = await Promise.all(
    ['Tara', 'Uma', 'Veer', 'Yash', 'Zoya', 'Anya', 'Bodhi'].map((name) => capture(name)),
  );
  const [talked, keen, seen, link, held, dropped, admitted] = made.map((one) => one.enquiryCode) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await log(seen, { ...visited, nextOn: '2026-11-15' });
  await log(link, { ...visited, nextOn: '2026-11-23' });
  await log(held, { ...visited, nextOn: '2026-11-22' });
  await admissions(link, 'Application Fee Link Sent');
  await admissions(held, 'Temporarily Confirmed');
  await admissions(admitted, 'Admission Confirmed');
  await log(keen, { outcome: 'INTERESTED', nextOn: '2026-11-20' });
  await log(talked, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  await lose(dropped, 'drop-off', 'Fees');
  at('2026-11-19');
  await capture('Late');
  const visits = [
    ['Ela', '2026-11-24T11:00:00+05:30'],
    ['Omi', '2026-11-21T15:00:00+05:30'],
  ] as const;
  for (const [name, nextAt] of visits)
    await log((await capture(name)).enquiryCode, { outcome: 'APPOINTMENT', nextAt });
  const selfMade = (await capture('Pari', { nextFollowUpOn: TODAY })).enquiryCode;
  await admissions(selfMade, 'Application Fee Link Sent');
  at(TODAY);
  await capture('Fresh');
  const counts = await esha().call(enquiryContract.enquiryCount, {
    franchiseeID: ANDHERI,
    academicYearID: 2026,
  });
  assert.deepEqual(counts, {
    totalLeadCount: 12,
    yetToCallCount: 2,
    followUpLeadCount: 6,
    todaysFollowUpCount: 6,
  });
  const list = async (filters: object) =>
    (await esha().call(enquiryContract.list, { limit: 200, ...filters })).rows
      .map((row) => row.childName)
      .toSorted();
  assert.equal((await list({})).length, 12);
  assert.deepEqual(await list({ spancoStatus: 'Suspect', stage: 'Yet_to_call' }), ['Fresh', 'Late']);
  const due = ['Fresh', 'Late', 'Omi', 'Pari', 'Uma', 'Veer'];
  assert.deepEqual(await list({ bucket: 'due' }), due);
  const strip = await esha().call(followUpContract.buckets, {});
  assert.deepEqual(Object.fromEntries(strip.buckets.map((one) => [one.key, one.n])), {
    'cold-overdue': 1,
    'cold-current': 1,
    'cold-next': 1,
    'warm-current': 3,
    'warm-next': 1,
    'hot-current': 1,
    'hot-next': 2,
    closed: 1,
  });
  assert.deepEqual([strip.open, strip.due], [10, 6]);
  // One meaning wherever it is told: the banner's count, the tile, the queue as it opens and by its link, the board, the
  // card of the next call, and what makes it up.
  const queue = (filters: object) => esha().call(followUpContract.list, { limit: 200, ...filters });
  const board = await esha().call(enquiryContract.dashboard, {});
  const card = await esha().call(work.queue, { whose: 'all' });
  const ofBucket = (key: string) => strip.buckets.find((one) => one.key === key)?.n ?? 0;
  assert.deepEqual(
    {
      banner: counts.followUpLeadCount,
      tile: strip.due,
      queue: (await queue({})).total.n,
      link: (await queue({ bucket: 'due' })).total.n,
      board: board.due,
      card: Object.values(card.notNow).reduce((sum, n) => sum + n, card.waiting),
      days: board.overdue + (await queue({ date: TODAY })).total.n,
      buckets: ['cold-overdue', 'cold-current', 'warm-current', 'hot-current'].reduce(
        (n, key) => n + ofBucket(key),
        0,
      ),
    },
    { banner: 6, tile: 6, queue: 6, link: 6, board: 6, card: 6, days: 6, buckets: 6 },
  );
  assert.deepEqual((await queue({})).rows.map((row) => row.childName).toSorted(), due);
  // The screen's filters come as the address spells them.
  const n = async (filters: object) => (await queue(filters)).total.n;
  assert.deepEqual(
    [
      await n({ academicYear: '2026' }),
      await n({ academicYear: '2025' }),
      await n({ type: 'academic' }),
      await n({ type: 'service' }),
    ],
    [6, 0, 6, 0],
  );
});

test('the queue is in the order of its score and says why; seats, sibling and a promised call count', async () => {
  const { at, capture, log, app } = desk;
  await clear();
  at('2026-11-18');
  const hot = await capture('Hari');
  await log(hot.enquiryCode, {
    outcome: 'COUNSELLED',
    channel: 'VISIT',
    note: 'Liked the garden a lot',
    withoutAppointment: true,
    nextOn: '2026-11-18',
  });
  await capture('Cosi', { nextFollowUpOn: '2026-11-18', children: [{ firstName: 'Cosi', classId: 4 }] });
  at(TODAY, '09:00');
  const web = await capture('Wani', { sourceId: sourceIds.website, ownerId: people.Esha.id });
  const promised = await capture('Prem');
  await log(promised.enquiryCode, { outcome: 'CALL_BACK', nextAt: `${TODAY}T11:00:00+05:30` });
  const visit = await capture('Vani');
  await log(visit.enquiryCode, { outcome: 'APPOINTMENT', nextAt: `${TODAY}T15:00:00+05:30` });
  await app.sql(
    `insert into class_seat (franchisee_id, academic_year_id, class_id, day_session, capacity, keep_for_promotion) values (2, 2026, 3, 'MORNING', 3, false)`,
  );
  await app.sql(`delete from enrolment where false`);
  const [free] = await app.sql<{ n: number }>(
    `select 3 - count(*)::int as n from enrolment where franchisee_id = 2 and academic_year_id = 2026 and class_id = 3 and day_session = 'MORNING' and status in ('UPCOMING', 'ACTIVE')`,
  );
  await app.sql(`update class_seat set capacity = capacity + 3 - $1 where franchisee_id = 2`, [free?.n ?? 3]);
  await app.sql(`update enquiry set sla_due_at = $2 where id = $1`, [web.id, ist(TODAY, '11:04')]);
  at(TODAY, '11:00');
  const now = await queue();
  assert.deepEqual(
    now.rows.map((row) => [row.childName, row.score]),
    [
      ['Wani', 1180],
      ['Prem', 1000 + 20 + 60],
      ['Vani', 800 + 100 + 80 + 60],
      ['Hari', 60 + 150 + 60],
      ['Cosi', 80],
    ],
  );
  assert.deepEqual(now.rows[0]?.reasons, ['First answer due in 4 min', '3 seats left in Nursery']);
  assert.deepEqual(now.rows[1]?.reasons[0], 'Asked to be called at 11:00 AM');
  assert.equal(
    now.rows.every((row) => row.score === row.parts.reduce((sum, part) => sum + part.points, 0)),
    true,
  );
  assert.deepEqual([now.whose, now.waiting, now.callingHours], ['me', 5, true]);
  await app.sql(`delete from class_seat where franchisee_id = 2`);
  at(TODAY, '21:00');
  const late = await queue();
  // What waits for the morning is shown, only not on the card.
  assert.deepEqual([late.callingHours, late.rows.length, late.waiting], [false, 5, 5]);
});

test('acceptance 11: a cover sees the calls of who is away, marked with the owner', async () => {
  await clear();
  desk.at(TODAY);
  const one = await desk.capture('Lila');
  await desk.app.sql(
    `insert into allocation_cover (franchisee_id, user_id, cover_id, from_on, to_on) values (2, $1, $2, $3, $3)`,
    [people.Esha.id, people.Bina.id, TODAY],
  );
  const seen = await bina().call(work.queue, { whose: 'me' });
  assert.deepEqual(
    seen.rows.map((row) => [row.childName, row.forOwner]),
    [['Lila', 'Esha Patil']],
  );
  assert.equal((await desk.get(one.enquiryCode)).ownerId, people.Esha.id);
  desk.at('2026-11-23');
  assert.deepEqual((await bina().call(work.queue, { whose: 'me' })).rows, []);
});

test('a family is with one person for ten minutes; calls keep to the hours and to who may be called', async () => {
  await clear();
  desk.at(TODAY, '10:00');
  const one = await desk.capture('Mira');
  const begun = await esha().call(callContract.start, { enquiryId: one.id });
  assert.match(begun.tel, /^tel:\+9198202\d{5}$/);
  const told = await bina().refused(work.claim, { enquiryId: one.id }, 'follow-up.claimed');
  assert.equal(told.message, 'Esha is calling this family now.');
  await bina().refused(callContract.start, { enquiryId: one.id }, 'follow-up.claimed');
  const all = await bina().call(work.queue, { whose: 'all' });
  assert.deepEqual([all.rows.length, all.notNow.claimed], [0, 1]);
  desk.at(TODAY, '10:11');
  await bina().call(work.claim, { enquiryId: one.id });
  desk.at(TODAY, '10:22');
  const logged = await desk.log(one.enquiryCode, { outcome: 'BUSY', callId: begun.callId });
  assert.equal(logged.attempts, 1);
  const calls = await esha().call(callList.endpoints.list, {});
  assert.deepEqual(
    calls.rows.map((row) => [row.childName, row.status, row.outcome, row.direction]),
    [
      ['Mira', 'BUSY', 'BUSY', 'OUT'],
      ...calls.rows.slice(1).map((row) => [row.childName, row.status, row.outcome, row.direction]),
    ],
  );
  assert.match(calls.rows[0]?.number ?? '', /^\+91 98•••/);
  assert.equal(
    (
      await esha().call(callList.endpoints.list, {
        agentId: people.Esha.id,
        startedOn: TODAY,
        direction: 'IN',
      })
    ).rows.length,
    0,
  );
  desk.at(TODAY, '21:00');
  await esha().refused(callContract.start, { enquiryId: one.id }, 'call.quiet-hours');
  desk.at(TODAY, '12:30');
  const { version } = await desk.get(one.enquiryCode);
  await esha().call(enquiryContract.update, { id: one.id, changes: { doNotCall: true } }, { version });
  await esha().refused(callContract.start, { enquiryId: one.id }, 'call.do-not-call');
  assert.equal((await queue()).notNow.doNotCall, 0, 'its next date is tomorrow');
  const wrong = await desk.capture('Nila');
  await desk.log(wrong.enquiryCode, { outcome: 'WRONG_NUMBER' });
  await esha().refused(callContract.start, { enquiryId: wrong.id }, 'call.no-number');
});

test('who was just tried rests two hours; a snooze hides, a skip goes last, the fourth skip says why', async () => {
  await clear();
  const codes = [];
  for (const [i, name] of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'].entries()) {
    desk.at(TODAY, `09:0${i}`);
    codes.push(await desk.capture(name));
  }
  desk.at(TODAY, '10:00');
  const [a, b, c, d, e] = codes;
  assert.ok(a && b && c && d && e);
  assert.deepEqual(await names(), ['Aa', 'Bb', 'Cc', 'Dd', 'Ee']);
  await esha().call(work.pause, { enquiryId: a.id, kind: 'SNOOZE', minutes: 30 });
  assert.deepEqual(await names(), ['Bb', 'Cc', 'Dd', 'Ee']);
  for (const one of [b, c, d]) await esha().call(work.pause, { enquiryId: one.id, kind: 'SKIP' });
  assert.deepEqual(await names(), ['Ee', 'Bb', 'Cc', 'Dd']);
  await esha().refused(work.pause, { enquiryId: e.id, kind: 'SKIP' }, 'follow-up.skip-reason');
  const skipped = await esha().call(work.pause, {
    enquiryId: e.id,
    kind: 'SKIP',
    reason: 'Asked for a lady',
  });
  assert.equal(skipped.skipsToday, 4);
  desk.at(TODAY, '10:31');
  assert.equal((await names())[0], 'Aa');
  await desk.log(a.enquiryCode, { outcome: 'WHATSAPP_SENT', channel: 'WHATSAPP', nextOn: TODAY });
  const rested = await queue();
  assert.deepEqual([rested.rows[0]?.childName, rested.notNow.justTried], ['Bb', 1]);
  desk.at(TODAY, '12:32');
  assert.equal((await names())[0], 'Aa');
  assert.equal((await bina().call(work.queue, { whose: 'all' })).rows[0]?.childName, 'Aa');
});

test('undo gives everything back for 15 minutes, to its author, unless the enquiry went on', async () => {
  await clear();
  desk.at('2026-11-27', '10:00');
  const one = await desk.capture('Ojas');
  const before = await desk.get(one.enquiryCode);
  const slip = await desk.log(one.enquiryCode, {
    outcome: 'APPOINTMENT',
    nextAt: '2026-12-02T11:00:00+05:30',
    note: 'Both parents come',
  });
  assert.deepEqual([slip.stage, slip.subStatus], ['Appointment Fixed', 'Appointment fixed']);
  await bina().refused(work.void, { id: slip.id }, 'follow-up.void-late');
  assert.deepEqual((await queue()).recent.map((line) => line.childName).slice(0, 1), ['Ojas']);
  desk.at('2026-11-27', '10:14');
  const back = await esha().call(work.void, { id: slip.id });
  const row = await desk.get(one.enquiryCode);
  const facts = (of: typeof row) => [
    of.stage,
    of.spancoStatus,
    of.subStatus,
    of.temperature,
    of.attempts,
    of.nextFollowUpOn,
    of.nextFollowUpAt,
    of.appointmentAt,
    of.firstAttemptAt,
    of.lastContactAt,
    of.lastNote,
    of.bucket,
    of.stageSince,
  ];
  assert.deepEqual(facts(row), facts(before));
  assert.equal(back.version, row.version);
  assert.equal(row.timeline.filter((line) => line.kind === 'follow-up').length, 0);
  await esha().refused(work.void, { id: slip.id }, 'follow-up.void-late');
  const tried = await desk.log(one.enquiryCode, { outcome: 'BUSY' });
  await esha().call(
    enquiryContract.update,
    { id: one.id, changes: { pincode: '400058' } },
    { version: tried.version },
  );
  await esha().refused(work.void, { id: tried.id }, 'follow-up.void-changed');
  const old = await desk.log(one.enquiryCode, { outcome: 'SWITCHED_OFF' });
  desk.at('2026-11-27', '10:30');
  await esha().refused(work.void, { id: old.id }, 'follow-up.void-late');
  const wrong = await desk.log(one.enquiryCode, { outcome: 'WRONG_NUMBER' });
  await esha().call(work.void, { id: wrong.id });
  assert.equal(
    (await desk.get(one.enquiryCode)).contacts.some((contact) => contact.bad),
    false,
  );
});

test('acceptance 14: six failed calls and their dates; the seventh in three dayparts is a proposal, not a closed enquiry', async () => {
  await clear();
  desk.at('2026-11-18', '10:00');
  const one = await desk.capture('Ruhi');
  const tries = [
    ['2026-11-18', '10:30'],
    ['2026-11-19', '10:00'],
    ['2026-11-21', '13:00'],
    ['2026-11-23', '10:00'],
    ['2026-11-26', '13:00'],
    ['2026-12-01', '10:00'],
  ] as const;
  const dates = [];
  for (const [day, time] of tries) {
    desk.at(day, time);
    const logged = await desk.log(one.enquiryCode, { outcome: 'NO_ANSWER' });
    dates.push(logged.nextFollowUpOn);
    assert.equal(logged.closeProposed, false);
  }
  assert.deepEqual(dates, [
    '2026-11-19',
    '2026-11-21',
    '2026-11-23',
    '2026-11-26',
    '2026-12-01',
    '2026-12-31',
  ]);
  desk.at('2026-12-31', '13:00');
  const seventh = await desk.log(one.enquiryCode, { outcome: 'BUSY' });
  assert.equal(seventh.closeProposed, false, 'only two parts of the day');
  await desk.app.sql(
    `update follow_up set at = at + interval '7 hours' where subject_id = $1 and at < '2026-11-19'`,
    [one.id],
  );
  desk.at('2026-12-31', '17:30');
  const eighth = await desk.log(one.enquiryCode, { outcome: 'NO_ANSWER' });
  assert.deepEqual([eighth.closeProposed, eighth.stage], [true, 'Yet_to_call']);
  const { rows } = await esha().call(work.proposals, {});
  assert.deepEqual(
    rows.map((row) => [row.kind, row.childName, row.reason, row.can['move']]),
    [['CLOSE', 'Ruhi', 'Not reachable ×7', true]],
  );
  await esha().call(work.dismissProposal, { id: rows[0]?.id ?? '' });
  assert.equal((await esha().call(work.proposals, {})).rows.length, 0);
  desk.at('2027-01-30', '10:00');
  assert.equal(
    (await desk.log(one.enquiryCode, { outcome: 'BUSY' })).closeProposed,
    false,
    'put aside for this life',
  );
});

test('the cadence moves past holidays of the desk', async () => {
  await clear();
  await desk.app.sql(
    `insert into desk_holiday (franchisee_id, on_date, name) values (2, '2026-11-19', 'Local day'), (3, '2026-11-20', 'Elsewhere')`,
  );
  desk.at('2026-11-18', '10:00');
  const one = await desk.capture('Savi');
  assert.equal((await desk.log(one.enquiryCode, { outcome: 'NO_ANSWER' })).nextFollowUpOn, '2026-11-20');
  await desk.app.sql(`delete from desk_holiday where franchisee_id in (2, 3)`);
});

test('a lost family comes back on its day as a proposal, told once; the list of close enquiries is by that day', async () => {
  await clear();
  desk.at('2026-08-20');
  const one = await desk.capture('Tia');
  await desk.lose(one.enquiryCode, 'close', 'Fees');
  const day = (await desk.get(one.enquiryCode)).reviveOn ?? '';
  const later = await desk.capture('Udi');
  await desk.lose(later.enquiryCode, 'close', 'Distance');
  assert.equal(day, '2026-11-18');
  await desk.run(rollDay, ist(day, '00:05'));
  await desk.run(rollDay, ist('2026-11-19', '00:05'));
  desk.at('2026-11-19');
  const { rows } = await esha().call(work.proposals, { whose: 'me' });
  assert.deepEqual(
    rows.map((row) => [row.kind, row.childName]),
    [['TRY_AGAIN', 'Tia']],
  );
  const notices = await desk.app.sql(
    `select from notice where user_id = $1 and kind = 'enquiries.try-again'`,
    [people.Esha.id],
  );
  assert.equal(notices.length, 1);
  const seen = [];
  let after: string | null = null;
  do {
    const page: { rows: { childName: string; reviveOn: string | null }[]; next: string | null } =
      await esha().call(work.closed, { limit: 1, ...(after ? { after } : {}) });
    seen.push(...page.rows);
    after = page.next;
  } while (after);
  assert.deepEqual([seen[0]?.childName, seen[0]?.reviveOn], ['Tia', '2026-11-18']);
  const days = seen.map((row) => row.reviveOn ?? '9999-12-31');
  assert.deepEqual(days, days.toSorted(), 'by the day, who has none comes last');
  assert.equal(seen.at(-1)?.childName, 'Udi');
  const { version } = await desk.get(one.enquiryCode);
  await esha().call(enquiryContract.moveStage, { id: one.id, action: 'revive' }, { version });
  assert.equal((await esha().call(work.proposals, {})).rows.length, 0);
});

test('a plan spreads dates over working days, shows it first, keeps fixed visits, and big ones run as a job', async () => {
  await clear();
  desk.at('2026-11-21');
  const made = [];
  for (let i = 0; i < 10; i += 1) made.push(await desk.capture(`Plan ${i}`));
  await desk.log(made[9]?.enquiryCode ?? '', { outcome: 'APPOINTMENT', nextAt: '2026-11-24T11:00:00+05:30' });
  const ids = made.map((one) => one.id);
  const spread = { from: '2026-11-22', to: '2026-11-24' };
  const preview = await esha().call(work.planPreview, { ids, spread });
  assert.deepEqual(preview, {
    days: [
      { day: '2026-11-23', n: 5 },
      { day: '2026-11-24', n: 4 },
    ],
    total: 9,
    over: 0,
    visits: 1,
  });
  const tight = await esha().call(work.planPreview, { ids, spread: { ...spread, perDay: 3 } });
  assert.deepEqual([tight.days.map((one) => one.n), tight.over], [[3, 3], 3]);
  const done = await esha().call(work.plan, { ids, spread });
  assert.deepEqual([done.total, done.moved, done.queued], [9, 9, false]);
  const month = await esha().call(work.calendar, { month: '2026-11', assignedTo: ['me'] });
  const of = (day: string) => month.days.find((one) => one.day === day);
  assert.deepEqual(
    [of('2026-11-23')?.cold, of('2026-11-24')?.cold, of('2026-11-24')?.warm, of('2026-11-24')?.visits],
    [5, 4, 1, 1],
  );
  await esha().refused(
    work.plan,
    { ids, spread: { from: '2026-11-22', to: '2026-11-22' } },
    'follow-up.plan-empty',
  );
  await esha().refused(
    work.planPreview,
    { ids, spread: { from: '2026-11-20', to: '2026-11-24' } },
    'follow-up.date-range',
  );
  for (let i = 0; i < 200; i += 1) await desk.capture(`Many ${i}`);
  const big = await esha().call(work.plan, {
    filters: { q: 'many' },
    spread: { from: '2026-12-01', to: '2026-12-05' },
  });
  assert.deepEqual([big.total, big.queued], [200, false]);
  const bigger = await esha().call(work.plan, {
    filters: { assignedTo: ['me'], bucket: ['cold-next'] },
    spread: { from: '2026-12-07', to: '2026-12-11' },
  });
  assert.ok(bigger.queued && bigger.total > 200);
  const result = await desk.run(planJob, ist('2026-11-21'), { franchiseeId: ANDHERI, planId: bigger.planId });
  assert.deepEqual([result.ok, result.failed], [bigger.total, 0]);
  assert.equal(
    (await desk.run(planJob, ist('2026-11-21'), { franchiseeId: ANDHERI, planId: bigger.planId })).ok,
    0,
  );
});

test('a line that moves the stage carries what the same step carries; its undo takes the child’s class back too', async () => {
  desk.at(TODAY);
  const one = await desk.capture('Nila', { children: [{ firstName: 'Nila' }] });
  const { id, version } = await desk.get(one.enquiryCode);
  const step = (input: InputOf<typeof enquiryContract.moveStage>) =>
    esha().raw(enquiryContract.moveStage, input, { version });
  const line = (input: Partial<InputOf<typeof followUpContract.log>>) =>
    esha().raw(
      followUpContract.log,
      { enquiryId: id, outcome: 'COUNSELLED', channel: 'VISIT', ...input },
      { version },
    );
  const lacks = ({ body }: { body: unknown }): Record<string, string> =>
    (body as { fields: Record<string, string> }).fields; // the shape of every refusal
  const note = 'Both parents saw the rooms';
  const asked = lacks(await step({ id, action: 'counsel-offline', contact: 'VISIT', note }));
  assert.deepEqual(Object.keys(asked).sort(), ['classId', 'programme', 'withoutAppointment']);
  assert.deepEqual(lacks(await line({ note, classId: 3 })), {
    programme: asked['programme'],
    withoutAppointment: asked['withoutAppointment'],
  });
  assert.deepEqual(Object.keys(lacks(await line({ note, programme: 'BSK' }))), ['classId']);
  await desk.app.sql(
    `update enquiry_stage set needs_sub_status = true, needs_reason = true, needs_follow_up = true where code = 'Offline Counselling Done'`,
  );
  const stage = { classId: 3, programme: 'Regular', withoutAppointment: true } as const;
  const stricter = lacks(await step({ id, action: 'counsel-offline', contact: 'VISIT', note, ...stage }));
  assert.deepEqual(lacks(await line({ note, ...stage })), {
    subStatus: stricter['subStatus'],
    nextOn: stricter['nextFollowUpOn'],
  });
  const logged = await esha().call(
    followUpContract.log,
    {
      enquiryId: id,
      outcome: 'COUNSELLED',
      channel: 'VISIT',
      note,
      nextOn: '2026-11-24',
      subStatus: 'Comparing',
      ...stage,
    },
    { version },
  );
  assert.deepEqual([logged.stage, logged.subStatus], ['Offline Counselling Done', 'Comparing']);
  const after = await desk.get(one.enquiryCode);
  assert.deepEqual([after.classId, after.programme], [3, 'Regular']);
  await esha().call(work.void, { id: logged.id });
  const before = await desk.get(one.enquiryCode);
  assert.deepEqual([before.stage, before.classId, before.programme], ['Yet_to_call', null, null]);
  await desk.app.sql(
    `update enquiry_stage set needs_sub_status = false, needs_reason = false, needs_follow_up = false where code = 'Offline Counselling Done'`,
  );
  const past = await esha().raw(
    followUpContract.log,
    { enquiryId: id, outcome: 'APPOINTMENT', nextAt: `${TODAY}T10:00:00+05:30` },
    { version: before.version },
  );
  assert.deepEqual(Object.keys(lacks(past)), ['nextAt'], 'a visit lies ahead, as on the board');
});

test('not this year: called again within 400 days, everybody else within 90', async () => {
  desk.at(TODAY);
  const one = await desk.capture('Omya');
  const talk = (nextOn: string) => desk.log(one.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn });
  await assert.rejects(talk('2027-02-20'));
  await talk('2027-02-19');
  const said = await desk.log(one.enquiryCode, {
    outcome: 'DETAILS_SHARED',
    nextOn: '2027-12-26',
    subStatus: 'Not this year',
  });
  assert.deepEqual([said.subStatus, said.nextFollowUpOn], ['Not this year', '2027-12-26']);
  assert.equal(
    (await talk('2027-12-26')).nextFollowUpOn,
    '2027-12-26',
    'it stays so until they say otherwise',
  );
  const again = await desk.get(one.enquiryCode);
  const late = await esha().raw(
    followUpContract.log,
    { enquiryId: again.id, outcome: 'DETAILS_SHARED', nextOn: '2027-12-27' },
    { version: again.version },
  );
  assert.equal(late.status, 422);
  const keen = await esha().raw(
    followUpContract.log,
    { enquiryId: again.id, outcome: 'INTERESTED', nextOn: '2027-12-26' },
    { version: again.version },
  );
  assert.equal(keen.status, 422, 'whoever is interested after all is called soon');
});

test('another centre: every action 404, every list empty; without the module 403', async () => {
  desk.at(TODAY);
  const one = await desk.capture('Isha');
  const slip = await desk.log(one.enquiryCode, { outcome: 'BUSY' });
  const rekha = desk.app.as('Rekha');
  for (const [endpoint, input] of [
    [work.claim, { enquiryId: one.id }],
    [work.pause, { enquiryId: one.id, kind: 'SKIP' }],
    [work.void, { id: slip.id }],
    [work.dismissProposal, { id: one.id }],
    [callContract.start, { enquiryId: one.id }],
  ] as const)
    assert.equal((await rekha.raw(endpoint, input)).status, 404, endpoint.name);
  assert.equal((await rekha.call(work.queue, { whose: 'all' })).rows.length, 0);
  assert.equal((await rekha.call(callList.endpoints.list, {})).rows.length, 0);
  assert.equal((await rekha.call(work.closed, {})).rows.length, 0);
  assert.equal((await rekha.call(work.calendar, { month: '2026-11' })).days.length, 0);
  assert.equal((await desk.app.as('Divya').raw(work.queue, {})).status, 403);
});
