// Who leaves takes no seat of a service any more: what runs ends on the last day, what has not begun is taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { serviceAssignmentContract } from '../../services/assignment/service-assignment.contract.ts';
import { serviceEnquiryContract } from '../../services/enquiry/service-enquiry.contract.ts';
import {
  r,
  runOn,
  servicePlan,
  servicesApp,
  servicesOf,
  type World,
} from '../../services/services-testing.ts';
import { withdrawalsDue } from './execute-withdrawals.server.ts';
import { withdrawalContract } from './withdrawal.contract.ts';

let app: TestApp;
let world: World;
before(async () => {
  app = await servicesApp();
  world = await servicesOf(app, { seats: 1 });
});
after(() => app.close());

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

async function chosen(studentId: string, planId: string, serviceId: string): Promise<string> {
  const esha = app.as('Esha');
  const { id: enquiryId } = await esha.call(serviceEnquiryContract.create, {
    who: 'ENROLLED',
    studentId,
    serviceId,
    wantedFrom: '2026-07-01',
  });
  const { id } = await esha.call(serviceAssignmentContract.save, {
    enquiryId,
    planId,
    startsOn: '2026-07-01',
    endsOn: '2027-03-31',
    weekdays: [...DAYS],
    note: 'From this day',
  });
  return id;
}
const rowOf = async (id: string) => {
  const [row] = await app.sql<{
    status: string;
    ends: string;
    version: number;
    enquiry: string;
    fee: string;
  }>(
    `select a.status, a.ends_on::text as ends, a.version, q.status as enquiry, a.fee_assignment_id as fee
       from service_assignment a join service_enquiry q on q.id = a.service_enquiry_id where a.id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
};
const at = async (id: string) => ({ version: (await rowOf(id)).version });

test('a running service ends on the last day, the seat is free, nothing later is owed', async () => {
  const { planId } = await servicePlan(app, {
    code: 'CARE',
    monthly: r(1_800),
    serviceId: world.dayCareId,
  });
  const { studentId } = children.Kabir;
  const running = await chosen(studentId, planId, world.dayCareId);
  await app.as('Esha').call(serviceAssignmentContract.submit, { id: running }, await at(running));
  const chetan = app.as('Chetan', { centre: ANDHERI });
  await chetan.call(serviceAssignmentContract.approve, { id: running }, await at(running));
  await app.sql(`update service_assignment set status = 'ACTIVE', hold_until = null where id = $1`, [
    running,
  ]);
  await app.sql(
    `update service_enquiry set status = 'ACTIVE' where id = (select service_enquiry_id from service_assignment where id = $1)`,
    [running],
  );
  // Another child would like the one seat.
  const other = await chosen(children.Aarav.studentId, planId, world.dayCareId);
  await app
    .as('Esha')
    .refused(serviceAssignmentContract.submit, { id: other }, 'service.full', await at(other));

  const { id } = await app.as('Bina').call(withdrawalContract.draft, {
    ref: studentId,
    reasonCode: 'MOVES_AWAY',
    reason: 'The father’s work is in Pune now',
    noticeOn: '2026-06-10',
    lastOn: '2026-08-20',
  });
  const version = async () => (await app.as('Bina').call(withdrawalContract.get, { id })).version;
  await app.as('Bina').call(withdrawalContract.submit, { id }, { version: await version() });
  await app.as('Omkar').call(withdrawalContract.approve, { id }, { version: await version() });
  assert.equal((await rowOf(running)).status, 'ACTIVE', 'nothing before the last day is over');
  await runOn(app, withdrawalsDue, '2026-08-21');

  const ended = await rowOf(running);
  assert.deepEqual([ended.status, ended.ends, ended.enquiry], ['ENDED', '2026-08-20', 'ENDED']);
  const later = await app.sql(
    `select 1 from fee_line where fee_assignment_id = $1 and state <> 'CANCELLED' and due_on > '2026-08-20' and allocated = 0`,
    [ended.fee],
  );
  assert.deepEqual(later, []);
  await app.as('Esha').call(serviceAssignmentContract.submit, { id: other }, await at(other));
  await chetan.call(serviceAssignmentContract.approve, { id: other }, await at(other));
  assert.equal((await rowOf(other)).status, 'HELD', 'the seat is free');
  const [sum] = await app.sql<{ n: string }>('select coalesce(sum(amount), 0) as n from ledger_posting');
  assert.equal(Number(sum?.n), 0);
});

test('a seat that is only held is given back, and the child of somebody else keeps its own', async () => {
  const { studentId } = children.Aarav;
  const [held] = await app.sql<{ id: string }>(
    `select a.id from service_assignment a join service_enquiry q on q.id = a.service_enquiry_id where q.student_id = $1`,
    [studentId],
  );
  const { id } = await app.as('Bina').call(withdrawalContract.draft, {
    ref: studentId,
    reasonCode: 'MOVES_AWAY',
    reason: 'The family moves to Nashik',
    noticeOn: '2026-08-21',
    lastOn: '2026-08-25',
  });
  const version = async () => (await app.as('Bina').call(withdrawalContract.get, { id })).version;
  await app.as('Bina').call(withdrawalContract.submit, { id }, { version: await version() });
  await app.as('Omkar').call(withdrawalContract.approve, { id }, { version: await version() });
  await runOn(app, withdrawalsDue, '2026-08-26');
  const row = await rowOf(held?.id ?? '');
  assert.deepEqual([row.status, row.enquiry], ['CANCELLED', 'LOST']);
});
