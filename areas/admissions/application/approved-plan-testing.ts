import { randomUUID } from 'node:crypto';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { feeAssignmentContract } from '../../finance/assignment/fee-assignment.contract.ts';
import { feePlanContract } from '../../finance/fee-plan/fee-plan.contract.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { versionOf } from '../admissions-testing.ts';

/** A Nursery plan approved by another person, assigned and approved for this admission, with ₹10,000 cash approved on it. */
export async function approvedPlanFor(app: TestApp, admissionId: string): Promise<void> {
  const [type] = await app.sql<{ id: string }>(
    `select id from fee_type where franchisee_id = 1 and code = 'TUITION'`,
  );
  const [component, option] = [randomUUID(), randomUUID()];
  const plan = await app.as('Chetan', { centre: 1 }).call(feePlanContract.save, {
    code: `N${Date.now() % 1_000_000}`,
    name: 'Nursery half day',
    academicYearId: 2026,
    classId: 3,
    session: 'HALF_DAY',
    validFrom: '2026-04-01',
    components: [{ id: component, feeTypeId: type?.id ?? '', amount: 60_000_00, royaltyBase: 'NONE' }],
    options: [
      {
        id: option,
        kind: 'ONE_TIME',
        name: 'At once',
        allowPartial: true,
        instalments: [
          {
            seq: 1,
            label: 'Instalment 1',
            dueRule: 'ON_ADMISSION',
            dueOn: null,
            days: null,
            monthDay: null,
            graceDays: 0,
          },
        ],
        cells: [{ componentId: component, seq: 1, amount: 60_000_00 }],
      },
    ],
  });
  await app
    .as('Chetan', { centre: 1 })
    .call(feePlanContract.submit, { id: plan.id }, { version: plan.version });
  await app
    .as('Asha', { centre: 1 })
    .call(feePlanContract.approve, { id: plan.id }, { version: await versionOf(app, 'fee_plan', plan.id) });
  const [admission] = await app.sql<{ start_on: string }>(
    'select start_on::text from admission where id = $1',
    [admissionId],
  );
  const draft = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: admissionId,
    planId: plan.id,
    breakdownId: option,
    joinsOn: admission?.start_on ?? '',
  });
  const which = { franchiseeId: ANDHERI, id: draft.id };
  await app.as('Bina').call(feeAssignmentContract.submit, which, { version: draft.version });
  await app.as('Chetan', { centre: ANDHERI }).call(feeAssignmentContract.approve, which, {
    version: await versionOf(app, 'fee_assignment', draft.id),
  });
  const account = await app.as('Bina').call(paymentContract.account, { ref: admissionId });
  const payment = await app.as('Bina').call(paymentContract.recordOffline, {
    feeAccountId: account.feeAccountId,
    mode: 'CASH',
    amount: 10_000_00,
    payerName: account.payer ?? '',
    receivedOn: new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10),
  });
  await app.as('Chetan', { centre: ANDHERI }).call(paymentContract.approve, { paymentId: payment.paymentId });
}
