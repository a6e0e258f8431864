// Back to School through HTTP: story 23 of enquiries.md 10 with its 38 children, who belongs to a season, the files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { b2sContract } from './b2s.contract.ts';
import { refreshJob } from './b2s-refresh.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
  app.moveClock(NOW);
});
after(() => app.close());

const NOW = new Date('2027-02-15T05:30:00Z');
const season = (more: Partial<InputOf<typeof b2sContract.configure>> = {}) => ({
  title: 'Back to School 2027-2028',
  academicYearId: 2027,
  fromOn: '2026-12-01',
  toOn: '2027-06-30',
  firstSchoolDay: '2027-06-15',
  ageOn: '2027-06-01',
  cohorts: ['NEW' as const, 'WIN_BACK' as const],
  committedFrom: ['Application Fee Link Sent' as const, 'Temporarily Confirmed' as const],
  curve: [
    { on: '2026-12-31', bp: 1000 },
    { on: '2027-01-31', bp: 2500 },
    { on: '2027-02-28', bp: 4500 },
    { on: '2027-03-31', bp: 7000 },
    { on: '2027-04-30', bp: 8500 },
    { on: '2027-05-31', bp: 9500 },
    { on: '2027-06-30', bp: 10_000 },
  ],
  ...more,
});

let made = 0;
/** An enquiry straight into the table, with the line of its stage. */
async function enquiry(stage: string, status: string, more: Readonly<Record<string, unknown>> = {}) {
  made += 1;
  const { centre = ANDHERI, household, ...rest } = more;
  const [home] = household
    ? [{ id: household }]
    : await app.sql<{ id: string }>(
        `insert into enquiry_household (franchisee_id) values ($1) returning id`,
        [centre],
      );
  const values: Record<string, unknown> = {
    franchisee_id: centre,
    enquiry_code: `ENQ-00${String(centre)}-2728-${String(made).padStart(5, '0')}`,
    academic_year_id: 2027,
    household_id: home?.id,
    child_first_name: `Child ${made}`,
    child_name_key: `child${made}`,
    guardian_name: 'Parent',
    source_id: '04000000-0000-7000-8000-000000000001',
    spanco_status: status,
    stage_code: stage,
    class_id: 3,
    owner_id: people.Esha.id,
    captured_at: '2026-12-10T05:00:00Z',
    next_follow_up_on: status === 'Lost' || status === 'Order' ? null : '2027-02-16',
    admitted_at: status === 'Order' ? '2027-01-20T05:00:00Z' : null,
    closed_at: status === 'Lost' ? '2027-01-25T05:00:00Z' : null,
    ...rest,
  };
  const names = Object.keys(values);
  const [row] = await app.sql<{ id: string; household_id: string }>(
    `with e as (insert into enquiry (${names.join(', ')}, lost_reason_id) values (${names.map((_, i) => `$${i + 1}`).join(', ')},
        case when '${status}' = 'Lost' then (select id from lost_reason where name = 'Distance' limit 1) end) returning franchisee_id, id, household_id),
     l as (insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, at, via, action, to_status, to_stage)
       select franchisee_id, id, 1, '2027-01-20T05:00:00Z', 'USER', 'move', '${status}', '${stage}' from e)
     select id, household_id from e`,
    Object.values(values),
  );
  assert.ok(row);
  return row;
}

const runRefresh = (now = NOW) =>
  refreshJob.run({
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
    work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
  });

const meera = () => app.as('Meera', { centre: null });
let seasonId = '';

