// Lead allocation through HTTP on a real database: acceptance 10 with its leave, quotas and ten parallel leads, 11, the
// leaver, territory, the log, the queue and the roster.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { enquiryWork } from '../enquiry/open-work.server.ts';
import { sourceIds } from '../enquiry-sources.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { allocationRuleContract, anyLead } from './allocation-rule.contract.ts';
import { type AllocationApp, allocationApp, memberOf, nextMobile } from './allocation-testing.ts';
import { coverOf } from './covers.server.ts';
import { leadAllocationContract } from './lead-allocation.contract.ts';
import { leadReallocationContract } from './lead-reallocation.contract.ts';
import { allocateWaitingJob } from './waiting-leads.server.ts';

// Saturday, 11:00 in India.
const NOW = new Date('2026-11-21T05:30:00Z');
const TODAY = todayIst(NOW);
let desk: AllocationApp;
before(async () => {
  desk = await allocationApp(NOW);
});
after(() => desk.close());

const bina = () => desk.app.as('Bina');
const clear = async () => {
  await desk.app.sql('update allocation_rule set removed_at = now(), active = false, position = null');
};
const leads = async (n: number, more: Parameters<AllocationApp['lead']>[0] = {}) => {
  const ids: string[] = [];
  for (let i = 0; i < n; i += 1) ids.push((await desk.lead(more)).id);
  return ids;
};
const whyOf = async (id: string) => {
  const { rows } = await bina().call(leadAllocationContract.why, { enquiryId: id });
  return rows;
};

test('acceptance 10: weights 2, 1, 1 give A B C A A B C A, and the log says by which rule', async () => {
  const [a = '', b = '', c = ''] = await desk.counsellors('Asmita', 'Bharat', 'Chitra');
  await desk.rule({ members: [memberOf(a, { weight: 2 }), memberOf(b), memberOf(c)] });
  const ids = await leads(8);
  assert.equal(await desk.ownersOf(ids), 'Asmita Bharat Chitra Asmita Asmita Bharat Chitra Asmita');
  const [line] = await whyOf(ids[1] ?? '');
  assert.deepEqual([line?.why, line?.ruleName, line?.toName], ['RULE', 'Everything', 'Bharat Test']);
  await clear();
});

test('acceptance 10: leave and quotas; lead 10 stays in the queue and the log names all three reasons', async () => {
  const [a = '', b = '', c = '', d = ''] = await desk.counsellors('Asmita', 'Bharat', 'Chitra', 'Devika');
  await desk.rule({
    members: [memberOf(a, { weight: 2, dailyQuota: 4 }), memberOf(b, { dailyQuota: 4 }), memberOf(c)],
  });
  const first = await leads(4);
  await bina().call(leadAllocationContract.cover, {
    userId: c,
    coverId: d,
    fromOn: TODAY,
    toOn: '2026-11-25',
  });
  const rest = await leads(6);
  assert.equal(
    await desk.ownersOf([...first, ...rest]),
    'Asmita Bharat Chitra Asmita Asmita Bharat Asmita Bharat Bharat -',
  );
  const tenth = rest.at(-1) ?? '';
  const [line] = await whyOf(tenth);
  assert.deepEqual(line?.skipped, ['Asmita 4/4', 'Bharat 4/4', 'Chitra on leave until 25-11-2026']);
  const queue = await bina().call(leadAllocationContract.queue, {});
  const narrowed = await bina().call(leadAllocationContract.queue, {
    sourceId: [sourceIds.google],
    capturedOn: { from: TODAY, to: TODAY },
  });
  assert.deepEqual(narrowed.rows.length, queue.rows.length);
  const none = await bina().call(leadAllocationContract.queue, { classId: 3 });
  assert.deepEqual([none.rows.length, none.total.n], [0, 0]);
  assert.equal(
    queue.rows.find((row) => row.id === tenth)?.reason,
    'Asmita 4/4, Bharat 4/4, Chitra on leave until 25-11-2026',
  );
  const heads = await desk.app.sql(
    `select payload from outbox where kind = 'communication.expand' and dedupe_key like 'enquiries.unallocated:%'`,
  );
  assert.equal(heads.length, 1, 'the centre head is notified once an hour');
  await clear();
});

