// Vendors, escorts, their documents verified by another person, postings to vehicles, cards, and the log of all of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileStore } from '@aangan/server/files/files.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { addVehicle, day, fileOf } from '../transport-testing.ts';
import { escortContract as contract } from './escort.contract.ts';
import type { DocumentKind, EscortRole } from './escort.states.ts';
import { escortVendors } from './escort-vendor.listing.ts';
import { vehicleStaffContract } from './vehicle-staff.contract.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());
const bina = () => app.as('Bina');
const asha = () => app.as('Asha', { centre: ANDHERI });

let n = 0;
const next = () => {
  n += 1;
  return n;
};
const aVendor = (more: { kind?: 'COMPANY' | 'IN_HOUSE' } = {}) => ({
  name: `Safe Wheels ${next()}`,
  kind: 'COMPANY' as const,
  contact: 'Rahul Naik',
  phone: '+919820055001',
  email: null,
  address: null,
  pan: 'AAAFA1234B',
  agreementNo: null,
  agreementTo: null,
  ...more,
});
/** One dot: enough for a card. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function aFace(): Promise<string> {
  const id = await uploadedFile(app, { by: 'Bina', name: 'face.png' });
  await fileStore().write(id, DOT);
  return id;
}
const aPerson = async (role: EscortRole = 'DRIVER') => ({
  name: `Sunil ${next()}`,
  role,
  phone: `+9198210${String(10_000 + n)}`,
  photo: await aFace(),
  experienceYears: 8,
  licenceNo: 'MH02 20110012345',
  licenceClass: 'TRANS',
});
const addVendor = async () => (await bina().call(contract.addVendor, aVendor())).id;
const view = (id: string) => bina().call(contract.vendor, { id });
const personIn = async (vendorId: string, id: string) =>
  (await view(vendorId)).people.find((one) => one.id === id) ?? assert.fail('no such person');

async function upload(
  vendorId: string,
  personId: string | null,
  kind: DocumentKind,
  endsOn: string | null = day(200),
): Promise<string> {
  const file = await fileOf(app, 'Bina');
  const given = { kind, number: null, startsOn: null, endsOn, fileId: file };
  return (await bina().call(contract.addDocument, { vendorId, personId, ...given })).id;
}
async function verified(vendorId: string, personId: string | null, kind: DocumentKind, endsOn?: string) {
  const id = await upload(vendorId, personId, kind, endsOn);
  await asha().call(contract.verifyDocument, { id }, { version: 1 });
}
async function addPerson(vendorId: string, role: EscortRole = 'DRIVER'): Promise<string> {
  return (await bina().call(contract.addPerson, { vendorId, ...(await aPerson(role)) })).id;
}
/** A vendor that may be used. */
async function readyVendor(): Promise<string> {
  const id = await addVendor();
  await verified(id, null, 'AGREEMENT');
  await verified(id, null, 'PAN');
  await asha().call(contract.moveVendor, { id, action: 'verify', reason: null }, { version: 1 });
  return id;
}
/** Somebody whose papers are in order and who is verified. */
async function readyPerson(vendorId: string, role: EscortRole = 'DRIVER', licenceTo = day(200)) {
  const id = await addPerson(vendorId, role);
  if (role === 'DRIVER') await verified(vendorId, id, 'LICENCE', licenceTo);
  await verified(vendorId, id, 'POLICE');
  await verified(vendorId, id, 'MEDICAL');
  await asha().call(contract.movePerson, { id, action: 'verify', reason: null }, { version: 1 });
  return id;
}
const posting = (personId: string, vehicleId: string, more = {}) => ({
  personId,
  vehicleId,
  role: 'DRIVER' as const,
  fromOn: day(0),
  toOn: null,
  ...more,
});

test('a vendor is verified by another person, when its documents are there', async () => {
  const id = await addVendor();
  const move = { id, action: 'verify' as const, reason: null };
  const error = await asha().refused(contract.moveVendor, move, 'escort.documents-missing', { version: 1 });
  assert.match(error.message, /Agreement, PAN/);
  await verified(id, null, 'AGREEMENT');
  await verified(id, null, 'PAN');
  await bina().refused(contract.moveVendor, move, 'approval.own', { version: 1 });
  const driver = await readyPerson(id);
  assert.deepEqual((await personIn(id, driver)).reasons, ['The vendor is not verified yet']);
  await asha().call(contract.moveVendor, move, { version: 1 });
  assert.equal((await personIn(id, driver)).readiness, 'READY');
  const { status, missing, version } = await view(id);
  assert.deepEqual([status, missing], ['VERIFIED', []]);
  await asha().refused(contract.moveVendor, move, 'row.wrong-state', { version });
  const other = { id, ...aVendor(), kind: 'INDIVIDUAL' as const };
  const kind = await bina().refused(contract.changeVendor, other, 'input.invalid', { version });
  assert.deepEqual(Object.keys(kind.fields ?? {}), ['kind']);
  await bina().refused(contract.moveVendor, { id, action: 'close', reason: null }, 'input.invalid', {
    version,
  });
});

