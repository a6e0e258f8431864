// The month run of royalty, through HTTP and its job: story 16 of finance.md 10 on two centres, late events, guarantee.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork, withCentres } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import {
  activate,
  agreedRoyalty,
  approved,
  type Child,
  childAt,
  financeApp,
  nurseryPlan,
  paid,
  r,
  sibling,
  workAt,
} from '../assignment/nursery-testing.ts';
import { accrueRoyalty, reverseRoyalty } from './accrue-royalty.server.ts';
import { freezeCentre } from './freeze-month.server.ts';
import { royaltyInvoiceContract, royaltyInvoices } from './royalty-invoice.contract.ts';
import { royaltyInvoiceWorker } from './royalty-invoice-document.server.ts';
import { royaltyRunContract } from './royalty-run.contract.ts';
import { royaltyRunJob } from './royalty-run.server.ts';

let app: TestApp;
let ishaan: Child;
let payment: string;
before(async () => {
  app = await financeApp();
  await app.sql(
    `update franchisee set gstin = null, gst_state_code = case when id = 1 then '29' else '27' end where id <= 3`,
  );
  await agreedRoyalty(app, 1500);
  ishaan = await childAt(app, 'Ishaan R.');
  const plan = await nurseryPlan(app);
  await approved(app, plan, ishaan, [sibling]);
  await activate(app, ishaan);
  payment = await paid(app, ishaan, r(45_500));
  // Baner owes a guarantee and took nothing.
  await app.sql(
    `insert into royalty_agreement (franchisee_id, agreement_version, from_on, model, default_bp, min_guarantee, min_period, marketing_bp, status)
     values ($1, 1, '2026-04-01', 'COLLECTED', 1000, 1000000, 'MONTH', 0, 'APPROVED')`,
    [BANER],
  );
});
after(() => app.close());

const chetan = () => app.as('Chetan', { centre: null });
const run = (month: string) => chetan().call(royaltyRunContract.get, { month });

/** The job as its runner calls it; `dies` is asked at the end of every transaction, which is then rolled back. */
const runTheJob = (month: string, dies: () => boolean = () => false) =>
  royaltyRunJob.run({
    now: new Date('2026-05-03T10:00:00+05:30'),
    data: { month: `${month}-01` },
    ports: { ...app.ports, afterCommit: () => undefined },
    work: (centre, work) =>
      inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, async (db) => {
        const result = await work(db);
        if (dies()) throw new Error('killed');
        return result;
      }),
  });

/** True the nth time it is asked. */
function nthTime(n: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === n;
  };
}

const balance = async (franchiseeId: number, account: string, party?: number) =>
  Number(
    (
      await app.sql<{ amount: string }>(
        `select coalesce(sum(amount), 0) as amount from ledger_posting where franchisee_id = $1 and account_code = $2 and ($3::text is null or party_id = $3)`,
        [franchiseeId, account, party === undefined ? null : String(party)],
      )
    )[0]?.amount,
  );

const numbers = async () =>
  (await app.sql<{ number: string }>(`select number from royalty_invoice order by number`)).map(
    (row) => row.number,
  );

test('preview says what will be invoiced; a month is frozen after its last day, by head office, once', async () => {
  const preview = await run('2026-04');
  const andheri = preview.centres.find((one) => one.id === ANDHERI);
  assert.deepEqual(
    [preview.status, andheri?.royalty, andheri?.tax, andheri?.total],
    ['PREVIEW', r(4_950), r(891), r(5_841)],
  );
  assert.deepEqual(andheri?.warnings, ['No GSTIN is entered']);
  const baner = preview.centres.find((one) => one.id === BANER);
  assert.deepEqual([baner?.level, baner?.royalty], [r(10_000), r(10_000)]);
  await chetan().refused(royaltyRunContract.freeze, { month: '2026-04' }, 'royalty.month-open');
  app.moveClock(new Date('2026-05-03T10:00:00+05:30'));
  for (const what of ['freeze', 'invoice', 'close', 'resume'] as const)
    await app.as('Bina').refused(royaltyRunContract[what], { month: '2026-04' }, 'module.missing');
  await chetan().refused(royaltyRunContract.invoice, { month: '2026-04' }, 'row.not-found');
  await chetan().call(royaltyRunContract.freeze, { month: '2026-04' });
  await chetan().refused(royaltyRunContract.freeze, { month: '2026-04' }, 'royalty.already-frozen');
  await chetan().refused(royaltyRunContract.invoice, { month: '2026-04' }, 'royalty.run-busy');
  const queued = await app.sql(
    `select payload from outbox where kind = 'platform.job' and payload ->> 'job' = 'finance.royalty-run'`,
  );
  assert.equal(queued.length, 1);
  const own = await app.as('Bina').call(royaltyRunContract.get, { month: '2026-04' });
  assert.deepEqual(
    own.centres.map((one) => one.id),
    [ANDHERI],
    'a centre sees its own row',
  );
});

