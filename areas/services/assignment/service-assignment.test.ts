// A service for a child: chosen, submitted, approved with its seat in one transaction; full, held, freed; a centre's own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { feeAssignmentContract } from '../../finance/assignment/fee-assignment.contract.ts';
import { serviceEnquiryContract } from '../enquiry/service-enquiry.contract.ts';
import { serviceEnquiries } from '../enquiry/service-enquiry.listing.ts';
import { servicesBoard } from '../enquiry/services-board.contract.ts';
import { serviceOfferingContract } from '../offering/service-offering.contract.ts';
import { r, runOn, servicePlan, servicesApp, servicesOf, type World } from '../services-testing.ts';
import { endJob, holdJob } from './hold-jobs.server.ts';
import { serviceApprovals } from './service-approval.listing.ts';
import { serviceAssignmentContract as contract, servicePlanContract } from './service-assignment.contract.ts';

let app: TestApp;
let world: World;
let busPlan: { planId: string; breakdownId: string };
let carePlan: { planId: string; breakdownId: string };
before(async () => {
  app = await servicesApp();
  world = await servicesOf(app, { seats: 1 });
  busPlan = await servicePlan(app, { code: 'BUS-B', monthly: r(1_800), serviceId: world.busId });
  carePlan = await servicePlan(app, { code: 'CARE', monthly: r(4_500), serviceId: world.dayCareId });
  await app.as('Bina').call(serviceOfferingContract.addSlab, {
    offeringId: world.busOffering,
    slab: 'B',
    direction: 'BOTH',
    fromM: 0,
    toM: 4_000,
    feePlanId: busPlan.planId,
  });
});
after(() => app.close());

const { Aarav, Kabir } = children;
const esha = () => app.as('Esha');
const chetan = () => app.as('Chetan', { centre: ANDHERI });
type Save = InputOf<typeof contract.save>;

const enquire = async (child: { studentId: string }, serviceId: string): Promise<string> =>
  (
    await esha().call(serviceEnquiryContract.create, {
      who: 'ENROLLED',
      studentId: child.studentId,
      serviceId,
      wantedFrom: '2026-06-17',
    })
  ).id;
