// From the gateway to a centre's bank, through HTTP and the jobs: stories 19 and 20 of finance.md 10, worked example of 3.12.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { aad, blindIndex, seal } from '@aangan/server/work/seal.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { agreedRoyalty, type Child, childAt, r } from '../assignment/nursery-testing.ts';
import { openDue } from '../franchisee-due/franchisee-due.server.ts';
import { importSettlements } from '../gateway/import-settlements.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { postPair } from '../ledger/post-entry.server.ts';
import { confirmPayment } from '../payment/confirm-payment.server.ts';
import { gatewayConfigOf, gatewayKeys } from '../payment/prepared-payments-testing.ts';
import { buildSettlement, buildSettlementsJob } from './build-settlement.server.ts';
import { settlementContract as contract, settlements } from './settlement.contract.ts';
import { settlementSentWorker } from './settlement-message.server.ts';
import { settlementUtrs } from './settlement-utr.contract.ts';

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;
let child: Child;
before(async () => {
  gateway = await startRazorpaySimulator({ ...gatewayKeys, seed: 12 });
  app = await testApp({
    app: { ports: { config: gatewayConfigOf(gateway.url), origin: 'http://aangan.test' } },
  });
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'SETTLEMENT_APPROVE'), ($1, 'ROYALTY_APPROVE')`,
    [people.Chetan.id],
  );
  app.moveClock(new Date('2026-04-05T10:00:00+05:30'));
  await agreedRoyalty(app, 1500);
  child = await childAt(app, 'Ishaan S.');
  await account(ANDHERI, '50100012345678');
  app.moveClock(new Date('2026-05-20T10:00:00+05:30'));
});
after(async () => {
  await app?.close();
  await gateway?.close();
});

const chetan = () => app.as('Chetan', { centre: null, steppedUp: true });
const asha = () => app.as('Asha', { centre: null, steppedUp: true });
const network = <T>(run: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, run);
const jobTools = (now: string) => ({
  now: new Date(now),
  data: {},
  ports: { config: gatewayConfigOf(gateway.url), origin: 'http://aangan.test', afterCommit: () => undefined },
  work: <T>(centre: number | null, work: Parameters<typeof inUnitOfWork<T>>[3]) =>
    inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
});

/** A verified payout account of a centre. */
async function account(centre: number, number: string): Promise<void> {
  const id = crypto.randomUUID();
  await app.sql(
    `insert into bank_account (franchisee_id, id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, verified_by)
     values ($1, $2, '=Andheri Preschool', $3, $4, $5, 'HDFC0001234', 'HDFC Bank', 'Andheri', 'PAYOUT', 'VERIFIED', $6)`,
    [
      centre,
      id,
      seal(number, aad('bank_account', 'account_no_cipher', centre, id)),
      blindIndex(number),
      number.slice(-4),
      people.Chetan.id,
    ],
  );
}

/** Money of a family that the provider captured on a day: a payment of Andheri, confirmed, as the webhook has it. */
async function captured(amount: number, providerId: string, on = '2026-05-10'): Promise<string> {
  const id = crypto.randomUUID();
  await app.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, channel)
     values ($1, $2::uuid, 'FEE', 'TUITION FEES', $3::uuid, 'fee-account', $3::uuid::text, 'ONLINE', $4, 'INITIATED', sha256($2::uuid::text::bytea), 'Rohan Rao', 'PUBLIC')`,
    [ANDHERI, id, child.accountId, amount],
  );
  const at = `${on}T11:00:00+05:30`;
  await network((db) =>
    confirmPayment(db, {
      franchiseeId: ANDHERI,
      paymentId: id,
      amount,
      paidAt: at,
      now: new Date(at),
      providerPaymentId: providerId,
    }),
  );
  return id;
}

const balance = async (franchiseeId: number, code: string, party?: number) =>
  Number(
    (
      await app.sql<{ sum: string }>(
        `select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2 and ($3::text is null or party_id = $3)`,
        [franchiseeId, code, party === undefined ? null : String(party)],
      )
    )[0]?.sum,
  );
/** The line over the ledger of centres is the sum of its rows, and what it names makes up its net. */
async function ledgersAddUp(onItsWay: number): Promise<void> {
  const { rows, totals } = await chetan().call(ledgerContract.franchisees, { limit: 200 });
  for (const key of ['payable', 'receivable', 'advance', 'inTransit', 'net'] as const)
    assert.equal(
      totals[key],
      rows.reduce((sum, row) => sum + row[key], 0),
      key,
    );
  assert.equal(totals.inTransit, onItsWay);
  assert.equal(totals.net, totals.payable + totals.advance + totals.inTransit - totals.receivable);
}

