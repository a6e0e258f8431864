// The examples of system.md 3.2, decided by the compiled actor alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { type Actor, holds, narrowTo, narrowToCall, systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { makeWorld } from '@aangan/testkit/make-world.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { countStatements } from '@aangan/testkit/watched-pool.ts';
import { ANDHERI, BANER, type PersonName, people } from '@aangan/testkit/world.ts';
import { chooseActor } from './choose-actor.server.ts';
import { type CompiledUser, compileActor, useLinkedStudents } from './compile-actor.server.ts';
import { accessMatrix, explainAccess } from './explain-access.server.ts';

const CENTRE_STAFF = 8;
const NOW = new Date('2026-11-21T06:00:00Z');
let testDb: TestDatabase;
let database: ReturnType<typeof openDatabase>;

before(async () => {
  testDb = await testDatabase();
  await makeWorld(testDb.adminUrl);
  database = openDatabase(testDb.url, { max: 2 });
});
after(async () => {
  await database.close();
  await testDb.drop();
});

const sql = (text: string, values: unknown[] = []) =>
  withClient(testDb.adminUrl, (client) => client.query(text, values));
const compiled = async (name: PersonName, now = NOW): Promise<CompiledUser> => {
  const user = await inUnitOfWork(database, systemActor(), { command: 'test', readOnly: true }, (db) =>
    compileActor(db, people[name].id, now),
  );
  assert.ok(user);
  return user;
};
const at = (user: CompiledUser, franchiseeId: number | null, roleId: number | null = null): Actor =>
  chooseActor(user, { roleId, franchiseeId, academicYearId: null, sessionId: null, steppedUpAt: null });
const may = (actor: Actor, module: string, write: boolean): boolean => holds(actor, module, write);

test('an approved teacher may enter grades, and no longer when the approval is taken away', async () => {
  assert.equal(may(at(await compiled('Divya'), ANDHERI), 'GradeEntry', true), true);
  assert.equal(may(at(await compiled('Usha'), ANDHERI), 'GradeEntry', true), false, 'never approved');
  assert.equal(
    may(at(await compiled('Usha'), ANDHERI), 'TeacherAttendance', true),
    true,
    'no star, no approval needed',
  );
  await sql(`update user_approval_code set revoked_at = now() where user_id = $1`, [people.Divya.id]);
  const divya = await compiled('Divya');
  assert.equal(may(at(divya, ANDHERI), 'GradeEntry', true), false);
  assert.match(
    explainAccess(divya, { module: 'GradeEntry', write: true, franchiseeId: ANDHERI }).steps.at(-1)?.text ??
      '',
    /Staff approval is missing/,
  );
  await sql(`update user_approval_code set revoked_at = null where user_id = $1`, [people.Divya.id]);
});

test('two roles at two centres never leak a right from one to the other', async () => {
  await sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, $2, 'CENTRE', $3, '2026-01-01')`,
    [people.Esha.id, CENTRE_STAFF, BANER],
  );
  const esha = await compiled('Esha');
  assert.equal(may(at(esha, ANDHERI), 'feeConcession', true), true);
  assert.equal(may(at(esha, BANER), 'feeConcession', true), false);
  const anywhere = at(esha, null);
  assert.deepEqual([...narrowTo(anywhere, 'enquiry', 'GET').centres].sort(), [ANDHERI, BANER]);
  assert.deepEqual(narrowTo(anywhere, 'FeePlanList', 'GET').centres, [ANDHERI]);
  const both = { module: 'enquiry', also: 'FeePlanList', right: 'GET' } as const;
  assert.deepEqual(narrowToCall(anywhere, both).centres, [ANDHERI]);
  assert.deepEqual(narrowToCall(anywhere, { ...both, module: 'FeePlanList', also: 'enquiry' }).centres, [
    ANDHERI,
  ]);
  assert.throws(() => at(esha, 1), { code: 'context.foreign' });
});

test('the write flag: false stays closed, absent opens only with the pair of the same role', async () => {
  await sql(
    `insert into role (id, role, description, reach, session_class, is_system) values (201, 'MONEY_READER', 'Money reader', 'NETWORK', 'STAFF', false), (202, 'MONEY_ABSENT', 'No map', 'NETWORK', 'STAFF', false), (203, 'MONEY_GET', 'Only look', 'NETWORK', 'STAFF', false)`,
  );
  await sql(`insert into role_end_point select 201, id from system_end_point where module = 'royalty' and method = 'any'
    union all select 202, id from system_end_point where module = 'royalty' and method = 'any' union all select 203, id from system_end_point where module = 'royalty' and method = 'GET'`);
  await sql(`insert into dashboard_role_map (role_id, dashboard_id, is_write) values (201, 7, false)`);
  await sql(
    `insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) select 201, id, false from sub_dashboard where dashboard_id = 7 and name = 'royalty'`,
  );
  const give = (role: number) =>
    sql(`insert into user_role (user_id, role_id, scope, from_on) values ($1, $2, 'NETWORK', '2026-01-01')`, [
      people.Zoya.id,
      role,
    ]);
  await give(201);
  assert.deepEqual(
    [
      may(at(await compiled('Zoya'), null), 'royalty', false),
      may(at(await compiled('Zoya'), null), 'royalty', true),
    ],
    [true, false],
  );
  await give(203);
  assert.equal(
    may(at(await compiled('Zoya'), null), 'royalty', true),
    false,
    'flag absent, but no pair for POST',
  );
  await give(202);
  assert.equal(may(at(await compiled('Zoya'), null), 'royalty', true), true, 'flag absent and pair present');
});

test('a zone manager reaches the centres of the zone of today, and no other', async () => {
  const farid = await compiled('Farid');
  assert.deepEqual([...at(farid, null).centres].sort(), [ANDHERI, BANER]);
  await sql('update franchisee set zone_id = 2 where id = $1', [BANER]);
  const after = await compiled('Farid');
  assert.deepEqual(at(after, null).centres, [ANDHERI]);
  assert.throws(() => at(after, BANER), { code: 'context.foreign' });
  await sql('update franchisee set zone_id = 1 where id = $1', [BANER]);
});

test('a BSK role reaches its franchisee only, whatever scope the grant says', async () => {
  await sql('update role set franchisee_id = $1 where id = 15', [ANDHERI]);
  await sql(`update user_role set scope = 'NETWORK', franchisee_id = null where user_id = $1`, [
    people.Bela.id,
  ]);
  const bela = at(await compiled('Bela'), null);
  assert.deepEqual([bela.wholeNetwork, bela.centres], [false, [ANDHERI]]);
});

test('a parent acts as a family: student modules, own children, no staff right mixed in', async (t) => {
  const before = useLinkedStudents(async () => ({
    students: ['0190a000-0000-7000-8000-00000000aaaa'],
    centres: [ANDHERI],
    children: [],
  }));
  // Test files share processes: the next one's parents have their children.
  t.after(() => void useLinkedStudents(before));
  const gita = at(await compiled('Gita'), null);
  assert.equal(may(gita, 'student', false), false);
  assert.equal(may(gita, 'studentReport', false), true);
  assert.deepEqual(gita.students, ['0190a000-0000-7000-8000-00000000aaaa']);
  await sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 36, 'CENTRE', $2, '2026-01-01')`,
    [people.Esha.id, ANDHERI],
  );
  const esha = await compiled('Esha');
  assert.equal(at(esha, null).students, null, 'All roles are the staff roles');
  assert.equal(may(at(esha, ANDHERI, 36), 'enquiry', false), false, 'the family side holds no staff module');
  assert.throws(() => at(esha, null, 18), { code: 'session.role-not-held' });
});

