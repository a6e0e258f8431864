// Story 24: a tile is the sum of the rows it opens. Random work on two centres through the product's own commands, then
// every tile, age, month and total against the lists, at one centre and in the whole network, on three days.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { Dice } from '@aangan/testkit/random.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { closeFeePlan } from '../assignment/end-assignment.server.ts';
import { feeAssignmentContract } from '../assignment/fee-assignment.contract.ts';
import {
  activate,
  approved,
  type Child,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  r,
  sibling,
  submitted,
  workAt,
} from '../assignment/nursery-testing.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { ledgerContract, type StudentRow } from '../ledger/ledger.contract.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { payments as paymentsList } from '../payment/payment.listing.ts';
import { ageingReport, ledgerReports, royaltyReports } from '../report/finance-report.contract.ts';
import { royaltyContract } from '../royalty/royalty.contract.ts';
import { financeBoard } from './finance-dashboard.contract.ts';
import { compactTally } from './tally.server.ts';

const TODAY = '2026-07-20';
const STEPS = Number(process.env['STEPS'] ?? 60);
const SEED = 7;
const dice = new Dice(SEED);
interface Known extends Child {
  centre: number;
  planned: boolean;
}
const known: Known[] = [];
let app: TestApp;
let plan: NurseryPlan;

before(async () => {
  app = await financeApp();
  plan = await nurseryPlan(app);
});
after(() => app.close());

const headOf = (centre: number) => app.as(centre === ANDHERI ? 'Bina' : 'Charu');
const rupees = (low: number, high: number): number => r(dice.between(low, high));

/** What happens in a centre, each through the command or function that the product uses. */
const actions: Readonly<Record<string, (child: Known) => Promise<unknown>>> = {
  charge: (child) =>
    workAt(
      app,
      (db) =>
        chargeAccount(db, {
          franchiseeId: child.centre,
          feeAccountId: child.accountId,
          kind: 'NOTE',
          feeTypeCode: 'ACTIVITY',
          amount: rupees(100, 9000),
          label: 'Charge',
          reason: 'Charge',
          dueOn: addDays(TODAY, dice.between(-120, 40)),
          yearId: 2026,
          source: 'charge.billed',
          sourceId: crypto.randomUUID(),
        }),
      child.centre,
    ),
  pay: async (child) => {
    const { paymentId } = await headOf(child.centre).call(paymentContract.recordOffline, {
      feeAccountId: child.accountId,
      mode: 'CASH',
      amount: rupees(50, 20_000),
      payerName: 'Payer',
      receivedOn: TODAY,
    });
    if (dice.chance(0.75)) await app.as('Chetan').call(paymentContract.approve, { paymentId });
  },
  plan: async (child) => {
    if (child.planned || child.centre !== ANDHERI) return;
    child.planned = true;
    await approved(app, plan, child, dice.chance(0.5) ? [sibling] : []);
    if (dice.chance(0.7)) await activate(app, child);
  },
  propose: async (child) => {
    if (child.planned || child.centre !== ANDHERI) return;
    child.planned = true;
    await submitted(app, plan, child);
  },
  leave: async (child) => {
    if (child.planned && dice.chance(0.3))
      await workAt(app, (db) =>
        closeFeePlan(db, {
          franchiseeId: child.centre,
          studentAdmissionId: child.admissionId,
          on: TODAY,
          reason: 'Moved away',
        }),
      );
  },
  shut: (child) =>
    app.sql(
      'update fee_account set closed_on = case when closed_on is null then $2::date end where id = $1',
      [child.accountId, TODAY],
    ),
  compact: () => inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) => compactTally(db)),
};
const CHANCES = [
  'charge',
  'charge',
  'charge',
  'pay',
  'pay',
  'pay',
  'plan',
  'propose',
  'leave',
  'shut',
  'compact',
];

interface Place {
  name: string;
  centre: number | null;
}
const places: readonly Place[] = [
  { name: 'Andheri', centre: ANDHERI },
  { name: 'Baner', centre: BANER },
  { name: 'the network', centre: null },
];
const whole = (place: Place) => app.as('Asha', { centre: place.centre });

