// What the tests of plans, activation and royalty share: the running example of finance.md 3.2.
import assert from 'node:assert/strict';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { feePlanContract } from '../fee-plan/fee-plan.contract.ts';
import { paymentContract } from '../payment/payment.contract.ts';
import { royaltyAgreementContract } from '../royalty/royalty.contract.ts';
import { activateFeePlan } from './activate-plan.server.ts';
import { feeAssignmentContract } from './fee-assignment.contract.ts';

/** Rupees as paise. */
export const r = (rupees: number): number => Math.round(rupees * 100);

export const sibling = {
  basis: 'PERCENT' as const,
  value: 1000,
  kinds: ['TUITION' as const],
  reason: 'Elder brother in KG',
};

/** The server on 5 April 2026; Chetan holds the levels that approve plans and agreements. */
export async function financeApp(): Promise<TestApp> {
  const app = await testApp();
  app.moveClock(new Date('2026-04-05T10:00:00+05:30'));
  await app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE'), ($1, 'ROYALTY_APPROVE')`,
    [people.Chetan.id],
  );
  return app;
}

/** One unit of work of a centre, as a job would have it. */
export const workAt = <T>(app: TestApp, run: (db: Db) => Promise<T>, centre: number = ANDHERI): Promise<T> =>
  inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, run);

export interface Child {
  admissionId: string;
  accountId: string;
}

/** An admission that has opened: row of students, account of finance. */
export async function childAt(app: TestApp, label: string, centre: number = ANDHERI): Promise<Child> {
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

export type PlanBody = {
  components: { amount: number }[];
  options: { cells: { seq: number; amount: number }[] }[];
};

export interface NurseryPlan {
  planId: string;
  breakdownId: string;
  version: number;
}

/** Nursery Full Day 2026-2027 as a draft of Asha's. */
export async function nurseryDraft(
  app: TestApp,
  code: string,
  change: (body: PlanBody) => void = () => {},
): Promise<NurseryPlan> {
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
        allowPartial: true,
        minPartial: r(50),
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

/** The same, submitted by Asha and approved by Chetan. */
export async function nurseryPlan(
  app: TestApp,
  code = 'NUR-FD-2627',
  change?: Parameters<typeof nurseryDraft>[2],
): Promise<NurseryPlan> {
  const plan = await nurseryDraft(app, code, change);
  await app
    .as('Asha', { centre: ANDHERI })
    .call(feePlanContract.submit, { id: plan.planId }, { version: plan.version });
  const { version } = await app.as('Chetan').call(feePlanContract.get, { id: plan.planId });
  await app.as('Chetan').call(feePlanContract.approve, { id: plan.planId }, { version });
  return plan;
}

type Wanted = { basis: 'PERCENT' | 'AMOUNT'; value: number; kinds?: 'TUITION'[]; reason: string };

/** A child's plan: saved and submitted by Bina. */
export async function submitted(
  app: TestApp,
  plan: NurseryPlan,
  child: Child,
  concessions: Wanted[] = [],
): Promise<{ id: string; version: number; net: number }> {
  const saved = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: child.admissionId,
    planId: plan.planId,
    breakdownId: plan.breakdownId,
    joinsOn: '2026-04-05',
    concessions,
  });
  await app.as('Bina').call(feeAssignmentContract.submit, { id: saved.id }, { version: saved.version });
  return { id: saved.id, version: saved.version + 1, net: saved.net };
}

/** The same, approved by Chetan. */
export async function approved(
  app: TestApp,
  plan: NurseryPlan,
  child: Child,
  concessions: Wanted[] = [],
): Promise<string> {
  const one = await submitted(app, plan, child, concessions);
  await app.as('Chetan').call(feeAssignmentContract.approve, { id: one.id }, { version: one.version });
  return one.id;
}

/** What admissions do at the confirmation. */
export const activate = (app: TestApp, child: Child, on = '2026-04-05') =>
  workAt(app, (db) =>
    activateFeePlan(db, { franchiseeId: ANDHERI, studentAdmissionId: child.admissionId, on }),
  );

/** A row of the approval queue. */
export async function waiting(app: TestApp, who: 'Chetan' | 'Farid', id: string) {
  const queue = await app.as(who).call(feeAssignmentContract.queue, {});
  const row = queue.rows.find((one) => one.id === id);
  assert.ok(row, 'not in the approval queue');
  return row;
}

/** Student receivable of an account by day, from the ledger. */
export const receivable = async (app: TestApp, accountId: string) =>
  (
    await app.sql<{ on: string; amount: number }>(
      `select effective_on::text as on, sum(amount) as amount from ledger_posting where account_code = '1200' and party_id = $1 group by 1 order by 1`,
      [accountId],
    )
  ).map((row) => [row.on, Number(row.amount)]);

/** A royalty agreement of Andheri on what is collected, made by Asha and approved by Chetan. */
export async function agreedRoyalty(app: TestApp, defaultBp: number): Promise<void> {
  const asha = app.as('Asha', { centre: null, steppedUp: true });
  const terms = { fromOn: '2026-04-01', model: 'COLLECTED' as const, defaultBp };
  const { id, version } = await asha.call(royaltyAgreementContract.save, { franchiseeId: ANDHERI, terms });
  await asha.call(royaltyAgreementContract.submit, { franchiseeId: ANDHERI, id }, { version });
  await app
    .as('Chetan', { steppedUp: true })
    .call(royaltyAgreementContract.approve, { franchiseeId: ANDHERI, id }, { version: version + 1 });
}

/** Money of a child handed over in Andheri, recorded by Bina; not approved yet. */
export async function recorded(
  app: TestApp,
  child: Child,
  amount: number,
  more: Partial<InputOf<typeof paymentContract.recordOffline>> = {},
): Promise<string> {
  const { paymentId } = await app.as('Bina').call(paymentContract.recordOffline, {
    feeAccountId: child.accountId,
    amount,
    mode: 'CASH',
    payerName: 'Rohan Rao',
    receivedOn: '2026-04-05',
    ...more,
  });
  return paymentId;
}

/** The same, approved by Chetan. */
export async function paid(...of: Parameters<typeof recorded>): Promise<string> {
  const paymentId = await recorded(...of);
  await of[0].as('Chetan').call(paymentContract.approve, { paymentId });
  return paymentId;
}
