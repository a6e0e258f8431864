// Money for a service: by the family's link, at the counter; it makes the held seat the child's, and nobody else's link,
// centre or plan opens it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { startRazorpaySimulator } from '@aangan/simulators/razorpay/razorpay-simulator.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { gatewayConfigOf, gatewayKeys } from '../../finance/payment/prepared-payments-testing.ts';
import { serviceAssignmentContract as assignmentContract } from '../assignment/service-assignment.contract.ts';
import { serviceEnquiryContract } from '../enquiry/service-enquiry.contract.ts';
import { serviceOfferingContract } from '../offering/service-offering.contract.ts';
import { r, servicePlan, servicesApp, servicesOf, type World } from '../services-testing.ts';
import { servicePaymentContract as contract } from './service-payment.contract.ts';
import { serviceWasPaid } from './service-payment.server.ts';

let app: TestApp;
let gateway: Awaited<ReturnType<typeof startRazorpaySimulator>>;
let world: World;
let bus: { planId: string };
let care: { planId: string };
before(async () => {
  gateway = await startRazorpaySimulator({ ...gatewayKeys, seed: 5 });
  app = await servicesApp('2026-06-10', {
    app: { ports: { config: gatewayConfigOf(gateway.url), origin: 'http://aangan.test' } },
  });
  world = await servicesOf(app);
  bus = await servicePlan(app, { code: 'BUS-B', monthly: r(1_800), serviceId: world.busId });
  care = await servicePlan(app, { code: 'CARE', monthly: r(4_500), serviceId: world.dayCareId });
  await app.as('Bina').call(serviceOfferingContract.addSlab, {
    offeringId: world.busOffering,
    slab: 'B',
    direction: 'BOTH',
    fromM: 0,
    toM: 4_000,
    feePlanId: bus.planId,
  });
});
after(async () => {
  await app?.close();
  await gateway?.close();
});

const { Aarav, Kabir } = children;
const chetan = () => app.as('Chetan', { centre: ANDHERI });
const versionOf = async (id: string) =>
  (await app.sql<{ version: number }>('select version from service_assignment where id = $1', [id]))[0]
    ?.version ?? 0;
const stateOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from service_assignment where id = $1', [id]))[0]?.status;

/** A child's service up to the approval, or further. */
async function serviceOf(child: { studentId: string }, kind: 'BUS' | 'CARE', approved = true) {
  const esha = app.as('Esha');
  const enquiryId = (
    await esha.call(serviceEnquiryContract.create, {
      who: 'ENROLLED',
      studentId: child.studentId,
      serviceId: kind === 'BUS' ? world.busId : world.dayCareId,
      wantedFrom: '2026-06-17',
    })
  ).id;
  const { id } = await esha.call(assignmentContract.save, {
    enquiryId,
    ...(kind === 'BUS' ? { direction: 'BOTH', distanceM: 2_600 } : { planId: care.planId }),
    startsOn: '2026-06-17',
    endsOn: '2027-03-31',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  });
  await esha.call(assignmentContract.submit, { id }, { version: await versionOf(id) });
  if (approved) await chetan().call(assignmentContract.approve, { id }, { version: await versionOf(id) });
  return { id, enquiryId, planId: kind === 'BUS' ? bus.planId : care.planId };
}

const drain = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'services.service-paid': serviceWasPaid },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });

const tokenOf = (path: string): string => path.slice('/service-payments/'.length);

let busOfAarav: Awaited<ReturnType<typeof serviceOf>>;
let link: string;
let paymentId: string;

