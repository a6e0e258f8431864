// Late fees (finance.md 3.6): the worked figures, the nightly charge, the waiver by two people, money that came in time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import {
  activate,
  approved,
  type Child,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  paid,
  r,
  recorded,
  sibling,
  workAt,
} from '../assignment/nursery-testing.ts';
import { chargeAccount } from '../fee-account/charge-account.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { accrueCentre } from './accrue-late-fees.server.ts';
import { lateFeeContract, lateFeeWaivers } from './late-fee.contract.ts';
import { lateFeeRules } from './late-fee.settings.ts';
import { type LateFeeRule, lateFeeOn } from './late-fee.ts';

let app: TestApp;
let plan: NurseryPlan;

const values = {
  type: 'PER_DAY',
  graceDays: 5,
  dueFrom: null,
  cap: r(1_000),
  amount: r(50),
  monthBp: 200,
  firstDays: 7,
  firstAmount: r(100),
  secondDays: 30,
  secondAmount: r(300),
  thirdAmount: r(500),
} as const;

before(async () => {
  app = await financeApp();
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'REFUND_L1') on conflict do nothing`,
    [people.Chetan.id],
  );
  plan = await nurseryPlan(app);
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(lateFeeRules.endpoints.save, { ...values, fromOn: '2026-04-05' });
});
after(() => app.close());

/** A child that has paid its first instalment; 13,500 is due on 10 July. */
async function second(label: string): Promise<Child> {
  app.moveClock(new Date('2026-04-05T10:00:00+05:30'));
  const child = await childAt(app, label);
  await approved(app, plan, child, [sibling]);
  await activate(app, child);
  // Of one payer each: cash of several children on one day would be above the legal limit.
  await paid(app, child, r(45_500), { payerName: `Family of ${label.split(' ')[0]}` });
  return child;
}

const night = async (on: string, centre = ANDHERI) =>
  accrueCentre((_, run) => workAt(app, run, centre), { franchiseeId: centre, on });
const lateOf = async (child: Child) =>
  (await app.as('Bina').call(lateFeeContract.ofChild, { ref: child.admissionId })).rows;
const openOf = async (child: Child) => (await lateOf(child))[0]?.open ?? 0;
const agrees = async (child: Child) => {
  const [sums] = await app.sql<{ books: string; lines: string }>(
    `select (select sum(amount) from ledger_posting where account_code = '1200' and party_id = $1) as books,
       (select sum(net - allocated) from fee_line where fee_account_id = $1::uuid and state = 'OPEN') as lines`,
    [child.accountId],
  );
  assert.equal(sums?.books, sums?.lines, 'the books agree with the lines');
};
const income = async (child: Child) => {
  const [row] = await app.sql<{ sum: string | null }>(
    `select -sum(p.amount) as sum from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
      where p.account_code = '4200' and e.fee_account_id = $1`,
    [child.accountId],
  );
  return Number(row?.sum ?? 0);
};

test('the worked figures on ₹13,500 due on 10 July with five days of grace', () => {
  const rule = (more: Partial<LateFeeRule>): LateFeeRule => ({ ...values, cap: null, ...more });
  const at = (of: LateFeeRule, on: string) =>
    lateFeeOn(of, { open: r(13_500), dueOn: '2026-07-10', graceDays: 5, on }).amount;
  const flat = rule({ type: 'FLAT', amount: r(200) });
  assert.deepEqual(
    ['2026-07-15', '2026-07-16', '2026-12-01'].map((on) => at(flat, on)),
    [0, r(200), r(200)],
  );
  const day = rule({ type: 'PER_DAY', cap: r(1_000) });
  assert.deepEqual(
    ['2026-07-25', '2026-08-03', '2026-08-04', '2026-09-01'].map((on) => at(day, on)),
    [r(500), r(950), r(1_000), r(1_000)],
  );
  const slab = rule({ type: 'SLAB' });
  assert.deepEqual(
    ['2026-07-22', '2026-07-23', '2026-07-25', '2026-08-14', '2026-08-15'].map((on) => at(slab, on)),
    [r(100), r(300), r(300), r(300), r(500)],
  );
  const month = rule({ type: 'PERCENT_MONTH' });
  assert.deepEqual(
    ['2026-08-15', '2026-08-16', '2026-08-24'].map((on) => at(month, on)),
    [r(270), r(540), r(540)],
  );
  assert.equal(at(rule({ type: 'PERCENT_MONTH', cap: r(500) }), '2026-08-24'), r(500));
  assert.equal(at(rule({ type: 'PER_DAY', dueFrom: '2026-08-01' }), '2026-07-25'), 0);
  const nothingOpen = { open: 0, dueOn: '2026-07-10', graceDays: 5, on: '2026-07-25' };
  assert.equal(lateFeeOn(flat, nothingOpen).amount, 0, 'what is paid is never late');
});

test('story 10: 14,000.00 on 25 July; a night run twice adds nothing; the waiver leaves 13,500.00', async () => {
  const child = await second('Late L.');
  await night('2026-07-15');
  assert.deepEqual(await lateOf(child), [], 'not in the days of grace');
  await night('2026-07-16');
  assert.equal(await openOf(child), r(50));
  await Promise.all([night('2026-07-25'), night('2026-07-25')]);
  await night('2026-07-25');
  const [late] = await lateOf(child);
  assert.deepEqual([late?.open, late?.formula], [r(500), 'Instalment 2: 10 days at ₹50.00']);
  assert.equal(await income(child), r(500));
  await agrees(child);

  app.moveClock(new Date('2026-07-25T10:00:00+05:30'));
  const { rows } = await app.as('Bina').call(ledgerContract.students, { q: 'Late L.' });
  assert.deepEqual([rows[0]?.due, rows[0]?.lateFee], [r(14_000), r(500)]);
  const statement = await app.as('Bina').call(ledgerContract.student, { ref: child.admissionId });
  assert.deepEqual(
    statement.statement.rows.filter((row) => row.title === 'Late fee').map((row) => [row.on, row.debit]),
    [
      ['2026-07-16', r(50)],
      ['2026-07-25', r(450)],
    ],
  );

  const ask = { feeLineId: late?.id ?? '', amount: r(500), stops: true, reason: 'Our reminder was wrong' };
  const { status, body } = await app.as('Bina').raw(lateFeeContract.ask, { ...ask, amount: r(500) + 1 });
  assert.deepEqual(
    [status, (body as { fields?: object }).fields],
    [422, { amount: 'Not more than is open' }],
  );
  const { id } = await app.as('Bina').call(lateFeeContract.ask, ask);
  await app.as('Bina').refused(lateFeeContract.ask, { ...ask, amount: r(1) }, 'late-fee.waiting');
  await app.as('Bina').refused(lateFeeContract.approve, { id }, 'module.missing', { version: 1 });
  assert.equal(await income(child), r(500), 'asking changes nothing');
  await app.as('Chetan').refused(lateFeeContract.approve, { id }, 'row.stale', { version: 7 });
  await app.as('Chetan').call(lateFeeContract.approve, { id, note: 'Right' }, { version: 1 });
  await app.as('Chetan').refused(lateFeeContract.approve, { id }, 'row.wrong-state', { version: 3 });
  assert.deepEqual([await openOf(child), await income(child)], [0, 0]);
  await agrees(child);
  await night('2026-08-01');
  assert.equal(await openOf(child), 0, 'waived for good');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'late_fee_waiver' and subject_id = $1`,
    [id],
  );
  assert.deepEqual(
    steps.map((step) => step.action),
    ['approve'],
  );
});

