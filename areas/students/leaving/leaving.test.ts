// Withdrawals from draft to the free seat, and certificates, through HTTP and the job of the night.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { certificateWorker } from './certificate.server.ts';
import { withdrawalsDue } from './execute-withdrawals.server.ts';
import {
  certificateContract,
  certificates,
  withdrawalContract as contract,
  withdrawals,
} from './withdrawal.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app?.close());
beforeEach(() => app.moveClock(new Date('2026-11-02T10:00:00+05:30')));

const bina = () => app.as('Bina');
const omkar = () => app.as('Omkar');
const wish = (ref: string, more: object = {}) => ({
  ref,
  reasonCode: 'MOVES_AWAY' as const,
  reason: 'The father’s work is in Pune now',
  noticeOn: '2026-11-01',
  lastOn: '2026-11-20',
  ...more,
});
const rowOf = (id: string) => bina().call(contract.get, { id });

async function night(day: string) {
  const now = new Date(`${day}T00:15:00+05:30`);
  app.moveClock(now);
  return withdrawalsDue.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => {} },
  });
}

const drain = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'students.certificate': certificateWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });

/** A paid instalment and a deposit of Kabir. */
async function feesOf(studentId: string, admissionId: string): Promise<string> {
  const [account] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, student_id, student_admission_id) values ($1, 'Kabir', $2, $3) returning id`,
    [ANDHERI, studentId, admissionId],
  );
  return account?.id ?? '';
}

test('drafted, handed in, approved by another person, carried out the night after the last day', async () => {
  const { studentId, admissionId } = children.Kabir;
  const accountId = await feesOf(studentId, admissionId);
  // Paid ahead without a charge: all of it goes back.
  await app.sql(
    `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, received_on, paid_at)
       values ($1, $2, 'FEE', 'TUITION FEES', $3::uuid, 'fee-account', $3::text, 'NEFT', 500000, 'CONFIRMED', 'x', 'COUNTER', '2026-10-01', now())`,
    [ANDHERI, '0190d000-0000-7000-8000-000000000001', accountId],
  );
  await app.sql(
    `insert into payment_allocation (franchisee_id, payment_id, line_no, amount) values ($1, '0190d000-0000-7000-8000-000000000001', 1, 500000)`,
    [ANDHERI],
  );
  const { id } = await bina().call(contract.draft, wish(studentId));
  await bina().refused(contract.draft, wish(admissionId), 'withdrawal.live');
  const draft = await rowOf(id);
  assert.deepEqual(
    [draft.status, draft.figures?.refund, draft.figures?.billedUntil],
    ['DRAFT', 500_000, '2026-11-30'],
  );
  await bina().call(contract.change, { ...wish('x'), id, lastOn: '2026-11-21', ref: undefined } as never, {
    version: draft.version,
  });
  const changed = await rowOf(id);
  await bina().call(contract.submit, { id }, { version: changed.version });
  const submitted = await rowOf(id);
  assert.deepEqual(
    [submitted.status, submitted.refund, submitted.can['approve']],
    ['SUBMITTED', 500_000, false],
  );
  await bina().refused(contract.approve, { id }, 'approval.own', { version: submitted.version });
  await app
    .as('Farid', { centre: ANDHERI })
    .refused(contract.approve, { id }, 'module.missing', { version: submitted.version });
  await omkar().call(contract.approve, { id }, { version: submitted.version });

  assert.deepEqual((await night('2026-11-21')).ok, 0, 'the last day is still a day at the centre');
  assert.equal((await rowOf(id)).status, 'APPROVED');
  await app.sql(
    `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on)
      select franchisee_id, id, class_id, section_id, day_session, '2026-06-15' from enrolment where id = $1 on conflict do nothing`,
    [admissionId],
  );
  const done = await night('2026-11-22');
  assert.deepEqual([done.ok, done.failed], [1, 0]);
  const left = await rowOf(id);
  assert.deepEqual([left.status, left.refund, left.leftDue, left.figures], ['EXECUTED', 500_000, 0, null]);
  const [enrolment] = await app.sql(
    'select status, left_on::text, roll_no, outcome from enrolment where id = $1',
    [admissionId],
  );
  assert.deepEqual(enrolment, {
    status: 'WITHDRAWN',
    left_on: '2026-11-21',
    roll_no: null,
    outcome: 'LEAVE',
  });
  const [student] = await app.sql('select state from student where id = $1', [studentId]);
  assert.equal(student?.['state'], 'LEFT');
  const [placement] = await app.sql('select before_on::text from placement where enrolment_id = $1', [
    admissionId,
  ]);
  assert.equal(placement?.['before_on'], '2026-11-22', 'the seat is free the day after');
  const refunds = await app.sql(
    'select amount::int, status, maker, source_id from refund where fee_account_id = $1',
    [accountId],
  );
  assert.deepEqual(refunds, [
    {
      amount: 500_000,
      status: 'REQUESTED',
      maker: people.Bina.id,
      source_id: `withdrawal:${id}:0190d000-0000-7000-8000-000000000001`,
    },
  ]);
  assert.equal((await night('2026-11-23')).ok, 0, 'once');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'withdrawal' and subject_id = $1`,
    [id],
  );
  assert.deepEqual(steps.map((one) => one.action).sort(), ['approve', 'execute', 'submit']);
  const [told] = await app.sql(
    `select count(*)::int as n from outbox where source_kind = 'withdrawal' and source_id = $1`,
    [id],
  );
  assert.equal(told?.['n'], 1, 'the family knows the last day');
  await bina().refused(contract.draft, wish(admissionId), 'withdrawal.not-enrolled');
});

