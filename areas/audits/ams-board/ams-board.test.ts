// What academic managers and those above them look at: centres with need and done, first audits, the visits of today, and the two
// dashboards, whose figures are the rows they open.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Board } from '@aangan/contract/board.ts';
import { addDays, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { readFigure } from '@aangan/testkit/read-figure.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { amsBoardContract, amsDashboard, amsZoneBoard } from './ams-board.contract.ts';
import { amsCentres } from './ams-centre.listing.ts';
import { coverageText } from './coverage.ts';
import { firstAudits } from './first-audit.listing.ts';

let app: TestApp;
let typeId = '';
let versionId = '';
let weightsId = '';
let scheduleId = '';
let amId = '';
let cycleId = '';
/** A third centre of West, one of South, and two of West that are new. */
let chembur = 0;
let hebbal = 0;
let fresh = 0;
let coming = 0;
const today = todayIst(new Date());
const farid = () => app.as('Farid');
// Zoya plays the academic manager of Andheri and Baner.
const zoya = () => app.as('Zoya');

const one = async (text: string, values: unknown[]) =>
  (await app.sql<{ id: string }>(text, values))[0]?.id ?? '';
const centre = async (name: string, zone: number, status: string, openedOn: Day) =>
  Number(
    await one(
      `insert into franchisee (company_name, legal_name, code, model, status, brand_id, zone_id, city_id, opened_on)
       values ($1, $1, upper(left($1, 3)), 'FOFO', $2, 1, $3, 1, $4) returning id`,
      [name, status, zone, openedOn],
    ),
  );
let daysBack = 0;
const nextDay = (): Day => {
  daysBack += 1;
  return addDays(today, -daysBack);
};
/** Each visit of a centre on a day of its own. */
const visit = (franchiseeId: number, status: string, kind = 'ANNOUNCED', on: Day = nextDay()) =>
  one(
    `insert into ams_visit (franchisee_id, schedule_id, cycle_id, am_allocation_id, audit_type_id, planned_on, slot, kind, status, started_at)
     values ($1, $2, $3, $4, $5, $6, 'FORENOON', $7, $8, case when $8 in ('COMPLETED', 'IN_PROGRESS') then now() end) returning id`,
    [franchiseeId, scheduleId, cycleId, amId, typeId, on, kind, status],
  );
const audit = (franchiseeId: number, status: string, submitted: string, finalBp: number) =>
  one(
    `insert into audit (franchisee_id, id, number, type_id, version_id, weight_set_id, academic_year_id, audit_on, auditor_id, status, started_at, submitted_at, total, final_bp)
     values ($1, gen_random_uuid(), left(gen_random_uuid()::text, 20), $2, $3, $4, 2026, $5, $6, $7, now(), now() - $8::interval, 1, $9) returning id`,
    [franchiseeId, typeId, versionId, weightsId, today, people.Zoya.id, status, submitted, finalBp],
  );

before(async () => {
  app = await testApp();
  chembur = await centre('Chembur', 1, 'ACTIVE', '2024-06-10');
  hebbal = await centre('Hebbal', 2, 'ACTIVE', '2024-06-10');
  fresh = await centre('Thane', 1, 'ACTIVE', addDays(today, -10));
  coming = await centre('Kothrud', 1, 'SETUP', addDays(today, 3));
  typeId = await one(
    `insert into audit_type (family, slug, name, subject_kind, conducted_by) values ('AMS', 'board-visit', 'Board visit', 'CENTRE', 'NETWORK') returning id`,
    [],
  );
  versionId = await one(
    `insert into audit_template_version (type_id, version_no, snapshot, sha256, parameters, change_note) values ($1, 1, '{}', repeat('a', 64), 1, 'First') returning id`,
    [typeId],
  );
  weightsId = await one(
    `insert into audit_weight_set (type_id, effective_from) values ($1, '2024-04-01') returning id`,
    [typeId],
  );
  await app.sql(
    `insert into user_role (user_id, role_id, scope, from_on, reason) values ($1, 12, 'CENTRES', '2024-04-01', 'test')`,
    [people.Zoya.id],
  );
  amId = await one(
    `insert into ams_am_allocation (user_id, zone_id, base_city_id, from_on) select $1, 1, min(id), '2024-04-01' from city returning id`,
    [people.Zoya.id],
  );
  for (const id of [ANDHERI, BANER]) {
    const source = await one(
      `insert into ams_centre_allocation (franchisee_id, am_allocation_id, from_on) values ($1, $2, '2024-04-01') returning id`,
      [id, amId],
    );
    await app.sql(
      `insert into user_centre (user_id, franchisee_id, from_on, source, source_id) values ($1, $2, '2024-04-01', 'AMS', $3)`,
      [people.Zoya.id, id, source],
    );
  }
  // Needs 1, 2 and 3 by category; the new centre opened with too little of the cycle left.
  cycleId = await one(
    `insert into ams_cycle (academic_year_id, name, from_on, to_on, state) values (2026, 'Board', $1, $2, 'ACTIVE') returning id`,
    [addDays(today, -90), addDays(today, 5)],
  );
  const categories = [
    [ANDHERI, 'A', 1],
    [BANER, 'B', 2],
    [chembur, 'C', 3],
    [hebbal, 'D', 4],
  ] as const;
  for (const [id, category, visits] of categories) {
    await app.sql(
      `insert into ams_centre_category (franchisee_id, category, effective_from, source) values ($1, $2, '2024-04-01', 'COMPUTED')`,
      [id, category],
    );
    await app.sql(
      `insert into ams_cycle_rule (cycle_id, centre_category, audit_type, visits) values ($1, $2, 'board-visit', $3)`,
      [cycleId, category, visits],
    );
  }
  await app.sql(
    `insert into ams_cycle_rule (cycle_id, centre_category, audit_type, visits) values ($1, 'NEW', 'board-visit', 2)`,
    [cycleId],
  );
  scheduleId = await one(
    `insert into ams_schedule (am_allocation_id, user_id, month, status) values ($1, $2, $3, 'APPROVED') returning id`,
    [amId, people.Zoya.id, `${today.slice(0, 7)}-01`],
  );
  await visit(ANDHERI, 'COMPLETED');
  for (let n = 0; n < 3; n += 1) await visit(BANER, 'COMPLETED');
  await visit(chembur, 'COMPLETED', 'SURPRISE');
  await visit(chembur, 'COMPLETED', 'FOLLOW_UP');
  await visit(chembur, 'MISSED');
  await visit(hebbal, 'COMPLETED');
});
after(() => app.close());

const centresOf = async (who: Caller, input: Parameters<typeof who.call>[1] = {}) =>
  (await who.call(amsCentres.endpoints.list, input as Record<string, never>)).rows;
const figuresOf = async (who: Caller, board: Board) => {
  const { cards } = board.endpoint.output.parse((await who.raw(board.endpoint, {})).body);
  return new Map(cards.map((card) => [card.key, card]));
};

test('needs 1, 2, 3 and done 1, 3, 1 are a coverage of 66.67 % (story 13)', async () => {
  assert.equal(coverageText(4, 6), '66.67 % of 6 needed');
  assert.equal(coverageText(0, 0), 'nothing is needed');
  const rows = await centresOf(farid());
  assert.deepEqual(
    rows.map(({ centre: name, need, done, counted, missed }) => [name, need, done, counted, missed]),
    [
      ['Andheri', 1, 1, 1, 0],
      ['Baner', 2, 3, 2, 0],
      ['Chembur', 3, 1, 1, 1],
      ['Thane', 0, 0, 0, 0],
    ],
  );
  const cards = await figuresOf(farid(), amsDashboard);
  assert.deepEqual([cards.get('coverage')?.n, cards.get('coverage')?.note], [4, '66.67 % of 6 needed']);
  assert.deepEqual(
    ['need', 'done', 'missed'].map((key) => cards.get(key)?.n),
    [6, 5, 1],
  );
  assert.deepEqual(cards.get('coverageByZone')?.rows[0]?.values, { percent: 67 });
  // A centre that opened with enough of the cycle left needs its visits.
  await app.sql('update ams_cycle set to_on = $1', [addDays(today, 60)]);
  assert.equal((await centresOf(farid())).find((row) => row.franchiseeId === fresh)?.need, 2);
  await app.sql('update ams_cycle set to_on = $1', [addDays(today, 5)]);
});

test('what was planned for a month that is over and never approved is not planned any more', async () => {
  const plannedOf = async () =>
    (await centresOf(farid())).find((row) => row.franchiseeId === chembur)?.planned ?? -1;
  const before = await plannedOf();
  const id = await visit(
    chembur,
    'PLANNED',
    'ANNOUNCED',
    `${addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7)}-05`,
  );
  assert.equal(await plannedOf(), before + 1);
  await app.sql('update ams_visit set planned_on = $2 where id = $1', [
    id,
    addDays(`${today.slice(0, 7)}-01`, -1),
  ]);
  assert.equal(await plannedOf(), before);
  await app.sql(`update ams_visit set status = 'SCHEDULED' where id = $1`, [id]);
  assert.equal(await plannedOf(), before + 1, 'an approved one counts until it is held or missed');
  await app.sql('delete from ams_visit where id = $1', [id]);
});

test('each sees the own centres: the manager two, the zone its zone, head office all, the centre none', async () => {
  assert.deepEqual(
    (await centresOf(zoya())).map((row) => row.franchiseeId),
    [ANDHERI, BANER],
  );
  const own = await figuresOf(zoya(), amsDashboard);
  assert.deepEqual([own.get('need')?.n, own.get('coverage')?.n, own.get('critical')], [3, 3, undefined]);
  const south = await centresOf(app.as('Kavi'), { zoneId: 2 });
  assert.deepEqual(
    south.map(({ franchiseeId, need, done }) => [franchiseeId, need, done]),
    [[hebbal, 4, 1]],
  );
  assert.deepEqual(await centresOf(farid(), { zoneId: 2 }), []);
  assert.deepEqual(
    (await figuresOf(farid(), amsDashboard)).get('zones')?.rows.map(({ label }) => label),
    ['West'],
  );
  const managers = (await figuresOf(farid(), amsZoneBoard)).get('managers')?.rows ?? [];
  assert.deepEqual(managers, [
    {
      label: 'Zoya Ali, West',
      second: null,
      values: { centres: 2, need: 3, done: 4, planned: 0, missed: 0 },
      link: { path: '/amsv1/myCenters', filters: { amId } },
    },
  ]);
  for (const endpoint of [
    amsCentres.endpoints.list,
    firstAudits.endpoints.list,
    amsBoardContract.today,
    amsDashboard.endpoint,
    amsZoneBoard.endpoint,
  ])
    await app.as('Bina').refused(endpoint, {}, 'module.missing');
  await farid().refused(amsCentres.endpoints.list, { zoneId: 'West' } as never, 'input.invalid');
  await farid().refused(amsCentres.endpoints.list, { amId: 'x', nobody: 1 } as never, 'input.invalid');
  await farid().refused(firstAudits.endpoints.list, { status: 'DONE' } as never, 'input.invalid');
  assert.deepEqual(await centresOf(farid(), { amId: 'x' }), []);
});

test('a first audit is due from day 7 to day 30 after the opening, until it is published (story 19)', async () => {
  await app.sql(`update franchisee set opened_on = '2026-07-01' where id = $1`, [chembur]);
  const rows = (await farid().call(firstAudits.endpoints.list, {})).rows;
  const of = (id: number) => rows.find((row) => row.franchiseeId === id);
  assert.deepEqual([of(chembur)?.dueFrom, of(chembur)?.dueTo], ['2026-07-08', '2026-07-31']);
  assert.deepEqual(
    [fresh, coming].map((id) => [of(id)?.status, of(id)?.daysLeft]),
    [
      ['DUE', 20],
      ['UPCOMING', 33],
    ],
  );
  assert.equal(of(hebbal), undefined, 'of another zone');
  await visit(fresh, 'SCHEDULED', 'FIRST', addDays(today, 4));
  const id = await audit(fresh, 'SUBMITTED', '1 hour', 8000);
  const planned = (await farid().call(firstAudits.endpoints.list, { status: 'DUE' })).rows;
  assert.deepEqual(
    planned.map(({ franchiseeId, visitOn }) => [franchiseeId, visitOn]),
    [[fresh, addDays(today, 4)]],
  );
  await app.sql(`update audit set status = 'PUBLISHED', published_at = now() where id = $1`, [id]);
  assert.equal((await farid().call(firstAudits.endpoints.list, { status: 'DUE' })).rows.length, 0);
  const scored = (await centresOf(farid())).find((row) => row.franchiseeId === fresh);
  assert.deepEqual([scored?.lastScore, scored?.lastAuditId, scored?.nextOn], [8000, id, addDays(today, 4)]);
});

test('the visits of today stand on top, whichever centre is chosen; only their person starts them', async () => {
  const mine = await visit(ANDHERI, 'SCHEDULED', 'ANNOUNCED', today);
  await visit(BANER, 'SCHEDULED', 'ANNOUNCED', addDays(today, 1));
  await visit(hebbal, 'SCHEDULED', 'SURPRISE', today);
  const seen = async (who: Caller) => (await who.call(amsBoardContract.today, {})).visits;
  for (const at of [null, BANER])
    assert.deepEqual(
      (await seen(app.as('Zoya', { centre: at }))).map(({ id, slug, can }) => [id, slug, can]),
      [[mine, 'board-visit', { start: true, resume: false }]],
    );
  assert.deepEqual(
    (await seen(farid())).map(({ id, manager, can }) => [id, manager, can['start']]),
    [[mine, 'Zoya Ali', false]],
  );
  await farid().refused(amsBoardContract.today, { day: today } as never, 'input.invalid');
  await app.sql(
    `update ams_visit set status = 'IN_PROGRESS', started_at = now(), planned_on = $2 where id = $1`,
    [mine, addDays(today, -20)],
  );
  const begun = await audit(ANDHERI, 'DRAFT', '0 hours', 0);
  await app.sql('update audit set visit_id = $2 where id = $1', [begun, mine]);
  assert.deepEqual(
    (await seen(zoya())).map(({ id, auditId, can }) => [id, auditId, can]),
    [[mine, begun, { start: false, resume: true }]],
  );
});

test('every figure is what the list says that it opens, for each who may see it', async () => {
  const late = await audit(BANER, 'SUBMITTED', '50 hours', 7000);
  await app.sql(
    `with c as (insert into audit_category (type_id, name, position) values ($1, 'Safety', 1) returning id),
      s as (insert into audit_sub_category (category_id, name, position) select id, 'Doors', 1 from c returning id),
      p as (insert into audit_parameter (sub_category_id, code, question, response_kind) select id, 'SF-1', 'Is the gate locked?', 'YES_NO_NA' from s returning id)
     insert into audit_finding (franchisee_id, audit_id, parameter_id, severity, text, owner_kind, due_on)
     select $2, $3, id, 'CRITICAL', 'The gate stood open.', 'CENTRE', $4 from p`,
    [typeId, BANER, late, addDays(today, -1)],
  );
  await audit(BANER, 'SUBMITTED', '46 hours', 7000);
  let compared = 0;
  for (const who of [farid(), zoya(), app.as('Kavi'), app.as('Farid', { centre: BANER })])
    for (const board of [amsDashboard, amsZoneBoard] as readonly Board[])
      for (const [key, shown] of await figuresOf(who, board)) {
        const card = board.cards[key];
        if (!card || !('opens' in card) || !card.opens) continue;
        const same = async (
          n: number,
          link: typeof shown.link,
          measures: Parameters<typeof readFigure>[1]['measures'],
        ) => {
          assert.ok(link, `${key} opens its list`);
          const of = {
            of: key,
            list: card.opens?.list ?? amsCentres.endpoints.list,
            measures,
            filters: link.filters,
          };
          assert.equal(n, await readFigure(who, of), `${board.name} ${key}`);
          compared += 1;
        };
        if (card.kind === 'figure') await same(shown.n ?? -1, shown.link, card.opens.measures);
        if (card.kind === 'table')
          for (const row of shown.rows)
            for (const [column, n] of Object.entries(row.values))
              await same(n, row.link, card.columns[column]?.measures ?? 'rows');
      }
  assert.ok(compared > 60, `${compared} figures were compared`);
  const cards = await figuresOf(farid(), amsDashboard);
  assert.deepEqual(
    ['toReview', 'firstDue', 'critical'].map((key) => cards.get(key)?.n),
    [1, 3, 1],
  );
  assert.equal((await figuresOf(zoya(), amsDashboard)).get('criticalByCentre')?.n, 1);
});