test('ten parallel leads never break the order; two leads and one quota place', async () => {
  const [a = '', b = '', c = ''] = await desk.counsellors('Asmita', 'Bharat', 'Chitra');
  await desk.rule({ members: [memberOf(a, { weight: 2 }), memberOf(b), memberOf(c)] });
  const ten = await Promise.all(Array.from({ length: 10 }, () => desk.lead()));
  const order = await desk.app.sql<{ name: string }>(
    'select u.first_name as name from allocation_log l join app_user u on u.id = l.to_owner where l.enquiry_id = any ($1) order by l.seq',
    [ten.map((one) => one.id)],
  );
  assert.equal(order.map((row) => row.name.charAt(0)).join(' '), 'A B C A A B C A A B');
  await clear();
  // Capturing takes a code, which alone puts leads in a row; running the rules again does not.
  const waiting = await leads(10);
  await desk.rule({ members: [memberOf(a, { weight: 2 }), memberOf(b), memberOf(c)] });
  await Promise.all(waiting.map((id) => bina().call(leadAllocationContract.runRules, { ids: [id] })));
  const again = await desk.app.sql<{ name: string }>(
    `select u.first_name as name from allocation_log l join app_user u on u.id = l.to_owner where l.enquiry_id = any ($1) order by l.seq`,
    [waiting],
  );
  assert.equal(again.map((row) => row.name.charAt(0)).join(' '), 'A B C A A B C A A B');
  await clear();
  const [only = '', other = ''] = await desk.counsellors('Ekta', 'Farhan');
  await desk.rule({ name: 'First', fallback: 'NEXT_RULE', members: [memberOf(only, { dailyQuota: 1 })] });
  await desk.rule({ name: 'Second', members: [memberOf(other)] });
  const two = await Promise.all([desk.lead(), desk.lead()]);
  assert.deepEqual((await desk.ownersOf(two.map((one) => one.id))).split(' ').toSorted(), ['Ekta', 'Farhan']);
  await clear();
});

test('the first rule that holds decides: territory, language, centre; the network comes after the centre', async () => {
  const [w = '', h = '', n = ''] = await desk.counsellors('Wasim', 'Hina', 'Nisha');
  await desk.rule({ name: 'West', match: { ...anyLead, pincodes: ['4000'] }, members: [memberOf(w)] });
  await desk.rule({ name: 'Hindi', match: { ...anyLead, languages: ['hi'] }, members: [memberOf(h)] });
  await desk.app.as('Kavi', { centre: null }).call(allocationRuleContract.save, {
    rule: {
      name: 'Network',
      active: true,
      match: { ...anyLead, franchiseeIds: [ANDHERI] },
      mode: 'LEAST_LOADED',
      onShiftOnly: false,
      fallback: 'QUEUE',
      members: [memberOf(n)],
    },
  });
  const ids = [
    (await desk.lead({ pincode: '400053', language: 'hi' })).id,
    (await desk.lead({ pincode: '411045', language: 'hi' })).id,
    (await desk.lead({ pincode: '411045' })).id,
  ];
  assert.equal(await desk.ownersOf(ids), 'Wasim Hina Nisha');
  const baner = await desk.lead({ pincode: '411045' }, { franchiseeId: BANER });
  assert.equal(baner.ownerId, null, 'the rule is for Andheri');
  const which = await bina().call(allocationRuleContract.which, {
    lead: { pincode: '411045', classId: null, sourceId: sourceIds.google, language: 'hi', programme: null },
  });
  assert.deepEqual(
    [which.ruleName, which.ownerName, which.steps.map((step) => step.because)],
    ['Hindi', 'Hina Test', ['Pincode does not fit', 'Holds for this lead', 'Holds for this lead']],
  );
  const rules = await bina().call(allocationRuleContract.list, {});
  const network = rules.rows.at(-1);
  assert.deepEqual([network?.name, network?.can['change']], ['Network', false]);
  await bina().refused(allocationRuleContract.remove, { id: network?.id ?? '' }, 'rule.of-network', {
    version: network?.version ?? 0,
  });
  await clear();
});