/** Every row of a list, page by page. */
async function allRows(place: Place, filter: InputOf<typeof ledgerContract.students>): Promise<StudentRow[]> {
  const rows: StudentRow[] = [];
  let next: string | undefined;
  do {
    const page = await whole(place).call(ledgerContract.students, { ...filter, limit: 4, after: next });
    rows.push(...page.rows);
    next = page.next ?? undefined;
    if (!next) assert.equal(page.total.n, rows.length, 'the count is the number of rows');
  } while (next);
  return rows;
}

const sum = (
  rows: readonly StudentRow[],
  key: 'overdue' | 'concession' | 'advance' | 'due' | 'billed' | 'paid' | 'planned',
) => rows.reduce((total, row) => total + row[key], 0);
const word = (n: number): string => `${n} ${n === 1 ? 'child' : 'children'}`;

async function compareAt(place: Place, on: string): Promise<void> {
  const board = await whole(place).call(financeBoard.endpoint, { on });
  const tile = (key: string) => {
    const found = board.cards.find((one) => one.key === key);
    assert.ok(found);
    return [found.n, found.note];
  };
  const at = `${place.name} on ${on}`;
  const overdue = await allRows(place, { ageing: 'overdue', on });
  assert.deepEqual(tile('overdue'), [sum(overdue, 'overdue'), word(overdue.length)], `overdue, ${at}`);
  for (const age of board.cards.find((one) => one.key === 'ageing')?.rows ?? []) {
    const rows = await allRows(place, { ageing: age.label.replace(' days', '') as '1-7', on });
    assert.deepEqual(
      [age.values['amount'], age.values['children']],
      [sum(rows, 'overdue'), rows.length],
      `${age.label}, ${at}`,
    );
  }
  const soon = await allRows(place, { dueWithinDays: 7, on });
  assert.deepEqual(tile('dueSoon'), [soon.length, null], `due soon, ${at}`);
  const given = await allRows(place, { concession: true, on });
  assert.deepEqual(tile('concession'), [sum(given, 'concession'), word(given.length)], `concession, ${at}`);
  const ahead = await allRows(place, { advance: true, on });
  assert.deepEqual(tile('advance'), [sum(ahead, 'advance'), word(ahead.length)], `advance, ${at}`);
  const { totals } = await whole(place).call(ledgerContract.students, { on, limit: 1 });
  const every = await allRows(place, { on });
  assert.deepEqual(
    totals,
    {
      children: every.length,
      billed: sum(every, 'billed'),
      concession: sum(every, 'concession'),
      paid: sum(every, 'paid'),
      due: sum(every, 'due'),
      overdue: sum(every, 'overdue'),
      advance: sum(every, 'advance'),
      planned: sum(every, 'planned'),
    },
    `totals, ${at}`,
  );
}

async function compareQueues(place: Place): Promise<void> {
  const board = await whole(place).call(financeBoard.endpoint, { on: TODAY });
  const value = (key: string) => board.cards.find((one) => one.key === key)?.n;
  const payments = await whole(place).call(paymentsList.endpoints.list, {
    status: 'APPROVAL_WAITING',
    limit: 200,
  });
  assert.equal(value('payments'), payments.rows.length, place.name);
  const plans = await whole(place).call(feeAssignmentContract.queue, { limit: 200 });
  assert.equal(value('plans'), plans.rows.length, place.name);
  if (place.centre === null) {
    const royalty = await whole(place).call(royaltyContract.centres, {
      month: TODAY.slice(0, 7),
      limit: 200,
    });
    assert.equal(
      value('royalty'),
      royalty.rows.reduce((total, row) => total + row.royalty, 0),
    );
    const nodal = await whole(place).call(ledgerContract.nodalCentres, { limit: 200 });
    assert.equal(value('payable'), nodal.totals.payable);
  }
}