test('story 16: killed at every point and taken up again: each centre once, numbers without a gap', async () => {
  await app.sql(`update franchisee set gst_state_code = null, city_id = null where id = $1`, [BANER]);
  for (let point = 1; point < 30; point += 1) {
    const died = await runTheJob('2026-04', nthTime(point)).then(
      () => false,
      () => true,
    );
    if (!died) break;
  }
  let state = await run('2026-04');
  assert.deepEqual(
    state.centres.map((one) => one.status),
    ['FROZEN', 'FROZEN'],
  );
  assert.deepEqual(
    [
      await balance(ANDHERI, '5100'),
      await balance(ANDHERI, '2405'),
      await balance(HEAD_OFFICE, '1405', ANDHERI),
    ],
    [r(4_950), -r(4_950), r(4_950)],
  );
  await chetan().call(royaltyRunContract.invoice, { month: '2026-04' });
  for (let point = 1; point < 12; point += 1) {
    await runTheJob('2026-04', nthTime(point)).catch(() => undefined);
  }
  state = await run('2026-04');
  const failed = state.centres.find((one) => one.id === BANER);
  assert.deepEqual(
    [failed?.status, failed?.error, state.can.close, state.can.resume],
    [
      'FAILED',
      'The state of the centre or of head office is missing. Enter both in their details, then resume the run.',
      false,
      true,
    ],
  );
  await chetan().refused(royaltyRunContract.close, { month: '2026-04' }, 'royalty.run-busy');
  await app.sql(`update franchisee set gst_state_code = '29' where id = $1`, [BANER]);
  await chetan().call(royaltyRunContract.resume, { month: '2026-04' });
  await runTheJob('2026-04');
  await runTheJob('2026-04');
  assert.deepEqual(await numbers(), ['ROY/26-27/000001', 'ROY/26-27/000002']);
  assert.deepEqual(
    [await balance(ANDHERI, '2405'), await balance(ANDHERI, '5110'), await balance(ANDHERI, '2400')],
    [0, r(891), -r(5_841)],
  );
  assert.deepEqual(
    [
      await balance(HEAD_OFFICE, '1400', ANDHERI),
      await balance(HEAD_OFFICE, '1405'),
      await balance(HEAD_OFFICE, '2503'),
      await balance(HEAD_OFFICE, '2501'),
      await balance(HEAD_OFFICE, '2502'),
    ],
    [r(5_841), 0, -r(891), -r(900), -r(900)],
    'IGST between two states, CGST and SGST within one',
  );
  await chetan().call(royaltyRunContract.close, { month: '2026-04' });
  await chetan().refused(royaltyRunContract.resume, { month: '2026-04' }, 'royalty.run-step');
  assert.equal((await run('2026-04')).status, 'CLOSED');
});