test('nobody decides on an own request, without a level, or on what was paid meanwhile', async () => {
  const child = await second('Own O.');
  await night('2026-07-25');
  app.moveClock(new Date('2026-07-25T10:00:00+05:30'));
  const [late] = await lateOf(child);
  const ask = { feeLineId: late?.id ?? '', amount: r(200), stops: false, reason: 'Shown to be ill' };
  const own = await app.as('Chetan', { centre: ANDHERI }).call(lateFeeContract.ask, ask);
  await app.as('Chetan').refused(lateFeeContract.approve, { id: own.id }, 'approval.own', { version: 1 });
  await app
    .as('Chetan')
    .refused(lateFeeContract.reject, { id: own.id, note: 'No' }, 'approval.own', { version: 1 });
  await app.sql(`delete from user_approval_code where user_id = $1 and code like 'REFUND_L%'`, [
    people.Farid.id,
  ]);
  await app.as('Farid').refused(lateFeeContract.approve, { id: own.id }, 'note.band', { version: 1 });
  assert.equal(await openOf(child), r(500), 'a refused approval books nothing');
  await app.as('Farid').call(lateFeeContract.reject, { id: own.id, note: 'Not shown' }, { version: 1 });

  const again = await app.as('Bina').call(lateFeeContract.ask, ask);
  await paid(app, child, r(13_500 + 400), { receivedOn: '2026-07-25' });
  await app
    .as('Chetan')
    .refused(lateFeeContract.approve, { id: again.id }, 'late-fee.paid-since', { version: 1 });
  await app.as('Chetan').call(lateFeeContract.reject, { id: again.id, note: 'Paid' }, { version: 1 });
  await agrees(child);
  await paid(app, child, r(100), { receivedOn: '2026-07-25' });
  await app.as('Bina').refused(lateFeeContract.ask, { ...ask, amount: r(1) }, 'fee-line.paid');
});

