// The first answer in working minutes: acceptance 12 and 13, each event once, holidays, what meets the clock and what does
// not, and the figures for the dashboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { PartsFailed } from '@aangan/server/work/each-part.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { type AllocationApp, allocationApp, memberOf } from '../allocation/allocation-testing.ts';
import { inTimeText } from '../dashboard/board-words.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { followUpContract } from '../enquiry/follow-up.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { firstAnswerContract } from './first-answer.contract.ts';
import { slaTickJob } from './sla-tick.server.ts';

const ist = (text: string): Date => new Date(`${text}:00+05:30`);
let desk: AllocationApp;
before(async () => {
  desk = await allocationApp(ist('2026-11-20T11:00'));
});
after(() => desk.close());

interface ClockRow {
  due: string;
  met: string | null;
  by: string | null;
  told: number;
  seconds: number | null;
  next: string | null;
}
const clockOf = async (id: string): Promise<ClockRow> => {
  const [row] = await desk.app.sql<ClockRow>(
    `select to_char(due_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as due, to_char(met_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as met, met_by::text as by, told, working_s as seconds,
       to_char(next_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as next from first_answer where enquiry_id = $1 order by cycle desc limit 1`,
    [id],
  );
  assert.ok(row);
  return row;
};
const tick = (at: string) => desk.run(slaTickJob, ist(at));
const told = async (kind: string, id: string): Promise<number> =>
  (
    await desk.app.sql(`select from outbox where kind = 'communication.expand' and dedupe_key like $1`, [
      `enquiries.${kind}:${id}:%`,
    ])
  ).length;
const lead = (at: string, more: Parameters<AllocationApp['lead']>[0] = {}) =>
  desk.lead(more, { now: ist(at) });

const lose = async (one: { id: string; enquiryCode: string }) => {
  const [reason] = await desk.app.sql<{ id: string }>(`select id from lost_reason where name = 'Fees'`);
  const { version } = await desk.app.as('Esha').call(enquiryContract.get, { enquiryCode: one.enquiryCode });
  await desk.app
    .as('Esha')
    .call(
      enquiryContract.moveStage,
      { id: one.id, action: 'close', lostReasonId: reason?.id ?? null, reason: 'Too far from the office' },
      { version },
    );
};

test('due times are working ones: the evening goes on in the morning, Sunday and holidays are skipped', async () => {
  await desk.app.sql(
    `insert into desk_holiday (franchisee_id, on_date, name) values (2, '2026-11-30', 'Local holiday')`,
  );
  const cases = [
    ['2026-11-20T11:00', '2026-11-20 11:15'],
    ['2026-11-20T18:25', '2026-11-21 09:40'],
    ['2026-11-21T18:20', '2026-11-23 09:35'],
    ['2026-11-22T10:00', '2026-11-23 09:45'],
    ['2026-11-28T18:20', '2026-12-01 09:35'],
  ] as const;
  for (const [at, due] of cases) assert.equal((await clockOf((await lead(at)).id)).due, due, at);
  const walkIn = await lead('2026-11-20T11:00', { sourceId: sourceIds.walkIn });
  const none = await desk.app.sql('select from first_answer where enquiry_id = $1', [walkIn.id]);
  assert.equal(none.length, 0, 'whoever stands at the desk waits for nobody');
  const missed = await lead('2026-11-20T11:00', { sourceId: sourceIds.walkIn, missedCall: true });
  assert.equal((await clockOf(missed.id)).due, '2026-11-20 11:15', 'a missed call waits');
});

test('acceptance 12: an automatic message does not meet it, Esha’s failed call at 09:38 does; its undo opens it again', async () => {
  const written = await lead('2026-11-20T18:25', { ownerId: people.Esha.id });
  await inUnitOfWork(desk.app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    db
      .updateTable('enquiry')
      .set({ last_attempt_at: ist('2026-11-20T18:26').toISOString() })
      .where('id', '=', written.id)
      .execute(),
  );
  assert.equal((await clockOf(written.id)).met, null, 'the acknowledgement has no person behind it');
  const one = await lead('2026-11-20T18:25', { ownerId: people.Esha.id });
  desk.app.moveClock(ist('2026-11-21T09:38'));
  const esha = desk.app.as('Esha');
  const { version } = await esha.call(enquiryContract.get, { enquiryCode: one.enquiryCode });
  const logged = await esha.call(
    followUpContract.log,
    { enquiryId: one.id, outcome: 'NO_ANSWER' },
    { version },
  );
  const met = await clockOf(one.id);
  assert.deepEqual([met.due, met.met, met.by], ['2026-11-21 09:40', '2026-11-21 09:38', people.Esha.id]);
  await tick('2026-11-21T09:39');
  assert.deepEqual([(await clockOf(one.id)).seconds, (await clockOf(one.id)).next], [13 * 60, null]);
  await esha.call(followUpWorkContract.void, { id: logged.id });
  const open = await clockOf(one.id);
  assert.deepEqual(
    [open.met, open.next],
    [null, '2026-11-21 09:37'],
    'a slip that is taken back met nothing',
  );
});

