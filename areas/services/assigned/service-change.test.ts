// Changing a running service: the worked figures of areas/services.md 3 as previewed and as booked; a second person for a
// pause; who may not; the wait list's offer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { paid } from '../../finance/assignment/nursery-testing.ts';
import { changeOf, type RunningLine, sumsOfChange } from '../../finance/assignment/plan-change.ts';
import { noteContract } from '../../finance/note/note.contract.ts';
import { serviceAssignmentContract } from '../assignment/service-assignment.contract.ts';
import { serviceEnquiryContract } from '../enquiry/service-enquiry.contract.ts';
import { serviceOfferingContract } from '../offering/service-offering.contract.ts';
import { r, runOn, servicePlan, servicesApp, servicesOf, type World } from '../services-testing.ts';
import { assignedServiceContract as contract } from './assigned-service.contract.ts';
import { offerJob } from './wait-list-offer.server.ts';

let app: TestApp;
let world: World;
const plans: Record<'B' | 'C' | 'CARE', string> = { B: '', C: '', CARE: '' };
before(async () => {
  app = await servicesApp();
  world = await servicesOf(app, { seats: 1 });
  const all = ['04', '05', '06', '07', '08', '09', '10', '11', '12', '01', '02', '03'];
  plans.B = (await servicePlan(app, { code: 'BUS-B', monthly: r(1_800), serviceId: world.busId })).planId;
  plans.C = (await servicePlan(app, { code: 'BUS-C', monthly: r(2_400), serviceId: world.busId })).planId;
  plans.CARE = (
    await servicePlan(app, { code: 'CARE', monthly: r(1_800), serviceId: world.dayCareId, months: all })
  ).planId;
  for (const [slab, fromM, toM] of [
    ['B', 0, 4_000],
    ['C', 4_000, 9_000],
  ] as const)
    await app.as('Bina').call(serviceOfferingContract.addSlab, {
      offeringId: world.busOffering,
      slab,
      direction: 'BOTH',
      fromM,
      toM,
      feePlanId: plans[slab],
    });
});
after(() => app.close());

