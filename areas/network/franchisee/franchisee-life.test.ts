import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { days, lettersOf, paper, runJob, until, versionIn } from '../network-testing.ts';
import { pincodeContract } from '../pincode/pincode.contract.ts';
import { agreementContract } from './agreement.contract.ts';
import { checklistContract } from './checklist.contract.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { ability } from './franchisee.queries.server.ts';
import { centreClosing } from './franchisee-closing.server.ts';
import { franchiseeLife } from './franchisee-life.contract.ts';
import { seatContract } from './seat.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const partner = {
  legalName: 'Wakad Learning LLP',
  kind: 'LLP' as const,
  pan: 'AAPFU0939F',
  email: 'wakad@partner.test',
};

async function lead(name: string): Promise<number> {
  const asha = app.as('Asha');
  const { id } = await asha.call(franchiseeContract.create, { companyName: name, model: 'FOFO', cityId: 2 });
  await asha.call(
    franchiseeContract.update,
    {
      franchiseeId: id,
      changes: {
        zoneId: 1,
        brandId: 1,
        address1: '1 Main Road',
        pincode: '411045',
        lat: 18.5975,
        lng: 73.7898,
      },
    },
    { version: 1 },
  );
  return id;
}

async function signedAgreement(franchiseeId: number, number: string): Promise<void> {
  const asha = app.as('Asha');
  const { id } = await asha.call(agreementContract.save, {
    franchiseeId,
    number,
    kind: 'NEW',
    from: days(-30),
    to: days(1000),
    deposit: 50_000_000,
  });
  await asha.refused(agreementContract.sign, { franchiseeId, id, signedOn: days(0) }, 'agreement.no-file', {
    version: 1,
  });
  await asha.call(agreementContract.save, {
    franchiseeId,
    id,
    number,
    kind: 'NEW',
    from: days(-30),
    to: days(1000),
    deposit: 50_000_000,
    fileId: await paper(app),
  });
  await asha.call(agreementContract.sign, { franchiseeId, id, signedOn: days(0) }, { version: 2 });
}

const versionOf = (id: number) => versionIn(app, 'franchisee', id);