test('the invoice: found by its id and its entry, its due is open, its PDF is made, another centre does not see it', async () => {
  const { rows } = await app.as('Bina').call(royaltyInvoices.endpoints.list, {});
  assert.deepEqual(
    rows.map((row) => [row.total, row.open, row.status, row.can['send']]),
    [[r(5_841), r(5_841), 'OPEN', false]],
  );
  const id = rows[0]?.id ?? '';
  const one = await app.as('Bina').call(royaltyInvoiceContract.get, { ref: id });
  assert.deepEqual(await app.as('Bina').call(royaltyInvoiceContract.get, { ref: one.entryId ?? '' }), one);
  assert.deepEqual(
    one.document.lines.map((line) => [line.kind, line.componentKind, line.base, line.royalty]),
    [
      ['RECEIPT', 'TUITION', r(13_500), r(2_025)],
      ['RECEIPT', 'ADMISSION', r(10_000), r(1_500)],
      ['RECEIPT', 'ACTIVITY', r(9_500), r(1_425)],
    ],
  );
  assert.equal(one.document.words, 'Rupees Five Thousand Eight Hundred Forty-One Only');
  await app.as('Charu').refused(royaltyInvoiceContract.get, { ref: id }, 'row.not-found');
  await app.sql(`update franchisee set email = 'andheri@example.in' where id = $1`, [ANDHERI]);
  const perform = (payload: object = {}) =>
    royaltyInvoiceWorker.perform({
      row: {
        id: crypto.randomUUID(),
        franchiseeId: ANDHERI,
        kind: 'finance.royalty-invoice',
        payload: { invoiceId: id, ...payload },
        attempts: 1,
        dedupeKey: id,
      },
      work: (centre: number | null, work: Parameters<typeof workAt>[1]) =>
        inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
    } as never);
  await perform();
  await perform();
  assert.ok((await app.as('Bina').call(royaltyInvoiceContract.get, { ref: id })).pdfUrl);
  const files = () =>
    app.sql<{ bytes: string }>(`select bytes from file where kind = 'royalty-invoice' order by created_at`);
  assert.equal((await files()).length, 1);
  assert.deepEqual(await chetan().call(royaltyInvoiceContract.send, { id }), { sent: true });

  // Registered meanwhile: printed anew with IRN and the portal's code, which has about 1,200 characters.
  const irn = 'a'.repeat(64);
  await app.sql(
    `insert into e_invoice (franchisee_id, document_kind, document_id, doc_type, doc_no, doc_date, fy, total, document, status, irn_expected, irn, ack_no, ack_at, signed_qr)
     values ($1, 'ROYALTY', $2, 'INV', 'ROY/26-27/000001', '2026-05-03', '2026-27', 584100, '{}', 'GENERATED', $3, $3, '112410', now(), $4)`,
    [ANDHERI, id, irn, 'eyJhbGciOiJSUzI1NiJ9.'.padEnd(1200, 'Ab3-')],
  );
  await perform();
  assert.equal((await files()).length, 1, 'what has a file is done');
  const link = (await app.as('Bina').call(royaltyInvoiceContract.get, { ref: id })).pdfUrl;
  await perform({ again: true });
  const [before, withCode] = await files();
  assert.ok(Number(withCode?.bytes) > Number(before?.bytes) + 2_000, 'the code is drawn');
  assert.notEqual((await app.as('Bina').call(royaltyInvoiceContract.get, { ref: id })).pdfUrl, link);
  await app.sql(`delete from e_invoice where document_id = $1`, [id]);
});

test('a refund and a payment that come after the freeze land in the next month as ADJUSTMENT', async () => {
  const [line] = await app.sql<{ ref: string; fee_line_id: string; allocated: string }>(
    `select allocation_ref as ref, fee_line_id, allocated from royalty_accrual where payment_id = $1 and component_kind = 'TUITION'`,
    [payment],
  );
  const undo = () =>
    workAt(app, (db) =>
      reverseRoyalty(db, {
        franchiseeId: ANDHERI,
        allocationRef: line?.ref ?? '',
        undoneBefore: 0,
        amount: Number(line?.allocated),
        reversalRef: `${payment}:90`,
        effectiveOn: '2026-04-28',
      }),
    );
  assert.deepEqual([await undo(), await undo()], [r(2_025), r(2_025)], 'a repeat writes nothing');
  const late = (lineNo = 91) =>
    workAt(app, (db) =>
      withCentres(db, [ANDHERI], 'payment.confirm', () =>
        accrueRoyalty(db, {
          franchiseeId: ANDHERI,
          paymentId: payment,
          lineNo,
          feeLineId: line?.fee_line_id ?? '',
          amount: r(1_000),
          allocatedBefore: 0,
          effectiveOn: '2026-04-29',
        }),
      ),
    );
  await late();
  await late();
  await late(Number(line?.ref.split(':')[1])); // counted in April, before the freeze
  const rows = await app.sql<{ kind: string; month: string; royalty: string }>(
    `select kind, month::text, royalty from royalty_accrual where franchisee_id = $1 and month > '2026-04-01' order by royalty`,
    [ANDHERI],
  );
  assert.deepEqual(
    rows.map((row) => [row.kind, row.month, Number(row.royalty)]),
    [
      ['ADJUSTMENT', '2026-05-01', -r(2_025)],
      ['ADJUSTMENT', '2026-05-01', r(150)],
    ],
  );
  const april = await app.sql<{ royalty: string }>(
    `select sum(royalty) as royalty from royalty_accrual where franchisee_id = $1 and month = '2026-04-01'`,
    [ANDHERI],
  );
  assert.equal(Number(april[0]?.royalty), r(4_950), 'what was invoiced stays');
});

