// What a payment may not do: bring a day's cash to the limit (finance.md 3.12) or leave an older instalment out (4.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { paymentContract } from './payment.contract.ts';
import { newPayments, type PreparedPayment, writePayments } from './prepared-payments-testing.ts';

const CONNECTIONS = 8;
let app: TestApp;
before(async () => {
  app = await testApp({ pool: CONNECTIONS });
});
after(() => app.close());

const LAKH = 100_000_00;

async function accounts(count: number): Promise<PreparedPayment[]> {
  const made = newPayments(count).map((one) => ({ ...one, franchiseeId: ANDHERI }));
  await writePayments(app.sql, made);
  return made;
}

const cash = (
  account: PreparedPayment,
  amount: number,
  payerName: string,
): InputOf<typeof paymentContract.recordOffline> => ({
  feeAccountId: account.feeAccountId,
  mode: 'CASH',
  amount,
  payerName,
  receivedOn: todayIst(new Date()),
});

test('cash of a day stays below ₹2,00,000 for a child, and for a payer with two children', async () => {
  const [first, second] = await accounts(2);
  assert.ok(first && second);
  const bina = app.as('Bina');
  await bina.call(paymentContract.recordOffline, cash(first, 1.5 * LAKH, 'Amit Shah'));
  await bina.refused(
    paymentContract.recordOffline,
    cash(first, 0.5 * LAKH, 'Grandfather Shah'),
    'payment.cash-limit',
  );
  await bina.refused(
    paymentContract.recordOffline,
    cash(second, 0.5 * LAKH, ' amit  shah'),
    'payment.cash-limit',
  );
  await bina.call(paymentContract.recordOffline, cash(second, 0.5 * LAKH, 'Nisha Rane'));
  await bina.call(paymentContract.recordOffline, cash(first, 0.5 * LAKH - 1, 'Amit Shah'));
  const { paymentId } = await bina.call(paymentContract.recordOffline, {
    ...cash(second, 2 * LAKH, 'Amit Shah'),
    mode: 'NEFT',
    reference: 'HDFCN52026112100001',
  });
  assert.ok(paymentId, 'a bank transfer has no limit');
});

test('money at the counter needs payments and offlinePayment: either alone is refused', async () => {
  const [account] = await accounts(1);
  assert.ok(account);
  for (const [name, module] of [
    ['Esha', 'payments'],
    ['Divya', 'offlinePayment'],
  ] as const) {
    await app.sql(
      `insert into role_end_point (role_id, end_point_id) select g.role_id, e.id from user_role g, system_end_point e
        where g.user_id = $1 and e.module = $2 and e.method = 'any'`,
      [people[name].id, module],
    );
    await app
      .as(name)
      .refused(paymentContract.recordOffline, cash(account, 100_00, 'Either Payer'), 'module.missing');
  }
});

async function waitingForLocks(count: number): Promise<void> {
  for (let waiting = 0; waiting < count; ) {
    const [row] = await app.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = row?.n ?? 0;
  }
}

test('twenty counters at the edge of the limit: one is taken', async () => {
  const [account] = await accounts(1);
  assert.ok(account);
  await app.as('Bina').call(paymentContract.recordOffline, cash(account, 1.5 * LAKH, 'Edge Payer'));
  // Nobody can write until all connections wait for the table: whoever only looked before writing has looked by then.
  const answers = await withClient(app.database.adminUrl, async (holder) => {
    await holder.query('begin; lock table payment in exclusive mode');
    const all = Promise.all(
      Array.from({ length: 20 }, () =>
        app.as('Bina').raw(paymentContract.recordOffline, cash(account, 0.3 * LAKH, 'Edge Payer')),
      ),
    );
    await waitingForLocks(CONNECTIONS);
    await holder.query('commit');
    return all;
  });
  const taken = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(
    ({ body }) => (body as { code?: string }).code === 'payment.cash-limit',
  ).length;
  const [{ sum } = { sum: 0 }] = await app.sql<{ sum: number }>(
    `select sum(amount)::bigint as sum from payment where fee_account_id = $1 and mode = 'CASH'`,
    [account.feeAccountId],
  );
  publishFigure({ promise: 'cash-day', attempts: answers.length, taken, refused, paise: Number(sum) });
  assert.deepEqual({ taken, refused, sum: Number(sum) }, { taken: 1, refused: 19, sum: 1.8 * LAKH });
});

test('a parent pays the older instalment first', async () => {
  const [account] = await accounts(1);
  assert.ok(account);
  await app.sql(
    `insert into fee_line (franchisee_id, id, fee_account_id, kind, state, label, seq, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
     select franchisee_id, gen_random_uuid(), fee_account_id, kind, state, v.label, v.seq, fee_type_id, component_kind, v.due_on::date, 20000, royalty_base, academic_year_id
       from fee_line, (values ('Instalment 2: Tuition Fees', 2, '2027-01-10'), ('Instalment 2: Activity', 2, '2027-01-10')) v (label, seq, due_on) where id = $1`,
    [account.feeLineId],
  );
  const later = await app.sql<{ id: string }>(
    'select id from fee_line where fee_account_id = $1 and id <> $2 order by label desc',
    [account.feeAccountId, account.feeLineId],
  );
  const [tuition, activity] = later.map(({ id }) => id);
  assert.ok(tuition && activity);
  const parent = app.link(account.token);
  const pay = (...lines: [string, number][]) => ({
    lines: lines.map(([feeLineId, amount]) => ({ feeLineId, amount })),
    payerName: 'Gita Iyer',
  });
  const skipped = await parent.refused(paymentContract.start, pay([tuition, 20_000]), 'payment.older-first');
  assert.equal(skipped.message, 'Please pay Instalment 1 first.');
  await parent.refused(
    paymentContract.start,
    pay([tuition, 20_000], [account.feeLineId, account.amount - 100]),
    'payment.older-first',
  );
  await parent.refused(
    paymentContract.start,
    pay([account.feeLineId, account.amount], [account.feeLineId, account.amount]),
    'payment.amount',
  );
  const part = await parent.call(paymentContract.start, pay([account.feeLineId, account.amount - 100]));
  assert.equal(part.amount, account.amount - 100, 'a part of the oldest is fine');
  const both = await parent.call(
    paymentContract.start,
    pay([account.feeLineId, account.amount], [activity, 20_000]),
  );
  assert.equal(both.amount, account.amount + 20_000, 'fees of one instalment have no order');
});

test('a script that starts payments of one account is stopped, and other accounts go on', async () => {
  const [scripted, other] = await accounts(2);
  assert.ok(scripted && other);
  const start = (account: typeof scripted) =>
    app.link(account.token).raw(paymentContract.start, {
      lines: [{ feeLineId: account.feeLineId, amount: account.amount }],
      payerName: 'Gita Iyer',
    });
  for (let i = 0; i < 20; i += 1) {
    assert.equal((await start(scripted)).status, 200);
    await app.sql(`update payment set status = 'FAILED' where fee_account_id = $1`, [scripted.feeAccountId]);
  }
  const stopped = await start(scripted);
  assert.deepEqual([stopped.status, (stopped.body as { code: string }).code], [429, 'rate.limited']);
  assert.equal((await start(other)).status, 200);
});
