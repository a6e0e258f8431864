import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Bucket, bucketOf, openBuckets } from '@aangan/areas/enquiries/enquiry/bucket.ts';
import { verifyLedger } from '@aangan/areas/finance/ledger/verify.server.ts';
import { passwordIs } from '@aangan/areas/shell/session/hash-gate.server.ts';
import { gstinProblem } from '@aangan/contract/india.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestDatabase, testDatabase } from '@aangan/testkit/harness.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import type { Client } from 'pg';
import { proveLarge } from './large/plant.ts';
import { plantDemo, seedDemo } from './run.ts';

const TODAY = '2026-11-21';
const NOW = new Date(`${TODAY}T13:30:00+05:30`);
/** Money goes through the product row by row; a third of the centres shows all that twelve would. */
const MONEY_AT = [2, 3, 7, 10];
/** The second network has money at these only: determinism needs no more. */
const SOME = [3, 7];
let first: TestDatabase;
let second: TestDatabase;

const count = async (client: Client, sql: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);

before(async () => {
  [first, second] = [await testDatabase(), await testDatabase()];
  await Promise.all([
    seedDemo(first.adminUrl, { today: TODAY, now: NOW, moneyAt: MONEY_AT }),
    seedDemo(second.adminUrl, { today: TODAY, now: NOW, moneyAt: SOME }),
  ]);
});
after(async () => {
  await first.drop();
  await second.drop();
});

test('the small network has its centres, children, enquiries and money', async () => {
  await withClient(first.adminUrl, async (client) => {
    assert.equal(await count(client, `franchisee where not is_head_office and status = 'ACTIVE'`), 12);
    assert.equal(await count(client, 'zone'), 3);
    assert.equal(await count(client, 'city'), 6);
    const students = await count(client, 'student');
    assert.ok(students >= 550 && students <= 650, `${students} students`);
    assert.equal(await count(client, 'enquiry'), 2128);
    assert.equal(await count(client, 'file where length(sha256) <> 32'), 0, 'checksums are bytes, not JSON');
    assert.ok((await count(client, `notice where kind = 'enquiries.leaks'`)) > 0, 'heads were told of leaks');
    assert.ok((await count(client, `payment where status = 'CONFIRMED'`)) >= 350);
    assert.ok(
      (await count(client, `payment where status = 'APPROVAL_WAITING'`)) >= 5,
      'money waits for approval',
    );
    assert.equal(
      await count(client, 'receipt'),
      await count(
        client,
        `payment where status in ('CONFIRMED', 'TRANSFERRED') and fee_account_id is not null`,
      ),
    );
    assert.equal(await count(client, `royalty_agreement where status = 'APPROVED'`), 12);
    assert.equal(
      await count(
        client,
        `franchisee f where id = any ($1) and not exists (select from royalty_accrual a where a.franchisee_id = f.id)`,
        [MONEY_AT],
      ),
      0,
    );
    assert.equal(
      await count(
        client,
        `(select franchisee_id, class_id, day_session, sum(capacity) as n from section where academic_year_id = 2026 group by 1, 2, 3) a
          full join (select s.franchisee_id, c.id as class_id, s.session as day_session, s.seats as n from franchisee_seat s join class c on c.code = s.class_code where s.academic_year_id = 2026) b
            using (franchisee_id, class_id, day_session) where a.n is distinct from b.n`,
      ),
      0,
      'places in sections are the seats of the centre',
    );
    assert.equal(
      await count(
        client,
        `section n where capacity < (select count(*) from enrolment e where e.franchisee_id = n.franchisee_id and e.section_id = n.id and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')) and academic_year_id = 2026`,
      ),
      0,
      'every child has a place',
    );
    assert.equal(
      await count(
        client,
        `enquiry_stage s where not exists (select from enquiry e where e.stage_code = s.code)`,
      ),
      0,
      'every stage has enquiries',
    );
    const statuses = await client.query<{ status: string }>(
      'select distinct status from application order by 1',
    );
    assert.deepEqual(
      statuses.rows.map((row) => row.status),
      [
        'ACCEPTED',
        'AWAITING_FEE',
        'EXPIRED',
        'IN_PROGRESS',
        'LINK_SENT',
        'REJECTED',
        'RETURNED',
        'SUBMITTED',
        'WAITLISTED',
        'WITHDRAWN',
      ],
    );
    assert.ok((await count(client, `admission where status = 'SUBMITTED'`)) > 3, 'admissions to confirm');
    assert.ok(
      (await count(client, `payment_link where status in ('SENT', 'OPENED') and expires_at > $1::date`, [
        TODAY,
      ])) > 10,
    );
    assert.equal(
      await count(client, `outbox where state in ('QUEUED', 'SENDING')`),
      0,
      'nothing of the past is sent',
    );
    assert.equal(
      await count(client, "record_change where at > now() - interval '1 day' and table_name = 'student'"),
      0,
    );
  });
});