test('another centre’s waivers are not there, and its own rule is off', async () => {
  const list = await app.as('Charu').call(lateFeeWaivers.endpoints.list, {});
  assert.deepEqual(list.rows, []);
  const child = await second('Other O.');
  await night('2026-07-25');
  const [late] = await lateOf(child);
  await app
    .as('Charu')
    .refused(
      lateFeeContract.ask,
      { feeLineId: late?.id ?? '', amount: r(1), stops: false, reason: 'Not mine at all' },
      'row.not-found',
    );
  assert.deepEqual(await night('2026-07-25', BANER), { ok: 0, failed: 0 });
});

test('money that waits stops the clock; approved, nothing is added for the days it waited', async () => {
  const child = await second('Waits W.');
  app.moveClock(new Date('2026-07-14T10:00:00+05:30'));
  const paymentId = await recorded(app, child, r(13_500), { receivedOn: '2026-07-14' });
  app.moveClock(new Date('2026-07-25T10:00:00+05:30'));
  await night('2026-07-20');
  assert.deepEqual(await lateOf(child), [], 'undecided money');
  await app.as('Chetan').call(paymentContract.approve, { paymentId });
  await night('2026-07-25');
  assert.deepEqual(await lateOf(child), []);

  const other = await second('Fails F.');
  app.moveClock(new Date('2026-07-14T10:00:00+05:30'));
  const failing = await recorded(app, other, r(13_500), { receivedOn: '2026-07-14' });
  app.moveClock(new Date('2026-07-25T10:00:00+05:30'));
  await app.as('Chetan').call(paymentContract.reject, { paymentId: failing, reason: 'No money came' });
  await night('2026-07-25');
  assert.equal(await openOf(other), r(500), 'what failed counts for all its days');
});

