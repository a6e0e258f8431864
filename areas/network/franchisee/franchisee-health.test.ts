import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { days } from '../network-testing.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeHealthContract } from './franchisee-health.contract.ts';
import { centreHealthJob } from './franchisee-health.server.ts';
import { partsOf, scoreOf } from './health-score.ts';

const WORKED = 30;

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
  await plantWorkedCentre();
});
after(() => app.close());

// ₹10,00,000 due in the last 90 days of which ₹9,20,000 is paid, an older debt that does not count; 78 children on 100 seats;
// an audit of 84.00 %, and a critical finding of it past its day; ten teachers of whom seven have the certificate asked of them.
async function plantWorkedCentre(): Promise<void> {
  await app.sql(`set session_replication_role = 'replica'`);
  await app.sql(
    `insert into franchisee (id, company_name, model, status, brand_id, zone_id, city_id, opened_on) values ($1, 'Worked', 'FOFO', 'ACTIVE', 1, 1, 1, '2024-06-01')`,
    [WORKED],
  );
  await app.sql(
    `insert into fee_account (franchisee_id, id, child_label) select $1, md5('account ' || n)::uuid, 'Child ' || n from generate_series(1, 5) n`,
    [WORKED],
  );
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, allocated, royalty_base, academic_year_id)
     select $1, md5('account ' || 1 + n % 5)::uuid, 'PLAN', 'OPEN', 'Instalment', gen_random_uuid(), 'TUITION', $2::date - n * 8, 10000000, case when n = 3 then 2000000 else 10000000 end, 'NET', ${YEAR} from generate_series(0, 9) n`,
    [WORKED, days(0)],
  );
  await app.sql(
    `insert into fee_line (franchisee_id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
     values ($1, md5('account 1')::uuid, 'PLAN', 'OPEN', 'Old', gen_random_uuid(), 'TUITION', $2::date - 91, 50000000, 'NET', ${YEAR}), ($1, md5('account 1')::uuid, 'PLAN', 'OPEN', 'Next', gen_random_uuid(), 'TUITION', $2::date + 1, 50000000, 'NET', ${YEAR})`,
    [WORKED, days(0)],
  );
  await app.sql(
    `insert into franchisee_seat (franchisee_id, academic_year_id, class_code, session, seats) values ($1, ${YEAR}, 'NUR', 'MORNING', 60), ($1, ${YEAR}, 'JKG', 'MORNING', 40)`,
    [WORKED],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on)
     select $1, gen_random_uuid(), gen_random_uuid(), ${YEAR}, case when n <= 50 then 3 else 4 end, 'MORNING', 'W' || n, 'ACTIVE', '2026-04-01' from generate_series(1, 78) n`,
    [WORKED],
  );
  await app.sql(
    `with kind as (insert into audit_type (family, slug, name, subject_kind, conducted_by)
         values ('AMS', 'worked-visit', 'Worked visit', 'CENTRE', 'NETWORK') returning id),
       made as (insert into audit (franchisee_id, id, number, type_id, version_id, weight_set_id, academic_year_id, audit_on, auditor_id, status, started_at, total, final_bp)
         select $1, gen_random_uuid(), 'AUD/W', kind.id, gen_random_uuid(), gen_random_uuid(), ${YEAR}, $2::date - 20, gen_random_uuid(), 'PUBLISHED', now(), 1, 8400 from kind returning id)
     insert into audit_finding (franchisee_id, audit_id, parameter_id, severity, text, owner_kind, due_on)
       select $1, made.id, gen_random_uuid(), 'CRITICAL', 'The gate stood open', 'CENTRE', $2::date - 1 from made`,
    [WORKED, days(0)],
  );
  await app.sql(
    `with gate as (insert into training_gate (work, certificate_type_id, effective_from, grace_days) values ('GradeEntry', gen_random_uuid(), $2::date - 40, 30) returning certificate_type_id),
       person as (insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
         select $1::int, '030-' || lpad(n::text, 4, '0'), 'Teacher', 'TEACHING', '2025-04-01', 'APPROVED' from generate_series(1, 10) n returning id, employee_code)
     insert into training_certificate (franchisee_id, number, staff_id, type_id, source, title, issued_on, reason, snapshot)
       select $1, 'CERT/' || person.employee_code, person.id, gate.certificate_type_id, 'MANUAL', 'Phonics', $2::date - 20, 'Under test', '{}'
         from person, gate where person.employee_code <= '030-0007'`,
    [WORKED, days(0)],
  );
  await app.sql(`set session_replication_role = 'origin'`);
}

