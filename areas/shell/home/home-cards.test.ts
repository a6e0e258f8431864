// Every figure of every home equals the rows of the list it opens: for all who sign in to the demo network, the list
// behind each card, and behind each part of its picture, is called with the filters of its address.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { configRead } from '@aangan/contract/app-config.ts';
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { homeCardGroups } from '@aangan/server/endpoint/area-registry.ts';
import type { HomeCard } from '@aangan/server/endpoint/home-card.ts';
import { type Caller, callerOf, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { readFigure } from '@aangan/testkit/read-figure.ts';
import { Client } from 'pg';
import {
  amsTeam,
  escortTeam,
  headOffice,
  parent,
  productTeam,
  systemTeam,
  teams,
  trainingTeam,
} from '../../../db/demo/people.ts';
import { seatContract } from '../../admissions/seat/seat.contract.ts';
import { studentContract } from '../../students/student/student.contract.ts';
import { homeContract } from './home.contract.ts';

type Shown = OutputOf<typeof homeContract.cards>['cards'][number];
type Filters = Shown['link'] extends { filters: infer F } | null ? F : never;

const YEAR = 2026;
const [andheri, baner] = teams;
const personas: Readonly<Record<string, { id: string; centre: number | null }>> = {
  'super admin': { id: headOffice.superadmin.id, centre: null },
  'super admin at Andheri': { id: headOffice.superadmin.id, centre: 2 },
  finance: { id: headOffice.finance.id, centre: null },
  'finance desk': { id: headOffice.finance2.id, centre: null },
  'zone manager': { id: headOffice.zonemanager.id, centre: null },
  'zone manager at Baner': { id: headOffice.zonemanager.id, centre: 3 },
  operations: { id: headOffice.operations.id, centre: null },
  system: { id: systemTeam.system.id, centre: null },
  marketing: { id: headOffice.marketing.id, centre: null },
  delivery: { id: headOffice.delivery.id, centre: null },
  tickets: { id: headOffice.tickets.id, centre: null },
  'centre head': { id: andheri?.head.id ?? '', centre: 2 },
  'centre head of Baner': { id: baner?.head.id ?? '', centre: 3 },
  counsellor: { id: andheri?.counsellors[0]?.id ?? '', centre: 2 },
  teacher: { id: andheri?.teachers[0]?.id ?? '', centre: 2 },
  trainer: { id: trainingTeam.trainer.id, centre: null },
  driver: { id: escortTeam.driver.id, centre: 2 },
  product: { id: productTeam.product.id, centre: null },
  'first approver': { id: productTeam.c1.id, centre: null },
  'final approver': { id: productTeam.final.id, centre: null },
  'academic manager': { id: amsTeam.manager.id, centre: null },
  parent: { id: parent.id, centre: null },
};

let app: TestApp;
const declared = new Map<string, HomeCard>();
const tokens = new Map<string, string>();

before(async () => {
  app = await testApp({ data: 'demo' });
  for (const group of homeCardGroups()) for (const card of group.cards) declared.set(card.key, card);
});
after(() => app.close());

async function tokenOf(userId: string): Promise<string> {
  const known = tokens.get(userId);
  if (known) return known;
  const token = `pps_${randomBytes(32).toString('base64url')}`;
  const [session] = await app.sql<{ id: string }>(
    `insert into session (user_id, ip, user_agent, started_at, last_seen_at, idle_seconds, absolute_until)
     values ($1, '127.0.0.1', 'test', now(), now(), 43200, now() + interval '12 hours') returning id`,
    [userId],
  );
  await app.sql('insert into session_token (token_hash, session_id, issued_at) values ($1, $2, now())', [
    createHash('sha256').update(token).digest(),
    session?.id,
  ]);
  tokens.set(userId, token);
  return token;
}

const as = (userId: string, centre: number | null): Caller =>
  callerOf(app.app, async () => ({
    authorization: await tokenOf(userId),
    ...(centre === null ? {} : { 'x-franchisee-id': String(centre) }),
    'x-academic-year-id': String(YEAR),
  }));

/** The home, with the cards that were late asked for again. */
async function cardsOf(caller: Caller): Promise<Shown[]> {
  const { cards } = await caller.call(homeContract.cards, {});
  const late = cards.filter((card) => card.state === 'LATE').map((card) => card.key);
  if (late.length === 0) return cards;
  const again = (await caller.call(homeContract.cards, { ids: late })).cards;
  return cards.map((card) => again.find((one) => one.key === card.key) ?? card);
}

const figureBehind = (caller: Caller, { key, drill }: HomeCard, filters: Filters): Promise<number> =>
  readFigure(caller, { of: key, list: drill.list, measures: drill.measures, filters });

for (const [name, { id, centre }] of Object.entries(personas)) {
  test(`${name}: each figure is what its list shows`, async () => {
    const caller = as(id, centre);
    const cards = await cardsOf(caller);
    for (const shown of cards) {
      const card = declared.get(shown.key);
      assert.ok(card && shown.link, shown.key);
      assert.equal(shown.state, 'READY', shown.key);
      assert.ok(shown.figure, shown.key);
      assert.equal(shown.figure.n, await figureBehind(caller, card, shown.link.filters), shown.key);
      for (const point of shown.figure.points ?? []) {
        if (point.filters)
          assert.equal(
            point.n,
            await figureBehind(caller, card, { ...shown.link.filters, ...point.filters }),
            `${shown.key}: ${point.label}`,
          );
        if (point.centre)
          assert.equal(
            point.n,
            await figureBehind(as(id, point.centre), card, shown.link.filters),
            `${shown.key}: ${point.label}`,
          );
      }
      if (shown.picture === 'centres' && !shown.figure.more)
        assert.equal(
          (shown.figure.points ?? []).reduce((sum, point) => sum + point.n, 0),
          shown.figure.n,
          `${shown.key} over its centres`,
        );
    }
  });
}

const keysOf = async (name: string): Promise<string[]> => {
  const { id, centre } = personas[name] ?? { id: '', centre: null };
  return (await cardsOf(as(id, centre))).map((card) => card.key);
};

test('each home has the cards of its work, and nobody is shown what they may not open', async () => {
  const has = async (name: string, keys: readonly string[]) => {
    const found = await keysOf(name);
    assert.deepEqual(
      keys.filter((key) => !found.includes(key)),
      [],
      `${name} has ${found.join(', ')}`,
    );
  };
  await has('centre head', [
    'enquiries.yet-to-call',
    'enquiries.overdue',
    'admissions.to-review',
    'admissions.confirmed-month',
    'finance.overdue',
    'finance.collected-today',
    'finance.collected-month',
    'admissions.seats',
  ]);
  await has('counsellor', [
    'enquiries.my-due-today',
    'enquiries.my-overdue',
    'enquiries.my-appointments',
    'enquiries.my-admitted',
  ]);
  await has('finance', [
    'finance.payments-to-approve',
    'finance.collected-today',
    'finance.overdue',
    'finance.unreconciled',
    'finance.royalty-to-invoice',
  ]);
  await has('zone manager', [
    'enquiries.overdue-centres',
    'finance.overdue-centres',
    'students.centres',
    'orders.wow-to-approve',
  ]);
  await has('first approver', ['orders.boms-to-approve', 'orders.prices-to-approve']);
  await has('operations', ['admissions.confirmed-month', 'network.active', 'enquiries.overdue-centres']);
  await has('marketing', ['enquiries.by-source', 'enquiries.from-codes']);
  // The teacher's are of the own class: no count of the whole centre stands there.
  assert.deepEqual((await keysOf('teacher')).toSorted(), [
    'academics.registers-to-submit',
    'communication.to-acknowledge',
    'curriculum.today',
    'sop.to-read',
    'students.allergies',
    'students.my-birthdays',
    'students.my-class',
    'training.coming',
    'training.due',
  ]);
  await has('trainer', ['training.today', 'training.marks-open', 'training.overdue', 'training.to-decide']);
  assert.ok(
    !(await keysOf('trainer')).includes('staff.documents-waiting'),
    'its screen is for those who write',
  );
  await has('super admin', ['network.active', 'finance.payments-to-approve', 'finance.royalty-month']);
  assert.deepEqual(await keysOf('delivery'), [
    'orders.to-pack',
    'orders.to-hand-over',
    'orders.in-transit',
    'sop.to-read',
  ]);
  // An academic manager looks after centres, a teacher after a class.
  await has('academic manager', ['audits.visits-today', 'students.studying', 'sop.to-read']);
  assert.deepEqual(
    (await keysOf('academic manager')).filter((key) => key.startsWith('students.my-')),
    [],
  );
  await has('driver', ['transport.trips-due']);
  await has('product', ['orders.prices-waiting']);
  await has('first approver', ['orders.prices-to-approve', 'orders.boms-to-approve']);
  await has('final approver', ['orders.wow-to-approve']);
  assert.deepEqual(await keysOf('parent'), []);
});

test('a teacher’s home counts the own class, of which the centre has more; without a class it counts nobody', async () => {
  const { id, centre } = personas['teacher'] ?? { id: '', centre: null };
  const caller = as(id, centre);
  const mine = (await cardsOf(caller)).find((one) => one.key === 'students.my-class');
  const own = await app.sql<{ label: string; n: number }>(
    `select k.name || ' ' || s.name as label, (select count(*)::int from enrolment e
        where e.franchisee_id = s.franchisee_id and e.section_id = s.id and e.academic_year_id = $2 and e.status = 'ACTIVE') as n
       from section_teacher t join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id and p.user_id = $1
       join section s on s.franchisee_id = t.franchisee_id and s.id = t.section_id join class k on k.id = s.class_id
      order by k.position, s.class_id, s.name`,
    [id, YEAR],
  );
  const children = own.reduce((sum, { n }) => sum + n, 0);
  assert.ok(children > 0 && own.length > 3);
  assert.deepEqual(
    [mine?.figure?.n, mine?.figure?.note],
    [
      children,
      `${own
        .slice(0, 3)
        .map(({ label }) => label)
        .join(', ')} and ${own.length - 3} more`,
    ],
  );
  const everybody = await caller.call(studentContract.list, { state: 'STUDYING', limit: 1 });
  assert.ok(everybody.total.n > children);
  await app.sql(
    `update section_teacher t set to_on = t.from_on from staff p where p.franchisee_id = t.franchisee_id and p.id = t.staff_id and p.user_id = $1`,
    [id],
  );
  assert.deepEqual(
    (await keysOf('teacher')).filter((key) => key.startsWith('students.')),
    [],
  );
  assert.equal((await caller.call(studentContract.list, { own: 'yes' })).total.n, 0);
});

test('the sign-in page of the demo offers each kind of person, in one order', async () => {
  const { demoSignIns } = await callerOf(app.app, async () => ({})).call(configRead, {});
  assert.deepEqual(
    demoSignIns.map(({ identifier }) => identifier.replace('@demo.aangan', '')),
    (
      'superadmin centrehead centrehead2 counsellor teacher finance zonemanager operations marketing delivery tickets ' +
      'product author trainer academicmanager driver parent'
    ).split(' '),
  );
});

test('seats and free seats are those of the seat board', async () => {
  const { id, centre } = personas['centre head'] ?? { id: '', centre: null };
  const caller = as(id, centre);
  const card = (await cardsOf(caller)).find((one) => one.key === 'admissions.seats');
  const { cells } = await caller.call(seatContract.list, {});
  const onBoard = cells.reduce((sum, cell) => sum + Math.max(0, cell.left ?? 0), 0);
  assert.ok(onBoard > 0);
  // Seats kept for applicants are neither taken nor free, but seats of the class.
  assert.equal(
    (card?.figure?.points ?? []).reduce((sum, point) => sum + (point.of ?? 0), 0),
    cells.reduce((sum, cell) => sum + (cell.capacity ?? 0), 0),
  );
  const kept = cells.reduce((sum, cell) => sum + cell.held + cell.expected, 0);
  assert.equal(card?.figure?.note, `${onBoard} seats free${kept > 0 ? `, ${kept} kept` : ''}`);
});

test('marketing, operations, system, delivery and tickets have work that waits on their homes', async () => {
  for (const name of ['marketing', 'operations', 'system', 'delivery', 'tickets']) {
    const { id, centre } = personas[name] ?? { id: '', centre: null };
    const todo = (await cardsOf(as(id, centre))).filter((card) => card.todo !== null);
    assert.ok(todo.length >= 2, `${name} has ${todo.map((card) => card.key).join(', ') || 'none'}`);
  }
});

test('what waits is an action only for those who may do it', async () => {
  const todo = async (name: string, key: string) => {
    const { id, centre } = personas[name] ?? { id: '', centre: null };
    return (await cardsOf(as(id, centre))).find((card) => card.key === key)?.todo ?? null;
  };
  assert.deepEqual(await todo('finance', 'finance.payments-to-approve'), { action: 'Approve', late: false });
  assert.equal(await todo('centre head', 'finance.payments-to-approve'), null);
  assert.deepEqual(await todo('centre head', 'enquiries.overdue'), { action: 'Catch up', late: true });
});

test('a slow card is late alone, and comes when it is asked for by name', async () => {
  const finance = as(headOffice.finance.id, 2);
  const blocker = new Client({ connectionString: app.database.adminUrl });
  await blocker.connect();
  try {
    // Reading this table waits now, as for a long statement.
    await blocker.query('begin; lock table bank_account in access exclusive mode');
    const { cards } = await finance.call(homeContract.cards, {});
    const slow = cards.find((card) => card.key === 'finance.bank-accounts');
    assert.equal(slow?.state, 'LATE');
    assert.equal(slow?.figure, null);
    assert.ok(slow?.link, 'its list can be opened meanwhile');
    assert.ok(
      cards.some((card) => card.state === 'READY'),
      'the others are there',
    );
    await blocker.query('rollback');
    const again = await finance.call(homeContract.cards, { ids: ['finance.bank-accounts', 'no.such-card'] });
    assert.deepEqual(
      again.cards.map((card) => [card.key, card.state]),
      [['finance.bank-accounts', 'READY']],
    );
  } finally {
    await blocker.end();
  }
});

test('a broken card fails alone', async () => {
  const finance = as(headOffice.finance.id, 2);
  await app.sql('alter table bank_account rename to bank_account_away');
  try {
    const { cards } = await finance.call(homeContract.cards, {
      ids: ['finance.bank-accounts', 'finance.overdue'],
    });
    assert.deepEqual(
      cards.map((card) => [card.key, card.state]),
      [
        ['finance.bank-accounts', 'FAILED'],
        ['finance.overdue', 'READY'],
      ],
    );
  } finally {
    await app.sql('alter table bank_account_away rename to bank_account');
  }
});