const { Aarav, Kabir } = children;
const bina = () => app.as('Bina');
const chetan = () => app.as('Chetan', { centre: ANDHERI });
const on = (day: string) => app.moveClock(new Date(`${day}T12:00:00+05:30`));
const rowOf = async (id: string) => {
  const [row] = await app.sql<{
    version: number;
    ends: string;
    fee: string;
    account: string;
    slab: string;
    status: string;
  }>(
    `select version, ends_on::text as ends, fee_assignment_id as fee, fee_account_id as account, slab, status from service_assignment where id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
};
const versioned = async (id: string) => ({ version: (await rowOf(id)).version });

/** A service of a child that runs from a day of 2026 to the end of the year. */
async function running(child: { studentId: string }, kind: 'BUS' | 'CARE', startsOn: string) {
  const esha = app.as('Esha');
  const enquiryId = (
    await esha.call(serviceEnquiryContract.create, {
      who: 'ENROLLED',
      studentId: child.studentId,
      serviceId: kind === 'BUS' ? world.busId : world.dayCareId,
      wantedFrom: startsOn,
    })
  ).id;
  const { id } = await esha.call(serviceAssignmentContract.save, {
    enquiryId,
    ...(kind === 'BUS' ? { direction: 'BOTH', distanceM: 2_600 } : { planId: plans.CARE }),
    startsOn,
    endsOn: '2027-03-31',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
    note: 'From this day',
  });
  await esha.call(serviceAssignmentContract.submit, { id }, await versioned(id));
  await chetan().call(serviceAssignmentContract.approve, { id }, await versioned(id));
  await app.sql(`update service_assignment set status = 'ACTIVE', hold_until = null where id = $1`, [id]);
  await app.sql(`update service_enquiry set status = 'ACTIVE' where id = $1`, [enquiryId]);
  return { id, enquiryId };
}

const linesOf = async (id: string) =>
  app.sql<{ net: number; due: string; state: string; allocated: number }>(
    `select net::int, due_on::text as due, state, allocated::int from fee_line where fee_assignment_id = $1 order by due_on, created_at`,
    [(await rowOf(id)).fee],
  );
const advanceOf = async (id: string) => {
  const [row] = await app.sql<{ n: number }>(
    `select coalesce(-sum(p.amount), 0)::int as n from ledger_posting p where p.account_code = '2100' and p.party_id = $1`,
    [(await rowOf(id)).account],
  );
  return row?.n ?? 0;
};
const sumOfBook = async () =>
  (await app.sql<{ n: number }>('select coalesce(sum(amount), 0)::int as n from ledger_posting'))[0]?.n;
const noteOf = async (id: string, type: string) => {
  const [row] = await app.sql<{ id: string; total: number; status: string; version: number }>(
    `select id, total::int, status, version from note where source = 'service-change' and source_id like $1 || ':%' and type = $2 order by created_at desc limit 1`,
    [(await rowOf(id)).fee, type],
  );
  return row;
};
/** Finance approves the note that a change asked for. */
async function approveNote(id: string, type: 'CREDIT' | 'DEBIT') {
  const note = await noteOf(id, type);
  assert.ok(note);
  await app.sql(`insert into user_approval_code (user_id, code) select u.id, b.approval_code from app_user u cross join approval_band b
    where u.first_name = 'Asha' and b.subject = 'NOTE' on conflict do nothing`);
  await app
    .as('Asha', { centre: ANDHERI })
    .call(noteContract.approve, { id: note.id }, { version: note.version });
}

const preview = (id: string, change: InputOf<typeof contract.preview>['change']) =>
  bina().call(contract.preview, { id, change });

test('the pure change: days, whole bills, another plan', () => {
  const line = (seq: number, month: string, last: string, more: Partial<RunningLine> = {}): RunningLine => ({
    id: `l${seq}`,
    seq,
    entryId: `e${seq}`,
    label: month,
    dueOn: `${month}-01`,
    net: r(1_800),
    allocated: 0,
    touched: false,
    period: { from: `${month}-01`, to: last },
    follows: 'DAYS',
    ...more,
  });
  const lines = [line(1, '2026-12', '2026-12-31', { allocated: r(1_800) }), line(2, '2027-01', '2027-01-31')];
  const served = { from: '2026-06-17', to: '2027-03-31', paused: [] };
  const gone = { from: '2026-12-21', to: '2027-03-31' };
  const today = '2026-11-20';
  const stop = changeOf(lines, { served, gone, today });
  assert.deepEqual(
    stop.map(({ way, after, freed, formula }) => [way, after, freed, formula]),
    [
      ['CREDIT', 116_129, 63_871, '20 of 31 days'],
      ['CANCEL', 0, 0, null],
    ],
  );
  // A bill of two lines is not reversed for one of them.
  const shared = [
    line(1, '2027-01', '2027-01-31', { entryId: 'e' }),
    line(1, '2027-01', '2027-01-31', { id: 'kit', entryId: 'e', follows: 'STAYS' }),
  ];
  assert.deepEqual(
    changeOf(shared, { served, gone, today }).map(({ way }) => way),
    ['CREDIT'],
  );
  // Corrected by a note before: its bill is not reversed either.
  assert.equal(
    changeOf([line(2, '2027-01', '2027-01-31', { touched: true })], { served, gone, today })[0]?.way,
    'CREDIT',
  );
  // Days that were paused before count for nothing.
  const paused = [{ from: '2026-12-01', to: '2026-12-10' }];
  assert.equal(
    changeOf([lines[0] as RunningLine], { served: { ...served, paused }, gone, today })[0]?.formula,
    '10 of 21 days',
  );
  const less = changeOf([line(1, '2026-09', '2026-09-30')], {
    served,
    gone: { from: '2026-09-11', to: '2027-03-31' },
    added: [{ seq: 1, label: 'Sep', dueOn: '2026-09-11', net: 60_000 }],
    today: '2026-09-01',
  });
  assert.deepEqual([less[0]?.way, sumsOfChange(less).credit], ['CREDIT', 60_000]);
});

test('slab B to C from 11-09: +400.00 by a debit note, 2,400 from October; what was shown is what is booked', async () => {
  const { id } = await running(Aarav, 'BUS', '2026-06-17');
  on('2026-09-05');
  const change = { kind: 'SLAB', from: '2026-09-11', direction: 'BOTH', distanceM: 5_000 } as const;
  const shown = await preview(id, change);
  assert.equal(shown.refusal, null);
  assert.deepEqual([shown.slab, shown.debit, shown.credit], ['C', r(400), 0]);
  const september = shown.changes.find(({ way }) => way === 'DEBIT');
  assert.deepEqual(
    [september?.before, september?.after, september?.formula],
    [r(1_800), r(2_200), '10 of 30 days'],
  );
  assert.equal(shown.cancelled, 6 * r(1_800));
  assert.equal(shown.added, 6 * r(2_400));
  const { kind: _kind, ...fields } = change;
  const done = await bina().call(contract.changeSlab, { id, ...fields }, await versioned(id));
  assert.deepEqual(done, { slab: 'C', credit: 0, debit: r(400), waits: true });
  const open = (await linesOf(id)).filter(({ state }) => state === 'OPEN');
  assert.deepEqual(
    open.filter(({ due }) => due >= '2026-09-01').map(({ due, net }) => [due, net]),
    [
      ['2026-09-01', r(1_800)],
      ...['2026-10-01', '2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'].map((due) => [
        due,
        r(2_400),
      ]),
    ],
  );
  assert.equal((await noteOf(id, 'DEBIT'))?.status, 'PENDING');
  // The lines do not have it yet, so nothing further is weighed on them.
  assert.match(
    (await preview(id, { kind: 'STOP', on: '2026-12-12' })).refusal ?? '',
    /note of the last change/,
  );
  await bina().refused(
    contract.stop,
    { id, on: '2026-12-12', reason: 'Moves' },
    'fee-assignment.note-waits',
    await versioned(id),
  );
  await approveNote(id, 'DEBIT');
  const [charged] = await app.sql<{ net: number }>(
    `select net::int from fee_line where fee_account_id = $1 and kind = 'NOTE'`,
    [(await rowOf(id)).account],
  );
  assert.equal(charged?.net, r(400));
  assert.equal(await sumOfBook(), 0);
  assert.equal((await rowOf(id)).slab, 'C');
  // Back to B is a credit of the paid or due part, and new bills.
  on('2026-09-20');
  const back = await preview(id, { kind: 'SLAB', from: '2026-10-01', direction: 'BOTH', distanceM: 1_000 });
  assert.deepEqual([back.credit, back.debit, back.added, back.slab], [0, 0, 6 * r(1_800), 'B']);
});

test('stop asked 20-11 for 12-12: last day 20-12, 638.71 to advance, January to March gone', async () => {
  on('2026-06-10');
  const { id } = await running(Kabir, 'BUS', '2026-06-17');
  const { account } = await rowOf(id);
  await paid(app, { accountId: account } as never, r(840) + 6 * r(1_800), { receivedOn: '2026-06-10' });
  on('2026-11-20');
  assert.equal((await linesOf(id)).find(({ due }) => due === '2026-12-01')?.allocated, r(1_800));
  const shown = await preview(id, { kind: 'STOP', on: '2026-12-12' });
  assert.deepEqual(
    [shown.day, shown.credit, shown.freed, shown.cancelled, shown.debit],
    ['2026-12-20', 63_871, 63_871, r(5_400), 0],
  );
  await bina().refused(
    contract.stop,
    { id, on: '2026-11-19', reason: 'Moves' },
    'service.change-past',
    await versioned(id),
  );
  await bina().refused(contract.stop, { id, on: '2027-03-20', reason: 'x' }, 'row.stale', { version: 99 });
  await app
    .as('Charu')
    .refused(contract.stop, { id, on: '2026-12-12', reason: 'Moves' }, 'row.not-found', await versioned(id));
  const done = await bina().call(
    contract.stop,
    { id, on: '2026-12-12', reason: 'Moves house' },
    await versioned(id),
  );
  assert.deepEqual(done, { lastDay: '2026-12-20', credit: 63_871, waits: true });
  assert.equal((await rowOf(id)).ends, '2026-12-20');
  assert.deepEqual(
    (await linesOf(id)).filter(({ due }) => due > '2026-12-31').map(({ state }) => state),
    ['CANCELLED', 'CANCELLED', 'CANCELLED'],
  );
  assert.equal(await advanceOf(id), 0);
  // The maker of a note is never its approver; finance approves it, and the money is free.
  await approveNote(id, 'CREDIT');
  assert.equal(await advanceOf(id), 63_871);
  assert.equal(await sumOfBook(), 0);
  await bina().refused(
    contract.stop,
    { id, on: '2026-12-20', reason: 'Again' },
    'service.ends-anyway',
    await versioned(id),
  );
});

test('pause: 10 days refused, 17 days of May 987.10, a second person, an early return', async () => {
  on('2026-04-20');
  const { id, enquiryId } = await running(Aarav, 'CARE', '2026-04-20');
  assert.match(
    (await preview(id, { kind: 'PAUSE', from: '2026-05-15', to: '2026-05-24' })).refusal ?? '',
    /At least 15 days/,
  );
  await bina().refused(
    contract.pause,
    { id, from: '2026-05-15', to: '2026-05-24', reason: 'Vacation' },
    'service.pause-short',
    await versioned(id),
  );
  const away = { from: '2026-05-15', to: '2026-05-31' };
  const shown = await preview(id, { kind: 'PAUSE', ...away });
  assert.equal(shown.credit, 98_710);
  const asked = await bina().call(contract.pause, { id, ...away, reason: 'Vacation' }, await versioned(id));
  await bina().refused(
    contract.pause,
    { id, ...away, reason: 'Vacation' },
    'service.pause-overlap',
    await versioned(id),
  );
  const [may] = (await linesOf(id)).filter(({ due }) => due === '2026-05-01');
  assert.equal(may?.net, r(1_800));
  await bina().refused(
    contract.decidePause,
    { id: asked.pauseId, decision: 'approve' },
    'service.own-pause',
    { version: 1 },
  );
  await app
    .as('Charu')
    .refused(contract.decidePause, { id: asked.pauseId, decision: 'approve' }, 'row.not-found', {
      version: 1,
    });
  const done = await chetan().call(
    contract.decidePause,
    { id: asked.pauseId, decision: 'approve' },
    { version: 1 },
  );
  assert.equal(done.credit, 98_710);
  assert.equal((await noteOf(id, 'CREDIT'))?.status, 'APPROVED');
  assert.equal((await linesOf(id)).find(({ due }) => due === '2026-05-01')?.net, r(1_800) - 98_710);
  assert.equal(await sumOfBook(), 0);
  await chetan().refused(
    contract.decidePause,
    { id: asked.pauseId, decision: 'approve' },
    'row.wrong-state',
    { version: 2 },
  );
  // Away today, by the days; the seat is kept.
  on('2026-05-20');
  const { cards } = await bina().call(contract.get, {
    franchiseeId: ANDHERI,
    academicYearId: YEAR,
    enquiryId,
  });
  const card = cards.find(({ assignmentId }) => assignmentId === id);
  assert.deepEqual([card?.paused, card?.pauses[0]?.credit, card?.can.stop], [true, 98_710, true]);
  assert.deepEqual(
    (await preview(id, { kind: 'RESUME', pauseId: asked.pauseId, on: '2026-05-25' })).debit,
    Math.round((98_710 * 7) / 17),
  );
  const back = await bina().call(contract.resume, { id: asked.pauseId, on: '2026-05-25' }, { version: 2 });
  assert.equal(back.debit, Math.round((98_710 * 7) / 17));
  assert.equal((await noteOf(id, 'DEBIT'))?.status, 'PENDING');
});

test('the cards of a child: path of another centre or year is not found; no card without a centre’s right', async () => {
  const [own] = await app.sql<{ id: string }>(
    `select id from service_enquiry where franchisee_id = $1 order by created_at limit 1`,
    [ANDHERI],
  );
  const path = { franchiseeId: ANDHERI, academicYearId: YEAR, enquiryId: own?.id ?? '' };
  const { cards, childName } = await bina().call(contract.get, path);
  assert.equal(childName, 'Aarav');
  assert.deepEqual(cards.map(({ service }) => service).sort(), ['BUS', 'DAY-CARE']);
  await bina().refused(contract.get, { ...path, academicYearId: YEAR - 1 }, 'row.not-found');
  await bina().refused(contract.get, { ...path, franchiseeId: 1 }, 'row.not-found');
  await app.as('Charu').refused(contract.get, path, 'row.not-found');
});

test('the only seat is taken: the second child waits, is offered the freed seat, which others cannot take meanwhile', async () => {
  on('2026-06-10');
  const esha = app.as('Esha');
  const wish = async (child: { studentId: string }) =>
    (
      await esha.call(serviceEnquiryContract.create, {
        who: 'ENROLLED',
        studentId: child.studentId,
        serviceId: world.dayCareId,
        wantedFrom: '2026-07-01',
      })
    ).id;
  const kabir = await wish(Kabir);
  assert.equal((await esha.call(serviceAssignmentContract.join, { enquiryId: kabir })).place, 1);
  await esha.refused(contract.offer, { enquiryId: kabir }, 'service.full');
  await app.sql(
    `update service_assignment set ends_on = '2026-06-12' where service_id = $1 and status = 'ACTIVE'`,
    [world.dayCareId],
  );
  const { until } = await esha.call(contract.offer, { enquiryId: kabir });
  assert.equal(until, new Date('2026-06-12T12:00:00+05:30').toISOString());
  await esha.refused(contract.offer, { enquiryId: kabir }, 'service.offered-already');
  const told = await app.sql(`select 1 from outbox where dedupe_key like 'services.waitlist-offer:%'`);
  assert.equal(told.length, 1);
  const seatsOf = async (enquiryId: string) =>
    (
      await esha.call(serviceAssignmentContract.quote, {
        enquiryId,
        planId: plans.CARE,
        startsOn: '2026-07-01',
        endsOn: '2027-03-31',
        weekdays: ['MON'],
      })
    ).seats.left;
  assert.equal(await seatsOf(kabir), 1);
  const [aarav] = await app.sql<{ id: string }>(
    `select id from service_enquiry where service_id = $1 and student_id = $2 limit 1`,
    [world.dayCareId, Aarav.studentId],
  );
  assert.equal(await seatsOf(aarav?.id ?? ''), 0);
  // Nobody took it: after 48 hours it is free again, and the child is behind the others.
  await runOn(app, offerJob, '2026-06-13');
  assert.equal(await seatsOf(aarav?.id ?? ''), 1);
  const [waiting] = await app.sql<{ status: string; offer_until: string | null }>(
    'select status, offer_until from service_waitlist where service_enquiry_id = $1',
    [kabir],
  );
  assert.deepEqual(waiting, { status: 'WAITING', offer_until: null });
  await esha.call(contract.leave, { enquiryId: kabir, reason: 'Found another' });
  await esha.refused(contract.leave, { enquiryId: kabir, reason: 'Again' }, 'row.not-found');
});