test('nobody verifies what they uploaded, and what ends needs its last day', async () => {
  const vendorId = await addVendor();
  const id = await upload(vendorId, null, 'PAN', null);
  await bina().refused(contract.verifyDocument, { id }, 'document.own-work', { version: 1 });
  await bina().refused(contract.rejectDocument, { id, reason: 'Blurred' }, 'document.own-work', {
    version: 1,
  });
  await asha().call(contract.rejectDocument, { id, reason: 'Blurred' }, { version: 1 });
  const [document] = (await view(vendorId)).documents;
  assert.deepEqual([document?.status, document?.reason], ['REJECTED', 'Blurred']);
  const file = await fileOf(app, 'Bina');
  const given = { vendorId, personId: null, number: null, startsOn: day(5), fileId: file };
  for (const endsOn of [null, day(4)]) {
    const error = await bina().refused(
      contract.addDocument,
      { ...given, kind: 'AGREEMENT', endsOn },
      'input.invalid',
    );
    assert.deepEqual(Object.keys(error.fields ?? {}), ['endsOn']);
  }
});

test('a driver is posted with papers that run; the second one in the seat is refused', async () => {
  const vendorId = await readyVendor();
  const vehicleId = await addVehicle(app);
  const raw = await addPerson(vendorId);
  const error = await bina().refused(vehicleStaffContract.add, posting(raw, vehicleId), 'person.blocked');
  assert.match(error.message, /Driving licence is not recorded/);
  const id = await readyPerson(vendorId, 'DRIVER', day(10));
  assert.equal((await personIn(vendorId, id)).readiness, 'WARN', 'the licence ends soon');
  const first = await bina().call(vehicleStaffContract.add, posting(id, vehicleId));
  // His licence has ended by then.
  await bina().refused(
    vehicleStaffContract.add,
    posting(id, vehicleId, { fromOn: day(11) }),
    'person.blocked',
  );
  const other = await readyPerson(vendorId);
  await bina().refused(vehicleStaffContract.add, posting(other, vehicleId), 'posting.taken');
  const attendant = await readyPerson(vendorId, 'ATTENDANT');
  await bina().refused(vehicleStaffContract.add, posting(attendant, vehicleId), 'input.invalid');
  await bina().call(vehicleStaffContract.add, posting(attendant, vehicleId, { role: 'ATTENDANT' }));
  await bina().call(
    vehicleStaffContract.change,
    { id: first.id, fromOn: day(0), toOn: day(2) },
    { version: 1 },
  );
  await bina().call(vehicleStaffContract.add, posting(other, vehicleId, { fromOn: day(3) }));
  const { rows } = await bina().call(vehicleStaff.endpoints.list, { vehicleId: [vehicleId] });
  assert.deepEqual(rows.map((row) => `${row.role} ${row.state}`).sort(), [
    'ATTENDANT RUNNING',
    'DRIVER COMING',
    'DRIVER RUNNING',
  ]);
});

