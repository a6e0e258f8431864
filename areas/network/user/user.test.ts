import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { fileStore } from '@aangan/server/files/files.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { ANDHERI, BANER, openSession, people } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { profileContract } from '../../shell/profile.contract.ts';
import { departmentContract } from '../department.contract.ts';
import { franchiseeContract } from '../franchisee/franchisee.contract.ts';
import { days, runJob, until, versionIn } from '../network-testing.ts';
import { grantExpiry, pauseEnd } from './access-jobs.server.ts';
import { grantCentre, revokeCentre } from './grants.server.ts';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { userMergeContract } from './user-merge.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const counsellor = { roleId: 9, scope: 'CENTRE' as const, franchiseeId: ANDHERI };
const run = (job: JobDeclaration, now: Date) => runJob(app, job, now);
const versionOf = (id: string) => versionIn(app, 'app_user', id);

test('people: invite with roles one may give, refuse what one may not, see only one’s own', async () => {
  const bina = app.as('Bina', { steppedUp: true });
  const { id } = await bina.call(userContract.invite, {
    firstName: 'Ila',
    lastName: 'Sen',
    email: 'Ila@Aangan.test',
    mobile: '98199 00001',
    franchiseeId: ANDHERI,
    roles: [counsellor],
  });
  const person = { firstName: 'No', lastName: '', email: 'no@aangan.test', franchiseeId: ANDHERI };
  await bina.refused(
    userContract.invite,
    { ...person, email: 'ila@aangan.test', roles: [counsellor] },
    'user.email-used',
  );
  await bina.refused(
    userContract.invite,
    { ...person, roles: [{ roleId: 18, scope: 'NETWORK' }] },
    'user.may-not-grant',
  );
  await bina.refused(
    userContract.invite,
    { ...person, roles: [{ ...counsellor, franchiseeId: BANER }] },
    'user.may-not-grant',
  );
  await app
    .as('Kavi', { steppedUp: true })
    .refused(
      userContract.grant,
      { userId: people.Zoya.id, grant: { roleId: 6, scope: 'CENTRE', franchiseeId: ANDHERI } },
      'role.wrong-model',
    );
  await app
    .as('Kavi', { steppedUp: true })
    .refused(
      userContract.grant,
      { userId: people.Zoya.id, grant: { roleId: 18, scope: 'NETWORK' } },
      'user.may-not-grant',
    );
  await bina.refused(userContract.grant, { userId: people.Bina.id, grant: counsellor }, 'user.own-grant');
  await bina.refused(userContract.view, { userId: people.Rekha.id }, 'row.not-found');
  const list = await bina.call(userContract.list, { q: 'ila sen' });
  assert.deepEqual(
    list.rows.map((row) => [row.name, row.mobile, row.roles[0]?.role, row.state]),
    [['Ila Sen', '+919819900001', 'Counsellor', 'INVITED']],
  );
  const everybody = (await bina.call(userContract.list, { limit: 200 })).rows.map((row) => row.name);
  assert.equal(
    everybody.some((name) => /^(Rekha|Chetan|Gita)/.test(name)),
    false,
    'nobody of another centre, no parents among the staff',
  );
  const preview = await bina.call(userContract.preview, { roleIds: [9] });
  assert.ok(preview.groups.some((group) => group.items.some((item) => item.label === 'Pincode service')));
  const known = await bina.call(userContract.findDuplicate, { mobile: '9819900001' });
  assert.equal(known.person?.name, 'Ila Sen');
  const foreign = await bina.call(userContract.findDuplicate, { email: 'rekha@aangan.test' });
  assert.deepEqual(foreign, { taken: true, person: null }, 'somebody of another centre stays unnamed');
  await bina.call(userAccountContract.disable, { userId: id, reason: 'Wrong person' }, { version: 1 });
  const back = await bina.call(userContract.findDuplicate, { mobile: '9819900001' });
  assert.deepEqual([back.taken, back.person?.state], [false, 'DISABLED']);
});

