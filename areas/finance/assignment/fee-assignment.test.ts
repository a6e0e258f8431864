// The plan of a child from draft to ledger, through HTTP: stories 1, 12 (levels), 13 of finance.md 10; T9 for plans.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/actor.ts';
import { inUnitOfWork, withCentres } from '@aangan/server/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { financeDashboardContract } from '../dashboard/finance-dashboard.contract.ts';
import { allocateToLine, openLines } from '../fee-account/fee-line.server.ts';
import { feePlanContract } from '../fee-plan/fee-plan.contract.ts';
import { ledgerContract } from '../ledger/ledger.contract.ts';
import { postEntry } from '../ledger/post-entry.server.ts';
import { verifyLedger } from '../ledger/verify.server.ts';
import { accrueRoyalty, reverseRoyalty } from '../royalty/accrue-royalty.server.ts';
import { royaltyAgreementContract, royaltyContract } from '../royalty/royalty.contract.ts';
import { activateFeePlan, closeFeePlan } from './activate-plan.server.ts';
import { feeAssignmentContract } from './fee-assignment.contract.ts';

let app: TestApp;
const r = (rupees: number) => Math.round(rupees * 100);
const HOUR = '2026-04-05T10:00:00+05:30';

before(async () => {
  app = await testApp();
  app.moveClock(new Date(HOUR));
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE'), ($1, 'ROYALTY_APPROVE')`,
    [people.Chetan.id],
  );
});
after(() => app.close());

const work = <T>(
  run: (db: Parameters<Parameters<typeof inUnitOfWork>[3]>[0]) => Promise<T>,
  centre = ANDHERI,
) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, run);

