// Head office's bank statement, the daily proof and the months of the books: story 22 of finance.md 10, events #21, #35h.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { r } from '../assignment/nursery-testing.ts';
import { openDue } from '../franchisee-due/franchisee-due.server.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { bankStatements, bankLineContract as lines } from './bank-line.contract.ts';
import { periodContract as periods } from './period.contract.ts';
import { proofJob } from './proof.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-05-20T10:00:00+05:30'));
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'SETTLEMENT_APPROVE'), ($1, 'PERIOD_UNLOCK')`,
    [people.Chetan.id],
  );
});
after(() => app?.close());

const chetan = (steppedUp = true) => app.as('Chetan', { centre: null, steppedUp });
// With head office itself chosen, as the super admin of a new network begins.
const asha = () => app.as('Asha', { centre: HEAD_OFFICE, steppedUp: true });
const network = <T>(run: Parameters<typeof inUnitOfWork<T>>[3]) =>
  inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, run);
const nightly = (now: string) =>
  proofJob.run({
    now: new Date(now),
    data: {},
    ports: { config: {}, origin: '', afterCommit: () => undefined },
    work: (centre: number | null, work: Parameters<typeof inUnitOfWork>[3]) =>
      inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
  } as never);
const balance = async (franchiseeId: number, code: string) =>
  Number(
    (
      await app.sql<{ sum: string }>(
        'select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2',
        [franchiseeId, code],
      )
    )[0]?.sum,
  );

async function statement(rows: string[]): Promise<{ bad: number; faults: string[] }> {
  const csv = `Date,Narration,Reference,Debit,Credit,Account\n${rows.join('\n')}`;
  const job = await chetan().call(bankStatements.endpoints.check, { csv, fileName: 'statement.csv' });
  if (job.bad > 0) {
    const { rows: faulty } = await chetan().call(bankStatements.endpoints.rows, { jobId: job.jobId });
    return {
      bad: job.bad,
      faults: faulty.flatMap((row) => row.faults.map((one) => `${one.column}: ${one.text}`)),
    };
  }
  await chetan().call(bankStatements.endpoints.commit, { jobId: job.jobId });
  return { bad: 0, faults: [] };
}
const listed = async (q: string) => (await chetan().call(lines.list, { q })).rows[0];

test('lines match by reference and equal amount, once; the same file again adds nothing', async () => {
  await app.sql(
    `insert into gateway_settlement (provider_id, settled_on, utr, amount) values ('setl_A', '2026-05-12', 'AXISCN1153863727', 1952800), ('setl_B', '2026-05-13', 'AXISCN1153863999', 100000)`,
  );
  await app.sql(
    `insert into settlement_batch (franchisee_id, number, cut_off, gross, net, status, utr, paid_on) values ($1, 'P002/2627/000001', '2026-05-19', 1598800, 1598800, 'TRANSFERRED', 'HDFCN52026052001', '2026-05-20')`,
    [ANDHERI],
  );
  const file = [
    '12-05-2026,NEFT AXISCN1153863727 RAZORPAY,,,19528.00,',
    '13-05-2026,NEFT RAZORPAY,AXISCN1153863999,,999.00,',
    '20-05-2026,PAYOUT P002,hdfcn-5202-6052001,15988.00,,Nodal account',
    '20-05-2026,CASH HANDLING,,11.80,,',
    '20-05-2026,NEFT UNKNOWN SENDER,SBIN0000001,,5000.00,Operating account',
  ];
  assert.deepEqual(await statement(file), { bad: 0, faults: [] });
  await statement(file);
  const { rows, totals } = await chetan().call(lines.list, {});
  assert.equal(rows.length, 5);
  assert.deepEqual(totals, { in: r(19_528 + 999 + 5_000), out: r(15_988 + 11.8) });
  const { totals: known } = await chetan().call(lines.list, { status: 'MATCHED', limit: 1 });
  assert.deepEqual(known, { in: r(19_528), out: r(15_988) }, 'of the filter, not of the page');
  assert.deepEqual(
    [(await listed('AXISCN1153863727'))?.of, (await listed('PAYOUT'))?.of],
    ['Settlement setl_A', 'Payout P002/2627/000001'],
  );
  assert.equal((await listed('1153863999'))?.status, 'OPEN', 'the amount differs');
  const [batch] = await app.sql<{ status: string }>('select status from settlement_batch');
  assert.equal(batch?.status, 'RECONCILED');
  const seen = await chetan().call(lines.summary, {});
  assert.deepEqual(
    [seen.lines, seen.matched, seen.open, seen.onlyOurs.map((one) => one.amount)],
    [5, 2, 3, [100_000]],
  );
  const bad = await statement([
    '21-05-2026,To come,,,1.00,',
    '20-05-2026,Both,,1.00,2.00,',
    '20-05-2026,None,,,,',
  ]);
  assert.deepEqual(bad.faults, [
    'date: This day is still to come',
    'credit: Enter either a debit or a credit',
    'credit: Enter either a debit or a credit',
  ]);
  await app.as('Bina').refused(lines.list, {}, 'module.missing');
  await app
    .as('Bina')
    .refused(bankStatements.endpoints.check, { csv: 'Date', fileName: 'x.csv' }, 'module.missing');
});

test('#35h: unknown money stands in suspense, then settles a centre’s dues and the rest is paid ahead', async () => {
  await network((db) =>
    openDue(db, {
      franchiseeId: BANER,
      kind: 'ROYALTY',
      sourceId: crypto.randomUUID(),
      number: 'ROY/26-27/900020',
      label: 'Royalty of April 2026',
      issuedOn: '2026-05-03',
      dueOn: '2026-05-13',
      taxable: r(3_000),
      tax: r(540),
    }),
  );
  const row = await listed('UNKNOWN SENDER');
  const id = row?.id ?? '';
  await chetan().refused(lines.charge, { id }, 'row.wrong-state', { version: row?.version ?? 1 });
  await chetan().refused(lines.suspense, { id }, 'row.stale', { version: 9 });
  await chetan().call(lines.suspense, { id }, { version: row?.version ?? 1 });
  assert.deepEqual(
    [await balance(HEAD_OFFICE, '1520'), await balance(HEAD_OFFICE, '2600')],
    [r(5_000), -r(5_000)],
  );
  const version = (await listed('UNKNOWN SENDER'))?.version ?? 0;
  await chetan().refused(lines.suspense, { id }, 'row.wrong-state', { version });
  await chetan().refused(lines.identify, { id, centre: HEAD_OFFICE, note: 'By phone' }, 'input.invalid', {
    version,
  });
  await app
    .as('Bina')
    .refused(lines.identify, { id, centre: BANER, note: 'By phone' }, 'module.missing', { version });
  const done = await chetan().call(
    lines.identify,
    { id, centre: BANER, note: 'The head of Baner called' },
    { version },
  );
  assert.deepEqual(done, { settled: r(3_540), ahead: r(1_460) });
  assert.deepEqual(
    [
      await balance(HEAD_OFFICE, '2600'),
      await balance(HEAD_OFFICE, '1400'),
      await balance(HEAD_OFFICE, '2340'),
      await balance(BANER, '2400'),
      await balance(BANER, '1310'),
    ],
    [0, -r(3_540), -r(1_460), r(3_540), r(1_460)],
  );
  const charge = await listed('CASH HANDLING');
  await chetan().call(lines.charge, { id: charge?.id ?? '' }, { version: charge?.version ?? 1 });
  assert.deepEqual(
    [await balance(HEAD_OFFICE, '5510'), await balance(HEAD_OFFICE, '1510')],
    [r(11.8), -r(11.8)],
  );
});

test('the proof is 0.00 with its explanation; what no event explains is drift; a sweep never takes centres’ money', async () => {
  const first = await chetan().call(periods.proof, {});
  assert.equal(first.drift, 0);
  // A centre's collections of 20,000.00, of which 3,540.00 are set off.
  const pair = (source: 'payment.captured' | 'settlement.setoff', id: string, amount: number) =>
    network((db) =>
      postPair(
        db,
        {
          franchiseeId: ANDHERI,
          source,
          sourceId: id,
          effectiveOn: '2026-05-18',
          lines:
            source === 'payment.captured'
              ? [
                  { account: '1300', amount },
                  { account: '2900', amount: -amount },
                ]
              : [
                  { account: '2400', amount },
                  { account: '1300', amount: -amount },
                ],
        },
        {
          franchiseeId: HEAD_OFFICE,
          source,
          sourceId: id,
          effectiveOn: '2026-05-18',
          lines:
            source === 'payment.captured'
              ? [
                  { account: '1510', amount },
                  { account: '2300', amount: -amount, party: ANDHERI },
                ]
              : [
                  { account: '2300', amount, party: ANDHERI },
                  { account: '1400', amount: -amount, party: ANDHERI },
                ],
        },
      ),
    );
  await pair('payment.captured', 'pay_proof', r(20_000));
  await pair('settlement.setoff', 'b:d', r(3_540));
  const proof = await chetan().call(periods.proof, {});
  assert.equal(proof.drift, 0);
  assert.equal(proof.difference, first.difference + r(3_540));
  const own = proof.sweepable;
  await chetan(false).refused(periods.sweep, { amount: 1, on: '2026-05-20' }, 'step-up.needed');
  await app
    .as('Nitin', { centre: null, steppedUp: true })
    .refused(periods.sweep, { amount: 1, on: '2026-05-20' }, 'approval.code-missing');
  await chetan().refused(periods.sweep, { amount: own + 1, on: '2026-05-20' }, 'ledger.sweep-too-much');
  await chetan().refused(periods.sweep, { amount: own, on: '2026-05-21' }, 'input.invalid');
  const two = await Promise.allSettled([
    chetan().call(periods.sweep, { amount: own, on: '2026-05-20' }),
    chetan().call(periods.sweep, { amount: own, on: '2026-05-20' }),
  ]);
  assert.equal(two.filter((one) => one.status === 'fulfilled').length, 1);
  assert.deepEqual(
    [(await chetan().call(periods.proof, {})).drift, (await chetan().call(periods.proof, {})).sweepable],
    [0, 0],
  );
  // Somebody books centres' money away.
  await network((db) =>
    postEntry(db, {
      franchiseeId: HEAD_OFFICE,
      source: 'opening',
      sourceId: 'wrong',
      effectiveOn: '2026-05-20',
      lines: [
        { account: '3100', amount: r(1) },
        { account: '1510', amount: -r(1) },
      ],
    }),
  );
  assert.equal((await chetan().call(periods.proof, {})).drift, -r(1));
  assert.deepEqual(await nightly('2026-05-21T02:10:00+05:30'), { ok: 0, failed: 1 });
  const [check] = (await chetan().call(periods.proof, {})).checks;
  assert.deepEqual([check?.ok, check?.text], [false, 'Difference of 1.00 too little']);
});

test('story 22: a closed month takes no posting; what belongs into it is dated on the first open day', async () => {
  const april = async () =>
    (await chetan().call(periods.list, {})).periods.find((one) => one.month === '2026-04');
  await chetan().refused(periods.close, { month: '2026-05' }, 'ledger.period-waits');
  await app
    .as('Nitin', { centre: null, steppedUp: true })
    .refused(periods.close, { month: '2026-04' }, 'approval.code-missing');
  await chetan(false).refused(periods.close, { month: '2026-04' }, 'step-up.needed');
  await app.as('Bina').refused(periods.close, { month: '2026-04' }, 'module.missing');
  assert.deepEqual([(await april())?.can.close, (await april())?.locked], [true, 0]);
  const { books } = await chetan().call(periods.close, { month: '2026-04' });
  assert.equal(books, 3);
  await chetan().refused(periods.close, { month: '2026-04' }, 'ledger.period-closed');
  const post = (on: string) =>
    network((db) =>
      postEntry(db, {
        franchiseeId: ANDHERI,
        source: 'opening',
        sourceId: `of ${on}`,
        effectiveOn: on,
        lines: [
          { account: '1120', amount: r(10) },
          { account: '3100', amount: -r(10) },
        ],
      }),
    );
  await assert.rejects(post('2026-04-30'), { code: 'ledger.period-locked' });
  assert.equal(await network((db) => openDay(db, ANDHERI, '2026-04-30')), '2026-05-01');
  await post('2026-05-01');

  // Opened by two people, for some days.
  await chetan().refused(
    periods.requestUnlock,
    { month: '2026-05', reason: 'A late bank charge' },
    'ledger.period-open',
  );
  await chetan().refused(periods.requestUnlock, { month: '2026-04', reason: 'x' }, 'input.invalid');
  const { id } = await chetan().call(periods.requestUnlock, {
    month: '2026-04',
    reason: 'A late bank charge',
  });
  await chetan().refused(periods.requestUnlock, { month: '2026-04', reason: 'Once more' }, 'row.wrong-state');
  await chetan().refused(periods.approveUnlock, { id, until: '2026-05-21' }, 'approval.own');
  await app
    .as('Asha', { centre: null })
    .refused(periods.approveUnlock, { id, until: '2026-05-21' }, 'step-up.needed');
  await asha().refused(periods.approveUnlock, { id, until: '2026-06-21' }, 'input.invalid');
  assert.equal(
    (await asha().call(periods.list, {})).periods.find((one) => one.month === '2026-04')?.request?.canDecide,
    true,
  );
  await asha().call(periods.approveUnlock, { id, until: '2026-05-21' });
  await asha().call(ledgerContract.nodal, {});
  await asha().call(lines.summary, {});
  await asha().refused(periods.rejectUnlock, { id }, 'row.wrong-state');
  await post('2026-04-30');
  await nightly('2026-05-21T23:00:00+05:30');
  assert.equal((await april())?.locked, 0, 'open until the end of the day');
  await nightly('2026-05-22T02:10:00+05:30');
  assert.equal((await april())?.locked, 3);
  await assert.rejects(post('2026-04-29'), { code: 'ledger.period-locked' });
  const again = await chetan().call(periods.requestUnlock, { month: '2026-04', reason: 'Once more, please' });
  await asha().call(periods.rejectUnlock, { id: again.id });
  assert.equal((await april())?.request, null);
});

test('a month waits for its royalty and for payments that nobody has decided', async () => {
  const child = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label) values ($1, 'Ria W.') returning id`,
    [ANDHERI],
  );
  await app.sql(
    `insert into payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, received_on)
     values ($1, 'FEE', 'TUITION FEES', $2::uuid, 'fee-account', $2::uuid::text, 'CASH', 100, 'APPROVAL_WAITING', sha256('x'), 'COUNTER', '2026-03-20')`,
    [ANDHERI, child[0]?.id],
  );
  const march = (await chetan().call(periods.list, {})).periods.find((one) => one.month === '2026-03');
  assert.deepEqual([march?.can.close, march?.waits], [false, ['1 payment waits for approval']]);
  const refused = await chetan().refused(periods.close, { month: '2026-03' }, 'ledger.period-waits');
  assert.match(refused.message, /March 2026 cannot be closed yet\. 1 payment waits for approval\./);
});