test('a colleague of the centre: role by kind, invited, the staff area is told', async () => {
  const { id } = await app.as('Bina').call(userAccountContract.createStaff, {
    firstName: 'Divyani',
    lastName: 'Rao',
    mobile: '9819900002',
    kind: 'TEACHING',
    joinedOn: days(0),
  });
  const [row] = await app.sql<{ role_id: number; state: string; facts: number }>(
    `select g.role_id, u.state, (select count(*)::int from outbox o where o.kind = 'network.staff-user-created' and o.dedupe_key = $1::text) as facts
       from app_user u join user_role g on g.user_id = u.id where u.id = $1::uuid`,
    [id],
  );
  assert.deepEqual(row, { role_id: 10, state: 'INVITED', facts: 1 });
  await app
    .as('Asha', { centre: null })
    .refused(
      userAccountContract.createStaff,
      { firstName: 'X', lastName: '', mobile: '9819900003', kind: 'SUPPORT', joinedOn: days(0) },
      'input.invalid',
    );
  const { id: there } = await app.as('Asha', { centre: null }).call(userAccountContract.createStaff, {
    firstName: 'Asks',
    lastName: 'Inside',
    mobile: '9819900004',
    kind: 'SUPPORT',
    joinedOn: days(0),
    franchiseeId: BANER,
  });
  const [home] = await app.sql<{ at: number }>('select franchisee_id as at from app_user where id = $1', [
    there,
  ]);
  assert.equal(home?.at, BANER);
  const bina = app.as('Bina', { centre: null });
  const elsewhere = {
    firstName: 'X',
    lastName: '',
    mobile: '9819900005',
    joinedOn: days(0),
    franchiseeId: BANER,
  };
  await bina.refused(userAccountContract.createStaff, { ...elsewhere, kind: 'SUPPORT' }, 'context.foreign');
});

test('a franchisee master role is held at the one home centre, and only where the model fits', async () => {
  const asha = app.as('Asha', { centre: null, steppedUp: true });
  const [andheri, baner] = await app.sql<{ model: string }>(
    'select model from franchisee where id in (2, 3) order by id',
  );
  assert.ok(andheri && baner);
  const person = async (franchiseeId: number, roleId: number, mobile: string) =>
    asha.raw(userContract.invite, {
      firstName: 'Master',
      lastName: 'Role',
      mobile,
      franchiseeId: ANDHERI,
      roles: [{ roleId, scope: 'CENTRE', franchiseeId }],
    });
  const [fits, other] = andheri.model === 'FOFO' ? [5, 6] : [6, 5];
  const wrong = await person(ANDHERI, other, '9819900006');
  assert.deepEqual([wrong.status, (wrong.body as { code: string }).code], [422, 'role.wrong-model']);
  const away = await person(BANER, 9, '9819900006');
  assert.deepEqual([away.status, (away.body as { code: string }).code], [422, 'role.home-centre']);
  assert.equal((await person(ANDHERI, fits, '9819900006')).status, 200);
  assert.equal((await person(BANER, 8, '9819900007')).status, 200, 'other roles are held anywhere');
});

test('network story 12: a role for a time counts to its last IST day and not a second longer; it warns before and is closed after', async () => {
  const kavi = app.as('Kavi', { steppedUp: true });
  const { grantId } = await kavi.call(userContract.grant, {
    userId: people.Tara.id,
    grant: { roleId: 20, scope: 'NETWORK', to: days(7), reason: 'Relief' },
  });
  const mayList = async () => (await app.as('Tara').raw(franchiseeContract.register, {})).status === 200;
  const menu = async () =>
    (await app.as('Tara').call(profileContract.menu, {})).dashboards.flatMap((d) => d.groups).length;
  await until(mayList);
  assert.ok((await menu()) > 0);
  assert.equal((await run(grantExpiry, new Date())).ok, 1, 'told seven days before');
  assert.equal((await run(grantExpiry, new Date())).ok, 0, 'and not again');
  await kavi.call(userContract.extendGrant, { grantId, to: days(30) });
  await kavi.refused(userContract.extendGrant, { grantId, to: days(-1) }, 'user.wrong-state');
  const [view] = (await kavi.call(userContract.view, { userId: people.Tara.id })).grants.filter(
    (grant) => grant.id === grantId,
  );
  assert.deepEqual([view?.to, view?.centres], [days(30), null]);
  await app.sql('update user_role set from_on = $2, to_on = $3 where id = $1', [grantId, days(-3), days(-1)]);
  const grants = await kavi.call(userContract.view, { userId: people.Tara.id });
  assert.equal(
    grants.grants.find((grant) => grant.id === grantId)?.centres,
    0,
    'it reaches nothing any more',
  );
  assert.equal((await run(grantExpiry, new Date())).ok, 1, 'the row is closed');
});