/** An admission that has opened: row of students, account of finance. */
async function child(
  label: string,
  centre: number = ANDHERI,
): Promise<{ admissionId: string; accountId: string }> {
  const [admission] = await app.sql<{ id: string }>(
    `insert into student_admission (franchisee_id, academic_year_id) values ($1, $2) returning id`,
    [centre, YEAR],
  );
  const [account] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, student_admission_id) values ($1, $2, $3) returning id`,
    [centre, label, admission?.id],
  );
  return { admissionId: admission?.id ?? '', accountId: account?.id ?? '' };
}

interface Made {
  planId: string;
  breakdownId: string;
}
let nursery: Made;

/** Nursery Full Day 2026-2027 of finance.md 3.2, saved by Asha, approved by Chetan. */
async function nurseryPlan(
  code: string,
  change: (body: PlanBody) => void = () => {},
): Promise<Made & { version: number }> {
  const types = new Map(
    (
      await app.sql<{ code: string; id: string }>('select code, id from fee_type where franchisee_id = 1')
    ).map((row) => [row.code, row.id]),
  );
  const ids = ['ADMISSION', 'TUITION', 'ACTIVITY', 'KIT', 'DEPOSIT'].map((one) => ({
    code: one,
    id: crypto.randomUUID(),
  }));
  const amounts: Record<string, number> = {
    ADMISSION: 10_000,
    TUITION: 60_000,
    ACTIVITY: 9_500,
    KIT: 7_500,
    DEPOSIT: 5_000,
  };
  const breakdownId = crypto.randomUUID();
  const body = {
    code,
    name: 'Nursery Full Day 2026-2027',
    academicYearId: YEAR,
    session: 'FULL_DAY' as const,
    validFrom: '2026-04-01',
    components: ids.map((one) => ({
      id: one.id,
      feeTypeId: types.get(one.code) ?? '',
      amount: r(amounts[one.code] ?? 0),
      royaltyBase: ['KIT', 'DEPOSIT'].includes(one.code) ? ('NONE' as const) : ('NET' as const),
    })),
    options: [
      {
        id: breakdownId,
        kind: 'QUARTERLY' as const,
        name: 'Quarterly',
        instalments: [null, '07-10', '10-10', '01-10'].map((monthDay, i) => ({
          seq: i + 1,
          label: `Instalment ${i + 1}`,
          dueRule: monthDay ? ('MONTH_DAY' as const) : ('ON_ADMISSION' as const),
          dueOn: null,
          days: null,
          monthDay,
          graceDays: 5,
        })),
        cells: ids.flatMap((one) =>
          [1, 2, 3, 4].map((seq) => ({
            componentId: one.id,
            seq,
            amount: one.code === 'TUITION' ? r(15_000) : seq === 1 ? r(amounts[one.code] ?? 0) : 0,
          })),
        ),
      },
    ],
  };
  change(body);
  const saved = await app.as('Asha', { centre: ANDHERI }).call(feePlanContract.save, body);
  return { planId: saved.id, breakdownId, version: saved.version };
}
type PlanBody = { components: { amount: number }[]; options: { cells: { seq: number; amount: number }[] }[] };

test('a matrix that is one paisa short is refused in words; a plan is approved by another person who holds the level', async () => {
  const short = await nurseryPlan('NUR-X', (body) => {
    const cell = body.options[0]?.cells.find((c) => c.amount === r(15_000));
    if (cell) cell.amount -= 1;
  }).catch((error: Error) => error.message);
  assert.match(String(short), /Tuition Fees is ₹0\.01 short\./);
  const plan = await nurseryPlan('NUR-FD-2627');
  const asha = app.as('Asha', { centre: ANDHERI });
  await asha.call(feePlanContract.submit, { id: plan.planId }, { version: plan.version });
  const { version } = await asha.call(feePlanContract.get, { id: plan.planId });
  await asha.refused(feePlanContract.approve, { id: plan.planId }, 'fee-plan.own', { version });
  await app.as('Bina').refused(feePlanContract.approve, { id: plan.planId }, 'module.missing', { version });
  await assert.rejects(
    app.sql(`update fee_plan_cell set amount = amount - 1 where amount > 0 and breakdown_id = $1`, [
      plan.breakdownId,
    ]),
    /cannot be changed/,
  );
  await app
    .as('Chetan')
    .refused(feePlanContract.approve, { id: plan.planId }, 'row.stale', { version: version - 1 });
  await app.as('Chetan').call(feePlanContract.approve, { id: plan.planId }, { version });
  const seen = await app.as('Bina').call(feePlanContract.get, { id: plan.planId });
  assert.deepEqual(
    [seen.status, seen.total, seen.submittedByName, seen.approvedByName, seen.can['update']],
    ['APPROVED', r(92_000), 'Asha Rao', 'Chetan Mehta', false],
  );
  assert.equal(
    (await app.as('Charu').raw(feePlanContract.get, { id: plan.planId })).status,
    404,
    'the plan of another centre is not there',
  );
  nursery = plan;
});

const sibling = {
  basis: 'PERCENT' as const,
  value: 1000,
  kinds: ['TUITION' as const],
  reason: 'Elder brother in KG',
};
let ishaan: { admissionId: string; accountId: string };

test('story 1: what was shown is what is booked; the maker is refused, another person approves, admissions post it', async () => {
  ishaan = await child('Ishaan R.');
  const bina = app.as('Bina');
  const choice = {
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [sibling],
  };
  const preview = await bina.call(feePlanContract.whatIf, choice);
  assert.deepEqual(
    [preview.net, preview.deviationBp, preview.approvalCode],
    [r(86_000), 1000, 'CONCESSION_L1'],
  );
  const saved = await bina.call(feeAssignmentContract.save, { ref: ishaan.admissionId, ...choice });
  await bina.call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await find('Chetan', saved.id);
  await app
    .as('Bina')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'module.missing', { version: row.version });
  await app
    .as('Chetan')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'row.stale', { version: row.version - 1 });
  assert.deepEqual([row.can['approve'], row.childLabel, row.deviationAmount], [true, 'Ishaan R.', r(6_000)]);
  const done = await app
    .as('Chetan')
    .call(feeAssignmentContract.approve, { id: saved.id }, { version: row.version });
  assert.deepEqual(done, { status: 'APPROVED', active: false });
  await app
    .as('Chetan')
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.not-pending', {
      version: row.version + 1,
    });
  assert.deepEqual(await receivable(ishaan.accountId), [], 'lines are PLANNED: payable, shown, not posted');

  const posted = await work((db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: ishaan.admissionId, on: '2026-04-05' }),
  );
  assert.deepEqual([posted.entries, posted.lines, posted.already], [4, 8, false]);
  assert.equal(
    (
      await work((db) =>
        activateFeePlan(db, {
          franchiseeId: ANDHERI,
          studentAdmissionId: ishaan.admissionId,
          on: '2026-04-06',
        }),
      )
    ).already,
    true,
  );
  assert.deepEqual(await receivable(ishaan.accountId), [
    ['2026-04-05', r(45_500)],
    ['2026-07-10', r(13_500)],
    ['2026-10-10', r(13_500)],
    ['2027-01-10', r(13_500)],
  ]);
  const asShown = new Map<string, number>();
  for (const p of preview.postings) asShown.set(`${p.on} ${p.account}`, p.amount);
  const booked = await app.sql<{ key: string; amount: number }>(
    `select p.effective_on || ' ' || account_code as key, sum(amount) as amount from ledger_posting p join ledger_entry e on e.id = p.entry_id where e.fee_account_id = $1 group by 1`,
    [ishaan.accountId],
  );
  // Node's driver of the test owner reads dates as text of the day.
  assert.deepEqual(
    new Map(booked.map((one) => [one.key, Number(one.amount)])),
    asShown,
    'preview and posting agree to the paisa',
  );
  const statement = await bina.call(ledgerContract.student, { ref: ishaan.admissionId });
  assert.deepEqual(
    [
      statement.statement.closing,
      statement.balance.due,
      statement.balance.planned,
      statement.balance.deposit,
    ],
    [r(45_500), r(45_500), r(40_500), r(5_000)],
  );
});

async function find(who: 'Chetan' | 'Farid', id: string) {
  const queue = await app.as(who).call(feeAssignmentContract.queue, {});
  const row = queue.rows.find((one) => one.id === id);
  assert.ok(row, 'not in the approval queue');
  return row;
}

const receivable = async (accountId: string) =>
  (
    await app.sql<{ on: string; amount: number }>(
      `select effective_on::text as on, sum(amount) as amount from ledger_posting where account_code = '1200' and party_id = $1 group by 1 order by 1`,
      [accountId],
    )
  ).map((row) => [row.on, Number(row.amount)]);

test('a token paid before the admission waits as advance and goes onto its lines: 75,000 net, 10,000 paid, 65,000 due', async () => {
  const aarav = await child('Aarav');
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: aarav.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [{ basis: 'AMOUNT', value: r(17_000), kinds: ['TUITION'], reason: 'Scholarship' }],
  });
  assert.equal(saved.net, r(75_000));
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await find('Chetan', saved.id);
  assert.equal(row.approvalCode, 'CONCESSION_L3');
  await app.as('Farid').refused(feeAssignmentContract.approve, { id: saved.id }, 'student-concession.band', {
    version: row.version,
  });
  await app.as('Chetan').call(feeAssignmentContract.approve, { id: saved.id }, { version: row.version });
  await work(async (db) => {
    const line = (await openLines(db, ANDHERI, aarav.accountId, { lock: true })).find(
      (one) => one.componentKind === 'ADMISSION',
    );
    await allocateToLine(db, { franchiseeId: ANDHERI, lineId: line?.id ?? '', amount: r(10_000) });
    await postEntry(db, {
      franchiseeId: ANDHERI,
      source: 'payment.approved',
      sourceId: crypto.randomUUID(),
      effectiveOn: '2026-04-02',
      feeAccountId: aarav.accountId,
      lines: [
        { account: '1100', amount: r(10_000) },
        { account: '2100', amount: -r(10_000), party: aarav.accountId },
      ],
    });
  });
  const before = await app.as('Bina').call(ledgerContract.student, { ref: aarav.admissionId });
  assert.deepEqual([before.balance.advance, before.balance.due], [r(10_000), 0]);
  await work((db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: aarav.admissionId, on: '2026-04-05' }),
  );
  const after = await app.as('Bina').call(ledgerContract.student, { ref: aarav.admissionId, future: true });
  assert.deepEqual(
    [after.balance.advance, after.statement.closing, after.balance.paid],
    [0, r(65_000), r(10_000)],
  );
});

test('money paid ahead without a purpose goes onto the new lines, oldest first', async () => {
  const zara = await child('Zara');
  const paymentId = crypto.randomUUID();
  await app.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, received_on)
    values ($1, $2, 'FEE', 'TUITION FEES', $3::uuid, 'FEE_ACCOUNT', $3::uuid::text, 'CASH', $4, 'CONFIRMED', '\\x00', 'COUNTER', '2026-04-02')`,
    [ANDHERI, paymentId, zara.accountId, r(50_000)],
  );
  await app.sql(
    `insert into payment_allocation (franchisee_id, payment_id, line_no, amount) values ($1, $2, 1, $3)`,
    [ANDHERI, paymentId, r(50_000)],
  );
  await work((db) =>
    postEntry(db, {
      franchiseeId: ANDHERI,
      source: 'payment.approved',
      sourceId: paymentId,
      effectiveOn: '2026-04-02',
      feeAccountId: zara.accountId,
      lines: [
        { account: '1100', amount: r(50_000) },
        { account: '2100', amount: -r(50_000), party: zara.accountId },
      ],
    }),
  );
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: zara.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app
    .as('Chetan')
    .call(feeAssignmentContract.approve, { id: saved.id }, { version: saved.version + 1 });
  await work((db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: zara.admissionId, on: '2026-04-05' }),
  );
  const plan = await app.as('Bina').call(ledgerContract.studentPlan, { ref: zara.admissionId });
  assert.deepEqual([plan.balance.advance, plan.balance.paid], [0, r(50_000)]);
  assert.deepEqual(
    plan.instalments.map((one) => one.allocated),
    [r(47_000), r(3_000), 0, 0],
  );
  const [kept] = await app.sql<{ sum: string }>(
    `select sum(amount) as sum from payment_allocation where payment_id = $1`,
    [paymentId],
  );
  assert.equal(Number(kept?.sum), r(50_000), 'a payment is its allocations (I4)');
});

