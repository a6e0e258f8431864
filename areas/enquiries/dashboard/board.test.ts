// The enquiry dashboard through HTTP: story 1 of enquiries.md 10, and each of its numbers against the list it opens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import type { Board } from './board-shape.ts';
import { enquirySpend } from './enquiry-spend.record.ts';
import { readTally, tallyCentre } from './enquiry-tally.server.ts';
import { type Figures, medianOf } from './figures.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  app.moveClock(NOW);
  await writeStory();
});
after(() => app.close());

// Saturday, 11:00 in India: the worked example of enquiries.md 3.2.
const NOW = new Date('2026-11-21T05:30:00Z');
const TODAY = '2026-11-21';

interface Made {
  stage: string;
  status: string;
  next: string | null;
  facts?: string;
}
/** The twelve enquiries of 3.2, ① to ⑫. */
const twelve: readonly Made[] = [
  { status: 'Suspect', stage: 'Yet_to_call', next: '2026-11-21' },
  { status: 'Suspect', stage: 'Yet_to_call', next: '2026-11-19' },
  { status: 'Prospect', stage: 'In Conversation', next: '2026-11-25' },
  { status: 'Prospect', stage: 'In Conversation', next: '2026-11-20', facts: 'intent_at' },
  { status: 'Prospect', stage: 'Appointment Fixed', next: '2026-11-24', facts: 'appointment_at' },
  { status: 'Prospect', stage: 'Appointment Fixed', next: '2026-11-21', facts: 'appointment_at' },
  { status: 'Approach', stage: 'Offline Counselling Done', next: '2026-11-15', facts: 'walk_in_at' },
  { status: 'Negotiation', stage: 'Application Fee Link Sent', next: '2026-11-23', facts: 'counselled_at' },
  { status: 'Negotiation', stage: 'Application Fee Link Sent', next: '2026-11-21', facts: 'intent_at' },
  { status: 'Closing', stage: 'Temporarily Confirmed', next: '2026-11-22', facts: 'walk_in_at' },
  { status: 'Lost', stage: 'Drop Off', next: null },
  { status: 'Order', stage: 'Admission Confirmed', next: null },
];
const sources = [sourceIds.walkIn, sourceIds.website, sourceIds.qr];
const owners = [people.Esha.id, people.Bina.id, null];

async function writeOne(centre: number, n: number, one: Made): Promise<void> {
  const phone = `+9198${centre}0000${String(n).padStart(3, '0')}`;
  const captured = new Date(NOW.getTime() - (n + 1) * 5 * 86_400_000 - n * 3_700_000).toISOString();
  const digital = n % 3 !== 0;
  const [household] = await app.sql<{ id: string }>(
    `insert into enquiry_household (franchisee_id) values ($1) returning id`,
    [centre],
  );
  const [row] = await app.sql<{ id: string }>(
    `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, guardian_name, phone_norm, source_id, spanco_status, stage_code,
        class_id, owner_id, captured_at, next_follow_up_on, sla_due_at, first_attempt_at, last_attempt_at, lost_reason_id, closed_at, admitted_at${one.facts ? `, ${one.facts}` : ''})
     values ($1, $2, 2026, $3, $4, 'Parent', $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::date, $13::timestamptz, $14::timestamptz, $14::timestamptz,
        case when $7 = 'Lost' then (select id from lost_reason where name = 'Fees' limit 1) end, case when $7 = 'Lost' then $11::timestamptz + interval '2 days' end,
        case when $7 = 'Order' then $11::timestamptz + interval '4 days' end${one.facts ? ", $11::timestamptz + interval '1 day'" : ''}) returning id`,
    [
      centre,
      `ENQ-00${centre}-2627-${String(n + 1).padStart(5, '0')}`,
      household?.id,
      `Child ${n}`,
      phone,
      sources[n % 3],
      one.status,
      one.stage,
      n % 4 === 3 ? null : 2 + (n % 3),
      centre === ANDHERI ? owners[n % 3] : null,
      captured,
      one.next,
      digital ? new Date(new Date(captured).getTime() + 900_000).toISOString() : null,
      n % 4 === 1
        ? null
        : new Date(new Date(captured).getTime() + (n % 2 ? 2_400_000 : 600_000)).toISOString(),
    ],
  );
  await app.sql(
    `insert into first_answer (franchisee_id, enquiry_id, cycle, source_id, started_at, warn_at, due_at, recall_at, target_s, met_at, working_s)
      select franchisee_id, id, 1, source_id, captured_at, sla_due_at, sla_due_at, sla_due_at, 900, first_attempt_at, extract(epoch from first_attempt_at - captured_at)::int
        from enquiry where id = $1 and sla_due_at is not null`,
    [row?.id],
  );
  await app.sql(
    `insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, at, via, action, to_status, to_stage) values ($1, $2, 1, $3, 'USER', 'capture', 'Suspect', 'Yet_to_call')`,
    [centre, row?.id, captured],
  );
  if (one.status !== 'Suspect')
    await app.sql(
      `insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, at, via, action, from_status, from_stage, to_status, to_stage)
       values ($1, $2, 2, $3::timestamptz + interval '3 days', 'USER', 'move', 'Suspect', 'Yet_to_call', $4, $5)`,
      [centre, row?.id, captured, one.status, one.stage],
    );
}