test('a card is printed for a verified person, and stops at once with the person or the vendor', async () => {
  const vendorId = await readyVendor();
  const raw = await addPerson(vendorId);
  await bina().refused(contract.printCard, { id: raw }, 'person.not-verified');
  const [one, two] = [await readyPerson(vendorId), await readyPerson(vendorId, 'ATTENDANT')];
  await bina().call(contract.printCard, { id: one });
  await bina().call(contract.printCard, { id: one });
  await bina().call(contract.printCard, { id: two });
  const cards = async (id: string) =>
    (
      await app.sql<{ status: string }>(
        'select status from escort_card where subject_id = $1 order by status',
        [id],
      )
    ).map(({ status }) => status);
  assert.deepEqual(await cards(one), ['ACTIVE', 'REPLACED']);
  const { version } = await personIn(vendorId, one);
  const suspend = { id: one, action: 'suspend' as const, reason: 'Used the phone while driving' };
  await bina().refused(contract.movePerson, { ...suspend, reason: null }, 'input.invalid', { version });
  await bina().call(contract.movePerson, suspend, { version });
  assert.deepEqual(await cards(one), ['REPLACED', 'REVOKED']);
  assert.deepEqual((await personIn(vendorId, one)).reasons[0], 'Suspended');
  // The vendor takes everybody along.
  await bina().call(
    contract.moveVendor,
    { id: vendorId, action: 'suspend', reason: 'No insurance' },
    { version: (await view(vendorId)).version },
  );
  assert.deepEqual(await cards(two), ['REVOKED']);
  assert.equal((await personIn(vendorId, two)).readiness, 'BLOCKED');
  await bina().refused(contract.printCard, { id: two }, 'person.not-verified');
});

test('the log tells all of it, or one card of it', async () => {
  const vendorId = await readyVendor();
  const id = await readyPerson(vendorId, 'ATTENDANT');
  await bina().call(contract.printCard, { id });
  const all = await bina().call(contract.logs, { id: vendorId });
  assert.deepEqual(
    new Set(all.rows.map(({ type }) => type)),
    new Set(['VENDOR', 'PERSON', 'DOCUMENT', 'CARD']),
  );
  const cards = await bina().call(contract.logs, { id: vendorId, logType: 'CARD' });
  assert.deepEqual(
    cards.rows.map(({ type, action }) => `${type} ${action}`),
    ['CARD print'],
  );
  const person = await bina().call(contract.logs, { id: vendorId, dataId: id });
  assert.deepEqual(
    person.rows.map(({ action }) => action),
    ['verify', 'add'],
  );
});

test('names, the in-house team and phones are taken once', async () => {
  const vendor = aVendor();
  const { id } = await bina().call(contract.addVendor, vendor);
  await bina().refused(contract.addVendor, { ...vendor }, 'vendor.exists');
  // The in-house team is there with the first vehicle.
  await addVehicle(app);
  const { rows } = await bina().call(escortVendors.endpoints.list, { kind: ['IN_HOUSE'] });
  assert.deepEqual(
    rows.map(({ name, status }) => `${name} ${status}`),
    ['In-house team VERIFIED'],
  );
  await bina().refused(contract.addVendor, aVendor({ kind: 'IN_HOUSE' }), 'vendor.in-house');
  const person = await aPerson();
  await bina().call(contract.addPerson, { vendorId: id, ...person });
  const again = { ...(await aPerson()), phone: person.phone };
  await bina().refused(contract.addPerson, { vendorId: id, ...again }, 'person.exists');
  await bina().refused(contract.addVendor, { ...aVendor(), pan: 'X1' }, 'input.invalid');
});

test('whoever verifies a document opens it; another centre does not', async () => {
  const vendorId = await addVendor();
  const face = await aFace();
  const { id } = await bina().call(contract.addPerson, { vendorId, ...(await aPerson()), photo: face });
  for (const personId of [null, id]) await upload(vendorId, personId, 'ADDRESS', null);
  const { documents } = await view(vendorId);
  for (const { fileId } of documents) await fileStore().write(fileId, DOT);
  const status = async (caller: ReturnType<typeof bina>, file: string) =>
    (
      await app.app.inject({
        method: 'GET',
        url: `/api/file/${file}?inline=1`,
        headers: await caller.headers(),
      })
    ).statusCode;
  for (const file of [face, ...documents.map(({ fileId }) => fileId)]) {
    assert.equal(await status(asha(), file), 200);
    assert.equal(await status(app.as('Charu'), file), 404);
  }
});

