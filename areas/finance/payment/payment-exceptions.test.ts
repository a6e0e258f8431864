// Money that does not fit the books stands before head office until somebody resolves it (finance.md 3.10).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import pino from 'pino';
import { financeBoard } from '../dashboard/finance-dashboard.contract.ts';
import { reconcilePayments } from '../gateway/reconcile-payments.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { paymentExceptionContract } from './payment-exception.contract.ts';
import {
  gatewayConfigOf,
  gatewayKeys,
  newPayments,
  type PreparedPayment,
  providerPaymentIdOf,
  signBody,
  webhookOf,
  writePayments,
} from './prepared-payments-testing.ts';

let app: TestApp;
let n = 0;
before(async () => {
  app = await testApp({
    app: { ports: { config: gatewayConfigOf('http://127.0.0.1:9'), origin: 'http://aangan.test' } },
  });
});
after(() => app?.close());

const finance = () => app.as('Chetan', { centre: null });

/** The provider's message that the payment was captured, with these facts otherwise. */
async function captured(payment: PreparedPayment, otherwise: Record<string, unknown> = {}): Promise<void> {
  const sent = JSON.parse(webhookOf(payment, 'captured').body);
  Object.assign(sent.payload.payment.entity, otherwise);
  const body = JSON.stringify(sent);
  const answer = await app.app.inject({
    method: 'POST',
    url: '/webhooks/razorpay',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signBody(body, gatewayKeys.webhookSecret),
      'x-razorpay-event-id': `exception-event-${n++}`,
    },
  });
  assert.equal(answer.statusCode, 200);
  await drainInbox({
    database: app.pool,
    workers: inboxWorkers(app.areas),
    ports: app.ports,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  });
}

async function written(): Promise<PreparedPayment> {
  const [payment] = newPayments(1);
  assert.ok(payment);
  await writePayments(app.sql, [payment]);
  return payment;
}

const openOf = async (payment: PreparedPayment) => {
  const q = providerPaymentIdOf(payment);
  const { rows } = await finance().call(paymentExceptionContract.list, { q });
  return rows;
};
const statusOf = async (payment: PreparedPayment) =>
  (await app.sql('select status from payment where id = $1', [payment.paymentId]))[0]?.['status'];

test('another amount or another currency than asked stands on the list with both sums', async () => {
  const short = await written();
  const foreign = await written();
  await captured(short, { amount: short.amount - 1 });
  await captured(foreign, { currency: 'USD' });
  const [row] = await openOf(short);
  assert.ok(row);
  assert.deepEqual(
    [row.kind, row.state, row.centre, row.childLabel, row.payerName, row.expected, row.received],
    ['FORGED_AMOUNT', 'OPEN', row.centre, 'Child', 'Payer', short.amount, short.amount - 1],
  );
  assert.match(row.centre ?? '', /Andheri/);
  assert.equal((await openOf(foreign))[0]?.currency, 'USD');
  assert.equal(await statusOf(short), 'INITIATED', 'nothing was booked');
});

test('captured money that the books refuse is on the list with the reason, and leaves it when it is booked after all', async () => {
  const payment = await written();
  const id = providerPaymentIdOf(payment);
  await app.sql(
    `insert into provider_reference (provider, kind, ref, franchisee_id, subject_kind, subject_id)
     values ('razorpay', 'PAYMENT', $1, 3, 'payment', $2)`,
    [id, crypto.randomUUID()],
  );
  await captured(payment);
  const [row] = await openOf(payment);
  assert.deepEqual(
    [row?.kind, row?.reason, row?.received],
    ['CONFIRM_REFUSED', 'This bank reference was used for another payment.', payment.amount],
  );
  assert.equal(await statusOf(payment), 'INITIATED', 'what was written on the way is taken back');
  await app.sql(`delete from provider_reference where kind = 'PAYMENT' and ref = $1`, [id]);
  await captured(payment);
  assert.equal(await statusOf(payment), 'CONFIRMED');
  const [now] = await openOf(payment);
  assert.deepEqual([now?.state, now?.note], ['RESOLVED', 'Booked when the provider was asked again.']);
});

test('money for an order that is none of ours stands there without a centre', async () => {
  const [stranger] = newPayments(1);
  assert.ok(stranger);
  await captured(stranger);
  const [row] = await openOf(stranger);
  assert.deepEqual(
    [row?.kind, row?.centre, row?.expected, row?.received],
    ['UNKNOWN_ORDER', null, null, stranger.amount],
  );
});

const reconcile = (url: string, now: Date) =>
  reconcilePayments.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'finance.payment-reconcile' }, work),
    now,
    data: null,
    ports: { ...app.ports, config: gatewayConfigOf(url), afterCommit: () => {} },
  });