async function writeStory(): Promise<void> {
  for (const [n, one] of twelve.entries()) await writeOne(ANDHERI, n, one);
  for (const [n, one] of twelve.slice(2, 9).entries()) await writeOne(BANER, n, one);
}

type Filters = InputOf<typeof enquiryContract.list>;
const boardOf = (name: PersonName, filters: Filters = {}, centre?: number | null): Promise<Board> =>
  app.as(name, centre === undefined ? {} : { centre }).call(enquiryContract.dashboard, filters);
const countOf = async (name: PersonName, filters: Filters, centre?: number | null): Promise<number> =>
  (
    await app
      .as(name, centre === undefined ? {} : { centre })
      .call(enquiryContract.list, { limit: 1, ...filters })
  ).total.n;

test('story 1: the counts of 3.2 are 12, 2, 6, 6 and each list has as many rows', async () => {
  const { body } = await app
    .as('Esha')
    .raw(enquiryContract.enquiryCount, { franchiseeID: ANDHERI, academicYearID: 2026 });
  assert.deepEqual(body, {
    totalLeadCount: 12,
    yetToCallCount: 2,
    followUpLeadCount: 6,
    todaysFollowUpCount: 6,
  });
  assert.equal(await countOf('Esha', {}), 12);
  assert.equal(await countOf('Esha', { spancoStatus: 'Suspect', stage: 'Yet_to_call' }), 2);
  assert.equal(await countOf('Esha', { bucket: 'due' }), 6);
  const board = await boardOf('Esha');
  assert.deepEqual(
    board.buckets.map((bucket) => bucket.n),
    [1, 1, 1, 3, 1, 1, 2, 1],
  );
  assert.equal(board.open, 10);
});

