// A person's page: editing, sealed numbers, leaving and coming back, and what other areas and screens learn of staff.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, BANER, HEAD_OFFICE, people, staffIds } from '@aangan/testkit/world.ts';
import { searchContract } from '../../shell/search.contract.ts';
import { staffDesignation } from '../designation.record.ts';
import { eligibleStaff, isApproved, staffOf } from '../public.server.ts';
import { staffShift } from '../shift.record.ts';
import { days, rowOf, runJob, verifyDocuments } from '../staff-testing.ts';
import { staffLeftJob } from './leave-service.server.ts';
import { staffContract } from './staff.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const at = async (id: string) => ({ version: (await rowOf(app, id)).version });
const bina = () => app.as('Bina');
const kavi = (steppedUp = false) => app.as('Kavi', { centre: ANDHERI, steppedUp });

/** A colleague entered by hand, without a sign-in where no user is named. */
async function person(n: number, more: { userId?: string; at?: number } = {}): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into staff (franchisee_id, id, user_id, employee_code, first_name, last_name, mobile, category, joined_on)
     values ($1, $2, $3, $4, 'Person', $5, $6, 'TEACHING', '2025-06-01')`,
    [
      more.at ?? ANDHERI,
      id,
      more.userId ?? null,
      `0${more.at ?? ANDHERI}0-9${String(n).padStart(3, '0')}`,
      `No ${n}`,
      `+91981982${String(1000 + n)}`,
    ],
  );
  return id;
}

const form = (id: string, more: Partial<InputOf<typeof staffContract.update>> = {}) => ({
  id,
  firstName: 'Divya',
  lastName: 'Nair',
  category: 'TEACHING' as const,
  employment: 'FULL_TIME' as const,
  joinedOn: '2024-04-01',
  ...more,
});

test('staff thread 10: a new mobile; a stale page, a number of somebody else and bad entries are refused', async () => {
  const id = staffIds.Divya;
  const other = await person(1);
  const version = await at(id);
  await bina().call(staffContract.update, form(id, { mobile: '98198 33001', address: 'Lane 4' }), version);
  const after = await bina().call(staffContract.get, { id });
  assert.deepEqual([after.values['mobile'], after.values['address']], ['+919819833001', 'Lane 4']);
  await bina().refused(staffContract.update, form(id), 'row.stale', version);
  const code = (await rowOf(app, other)).employee_code;
  const taken = await bina().refused(
    staffContract.update,
    form(id, { mobile: '+919819821001' }),
    'staff.duplicate-mobile',
    await at(id),
  );
  assert.deepEqual(
    [taken.message, taken.fields?.['mobile']],
    [`This number already works here as ${code}.`, `Already works here as ${code}`],
  );
  const [foreign] = await app.sql<{ id: string }>(
    `insert into staff_shift (franchisee_id, name, starts_at, half_at, ends_at) values ($1, 'Baner day', '08:00', '12:00', '16:00') returning id`,
    [BANER],
  );
  const wrong: [string, Partial<InputOf<typeof staffContract.update>>][] = [
    ['bornOn', { bornOn: '2010-01-01' }],
    ['probationUntil', { probationUntil: '2024-03-31' }],
    ['shiftId', { shiftId: foreign?.id ?? '' }],
    ['reportsToId', { reportsToId: people.Divya.id }],
    ['pincode', { pincode: '012345' }],
    ['pan', { pan: 'ABC' }],
    ['aadhaarLast4', { aadhaarLast4: '123456789012' }],
    ['mobile', { mobile: '12345' }],
    ['firstName', { firstName: '' }],
  ];
  for (const [field, values] of wrong) {
    const error = await app
      .as('Asha', { centre: null })
      .refused(staffContract.update, form(id, values), 'input.invalid', await at(id));
    assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
  }
  assert.equal(
    (await bina().raw(staffContract.update, { ...form(id), salary: 1 }, await at(id))).status,
    422,
  );
  assert.equal((await bina().call(staffContract.get, { id })).values['mobile'], '+919819833001');
});

test('another centre does not see the person, by any operation', async () => {
  const id = staffIds.Divya;
  const charu = app.as('Charu');
  const version = await at(id);
  await charu.refused(staffContract.get, { id }, 'row.not-found');
  await charu.refused(staffContract.update, form(id), 'row.not-found', version);
  const leave = { id, on: days(0), reason: 'Not mine', rehire: true };
  await charu.refused(staffContract.leaveService, leave, 'row.not-found', version);
  await charu.refused(staffContract.rejoin, { id, on: days(0) }, 'row.not-found', version);
  await charu.refused(recordHistoryContract.list, { kind: 'staff', id }, 'row.not-found');
  await app.as('Divya').refused(staffContract.get, { id }, 'module.missing');
  await app.as('Chetan', { centre: ANDHERI }).refused(staffContract.get, { id }, 'module.missing');
});

test('staff story 21: sealed numbers are masked, kept by an empty field, and revealed with proof, reason and a log row', async () => {
  const id = staffIds.Divya;
  const numbers = { pan: 'abcde 1234 f', bankAccount: '5010-0123456', ifsc: 'hdfc0001234' };
  await bina().call(staffContract.update, form(id, numbers), await at(id));
  await bina().call(staffContract.update, form(id, { pan: null, esi: '1234567890' }), await at(id));
  assert.deepEqual((await bina().call(staffContract.get, { id })).sealed, {
    pan: '••••234F',
    bankAccount: '••••3456',
    ifsc: '••••1234',
    pf: null,
    esi: '••••7890',
  });
  const ask = { id, field: 'pan' as const, reason: 'Form 16' };
  await app.as('Bina', { steppedUp: true }).refused(staffContract.reveal, ask, 'module.missing');
  await kavi().refused(staffContract.reveal, ask, 'step-up.needed');
  await kavi(true).refused(staffContract.reveal, { ...ask, reason: '' }, 'input.invalid');
  await kavi(true).refused(staffContract.reveal, { ...ask, field: 'pf' }, 'row.not-found');
  assert.deepEqual(await kavi(true).call(staffContract.reveal, ask), { value: 'ABCDE1234F' });
  const logged = await app.sql(
    `select user_id, subject_id, fields, reason from access_log where contract = 'staff.reveal' and action = 'REVEAL'`,
  );
  assert.deepEqual(logged, [{ user_id: people.Kavi.id, subject_id: id, fields: ['pan'], reason: 'Form 16' }]);
  const [stored] = await app.sql<{ found: boolean }>(
    `select bool_or(t::text like '%ABCDE1234F%' or t::text like '%50100123456%') as found from (select s::text as t from staff s union all select diff::text from record_change) x`,
  );
  assert.equal(stored?.found, false, 'neither the row nor the journal holds a number');
});

test('the photo is an uploaded picture of one’s own', async () => {
  const id = await person(2);
  const values = form(id, { firstName: 'Person', lastName: 'No 2', joinedOn: '2025-06-01' });
  const file = await uploadedFile(app, { by: 'Bina', name: 'me.pdf' });
  await bina().refused(
    staffContract.update,
    { ...values, photoFile: randomUUID() },
    'row.not-found',
    await at(id),
  );
  await bina().refused(staffContract.update, { ...values, photoFile: file }, 'file.wrong-type', await at(id));
  await app.sql(`update file set name = 'me.jpg' where id = $1`, [file]);
  await bina().call(staffContract.update, { ...values, photoFile: file }, await at(id));
  assert.ok((await bina().call(staffContract.get, { id })).photoUrl);
  await bina().call(staffContract.update, values, await at(id));
  assert.equal((await app.sql('select 1 from file_use where file_id = $1', [file])).length, 0);
});

test('staff thread 11: a last day ahead is worked to its end; then approval and roles are over', async () => {
  const userId = people.Usha.id;
  const id = staffIds.Usha;
  await verifyDocuments(app, id);
  await kavi().call(staffContract.approve, { id }, await at(id));
  const open = () =>
    app.sql<{ n: number }>(
      `select (select count(*)::int from user_role where user_id = $1 and ended_at is null)
        + (select count(*)::int from user_approval_code where user_id = $1 and revoked_at is null) as n`,
      [userId],
    );
  const leave = { id, on: days(3), reason: 'Moves to Nagpur', rehire: true };
  const wrong = { ...leave, on: days(91) };
  await bina().refused(staffContract.leaveService, wrong, 'input.invalid', await at(id));
  const early = { ...leave, on: '2024-03-31' };
  await bina().refused(staffContract.leaveService, early, 'input.invalid', await at(id));
  await bina().refused(staffContract.stay, { id }, 'staff.no-leaving', await at(id));
  await bina().call(staffContract.leaveService, leave, await at(id));
  assert.deepEqual([(await rowOf(app, id)).status, await open()], ['APPROVED', [{ n: 2 }]]);
  await bina().call(staffContract.stay, { id }, await at(id));
  assert.equal((await bina().call(staffContract.get, { id })).leftOn, null);
  await bina().call(staffContract.leaveService, leave, await at(id));
  const night = (n: number, time: string) => new Date(`${days(n)}T${time}:00+05:30`);
  assert.equal((await runJob(app, staffLeftJob, night(2, '23:55'))).ok, 0, 'the evening before');
  assert.equal((await runJob(app, staffLeftJob, night(3, '10:00'))).ok, 0, 'the last day itself');
  assert.equal((await runJob(app, staffLeftJob, night(3, '23:55'))).ok, 1);
  assert.equal((await runJob(app, staffLeftJob, night(4, '23:55'))).ok, 0, 'run again: nothing');
  assert.deepEqual([(await rowOf(app, id)).status, await open()], ['LEFT', [{ n: 0 }]]);
  await bina().refused(staffContract.update, form(id), 'staff.has-left', await at(id));
  await bina().refused(staffContract.leaveService, leave, 'row.wrong-state', await at(id));
  await bina().refused(staffContract.rejoin, { id, on: days(3) }, 'input.invalid', await at(id));
  await bina().call(staffContract.rejoin, { id, on: days(10) }, await at(id));
  const back = await bina().call(staffContract.get, { id });
  assert.deepEqual(
    [back.status, back.values['joinedOn'], back.leftOn, await open()],
    ['PENDING', days(10), null, [{ n: 1 }]],
  );
});

test('a past last day ends at once; nobody takes back whom the centre will not have again', async () => {
  const id = await person(3);
  const leave = { id, on: days(-1), reason: 'Did not come any more', rehire: false };
  await bina().call(staffContract.leaveService, leave, await at(id));
  assert.equal((await rowOf(app, id)).status, 'LEFT');
  await bina().refused(staffContract.rejoin, { id, on: days(0) }, 'staff.no-rehire', await at(id));
  assert.equal((await bina().call(staffContract.get, { id })).can['rejoin'], false);
});

test('who took the number or the place meanwhile is named', async () => {
  const left = await person(4, { userId: people.Esha.id });
  await app.sql(`update staff set status = 'LEFT', left_on = $2 where id = $1`, [left, days(-1)]);
  const again = await person(5, { userId: people.Esha.id });
  const code = (await rowOf(app, again)).employee_code;
  const twice = { id: left, on: days(0) };
  const same = await bina().refused(staffContract.rejoin, twice, 'staff.duplicate-user', await at(left));
  assert.equal(same.message, `This person already works here as ${code}.`);
  await app.sql(
    'update staff set user_id = null, mobile = (select mobile from staff where id = $2) where id = $1',
    [again, left],
  );
  await bina().refused(staffContract.rejoin, twice, 'staff.duplicate-mobile', await at(left));
});

test('nobody ends the own employment or sends a superior home', async () => {
  const own = await person(6, { userId: people.Bina.id });
  const leave = { on: days(0), reason: 'Enough of this', rehire: true };
  await bina().refused(staffContract.leaveService, { id: own, ...leave }, 'staff.own-record', await at(own));
  const superior = await person(7, { userId: people.Omkar.id });
  await bina().refused(
    staffContract.leaveService,
    { id: superior, ...leave },
    'user.may-not-grant',
    await at(superior),
  );
});

test('what other areas ask: who is approved, who somebody is, who may be given a class', async () => {
  const inDb = <T>(franchiseeId: number, work: Parameters<typeof inUnitOfWork<T>>[3]) =>
    inUnitOfWork(app.pool, systemActor(franchiseeId), { command: 'test' }, work);
  const waiting = await person(8);
  assert.deepEqual(
    [
      await inDb(ANDHERI, (db) => isApproved(db, staffIds.Divya)),
      await inDb(ANDHERI, (db) => isApproved(db, waiting)),
      await inDb(BANER, (db) => isApproved(db, staffIds.Divya)),
    ],
    [true, false, false],
  );
  const divya = await inDb(ANDHERI, (db) => staffOf(db, people.Divya.id));
  assert.deepEqual(
    divya.map(({ id, name, status }) => ({ id, name, status })),
    [{ id: staffIds.Divya, name: 'Divya Nair', status: 'APPROVED' }],
  );
  assert.deepEqual(await inDb(BANER, (db) => staffOf(db, people.Divya.id)), []);
  const able = (franchiseeId: number, category: 'TEACHING' | 'CARE') =>
    inDb(ANDHERI, (db) => eligibleStaff(db, { franchiseeId, categories: [category] }));
  assert.deepEqual(
    [
      (await able(ANDHERI, 'TEACHING')).map((one) => one.id),
      await able(ANDHERI, 'CARE'),
      await able(BANER, 'TEACHING'),
    ],
    [[staffIds.Divya], [], []],
  );
});

test('Ctrl+K finds staff by name and code where the module is held', async () => {
  const { employee_code: code } = await rowOf(app, staffIds.Divya);
  const hits = async (name: 'Bina' | 'Charu' | 'Chetan', q: string) =>
    (await app.as(name).call(searchContract.search, { q })).groups
      .filter((group) => group.kind === 'staff')
      .flatMap((group) => group.hits);
  const hit = {
    id: staffIds.Divya,
    label: 'Divya Nair',
    detail: `${code} · Approved`,
    link: `/staff/details?staff=${staffIds.Divya}`,
  };
  assert.deepEqual([await hits('Bina', 'divya'), await hits('Bina', code)], [[hit], [hit]]);
  assert.deepEqual([await hits('Charu', 'divya'), await hits('Chetan', 'divya')], [[], []]);
});

test('the history tells steps and changes, and no sealed number', async () => {
  const { rows } = await bina().call(recordHistoryContract.list, { kind: 'staff', id: staffIds.Usha });
  const steps = rows.filter((row) => row.what.includes('→')).map((row) => row.what);
  assert.deepEqual(steps, [
    'Left → Waiting for approval',
    'Approved → Left',
    'Waiting for approval → Approved',
  ]);
  const divya = await bina().call(recordHistoryContract.list, { kind: 'staff', id: staffIds.Divya });
  assert.ok(divya.rows.some((row) => row.changes.some((change) => change.label === 'Mobile')));
  assert.equal(/ABCDE1234F|50100123456/.test(JSON.stringify(divya)), false);
});

test('head office keeps designations; a centre picks from them and has shifts of its own', async () => {
  await bina().refused(staffDesignation.endpoints.list, {}, 'module.missing');
  const { rows } = (await bina().call(staffDesignation.endpoints.options, { q: 'assist' })) as {
    rows: { label: string }[];
  };
  assert.deepEqual(
    rows.map((row) => row.label),
    ['Assistant Teacher'],
  );
  const shifts = async (name: 'Bina' | 'Charu') =>
    (
      (await app.as(name).call(staffShift.endpoints.list, {})) as {
        rows: { name: string; franchiseeId: number }[];
      }
    ).rows;
  assert.deepEqual(
    (await shifts('Bina')).map((row) => [row.name, row.franchiseeId]),
    [['School day', HEAD_OFFICE]],
  );
  const early = { name: 'Early', startsAt: '07:30', halfAt: '11:00', endsAt: '14:30', graceMinutes: 10 };
  const rest = { halfMinutes: 120, weeklyOff: ['SUN'], saturdayRule: 'OFF', active: true };
  const create = staffShift.endpoints.create ?? assert.fail('shifts are written as records');
  await bina().refused(create, { ...early, ...rest, halfAt: '07:00' }, 'input.invalid');
  await bina().call(create, { ...early, ...rest });
  assert.deepEqual(
    (await shifts('Bina')).map((row) => row.name),
    ['Early', 'School day'],
  );
  assert.equal(
    (await shifts('Charu')).some((row) => row.name === 'Early'),
    false,
  );
});