test('a leaving certificate for who has left and owes nothing: one number, one document, checked by its code', async () => {
  const { admissionId, studentId } = children.Kabir;
  const first = await bina().call(certificateContract.issue, { ref: admissionId, kind: 'LEAVING' });
  assert.match(first.number, /^LC\/002\/2026-27\/0001$/);
  const again = await bina().call(certificateContract.issue, { ref: admissionId, kind: 'LEAVING' });
  assert.deepEqual(again, first, 'printed again it is the same');
  await bina().refused(
    certificateContract.issue,
    { ref: admissionId, kind: 'BONAFIDE' },
    'certificate.not-enrolled',
  );
  await drain();
  const { rows } = await bina().call(certificates.endpoints.list, {});
  const row = rows.find((one) => one.id === first.id);
  assert.ok(row?.pdfUrl);
  const [locked] = await app.sql('select identity_locked from student where id = $1', [studentId]);
  assert.equal(locked?.['identity_locked'], true);

  const [stored] = await app.sql<{ token: string }>(
    `select snapshot ->> 'verifyToken' as token from student_certificate where id = $1`,
    [first.id],
  );
  const page = await app.app.inject({ method: 'GET', url: `/verify/${stored?.token}` });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /genuine/);
  assert.match(page.body, /LC\/002\/2026-27\/0001/);
  assert.ok(!page.body.includes('2022'), 'the birthday is not shown');
  const wrong = await app.app.inject({ method: 'GET', url: `/verify/${'A'.repeat(22)}` });
  assert.equal(wrong.statusCode, 404);
  assert.ok(!wrong.body.includes('genuine'));
});

test('bonafide numbers have no gap; a refused one takes none', async () => {
  const { studentId, admissionId } = children.Aarav;
  const issue = () =>
    bina().call(certificateContract.issue, {
      ref: studentId,
      kind: 'BONAFIDE',
      purpose: 'opening a bank account',
    });
  const one = await issue();
  await bina().refused(
    certificateContract.issue,
    { ref: admissionId, kind: 'LEAVING' },
    'certificate.not-left',
  );
  const two = await issue();
  assert.deepEqual([one.number, two.number], ['BON/002/2026-27/0001', 'BON/002/2026-27/0002']);
  await app
    .as('Charu')
    .refused(certificateContract.issue, { ref: studentId, kind: 'BONAFIDE' }, 'row.not-found');
});