test('network story 13 (the role through HTTP, the allocation by grantCentre, as the audits area calls it): a listed centre comes and goes without a new sign-in', async () => {
  await app.as('Asha', { steppedUp: true }).call(userContract.grant, {
    userId: people.Nitin.id,
    grant: { roleId: 12, scope: 'CENTRES', franchiseeIds: [ANDHERI], from: days(0), to: days(30) },
  });
  const reached = async () =>
    (await app.as('Nitin').call(franchiseeContract.active, {})).rows.some((row) => row.id === BANER);
  const inDb = <T>(work: Parameters<typeof inUnitOfWork<T>>[3]) =>
    inUnitOfWork(app.pool, systemActor(), { command: 'test' }, work);
  await app.sql(`delete from user_role where user_id = $1 and scope = 'NETWORK'`, [people.Nitin.id]);
  await until(async () =>
    (await app.as('Nitin').call(franchiseeContract.active, {})).rows.some((row) => row.id === ANDHERI),
  );
  assert.equal(await reached(), false, 'only the listed one');
  await inDb((db) =>
    grantCentre(db, {
      userId: people.Nitin.id,
      franchiseeId: BANER,
      from: days(0),
      to: days(30),
      source: 'RELIEF',
      sourceId: 'november',
    }),
  );
  await until(reached);
  await inDb((db) => revokeCentre(db, { source: 'RELIEF', sourceId: 'november', on: days(-1) }));
  await until(async () => !(await reached()));
});

test('a pause ends sessions and keeps roles, and ends by itself', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const harsh = app.as('Harsh');
  assert.equal((await harsh.raw(profileContract.menu, {})).status, 200);
  await asha.call(
    userAccountContract.suspend,
    { userId: people.Harsh.id, reason: 'Long leave', until: days(2) },
    { version: await versionOf(people.Harsh.id) },
  );
  await until(async () => (await harsh.raw(profileContract.menu, {})).status === 401);
  assert.equal((await run(pauseEnd, new Date())).ok, 0);
  assert.equal((await run(pauseEnd, new Date(Date.now() + 4 * 86_400_000))).ok, 1);
  const view = await asha.call(userContract.view, { userId: people.Harsh.id });
  assert.deepEqual([view.state, view.grants.filter((grant) => !grant.ended).length], ['ACTIVE', 1]);
  await asha.refused(userAccountContract.resume, { userId: people.Harsh.id }, 'user.wrong-state', {
    version: view.version,
  });
});

test('devices and sessions: seen by who manages the person, ended one by one or all, reset forgets everything', async () => {
  const bina = app.as('Bina', { steppedUp: true });
  await openSession(app.database.adminUrl, 'Divya');
  const [device] = await app.sql<{ id: string }>(
    `insert into known_device (user_id, thumbprint, name) values ($1, '\\x01', 'Chrome on Android') returning id`,
    [people.Divya.id],
  );
  await app.sql('update session set device_id = $2 where user_id = $1 and ended_at is null', [
    people.Divya.id,
    device?.id,
  ]);
  const seen = await bina.call(userAccountContract.security, { userId: people.Divya.id });
  assert.deepEqual(
    seen.devices.map((one) => [one.name, one.openSessions]),
    [['Chrome on Android', 1]],
  );
  await bina.refused(userAccountContract.security, { userId: people.Rekha.id }, 'row.not-found');
  const { ended } = await bina.call(userAccountContract.forgetDevice, {
    userId: people.Divya.id,
    deviceId: device?.id ?? '',
  });
  assert.equal(ended, 1);
  await openSession(app.database.adminUrl, 'Divya');
  await bina.call(userAccountContract.reset, { userId: people.Divya.id });
  const [left] = await app.sql<{ state: string; open: number; roles: number }>(
    `select u.state, (select count(*)::int from session s where s.user_id = u.id and s.ended_at is null) as open,
      (select count(*)::int from user_role g where g.user_id = u.id and g.ended_at is null) as roles from app_user u where u.id = $1`,
    [people.Divya.id],
  );
  assert.deepEqual(left, { state: 'INVITED', open: 0, roles: 1 });
  await bina.refused(userAccountContract.reset, { userId: people.Bina.id }, 'user.own-access');
});