/** Every number of a board with the filters of its list, as the screen links them. */
function numbersOf(board: Board): [what: string, n: number, filters: Filters][] {
  const inTime = { firstAnswer: 'in-time' } as const;
  return [
    ['total', board.total, {}],
    ['open', board.open, { open: true }],
    ['yet to call', board.yetToCall, { spancoStatus: 'Suspect', stage: 'Yet_to_call' }],
    ['due', board.due, { bucket: 'due' }],
    ['overdue', board.overdue, { bucket: 'overdue' }],
    ['unallocated', board.unallocated, { assignedTo: 'none', open: true }],
    ['admitted', board.admitted, { spancoStatus: 'Order' }],
    ['in time', board.answers.inTime, inTime],
    ['late', board.answers.late, { firstAnswer: 'late' }],
    ['not answered', board.answers.unanswered, { firstAnswer: 'unanswered' }],
    ...board.buckets.map((one): [string, number, Filters] => [one.key, one.n, { bucket: one.key }]),
    ...board.funnel.map((one): [string, number, Filters] => [
      `reached ${one.status}`,
      one.n,
      { reached: one.status as 'Order' },
    ]),
    ...board.weeks.flatMap((week): [string, number, Filters][] => {
      const days = { fromDate: week.from, toDate: week.to };
      return [
        [`captured ${week.from}`, week.captured, days],
        [`visits ${week.from}`, week.visits, { ...days, basis: 'visited' }],
        [`admitted ${week.from}`, week.admitted, { ...days, basis: 'admitted' }],
      ];
    }),
    ...board.sources.flatMap((one): [string, number, Filters][] => [
      [`${one.label} leads`, one.n, { source: one.key }],
      [`${one.label} visits`, one.visits, { source: one.key, visited: true }],
      [`${one.label} admitted`, one.admitted, { source: one.key, spancoStatus: 'Order' }],
    ]),
    ...board.classes.map((one): [string, number, Filters] => [
      `class ${one.name}`,
      one.wished,
      { open: true, ...(one.id === null ? { noClass: true } : { classId: one.id }) },
    ]),
    ...board.arrivals.flatMap((one): [string, number, Filters][] => {
      const arrived = `${one.weekday}-${one.hour}`;
      return [
        [`arrived ${arrived}`, one.n, { arrived }],
        [`called ${arrived}`, one.answered, { arrived, attempted: true }],
      ];
    }),
    ...board.owners.flatMap((one): [string, number, Filters][] => {
      const own = { assignedTo: one.id ?? 'none' };
      return [
        [`${one.name}`, one.n, own],
        [`${one.name} open`, one.open, { ...own, open: true }],
        [`${one.name} due`, one.due, { ...own, bucket: 'due' }],
        [`${one.name} overdue`, one.overdue, { ...own, bucket: 'overdue' }],
        [`${one.name} today`, one.calledToday, { ...own, attemptedOn: TODAY }],
        [`${one.name} in time`, one.answers.inTime, { ...own, ...inTime }],
        [`${one.name} visits`, one.visits, { ...own, visited: true }],
        [`${one.name} admitted`, one.admitted, { ...own, spancoStatus: 'Order' }],
      ];
    }),
    ...board.lostReasons.map((one): [string, number, Filters] => [
      one.label,
      one.n,
      { spancoStatus: 'Lost', lostReason: one.key },
    ]),
    ...board.centres.flatMap((one): [string, number, Filters][] => [
      [one.label, one.n, { centre: one.id }],
      [`${one.label} visits`, one.visits, { centre: one.id, visited: true }],
      [`${one.label} overdue`, one.overdue, { centre: one.id, bucket: 'overdue' }],
      [`${one.label} in time`, one.answers.inTime, { centre: one.id, ...inTime }],
    ]),
  ];
}

test('every number of the board equals the list it opens: a centre, two centres, the network, with filters too', async () => {
  const boards: [PersonName, number | null, Filters][] = [
    ['Esha', ANDHERI, {}],
    ['Esha', ANDHERI, { source: sourceIds.website }],
    ['Farid', null, {}],
    ['Asha', null, { open: true }],
    ['Asha', null, { centre: BANER }],
  ];
  let checked = 0;
  for (const [name, centre, filters] of boards) {
    const board = await boardOf(name, filters, centre);
    assert.ok(board.total > 0);
    for (const [what, n, more] of numbersOf(board)) {
      const { fromDate: _from, toDate: _to, ...rest } = filters;
      assert.equal(
        await countOf(name, { ...('fromDate' in more ? rest : filters), ...more }, centre),
        n,
        `${name} ${JSON.stringify(filters)}: ${what}`,
      );
      checked += 1;
    }
  }
  assert.ok(checked > 400, `${checked} numbers`);
});

test('sums, shares and medians: the funnel counts lost ones, days per step come from the history', async () => {
  const board = await boardOf('Esha');
  assert.equal(
    board.buckets.filter((one) => one.key !== 'closed').reduce((sum, one) => sum + one.n, 0),
    board.open,
  );
  assert.deepEqual(
    board.funnel.map((one) => one.n),
    [12, 9, 5, 4, 2, 1],
  );
  assert.equal(board.funnel[1]?.conversionBp, 7500);
  assert.equal(board.funnel[0]?.medianDays, 3);
  assert.equal(board.funnel[1]?.lastYearBp, null, 'nothing a year ago is no share');
  assert.equal(board.weeks.length, 13);
  assert.equal(board.centres.length, 0, 'one centre has no ranking');
  // Of eight with a clock: four after 10 minutes, two after 40 (late), two not called.
  assert.deepEqual(board.answers, { medianMinutes: 10, inTime: 4, late: 2, unanswered: 2, waiting: 0 });
  assert.equal(medianOf([]), null);
  assert.equal(
    medianOf([
      [10, 1],
      [40, 1],
    ]),
    10,
  );
});