test('a parent opens the own service, pays by its link, and the seat is the child\u2019s', async () => {
  busOfAarav = await serviceOf(Aarav, 'BUS');
  const { enquiryId, planId } = busOfAarav;
  const gita = app.as('Gita');
  const seen = await gita.call(contract.get, { enquiryId, planId });
  assert.deepEqual([seen.service, seen.status, seen.can], ['BUS', 'HELD', { pay: true, take: false }]);
  assert.equal(seen.payable.lines[0]?.open, r(840));
  link = tokenOf((await gita.call(contract.openPage, { enquiryId, planId })).path);
  const payer = app.link(link);
  await app.sql(`update fee_account set child_label = 'Aarav Kumar Shah' where id = $1`, [seen.feeAccountId]);
  const page = await payer.call(paymentContract.open, {});
  assert.deepEqual([page.service, page.child], ['BUS', 'Aarav S.']);
  assert.equal(page.lines.length, seen.payable.lines.length);
  const [first] = page.lines;
  assert.ok(first);
  paymentId = (
    await payer.call(paymentContract.start, {
      lines: [{ feeLineId: first.id, amount: r(840) }],
      payerName: 'Grandfather Shah',
    })
  ).paymentId;
  const { options } = await payer.call(paymentContract.checkout, { paymentId });
  const { success } = gateway.control.complete(String(options['order_id']), { outcome: 'success' });
  assert.ok(success);
  const paid = await payer.call(paymentContract.verify, {
    paymentId,
    razorpay_payment_id: success.razorpay_payment_id,
    razorpay_order_id: success.razorpay_order_id,
    razorpay_signature: success.razorpay_signature,
  });
  assert.equal(paid.status, 'CONFIRMED');
  await drain();
  assert.equal(await stateOf(busOfAarav.id), 'ACTIVE');
  const after = await gita.call(contract.get, { enquiryId, planId });
  assert.deepEqual([after.payable.paid, after.payments.length], [r(840), 1]);
  assert.equal(after.payments[0]?.receiptNumber, paid.receiptNumber);
  // Told again it changes nothing.
  await app.sql(`update outbox set state = 'QUEUED' where kind = 'services.service-paid'`);
  await drain();
  assert.equal(await stateOf(busOfAarav.id), 'ACTIVE');
});

test('a link pays its own service and no other line of the account', async () => {
  const careOfAarav = await serviceOf(Aarav, 'CARE');
  const { enquiryId, planId } = careOfAarav;
  const other = tokenOf((await app.as('Gita').call(contract.openPage, { enquiryId, planId })).path);
  const [busLine] = (await app.link(link).call(paymentContract.open, {})).lines.filter(
    ({ open }) => open > 0,
  );
  assert.ok(busLine);
  await app
    .link(other)
    .refused(
      paymentContract.start,
      { lines: [{ feeLineId: busLine.id, amount: busLine.open }], payerName: 'Gita Shah' },
      'payment.amount',
    );
  await app.link(other).refused(paymentContract.state, { paymentId }, 'payment.nothing-due');
  await app.link(other).refused(paymentContract.receipt, { paymentId }, 'payment.nothing-due');
  assert.equal((await app.link(other).call(paymentContract.open, {})).payments.length, 0);
  assert.ok((await app.link(link).call(paymentContract.receipt, { paymentId })).receiptToken);
});

test('cash at the counter begins the service once another person approves it', async () => {
  const { id, enquiryId, planId } = await serviceOf(Kabir, 'CARE');
  const bina = app.as('Bina');
  const account = await bina.call(contract.get, { enquiryId, planId });
  assert.equal(account.can.take, true);
  const [line] = account.payable.lines;
  assert.ok(line);
  const recorded = await bina.call(paymentContract.recordOffline, {
    feeAccountId: account.feeAccountId,
    amount: line.open,
    lines: [{ feeLineId: line.id, amount: line.open }],
    mode: 'CASH',
    payerName: 'Grandfather',
    receivedOn: '2026-06-10',
  });
  await drain();
  assert.equal(await stateOf(id), 'HELD');
  await chetan().call(paymentContract.approve, { paymentId: recorded.paymentId });
  await drain();
  assert.equal(await stateOf(id), 'ACTIVE');
  const { payments } = await bina.call(contract.get, { enquiryId, planId });
  assert.deepEqual(
    payments.map(({ mode, status }) => [mode, status]),
    [['CASH', 'CONFIRMED']],
  );
});

test('wrong pair, other centre, other family, limited portal: not there; what is not approved takes no money', async () => {
  const { enquiryId, planId } = busOfAarav;
  const nobody = async (name: 'Rekha' | 'Gita' | 'Bina', which: { enquiryId: string; planId: string }) => {
    await app.as(name).refused(contract.get, which, 'row.not-found');
    await app.as(name).refused(contract.openPage, which, 'row.not-found');
  };
  await nobody('Bina', { enquiryId, planId: care.planId });
  await nobody('Rekha', { enquiryId, planId });
  const kabirs = await serviceOf(Kabir, 'BUS', false);
  await nobody('Gita', { enquiryId: kabirs.enquiryId, planId: kabirs.planId });
  await app
    .as('Bina')
    .refused(contract.openPage, { enquiryId: kabirs.enquiryId, planId: kabirs.planId }, 'service.not-billed');
  await app.sql(`update student_guardian set portal = 'LIMITED' where student_id = $1`, [Aarav.studentId]);
  await nobody('Gita', { enquiryId, planId });
});