test('money handed over in time and written down later takes back what the nights charged since', async () => {
  const child = await second('In time I.');
  app.moveClock(new Date('2026-07-18T10:00:00+05:30'));
  for (const on of ['2026-07-16', '2026-07-17', '2026-07-18']) await night(on);
  assert.equal(await openOf(child), r(150));
  // Handed over on the 16th: that day stays, the 17th and 18th go.
  const late = await recorded(app, child, r(13_550), { receivedOn: '2026-07-16' });
  await app.as('Chetan').call(paymentContract.approve, { paymentId: late });
  assert.deepEqual([await openOf(child), await income(child)], [0, r(50)]);
  await agrees(child);
  const account = await app.as('Bina').call(ledgerContract.student, { ref: child.admissionId });
  assert.deepEqual([account.balance.due, account.balance.advance], [0, 0]);
});

test('money written down later of a day since which nothing was charged takes nothing back', async () => {
  const child = await second('Same S.');
  await night('2026-07-16');
  assert.equal(await openOf(child), r(50));
  app.moveClock(new Date('2026-07-18T10:00:00+05:30'));
  await paid(app, child, r(13_550), { receivedOn: '2026-07-17', payerName: 'Family of Same' });
  assert.deepEqual([await openOf(child), await income(child)], [0, r(50)]);
  await agrees(child);
});

test('a deposit, a charge and a closed account cost nothing, and an ordinary fee cannot be let off as a late one', async () => {
  app.moveClock(new Date('2026-04-05T10:00:00+05:30'));
  const child = await childAt(app, 'Deposit D.');
  await approved(app, plan, child, [sibling]);
  await activate(app, child);
  // All of the first instalment but its deposit of 5,000.
  await paid(app, child, r(40_500), { payerName: 'Family of Deposit' });
  const open = await app.sql<{ kind: string }>(
    `select component_kind as kind from fee_line where fee_account_id = $1 and state = 'OPEN' and due_on = '2026-04-05' and allocated < net`,
    [child.accountId],
  );
  assert.deepEqual(
    open.map(({ kind }) => kind),
    ['DEPOSIT'],
  );
  await workAt(app, (db) =>
    chargeAccount(db, {
      franchiseeId: ANDHERI,
      feeAccountId: child.accountId,
      kind: 'BOUNCE',
      feeTypeCode: 'BOUNCE',
      amount: r(500),
      label: 'Cheque returned',
      reason: 'Cheque returned',
      dueOn: '2026-04-06',
      yearId: 2026,
      source: 'bounce.charged',
      sourceId: 'late-fee.test',
    }),
  );
  await night('2026-04-25');
  assert.deepEqual(await lateOf(child), [], 'neither the deposit nor the charge');

  const gone = await second('Gone G.');
  await app.sql(`update fee_account set closed_on = '2026-07-12' where id = $1`, [gone.accountId]);
  await night('2026-07-25');
  assert.deepEqual(await lateOf(gone), [], 'an account that is closed');

  const [fee] = await app.sql<{ id: string }>(
    `select id from fee_line where fee_account_id = $1 and component_kind = 'TUITION' and allocated < net order by due_on limit 1`,
    [child.accountId],
  );
  await app
    .as('Bina')
    .refused(
      lateFeeContract.ask,
      { feeLineId: fee?.id ?? '', amount: r(1), stops: false, reason: 'No late fee at all' },
      'row.not-found',
    );
});

test('the first day of the rule spares older instalments, and a bad value is refused by its field', async () => {
  const { save } = lateFeeRules.endpoints;
  const child = await second('Spared S.');
  app.moveClock(new Date('2026-07-18T10:00:00+05:30'));
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(save, { ...values, dueFrom: '2026-08-01', fromOn: '2026-07-18' });
  await night('2026-07-25');
  assert.deepEqual(await lateOf(child), []);
  const { status, body } = await app
    .as('Chetan', { centre: ANDHERI })
    .raw(save, { ...values, amount: -1, fromOn: '2026-07-18' });
  assert.deepEqual([status, Object.keys((body as { fields?: object }).fields ?? {})], [422, ['amount']]);
  await app.as('Bina').refused(save, { ...values, fromOn: '2026-07-18' }, 'module.missing');
});
