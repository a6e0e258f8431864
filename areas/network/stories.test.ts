// Acceptance stories of areas/network.md 10 that cross the area; the others stand beside their code, by the same names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { profileContract } from '../shell/profile.contract.ts';
import { sessionContract } from '../shell/session.contract.ts';
import { academicYearContract } from './academic-year/academic-year.contract.ts';
import { academicYearRoll } from './academic-year/academic-year.server.ts';
import { city } from './city.record.ts';
import { agreementContract } from './franchisee/agreement.contract.ts';
import { endingAlerts } from './franchisee/centre-jobs.server.ts';
import { directoryContract } from './franchisee/directory.contract.ts';
import { franchiseeContract } from './franchisee/franchisee.contract.ts';
import { franchisee } from './franchisee/franchisee.record.ts';
import { franchiseeLabel } from './franchisee/franchisee-label.ts';
import { days, lettersOf, paper, runJob } from './network-testing.ts';
import { pincodeContract } from './pincode/pincode.contract.ts';
import { postOfficeImport } from './pincode/post-office-import.contract.ts';
import { userContract } from './user/user.contract.ts';
import { viewAsContract } from './user/view-as.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  await app.sql(`insert into franchisee (id, company_name, model, status, brand_id, zone_id, city_id, pincode, lat, lng) values
    (14, 'Wakad', 'FOFO', 'SETUP', 1, 1, 2, '400014', 19.1, 72.8), (1024, 'Far', 'FOFO', 'SUSPENDED', 1, 2, 3, '400024', 19.1, 72.81), (30, 'Bandra', 'FOFO', 'ACTIVE', 1, 1, 1, null, null, null)`);
});
after(() => app.close());

const run = (job: JobDeclaration, now: Date) => runJob(app, job, now);

test('network story 1: (014) with three digits and (1024) without padding, in pickers, lists, answers and exports', async () => {
  const asha = app.as('Asha');
  assert.equal(franchiseeLabel(14, 'Baner'), '(014) Baner');
  assert.equal(franchiseeLabel(1024, 'Far'), '(1024) Far');
  const labels = async (rows: Promise<{ rows: { id: number | string; label: string }[] }>) =>
    (await rows).rows
      .filter((row) => [14, 1024].includes(Number(row.id)))
      .map((row) => row.label)
      .sort();
  const both = ['(014) Wakad', '(1024) Far'];
  assert.deepEqual(await labels(asha.call(franchiseeContract.active, {})), both);
  assert.deepEqual(await labels(asha.call(franchiseeContract.register, {})), both);
  assert.deepEqual(await labels(asha.call(franchiseeContract.points, {})), both);
  assert.deepEqual(await labels(asha.call(directoryContract.list, {})), both);
  const options = (await asha.call(franchisee.endpoints.options, {})) as {
    rows: { id: string; label: string }[];
  };
  assert.deepEqual(await labels(Promise.resolve(options)), both);
  assert.equal((await asha.call(franchiseeContract.view, { franchiseeId: 14 })).label, '(014) Wakad');
  const { centres } = await asha.call(pincodeContract.lookup, { pincode: '400014' });
  assert.ok(centres.every((one) => /^\(\d{3,}\) /.test(one.label)));
});

test('network story 2: everybody’s centres in set-up, at work and suspended; head office for the network alone', async () => {
  const asha = (await app.as('Asha').call(franchiseeContract.active, {})).rows;
  assert.deepEqual(
    asha.map((row) => [row.label, row.status]),
    [
      ['(001) Corporate Business Branch', 'ACTIVE'],
      ['(002) Andheri', 'ACTIVE'],
      ['(003) Baner', 'ACTIVE'],
      ['(014) Wakad', 'SETUP'],
      ['(030) Bandra', 'ACTIVE'],
      ['(1024) Far', 'SUSPENDED'],
    ],
  );
  const farid = (await app.as('Farid').call(franchiseeContract.active, {})).rows.map((row) => row.id);
  assert.deepEqual(farid, [2, 3, 14, 30], 'the zone West, without the South and without head office');
});

test('network story 3: a BSK user works for the centre the role names, and for no other', async () => {
  await app.sql('update role set franchisee_id = 30 where id = 15');
  await app.sql(`update user_role set scope = 'NETWORK', franchisee_id = null where user_id = $1`, [
    people.Bela.id,
  ]);
  await app.sql(`update permission_stamp set stamp = stamp + 1 where scope = '*'`);
  const rows = async () => (await app.as('Bela', { centre: null }).call(franchiseeContract.active, {})).rows;
  assert.deepEqual(
    (await rows()).map((row) => row.id),
    [30],
  );
  await app.sql('update role set franchisee_id = null where id = 15');
});

test('network story 11: a role one does not hold is refused; the super admin gives it with a fresh code and the person is told', async () => {
  const grant = { userId: people.Zoya.id, grant: { roleId: 18, scope: 'NETWORK' as const } };
  await app.as('Kavi', { steppedUp: true }).refused(userContract.grant, grant, 'user.may-not-grant');
  await app.as('Asha').refused(userContract.grant, grant, 'step-up.needed');
  await app.as('Asha', { steppedUp: true }).call(userContract.grant, grant);
  const told = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'network.role-given'`,
    [people.Zoya.id],
  );
  assert.equal(told.length, 1);
  assert.match(told[0]?.title ?? '', /^You now have .+ in the whole network\.$/);
  assert.deepEqual((await lettersOf(app, 'network.role-given'))[0]?.readers, [people.Zoya.id]);
});