test('with the person, or the vendor, postings and account end, and phone and name are free', async () => {
  const vendor = aVendor();
  const { id: vendorId } = await bina().call(contract.addVendor, vendor);
  for (const kind of ['AGREEMENT', 'PAN'] as const) await verified(vendorId, null, kind);
  const verify = { id: vendorId, action: 'verify' as const, reason: null };
  await asha().call(contract.moveVendor, verify, { version: 1 });
  const [one, two] = [await readyPerson(vendorId), await readyPerson(vendorId)];
  const buses = [await addVehicle(app), await addVehicle(app), await addVehicle(app)];
  const [bus = '', other = '', third = ''] = buses;
  await bina().call(vehicleStaffContract.add, posting(one, bus));
  await bina().call(vehicleStaffContract.add, posting(one, other, { fromOn: day(7) }));
  await bina().call(vehicleStaffContract.add, posting(two, third));
  const postings = async (personId: string) =>
    (
      await app.sql<{ to: string | null }>(
        'select to_on::text as "to" from vehicle_staff where person_id = $1 order by from_on',
        [personId],
      )
    ).map(({ to }) => to);
  const account = async (personId: string) =>
    (await app.sql('select user_id from escort_person where id = $1', [personId]))[0]?.['user_id'];
  await app.sql('update escort_person set user_id = (select id from app_user limit 1) where id = $1', [one]);
  const gone = await personIn(vendorId, one);
  const leave = { id: one, action: 'leave' as const, reason: 'Moved to Pune' };
  await bina().call(contract.movePerson, leave, { version: gone.version });
  assert.deepEqual([await postings(one), await account(one)], [[day(0)], null]);
  // Comes back: another row, with documents of its own.
  const again = { ...(await aPerson()), phone: gone.phone };
  await bina().call(contract.addPerson, { vendorId, ...again });
  await bina().refused(contract.addPerson, { vendorId, ...again, photo: await aFace() }, 'person.exists');
  const { version } = await view(vendorId);
  const close = { id: vendorId, action: 'close' as const, reason: 'Contract ended' };
  await bina().call(contract.moveVendor, close, { version });
  assert.deepEqual(await postings(two), [day(0)]);
  assert.deepEqual(new Set((await view(vendorId)).people.map(({ status }) => status)), new Set(['LEFT']));
  const { id: fresh } = await bina().call(contract.addVendor, vendor);
  await bina().refused(contract.addVendor, vendor, 'vendor.exists');
  await bina().call(contract.addPerson, { vendorId: fresh, ...again, photo: await aFace() });
});

test('a posting is changed for days to come, under the papers that a new one needs', async () => {
  const vendorId = await readyVendor();
  const vehicleId = await addVehicle(app);
  const id = await readyPerson(vendorId);
  const { id: post } = await bina().call(vehicleStaffContract.add, posting(id, vehicleId));
  const change = { id: post, fromOn: day(0), toOn: day(9) as string | null };
  const fieldsOf = async (more: Partial<typeof change>, version = 1) => {
    const wrong = { ...change, ...more };
    const error = await bina().refused(vehicleStaffContract.change, wrong, 'input.invalid', { version });
    return Object.keys(error.fields ?? {});
  };
  assert.deepEqual(await fieldsOf({ fromOn: day(-1) }), ['fromOn']);
  assert.deepEqual(await fieldsOf({ fromOn: day(1) }), ['fromOn']);
  await app.sql('update vehicle_staff set from_on = $2 where id = $1', [post, day(-5)]);
  assert.deepEqual(await fieldsOf({ fromOn: day(-5), toOn: day(-1) }, 2), ['toOn']);
  const suspend = { id, action: 'suspend' as const, reason: 'Used the phone while driving' };
  await bina().call(contract.movePerson, suspend, { version: (await personIn(vendorId, id)).version });
  // Shorter needs no papers, longer does.
  await bina().call(vehicleStaffContract.change, { ...change, fromOn: day(-5) }, { version: 2 });
  for (const toOn of [day(10), null])
    await bina().refused(
      vehicleStaffContract.change,
      { ...change, fromOn: day(-5), toOn },
      'person.blocked',
      { version: 3 },
    );
  await app.sql('update vehicle_staff set to_on = $2 where id = $1', [post, day(-1)]);
  await bina().refused(vehicleStaffContract.change, { ...change, fromOn: day(-5) }, 'row.wrong-state', {
    version: 4,
  });
});

