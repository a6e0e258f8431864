// The product's main job through HTTP, from a family's enquiry to the royalty line at head office, with the payment
// provider's simulator answering over the wire.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { admissionContract } from '@aangan/areas/admissions/admission/admission.contract.ts';
import { readyRegistration } from '@aangan/areas/admissions/admissions-testing.ts';
import { applicationContract } from '@aangan/areas/admissions/application/application.contract.ts';
import { publicFormContract } from '@aangan/areas/admissions/public-form/public-form.contract.ts';
import { registrationContract } from '@aangan/areas/admissions/registration/registration.contract.ts';
import { enquiryContract } from '@aangan/areas/enquiries/enquiry/enquiry.contract.ts';
import { feeAssignmentContract } from '@aangan/areas/finance/assignment/fee-assignment.contract.ts';
import { feePlanContract } from '@aangan/areas/finance/fee-plan/fee-plan.contract.ts';
import { paymentContract, receiptContract } from '@aangan/areas/finance/payment/payment.contract.ts';
import { entitleWorker } from '@aangan/areas/orders/allocation/entitle-worker.server.ts';
import { studentContract } from '@aangan/areas/students/student/student.contract.ts';
import { drainInbox } from '@aangan/server/background/inbox-worker.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import pino from 'pino';

const WALK_IN = '04000000-0000-7000-8000-000000000001';
const keys = {
  keyId: 'rzp_test_MainJob00000001',
  keySecret: 'secret-of-the-test',
  webhookSecret: 'webhook-secret-of-the-test',
};

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;

before(async () => {
  gateway = await startRazorpaySimulator({ ...keys, seed: 7 });
  const config = {
    RAZORPAY_KEY_ID: keys.keyId,
    RAZORPAY_KEY_SECRET: keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    RAZORPAY_API_URL: gateway.url,
    RAZORPAY_CHECKOUT_URL: `${gateway.url}/v1/checkout.js`,
  };
  app = await testApp({ app: { ports: { config, origin: 'http://aangan.test' } } });
  await app.sql(
    `insert into royalty_agreement (franchisee_id, agreement_version, from_on, model, default_bp, status, submitted_by, approved_by, decided_at)
    values ($1, 3, '2024-04-01', 'COLLECTED', 1500, 'APPROVED', $2, $3, now()) on conflict do nothing`,
    [ANDHERI, await ids('Harsh'), await ids('Chetan')],
  );
  await app.sql(
    `update receipt_fee_type set amount = 50000, active = true
      where franchisee_id = $1 and academic_year_id = 2026 and reference_type = 'APPLICATION_FORM'`,
    [ANDHERI],
  );
});
after(async () => {
  await app?.close();
  await gateway?.close();
});

async function ids(name: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id from app_user where first_name = $1', [name]);
  assert.ok(row, `${name} is in the world`);
  return row.id;
}

/** Webhooks the simulator holds back are delivered by hand: the endpoint answers, then the worker consumes. */
async function deliverWebhooks(): Promise<void> {
  for (const event of gateway.control.events()) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/webhooks/razorpay',
      payload: event.body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': event.signature,
        'x-razorpay-event-id': event.id,
      },
    });
    assert.equal(answer.statusCode, 200);
  }
  const workers = Object.assign({}, ...app.areas.map((area) => area.extras.inbox ?? {}));
  await drainInbox({
    database: app.pool,
    workers,
    ports: { config: {}, origin: 'http://aangan.test' },
    log: pino({ level: 'silent' }),
  });
}

async function checkOut(link: string, paymentId: string) {
  const parent = app.link(link);
  const { options } = await parent.call(paymentContract.checkout, { paymentId });
  // The specification's public key and theme colour (9).
  assert.deepEqual([options['key'], options['theme']], [keys.keyId, { color: '#8080ff' }]);
  const { success } = gateway.control.complete(String(options.order_id), { outcome: 'success' });
  assert.ok(success);
  return {
    orderId: String(options.order_id),
    verify: () =>
      parent.call(paymentContract.verify, {
        paymentId,
        razorpay_payment_id: success.razorpay_payment_id,
        razorpay_order_id: success.razorpay_order_id,
        razorpay_signature: success.razorpay_signature,
      }),
  };
}