test('network story 15: one mobile is one person; teacher and parent are two roles of it, offered one by one', async () => {
  const asha = app.as('Asha', { steppedUp: true });
  const mobile =
    (await app.sql<{ m: string }>('select mobile_norm as m from app_user where id = $1', [people.Usha.id]))[0]
      ?.m ?? '';
  await asha.refused(
    userContract.invite,
    {
      firstName: 'Usha',
      lastName: 'Again',
      mobile,
      franchiseeId: ANDHERI,
      roles: [{ roleId: 9, scope: 'CENTRE', franchiseeId: ANDHERI }],
    },
    'user.mobile-used',
  );
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 36, 'CENTRE', $2, '2024-04-01')`,
    [people.Usha.id, ANDHERI],
  );
  await app.sql(`update permission_stamp set stamp = stamp + 1 where scope = '*'`);
  const usha = app.as('Usha');
  const me = await usha.call(sessionContract.me, {});
  assert.deepEqual(
    me.roles.map((role) => role.id).sort((a, b) => a - b),
    [10, 36],
  );
  const modules = async (role: number) =>
    (
      await usha.call(profileContract.menu, {}, { headers: { 'x-role-id': String(role) } })
    ).dashboards.flatMap((one) => one.groups.flatMap((group) => group.items.map((item) => item.link)));
  const [teacher, parent] = [await modules(10), await modules(36)];
  assert.notDeepEqual(teacher, parent);
  const [users] = await app.sql<{ n: number }>(
    'select count(*)::int as n from app_user where mobile_norm = $1',
    [mobile],
  );
  assert.equal(users?.n, 1);
});

const OFFICE_HEAD =
  'officename,pincode,officeType,Deliverystatus,divisionname,regionname,circlename,Taluk,Districtname,statename';
/** Uploads a directory file and saves its valid rows. */
async function importDirectory(csv: string) {
  const asha = app.as('Asha');
  const { check, commit, rows } = postOfficeImport.endpoints;
  const { jobId } = await asha.call(check, { csv, fileName: 'offices.csv' });
  const { rows: faulty } = await asha.call(rows, { jobId });
  const { inserted } = await asha.call(commit, { jobId });
  return { stored: inserted, lines: faulty.map(({ row }) => row) };
}

test('network story 17: the old directory header with 12 broken rows: the others are stored, 12 lines named; again changes nothing', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const pincode = i % 10 < 3 ? `40${i}` : String(400_100 + i);
    return `Office ${i} S.O,${pincode},S.O,Delivery,Mumbai,Mumbai,Maharashtra,Mumbai,MUMBAI,MAHARASHTRA`;
  });
  const csv = [OFFICE_HEAD, ...lines].join('\n');
  const first = await importDirectory(csv);
  assert.equal(first.stored, 28);
  assert.deepEqual(first.lines, [2, 3, 4, 12, 13, 14, 22, 23, 24, 32, 33, 34]);
  const state = () =>
    app.sql(
      `select pincode, office_name, office_type, district, state_name from pincode_office where office_name like 'Office%' order by 1, 2`,
    );
  const stored = await state();
  assert.equal(stored.length, 28);
  assert.deepEqual(await importDirectory(csv), first);
  assert.deepEqual(await state(), stored);
  await app
    .as('Bina')
    .refused(
      postOfficeImport.endpoints.check,
      { csv, fileName: 'offices.csv' },
      'pincode.directory-needs-network',
    );
});

test('an office imported again: a newer file brings its coordinates, one without them keeps those known', async () => {
  const imported = async (point: Record<string, string>) => {
    const office = {
      officename: 'Amboli S.O',
      pincode: '400958',
      officetype: 'S.O',
      statename: 'MAHARASHTRA',
      ...point,
    };
    await importDirectory(`${Object.keys(office).join(',')}\n${Object.values(office).join(',')}`);
    return app.sql(
      `select o.lat::float as "officeLat", o.lng::float as "officeLng", p.lat::float, p.lng::float from pincode_office o join pincode p using (pincode) where pincode = '400958'`,
    );
  };
  assert.deepEqual(await imported({}), [{ officeLat: null, officeLng: null, lat: null, lng: null }]);
  const known = [{ officeLat: 19.13, officeLng: 72.84, lat: 19.13, lng: 72.84 }];
  assert.deepEqual(await imported({ latitude: '19.13', longitude: '72.84' }), known);
  assert.deepEqual(await imported({ officename: 'Amboli S.O', district: 'MUMBAI' }), known);
});

test('network story 18: the year after next is there on 1 November, the latest from 1 December, the current from 1 April', async () => {
  await app.sql('delete from franchisee_year where academic_year_id = 2027');
  await app.sql('delete from receipt_fee_type where academic_year_id = 2027');
  await app.sql('delete from academic_year where id = 2027');
  await run(academicYearRoll, new Date('2026-10-31T20:00:00+05:30'));
  assert.equal((await app.sql('select 1 from academic_year where id = 2027')).length, 0, 'not in October');
  await run(academicYearRoll, new Date('2026-11-01T01:00:00+05:30'));
  assert.deepEqual(await app.sql('select academic_year from academic_year where id = 2027'), [
    { academic_year: '2027-2028' },
  ]);
  assert.equal(
    (
      await app.sql('select 1 from franchisee_year where franchisee_id = $1 and academic_year_id = 2027', [
        ANDHERI,
      ])
    ).length,
    1,
  );
  const offered = async (instant: string) => {
    app.moveClock(new Date(instant));
    const { rows } = await app.as('Bina').call(academicYearContract.list, {});
    app.moveClock(null);
    return rows.some((row) => row.id === 2027);
  };
  assert.equal(await offered('2026-10-31T23:59:59+05:30'), false);
  assert.equal(await offered('2026-11-01T01:00:00+05:30'), true, 'its season runs, so people can choose it');
  const at = async (instant: string) => {
    app.moveClock(new Date(instant));
    const { rows } = await app.as('Asha').call(academicYearContract.list, {});
    app.moveClock(null);
    return [rows.find((row) => row.isLatest)?.academicYear, rows.find((row) => row.isCurrent)?.academicYear];
  };
  assert.deepEqual(await at('2026-11-30T23:59:59+05:30'), ['2026-2027', '2026-2027']);
  assert.deepEqual(await at('2026-12-01T00:00:00+05:30'), ['2027-2028', '2026-2027']);
  assert.deepEqual(await at('2027-03-31T23:59:59+05:30'), ['2027-2028', '2026-2027']);
  assert.deepEqual(await at('2027-04-01T00:00:00+05:30'), ['2027-2028', '2027-2028']);
});

test('head office opens the next year early, one after the other; its state and centres stand in the register', async () => {
  const asha = app.as('Asha', { centre: null });
  app.moveClock(new Date('2027-05-10T12:00:00+05:30'));
  const before = await asha.call(academicYearContract.register, {});
  assert.deepEqual(before.next, { id: 2028, academicYear: '2028-2029' });
  assert.equal(before.rows[0]?.state, 'CURRENT');
  await asha.refused(academicYearContract.openNext, { id: 2029 }, 'academic-year.not-next');
  await app.as('Bina').refused(academicYearContract.openNext, { id: 2028 }, 'module.missing');
  const made = await asha.call(academicYearContract.openNext, { id: 2028 });
  assert.equal(made.academicYear, '2028-2029');
  await asha.refused(academicYearContract.openNext, { id: 2028 }, 'academic-year.not-next');
  const { rows } = await asha.call(academicYearContract.register, {});
  assert.deepEqual([rows[0]?.id, rows[0]?.state, rows[0]?.openCentres], [2028, 'NEXT', made.centres]);
  assert.equal((await app.as('Bina').call(academicYearContract.list, {})).rows[0]?.id, 2028);
  app.moveClock(null);
});

test('network story 20: looking as Bina shows her lists, runs no command, and stands in the log under both names', async () => {
  const asha = app.as('Asha', { centre: null });
  const view = await asha.call(viewAsContract.begin, { userId: people.Bina.id });
  const headers = { 'x-view-as': view.id };
  const hers = await app.as('Bina').call(userContract.list, {});
  assert.deepEqual(await asha.call(userContract.list, {}, { headers }), hers);
  assert.deepEqual(
    await asha.call(profileContract.menu, {}, { headers }),
    await app.as('Bina').call(profileContract.menu, {}),
  );
  assert.equal((await asha.call(sessionContract.me, {}, { headers })).id, people.Bina.id);
  await asha.refused(franchiseeContract.view, { franchiseeId: 3 }, 'row.not-found', { headers });
  await asha.refused(userContract.export, {}, 'session.view-only', { headers });
  const log = await app.sql<{ user_id: string; subject_id: string }>(
    `select distinct user_id, subject_id from access_log where action = 'VIEW_AS' and contract = 'user.list'`,
  );
  assert.deepEqual(log, [{ user_id: people.Asha.id, subject_id: people.Bina.id }]);
  await app.as('Sahil').refused(viewAsContract.begin, { userId: people.Asha.id }, 'user.view-as-super');
  await app.as('Bina').refused(viewAsContract.begin, { userId: people.Esha.id }, 'module.missing');
  await app.as('Sahil').refused(userContract.list, {}, 'session.view-ended', { headers });
  await app.sql(`update view_as set until = now() - interval '1 second'`);
  await asha.refused(userContract.list, {}, 'session.view-ended', { headers });
});

test('network story 21: an agreement that ends in 90 days is told once, and not any more when it is renewed', async () => {
  const told = async () =>
    (
      await app.sql<{ n: number }>(
        `select count(*)::int as n from franchisee_alert where franchisee_id = $1 and subject_kind = 'AGREEMENT'`,
        [ANDHERI],
      )
    )[0]?.n;
  await app.sql(
    `insert into franchisee_agreement (franchisee_id, number, kind, from_on, to_on, state) values ($1, 'A/1', 'NEW', '2024-01-01', $2, 'ACTIVE')`,
    [ANDHERI, days(90)],
  );
  await run(endingAlerts, new Date());
  assert.equal(await told(), 1);
  const bell = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'network.centre-alert'`,
    [people.Bina.id],
  );
  assert.equal(bell.length, 1);
  assert.match(bell[0]?.title ?? '', /^The agreement A\/1 ends on .* \(90 days\)\.$/);
  const letters = await lettersOf(app, 'network.agreement-ends');
  assert.equal(letters.length, 1);
  assert.ok(letters[0]?.readers.includes(people.Bina.id));
  await run(endingAlerts, new Date(Date.now() + 86_400_000));
  assert.equal(await told(), 1, 'nothing new tomorrow');
  const asha = app.as('Asha');
  const { id } = await asha.call(agreementContract.save, {
    franchiseeId: ANDHERI,
    number: 'A/2',
    kind: 'RENEWAL',
    from: days(91),
    to: days(1900),
    deposit: 0,
    fileId: await paper(app),
  });
  await asha.call(agreementContract.sign, { franchiseeId: ANDHERI, id, signedOn: days(0) }, { version: 1 });
  await run(endingAlerts, new Date(Date.now() + 61 * 86_400_000));
  assert.equal(await told(), 1, 'the renewal cancels the 30-day alert');
});

test('a city with living centres stays active, and says how many', async () => {
  const update = city.endpoints.update as NonNullable<typeof city.endpoints.update>;
  const [row] = await app.sql<{ version: number }>('select version from city where id = 1');
  const refused = await app
    .as('Asha')
    .refused(update, { id: 1, changes: { active: false } } as never, 'row.in-use', {
      version: row?.version ?? 1,
    });
  assert.deepEqual(refused.fields, { active: 'Used by 2 centres.' });
});