test('a leaving certificate waits while fees are due', async () => {
  const { admissionId } = children.Kabir;
  const [account] = await app.sql<{ id: string }>(
    'select id from fee_account where student_admission_id = $1',
    [admissionId],
  );
  await app.sql('delete from student_certificate where enrolment_id = $1', [admissionId]);
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
       select $1, $2, 'PLAN', 'OPEN', 'Instalment 2', id, component_kind, '2026-10-10', 2500, 'NET', 2026 from fee_type where franchisee_id = 1 and code = 'TUITION'`,
    [ANDHERI, account?.id],
  );
  await bina().refused(certificateContract.issue, { ref: admissionId, kind: 'LEAVING' }, 'certificate.dues');
  await app.sql('delete from fee_line where fee_account_id = $1', [account?.id]);
});

test('the child stays: cancelled before the last day, rejected with a reason, nothing booked', async () => {
  const { studentId } = children.Aarav;
  const first = await bina().call(contract.draft, wish(studentId));
  let version = (await rowOf(first.id)).version;
  await bina().call(contract.cancel, { id: first.id, note: 'They found a flat nearby' }, { version });
  assert.equal((await rowOf(first.id)).status, 'CANCELLED');

  const second = await bina().call(contract.draft, wish(studentId));
  version = (await rowOf(second.id)).version;
  await bina().call(contract.submit, { id: second.id }, { version });
  await omkar().refused(contract.reject, { id: second.id, note: 'No' }, 'row.stale', { version });
  await omkar().call(
    contract.reject,
    { id: second.id, note: 'The notice is missing' },
    { version: version + 1 },
  );
  await omkar().refused(contract.approve, { id: second.id }, 'row.wrong-state', { version: version + 2 });
  await bina().refused(
    contract.change,
    { ...wish('x'), id: second.id, ref: undefined } as never,
    'row.wrong-state',
    {
      version: version + 2,
    },
  );

  const third = await bina().call(contract.draft, wish(studentId));
  version = (await rowOf(third.id)).version;
  await bina().call(contract.submit, { id: third.id }, { version });
  await omkar().call(contract.approve, { id: third.id }, { version: version + 1 });
  await bina().call(
    contract.cancel,
    { id: third.id, note: 'The family stays after all' },
    { version: version + 2 },
  );
  assert.equal((await night('2026-12-01')).ok, 0);
  const [enrolment] = await app.sql('select status from enrolment where id = $1', [
    children.Aarav.admissionId,
  ]);
  assert.equal(enrolment?.['status'], 'ACTIVE');
});

test('days that cannot be are named; another centre finds nothing', async () => {
  const { studentId } = children.Aarav;
  const fault = async (more: object) =>
    Object.keys((await bina().refused(contract.draft, wish(studentId, more), 'input.invalid')).fields ?? {});
  assert.deepEqual(await fault({ noticeOn: '2026-11-03' }), ['noticeOn']);
  assert.deepEqual(await fault({ lastOn: '2026-10-31' }), ['lastOn']);
  assert.deepEqual(await fault({ lastOn: '2027-11-03' }), ['lastOn']);
  assert.deepEqual(await fault({ noticeOn: '2026-01-02', lastOn: '2026-02-02' }), ['lastOn']);
  await bina().refused(contract.draft, wish(randomUUID()), 'row.not-found');
  await app.as('Charu').refused(contract.draft, wish(studentId), 'row.not-found');
  await app.as('Divya').refused(contract.draft, wish(studentId), 'module.missing');
  const { rows } = await bina().call(withdrawals.endpoints.list, {});
  const [row] = rows;
  assert.ok(row);
  await app.as('Charu').refused(contract.get, { id: row.id }, 'row.not-found');
});
