// A centre pays head office (first-pass/finance.md F2): dues opened by an invoice, paid by a transfer that another person of
// head office approves or online, oldest first, the rest ahead; both books agree to the paisa.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { payments } from '../payment/payment.listing.ts';
import { gatewayConfigOf, gatewayKeys } from '../payment/prepared-payments-testing.ts';
import { franchiseeDues, kitDues } from './franchisee-due.listing.ts';
import { franchiseePaymentContract as contract } from './franchisee-payment.contract.ts';
import { franchiseePayments } from './franchisee-payment.listing.ts';
import { postOrderInvoice } from './order-invoice.server.ts';

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;
let utr = 0;
before(async () => {
  gateway = await startRazorpaySimulator({ ...gatewayKeys, seed: 11 });
  app = await testApp({
    app: { ports: { config: gatewayConfigOf(gateway.url), origin: 'http://aangan.test' } },
  });
});
after(async () => {
  await app?.close();
  await gateway?.close();
});

const bina = () => app.as('Bina');
const charu = () => app.as('Charu');
const chetan = () => app.as('Chetan', { centre: null });
const nextUtr = () => `HDFCN52026${String(++utr).padStart(6, '0')}`;

/** An invoice of kits, as orders will post it. */
async function invoice(
  franchiseeId: number,
  number: string,
  taxable: number,
  dueOn: string,
  issuedOn = '2026-10-01',
) {
  const { dueId } = await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    postOrderInvoice(db, {
      franchiseeId,
      invoiceId: randomUUID(),
      number,
      kitType: 'Student kit',
      issuedOn,
      dueOn,
      taxable,
      tax: taxable * 0.18,
      cost: taxable / 2,
    }),
  );
  return dueId;
}

const transfer = (dues: string[], more: { receivedOn?: string; reference?: string } = {}) => ({
  dues,
  mode: 'NEFT' as const,
  reference: nextUtr(),
  receivedOn: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
  ...more,
});

/** Balances of both books: what the centre owes as each side has it, and what it has paid ahead. */
async function books(franchiseeId: number) {
  const [row] = await app.sql<Record<string, string>>(
    `select coalesce(-sum(p.amount) filter (where p.franchisee_id = $1 and account_code = '2400'), 0) as owes,
       coalesce(sum(p.amount) filter (where p.franchisee_id = 1 and account_code = '1400' and party_id = $1::text), 0) as "isOwed",
       coalesce(sum(p.amount) filter (where p.franchisee_id = $1 and account_code = '1310'), 0) as ahead,
       coalesce(-sum(p.amount) filter (where p.franchisee_id = 1 and account_code = '2340' and party_id = $1::text), 0) as "aheadOf",
       sum(p.amount) as all
     from ledger_posting p where p.franchisee_id in ($1::int, 1)`,
    [franchiseeId],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, Number(value)]));
}

test('a transfer waits for head office, settles the chosen dues in both books, and is acknowledged', async () => {
  const late = await invoice(ANDHERI, 'KIT/2627/000001', 100_000, '2026-10-20');
  await invoice(ANDHERI, 'KIT/2627/000002', 50_000, '2099-01-01');
  const before = await bina().call(contract.open, {});
  assert.deepEqual(
    [before.dues.map((due) => due.open), before.open, before.overdue, before.advance, before.onlineOpen],
    [[118_000, 59_000], 177_000, 118_000, 0, true],
  );
  const recorded = await bina().call(contract.record, transfer([late]));
  assert.deepEqual([recorded.status, recorded.amount], ['APPROVAL_WAITING', 118_000]);
  assert.deepEqual(await books(ANDHERI), { owes: 177_000, isOwed: 177_000, ahead: 0, aheadOf: 0, all: 0 });
  const waiting = await bina().call(contract.open, {});
  assert.deepEqual([waiting.waiting, waiting.dues.map((due) => due.sent)], [118_000, [true, false]]);

  const done = await chetan().call(contract.approve, { paymentId: recorded.paymentId });
  assert.match(done.number, /^A002\/2627\/0+1$/);
  assert.deepEqual(await books(ANDHERI), { owes: 59_000, isOwed: 59_000, ahead: 0, aheadOf: 0, all: 0 });
  const { rows } = await chetan().call(franchiseePayments.endpoints.list, { q: done.number });
  assert.deepEqual(
    rows.map((row) => [row.status, row.against, row.amount, row.advance]),
    [['CONFIRMED', 'KIT/2627/000001', 118_000, 0]],
  );
  await chetan().refused(contract.approve, { paymentId: recorded.paymentId }, 'payment.not-waiting');
});