test('T9: nobody approves what they made, not by the screens, not by SQL; concessions need their level', async () => {
  let tuples = 0;
  for (const [maker, centre] of [
    ['Chetan', ANDHERI],
    ['Asha', ANDHERI],
  ] as const) {
    const one = await child(`T9 ${maker}`);
    const saved = await app.as(maker, { centre }).call(feeAssignmentContract.save, {
      ref: one.admissionId,
      planId: nursery.planId,
      breakdownId: nursery.breakdownId,
      joinsOn: '2026-04-05',
    });
    await app
      .as(maker, { centre })
      .call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
    const error = await app
      .as(maker, { centre })
      .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.own-plan', {
        version: saved.version + 1,
      });
    assert.equal(error.message, 'You submitted this plan; another user must approve it.');
    await assert.rejects(
      app.sql(`update fee_assignment set status = 'APPROVED', decided_by = submitted_by where id = $1`, [
        saved.id,
      ]),
      /fee_assignment_not_/,
    );
    await assert.rejects(
      app.sql(
        `update fee_assignment set status = 'APPROVED', submitted_by = null, decided_by = created_by where id = $1`,
        [saved.id],
      ),
      /fee_assignment_not_maker/,
    );
    tuples += 3;
  }
  const drafted = await child('T9 two makers');
  const saved = await app.as('Chetan', { centre: ANDHERI }).call(feeAssignmentContract.save, {
    ref: drafted.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app
    .as('Chetan', { centre: ANDHERI })
    .refused(feeAssignmentContract.approve, { id: saved.id }, 'fee-assignment.own-plan', {
      version: saved.version + 1,
    });
  publishFigure({ promise: 'T9', area: 'finance plans', tuples: tuples + 1, passed: 0 });
});