test('the family keeps its owner; a family at the desk stays with whoever took it down where no rule speaks', async () => {
  const [a = '', b = ''] = await desk.counsellors('Asha', 'Bala');
  await desk.rule({ match: { ...anyLead, channels: ['GOOGLE'] }, members: [memberOf(a), memberOf(b)] });
  const mobile = nextMobile();
  const first = await desk.lead({ mobile });
  const sibling = await desk.lead({ mobile, children: [{ firstName: 'Rudra' }] });
  assert.equal(await desk.ownersOf([first.id, sibling.id]), 'Asha Asha');
  assert.equal((await whyOf(sibling.id))[0]?.why, 'STICKY');
  const saved = await desk.app.as('Esha').call(enquiryContract.capture, {
    guardianName: 'Meera Iyer',
    mobile: nextMobile(),
    children: [{ firstName: 'Vivaan' }],
    sourceId: sourceIds.walkIn,
  });
  assert.equal(saved.enquiries[0]?.ownerName, 'Esha Patil');
  assert.equal((await whyOf(saved.enquiries[0]?.id ?? ''))[0]?.why, 'DEFAULT');
  await clear();
});

test('acceptance 11: on leave, the due calls show in the cover’s queue and the owner is unchanged', async () => {
  const cover = people.Omkar.id;
  const mine = await desk.app.as('Esha').call(enquiryContract.capture, {
    guardianName: 'Nilima Sen',
    mobile: nextMobile(),
    children: [{ firstName: 'Ira' }],
    sourceId: sourceIds.walkIn,
  });
  const made = await bina().call(leadAllocationContract.cover, {
    userId: people.Esha.id,
    coverId: cover,
    fromOn: TODAY,
    toOn: addDays(TODAY, 1),
  });
  assert.ok(made.due >= 1);
  const covers = await inUnitOfWork(desk.app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    coverOf(db, ANDHERI, TODAY),
  );
  assert.deepEqual(
    covers.filter((one) => one.userId === people.Esha.id).map((one) => [one.coverId, one.fromOn, one.toOn]),
    [[cover, TODAY, addDays(TODAY, 1)]],
  );
  const queue = await desk.app.as('Omkar').call(followUpWorkContract.queue, { whose: 'me' });
  const call = queue.rows.find((one) => one.enquiryCode === mine.enquiries[0]?.enquiryCode);
  assert.match(call?.forOwner ?? '', /^Esha/, 'marked "for Esha"');
  assert.equal(await desk.ownersOf([mine.enquiries[0]?.id ?? '']), 'Esha');
  await bina().refused(
    leadAllocationContract.cover,
    { userId: people.Esha.id, coverId: people.Bina.id, fromOn: TODAY, toOn: TODAY },
    'cover.overlaps',
  );
  const roster = await bina().call(leadAllocationContract.roster, {});
  const esha = roster.rows.find((one) => one.id === people.Esha.id);
  assert.deepEqual([esha?.leaveUntil, esha?.coverName], [addDays(TODAY, 1), 'Omkar Sawant']);
  const { rows } = await bina().call(leadAllocationContract.covers, {});
  const row = rows.find((one) => one.id === made.id);
  await bina().call(leadAllocationContract.endCover, { id: made.id }, { version: row?.version ?? 0 });
  const after = await desk.app.as('Omkar').call(followUpWorkContract.queue, { whose: 'me' });
  assert.ok(
    !after.rows.some((one) => one.enquiryCode === mine.enquiries[0]?.enquiryCode),
    'the cover is over',
  );
});