test('grants begin and end with IST days', async () => {
  await sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on, to_on) values ($1, 9, 'CENTRE', $2, '2026-11-01', '2026-11-30')`,
    [people.Tara.id, BANER],
  );
  const holdsAt = async (instant: string) =>
    (await compiled('Tara', new Date(instant))).grants.some((g) => g.role.id === 9);
  assert.equal(await holdsAt('2026-10-31T18:29:59Z'), false);
  assert.equal(await holdsAt('2026-10-31T18:30:00Z'), true);
  assert.equal(await holdsAt('2026-11-30T18:29:59Z'), true);
  assert.equal(await holdsAt('2026-11-30T18:30:01Z'), false);
});

test('codes are those of the chosen centre', async () => {
  const farid = await compiled('Farid');
  assert.equal(at(farid, ANDHERI).codes.has('CONCESSION_L2'), true);
  const divya = await compiled('Divya');
  assert.equal(at(divya, ANDHERI).codes.has('USER_STAFF_APPROVED'), true);
  await sql(`insert into user_approval_code (user_id, code, franchisee_id) values ($1, 'PLAN_APPROVE', $2)`, [
    people.Farid.id,
    ANDHERI,
  ]);
  const both = await compiled('Farid');
  assert.deepEqual(
    [ANDHERI, BANER, null].map((centre) => at(both, centre).codes.has('PLAN_APPROVE')),
    [true, false, false],
    'a code of one centre is not one of the other, nor of all of them',
  );
});

test('the matrix agrees with system.md 12.2 for a few cells; compiling is measured', async () => {
  const cells = await inUnitOfWork(database, systemActor(), { command: 'test', readOnly: true }, (db) =>
    accessMatrix(db),
  );
  const cell = (roleId: number, module: string) =>
    cells
      .filter((c) => c.roleId === roleId && c.module === module)
      .map((c) => `${c.read ? 'R' : ''}${c.write ? 'W' : ''}`)[0];
  assert.deepEqual(
    [
      cell(5, 'royalty'),
      cell(6, 'royalty'),
      cell(19, 'feeStructure'),
      cell(13, 'AMSAllocation'),
      cell(5, 'level_4'),
      cell(9, 'level_4'),
    ],
    ['RW', '', 'R', 'RW', 'RW', ''],
  );
  const times: number[] = [];
  for (let i = 0; i < 50; i += 1) {
    const began = performance.now();
    await compiled('Chetan');
    times.push(performance.now() - began);
  }
  // The quickest quarter is its own time; the rest waits for the other test files on these two cores.
  const bestQuarterMs = Number((times.sort((x, y) => x - y)[12] ?? 99).toFixed(2));
  publishFigure({ promise: 'compileActor', grants: 2, bestQuarterMs, limitMs: 2 });
  const statementsFor = (name: PersonName) => countStatements(database.pool, () => compiled(name));
  assert.equal(await statementsFor('Chetan'), await statementsFor('Divya'), 'no statement for each role');
});
