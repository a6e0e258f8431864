// Agreements with versions, accrual per allocation, reversal, through HTTP where people act.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withCentres } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import {
  activate,
  approved,
  type Child,
  childAt,
  financeApp,
  nurseryPlan,
  r,
  sibling,
  workAt,
} from '../assignment/nursery-testing.ts';
import { openLines } from '../fee-account/fee-line.server.ts';
import { accrueRoyalty, reverseRoyalty } from './accrue-royalty.server.ts';
import { royaltyAgreementContract, royaltyContract } from './royalty.contract.ts';

let app: TestApp;
let ishaan: Child;
before(async () => {
  app = await financeApp();
  ishaan = await childAt(app, 'Ishaan R.');
  await approved(app, await nurseryPlan(app), ishaan, [sibling]);
  await activate(app, ishaan);
});
after(() => app.close());

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
    'approval.own',
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
  const lines = await workAt(app, (db) => openLines(db, ANDHERI, ishaan.accountId));
  const pay = (on: string) =>
    workAt(app, (db) =>
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
  const july = await workAt(app, (db) =>
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
  const back = await workAt(app, (db) =>
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