test('a lost enquiry keeps the furthest status it had', async () => {
  const [row] = await app.sql<{ id: string; reached: number }>(
    `with lost as (
       update enquiry set spanco_status = 'Lost', stage_code = 'Drop Off', next_follow_up_on = null, closed_at = now(), lost_reason_id = (select id from lost_reason where name = 'Fees' limit 1)
        where franchisee_id = ${BANER} and stage_code = 'Offline Counselling Done' returning franchisee_id, id, reached),
     logged as (insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, via, action, from_status, from_stage, to_status, to_stage)
       select franchisee_id, id, 3, 'USER', 'drop-off', 'Approach', 'Offline Counselling Done', 'Lost', 'Drop Off' from lost)
     select id, reached from lost`,
  );
  assert.equal(row?.reached, 2);
  const board = await boardOf('Rekha');
  assert.equal(board.funnel[2]?.n, 3);
});

test('spend: cost per admission over the months of the year; a second amount of a month is refused', async () => {
  const bina = app.as('Bina');
  const create = enquirySpend.endpoints.create;
  assert.ok(create);
  const spend = { month: '2026-10-15', sourceId: sourceIds.qr, amount: 4_500_000, note: null };
  await bina.call(create, spend as never);
  await bina.refused(create, { ...spend, month: '2026-10-01' } as never, 'row.duplicate');
  await bina.call(create, { ...spend, month: '2026-12-01', amount: 100 } as never);
  const qr = (await boardOf('Bina')).sources.find((one) => one.key === sourceIds.qr);
  assert.deepEqual([qr?.spent, qr?.admitted, qr?.perAdmission], [4_500_000, 1, 4_500_000]);
  const part = (await boardOf('Bina', { assignedTo: 'none' })).sources.find(
    (one) => one.key === sourceIds.qr,
  );
  assert.equal(part?.spent, null, 'a part of the admissions is not set against the whole cost');
  assert.equal((await boardOf('Charu')).sources.find((one) => one.key === sourceIds.qr)?.spent ?? null, null);
});

test('the tally of centres adds up to the live count of the same centres', async () => {
  const { rows, live } = await inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, async (db) => {
    for (const centre of [ANDHERI, BANER]) await tallyCentre(db, centre, { now: NOW, years: [2026] });
    return {
      rows: await readTally(db, 2026, [ANDHERI, BANER]),
      live: await readTally(db, 2026, [ANDHERI, BANER, 99]),
    };
  });
  assert.equal(live, null, 'not every centre was counted');
  const figures: Figures = rows?.figures ?? new Map();
  const board = await boardOf('Asha', {}, null);
  const at = (figure: string, key = '') => figures.get(figure)?.get(key) ?? 0;
  assert.equal(at('all.n'), board.total);
  assert.equal(at('all.due'), board.due);
  for (const bucket of board.buckets) assert.equal(at(`all.${bucket.key}`), bucket.n, bucket.key);
  for (const one of board.sources) assert.equal(at('source.n', one.key), one.n);
  for (const one of board.owners) assert.equal(at('owner.open', one.id ?? ''), one.open);
  for (const one of board.weeks) assert.equal(at('week.visits', one.from), one.visits);
  for (const one of board.centres) assert.equal(at('centre.n', String(one.id)), one.n);
});

test('another centre counts nothing of it; without the module 403', async () => {
  const rekha = await boardOf('Rekha');
  assert.equal(rekha.total, 7);
  assert.equal((await app.as('Rekha').call(enquiryContract.dashboard, { centre: ANDHERI })).total, 0);
  assert.equal((await app.as('Divya').raw(enquiryContract.dashboard, {})).status, 403);
});