const trialBalance = async (): Promise<number> =>
  Number(
    (await app.sql<{ sum: string }>('select coalesce(sum(amount), 0) as sum from ledger_posting'))[0]?.sum,
  );

test('an enquiry becomes an application, an admission, a paid and billed plan, a receipt and a royalty line', async () => {
  // Esha takes the call.
  const captured = await app.as('Esha').call(enquiryContract.capture, {
    guardianName: 'Rohan Kulkarni',
    mobile: '9820055501',
    pincode: '400058',
    sourceId: WALK_IN,
    children: [{ firstName: 'Ira', lastName: 'Kulkarni', dob: '2023-03-10', gender: 'FEMALE', classId: 3 }],
  });
  const enquiry = captured.enquiries[0];
  assert.ok(enquiry);

  // She sends the application link; the parent fills the form on the phone.
  const issued = await app.as('Esha').call(applicationContract.issueLink, {
    enquiryCode: enquiry.enquiryCode,
    classId: 3,
    daySession: 'MORNING',
  });
  await app
    .as('Esha')
    .refused(
      applicationContract.issueLink,
      { enquiryCode: enquiry.enquiryCode, classId: 3, daySession: 'MORNING' },
      'application.live',
    );
  const parent = app.link(issued.refId);
  const opened = await parent.call(publicFormContract.open, {});
  assert.equal(opened.answers.childName, 'Ira Kulkarni');
  assert.deepEqual(opened.fee, { amount: 50_000, status: 'DUE' });
  const saved = await parent.call(publicFormContract.save, {
    baseRevision: opened.revision,
    changes: {
      childName: 'Ira Kulkarni',
      gender: 'FEMALE',
      dateOfBirth: '2023-03-10',
      parentRelation: 'FATHER',
    },
  });
  await parent.refused(
    publicFormContract.save,
    { baseRevision: opened.revision, changes: { parentRelation: 'MOTHER' } },
    'form.conflict',
  );
  await parent.refused(
    publicFormContract.submit,
    { baseRevision: saved.revision, declaredName: 'Rohan Kulkarni', agreed: true },
    'form.incomplete',
  );
  const complete = await parent.call(publicFormContract.save, {
    baseRevision: saved.revision,
    changes: { adultDeclaration: true, message: 'Aadhaar 2341 2341 2346 is on file' },
  });
  assert.deepEqual(complete.masked, ['message']);
  const submitted = await parent.call(publicFormContract.submit, {
    baseRevision: complete.revision,
    declaredName: 'Rohan Kulkarni',
    agreed: true,
  });
  assert.equal(submitted.status, 'AWAITING_FEE');

  // The fee is paid online; the browser's verify confirms, the webhooks then change nothing.
  const { paymentId } = await parent.call(publicFormContract.pay, {});
  const fee = await checkOut(issued.refId, paymentId);
  const verified = await fee.verify();
  assert.equal(verified.status, 'CONFIRMED');
  assert.match(verified.receiptNumber ?? '', /^R002\/\d{4}\/\d{6}$/);
  await deliverWebhooks();
  await deliverWebhooks();
  const receipts = await app.sql<{ printed: string; ours: string }>(
    "select r.snapshot->>'reference' as printed, p.provider_payment_id as ours from receipt r join payment p on p.franchisee_id = r.franchisee_id and p.id = r.payment_id",
  );
  assert.equal(receipts.length, 1);
  assert.ok(receipts[0]?.ours);
  assert.equal(
    receipts[0]?.printed,
    receipts[0]?.ours,
    'the receipt names what the bank knows the payment by',
  );
  assert.equal(await trialBalance(), 0);

  // The centre accepts; the admission waits for plan and payment.
  const application = await app.as('Bina').call(applicationContract.get, { id: issued.id });
  assert.equal(application.status, 'SUBMITTED');
  const accepted = await app
    .as('Bina')
    .call(
      applicationContract.accept,
      { id: issued.id, startOn: '2027-01-04' },
      { version: application.version },
    );
  assert.ok(accepted.studentAdmissionId, 'the short flow opens the admission at once');
  await app
    .as('Bina')
    .refused(admissionContract.confirm, { id: accepted.studentAdmissionId }, 'admission.checklist');
  const unpaid = await app.as('Bina').call(admissionContract.get, { id: accepted.studentAdmissionId });
  assert.equal(unpaid.paid, 50_000);
  assert.equal(
    unpaid.checklist.find((line) => line.key === 'payment')?.text,
    'Only the fee of a form is paid; nothing towards the fee plan yet',
  );

  // Fee plan: made by one person, approved by another.
  const { planId, breakdownId } = await approvedPlan();
  const draft = await app.as('Bina').call(feeAssignmentContract.save, {
    ref: accepted.studentAdmissionId,
    planId,
    breakdownId,
    joinsOn: '2027-01-04',
  });
  await app
    .as('Bina')
    .call(feeAssignmentContract.submit, { franchiseeId: ANDHERI, id: draft.id }, { version: draft.version });
  const [waiting] = await app.sql<{ version: number }>('select version from fee_assignment where id = $1', [
    draft.id,
  ]);
  await app
    .as('Bina')
    .refused(feeAssignmentContract.approve, { franchiseeId: ANDHERI, id: draft.id }, 'module.missing', {
      version: waiting?.version ?? 0,
    });
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(
      feeAssignmentContract.approve,
      { franchiseeId: ANDHERI, id: draft.id },
      { version: waiting?.version ?? 0 },
    );

  // A token payment by payment link; this parent pays twice.
  const account = await app.as('Bina').call(paymentContract.account, { ref: accepted.studentAdmissionId });
  assert.ok(account.due > 0);
  const link = await app.as('Bina').call(paymentContract.createLink, {
    feeAccountId: account.feeAccountId,
    mobile: '9820055501',
    name: 'Rohan',
  });
  const payer = app.link(link.reference);
  const page = await payer.call(paymentContract.open, {});
  const first = page.lines.find((line) => line.open > 0);
  assert.ok(first);
  const started = await payer.call(paymentContract.start, {
    lines: [{ feeLineId: first.id, amount: first.open }],
    payerName: 'Rohan Kulkarni',
  });
  const again = await payer.call(paymentContract.start, {
    lines: [{ feeLineId: first.id, amount: first.open }],
    payerName: 'Rohan Kulkarni',
  });
  assert.equal(again.paymentId, started.paymentId, 'the same selection while it is open is the same payment');
  // The other parent, on another phone, pays the same instalment together with the next one.
  const second = page.lines.filter((line) => line.open > 0)[1];
  assert.ok(second);
  const twin = await payer.call(paymentContract.start, {
    lines: [first, second].map((line) => ({ feeLineId: line.id, amount: line.open })),
    payerName: 'Meera Kulkarni',
  });
  const token = await checkOut(link.reference, started.paymentId);
  await checkOut(link.reference, twin.paymentId);
  await deliverWebhooks();
  await token.verify();
  const paid = await payer.call(paymentContract.open, {});
  assert.equal(paid.lines.find((line) => line.id === first.id)?.open, 0);
  assert.equal(paid.lines.find((line) => line.id === second.id)?.open, 0);
  assert.equal(
    paid.advance,
    first.open,
    'the money paid twice is advance: not lost, and not twice on the fee',
  );
  assert.equal(await trialBalance(), 0);

  // Confirmation: once, whoever presses twice.
  const key = randomUUID();
  const admitted = await app
    .as('Bina')
    .call(admissionContract.confirm, { id: accepted.studentAdmissionId }, { key });
  const replay = await app
    .as('Bina')
    .raw(admissionContract.confirm, { id: accepted.studentAdmissionId }, { key });
  assert.deepEqual(replay.body, admitted);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.match(admitted.admissionNo, /^002\/2026-27\/\d{4}$/);
  assert.equal(
    (await app.sql('select id from student where admission_no = $1', [admitted.admissionNo])).length,
    1,
  );
  const child = await app.as('Bina').call(studentContract.get, { id: admitted.studentId });
  assert.equal(child.guardians[0]?.name, 'Rohan Kulkarni');
  assert.equal(await trialBalance(), 0);

  // The seat entitles the child to its kits, once.
  await drainOutbox({
    database: app.pool,
    workers: { 'orders.entitle-kits': entitleWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
  const rights = await app.sql<{ kit_type: string; status: string }>(
    'select kit_type, status from kit_allocation where enrolment_id = $1 order by kit_type',
    [accepted.studentAdmissionId],
  );
  assert.deepEqual(
    rights.map((right) => `${right.kit_type} ${right.status}`),
    ['CURRICULUM_KIT_1 ALLOCATED', 'CURRICULUM_KIT_2 ALLOCATED', 'GIFT_BOX ALLOCATED'],
  );

  // Head office sees the royalty with the agreement's version.
  const royalty = await app.sql<{ royalty: number; agreement_version: number }>(
    "select royalty::int, agreement_version from royalty_accrual where franchisee_id = $1 and kind = 'RECEIPT'",
    [ANDHERI],
  );
  assert.ok(royalty.length > 0);
  assert.ok(royalty.every((row) => row.agreement_version === 3));

  // The receipt verifies by its QR, without names.
  const [snapshot] = await app.sql<{ token: string }>(
    "select snapshot->>'verifyToken' as token from receipt order by created_at limit 1",
  );
  const checked = await app.link(snapshot?.token ?? '').call(receiptContract.open, {});
  assert.equal(checked.genuine, true);
  assert.equal(checked.detail, null);
});

test('the fee of a registration is paid online by its own link', async () => {
  const id = await readyRegistration(app, { name: 'Meher', born: '2023-03-10' });
  await app.sql(
    `update registration set status = 'AWAITING_FEE', fee_amount = 250000, fee_status = 'DUE' where id = $1`,
    [id],
  );
  const { refId } = await app.as('Esha').call(registrationContract.resend, { id });
  const parent = app.link(refId);
  assert.equal((await parent.call(publicFormContract.open, {})).status, 'AWAITING_FEE');
  const { paymentId } = await parent.call(publicFormContract.pay, {});
  const fee = await checkOut(refId, paymentId);
  assert.equal((await fee.verify()).status, 'CONFIRMED');
  assert.equal((await parent.call(publicFormContract.open, {})).status, 'SUBMITTED');
  assert.match((await parent.call(paymentContract.receipt, { paymentId })).receiptNumber, /^R002/);
});

/** A Nursery plan of two components in four instalments, approved by another person than its maker. */
async function approvedPlan(): Promise<{ planId: string; breakdownId: string }> {
  const types = await app.sql<{ id: string; code: string }>(
    "select id, code from fee_type where franchisee_id = 1 and code in ('TUITION', 'ADMISSION')",
  );
  const typeOf = (code: string) => types.find((type) => type.code === code)?.id ?? '';
  const [tuition, admission, option] = [randomUUID(), randomUUID(), randomUUID()];
  const plan = await app.as('Chetan', { centre: 1 }).call(feePlanContract.save, {
    code: 'NUR-HD-2627',
    name: 'Nursery half day',
    academicYearId: 2026,
    classId: 3,
    session: 'HALF_DAY',
    validFrom: '2026-04-01',
    components: [
      { id: tuition, feeTypeId: typeOf('TUITION'), amount: 60_000_00, royaltyBase: 'NET' },
      { id: admission, feeTypeId: typeOf('ADMISSION'), amount: 10_000_00, royaltyBase: 'NET' },
    ],
    options: [
      {
        id: option,
        kind: 'QUARTERLY',
        name: 'Quarterly',
        allowPartial: true,
        instalments: [1, 2, 3, 4].map((seq) => ({
          seq,
          label: `Instalment ${seq}`,
          dueRule: seq === 1 ? ('ON_ADMISSION' as const) : ('FIXED' as const),
          dueOn: seq === 1 ? null : `2027-0${seq - 1}-10`,
          days: null,
          monthDay: null,
          graceDays: 0,
        })),
        cells: [1, 2, 3, 4].flatMap((seq) => [
          { componentId: tuition, seq, amount: 15_000_00 },
          { componentId: admission, seq, amount: seq === 1 ? 10_000_00 : 0 },
        ]),
      },
    ],
  });
  await app
    .as('Chetan', { centre: 1 })
    .call(feePlanContract.submit, { id: plan.id }, { version: plan.version });
  const [row] = await app.sql<{ version: number }>('select version from fee_plan where id = $1', [plan.id]);
  await app
    .as('Asha', { centre: 1 })
    .call(feePlanContract.approve, { id: plan.id }, { version: row?.version ?? 0 });
  return { planId: plan.id, breakdownId: option };
}