test('story 12: 15 % needs the second level; two approvers at once leave one approval', async () => {
  const one = await child('Mira');
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
    concessions: [{ ...sibling, value: 1500 }],
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  const row = await find('Farid', saved.id);
  assert.equal(row.approvalCode, 'CONCESSION_L2');
  const both = await Promise.all(
    (['Farid', 'Chetan'] as const).map((who) =>
      app.as(who).raw(feeAssignmentContract.approve, { id: saved.id }, { version: row.version }),
    ),
  );
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409]);
  const lines = await app.sql(`select 1 from fee_line l where fee_assignment_id = $1`, [saved.id]);
  assert.equal(lines.length, 8);
  const second = await app.as('Bina').raw(feeAssignmentContract.save, {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  });
  assert.deepEqual(
    [second.status, (second.body as { message: string }).message],
    [409, 'Mira already has an approved plan for 2026-2027.'],
  );
});

test('rejected with a reason, revised, submitted again; joining outside the year; another centre sees nothing', async () => {
  const one = await child('Kabir');
  const wanted = {
    ref: one.admissionId,
    planId: nursery.planId,
    breakdownId: nursery.breakdownId,
    joinsOn: '2026-04-05',
  };
  await app
    .as('Bina')
    .refused(
      feeAssignmentContract.save,
      { ...wanted, joinsOn: '2026-03-31' },
      'fee-assignment.join-outside-year',
    );
  const saved = await app.as('Bina').call(feeAssignmentContract.save, wanted);
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  await app.as('Bina').refused(feeAssignmentContract.save, wanted, 'fee-assignment.not-pending');
  await app
    .as('Chetan')
    .call(
      feeAssignmentContract.reject,
      { id: saved.id, reason: 'Wrong joining date' },
      { version: saved.version + 1 },
    );
  const again = await app.as('Bina').call(feeAssignmentContract.save, { ...wanted, joinsOn: '2026-04-06' });
  assert.equal(again.id, saved.id);
  await app.as('Bina').call(feeAssignmentContract.submit, { id: again.id }, { version: again.version });
  const details = await app.as('Chetan').call(feeAssignmentContract.details, { ref: one.admissionId });
  assert.deepEqual(
    [details.assignment?.status, details.history.map((h) => h.decision), details.asked?.net],
    ['PENDING', ['REJECT'], r(92_000)],
  );
  assert.equal((await app.as('Charu').raw(ledgerContract.student, { ref: one.admissionId })).status, 404);
  assert.equal(
    (await app.as('Rekha').raw(feeAssignmentContract.save, wanted)).status,
    404,
    'a counsellor of Baner finds no such child',
  );
  const list = await app.as('Charu').call(ledgerContract.students, {});
  assert.equal(list.rows.length, 0);
});

