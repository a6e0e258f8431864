// Service enquiries: written once per child, called, lost and taken up again; opened by an admission; a centre's own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import pino from 'pino';
import { servicesOf, type World } from '../services-testing.ts';
import { openFromAdmission } from './create-enquiry.server.ts';
import { serviceEnquiryContract as contract } from './service-enquiry.contract.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';
import { servicesBoard } from './services-board.contract.ts';

let app: TestApp;
let world: World;
before(async () => {
  app = await testApp();
  world = await servicesOf(app);
});
after(() => app.close());

const { Aarav, Kabir, Myra } = children;
const today = todayIst(new Date());
const esha = () => app.as('Esha');
type Create = InputOf<typeof contract.create>;
const wish = (more: Partial<Create> = {}): Create => ({
  who: 'ENROLLED',
  studentId: Aarav.studentId,
  serviceId: world.busId,
  wantedFrom: '2026-06-17',
  direction: 'BOTH',
  stopText: 'Lokhandwala circle',
  ...more,
});
const somebody = (more: Partial<Create> = {}): Create =>
  wish({
    who: 'NEW',
    childName: 'Riya Sen',
    dob: '2022-01-10',
    guardianName: 'Mala Sen',
    mobile: '98200 77777',
    consent: true,
    ...more,
  });
const view = (id: string) => esha().call(contract.get, { id });
const versionOf = async (id: string) => (await view(id)).row.version;
const list = (input: InputOf<typeof serviceEnquiries.endpoints.list> = {}) =>
  esha().call(serviceEnquiries.endpoints.list, input);

test('story 2: the bus for a child of the centre, once; its code stands in the path', async () => {
  const found = await esha().call(contract.children, { q: 'aarav' });
  assert.deepEqual(
    found.rows.map(({ id }) => id),
    [Aarav.studentId],
  );
  const [guardian] = await app.sql<{ mobile: string }>('select mobile from guardian where id = $1', [
    Aarav.guardianId,
  ]);
  const byMobile = await esha().call(contract.children, { q: guardian?.mobile ?? '' });
  assert.deepEqual(
    byMobile.rows.map(({ id }) => id),
    [Aarav.studentId],
  );
  const { id, code } = await esha().call(contract.create, wish());
  assert.match(code, /^SE-002-2627-00001$/);
  const again = await esha().refused(contract.create, wish(), 'service-enquiry.duplicate');
  assert.equal(again.message, `Aarav already has an open enquiry ${code} for BUS.`);
  // Another service is another wish.
  await esha().call(contract.create, wish({ serviceId: world.dayCareId, direction: null }));
  const { row, contact } = await esha().call(contract.get, { code });
  assert.deepEqual(
    [row.id, row.status, row.spanco, row.service, row.className, row.ownerId, row.nextFollowUpOn],
    [id, 'NEW', 'Suspect', 'BUS', 'Nursery', people.Esha.id, today],
  );
  assert.equal(contact.mobile, guardian?.mobile);
  assert.match(row.mobile, /•|x|\*/i);
  const accounts = await app.sql(
    `select 1 from fee_account a join service_enquiry e on e.fee_account_id = a.id where a.student_id = $1 or a.student_admission_id = $2`,
    [Aarav.studentId, Aarav.admissionId],
  );
  assert.equal(accounts.length, 2);
});

test('two counsellors at once write one enquiry', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => app.as('Esha').raw(contract.create, wish({ studentId: Kabir.studentId }))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
});