test('a season is a draft with a rising curve; one is active in a year', async () => {
  await meera().refused(
    b2sContract.configure,
    season({ curve: [{ on: '2027-01-31', bp: 9000 }] }),
    'b2s.curve',
  );
  assert.equal((await app.as('Esha').raw(b2sContract.configure, season())).status, 403);
  const { id, version } = await meera().call(b2sContract.configure, season());
  seasonId = id;
  const other = await meera().call(b2sContract.configure, season({ title: 'A second one' }));
  assert.equal(
    (await app.as('Farid', { centre: null }).call(b2sContract.seasons, {})).rows.length,
    0,
    'drafts are not reported',
  );
  const saved = await meera().call(b2sContract.saveTargets, {
    seasonId,
    targets: [
      { franchiseeId: ANDHERI, classId: 3, seats: 7 },
      { franchiseeId: ANDHERI, classId: 3, seats: 70 },
      { franchiseeId: ANDHERI, classId: 2, seats: 50 },
      { franchiseeId: BANER, classId: 3, seats: 9 },
    ],
  });
  assert.equal(saved.saved, 3, 'a line that comes twice counts once, as it stands last');
  await meera().call(b2sContract.saveTargets, {
    seasonId,
    targets: [{ franchiseeId: BANER, classId: 3, seats: 0 }],
  });
  await meera().call(b2sContract.activate, { id }, { version });
  const refused = await meera().refused(b2sContract.activate, { id: other.id }, 'b2s.active-exists', {
    version: other.version,
  });
  assert.equal(refused.message, 'Another season of 2027-2028 is active.');
});

test('story 23: expected 42, achieved 38, four fewer, five days behind, and the 38 children listed', async () => {
  for (let n = 0; n < 20; n += 1) await enquiry('Admission Confirmed', 'Order', { class_id: 2 + (n % 2) });
  for (let n = 0; n < 18; n += 1) await enquiry('Temporarily Confirmed', 'Closing');
  for (let n = 0; n < 5; n += 1)
    await enquiry('In Conversation', 'Prospect', { last_contact_at: '2027-01-05T05:00:00Z' });
  for (let n = 0; n < 4; n += 1) await enquiry('Yet_to_call', 'Suspect', { next_follow_up_on: '2027-03-20' });
  await enquiry('Close', 'Lost');
  await enquiry('Yet_to_call', 'Suspect', { centre: BANER });
  await runRefresh();
  const board = await app.as('Bina').call(b2sContract.dashboard, { seasonId });
  assert.equal(board.target, 120);
  assert.equal(board.achieved, 38);
  assert.deepEqual(board.pace, { expected: 42, gap: -4, days: -5 });
  assert.equal(board.members, 48);
  const listed = await app
    .as('Bina')
    .call(b2sContract.members, { seasonId, outcome: ['COMMITTED', 'CONFIRMED', 'JOINED'], limit: 200 });
  assert.equal(listed.rows.length, 38);
  assert.equal(board.line.find((point) => point.on === '2027-02-15')?.achieved, 38);
  assert.equal(board.line.find((point) => point.on === '2027-02-15')?.expected, 42);
  assert.equal(
    board.line.find((point) => point.on > '2027-02-15')?.achieved,
    null,
    'the future has no achievement',
  );
  const asha = app.as('Asha', { centre: null });
  const look = { seasonId: board.season.id };
  const ahead = await asha.call(b2sContract.forecast, look);
  const andheri = ahead.rows.find((row) => row.id === ANDHERI);
  assert.deepEqual(
    [
      ahead.byLastYear,
      andheri?.target,
      andheri?.achieved,
      andheri?.expected,
      andheri?.projected,
      andheri?.miss,
    ],
    [false, 120, 38, 42, 106, 14],
  );
  const more = await asha.call(b2sContract.forecast, { ...look, targetBp: 15_000, shiftDays: 30 });
  const harder = more.rows.find((row) => row.id === ANDHERI);
  assert.deepEqual([harder?.target, harder?.achieved], [180, 38]);
  assert.ok((harder?.expected ?? 42) < 42, 'a later curve asks for less today');
  assert.equal((await app.as('Bina').raw(b2sContract.forecast, look)).status, 403);
});