test('every open enquiry is in exactly one bucket and no bucket is empty', async () => {
  await withClient(first.adminUrl, async (client) => {
    const { rows } = await client.query<{ group: 'COLD'; next: string }>(
      `select follow_up_group as group, next_follow_up_on as next from enquiry where is_open`,
    );
    const buckets = new Map<Bucket | null, number>();
    for (const row of rows) {
      const bucket = bucketOf({ group: row.group, nextFollowUpOn: row.next }, TODAY);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    assert.deepEqual([...buckets.keys()].sort(), [...openBuckets].sort());
    assert.equal(
      await count(
        client,
        `enquiry where captured_at > $1::timestamptz or last_activity_at > $1::timestamptz`,
        [NOW],
      ),
      0,
      'nothing comes from the future',
    );
  });
});

test('each book is in balance and the whole ledger verifies', async () => {
  await withClient(first.adminUrl, async (client) => {
    const { rows } = await client.query<{ franchisee_id: number; sum: string; entries: string }>(
      'select franchisee_id, sum(amount) as sum, count(*) as entries from ledger_posting group by 1',
    );
    assert.equal(rows.length, MONEY_AT.length + 1, 'head office and the centres');
    for (const row of rows) assert.equal(Number(row.sum), 0, `book ${row.franchisee_id}`);
  });
  const database = openDatabase(first.adminUrl, { max: 1, statementTimeoutMs: 60_000 });
  try {
    const books = await inUnitOfWork(database, systemActor(), { command: 'test', readOnly: true }, (db) =>
      verifyLedger(db, { sealWithinS: 86_400 }),
    );
    assert.deepEqual(
      books.flatMap((book) => book.findings),
      [],
    );
  } finally {
    await database.close();
  }
});

// Ids and moments that the product makes itself stay out; what people see is in.
const FACTS: Readonly<Record<string, string>> = {
  franchisee: 'select id, company_name, gstin, pincode from franchisee',
  student: 'select franchisee_id, id, name, date_of_birth, admission_no, state from student',
  guardian: 'select franchisee_id, id, name, mobile from guardian',
  enrolment: 'select franchisee_id, id, class_id, section_id, roll_no, status, joined_on from enrolment',
  enquiry:
    'select franchisee_id, id, enquiry_code, stage_code, next_follow_up_on, captured_at, attempts from enquiry',
  follow_up: 'select franchisee_id, id, at, outcome, next_on from follow_up',
  application: 'select franchisee_id, id, application_no, status, fee_status from application',
  // The desk draws the ids of orders and their payments itself.
  payment: `select franchisee_id, case when purpose <> 'KIT_ORDER' then id end, amount, mode, status, paid_at from payment`,
  receipt: 'select franchisee_id, number, payment_id, issued_on from receipt',
  fee_line: 'select franchisee_id, fee_account_id, seq, label, net, allocated, state from fee_line',
  ledger: 'select franchisee_id, account_code, party_id, amount, entries from ledger_balance',
  royalty: 'select franchisee_id, payment_id, base, rate_bp, royalty from royalty_accrual',
};

// Children leave where money is made.
const MONEY = new Set(['student', 'enrolment', 'payment', 'receipt', 'fee_line', 'ledger', 'royalty']);

async function fingerprints(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const prints: Record<string, string> = {};
    for (const [name, sql] of Object.entries(FACTS)) {
      const money = MONEY.has(name) ? `where franchisee_id in (${SOME.join()})` : '';
      const { rows } = await client.query<{ line: string }>(
        `select x::text as line from (${sql} ${money}) x order by 1`,
      );
      assert.ok(rows.length > 10, name);
      prints[name] = createHash('sha256')
        .update(rows.map((row) => row.line).join('\n'))
        .digest('hex');
    }
    return prints;
  });
}

test('the same day gives the same data', async () => {
  assert.deepEqual(await fingerprints(first.adminUrl), await fingerprints(second.adminUrl));
});