test('assign needs a reason for somebody who is full; running the rules again empties the queue', async () => {
  const [a = ''] = await desk.counsellors('Hema');
  const waiting = await leads(3);
  await desk.rule({ name: 'One a day', members: [memberOf(a, { dailyQuota: 1 })] });
  const run = await bina().call(leadAllocationContract.runRules, { ids: waiting });
  assert.deepEqual([run.given, run.waiting, run.reason], [1, 2, 'Hema 1/1']);
  const left = (await desk.ownersOf(waiting))
    .split(' ')
    .flatMap((name, i) => (name === '-' ? (waiting[i] ?? '') : []));
  const refused = await bina().refused(
    leadAllocationContract.assign,
    { ids: left, userId: a },
    'allocation.user-not-eligible',
  );
  assert.match(refused.message, /Hema 1\/1/);
  const done = await bina().call(leadAllocationContract.assign, {
    ids: left,
    userId: a,
    reason: 'Agreed with her',
  });
  assert.deepEqual(done, { assigned: 2, skipped: 0 });
  const [line] = await whyOf(left[0] ?? '');
  assert.deepEqual([line?.why, line?.byName, line?.note], ['MANUAL', 'Bina Shah', 'Agreed with her']);
  await desk.app
    .as('Charu')
    .refused(leadAllocationContract.assign, { ids: left, userId: a }, 'row.not-found');
  await clear();
});

test('a rule is simulated over the last 50 leads before it is saved, and put in another order', async () => {
  const [a = '', b = ''] = await desk.counsellors('Indu', 'Jaya');
  const first = await desk.rule({ name: 'First', members: [memberOf(a)] });
  const second = await desk.rule({ name: 'Second', members: [memberOf(b)] });
  const draft = await bina().call(allocationRuleContract.get, { id: first.id });
  const seen = await bina().call(allocationRuleContract.simulate, {
    id: first.id,
    rule: { ...draft.rule, members: [memberOf(a), memberOf(b)] },
  });
  assert.deepEqual(
    seen.people.map((one) => [one.name, one.before, one.after]),
    [
      ['Indu Test', seen.leads > 30 ? 30 : seen.leads, Math.ceil(seen.leads / 2)],
      ['Jaya Test', 0, Math.floor(seen.leads / 2)],
      ...(seen.leads > 30 ? [['The queue', seen.leads - 30, 0]] : []),
    ],
  );
  await bina().call(allocationRuleContract.reorder, { ids: [second.id, first.id] });
  assert.equal(await desk.ownersOf(await leads(1)), 'Jaya');
  await bina().refused(allocationRuleContract.reorder, { ids: [first.id] }, 'row.stale');
  await bina().refused(
    allocationRuleContract.save,
    { id: first.id, version: draft.version, rule: { ...draft.rule, members: [] } },
    'rule.no-member',
  );
  await clear();
});

test('a leaver’s open enquiries go over with a line in the log', async () => {
  const [from = '', to = ''] = await desk.counsellors('Kiran', 'Lata');
  await desk.rule({ members: [memberOf(from)] });
  const ids = await leads(3);
  await clear();
  const n = await inUnitOfWork(desk.app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    enquiryWork.handOver(db, { from, to, now: NOW }),
  );
  assert.equal(n, 3);
  assert.equal(await desk.ownersOf(ids), 'Lata Lata Lata');
  assert.deepEqual(
    (await whyOf(ids[0] ?? '')).map((line) => [line.why, line.fromName, line.toName]),
    [
      ['LEAVER', 'Kiran Test', 'Lata Test'],
      ['RULE', null, 'Kiran Test'],
    ],
  );
});