test('every number of the report equals the children it opens, at a centre and over all', async () => {
  for (const [who, centre] of [
    ['Bina', ANDHERI],
    ['Farid', null],
  ] as const) {
    const caller = app.as(who, { centre });
    const board = await caller.call(b2sContract.dashboard, { seasonId });
    type Filters = Omit<InputOf<typeof b2sContract.members>, 'seasonId'>;
    const count = async (filters: Filters) =>
      (await caller.call(b2sContract.members, { seasonId, limit: 1, ...filters })).total.n;
    const numbers: [string, number, Filters][] = [
      ['members', board.members, {}],
      ['due this week', board.dueThisWeek, { dueThisWeek: true }],
      ...Object.entries(board.outcomes).map(([outcome, n]): [string, number, Filters] => [
        outcome,
        n,
        { outcome: outcome as 'LOST' },
      ]),
      ...board.cohorts.flatMap((one) =>
        Object.entries(one.outcomes).map(([outcome, n]): [string, number, Filters] => [
          `${one.kind} ${outcome}`,
          n,
          { kind: one.kind, outcome: outcome as 'LOST' },
        ]),
      ),
      ...board.classes.flatMap((one): [string, number, Filters][] =>
        one.id === null
          ? []
          : [
              [`class ${one.name}`, one.members, { classId: one.id }],
              [`class ${one.name} committed`, one.committed, { classId: one.id, outcome: 'COMMITTED' }],
            ],
      ),
      ...board.centres.map((one): [string, number, Filters] => [
        one.label,
        one.achieved,
        { centre: one.id, outcome: ['COMMITTED', 'CONFIRMED', 'JOINED'] },
      ]),
      ...board.lostReasons.map((one): [string, number, Filters] => [
        one.label,
        one.n,
        { lostReason: one.key },
      ]),
    ];
    for (const [what, n, filters] of numbers) assert.equal(await count(filters), n, `${who}: ${what}`);
    assert.ok(board.dueThisWeek > 0 && board.lostReasons.length === 1);
  }
  assert.equal((await app.as('Rekha').raw(b2sContract.dashboard, { seasonId })).status, 403);
  assert.equal((await app.as('Charu').call(b2sContract.dashboard, { seasonId })).members, 1);
});

test('win-back: of an age for a class, not excluded, may be called; a new enquiry of the child takes its place', async () => {
  const old = {
    academic_year_id: 2026,
    captured_at: '2026-02-01T05:00:00Z',
    closed_at: '2026-03-01T05:00:00Z',
  };
  const fits = await enquiry('Close', 'Lost', { ...old, child_dob: '2024-01-10', child_name_key: 'arav' });
  const tooOld = await enquiry('Close', 'Lost', { ...old, child_dob: '2015-01-10' });
  const quiet = await enquiry('Close', 'Lost', { ...old, child_dob: '2024-01-10' });
  await app.sql(`update enquiry_household set do_not_call = true where id = $1`, [quiet.household_id]);
  await runRefresh();
  const kinds = async () =>
    new Map(
      (
        await app.sql<{ enquiry_id: string; kind: string; outcome: string }>(
          `select enquiry_id, kind, outcome from b2s_member where season_id = $1`,
          [seasonId],
        )
      ).map((row) => [row.enquiry_id, row]),
    );
  const first = await kinds();
  assert.equal(first.get(fits.id)?.kind, 'WIN_BACK');
  assert.equal(first.get(fits.id)?.outcome, 'NOT_CONTACTED');
  assert.equal(first.has(tooOld.id), false);
  assert.equal(first.has(quiet.id), false);
  const anew = await enquiry('Yet_to_call', 'Suspect', {
    household: fits.household_id,
    child_name_key: 'arav',
  });
  await runRefresh();
  const second = await kinds();
  assert.equal(second.has(fits.id), false);
  assert.equal(second.get(anew.id)?.kind, 'NEW');
});