test('approval codes are given by those who hold them, never to oneself', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const bina = app.as('Bina', { steppedUp: true });
  const code = { userId: people.Omkar.id, code: 'REFUND_L1', franchiseeId: ANDHERI };
  await bina.refused(userAccountContract.setCode, code, 'user.code-not-yours');
  await asha.call(userAccountContract.setCode, code);
  const view = await asha.call(userContract.view, { userId: people.Omkar.id });
  assert.deepEqual(
    view.codes.map((one) => [one.code, one.where]),
    [['REFUND_L1', '(002) Andheri']],
  );
  await asha.refused(userAccountContract.setCode, { ...code, userId: people.Asha.id }, 'user.own-access');
  await asha.call(userAccountContract.revokeCode, code);
  assert.equal((await asha.call(userContract.view, { userId: people.Omkar.id })).codes.length, 0);
});

test('a new home ends the roles of the old one unless they are kept', async () => {
  const kavi = app.as('Kavi', { steppedUp: true });
  const moved = await kavi.call(
    userContract.transferHome,
    { userId: people.Usha.id, franchiseeId: BANER },
    { version: await versionOf(people.Usha.id) },
  );
  assert.equal(moved.ended, 1);
  const view = await kavi.call(userContract.view, { userId: people.Usha.id });
  assert.equal(view.homeCentre, '(003) Baner');
});

test('network story 22: the 13 departments of the specification, in its spelling, with their people', async () => {
  const { rows } = await app.as('Asha').call(departmentContract.overview, {});
  assert.deepEqual(
    rows.map((row) => row.name),
    [
      'CUSTOMER CARE',
      'OPERATION',
      'MARKETING',
      'FINANCE',
      'ACADEMICS',
      'TECH',
      'BUSINESS PARTNER',
      'PRODUCT',
      'LOGISTICS',
      'SUPPLY CHAIN',
      'BRANDING',
      'MANAGEMENT',
      'SALES AND ACQUISITION',
    ],
  );
  await app
    .as('Bina')
    .refused(departmentContract.save, { departmentId: 1, email: 'care@aangan.test' }, 'module.missing');
  await app.as('Asha').call(departmentContract.save, { departmentId: 1, email: 'care@aangan.test' });
});

test('who was switched off while they switch off or join the only other super admin is refused; nobody waits in a circle', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const [kavi, sahil] = [people.Kavi.id, people.Sahil.id];
  await app.sql('update app_user set super_admin = true where id = any ($1)', [[kavi, sahil]]);
  await app.sql(`update app_user set state = 'SUSPENDED', suspend_reason = 'Away' where id = $1`, [sahil]);
  const waits = async () =>
    (
      await app.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0;
  /** What a call of Asha's answers when somebody else's change of her account is committed while it runs. */
  const meanwhile = (call: (version: number) => Promise<{ body: unknown }>) =>
    withClient(app.database.adminUrl, async (client) => {
      await client.query('begin');
      await client.query(`update app_user set state = 'DISABLED' where id = $1`, [people.Asha.id]);
      let answered = false;
      const answer = call(await versionOf(kavi)).finally(() => {
        answered = true;
      });
      await until(async () => answered || (await waits()));
      // The call waits for the first of them and holds none of the others yet.
      if (!answered) await client.query('select from app_user where id = $1 for update nowait', [kavi]);
      await client.query('commit');
      const { body } = await answer;
      await app.sql(`update app_user set state = 'ACTIVE' where id = $1`, [people.Asha.id]);
      return (body as { code?: string }).code;
    });
  const off = { userId: kavi, reason: 'Leaves' };
  const joined = { keepId: sahil, dropId: kavi };
  assert.ok(people.Asha.id < kavi, 'the rows are locked in the order of their ids');
  assert.deepEqual(
    [
      await meanwhile((version) => asha.raw(userAccountContract.disable, off, { version })),
      await meanwhile((version) =>
        asha.raw(userAccountContract.suspend, { ...off, until: null }, { version }),
      ),
      await meanwhile((version) => asha.raw(userMergeContract.merge, joined, { version })),
    ],
    Array.from({ length: 3 }, () => 'user.last-super-admin'),
  );
  await app.sql(
    `update app_user set super_admin = false, state = 'ACTIVE', suspend_reason = null where id = any ($1)`,
    [[kavi, sahil]],
  );
});