/** Each report of the same work agrees with what it says it agrees with. */
async function compareReports(place: Place): Promise<void> {
  for (const report of [...ledgerReports, ...royaltyReports]) {
    const input = report.period ? { period: 'THIS_YEAR' } : {};
    const answer = report.endpoints.list.output.parse(await whole(place).call(report.endpoints.list, input));
    for (const { text, difference } of answer.proofs)
      assert.equal(difference, 0, `${report.name} of ${place.name}: ${text}`);
  }
  const ages = ageingReport.endpoints.list.output.parse(
    await whole(place).call(ageingReport.endpoints.list, {}),
  ).rows as readonly { id: string; children: number; overdue: number }[];
  for (const { id, children, overdue } of ages) {
    const rows = await allRows(place, { ageing: id as '1-7' });
    assert.deepEqual([children, overdue], [rows.length, sum(rows, 'overdue')], `${id} days, ${place.name}`);
  }
}

async function compareMonths(): Promise<void> {
  const board = await whole({ name: '', centre: null }).call(financeBoard.endpoint, { on: TODAY });
  const months = board.cards.find((one) => one.key === 'months')?.rows ?? [];
  const [row] = await app.sql<{ due: number; collected: number }>(
    `select sum(net)::float8 as due, sum(l.allocated)::float8 as collected from fee_line l join fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id and a.closed_on is null
      where l.state = 'OPEN' and l.due_on between '2026-04-01' and '2027-03-31'`,
  );
  assert.equal(
    months.map((month) => month.label).join(' '),
    'Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar',
    'a month without money stands as zero',
  );
  const total = (key: 'due' | 'collected') => months.reduce((n, month) => n + (month.values[key] ?? 0), 0);
  assert.deepEqual([total('due'), total('collected')], [row?.due ?? 0, row?.collected ?? 0]);
}

test('every tile equals the rows it opens, after whatever happened', async () => {
  for (let i = 0; i < 12; i += 1) {
    const centre = i % 3 === 0 ? BANER : ANDHERI;
    known.push({ ...(await childAt(app, `Child ${i}`, centre)), centre, planned: false });
  }
  app.moveClock(new Date(`${TODAY}T10:00:00+05:30`));
  for (let step = 1; step <= STEPS; step += 1) {
    const action = dice.pick(CHANCES);
    await actions[action]?.(dice.pick(known));
    if (step % 20 !== 0) continue;
    for (const place of places) {
      for (const on of [TODAY, addDays(TODAY, -60), addDays(TODAY, 90)]) await compareAt(place, on);
      await compareQueues(place);
      await compareReports(place);
    }
    await compareMonths();
  }
  publishFigure({ promise: 'Tiles equal their lists', steps: STEPS, seed: SEED, differences: 0 });
});

const ORDERS = ['overdue', 'overdueDays', 'due', 'paid', 'childLabel'] as const;

test('the list is in the same order whether its accounts are picked by index or all summed', async () => {
  for (const place of places)
    for (const order of ORDERS)
      for (const sort of [order, `-${order}`] as const)
        for (const ageing of [undefined, 'overdue', '31-60'] as const) {
          const rows = await allRows(place, { sort, on: TODAY, ...(ageing ? { ageing } : {}) });
          const sorted = [...rows].sort((a, b) => {
            const way = sort.startsWith('-') ? -1 : 1;
            const [x, y] = [a[order], b[order]];
            return way * (x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1);
          });
          assert.deepEqual(
            rows.map((row) => row.id),
            sorted.map((row) => row.id),
            `${place.name} ${sort} ${ageing ?? ''}`,
          );
        }
});

test('totals built anew from the rows are the totals kept by the way', async () => {
  const cells = () =>
    app.sql(
      `select franchisee_id, kind, day::text, since::text, sum(amount)::text as amount, sum(paid)::text as paid, sum(children)::text as children from finance_tally
        group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(paid) <> 0 or sum(children) <> 0 order by 1, 2, 3, 4`,
    );
  const kept = await cells();
  await app.sql('select rebuild_finance_tally(id) from franchisee');
  assert.deepEqual(await cells(), kept);
});

test('broken twin: without the trigger a tile differs from its list', async () => {
  await app.sql('alter table fee_line disable trigger tally_insert');
  const child = known.find((one) => one.centre === BANER);
  assert.ok(child);
  await app.sql('update fee_account set closed_on = null where id = $1', [child.accountId]);
  await actions['charge']?.(child);
  await app.sql('alter table fee_line enable trigger tally_insert');
  await assert.rejects(compareAt({ name: 'Baner', centre: BANER }, addDays(TODAY, 60)), /overdue/);
});