test('an outcome never goes back, but to lost; the day of the first commitment stays', async () => {
  const one = await enquiry('Temporarily Confirmed', 'Closing');
  await runRefresh();
  const move = (status: string, stage: string, more = '') =>
    app.sql(
      `with e as (update enquiry set spanco_status = $2, stage_code = $3 ${more} where id = $1 returning franchisee_id, id),
        l as (insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, via, action, to_status, to_stage) select franchisee_id, id, (select max(seq) + 1 from enquiry_stage_log where enquiry_id = $1), 'USER', 'move', $2, $3 from e) select`,
      [one.id, status, stage],
    );
  const state = async () =>
    (
      await app.sql<{ outcome: string; achieved_on: string | null }>(
        `select outcome, achieved_on from b2s_member where enquiry_id = $1`,
        [one.id],
      )
    )[0];
  assert.deepEqual(await state(), { outcome: 'COMMITTED', achieved_on: '2027-01-20' });
  await move('Prospect', 'In Conversation');
  await runRefresh();
  assert.deepEqual(await state(), { outcome: 'COMMITTED', achieved_on: '2027-01-20' });
  await move(
    'Lost',
    'Close',
    `, next_follow_up_on = null, closed_at = '2027-02-14T05:00:00Z', lost_reason_id = (select id from lost_reason where name = 'Fees' limit 1)`,
  );
  await runRefresh();
  assert.deepEqual(await state(), { outcome: 'LOST', achieved_on: null });
});

test('files: prepared, listed with their filters, made again; a centre gets its own children only', async () => {
  // Files are kept by the database's own clock.
  app.moveClock(null);
  const bina = app.as('Bina');
  for (const file of ['members', 'centres', 'calls', 'changes'] as const)
    await bina.call(b2sContract.prepareFile, {
      seasonId,
      file,
      format: 'csv',
      ...(file === 'members' ? { outcome: 'COMMITTED' } : {}),
    });
  const deps = {
    database: app.pool,
    log: pino({ level: 'silent' }),
    actorOf: actorOf(app.pool),
  };
  assert.equal(await drainExports(deps), 4);
  const { rows } = await bina.call(b2sContract.files, {});
  assert.deepEqual(
    rows.map((row) => row.state),
    ['READY', 'READY', 'READY', 'READY'],
  );
  const members = rows.find((row) => row.kind === 'members');
  assert.equal(members?.filters, 'Committed');
  assert.equal(members?.rows, 18);
  assert.equal(rows.find((row) => row.kind === 'centres')?.rows, 1);
  assert.ok(
    (rows.find((row) => row.kind === 'changes')?.rows ?? 0) >= 1,
    'the lost one stands in the changes',
  );
  await bina.call(b2sContract.rerunFile, { id: members?.id ?? '' });
  assert.equal((await bina.call(b2sContract.files, {})).rows.length, 5);
  assert.equal((await app.as('Charu').call(b2sContract.files, {})).rows.length, 0);
  await app.as('Charu').refused(b2sContract.rerunFile, { id: members?.id ?? '' }, 'row.not-found');
});

test('rehearsal counts what a refresh gathers; a closed season stays as it is', async () => {
  app.moveClock(NOW);
  const rules = season();
  const counts = await meera().call(b2sContract.rehearse, {
    academicYearId: rules.academicYearId,
    fromOn: rules.fromOn,
    toOn: rules.toOn,
    ageOn: rules.ageOn,
    cohorts: ['NEW'],
  });
  const board = await app.as('Farid', { centre: null }).call(b2sContract.dashboard, { seasonId });
  assert.equal(counts.total.NEW, board.cohorts.find((one) => one.kind === 'NEW')?.n);
  const active = (await meera().call(b2sContract.configuration, { seasonId })).seasons.find(
    (one) => one.id === seasonId,
  );
  await meera().call(b2sContract.close, { id: seasonId }, { version: active?.version ?? 0 });
  await meera().refused(
    b2sContract.configure,
    { ...rules, id: seasonId, version: (active?.version ?? 0) + 1 },
    'b2s.closed',
  );
  await enquiry('Yet_to_call', 'Suspect');
  await runRefresh();
  const closed = await app.as('Farid', { centre: null }).call(b2sContract.dashboard, { seasonId });
  assert.equal(closed.members, board.members);
});
