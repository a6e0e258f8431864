// The quiet leaks of a centre through HTTP, and the button that puts them into tomorrow's plan.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { PartsFailed } from '@aangan/server/work/each-part.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { communicationServer } from '../../communication/area.server.ts';
import { financeServer } from '../../finance/area.server.ts';
import {
  activate,
  approved,
  childAt,
  nurseryPlan,
  r,
  sibling,
  workAt,
} from '../../finance/assignment/nursery-testing.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { ensureFeeAccount } from '../../finance/public.server.ts';
import { royaltyAgreementContract, royaltyContract } from '../../finance/royalty/royalty.contract.ts';
import { moneyFunnelContract } from '../dashboard/money-funnel.contract.ts';
import { moveEnquiryStage } from '../enquiry/admission-steps.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { ist, type WorkDesk, workDesk } from '../follow-up/work-testing.ts';
import { leakContract } from './leak.contract.ts';
import { leakNotice } from './leak-notice.server.ts';

let desk: WorkDesk;
before(async () => {
  desk = await workDesk([financeServer, communicationServer]);
});
after(() => desk.app.close());

const bina = () => desk.app.as('Bina');
const leaks = () => bina().call(leakContract.list, {});

test('missed promises, numbers that answer late and their hour; one button plans them for the next working day', async () => {
  desk.at('2026-11-19', '10:00');
  const promised = await desk.capture('Asmi');
  const kept = await desk.capture('Bela');
  for (const one of [promised, kept])
    await desk.log(one.enquiryCode, { outcome: 'CALL_BACK', nextAt: '2026-11-20T11:00:00+05:30' });
  const hard = await desk.capture('Chand');
  const easy = await desk.capture('Devi');
  desk.at('2026-11-19', '12:00');
  await desk.log(easy.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  for (const time of ['11:00', '13:00', '16:00']) {
    desk.at('2026-11-19', time);
    await desk.log(hard.enquiryCode, { outcome: 'NO_ANSWER' });
  }
  desk.at('2026-11-19', '18:10');
  await desk.log(hard.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  desk.at('2026-11-20', '11:30');
  await desk.log(kept.enquiryCode, { outcome: 'DETAILS_SHARED', nextOn: '2026-11-25' });
  desk.at('2026-11-20', '12:45');
  assert.equal((await leaks()).missed.total, 0, 'two hours of grace');
  desk.at('2026-11-21', '13:30');
  const found = await leaks();
  assert.equal(found.withoutDate, 0);
  assert.deepEqual(found.week, { promised: 2, missed: 1 });
  assert.deepEqual(
    found.missed.rows.map((row) => row.childName),
    ['Asmi'],
  );
  assert.deepEqual(
    found.late.rows.map((row) => [row.childName, row.tries, row.bestHour]),
    [['Chand', 4, 18]],
  );
  assert.deepEqual(
    found.hours.find((one) => one.hour === 18),
    { hour: 18, calls: 1, reached: 1 },
  );
  assert.equal(found.tomorrow, '2026-11-23', 'after a Sunday');
  await noticeOfTheWeek(found);
  const ids = [...found.missed.rows, ...found.late.rows].map((row) => row.id);
  await bina().call(followUpWorkContract.plan, {
    ids,
    spread: { from: found.tomorrow, to: found.tomorrow },
  });
  const after = await leaks();
  assert.deepEqual([after.missed.total, after.late.rows[0]?.nextFollowUpOn], [0, '2026-11-23']);
  assert.equal((await desk.get(promised.enquiryCode)).nextFollowUpOn, '2026-11-23');
  const other = await desk.app.as('Charu').call(leakContract.list, {});
  assert.deepEqual([other.late.total, other.hours.length], [0, 0], 'nothing of another centre');
});

const told = () =>
  desk.app.sql<{ who: string; title: string; link: string }>(
    `select u.first_name as who, n.title, n.link from notice n join app_user u on u.id = n.user_id where n.kind = 'enquiries.leaks' order by n.created_at, who`,
  );

/** Both heads of Andheri are told what their list shows, once in each week, by whichever day it runs; another centre's is not. */
async function noticeOfTheWeek(found: OutputOf<typeof leakContract.list>): Promise<void> {
  assert.deepEqual(await desk.run(leakNotice, ist('2026-11-21', '13:30')), { ok: 1, failed: 0 });
  await desk.run(leakNotice, ist('2026-11-22', '20:00'));
  const title = `Leaks of 2026-2027: ${found.missed.total} promised call missed, ${found.late.total} family answers late`;
  const link = `/forms/followup?tab=leaks&forCentre=${ANDHERI}&forYear=2026`;
  const once = ['Bina', 'Omkar'].map((who) => ({ who, title, link }));
  assert.deepEqual(await told(), once);
  await desk.run(leakNotice, ist('2026-11-23', '08:30'));
  assert.deepEqual(await told(), [...once, ...once], 'a new week');
}

test('a centre whose notice fails takes nothing from the others, stands in the run, and is told when it runs again', async () => {
  desk.at('2026-12-01', '10:00');
  const { enquiries } = await desk.app.as('Rekha').call(enquiryContract.capture, {
    guardianName: 'Parent of Tara',
    mobile: desk.nextPhone(),
    children: [{ firstName: 'Tara', dob: '2023-03-05', classId: 3, programme: 'Regular' }],
    sourceId: sourceIds.walkIn,
  });
  const late = await desk.capture('Uma');
  const call = { outcome: 'CALL_BACK', nextAt: '2026-12-02T11:00:00+05:30' } as const;
  await desk.log(late.enquiryCode, call);
  await desk.log(enquiries[0]?.enquiryCode ?? '', call, 'Rekha');
  const heard = () =>
    desk.app.sql<{ at: number; n: number }>(
      `select franchisee_id as at, count(*)::int as n from notice where kind = 'enquiries.leaks' and dedupe_key like '%2026-11-30' group by 1 order by 1`,
    );
  await desk.app.sql(
    `create function no_notice() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  await desk.app.sql(
    `create trigger no_notice before insert on notice for each row when (new.franchisee_id = ${ANDHERI}) execute function no_notice()`,
  );
  await assert.rejects(desk.run(leakNotice, ist('2026-12-03', '08:30')), (error) => {
    assert.ok(error instanceof PartsFailed);
    assert.deepEqual(
      [error.ok, error.failed, error.log],
      [1, 1, 'centre 2, 2026-2027: database P0001'],
      'said in the run',
    );
    return true;
  });
  assert.deepEqual(await heard(), [{ at: BANER, n: 1 }]);
  await desk.app.sql('drop trigger no_notice on notice');
  assert.deepEqual(await desk.run(leakNotice, ist('2026-12-03', '08:31')), { ok: 2, failed: 0 });
  assert.deepEqual(await heard(), [
    { at: ANDHERI, n: 2 },
    { at: BANER, n: 1 },
  ]);
});

/** Fifteen per cent of what is collected, proposed by one and approved by another. */
async function royaltyAgreed(): Promise<void> {
  const asha = desk.app.as('Asha', { centre: null, steppedUp: true });
  const terms = { fromOn: '2026-04-01', model: 'COLLECTED' as const, defaultBp: 1500 };
  const { id, version } = await asha.call(royaltyAgreementContract.save, { franchiseeId: ANDHERI, terms });
  const one = { franchiseeId: ANDHERI, id };
  await asha.call(royaltyAgreementContract.submit, one, { version });
  const chetan = desk.app.as('Chetan', { steppedUp: true });
  await chetan.call(royaltyAgreementContract.approve, one, { version: version + 1 });
}

/** A child of this family is admitted, its first instalment and a rupee more are paid and approved. */
async function paidAdmission(enquiryId: string): Promise<{ admissionId: string; paid: number }> {
  const { app } = desk;
  const child = await childAt(app, 'Omi');
  await workAt(app, (db) =>
    ensureFeeAccount(db, {
      franchiseeId: ANDHERI,
      childLabel: 'Omi',
      enquiryId,
      studentAdmissionId: child.admissionId,
    }),
  );
  await approved(app, await nurseryPlan(app), child, [sibling]);
  await activate(app, child);
  const paid = r(45_501);
  const { paymentId } = await bina().call(paymentContract.recordOffline, {
    feeAccountId: child.accountId,
    mode: 'CASH',
    amount: paid,
    payerName: 'Parent of Omi',
    receivedOn: '2026-04-05',
  });
  await app.as('Chetan').call(paymentContract.approve, { paymentId });
  await workAt(app, (db) =>
    moveEnquiryStage(db, { enquiryId, stage: 'Admission Confirmed', sourceId: child.admissionId }),
  );
  return { admissionId: child.admissionId, paid };
}

test('money by source and campaign: what was spent, what came, what an admitted child paid, and the royalty on it', async () => {
  desk.at('2026-04-05', '10:00');
  await desk.app.sql(
    `insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE'), ($1, 'ROYALTY_APPROVE')`,
    [people.Chetan.id],
  );
  await royaltyAgreed();
  const omi = await desk.capture('Omi', { walkIn: true, campaign: 'Monsoon fair' });
  await desk.capture('Pia', { campaign: 'Monsoon fair' });
  const { admissionId, paid } = await paidAdmission(omi.id);
  await desk.app.sql(
    `insert into enquiry_spend (franchisee_id, month, source_id, amount) values ($1, '2026-11-01', $2, 500000)`,
    [ANDHERI, sourceIds.walkIn],
  );
  const [row] = (await bina().call(moneyFunnelContract.funnel, {})).sources;
  const [counted] = await desk.app.sql<{ leads: number; visits: number }>(
    `select count(*)::int as leads, count(*) filter (where walk_in_at is not null)::int as visits from enquiry where franchisee_id = $1 and academic_year_id = 2026 and source_id = $2`,
    [ANDHERI, sourceIds.walkIn],
  );
  // What the books of the centre say: cash that came in, royalty that is owed on it.
  const { totals } = await bina().call(royaltyContract.student, { ref: admissionId });
  const [books] = await desk.app.sql<{ cash: number }>(
    `select sum(amount)::int as cash from ledger_posting where franchisee_id = $1 and account_code = '1100'`,
    [ANDHERI],
  );
  assert.deepEqual([books?.cash, totals.royalty > 0], [paid, true]);
  assert.deepEqual(
    [row?.id, row?.spent, row?.leads, row?.visits, row?.admitted, row?.collected, row?.royalty],
    [sourceIds.walkIn, 500_000, counted?.leads, counted?.visits, 1, paid, totals.royalty],
  );
  assert.deepEqual(row?.campaigns, [
    { name: 'Monsoon fair', leads: 2, visits: 1, admitted: 1, collected: paid, royalty: totals.royalty },
  ]);
  const kids = await bina().call(moneyFunnelContract.children, {
    sourceId: sourceIds.walkIn,
    campaign: 'Monsoon fair',
  });
  assert.deepEqual(
    kids.rows.map((one) => [one.enquiryCode, one.collected, one.royalty]),
    [[omi.enquiryCode, paid, totals.royalty]],
  );
  const others = { sourceId: sourceIds.walkIn, campaign: 'Another' };
  assert.equal((await bina().call(moneyFunnelContract.children, others)).total, 0);
  assert.equal((await desk.app.as('Esha').raw(moneyFunnelContract.funnel, {})).status, 403);
});