test('80, 100 and 200 %: each told once, however often the minute strikes', async () => {
  const one = await lead('2026-11-23T11:00', { sourceId: sourceIds.website, ownerId: people.Esha.id });
  await tick('2026-11-23T11:11');
  assert.equal(await told('due-soon', one.id), 0);
  for (const at of ['2026-11-23T11:12', '2026-11-23T11:13']) await tick(at);
  assert.deepEqual([await told('due-soon', one.id), (await clockOf(one.id)).told], [1, 1]);
  for (const at of ['2026-11-23T11:15', '2026-11-23T11:16']) await tick(at);
  assert.equal(await told('late', one.id), 1);
  for (const at of ['2026-11-23T11:30', '2026-11-23T11:31', '2026-11-23T18:00']) await tick(at);
  assert.equal(await told('late', one.id), 2);
  assert.deepEqual([(await clockOf(one.id)).told, (await clockOf(one.id)).next], [3, null]);
  const [row] = await desk.app.sql<{ owner_id: string }>('select owner_id from enquiry where id = $1', [
    one.id,
  ]);
  assert.equal(row?.owner_id, people.Esha.id, 'website leads are not recalled');
});

test('acceptance 13: at 200 % the lead has another owner and the log says RECALL', async () => {
  const [a = '', b = ''] = await desk.counsellors('Asmita', 'Bharat');
  await desk.rule({ members: [memberOf(a), memberOf(b)] });
  const one = await lead('2026-11-24T11:00');
  assert.equal(await desk.ownersOf([one.id]), 'Asmita');
  await tick('2026-11-24T11:30');
  assert.equal(await desk.ownersOf([one.id]), 'Bharat');
  const log = await desk.app.sql<{ why: string; candidates: { user: string; skipped: string | null }[] }>(
    'select why, candidates from allocation_log where enquiry_id = $1 order by seq desc limit 1',
    [one.id],
  );
  assert.equal(log[0]?.why, 'RECALL');
  assert.equal(log[0]?.candidates.find((person) => person.user === a)?.skipped, 'recalled');
  assert.equal(await told('assigned', `${one.id}`), 2, 'both owners heard of it');
  const lost = await lead('2026-11-24T12:00');
  await lose(lost);
  await tick('2026-11-24T12:30');
  assert.deepEqual([await told('due-soon', lost.id), (await clockOf(lost.id)).next], [0, null]);
});