test('a plan that ends early: unbilled and unpaid later instalments fall away, by reversal', async () => {
  const gone = await work((db) =>
    closeFeePlan(db, {
      franchiseeId: ANDHERI,
      studentAdmissionId: ishaan.admissionId,
      on: '2026-08-01',
      reason: 'Moved away',
    }),
  );
  assert.deepEqual(gone, { cancelledLines: 2, amount: r(27_000) });
  assert.deepEqual(await receivable(ishaan.accountId), [
    ['2026-04-05', r(45_500)],
    ['2026-07-10', r(13_500)],
    ['2026-10-10', 0],
    ['2027-01-10', 0],
  ]);
});

test('royalty: the agreement is approved by another person, its version stands on every row, a reversal follows the running total', async () => {
  const chetan = app.as('Chetan', { steppedUp: true });
  const asha = app.as('Asha', { centre: null, steppedUp: true });
  const terms = { fromOn: '2026-04-01', model: 'COLLECTED' as const, defaultBp: 1500 };
  await app
    .as('Bina')
    .refused(royaltyAgreementContract.save, { franchiseeId: ANDHERI, terms }, 'module.missing');
  const first = await asha.call(royaltyAgreementContract.save, { franchiseeId: ANDHERI, terms });
  await asha.call(
    royaltyAgreementContract.submit,
    { franchiseeId: ANDHERI, id: first.id },
    { version: first.version },
  );
  await asha.refused(
    royaltyAgreementContract.approve,
    { franchiseeId: ANDHERI, id: first.id },
    'royalty-agreement.own',
    { version: first.version + 1 },
  );
  await chetan.call(
    royaltyAgreementContract.approve,
    { franchiseeId: ANDHERI, id: first.id },
    { version: first.version + 1 },
  );
  const second = await asha.call(royaltyAgreementContract.save, {
    franchiseeId: ANDHERI,
    terms: { ...terms, fromOn: '2026-07-01', defaultBp: 1200 },
  });
  await asha.call(
    royaltyAgreementContract.submit,
    { franchiseeId: ANDHERI, id: second.id },
    { version: second.version },
  );
  await chetan.call(
    royaltyAgreementContract.approve,
    { franchiseeId: ANDHERI, id: second.id },
    { version: second.version + 1 },
  );
  assert.deepEqual(
    (await chetan.call(royaltyAgreementContract.list, { franchiseeId: ANDHERI })).rows.map((row) => [
      row.agreementVersion,
      row.terms.fromOn,
      row.terms.toOn,
    ]),
    [
      [2, '2026-07-01', null],
      [1, '2026-04-01', '2026-06-30'],
    ],
  );

  const paymentId = crypto.randomUUID();
  const lines = await work((db) => openLines(db, ANDHERI, ishaan.accountId));
  const pay = (on: string) =>
    work((db) =>
      withCentres(db, [ANDHERI, 1], 'payment.confirm', async () => {
        let lineNo = 0;
        for (const line of lines.filter((one) => one.seq === 1)) {
          lineNo += 1;
          await accrueRoyalty(db, {
            franchiseeId: ANDHERI,
            paymentId,
            lineNo,
            feeLineId: line.id,
            amount: line.net,
            allocatedBefore: 0,
            effectiveOn: on,
          });
        }
      }),
    );
  await pay('2026-04-06');
  await pay('2026-04-06'); // a repeated confirmation adds nothing
  const rows = (await chetan.call(royaltyContract.accruals, { franchiseeId: ANDHERI })).rows;
  assert.deepEqual(
    [
      rows.length,
      rows.reduce((sum, row) => sum + row.royalty, 0),
      new Set(rows.map((row) => row.agreementVersion)).size,
    ],
    [3, r(4_950), 1],
  );
  assert.ok(rows.every((row) => row.agreementVersion === 1 && row.formula.includes('15 %')));
  const inJuly = lines.find((line) => line.seq === 2);
  const july = await work((db) =>
    accrueRoyalty(db, {
      franchiseeId: ANDHERI,
      paymentId: crypto.randomUUID(),
      lineNo: 1,
      feeLineId: inJuly?.id ?? '',
      amount: inJuly?.net ?? 0,
      allocatedBefore: 0,
      effectiveOn: '2026-07-02',
    }),
  );
  assert.deepEqual(
    july.map((row) => [row.agreementVersion, row.royalty]),
    [[2, r(1_620)]],
  );
  const tuition = rows.find((row) => row.componentKind === 'TUITION');
  const lineNo = lines.filter((one) => one.seq === 1).findIndex((one) => one.componentKind === 'TUITION') + 1;
  const back = await work((db) =>
    reverseRoyalty(db, {
      franchiseeId: ANDHERI,
      allocationRef: `${paymentId}:${lineNo}`,
      undoneBefore: 0,
      amount: tuition?.allocated ?? 0,
      reversalRef: `${paymentId}:9`,
      effectiveOn: '2026-08-01',
    }),
  );
  assert.equal(back, tuition?.royalty);
  const student = await app.as('Bina').call(royaltyContract.student, { ref: ishaan.admissionId });
  assert.equal(student.totals.royalty, r(4_950) + r(1_620) - (tuition?.royalty ?? 0));
});