test('nobody decides his own, no centre decides, and what is rejected books nothing', async () => {
  const due = await invoice(ANDHERI, 'KIT/2627/000003', 10_000, '2026-10-21');
  const { paymentId } = await bina().call(contract.record, transfer([due]));
  await bina().refused(contract.approve, { paymentId }, 'module.missing');
  await charu().refused(contract.reject, { paymentId, reason: 'Not in the bank' }, 'module.missing');
  // The list of families' payments neither shows nor decides it.
  await chetan().refused(paymentContract.approve, { paymentId }, 'row.not-found');
  const families = await chetan().call(payments.endpoints.list, { status: 'APPROVAL_WAITING' });
  assert.ok(families.rows.every((row) => row.id !== paymentId));
  const before = await books(ANDHERI);
  const out = await chetan().call(contract.reject, { paymentId, reason: 'Not in the bank' });
  assert.equal(out.status, 'FAILED');
  assert.deepEqual(await books(ANDHERI), before);
  const own = await app.as('Chetan', { centre: ANDHERI }).call(contract.record, transfer([due]));
  await chetan().refused(contract.approve, { paymentId: own.paymentId }, 'payment.own');
});

test('a family’s payment is neither read nor decided as a centre’s', async () => {
  const [family] = await app.sql<{ id: string }>(
    `with account as (insert into fee_account (franchisee_id, child_label) values ($1, 'Ria W.') returning id)
     insert into payment (franchisee_id, fee_account_id, purpose, reference_type, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, received_on, channel, maker)
     select $1, id, 'FEE', 'TUITION FEES', 'fee-account', id::text, 'NEFT', 50000, 'APPROVAL_WAITING', '\\x00', 'Rohan Rao', '2026-10-20', 'APP', $2 from account returning id`,
    [ANDHERI, people.Bina.id],
  );
  const paymentId = family?.id ?? '';
  await chetan().refused(contract.approve, { paymentId }, 'row.not-found');
  await chetan().refused(contract.reject, { paymentId, reason: 'Not in the bank' }, 'row.not-found');
  await bina().refused(contract.state, { paymentId }, 'row.not-found');
  await bina().refused(contract.checkout, { paymentId }, 'row.not-found');
});

test('bad input: another centre’s due, one paid meanwhile, a used UTR, a day to come or too old', async () => {
  const due = await invoice(BANER, 'KIT/2627/000004', 20_000, '2026-10-22');
  await bina().refused(contract.record, transfer([due]), 'payment.nothing-due');
  const paid = transfer([due]);
  const { paymentId } = await charu().call(contract.record, paid);
  await charu().refused(
    contract.record,
    transfer([due], { reference: ` ${paid.reference.toLowerCase()}` }),
    'payment.reference-used',
  );
  await charu().refused(contract.record, transfer([due], { receivedOn: '2099-01-01' }), 'input.invalid');
  await charu().refused(contract.record, transfer([due], { receivedOn: '2026-04-01' }), 'payment.too-old');
  await charu().refused(contract.record, transfer([]), 'input.invalid');
  await chetan().call(contract.approve, { paymentId });
  await charu().refused(contract.record, transfer([due]), 'payment.nothing-due');
  await bina().refused(contract.state, { paymentId }, 'row.not-found');
  const kits = await charu().call(kitDues.endpoints.list, {});
  assert.ok(kits.rows.length > 0 && kits.rows.every((row) => row.franchiseeId === BANER));
});