test('the figures: median, share in time, late ones, by person; a family that writes again begins a new clock', async () => {
  await desk.app.sql('delete from first_answer');
  const answered = async (at: string, met: string) => {
    const one = await lead(at, { ownerId: people.Esha.id, sourceId: sourceIds.website });
    desk.app.moveClock(ist(met));
    const { version } = await desk.app.as('Esha').call(enquiryContract.get, { enquiryCode: one.enquiryCode });
    await desk.app
      .as('Esha')
      .call(followUpContract.log, { enquiryId: one.id, outcome: 'NO_ANSWER' }, { version });
    await tick(met);
    return one;
  };
  await answered('2026-11-25T10:00', '2026-11-25T10:04');
  await answered('2026-11-25T11:00', '2026-11-25T11:10');
  await answered('2026-11-25T12:00', '2026-11-25T12:40');
  await lead('2026-11-25T13:00', { sourceId: sourceIds.website });
  await lead('2026-11-25T16:55', { sourceId: sourceIds.website });
  desk.app.moveClock(ist('2026-11-25T17:00'));
  const day = { fromDate: '2026-11-25', toDate: '2026-11-25', source: sourceIds.website } as const;
  const { answers, owners } = await desk.app.as('Bina').call(enquiryContract.dashboard, day);
  assert.deepEqual(answers, { medianMinutes: 10, inTime: 2, late: 1, unanswered: 2, waiting: 1 });
  assert.equal(inTimeText(answers), '50 %', 'who may still be answered in time is not held against it');
  const mine = owners.find((one) => one.id === people.Esha.id)?.answers;
  assert.deepEqual([mine?.inTime, mine?.late, mine?.medianMinutes], [2, 1, 10]);
  const again = await lead('2026-11-25T14:00', {
    mobile: '+919811111111',
    children: [{ firstName: 'Zara' }],
  });
  await lose(again);
  await lead('2026-11-26T10:00', { mobile: '+919811111111', children: [{ firstName: 'Zara' }] });
  assert.deepEqual(
    await desk.app.sql(
      `select cycle, to_char(due_at at time zone 'Asia/Kolkata', 'DD HH24:MI') as due from first_answer where enquiry_id = $1 order by cycle`,
      [again.id],
    ),
    [
      { cycle: 1, due: '25 14:15' },
      { cycle: 2, due: '26 10:15' },
    ],
  );
  const [row] = await desk.app.sql<{ due: string; first: string | null }>(
    `select to_char(sla_due_at at time zone 'Asia/Kolkata', 'DD HH24:MI') as due, first_attempt_at as first from enquiry where id = $1`,
    [again.id],
  );
  assert.deepEqual(row, { due: '26 10:15', first: null }, 'the list and the queue count from the new clock');
  const evening = await lead('2026-11-26T18:25', { ownerId: people.Esha.id, sourceId: sourceIds.website });
  desk.app.moveClock(ist('2026-11-27T09:38'));
  const { version } = await desk.app
    .as('Esha')
    .call(enquiryContract.get, { enquiryCode: evening.enquiryCode });
  await desk.app
    .as('Esha')
    .call(followUpContract.log, { enquiryId: evening.id, outcome: 'NO_ANSWER' }, { version });
  await tick('2026-11-27T09:39');
  const night = await desk.app.as('Bina').call(enquiryContract.dashboard, {
    fromDate: '2026-11-26',
    toDate: '2026-11-26',
    source: sourceIds.website,
  });
  assert.equal(night.answers.medianMinutes, 13, 'the hours in which nobody works are not counted');
});

test('a centre sets its own minutes, also for one source; another centre keeps the network’s', async () => {
  const bina = desk.app.as('Bina');
  const { setting } = await bina.call(firstAnswerContract.settings, {});
  assert.deepEqual(setting, { minutes: 15, bySource: {}, recall: ['GOOGLE', 'META'] });
  await bina.call(firstAnswerContract.save, { ...setting, minutes: 30, bySource: { [sourceIds.google]: 5 } });
  const [google, web] = [
    await lead('2026-11-27T11:00'),
    await lead('2026-11-27T11:00', { sourceId: sourceIds.website }),
  ];
  assert.deepEqual(
    [(await clockOf(google.id)).due, (await clockOf(web.id)).due],
    ['2026-11-27 11:05', '2026-11-27 11:30'],
  );
  const baner = await desk.lead({}, { franchiseeId: 3, now: ist('2026-11-27T11:00') });
  assert.equal((await clockOf(baner.id)).due, '2026-11-27 11:15');
  const wrong = await bina.raw(firstAnswerContract.save, { ...setting, minutes: 4 });
  assert.equal(wrong.status, 422);
});

test('a centre whose clocks cannot be read holds up no other', async () => {
  await desk.app.sql('delete from first_answer');
  await lead('2026-12-02T11:00');
  const baner = await desk.lead({}, { franchiseeId: BANER, now: ist('2026-12-02T11:00') });
  await desk.app.sql(
    `create function stop_andheri() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  await desk.app.sql(
    `create trigger stop_andheri before update on first_answer for each row when (new.franchisee_id = ${ANDHERI}) execute function stop_andheri()`,
  );
  await assert.rejects(tick('2026-12-02T11:13'), (error) => {
    assert.ok(error instanceof PartsFailed);
    assert.equal(error.log, `centre ${ANDHERI}: database P0001`);
    return true;
  });
  assert.equal((await clockOf(baner.id)).told, 1);
  await desk.app.sql('drop trigger stop_andheri on first_answer');
});