test('refused: not offered, wrong age, outside its days, a stranger for enrolled children, no consent', async () => {
  const kabir = { studentId: Kabir.studentId, serviceId: world.dayCareId };
  await esha().refused(
    contract.create,
    wish({ ...kabir, serviceId: crypto.randomUUID() }),
    'service-enquiry.not-offered',
  );
  await esha().refused(
    contract.create,
    wish({ ...kabir, wantedFrom: '2027-04-01' }),
    'service-enquiry.outside-offering',
  );
  const backwards = await esha().raw(contract.create, wish({ ...kabir, wantedTo: '2026-06-01' }));
  assert.equal(backwards.status, 422);
  await esha().refused(contract.create, somebody(), 'service-enquiry.students-only');
  await app.sql(`update service set open_to = 'ANYONE' where id = $1`, [world.dayCareId]);
  const camp = { serviceId: world.dayCareId };
  await esha().refused(contract.create, somebody({ ...camp, dob: '2010-01-10' }), 'service-enquiry.age');
  const silent = await esha().raw(contract.create, somebody({ ...camp, consent: false }));
  assert.equal(silent.status, 422);
  assert.match(JSON.stringify(silent.body), /consent/);
  const nameless = await esha().raw(contract.create, somebody({ ...camp, childName: undefined }));
  assert.match(JSON.stringify(nameless.body), /childName/);
  const yesterday = await esha().raw(contract.create, somebody({ ...camp, nextOn: addDays(today, -1) }));
  assert.equal(yesterday.status, 422);
  const { id } = await esha().call(contract.create, somebody({ ...camp, note: 'Asks for Saturdays' }));
  const { contact, timeline } = await view(id);
  assert.equal(contact.mobile, '+919820077777');
  assert.deepEqual(
    timeline.map(({ kind, note }) => [kind, note]),
    [['NOTE', 'Asks for Saturdays']],
  );
  const consents = await app.sql(
    `select 1 from consent_answer where subject_id = $1 and purpose = 'CONTACT_NOTICE'`,
    [id],
  );
  assert.equal(consents.length, 1);
  // The same name and number again is the same child.
  await esha().refused(
    contract.create,
    somebody({ ...camp, mobile: '+91 98200 77777', childName: 'riya sen' }),
    'service-enquiry.duplicate',
  );
});

test('a call moves it on, losing needs a reason, and it is taken up again unless another is open', async () => {
  const { id } = await esha().call(
    contract.create,
    somebody({ serviceId: world.dayCareId, childName: 'Om Rao' }),
  );
  const log = { id, channel: 'CALL' as const, outcome: 'INTERESTED' as const, nextOn: addDays(today, 3) };
  assert.equal((await esha().raw(contract.log, { ...log, nextOn: addDays(today, -1) })).status, 422);
  await esha().call(contract.log, log);
  await esha().call(contract.log, { ...log, outcome: 'BUSY', nextOn: addDays(today, 4) });
  const called = await view(id);
  assert.deepEqual(
    [called.row.status, called.row.spanco, called.row.nextFollowUpOn],
    ['CONTACTED', 'Prospect', addDays(today, 4)],
  );
  assert.deepEqual(called.timeline.map(({ kind }) => kind).sort(), ['CALL', 'CALL', 'STATE']);
  const stale = { version: called.row.version - 1 };
  await esha().refused(contract.lose, { id, reason: 'PRICE' }, 'row.stale', stale);
  await esha().call(contract.lose, { id, reason: 'PRICE' }, { version: called.row.version });
  await esha().refused(contract.log, log, 'row.wrong-state');
  await esha().refused(contract.lose, { id, reason: 'PRICE' }, 'row.wrong-state', {
    version: await versionOf(id),
  });
  // While it lay there the family asked again.
  const second = await esha().call(
    contract.create,
    somebody({ serviceId: world.dayCareId, childName: 'Om Rao' }),
  );
  const revive = { id, nextOn: today };
  await esha().refused(contract.revive, revive, 'service-enquiry.duplicate', {
    version: await versionOf(id),
  });
  await esha().call(
    contract.lose,
    { id: second.id, reason: 'DUPLICATE' },
    { version: await versionOf(second.id) },
  );
  await esha().call(contract.revive, revive, { version: await versionOf(id) });
  assert.equal((await view(id)).row.status, 'CONTACTED');
});

test('contact always, wish until a plan rests on it', async () => {
  const { id } = await esha().call(
    contract.create,
    somebody({ serviceId: world.dayCareId, childName: 'Ira Das' }),
  );
  const contact = { id, guardianName: 'Tina Das', mobile: '9820088888', email: 'tina@example.in' };
  await esha().call(contract.changeContact, contact, { version: await versionOf(id) });
  const dates = { id, serviceId: world.dayCareId, wantedFrom: '2026-07-01' };
  await esha().refused(
    contract.changeWish,
    { ...dates, wantedFrom: '2026-03-01' },
    'service-enquiry.outside-offering',
    { version: await versionOf(id) },
  );
  await esha().call(contract.changeWish, dates, { version: await versionOf(id) });
  await app.sql(`update service_enquiry set status = 'ASSIGNED' where id = $1`, [id]);
  await esha().refused(contract.changeWish, dates, 'service-enquiry.assigned', {
    version: await versionOf(id),
  });
  await esha().call(contract.changeContact, contact, { version: await versionOf(id) });
  const { row, contact: now } = await view(id);
  assert.deepEqual(
    [row.wantedFrom, now.guardianName, now.email],
    ['2026-07-01', 'Tina Das', 'tina@example.in'],
  );
});