test('network stories 4 and 5: a centre opens: every unmet guard is named, the checklist begins at the signature, two people open it', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const kavi = app.as('Kavi', { steppedUp: true });
  const id = await lead('Wakad');
  const bare = await asha.refused(
    franchiseeLife.sign,
    { franchiseeId: id, signedOn: days(0), partner },
    'franchisee.not-ready',
    { version: 2 },
  );
  assert.equal(bare.message, 'Something is still missing: a signed agreement.');
  await signedAgreement(id, 'W/1');
  await asha.call(
    franchiseeLife.sign,
    { franchiseeId: id, signedOn: days(0), partner },
    { version: await versionOf(id) },
  );
  const list = await asha.call(checklistContract.list, { franchiseeId: id });
  assert.equal(list.rows.length, 42);
  assert.equal(list.rows[0]?.dueOn, days(0));
  await asha.call(franchiseeLife.startSetup, { franchiseeId: id }, { version: await versionOf(id) });
  const gates = list.rows.filter((row) => row.gate);
  const last = gates.at(-1);
  assert.ok(last);
  await app.sql(
    `update franchisee_checklist_item set state = 'DONE', done_by = $2, done_at = now() - interval '1 day' where franchisee_id = $1 and gate and id <> $3`,
    [id, people.Kavi.id, last.id],
  );
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 5, 'CENTRE', $2, '2026-01-01')`,
    [people.Zoya.id, id],
  );
  await asha.call(seatContract.save, {
    franchiseeId: id,
    yearId: 2026,
    seats: [{ classCode: 'NURSERY', session: 'MORNING', seats: 40 }],
  });
  const open = await kavi.refused(franchiseeLife.activate, { franchiseeId: id }, 'franchisee.not-ready', {
    version: await versionOf(id),
  });
  assert.equal(
    open.message,
    'Something is still missing: 1 gate item of the checklist, a verified bank account.',
    'exactly these two (story 4)',
  );
  await asha.refused(
    checklistContract.done,
    { franchiseeId: id, id: last.id },
    'checklist.evidence-missing',
    {
      version: 1,
    },
  );
  await asha.call(
    checklistContract.done,
    { franchiseeId: id, id: last.id, fileId: await paper(app) },
    { version: 1 },
  );
  await app.sql(
    `insert into bank_account (franchisee_id, holder, account_no_cipher, account_no_index, last4, ifsc, bank, branch, kind, status, created_by, verified_by, verified_at)
     values ($1, 'Wakad', '\\x00', '\\x01', '1234', 'HDFC0001234', 'HDFC Bank', 'Wakad', 'COLLECTION', 'VERIFIED', $2, $3, now())`,
    [id, people.Asha.id, people.Kavi.id],
  );
  await asha.refused(franchiseeLife.activate, { franchiseeId: id }, 'franchisee.same-person', {
    version: await versionOf(id),
  });
  await app.as('Kavi').refused(franchiseeLife.activate, { franchiseeId: id }, 'step-up.needed', {
    version: await versionOf(id),
  });
  assert.deepEqual(
    await kavi.call(franchiseeLife.activate, { franchiseeId: id }, { version: await versionOf(id) }),
    { status: 'ACTIVE' },
  );
  const view = await asha.call(franchiseeContract.view, { franchiseeId: id });
  assert.deepEqual(
    [view.status, view.openedOn, view.facts[0]?.tag, view.numbers.seats, view.partner?.pan],
    ['ACTIVE', days(0), 'Verified', 40, 'AAPFU0939F'],
  );
  assert.deepEqual(
    view.events.map((event) => event.action),
    ['activate', 'seats of 2026-2027: 40', 'start-setup', 'sign', 'agreement W/1 signed', 'create'],
  );
  const again = await app.sql(
    `select 1 from notice where user_id = $1 and kind = 'network.centre-activated'`,
    [people.Zoya.id],
  );
  assert.equal(again.length, 1, 'the owner is notified once');
  const letters = async (step: string) =>
    (await lettersOf(app, `network.centre-${step}`)).filter((one) => one.dedupe_key.includes(`:${id}:`));
  assert.ok((await letters('activated'))[0]?.readers.includes(people.Zoya.id));
  for (const step of ['signed-partner', 'setup-partner', 'activated-partner'])
    assert.equal((await letters(step)).length, 1, `the partner reads once that the centre is ${step}`);
});

test('network story 16: names, GSTIN and scope: reserved, wrong digit, another PAN, another centre', async () => {
  const asha = app.as('Asha');
  const base = { model: 'FOFO' as const, cityId: 2 };
  await asha.refused(franchiseeContract.create, { ...base, companyName: 'wakad' }, 'franchisee.name-used');
  await asha.refused(franchiseeContract.create, { ...base, companyName: 'Select All' }, 'input.invalid');
  const gstin = await asha.refused(
    franchiseeContract.create,
    { ...base, companyName: 'Other', gstin: '27AAPFU0939F1ZA' },
    'input.invalid',
  );
  assert.deepEqual(gstin.fields, { gstin: 'Check digit should be V.' });
  await asha.refused(
    franchiseeContract.create,
    { ...base, companyName: 'Swapped', lat: 73.8, lng: 18.5 },
    'input.invalid',
  );
  const hints = await asha.call(franchiseeContract.similar, { companyName: 'waka', cityId: 2 });
  assert.deepEqual(
    hints.rows.map((row) => row.why),
    ['Like name'],
  );
  await app.as('Charu').refused(franchiseeContract.view, { franchiseeId: ANDHERI }, 'row.not-found');
  await app.as('Charu').refused(agreementContract.list, { franchiseeId: ANDHERI }, 'row.not-found');
});

test('closing is asked by one and approved by another; then access, territory and links end, parents still read', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const kavi = app.as('Kavi', { steppedUp: true });
  const refused = await asha.refused(
    franchiseeLife.close,
    { franchiseeId: ANDHERI, on: days(0), reason: 'Lease ended' },
    'franchisee.not-ready',
    { version: await versionOf(ANDHERI) },
  );
  assert.match(refused.message, /2 children are still enrolled/);
  await app.sql(
    `update enrolment set status = 'COMPLETED', left_on = '2026-03-31' where franchisee_id = $1`,
    [ANDHERI],
  );
  await app.sql(`update fee_line set state = 'CANCELLED' where franchisee_id = $1`, [ANDHERI]);
  await app.sql(`insert into franchisee_pincode (franchisee_id, pincode) values ($1, '400053')`, [ANDHERI]);
  await kavi.call(pincodeContract.claim, { franchiseeId: ANDHERI, pincode: '400053' });
  const version = await versionOf(ANDHERI);
  await asha.refused(franchiseeLife.approveClose, { franchiseeId: ANDHERI }, 'franchisee.no-closing', {
    version,
  });
  await asha.call(
    franchiseeLife.close,
    { franchiseeId: ANDHERI, on: days(0), reason: 'Lease ended' },
    { version },
  );
  await asha.refused(
    franchiseeLife.close,
    { franchiseeId: ANDHERI, on: days(0), reason: 'Twice' },
    'franchisee.closing-asked',
    { version },
  );
  await asha.refused(franchiseeLife.approveClose, { franchiseeId: ANDHERI }, 'franchisee.same-person', {
    version,
  });
  assert.deepEqual(await kavi.call(franchiseeLife.approveClose, { franchiseeId: ANDHERI }, { version }), {
    status: 'CLOSED',
  });
  const [left] = await app.sql<{ staff: number; parents: number; territory: number; claims: number }>(
    `select (select count(*)::int from user_role g join role r on r.id = g.role_id where g.franchisee_id = $1 and g.ended_at is null and r.reach <> 'FAMILY') as staff,
      (select count(*)::int from user_role g join role r on r.id = g.role_id where g.franchisee_id = $1 and g.ended_at is null and r.reach = 'FAMILY') as parents,
      (select count(*)::int from franchisee_pincode where franchisee_id = $1 and to_on is null) as territory,
      (select count(*)::int from pincode_exclusive where franchisee_id = $1) as claims`,
    [ANDHERI],
  );
  assert.deepEqual(left, { staff: 0, parents: 1, territory: 0, claims: 0 });
  const reads = (at: string) =>
    inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
      ability(db, ANDHERI, 'PARENT_ACCESS', { on: at }),
    );
  assert.deepEqual([await reads(days(365)), await reads(days(366))], [true, false]);
  await asha.refused(
    franchiseeLife.reopen,
    { franchiseeId: ANDHERI, reason: 'New owner' },
    'franchisee.not-ready',
    { version: await versionOf(ANDHERI) },
  );
  await signedAgreement(ANDHERI, 'A/2');
  assert.deepEqual(
    await asha.call(
      franchiseeLife.reopen,
      { franchiseeId: ANDHERI, reason: 'New owner' },
      { version: await versionOf(ANDHERI) },
    ),
    { status: 'SETUP' },
  );
});

test('an approved later day is kept by the job, and only when everything is settled then', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  await app.sql(
    `update enrolment set status = 'COMPLETED', left_on = '2026-03-31' where franchisee_id = $1`,
    [BANER],
  );
  await app.sql(`update fee_line set state = 'CANCELLED' where franchisee_id = $1`, [BANER]);
  const version = await versionOf(BANER);
  await asha.call(franchiseeLife.close, { franchiseeId: BANER, on: days(3), reason: 'Merged' }, { version });
  await app
    .as('Kavi', { steppedUp: true })
    .call(franchiseeLife.approveClose, { franchiseeId: BANER }, { version });
  const run = (now: Date) => runJob(app, centreClosing, now);
  assert.deepEqual(await run(new Date()), { ok: 0, failed: 0 });
  const day = new Date(Date.now() + 3 * 86_400_000);
  await app.sql(`update enrolment set status = 'ACTIVE', left_on = null where franchisee_id = $1`, [BANER]);
  assert.deepEqual(await run(day), { ok: 0, failed: 1, log: 'centre 3: 1 child is still enrolled' });
  await app.sql(
    `update enrolment set status = 'COMPLETED', left_on = '2026-03-31' where franchisee_id = $1`,
    [BANER],
  );
  assert.deepEqual(await run(day), { ok: 1, failed: 0 });
  const view = await asha.call(franchiseeContract.view, { franchiseeId: BANER });
  assert.deepEqual([view.status, view.closedOn, view.closing], ['CLOSED', days(3), null]);
});

test('a centre moves between zones: its managers reach it at once, the way is kept', async () => {
  const id = await lead('Hinjewadi');
  await app.sql(`update franchisee set status = 'SETUP' where id = $1`, [id]);
  const seen = async () =>
    (await app.as('Farid').call(franchiseeContract.active, {})).rows.map((row) => row.id).includes(id);
  assert.equal(await seen(), true);
  await app
    .as('Kavi')
    .call(franchiseeContract.moveZone, { franchiseeIds: [id], zoneId: 2, reason: 'Nearer' });
  // The zone manager no longer reaches it.
  await until(async () => !(await seen()));
  const view = await app.as('Asha').call(franchiseeContract.view, { franchiseeId: id });
  assert.deepEqual(
    view.zones.map((one) => one.zone),
    ['South', 'West'],
  );
  await app
    .as('Asha')
    .refused(franchiseeContract.moveZone, { franchiseeIds: [id], zoneId: 99 }, 'zone.wrong');
});