test('another address of somebody else needs a fresh code, signs them out and is told to the old one', async () => {
  const change = { userId: people.Esha.id, changes: { email: 'esha.new@aangan.test', mobile: undefined } };
  const at = () => versionOf(people.Esha.id).then((version) => ({ version }));
  const esha = app.as('Esha');
  await esha.call(profileContract.get, {});
  await app
    .as('Bina')
    .call(userContract.update, { userId: people.Esha.id, changes: { designation: 'Nursery' } }, await at());
  await app.as('Bina').refused(userContract.update, change, 'step-up.needed', await at());
  await app.as('Bina', { steppedUp: true }).call(userContract.update, change, await at());
  await until(async () => (await esha.raw(profileContract.get, {})).status === 401);
  const [told] = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where payload ->> 'kind' in ('shell.contact-changed', 'shell.contact-left') and dedupe_key like '%' || $1 || '%'`,
    [people.Esha.id],
  );
  assert.equal(told?.n, 2);
  await app
    .as('Asha', { steppedUp: true })
    .refused(
      userContract.update,
      { userId: people.Asha.id, changes: { mobile: '9819966666' } },
      'user.own-address',
      { version: await versionOf(people.Asha.id) },
    );
});

test('a file has the rows of the centres where its module is held, and none for who lost it', async () => {
  // Head of Baner and teacher of Andheri: only Baner's people are hers to see.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, granted_by) values ($1, 10, 'CENTRE', $2, $3)`,
    [people.Charu.id, ANDHERI, people.Asha.id],
  );
  const charu = app.as('Charu', { centre: null });
  const made = async (before = async () => {}) => {
    const { jobId } = await charu.call(userContract.export, { format: 'csv' });
    await before();
    await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
    const [job] = await app.sql<{ state: string; error: string | null; storage_key: string | null }>(
      'select state, error, storage_key from export_job where id = $1',
      [jobId],
    );
    return job;
  };
  const job = await made();
  assert.equal(job?.state, 'DONE');
  const chunks: Buffer[] = [];
  for await (const chunk of await fileStore().read(job?.storage_key ?? '')) chunks.push(Buffer.from(chunk));
  const rows = Buffer.concat(chunks).toString();
  assert.match(rows, /charu@aangan\.test/);
  assert.doesNotMatch(rows, /esha@aangan\.test|bina@aangan\.test/);
  const lost = await made(async () => {
    await app.sql(`update user_role set ended_at = now() where user_id = $1 and role_id = 5`, [
      people.Charu.id,
    ]);
  });
  assert.deepEqual([lost?.state, lost?.storage_key], ['FAILED', null]);
  assert.match(lost?.error ?? '', /does not open this/);
});

// The last one: either of the two may be the one who is signed out for good.
test('the last super admin stays; two who switch each other off do not both succeed', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  await asha.refused(userAccountContract.disable, { userId: people.Asha.id, reason: 'Myself' }, 'user.self', {
    version: await versionOf(people.Asha.id),
  });
  await app
    .as('Kavi')
    .refused(userAccountContract.disable, { userId: people.Asha.id, reason: 'Takeover' }, 'user.above-you', {
      version: await versionOf(people.Asha.id),
    });
  await app.sql('update app_user set super_admin = true where id = $1', [people.Kavi.id]);
  const kavi = app.as('Kavi', { steppedUp: true });
  const off = async (by: Caller, who: 'Asha' | 'Kavi', version: number) => {
    const { status, body } = await by.raw(
      userAccountContract.disable,
      { userId: people[who].id, reason: 'Leaves' },
      { version },
    );
    return status === 200 ? 'done' : (body as { code: string }).code;
  };
  // The flag counts within a second; a stale version changes nothing.
  await until(async () => (await off(kavi, 'Asha', 0)) === 'row.stale');
  const versions = [await versionOf(people.Kavi.id), await versionOf(people.Asha.id)] as const;
  const answers = await Promise.all([off(asha, 'Kavi', versions[0]), off(kavi, 'Asha', versions[1])]);
  const refused = answers.find((one) => one !== 'done') ?? 'nobody';
  assert.ok(
    answers.includes('done') && /^(user\.last-super-admin|session\.ended)$/.test(refused),
    `${answers}`,
  );
});