test('owners are people of the centre; readers do not write', async () => {
  const ids = (await list()).rows.filter((row) => row.can.log).map(({ id }) => id);
  assert.ok(ids.length > 2);
  const elsewhere = await esha().raw(contract.changeOwner, { ids, ownerId: people.Rekha.id });
  assert.equal(elsewhere.status, 422);
  assert.deepEqual(await esha().call(contract.changeOwner, { ids, ownerId: people.Bina.id }), {
    changed: ids.length,
  });
  assert.equal((await list({ ownerId: people.Bina.id })).rows.length, ids.length);
  // Farid reads his zone.
  const farid = app.as('Farid', { centre: ANDHERI });
  assert.ok((await farid.call(serviceEnquiries.endpoints.list, {})).rows.every((row) => !row.can.log));
  assert.equal((await farid.raw(contract.note, { id: ids[0] ?? '', text: 'x' })).status, 403);
});

test('another centre finds nothing', async () => {
  const [row] = (await list()).rows;
  const rekha = app.as('Rekha');
  await rekha.refused(contract.get, { code: row?.code ?? '' }, 'row.not-found');
  await rekha.refused(contract.note, { id: row?.id ?? '', text: 'x' }, 'row.not-found');
  await rekha.refused(contract.lose, { id: row?.id ?? '', reason: 'OTHER' }, 'row.not-found', { version: 1 });
  assert.deepEqual((await rekha.call(serviceEnquiries.endpoints.list, {})).rows, []);
  await esha().refused(
    contract.create,
    wish({ studentId: Myra.studentId, serviceId: world.dayCareId }),
    'row.not-found',
  );
});

test('story 15: a tile is its list', async () => {
  await app.sql(
    `update service_enquiry set next_follow_up_on = $1 where child_name = 'Om Rao' and status = 'CONTACTED'`,
    [addDays(today, -2)],
  );
  const { cards } = await esha().call(servicesBoard.endpoint, {});
  for (const card of cards.filter(({ n }) => n !== null)) {
    const rows = (await list({ ...card.link?.filters, limit: 200 } as never)).rows.length;
    assert.equal(card.n, rows, card.key);
  }
  const n = (key: string) => cards.find((card) => card.key === key)?.n;
  assert.equal(n('overdue'), 1);
  assert.ok((n('dueToday') ?? 0) > 0);
  assert.ok((n('fresh') ?? 0) > 0);
});

test('an admission that wants the bus opens its enquiry, once', async () => {
  await app.sql(`update service_enquiry set status = 'LOST', lost_reason = 'OTHER' where student_id = $1`, [
    Kabir.studentId,
  ]);
  await app.sql(
    'delete from follow_up where subject_id in (select id from service_enquiry where student_id = $1)',
    [Kabir.studentId],
  );
  await app.sql('delete from service_enquiry where student_id = $1', [Kabir.studentId]);
  const payload = {
    studentAdmissionId: Kabir.admissionId,
    studentId: Kabir.studentId,
    academicYearId: 2026,
    wantedFrom: '2026-03-20',
    stopText: 'Versova metro',
  };
  const open = async (dedupeKey: string) => {
    await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      later(db, 'services.open-service-enquiry', payload, { franchiseeId: ANDHERI, dedupeKey, lane: 'FACT' }),
    );
    await drainOutbox({
      database: app.pool,
      workers: { 'services.open-service-enquiry': openFromAdmission },
      ports: app.ports,
      log: pino({ level: 'silent' }),
    });
  };
  await open('first');
  await open('second');
  const rows = (await list()).rows.filter((row) => row.studentId === Kabir.studentId);
  assert.deepEqual(
    rows.map((row) => [row.service, row.wantedFrom, row.stopText, row.ownerId, row.status]),
    [['BUS', '2026-04-01', 'Versova metro', null, 'NEW']],
  );
  // The second fact was done too, not left to be tried again.
  const facts = await app.sql<{ state: string }>(
    `select state from outbox where kind = 'services.open-service-enquiry'`,
  );
  assert.deepEqual(
    facts.map(({ state }) => state),
    ['SENT', 'SENT'],
  );
});