test('online: paid once, and what no due takes is paid ahead and used by the next invoice', async () => {
  const first = await invoice(BANER, 'KIT/2627/000005', 30_000, '2026-10-23');
  const { paymentId, amount } = await charu().call(contract.start, { dues: [first] });
  assert.equal(amount, 35_400);
  const again = await charu().call(contract.start, { dues: [first] });
  assert.equal(again.paymentId, paymentId, 'the same selection opens no second payment');
  await bina().refused(contract.checkout, { paymentId }, 'row.not-found');
  const { options } = await charu().call(contract.checkout, { paymentId });
  // Meanwhile a transfer settled it.
  const recorded = await charu().call(contract.record, transfer([first]));
  await chetan().call(contract.approve, { paymentId: recorded.paymentId });
  const { success } = gateway.control.complete(String(options['order_id']), { outcome: 'success' });
  assert.ok(success);
  const answer = {
    paymentId,
    razorpay_payment_id: success.razorpay_payment_id,
    razorpay_order_id: success.razorpay_order_id,
    razorpay_signature: success.razorpay_signature,
  };
  await charu().refused(
    contract.verify,
    { ...answer, razorpay_signature: '0'.repeat(64) },
    'payment.signature',
  );
  const verified = await charu().call(contract.verify, answer);
  assert.equal(verified.status, 'CONFIRMED');
  assert.deepEqual(await charu().call(contract.verify, answer), verified);
  const position = await charu().call(contract.open, {});
  assert.deepEqual([position.open, position.advance], [0, 35_400]);

  const next = await invoice(BANER, 'KIT/2627/000006', 40_000, '2026-10-24');
  const after = await charu().call(contract.open, {});
  assert.deepEqual(
    [after.dues.map((due) => [due.id, due.open]), after.advance],
    [[[next, 47_200 - 35_400]], 0],
  );
  assert.deepEqual(await books(BANER), { owes: 11_800, isOwed: 11_800, ahead: 0, aheadOf: 0, all: 0 });
  const { rows } = await charu().call(franchiseeDues.endpoints.list, { q: 'KIT/2627/000006' });
  assert.deepEqual(
    rows.map((row) => [row.settled, row.open, row.status]),
    [[35_400, 11_800, 'PART_PAID']],
  );
  const [entry] = await app.sql<{ n: string }>(
    `select count(*) as n from ledger_entry where source = 'franchisee.paid' and source_id = $1`,
    [paymentId],
  );
  assert.equal(Number(entry?.n), 2, 'one entry in each book');
});

test('the same invoice posted twice is one due; a transfer approved twenty times at once is booked once', async () => {
  const once = {
    franchiseeId: ANDHERI,
    invoiceId: randomUUID(),
    number: 'KIT/2627/000007',
    kitType: 'Uniform',
    issuedOn: '2026-10-02',
    dueOn: '2026-10-25',
    taxable: 7_001,
    tax: 1_261,
    cost: 0,
  };
  const post = () =>
    inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) => postOrderInvoice(db, once));
  const { dueId } = await post();
  assert.equal((await post()).dueId, dueId);
  const { paymentId } = await bina().call(contract.record, transfer([dueId]));
  const before = await books(ANDHERI);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => chetan().raw(contract.approve, { paymentId })),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  const after = await books(ANDHERI);
  assert.deepEqual(
    [before['owes'], after['owes'], after['isOwed']].map((n) => (n ?? 0) - (after['owes'] ?? 0)),
    [8_262, 0, 0],
  );
  const types = await bina().call(contract.kitTypes, {});
  assert.deepEqual(
    types.rows.filter((row) => row.kitType === 'Uniform'),
    [{ kitType: 'Uniform', invoices: 1, amount: 8_262, settled: 8_262, open: 0 }],
  );
  const [tax] = await app.sql<{ taxes: string }>(
    `select string_agg(account_code || ' ' || amount, ', ' order by account_code) as taxes from ledger_posting p
       join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
      where p.franchisee_id = ${HEAD_OFFICE} and e.source_id = $1 and account_code in ('2501', '2502', '2503')`,
    [once.invoiceId],
  );
  assert.match(tax?.taxes ?? '', /^(2501 -630, 2502 -631|2503 -1261)$/);
});