test('authorised money of another amount is never captured: it stands on the list', async () => {
  const [short, exact] = [await written(), await written()];
  const captures: string[] = [];
  const gateway = createServer((request, response) => {
    const url = request.url ?? '';
    const payment = [short, exact].find((one) =>
      [one.providerOrderId, providerPaymentIdOf(one)].some((id) => url.includes(id)),
    );
    if (!payment) return void response.writeHead(500).end();
    const said = {
      ...JSON.parse(webhookOf(payment, 'captured').body).payload.payment.entity,
      amount: payment === short ? payment.amount - 100 : payment.amount,
      status: 'authorized',
    };
    if (request.method === 'POST') captures.push(url);
    const answer = request.method === 'POST' ? { ...said, status: 'captured' } : { items: [said] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  await reconcile(
    `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    new Date(Date.now() + 600_000),
  );
  gateway.close();
  assert.deepEqual(captures, [`/v1/payments/${providerPaymentIdOf(exact)}/capture`]);
  assert.equal((await openOf(short))[0]?.kind, 'FORGED_AMOUNT');
  assert.deepEqual([await statusOf(short), await statusOf(exact)], ['INITIATED', 'CONFIRMED']);
});

test('an order the gateway does not answer for goes to the end of the line', async () => {
  const payment = await written();
  await reconcile('http://127.0.0.1:9', new Date(Date.now() + 600_000));
  const [order] = await app.sql('select checked_at from gateway_order where payment_id = $1', [
    payment.paymentId,
  ]);
  assert.ok(order?.['checked_at']);
  assert.equal(await statusOf(payment), 'INITIATED');
});

test('a row of another centre, or of none, does not exist for a centre’s work', async () => {
  const payment = await written();
  await captured(payment, { amount: payment.amount - 1 });
  const seenAt = (franchiseeId: number | null) =>
    inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test.exceptions' }, (db) =>
      db.selectFrom('recon_exception').select('franchisee_id').execute(),
    );
  const centres = new Set((await seenAt(payment.franchiseeId)).map((row) => row.franchisee_id));
  assert.deepEqual([...centres], [payment.franchiseeId]);
  assert.ok((await seenAt(null)).some((row) => row.franchisee_id === null));
});

test('the reconciler gives up a payment with such money by name, never as merely not completed', async () => {
  const [short, left] = [await written(), await written()];
  await captured(short, { amount: short.amount - 1 });
  // Without an order the gateway is not asked.
  await app.sql('update gateway_order set provider_order_id = null where payment_id = any($1)', [
    [short.paymentId, left.paymentId],
  ]);
  await reconcile('http://127.0.0.1:9', new Date(Date.now() + 73 * 3_600_000));
  const rows = await app.sql('select id, status, failure_reason from payment where id = any($1)', [
    [short.paymentId, left.paymentId],
  ]);
  const of = (payment: PreparedPayment) => rows.find((row) => row['id'] === payment.paymentId);
  assert.equal(of(left)?.['failure_reason'], 'Not completed');
  assert.match(String(of(short)?.['failure_reason']), /head office is looking into it/);
  const [row] = await openOf(short);
  assert.deepEqual([row?.state, row?.paymentStatus], ['OPEN', 'FAILED']);
});

test('head office resolves with a note, once; who, when and the note are kept, and the figures follow', async () => {
  const payment = await written();
  await captured(payment, { amount: payment.amount + 500 });
  const open = async () => {
    const board = await finance().call(financeBoard.endpoint, {});
    const tile = board.cards.find((one) => one.key === 'exceptions');
    const { total } = await finance().call(paymentExceptionContract.list, { state: 'OPEN' });
    const { exceptions } = await finance().call(ledgerContract.nodal, {});
    assert.deepEqual([tile?.n, exceptions], [total.n, total.n], 'each figure counts the list it opens');
    assert.deepEqual(tile?.link, { path: '/ledger/nodal?tab=exceptions', filters: { state: 'OPEN' } });
    return total.n;
  };
  const was = await open();
  const [row] = await openOf(payment);
  assert.ok(row?.can['resolve']);
  const input = { id: row.id, note: 'Asked the provider: ₹5.00 given back by hand.' };
  await finance().refused(paymentExceptionContract.resolve, input, 'row.stale', {
    version: row.version + 1,
  });
  await finance().call(paymentExceptionContract.resolve, input, { version: row.version });
  const [done] = await openOf(payment);
  assert.deepEqual(
    [done?.state, done?.note, done?.resolvedBy, done?.can['resolve']],
    ['RESOLVED', input.note, 'Chetan Mehta', false],
  );
  assert.ok(done?.resolvedAt);
  assert.equal(await open(), was - 1);
  await finance().refused(paymentExceptionContract.resolve, input, 'payment-exception.resolved', {
    version: done.version,
  });
});

test('a centre and a zone see nothing of it, neither list nor figure, and resolve nothing', async () => {
  const payment = await written();
  await captured(payment, { amount: payment.amount + 1 });
  const [row] = await openOf(payment);
  assert.ok(row);
  for (const name of ['Bina', 'Charu', 'Farid'] as const) {
    assert.equal((await app.as(name).raw(paymentExceptionContract.list, {})).status, 403, name);
    const input = { id: row.id, note: 'Not mine to say' };
    const answer = await app.as(name).raw(paymentExceptionContract.resolve, input, { version: row.version });
    assert.equal(answer.status, 403, name);
  }
  const board = await app.as('Bina').call(financeBoard.endpoint, {});
  assert.equal(
    board.cards.find((one) => one.key === 'exceptions'),
    undefined,
  );
  assert.equal((await openOf(payment))[0]?.state, 'OPEN');
});