test('a month below zero is carried; a cap lowers; nothing is invoiced twice', async () => {
  app.moveClock(new Date('2026-06-02T10:00:00+05:30'));
  await app.sql(`update royalty_agreement set min_guarantee = null, cap = 100000 where franchisee_id = $1`, [
    BANER,
  ]);
  await app.sql(
    `insert into royalty_accrual (franchisee_id, kind, month, effective_on, base, rate_bp, royalty, agreement_id, agreement_version, formula)
     select franchisee_id, 'RECEIPT', '2026-05-01', '2026-05-10', 2000000, 1000, 200000, id, agreement_version, 'a receipt' from royalty_agreement where franchisee_id = $1`,
    [BANER],
  );
  const preview = await run('2026-05');
  const of = (id: number, from: typeof preview) => from.centres.find((one) => one.id === id);
  assert.deepEqual(
    [of(BANER, preview)?.level, of(BANER, preview)?.royalty, of(ANDHERI, preview)?.total],
    [-r(1_000), r(1_000), 0],
  );
  assert.ok(of(ANDHERI, preview)?.warnings.some((text) => text.startsWith('More was taken back')));
  await chetan().call(royaltyRunContract.freeze, { month: '2026-05' });
  await runTheJob('2026-05');
  await chetan().call(royaltyRunContract.invoice, { month: '2026-05' });
  await runTheJob('2026-05');
  const done = await run('2026-05');
  assert.deepEqual(
    [of(ANDHERI, done)?.status, of(ANDHERI, done)?.carried, of(ANDHERI, done)?.number],
    ['INVOICED', true, null],
  );
  assert.deepEqual(
    [of(BANER, done)?.royalty, await numbers()],
    [r(1_000), ['ROY/26-27/000001', 'ROY/26-27/000002', 'ROY/26-27/000003']],
  );
  const carried = await app.sql<{ royalty: string }>(
    `select sum(royalty) as royalty from royalty_accrual where franchisee_id = $1 and month = '2026-06-01'`,
    [ANDHERI],
  );
  assert.equal(Number(carried[0]?.royalty), -r(1_875));
});

test('a freeze waits for a receipt that is being written, and the receipt counts', async () => {
  await app.sql(`delete from royalty_run_centre where month = '2026-07-01'`);
  const [made] = await app.sql<{ id: string }>(
    `insert into royalty_run (month) values ('2026-07-01') returning id`,
  );
  await app.sql(
    `insert into royalty_run_centre (franchisee_id, run_id, month) values ($1, $2, '2026-07-01')`,
    [ANDHERI, made?.id],
  );
  const [line] = await app.sql<{ fee_line_id: string }>(
    `select fee_line_id from royalty_accrual where payment_id = $1 and component_kind = 'TUITION' limit 1`,
    [payment],
  );
  let written = () => {};
  let goOn = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const mayCommit = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const receipt = workAt(app, async (db) => {
    await accrueRoyalty(db, {
      franchiseeId: ANDHERI,
      paymentId: payment,
      lineNo: 95,
      feeLineId: line?.fee_line_id ?? '',
      amount: r(1_000),
      allocatedBefore: 0,
      effectiveOn: '2026-07-31',
    });
    written();
    await mayCommit;
  });
  await isWritten;
  const freeze = inUnitOfWork(app.pool, systemActor(null), { command: 'test' }, (db) =>
    freezeCentre(db, { franchiseeId: ANDHERI, month: '2026-07-01' }),
  );
  const waits = async () =>
    (
      await app.sql<{ n: number }>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`,
      )
    )[0]?.n ?? 0;
  let ended = false;
  void freeze.then(() => {
    ended = true;
  });
  while ((await waits()) === 0 && !ended);
  assert.equal(ended, false, 'the freeze did not wait');
  goOn();
  await Promise.all([receipt, freeze]);
  const [row] = await app.sql<{ royalty: string }>(
    `select royalty from royalty_run_centre where franchisee_id = $1 and month = '2026-07-01'`,
    [ANDHERI],
  );
  assert.equal(Number(row?.royalty), r(150));
});