test('network story 9: the worked centre has health 85, and each part opens rows that add to its figures', async () => {
  const farid = app.as('Farid', { centre: null });
  const health = await farid.call(franchiseeHealthContract.view, { franchiseeId: WORKED });
  assert.equal(health.score, 85);
  assert.deepEqual(
    health.parts.map((part) => [part.key, part.n, part.d, part.value]),
    [
      ['collections', 92_000_000, 100_000_000, 92],
      ['seats', 78, 100, 92],
      ['audits', 84, 100, 79],
      ['training', 7, 10, 70],
      ['tickets', 0, 0, null],
    ],
  );
  for (const part of health.parts) {
    const { rows } = await farid.call(franchiseeHealthContract.rows, {
      franchiseeId: WORKED,
      part: part.key,
    });
    const sum = (of: 'n' | 'd') => rows.reduce((all, row) => all + row[of], 0);
    assert.deepEqual([sum('n'), sum('d')], [part.n, part.d], part.key);
  }
  await app.as('Bina').refused(franchiseeHealthContract.view, { franchiseeId: WORKED }, 'row.not-found');
  await app
    .as('Bina')
    .refused(franchiseeHealthContract.rows, { franchiseeId: WORKED, part: 'seats' }, 'row.not-found');
});

test('parts without data weigh nothing; bounds of each part', () => {
  assert.equal(scoreOf(partsOf({})), null);
  assert.equal(scoreOf(partsOf({ tickets: { n: 1, d: 2 } })), 50);
  const value = (key: Parameters<typeof partsOf>[0]) =>
    partsOf(key).find((part) => part.value !== null)?.value;
  assert.equal(value({ seats: { n: 85, d: 100 } }), 100);
  assert.equal(value({ seats: { n: 84, d: 100 } }), 99);
  assert.equal(value({ seats: { n: 130, d: 100 } }), 100, 'more children than seats are not more than full');
  assert.equal(value({ collections: { n: 120, d: 100 } }), 100);
  assert.equal(value({ audits: { n: 9, d: 100, overdue: 3 } }), 0, 'never below zero');
  assert.equal(value({ training: { n: 1, d: 8 } }), 13, 'half up');
});

test('every night once for each working centre; counted again at most once an hour; the register shows it', async () => {
  const run = (now = new Date()) =>
    centreHealthJob.run({
      now,
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
      work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
    });
  assert.equal((await run()).ok, 3);
  assert.equal((await run()).ok, 3, 'a second run of the day replaces the first');
  const rows = await app.sql<{ id: number; score: number | null }>(
    'select franchisee_id as id, score from centre_health order by 1',
  );
  assert.deepEqual(
    rows.map((row) => row.id),
    [ANDHERI, 3, WORKED],
  );
  const register = await app.as('Asha').call(franchiseeContract.register, { q: 'Worked' });
  assert.equal(register.rows[0]?.health, 85);
  const green = await app.as('Asha').call(franchiseeContract.register, { band: 'GREEN' });
  assert.ok(
    green.rows.some((row) => row.id === WORKED) && green.rows.every((row) => (row.health ?? 0) >= 80),
  );
  await app
    .as('Asha')
    .refused(franchiseeHealthContract.recompute, { franchiseeId: WORKED }, 'franchisee.health-fresh');
  await app.sql(`alter table centre_health disable trigger touch_row`);
  await app.sql(
    `update centre_health set updated_at = now() - interval '61 minutes' where franchisee_id = $1`,
    [WORKED],
  );
  await app.sql(`alter table centre_health enable trigger touch_row`);
  await app.sql(`delete from franchisee_seat where franchisee_id = $1 and class_code = 'JKG'`, [WORKED]);
  const again = await app.as('Asha').call(franchiseeHealthContract.recompute, { franchiseeId: WORKED });
  assert.equal(again.score, 88, 'full seats now: (30 × 92 + 25 × 100 + 20 × 79 + 15 × 70) ÷ 90 = 87.67');
});