test('an owner who is changed on the enquiry itself stands in the log, too', async () => {
  const [a = ''] = await desk.counsellors('Mina');
  const one = await desk.lead({ ownerId: people.Esha.id });
  const { version } = await bina().call(enquiryContract.get, { enquiryCode: one.enquiryCode });
  await bina().call(enquiryContract.update, { id: one.id, changes: { ownerId: a } }, { version });
  const [line] = await whyOf(one.id);
  assert.deepEqual(
    [line?.why, line?.fromName, line?.toName, line?.byName],
    ['MANUAL', 'Esha Patil', 'Mina Test', 'Bina Shah'],
  );
});

test('a lead that nobody could take is given once there is room; its reason is of now, and what was taken back waits', async () => {
  const [a = '', b = ''] = await desk.counsellors('Nalini', 'Om');
  await desk.app.sql('update enquiry set owner_id = $1 where is_open and owner_id is null', [people.Esha.id]);
  await desk.rule({ members: [memberOf(a, { dailyQuota: 1 }), memberOf(b, { dailyQuota: 1 })] });
  const [first = '', second = '', third = ''] = await leads(3);
  const tomorrow = new Date(NOW.getTime() + 86_400_000);
  const reason = async () =>
    (await bina().call(leadAllocationContract.queue, {})).rows.find((row) => row.id === third)?.reason;
  assert.equal(await reason(), 'Nalini 1/1, Om 1/1');
  const lines = async () => (await whyOf(third)).length;
  const before = await lines();
  const later = new Date(NOW.getTime() + 60_000);
  assert.deepEqual(await desk.run(allocateWaitingJob, later), { ok: 0, failed: 0 });
  assert.equal(await lines(), before, 'a lead that waits on leaves no line every five minutes');
  desk.app.moveClock(tomorrow);
  assert.match((await reason()) ?? '', / has room now: given within five minutes$/);
  assert.deepEqual(await desk.run(allocateWaitingJob, tomorrow), { ok: 1, failed: 0 });
  assert.equal(await desk.ownersOf([first, second, third]), 'Nalini Om Om');
  assert.equal((await whyOf(third))[0]?.why, 'RULE');
  const told = await desk.app.sql(`select from outbox where dedupe_key = $1`, [
    `enquiries.assigned:${third}:${b}`,
  ]);
  assert.equal(told.length, 1, 'the owner hears of it');
  desk.app.moveClock(NOW);
  await clear();
});

test('the rules run for every centre at once, and a run is taken back; nobody gives its leads away again by themselves', async () => {
  const [a = ''] = await desk.counsellors('Pia');
  const here = await leads(2);
  const there = (await desk.lead({}, { franchiseeId: BANER })).id;
  await desk.rule({ members: [memberOf(a)] });
  const kavi = desk.app.as('Kavi', { centre: null });
  const run = await kavi.call(leadAllocationContract.runRules, {});
  assert.equal(await desk.ownersOf([...here, there]), 'Pia Pia -');
  assert.deepEqual([run.centres >= 2, run.batchIds.length], [true, 1]);
  const all = await kavi.call(leadAllocationContract.queue, {});
  assert.equal(all.rows.find((row) => row.id === there)?.reason, 'No rule holds for it');
  const [kept = '', back = ''] = here;
  await bina().call(leadAllocationContract.assign, { ids: [kept], userId: people.Esha.id });
  const moves = await bina().call(leadReallocationContract.batches, {});
  const move = moves.rows.find((row) => row.id === run.batchIds[0]);
  assert.deepEqual([move?.to, move?.moved], ['By the rules', run.given]);
  const undone = await bina().call(leadAllocationContract.undoRun, { batchIds: run.batchIds });
  assert.deepEqual(undone, { undone: run.given - 1, kept: 1 });
  assert.equal(await desk.ownersOf([kept, back]), 'Esha -');
  await desk.run(allocateWaitingJob, new Date(NOW.getTime() + 60_000));
  assert.equal(await desk.ownersOf([back]), '-', 'what was taken back waits for a person');
  await desk.app
    .as('Charu')
    .refused(leadAllocationContract.undoRun, { batchIds: run.batchIds }, 'row.not-found');
  await clear();
});