test('a document counts from its first day', async () => {
  const vendorId = await readyVendor();
  const id = await readyPerson(vendorId, 'DRIVER', day(10));
  const file = await fileOf(app, 'Bina');
  const renewal = { vendorId, personId: id, kind: 'LICENCE' as const, number: null, fileId: file };
  const { id: later } = await bina().call(contract.addDocument, {
    ...renewal,
    startsOn: day(20),
    endsOn: day(400),
  });
  await asha().call(contract.verifyDocument, { id: later }, { version: 1 });
  const { readiness, reasons } = await personIn(vendorId, id);
  assert.equal(readiness, 'WARN');
  assert.match(reasons.join(), /Driving licence ends on/);
  const vehicleId = await addVehicle(app);
  const between = posting(id, vehicleId, { fromOn: day(15) });
  const error = await bina().refused(vehicleStaffContract.add, between, 'person.blocked');
  assert.match(error.message, /Driving licence ended on/);
  await bina().call(vehicleStaffContract.add, posting(id, vehicleId, { fromOn: day(20) }));
  // Nobody is verified with what begins later.
  const raw = await addPerson(vendorId, 'ATTENDANT');
  await verified(vendorId, raw, 'MEDICAL');
  const police = { ...renewal, personId: raw, kind: 'POLICE' as const, fileId: await fileOf(app, 'Bina') };
  const { id: coming } = await bina().call(contract.addDocument, {
    ...police,
    startsOn: day(3),
    endsOn: day(90),
  });
  await asha().call(contract.verifyDocument, { id: coming }, { version: 1 });
  const verify = { id: raw, action: 'verify' as const, reason: null };
  await asha().refused(contract.movePerson, verify, 'escort.documents-missing', { version: 1 });
});

test('an escort’s own account works on trips and on nothing else', async () => {
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 30, 'CENTRE', $2, '2024-04-01')`,
    [people.Zoya.id, ANDHERI],
  );
  // A phone on a bus: whatever is added here is seen on the road.
  const rows = readFileSync(new URL('../permissions.csv', import.meta.url), 'utf8').split('\n');
  const opened = rows
    .map((row) => row.split(','))
    .filter(([, modules]) => modules?.includes('transportTrip'));
  assert.deepEqual(opened.map(([name]) => name).sort(), [
    'scan.record',
    'trip-track.record',
    'trip.board',
    'trip.due',
    'trip.run',
    'trip.sos',
    'trip.start',
  ]);
  const zoya = app.as('Zoya', { centre: ANDHERI });
  const vendorId = await addVendor();
  await zoya.refused(contract.vendor, { id: vendorId }, 'module.missing');
  await zoya.refused(contract.logs, { id: vendorId }, 'module.missing');
  await zoya.refused(contract.addDocument, { vendorId } as never, 'module.missing');
  await zoya.refused(vehicleStaff.endpoints.list, {}, 'module.missing');
  const file = await aFace();
  await bina().call(contract.addPerson, { vendorId, ...(await aPerson()), photo: file });
  const { statusCode } = await app.app.inject({
    method: 'GET',
    url: `/api/file/${file}`,
    headers: await zoya.headers(),
  });
  assert.equal(statusCode, 404);
});

test('another centre has nothing of it', async () => {
  const vendorId = await readyVendor();
  const id = await readyPerson(vendorId);
  const post = await bina().call(vehicleStaffContract.add, posting(id, await addVehicle(app)));
  const document = await upload(vendorId, null, 'PAN', null);
  const charu = app.as('Charu');
  await charu.refused(contract.vendor, { id: vendorId }, 'row.not-found');
  await charu.refused(contract.logs, { id: vendorId }, 'row.not-found');
  await charu.refused(contract.changeVendor, { id: vendorId, ...aVendor() }, 'row.not-found', { version: 1 });
  await charu.refused(contract.moveVendor, { id: vendorId, action: 'close', reason: 'x' }, 'row.not-found', {
    version: 1,
  });
  await charu.refused(contract.addPerson, { vendorId, ...(await aPerson()) }, 'row.not-found');
  await charu.refused(contract.changePerson, { id, ...(await aPerson()) }, 'row.not-found', { version: 2 });
  await charu.refused(contract.movePerson, { id, action: 'suspend', reason: 'x' }, 'row.not-found', {
    version: 2,
  });
  await charu.refused(contract.printCard, { id }, 'row.not-found');
  await charu.refused(contract.verifyDocument, { id: document }, 'row.not-found', { version: 1 });
  await charu.refused(contract.rejectDocument, { id: document, reason: 'x' }, 'row.not-found', {
    version: 1,
  });
  await charu.refused(vehicleStaffContract.get, { id: post.id }, 'row.not-found');
  await charu.refused(vehicleStaffContract.add, posting(id, await addVehicle(app)), 'row.not-found');
  const days = { fromOn: day(0), toOn: day(1) };
  await charu.refused(vehicleStaffContract.change, { id: post.id, ...days }, 'row.not-found', { version: 1 });
  const { rows } = await charu.call(escortVendors.endpoints.list, {});
  assert.ok(!rows.some((row) => row.id === vendorId));
});