const bus = (enquiryId: string, more: Partial<Save> = {}): Save => ({
  enquiryId,
  direction: 'BOTH',
  distanceM: 2_600,
  stopText: 'Lokhandwala circle',
  startsOn: '2026-06-17',
  endsOn: '2027-03-31',
  weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  ...more,
});
const care = (enquiryId: string, more: Partial<Save> = {}): Save => ({
  enquiryId,
  planId: carePlan.planId,
  startsOn: '2026-06-17',
  endsOn: '2027-03-31',
  weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  ...more,
});
const rowOf = async (id: string) => {
  const [row] = await app.sql<{ status: string; version: number; hold_until: string | null; fee: string }>(
    `select status, version, hold_until::text, fee_assignment_id as fee from service_assignment where id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
};
const submit = async (id: string) =>
  esha().call(contract.submit, { id }, { version: (await rowOf(id)).version });
const approve = async (id: string, who = chetan()) =>
  who.call(contract.approve, { id }, { version: (await rowOf(id)).version });
const enquiryState = async (id: string) =>
  (await app.sql<{ status: string }>('select status from service_enquiry where id = $1', [id]))[0]?.status;
const linesOf = (fee: string) =>
  app.sql<{ net: number; due_on: string; state: string; formula: string | null }>(
    `select net::int, due_on::text, state, formula from fee_line where fee_assignment_id = $1 order by due_on, seq`,
    [fee],
  );
const entries = (fee: string) =>
  app.sql<{ source: string; effective_on: string }>(
    `select source, effective_on::text from ledger_entry where source_id like $1 || ':%' order by effective_on`,
    [fee],
  );

let busEnquiry: string;
let busId: string;

test('story 1: slab by distance; the quoted first line is the posted one', async () => {
  busEnquiry = await enquire(Aarav, world.busId);
  const { stopText: _stop, ...wanted } = bus(busEnquiry);
  const quote = await esha().call(contract.quote, wanted);
  assert.equal(quote.slab, 'B');
  assert.equal(quote.seats.left, null);
  assert.deepEqual(
    quote.schedule.lines.slice(0, 2).map(({ net, formula }) => [net, formula]),
    [
      [r(840), '14 of 30 days'],
      [r(1_800), null],
    ],
  );
  const saved = await esha().call(contract.save, bus(busEnquiry));
  busId = saved.id;
  assert.equal(saved.net, quote.schedule.net);
  assert.equal(await enquiryState(busEnquiry), 'ASSIGNED');
  // Saved again it is the same draft.
  assert.equal((await esha().call(contract.save, bus(busEnquiry))).id, busId);
  await submit(busId);
  assert.equal(await enquiryState(busEnquiry), 'PENDING');
  assert.deepEqual(await entries((await rowOf(busId)).fee), []);
  const queue = (await chetan().call(serviceApprovals.endpoints.list, { status: ['PENDING'] })).rows;
  assert.deepEqual(
    queue.map((row) => [row.childName, row.firstAmount, row.monthly, row.can.approve]),
    [['Aarav', r(840), r(1_800), true]],
  );
  const view = await chetan().call(contract.get, { enquiryId: busEnquiry });
  assert.equal(view.asked.lines[0]?.net, r(840));
  assert.equal(view.standard.net, view.asked.net);
  const done = await approve(busId);
  assert.deepEqual(done, { status: 'HELD', holdUntil: '2026-06-17' });
  const lines = await linesOf((await rowOf(busId)).fee);
  assert.deepEqual(lines.slice(0, 2), [
    { net: r(840), due_on: '2026-06-17', state: 'OPEN', formula: '14 of 30 days' },
    { net: r(1_800), due_on: '2026-07-01', state: 'OPEN', formula: null },
  ]);
  assert.equal((await entries((await rowOf(busId)).fee)).length, lines.length);
  assert.equal(await enquiryState(busEnquiry), 'APPROVED');
  const told = await app.sql(`select 1 from outbox where dedupe_key like 'services.approved:%'`);
  assert.equal(told.length, 1);
});

test('refused: what is wrong in a choice names its field', async () => {
  const enquiryId = await enquire(Kabir, world.busId);
  const wrong = async (more: Partial<Save>, code: string, field: RegExp) => {
    const { status, body } = await esha().raw(contract.save, bus(enquiryId, more));
    assert.ok(status === 422 || status === 409, JSON.stringify(body));
    assert.match(JSON.stringify(body), field);
    assert.match(JSON.stringify(body), new RegExp(code));
  };
  await wrong({ distanceM: undefined }, 'input.invalid', /distanceM/);
  await wrong({ distanceM: 5_000 }, 'service.no-slab', /5000 m/);
  await wrong({ startsOn: '2025-06-01' }, 'service.outside-offering', /startsOn/);
  await wrong({ endsOn: '2026-06-16' }, 'input.invalid', /endsOn/);
  await wrong({ weekdays: ['SUN'] }, 'input.invalid', /weekdays/);
  await wrong({ startsOn: '2026-05-30', note: 'Late paper' }, 'service.past', /startsOn/);
  await wrong({ startsOn: '2026-06-05' }, 'service.past', /note/);
  await esha().refused(contract.save, care(enquiryId, { planId: carePlan.planId }), 'input.invalid');
  assert.equal(await enquiryState(enquiryId), 'NEW');
  // A plan of another service cannot be given where no slab decides.
  const careEnquiry = await enquire(Kabir, world.dayCareId);
  await esha().refused(contract.save, care(careEnquiry, { planId: busPlan.planId }), 'service.no-plan');
  const { id } = await esha().call(
    contract.save,
    bus(enquiryId, { startsOn: '2026-06-05', note: 'Rides already' }),
  );
  assert.equal((await linesOf((await rowOf(id)).fee)).length, 0);
  await esha().call(contract.cancel, { id, reason: 'Not yet' }, { version: (await rowOf(id)).version });
  assert.equal(await enquiryState(enquiryId), 'CONTACTED');
  for (const enquiry of [enquiryId, careEnquiry])
    await esha().call(
      serviceEnquiryContract.lose,
      { id: enquiry, reason: 'OTHER' },
      { version: (await esha().call(serviceEnquiryContract.get, { id: enquiry })).row.version },
    );
});

test('the plan of a service is decided under services only', async () => {
  const { fee } = await rowOf(busId);
  const [row] = await app.sql<{ version: number }>('select version from fee_assignment where id = $1', [fee]);
  const version = { version: row?.version ?? 0 };
  await chetan().refused(feeAssignmentContract.approve, { id: fee }, 'fee-assignment.of-service', version);
  await chetan().refused(
    feeAssignmentContract.reject,
    { id: fee, reason: 'Not here, please' },
    'fee-assignment.of-service',
    version,
  );
  const [account] = await app.sql<{ id: string }>(
    'select fee_account_id as id from service_enquiry where id = $1',
    [busEnquiry],
  );
  await app.as('Asha', { centre: ANDHERI }).refused(
    feeAssignmentContract.save,
    {
      ref: account?.id ?? '',
      planId: busPlan.planId,
      breakdownId: busPlan.breakdownId,
      joinsOn: '2026-06-17',
    },
    'fee-assignment.of-service',
  );
  assert.deepEqual((await chetan().call(feeAssignmentContract.queue, {})).rows, []);
});

let careEnquiry: string;
let careId: string;

test('own submission refused; whichever part refuses, it stays PENDING with an empty ledger', async () => {
  const asha = app.as('Asha', { centre: ANDHERI });
  careEnquiry = await enquire(Aarav, world.dayCareId);
  careId = (await asha.call(contract.save, care(careEnquiry))).id;
  await asha.call(contract.submit, { id: careId }, { version: (await rowOf(careId)).version });
  const { version } = await rowOf(careId);
  await asha.refused(contract.approve, { id: careId }, 'service.own', { version });
  assert.equal((await app.as('Bina').raw(contract.approve, { id: careId }, { version })).status, 403);
  await chetan().refused(contract.approve, { id: careId }, 'row.stale', { version: version - 1 });
  const untouched = async (why: string) => {
    const row = await rowOf(careId);
    assert.deepEqual([row.status, row.version], ['PENDING', version], why);
    assert.equal(await enquiryState(careEnquiry), 'PENDING', why);
    assert.deepEqual(await entries(row.fee), [], why);
    assert.deepEqual(await linesOf(row.fee), [], why);
  };
  // Each step in turn: offering, seat, finance.
  await app.sql('update service_offering set active = false where id = $1', [world.dayCareOffering]);
  await chetan().refused(contract.approve, { id: careId }, 'service-enquiry.not-offered', { version });
  await untouched('offering');
  await app.sql('update service_offering set active = true where id = $1', [world.dayCareOffering]);
  await app.sql(`update service_assignment set offering_id = $1, service_id = $2 where id = $3`, [
    world.dayCareOffering,
    world.dayCareId,
    busId,
  ]);
  await chetan().refused(contract.approve, { id: careId }, 'service.full', { version });
  await untouched('seat');
  await app.sql(`update service_assignment set offering_id = $1, service_id = $2 where id = $3`, [
    world.busOffering,
    world.busId,
    busId,
  ]);
  const { fee } = await rowOf(careId);
  await app.sql(`update fee_assignment set status = 'REJECTED' where id = $1`, [fee]);
  await chetan().refused(contract.approve, { id: careId }, 'fee-assignment.not-pending', { version });
  await untouched('finance');
  await app.sql(`update fee_assignment set status = 'PENDING' where id = $1`, [fee]);
  // Back with a reason, changed, submitted again.
  await chetan().call(contract.reject, { id: careId, reason: 'Only four days' }, { version });
  assert.equal(await enquiryState(careEnquiry), 'ASSIGNED');
  const back = await esha().call(contract.prepare, { enquiryId: careEnquiry });
  assert.equal(back.assignment?.sentBack, 'Only four days');
  await esha().call(contract.save, care(careEnquiry, { weekdays: ['MON', 'TUE', 'WED', 'THU'] }));
  await submit(careId);
});

test('the last seat has one winner; the other waits with a place', async () => {
  const other = await enquire(Kabir, world.dayCareId);
  const otherId = (await esha().call(contract.save, care(other))).id;
  await submit(otherId);
  const versions = new Map([
    [careId, (await rowOf(careId)).version],
    [otherId, (await rowOf(otherId)).version],
  ]);
  const answers = await Promise.all(
    [...versions].map(([id, version]) => chetan().raw(contract.approve, { id }, { version })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const full = answers.find(({ status }) => status === 409);
  assert.match(JSON.stringify(full?.body), /service\.full/);
  const lost =
    (await rowOf(otherId)).status === 'PENDING'
      ? { id: otherId, enquiry: other }
      : { id: careId, enquiry: careEnquiry };
  const won = lost.id === otherId ? careId : otherId;
  assert.equal((await rowOf(won)).status, 'HELD');
  // Back to the counsellor: full at the next submission, then the wait list.
  await chetan().call(
    contract.reject,
    { id: lost.id, reason: 'Full' },
    { version: (await rowOf(lost.id)).version },
  );
  await esha().call(contract.save, care(lost.enquiry));
  await esha().refused(contract.submit, { id: lost.id }, 'service.full', {
    version: (await rowOf(lost.id)).version,
  });
  assert.deepEqual(await esha().call(contract.join, { enquiryId: lost.enquiry }), { place: 1 });
  assert.equal(await enquiryState(lost.enquiry), 'WAITLISTED');
  assert.equal((await rowOf(lost.id)).status, 'CANCELLED');
  await esha().refused(contract.join, { enquiryId: lost.enquiry }, 'row.wrong-state');
  await app.as('Bina').refused(
    serviceOfferingContract.change,
    {
      id: world.dayCareOffering,
      seats: 0,
      startsOn: '2026-04-01',
      endsOn: '2027-03-31',
      waitlist: true,
      active: true,
    },
    'input.invalid',
    { version: 1 },
  );
  careId = won;
  careEnquiry = won === otherId ? other : careEnquiry;
});

test('story 15: the tiles are their lists', async () => {
  const { cards } = await esha().call(servicesBoard.endpoint, {});
  const n = (key: string) => cards.find((card) => card.key === key)?.n;
  for (const card of cards.filter(({ n, key }) => n !== null && key !== 'heldValue')) {
    const { rows } = await esha().call(serviceEnquiries.endpoints.list, {
      ...card.link?.filters,
      limit: 200,
    } as never);
    assert.equal(card.n, rows.length, card.key);
  }
  assert.equal(n('waitlist'), 1);
  assert.equal(n('held'), 2);
  assert.ok((n('heldValue') ?? 0) > 0);
});

test('a hold that passes unpaid frees the seat and reverses the bill on its days; money on its way keeps it', async () => {
  const { fee } = await rowOf(careId);
  const posted = await entries(fee);
  await app.sql(
    `insert into payment (franchisee_id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, channel, created_at)
     select a.franchisee_id, 'FEE', 'TUITION FEES', a.fee_account_id, 'FEE_ACCOUNT', a.fee_account_id::text, 'ONLINE', 100, 'INITIATED', '\\x00', 'APP', '2026-06-18T11:00:00+05:30'
       from service_assignment a where a.id = $1`,
    [careId],
  );
  await runOn(app, holdJob, '2026-06-18');
  assert.equal((await rowOf(careId)).status, 'HELD');
  await app.sql(
    `update payment set created_at = '2026-06-10T11:00:00+05:30' where subject_kind = 'FEE_ACCOUNT'`,
  );
  await runOn(app, holdJob, '2026-06-18');
  assert.equal((await rowOf(careId)).status, 'CANCELLED');
  assert.equal(await enquiryState(careEnquiry), 'CONTACTED');
  assert.ok((await linesOf(fee)).every(({ state }) => state === 'CANCELLED'));
  const reversed = await app.sql<{ day: string }>(
    `select e.effective_on::text as day from ledger_entry e join ledger_entry o on o.id = e.reverses_entry_id where o.source_id like $1 || ':%' order by 1`,
    [fee],
  );
  assert.deepEqual(
    reversed.map(({ day }) => day),
    posted.map(({ effective_on }) => effective_on),
  );
  // The seat is free again for the child that waits.
  const waiting = (await esha().call(serviceEnquiries.endpoints.list, { status: ['WAITLISTED'] })).rows[0];
  assert.ok(waiting);
  const { id } = await esha().call(contract.save, care(waiting.id, { startsOn: '2026-06-20' }));
  await submit(id);
  assert.equal((await approve(id)).status, 'HELD');
  const left = await app.sql(`select 1 from service_waitlist where status = 'TAKEN'`);
  assert.equal(left.length, 1);
});

test('a first payment makes it active; after the last day it has ended', async () => {
  const { id, version } = (await esha().call(contract.prepare, { enquiryId: busEnquiry })).assignment ?? {
    id: '',
    version: 0,
  };
  // Its hold had passed in the run before: asked for again.
  assert.equal(id, '');
  assert.equal(version, 0);
  await esha().call(contract.save, bus(busEnquiry, { startsOn: '2026-06-20', endsOn: '2026-07-10' }));
  const again = (await esha().call(contract.prepare, { enquiryId: busEnquiry })).assignment;
  assert.ok(again);
  await submit(again.id);
  await approve(again.id);
  const { fee } = await rowOf(again.id);
  // 11 of 30 days of June, 10 of 31 of July.
  assert.deepEqual(
    (await linesOf(fee)).map(({ net, formula }) => [net, formula]),
    [
      [r(660), '11 of 30 days'],
      [r(580.65), '10 of 31 days'],
    ],
  );
  await app.sql(
    `update fee_line set allocated = net where fee_assignment_id = $1 and due_on < '2026-07-01'`,
    [fee],
  );
  await esha().refused(contract.cancel, { id: again.id, reason: 'x' }, 'service.paid', {
    version: (await rowOf(again.id)).version,
  });
  await runOn(app, holdJob, '2026-06-18');
  assert.equal((await rowOf(again.id)).status, 'ACTIVE');
  assert.equal(await enquiryState(busEnquiry), 'ACTIVE');
  await runOn(app, endJob, '2026-07-11');
  assert.equal((await rowOf(again.id)).status, 'ENDED');
  assert.equal(await enquiryState(busEnquiry), 'ENDED');
});

test('the plan of a service on paper and by message; a plan of another service is not there', async () => {
  const enquiryId = busEnquiry;
  const view = await esha().call(servicePlanContract.details, { enquiryId, planId: busPlan.planId });
  assert.equal(view.saved, true);
  assert.equal(view.schedule.lines[0]?.net, r(660));
  await esha().refused(servicePlanContract.details, { enquiryId, planId: carePlan.planId }, 'row.not-found');
  const { name } = await esha().call(servicePlanContract.print, { enquiryId, planId: busPlan.planId });
  assert.match(name, /^Quote SE-002-2627-/);
  await esha().call(servicePlanContract.send, { enquiryId, planId: busPlan.planId });
  const { timeline } = await esha().call(serviceEnquiryContract.get, { id: enquiryId });
  assert.ok(timeline.some(({ kind }) => kind === 'QUOTE'));
});

test('another centre finds nothing', async () => {
  const rekha = app.as('Rekha');
  const enquiryId = busEnquiry;
  await rekha.refused(contract.prepare, { enquiryId }, 'row.not-found');
  await rekha.refused(contract.save, bus(enquiryId), 'row.not-found');
  await rekha.refused(contract.submit, { id: busId }, 'row.not-found', { version: 1 });
  await rekha.refused(contract.cancel, { id: busId, reason: 'x' }, 'row.not-found', { version: 1 });
  await rekha.refused(contract.join, { enquiryId }, 'row.not-found');
  await rekha.refused(servicePlanContract.details, { enquiryId, planId: busPlan.planId }, 'row.not-found');
});