const versionOf = async (id: string) => (await chetan().call(contract.get, { id })).version;
const at = async (id: string) => ({ version: await versionOf(id) });

/** What the gateway reports of a day, without its fee rules: 2 % and 18 % on it. */
async function settled(
  lines: { id: string; amount: number; type?: string; of?: string }[],
  setl: string,
  on = '2026-05-12',
) {
  const { keepSettled, bookOpen } = await import('../gateway/import-settlements.server.ts');
  await network((db) =>
    keepSettled(
      db,
      on,
      lines.map(({ id, amount, type = 'payment', of }) => {
        const fee = type === 'payment' ? Math.round(amount * 0.0236) : 0;
        return {
          entity_id: id,
          type,
          amount,
          credit: type === 'payment' ? amount - fee : 0,
          debit: type === 'payment' ? 0 : amount,
          fee,
          tax: type === 'payment' ? Math.round(amount * 0.0036) : 0,
          settled_at: 1,
          settlement_id: setl,
          settlement_utr: `UTR${setl}`,
          payment_id: of ?? null,
        };
      }),
    ),
  );
  return bookOpen(jobTools('2026-05-13T06:00:00+05:30') as never);
}

test('the gateway’s day is read from it, kept as reported and booked once', async () => {
  const order = await fetch(`${gateway.url}/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${gatewayKeys.keyId}:${gatewayKeys.keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: 100_000, currency: 'INR', receipt: 'settle-1' }),
  });
  const { id: orderId } = (await order.json()) as { id: string };
  const { success } = gateway.control.complete(orderId, { outcome: 'success' });
  const providerId = success?.razorpay_payment_id ?? '';
  const today = new Date().toISOString();
  const paymentId = await captured(100_000, providerId);
  const settlement = gateway.control.settle();
  assert.ok(settlement);
  const first = await importSettlements.run(jobTools(today) as never);
  const again = await importSettlements.run(jobTools(today) as never);
  assert.deepEqual([first.ok, again.ok], [1, 0]);
  const [payment] = await app.sql<Record<string, unknown>>(
    'select gateway_fee::int as fee, gateway_tax::int as tax, gateway_settlement_id as of, gateway_fee_by as by from payment where id = $1',
    [paymentId],
  );
  const fee = Number(payment?.['fee']);
  assert.ok(fee > 0);
  assert.deepEqual([payment?.['of'], payment?.['by']], [settlement.id, 'CENTRE']);
  assert.deepEqual(
    [await balance(ANDHERI, '5200'), await balance(HEAD_OFFICE, '1500'), await balance(HEAD_OFFICE, '1510')],
    [fee, 0, 100_000 - fee],
  );
  assert.equal(settlement.amount, 100_000 - fee);
  // Out of the way of the worked example.
  await app.sql(`update payment set status = 'TRANSFERRED' where id = $1`, [paymentId]);
  await network((db) =>
    postPair(
      db,
      {
        franchiseeId: ANDHERI,
        source: 'payout.initiated',
        sourceId: 'before',
        effectiveOn: '2026-05-13',
        lines: [
          { account: '1330', amount: 100_000 - fee },
          { account: '1300', amount: fee - 100_000 },
        ],
      },
      {
        franchiseeId: HEAD_OFFICE,
        source: 'payout.initiated',
        sourceId: 'before',
        effectiveOn: '2026-05-13',
        lines: [
          { account: '2300', amount: 100_000 - fee, party: ANDHERI },
          { account: '2320', amount: fee - 100_000, party: ANDHERI },
        ],
      },
    ),
  );
  assert.equal(await balance(ANDHERI, '1300'), 0);
});

let batch: string;
test('story 19: 20,000.00 less fee 472.00 less royalty 3,540.00 pays out 15,988.00; the explainer sums to it', async () => {
  const payment = await captured(r(20_000), 'pay_S19');
  await captured(r(5_000), 'pay_S19_unsettled');
  await settled([{ id: 'pay_S19', amount: r(20_000) }], 'setl_19');
  await network((db) =>
    openDue(db, {
      franchiseeId: ANDHERI,
      kind: 'ROYALTY',
      sourceId: crypto.randomUUID(),
      number: 'ROY/26-27/900010',
      label: 'Royalty of April 2026',
      issuedOn: '2026-05-03',
      dueOn: '2026-05-13',
      taxable: r(3_000),
      tax: r(540),
    }),
  );
  await network((db) =>
    openDue(db, {
      franchiseeId: ANDHERI,
      kind: 'ROYALTY',
      sourceId: crypto.randomUUID(),
      number: 'ROY/26-27/900011',
      label: 'Royalty of May 2026',
      issuedOn: '2026-05-19',
      dueOn: '2026-05-29',
      taxable: r(100),
      tax: r(18),
    }),
  );
  const seen = await chetan().call(contract.preview, { cutOff: '2026-05-19' });
  const row = seen.centres.find((one) => one.id === ANDHERI);
  assert.deepEqual(
    [row?.gross, row?.gatewayFee, row?.dues, row?.net, row?.waiting, row?.warnings],
    [r(20_000), r(472), r(3_540), r(15_988), r(5_000), []],
  );
  // Two at once: one draft.
  const twice = await Promise.all([
    chetan().call(contract.build, { cutOff: '2026-05-19', centres: [ANDHERI, BANER] }),
    asha().call(contract.build, { cutOff: '2026-05-19', centres: [ANDHERI] }),
  ]);
  assert.equal(twice[0].built + twice[1].built, 1);
  const { rows } = await chetan().call(settlements.endpoints.list, {});
  assert.deepEqual(
    rows.map((one) => [one.franchiseeId, one.net, one.status, one.receipts]),
    [[ANDHERI, r(15_988), 'DRAFT', 1]],
  );
  batch = rows[0]?.id ?? '';
  const one = await chetan().call(contract.get, { id: batch });
  assert.deepEqual(
    one.groups.map((group) => [group.kind, group.amount]),
    [
      ['RECEIPT', r(20_000)],
      ['FEE', -r(472)],
      ['ROYALTY', -r(3_540)],
    ],
  );
  assert.equal(
    one.groups.flatMap((group) => group.leaves).reduce((sum, leaf) => sum + leaf.amount, 0),
    r(15_988),
  );
  const receipt = one.groups[0]?.leaves[0];
  assert.deepEqual(
    [receipt?.detail, receipt?.paymentId, receipt?.parts],
    ['Ishaan S.', payment, [{ label: 'Paid ahead', amount: r(20_000) }]],
  );
  assert.deepEqual(
    one.tds.map((line) => [line.document, line.rateBp, line.base, line.amount]),
    [['ROY/26-27/900010', 1000, r(3_000), 0]],
    'below the year’s threshold nothing is deducted',
  );
  const outside = await chetan().call(contract.waiting, { franchiseeId: ANDHERI });
  assert.deepEqual(
    outside.rows.map((waits) => [waits.amount, waits.reason]),
    [[r(5_000), 'GATEWAY']],
  );
  assert.equal(await balance(ANDHERI, '2400'), 0, 'a draft books nothing');
  const history = await chetan().call(recordHistoryContract.list, { kind: 'settlement', id: batch });
  const told = history.rows.flatMap(({ changes }) => changes.map(({ label, to }) => `${label}: ${to}`));
  assert.ok(told.includes('Net: ₹15,988.00') && told.includes('Gateway fees: ₹472.00'), told.join(' | '));
  assert.ok(!told.some((line) => line.startsWith('Maker')), told.join(' | '));
});

test('nobody approves his own; without the code, with a fresh code missing, or stale it is refused', async () => {
  await app.sql('update settlement_batch set maker = $1 where id = $2', [people.Chetan.id, batch]);
  await chetan().refused(contract.approve, { id: batch }, 'row.wrong-state', await at(batch));
  await asha().refused(contract.submit, { id: batch }, 'row.stale', { version: 99 });
  await chetan().call(contract.submit, { id: batch }, await at(batch));
  await chetan().refused(contract.approve, { id: batch }, 'approval.own', await at(batch));
  await app
    .as('Asha', { centre: null })
    .refused(contract.approve, { id: batch }, 'step-up.needed', await at(batch));
  await app.as('Bina').refused(contract.approve, { id: batch }, 'module.missing', await at(batch));
  await app.as('Bina').refused(contract.get, { id: batch }, 'row.not-found');
  await asha().call(contract.reject, { id: batch, note: 'Check the royalty first' }, await at(batch));
  await chetan().call(contract.submit, { id: batch }, await at(batch));
});

test('what changed since is refused; then approved, handed over, paid: both books to the paisa', async () => {
  // A receipt that is held back by nobody, but a due paid meanwhile.
  await app.sql(`update franchisee_due set settled = 100 where number = 'ROY/26-27/900010'`);
  await asha().refused(contract.approve, { id: batch }, 'settlement.changed', await at(batch));
  await app.sql(`update franchisee_due set settled = 0 where number = 'ROY/26-27/900010'`);
  await app.sql(`update bank_account set status = 'CLOSED' where franchisee_id = $1 and kind = 'PAYOUT'`, [
    ANDHERI,
  ]);
  await asha().refused(contract.approve, { id: batch }, 'settlement.no-account', await at(batch));
  await app.sql(`update bank_account set status = 'VERIFIED' where franchisee_id = $1 and kind = 'PAYOUT'`, [
    ANDHERI,
  ]);
  const owed = await balance(ANDHERI, '2400');
  const before = await balance(ANDHERI, '1330');
  const { number } = await asha().call(contract.approve, { id: batch }, await at(batch));
  assert.match(number, /^P002\/2627\/0*1$/);
  assert.deepEqual(
    [
      (await balance(ANDHERI, '2400')) - owed,
      await balance(ANDHERI, '1300'),
      await balance(HEAD_OFFICE, '2300', ANDHERI),
    ],
    [r(3_540), r(15_988 + 5_000), -r(15_988 + 5_000)],
  );
  const [due] = await app.sql<{ settled: string }>(
    `select settled from franchisee_due where number = 'ROY/26-27/900010'`,
  );
  assert.equal(Number(due?.settled), r(3_540));

  const { csv, total } = await asha().call(contract.bankFile, { ids: [batch] });
  assert.equal(total, r(15_988));
  assert.deepEqual(
    csv.split('\r\n')[1],
    `"NEFT","HDFC0001234","50100012345678","'=Andheri Preschool","15988.00","${number}"`,
  );
  await chetan().refused(contract.initiate, { id: batch }, 'approval.own', await at(batch));
  await asha().refused(
    contract.recordUtr,
    { id: batch, utr: 'HDFCN52026052001', paidOn: '2026-05-20' },
    'row.wrong-state',
    await at(batch),
  );
  await asha().call(contract.initiate, { id: batch }, await at(batch));
  const transit = async () => [await balance(ANDHERI, '1330'), await balance(HEAD_OFFICE, '2320', ANDHERI)];
  assert.deepEqual(await transit(), [before + r(15_988), -before - r(15_988)]);
  await ledgersAddUp(before + r(15_988));

  // The bank refuses it, it goes out again.
  await asha().call(contract.fail, { id: batch, reason: 'Account frozen' }, await at(batch));
  assert.deepEqual([await transit(), await balance(ANDHERI, '1300')], [[before, -before], r(20_988)]);
  await asha().call(contract.reopen, { id: batch }, await at(batch));
  await asha().call(contract.initiate, { id: batch }, await at(batch));
  await asha().refused(
    contract.recordUtr,
    { id: batch, utr: 'x', paidOn: '2026-05-20' },
    'input.invalid',
    await at(batch),
  );
  await asha().refused(
    contract.recordUtr,
    { id: batch, utr: 'HDFCN52026052001', paidOn: '2026-05-21' },
    'input.invalid',
    await at(batch),
  );
  await asha().refused(
    contract.recordUtr,
    { id: batch, utr: 'HDFCN52026052001', paidOn: '2026-05-19' },
    'input.invalid',
    await at(batch),
  );
  await asha().call(
    contract.recordUtr,
    { id: batch, utr: 'hdfcn52026052001', paidOn: '2026-05-20' },
    await at(batch),
  );
  assert.deepEqual(
    [await transit(), await balance(ANDHERI, '1300'), await balance(ANDHERI, '1120')],
    [[before, -before], r(5_000), r(15_988)],
  );
  const [paid] = await app.sql<{ status: string }>(
    `select status from payment where provider_payment_id = 'pay_S19'`,
  );
  assert.equal(paid?.status, 'TRANSFERRED');
  const own = await app.as('Bina').call(contract.get, { id: batch });
  assert.deepEqual(
    [own.status, own.utr, own.account, Object.values(own.can).some(Boolean)],
    ['TRANSFERRED', 'HDFCN52026052001', 'HDFC Bank, account ends in 5678', false],
  );
  await app.as('Charu').refused(contract.get, { id: batch }, 'row.not-found');

  await app.sql(`update franchisee set email = 'andheri@example.in' where id = $1`, [ANDHERI]);
  for (let times = 0; times < 2; times += 1)
    await settlementSentWorker.perform({
      ...jobTools('2026-05-20T10:00:00+05:30'),
      row: { franchiseeId: ANDHERI, payload: { batchId: batch } },
    } as never);
  assert.equal(
    (
      await app.sql(
        `select 1 from outbox where source_kind = 'settlement' and kind = 'finance.settlement-sent'`,
      )
    ).length,
    1,
  );
});

test('story 20: returned after its UTR: the receipts stay paid out and the next payout carries the money', async () => {
  await asha().refused(
    contract.returned,
    { id: batch, returnedOn: '2026-05-19', reason: 'Account closed' },
    'input.invalid',
    await at(batch),
  );
  await asha().call(
    contract.returned,
    { id: batch, returnedOn: '2026-05-20', reason: 'Account closed' },
    await at(batch),
  );
  assert.equal(
    (await app.sql<{ status: string }>(`select status from payment where provider_payment_id = 'pay_S19'`))[0]
      ?.status,
    'TRANSFERRED',
  );
  app.moveClock(new Date('2026-05-23T10:00:00+05:30'));
  const seen = await chetan().call(contract.preview, { cutOff: '2026-05-22' });
  const row = seen.centres.find((one) => one.id === ANDHERI);
  assert.deepEqual([row?.gross, row?.adjustments, row?.net], [0, r(15_988), r(15_988)]);
});

test('held back: a draft is prepared without it; a refund lowers the next payout; less than none is carried', async () => {
  await settled([{ id: 'pay_S19_unsettled', amount: r(5_000) }], 'setl_20', '2026-05-21');
  await captured(r(1_000), 'pay_H2', '2026-05-12');
  await settled([{ id: 'pay_H2', amount: r(1_000) }], 'setl_21', '2026-05-21');
  assert.deepEqual(await chetan().call(contract.build, { cutOff: '2026-05-22', centres: [ANDHERI] }), {
    built: 1,
    left: [],
  });
  const [draft] = (await chetan().call(settlements.endpoints.list, { status: 'DRAFT' })).rows;
  const id = draft?.id ?? '';
  assert.equal(draft?.net, r(15_988 + 6_000) - r(141.6));
  const [held] = await app.sql<{ id: string }>(`select id from payment where provider_payment_id = 'pay_H2'`);
  const paymentId = held?.id ?? '';
  await app.as('Bina').refused(contract.hold, { paymentId, reason: 'Chargeback' }, 'module.missing');
  await chetan().refused(contract.hold, { paymentId, reason: 'x' }, 'input.invalid');
  const { id: holdId } = await chetan().call(contract.hold, { paymentId, reason: 'The bank asks about it' });
  await chetan().refused(contract.hold, { paymentId, reason: 'The bank asks about it' }, 'settlement.held');
  const again = await chetan().call(contract.get, { id });
  assert.deepEqual([again.net, again.receipts], [r(15_988 + 5_000) - r(118), 1]);
  const outside = await chetan().call(contract.waiting, { franchiseeId: ANDHERI });
  assert.deepEqual(
    outside.rows.map((waits) => [waits.amount, waits.reason, waits.note]),
    [[r(1_000), 'HELD', 'The bank asks about it']],
  );
  await chetan().call(contract.submit, { id }, await at(id));
  const [inside] = again.groups[0]?.leaves ?? [];
  await chetan().refused(
    contract.hold,
    { paymentId: inside?.paymentId ?? '', reason: 'Too late' },
    'settlement.too-late-to-hold',
  );
  await asha().call(contract.reject, { id, note: 'Once more' }, await at(id));
  await chetan().call(contract.discard, { id }, await at(id));
  await chetan().call(contract.release, { id: holdId });
  await chetan().refused(contract.release, { id: holdId }, 'row.wrong-state');

  // A refund of more than everything: carried, not paid.
  const refund = { source: 'refund.sent', sourceId: 'rfnd_1', effectiveOn: '2026-05-21' } as const;
  await network((db) =>
    postPair(
      db,
      {
        ...refund,
        franchiseeId: ANDHERI,
        lines: [
          { account: '2120', amount: r(30_000), party: child.accountId },
          { account: '1300', amount: -r(30_000) },
        ],
      },
      {
        ...refund,
        franchiseeId: HEAD_OFFICE,
        lines: [
          { account: '2300', amount: r(30_000), party: ANDHERI },
          { account: '2330', amount: -r(30_000), party: ANDHERI },
        ],
      },
    ),
  );
  const seen = (await chetan().call(contract.preview, { cutOff: '2026-05-22' })).centres.find(
    (one) => one.id === ANDHERI,
  );
  assert.deepEqual(
    [seen?.refunds, seen?.net, seen?.dues, seen?.ready],
    [r(30_000), r(15_988 + 6_000) - r(141.6) - r(30_000), 0, false],
  );
  const { built, left } = await chetan().call(contract.build, { cutOff: '2026-05-22', centres: [ANDHERI] });
  assert.deepEqual([built, left.length], [0, 1]);
});

test('UTRs from the bank’s file: each row checked, a used UTR and another amount are named', async () => {
  await captured(r(40_000), 'pay_F1', '2026-05-12');
  await settled([{ id: 'pay_F1', amount: r(40_000) }], 'setl_22', '2026-05-21');
  await chetan().call(contract.build, { cutOff: '2026-05-22', centres: [ANDHERI] });
  const [draft] = (await chetan().call(settlements.endpoints.list, { status: 'DRAFT' })).rows;
  const id = draft?.id ?? '';
  await chetan().call(contract.submit, { id }, await at(id));
  const { number } = await asha().call(contract.approve, { id }, await at(id));
  await asha().call(contract.initiate, { id }, await at(id));
  const net = ((draft?.net ?? 0) / 100).toFixed(2);
  const file = (rows: string[]) => ({
    fileName: 'bank.csv',
    csv: `Payout,UTR,Amount,Paid on\n${rows.join('\n')}`,
  });
  const bad = await chetan().call(
    settlementUtrs.endpoints.check,
    file([`${number},HDFCN52026052001,1.00,23-05-2026`, `P999/2627/1,HDFCN52026052309,1.00,23-05-2026`]),
  );
  const faults = (await chetan().call(settlementUtrs.endpoints.rows, { jobId: bad.jobId })).rows.flatMap(
    (row) => row.faults.map((one) => [row.row, one.column, one.text]),
  );
  assert.deepEqual(faults.sort(), [
    [2, 'amount', 'The payout is of another amount'],
    [2, 'utr', 'This UTR is used already'],
    [3, 'number', 'There is no such payout'],
  ]);
  const good = await chetan().call(
    settlementUtrs.endpoints.check,
    file([`${number},HDFCN52026052302,${net},23-05-2026`]),
  );
  assert.equal(good.bad, 0);
  await chetan().call(settlementUtrs.endpoints.commit, { jobId: good.jobId });
  const done = await chetan().call(contract.get, { id });
  assert.deepEqual([done.status, done.utr, done.paidOn], ['TRANSFERRED', 'HDFCN52026052302', '2026-05-23']);
  // The same by hand for another payout.
  await app.sql(`update settlement_batch set status = 'INITIATED', utr = null where id = $1`, [id]);
  await asha().refused(
    contract.recordUtr,
    { id, utr: 'HDFCN52026052302', paidOn: '2026-05-23' },
    'settlement.utr-used',
    await at(id),
  );
});

test('the morning’s job prepares drafts of centres whose cycle it is; nothing twice', async () => {
  await captured(r(2_000), 'pay_J1', '2026-06-01');
  await settled([{ id: 'pay_J1', amount: r(2_000) }], 'setl_30', '2026-06-02');
  const first = await buildSettlementsJob.run(jobTools('2026-06-10T07:00:00+05:30') as never);
  const again = await buildSettlementsJob.run(jobTools('2026-06-10T07:00:00+05:30') as never);
  assert.deepEqual([first.ok, again.ok], [1, 0]);
  const made = await network((db) =>
    buildSettlement(db, { franchiseeId: ANDHERI, cutOff: '2026-06-09', maker: null }),
  );
  assert.ok('why' in made);
  await chetan().refused(contract.build, { cutOff: '2099-01-01', centres: [ANDHERI] }, 'input.invalid');
  await chetan().refused(contract.build, { cutOff: '2026-05-22', centres: [HEAD_OFFICE] }, 'row.not-found');
  await app
    .as('Bina')
    .refused(contract.build, { cutOff: '2026-05-22', centres: [ANDHERI] }, 'module.missing');
});