test('figures drill to their rows; the books of both centres verify', async () => {
  app.moveClock(new Date('2026-09-01T10:00:00+05:30'));
  const list = await app.as('Bina').call(ledgerContract.students, { ageing: 'overdue', limit: 200 });
  assert.equal(
    list.totals.overdue,
    list.rows.reduce((sum, row) => sum + row.overdue, 0),
  );
  assert.ok(list.rows.length >= 2 && list.rows.every((row) => row.overdueDays > 0));
  const board = await app.as('Bina').call(financeDashboardContract.get, {});
  let tiles = 0;
  for (const tile of board.tiles.filter((one) => one.to?.startsWith('/ledger/student-list'))) {
    const filter = Object.fromEntries(
      [...new URL(tile.to ?? '', 'http://x').searchParams].map(([key, value]) => [
        key,
        /^(true|\d+)$/.test(value) ? JSON.parse(value) : value,
      ]),
    );
    const rows = await app.as('Bina').call(ledgerContract.students, { ...filter, limit: 200 });
    const sum = {
      overdue: rows.totals.overdue,
      dueSoon: rows.totals.children,
      concession: rows.totals.concession,
      advance: rows.totals.advance,
    }[tile.key];
    assert.equal(tile.value, sum, `${tile.key}: the tile and the list it opens`);
    tiles += 1;
  }
  assert.equal(tiles, 4);
  assert.equal(
    board.ageing.reduce((total, row) => total + row.amount, 0),
    list.totals.overdue,
  );
  const trial = await app.as('Bina').call(ledgerContract.trialBalance, { franchiseeId: ANDHERI });
  assert.ok(trial.debit > 0 && trial.debit === trial.credit);
  assert.equal((await app.as('Bina').raw(ledgerContract.trialBalance, { franchiseeId: BANER })).status, 404);
  assert.equal((await app.as('Bina').raw(ledgerContract.nodal, {})).status, 403);
  const reports = await inUnitOfWork(app.pool, systemActor(), { command: 't', readOnly: true }, (db) =>
    verifyLedger(db, { sealWithinS: 86_400 }),
  );
  assert.deepEqual(
    reports.flatMap((book) => book.findings),
    [],
  );
  app.moveClock(null);
});

test('broken twins: without the CHECK the maker approves by SQL; a plan that is not balanced is stored without its trigger', async () => {
  const [one] = await app.sql<{ id: string }>(
    `select id from fee_assignment where status = 'PENDING' limit 1`,
  );
  const approveOwn = `update fee_assignment set status = 'APPROVED', decided_by = submitted_by where id = '${one?.id}'`;
  await assert.rejects(app.sql(approveOwn), /fee_assignment_not_/);
  await app.sql(
    'alter table fee_assignment drop constraint fee_assignment_not_submitter, drop constraint fee_assignment_not_maker',
  );
  await app.sql(approveOwn);
  await app.sql(`update fee_plan set status = 'DRAFT' where id = $1`, [nursery.planId]);
  const unbalance = 'update fee_plan_cell set amount = amount + 1 where amount > 0';
  await assert.rejects(app.sql(unbalance), /do not make its amount/);
  await app.sql('drop trigger check_cells on fee_plan_cell');
  await app.sql(unbalance);
});