test('a second call changes nothing', async () => {
  const before = await fingerprints(first.adminUrl);
  const { signIns } = await seedDemo(first.adminUrl, { today: '2026-12-24' });
  assert.equal(signIns.length, 23);
  assert.deepEqual(await fingerprints(first.adminUrl), before);
});

test('the sign-ins work and finance alone is asked for a code', async () => {
  await withClient(first.adminUrl, async (client) => {
    const { rows } = await client.query<{ email_norm: string; password_hash: string; code_exempt: boolean }>(
      'select email_norm, password_hash, code_exempt from app_user',
    );
    assert.ok(rows.every((row) => row.email_norm.endsWith('@demo.aangan')));
    assert.deepEqual(
      rows.filter((row) => !row.code_exempt).map((row) => row.email_norm),
      ['finance@demo.aangan'],
    );
    assert.ok(await passwordIs(rows[0]?.password_hash ?? null, 'Aangan#2026'));
    const parent = await client.query(
      'select s.name from guardian g join student_guardian sg on sg.guardian_id = g.id join student s on s.id = sg.student_id join app_user u on u.id = g.user_id where u.email_norm = $1',
      ['parent@demo.aangan'],
    );
    assert.ok((parent.rowCount ?? 0) >= 1);
    const centres = await client.query<{ gstin: string }>(
      'select gstin from franchisee where gstin is not null',
    );
    for (const { gstin } of centres.rows) assert.equal(gstinProblem(gstin), null);
  });
});

test('a database with a real user is left alone, and the guard behind it holds too', async () => {
  const real = await testDatabase();
  try {
    await withClient(real.adminUrl, async (client) => {
      await client.query(
        `insert into app_user (first_name, email, email_norm, franchisee_id) values ('Real', 'real@school.in', 'real@school.in', 1)`,
      );
      assert.deepEqual((await seedDemo(real.adminUrl, { today: TODAY })).signIns, []);
      assert.equal(await count(client, 'franchisee'), 1);
      assert.equal(await count(client, 'installation where demo'), 0);
      // The broken twin: without the question in front the database itself still refuses.
      await assert.rejects(plantDemo(client, real.adminUrl, { today: TODAY }), { code: 'AA003' });
      assert.equal(await count(client, 'franchisee'), 1);
    });
  } finally {
    await real.drop();
  }
});

test('the large network keeps the same invariants, and its proof finds a wrong paisa', async () => {
  const large = await testDatabase();
  try {
    const { signIns } = await seedDemo(large.adminUrl, { today: TODAY, scale: 'large', students: 240 });
    assert.equal(signIns.length, 23);
    await withClient(large.adminUrl, async (client) => {
      assert.deepEqual(
        [
          await count(client, 'student'),
          await count(client, 'enquiry'),
          await count(client, 'ledger_posting'),
        ],
        [240, 1200, 4800],
      );
      await client.query(
        `update ledger_balance set amount = amount + 1 where franchisee_id = 2 and account_code = '4110'`,
      );
      await assert.rejects(
        proveLarge(client, () => {}),
        /running balance/,
      );
    });
  } finally {
    await large.drop();
  }
});

test('those who look after the system find their work: a proposal, a menu item, nights of jobs, a review', async () => {
  await withClient(first.adminUrl, async (client) => {
    assert.equal(await count(client, 'app_user where super_admin'), 2);
    const { rows } = await client.query<{ money: boolean; modules: number; people: number }>(
      `select (effect->>'needsApproval')::boolean as money, jsonb_array_length(effect->'modules') as modules, (effect->'people'->>'count')::int as people from role_change where state = 'PENDING'`,
    );
    assert.deepEqual(rows, [{ money: true, modules: 2, people: 2 }]);
    assert.equal(await count(client, `menu_item where dynamic_module_id is not null and active`), 1);
    assert.ok((await count(client, 'cron_run')) > 500);
    assert.equal(await count(client, `cron_run where state = 'INTERRUPTED'`), 1);
    assert.equal(
      await count(client, `cron_run where planned_at > $1 or started_at > $1 or finished_at > $1`, [NOW]),
      0,
    );
    assert.equal(
      await count(
        client,
        `cron_job j where j.schedule = '* * * * *' and not exists (select from cron_run r where r.job = j.name and r.planned_at >= $1::timestamptz - interval '1 minute')`,
        [NOW],
      ),
      0,
      'the runs stand up to now',
    );
    assert.equal(await count(client, 'emergency_right where reviewed_at is null'), 1);
    assert.ok((await count(client, 'role_use')) > 500);
  });
});
