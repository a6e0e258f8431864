// A paper that finance keeps is bound to its row: only then does the sweep of unused uploads leave it alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { feeAssignmentContract } from './assignment/fee-assignment.contract.ts';
import { childAt, financeApp, type NurseryPlan, nurseryPlan, r } from './assignment/nursery-testing.ts';
import { paymentContract } from './payment/payment.contract.ts';

let app: TestApp;
let plan: NurseryPlan;
before(async () => {
  app = await financeApp();
  plan = await nurseryPlan(app);
});
after(() => app.close());

/** An uploaded file as the upload endpoint leaves it. */
async function uploaded(name = 'paper.pdf', centre: number = ANDHERI): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into file (franchisee_id, id, name, kind, mime, bytes, state, storage_key) values ($1, gen_random_uuid(), $2, 'upload', 'application/pdf', 10, 'CLEAN', gen_random_uuid()::text) returning id`,
    [centre, name],
  );
  return row?.id ?? '';
}

const uses = async (fileId: string) =>
  (
    await app.sql<{ subject: string }>(
      `select subject_kind || ':' || subject_id as subject from file_use where file_id = $1 and area = 'finance'`,
      [fileId],
    )
  ).map((row) => row.subject);

test('the proof of a transfer is bound to its payment', async () => {
  const child = await childAt(app, 'Child with a proof');
  const proofFile = await uploaded('slip.jpg');
  const asked = {
    feeAccountId: child.accountId,
    mode: 'NEFT' as const,
    amount: r(500),
    payerName: 'Payer',
    receivedOn: '2026-04-05',
    reference: 'NEFT000000001234',
  };
  const { paymentId } = await app.as('Bina').call(paymentContract.recordOffline, { ...asked, proofFile });
  assert.deepEqual(await uses(proofFile), [`PAYMENT:${paymentId}`]);
  const foreign = await uploaded('slip.jpg', BANER);
  await app
    .as('Bina')
    .refused(
      paymentContract.recordOffline,
      { ...asked, reference: 'NEFT000000001235', proofFile: foreign },
      'row.not-found',
    );
  const wrong = await uploaded('film.mp4');
  await app
    .as('Bina')
    .refused(
      paymentContract.recordOffline,
      { ...asked, reference: 'NEFT000000001236', proofFile: wrong },
      'file.wrong-type',
    );
});

test('papers of concessions are bound to the assignment, shown to the approver, and let go when they are taken out', async () => {
  const child = await childAt(app, 'Child with papers');
  const [first, second] = [await uploaded('card.pdf'), await uploaded('letter.pdf')];
  const save = (files: string[]) =>
    app.as('Bina').call(feeAssignmentContract.save, {
      ref: child.admissionId,
      planId: plan.planId,
      breakdownId: plan.breakdownId,
      joinsOn: '2026-04-05',
      concessions: files.map((documentFile) => ({
        basis: 'AMOUNT' as const,
        value: r(100),
        kinds: ['TUITION' as const],
        reason: 'Staff child',
        documentFile,
      })),
    });
  const { id } = await save([first, second]);
  assert.deepEqual(await uses(first), [`FEE_ASSIGNMENT:${id}`]);
  assert.deepEqual(await uses(second), [`FEE_ASSIGNMENT:${id}`]);
  await save([second]);
  assert.deepEqual(await uses(first), []);
  assert.deepEqual(await uses(second), [`FEE_ASSIGNMENT:${id}`]);
  const { assignments } = await app
    .as('Bina')
    .call(feeAssignmentContract.ofChild, { ref: child.admissionId });
  assert.deepEqual(
    assignments[0]?.concessions.map((c) => c.document?.name),
    ['letter.pdf'],
  );
});
