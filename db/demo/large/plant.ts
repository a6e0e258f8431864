// The large network: set-based SQL, a centre block at a time. Triggers rest meanwhile (superuser), so the statements
// themselves keep what triggers would check; `proveLarge` looks at the result.
import { hashPassword } from '@aangan/areas/shell/session/hash-gate.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { writeFeeSetup } from '../../../areas/finance/demo/fees.ts';
import { writeNetwork } from '../../../areas/network/demo/network.ts';
import { allFirstNames, allSurnames } from '../names.ts';
import { DEMO_PASSWORD } from '../people.ts';
import { asOwner } from '../rows.ts';
import { ENQUIRY_STEPS } from './enquiries-sql.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import { MONEY_STEPS } from './money-sql.ts';
import { STUDENT_STEPS } from './students-sql.ts';

export interface LargeOptions {
  log: (line: string) => void;
  today: Day;
  /** Children over five years; enquiries are five times and postings twenty times as many. */
  students: number;
}

const STUDENTS_A_CENTRE = 1000;
const BLOCK = 20; // centres in one statement
/** Tables whose indexes are built once at the end. */
const BULK_TABLES = [
  'child',
  'family',
  'guardian',
  'student_admission',
  'student',
  'student_guardian',
  'enrolment',
  'placement',
  'fee_account',
  'fee_line',
  'ledger_entry',
  'ledger_posting',
  'ledger_balance',
  'payment',
  'payment_allocation',
  'receipt',
  'enquiry_household',
  'household_contact',
  'enquiry',
];

export async function plantLarge(client: Client, options: LargeOptions): Promise<void> {
  const { log, today, students } = options;
  const centres = Math.max(12, Math.round(students / STUDENTS_A_CENTRE));
  const each = Math.max(1, Math.round(students / centres));
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await asOwner(client, async () => {
    await writeNetwork(client, passwordHash, today);
    await writeFeeSetup(client, today);
    await moreCentres(client, centres);
  });
  await client.query(
    `set session_replication_role = 'replica'; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set jit = off`,
  );
  await nameTables(client);
  const indexes = await dropIndexes(client, BULK_TABLES);
  const steps = [...STUDENT_STEPS, ...MONEY_STEPS, ...ENQUIRY_STEPS];
  const total = new Map<string, { rows: number; seconds: number }>();
  for (let from = 2; from <= centres + 1; from += BLOCK) {
    const to = Math.min(from + BLOCK - 1, centres + 1);
    for (const step of steps) {
      const begun = performance.now();
      // Numbers of our own making, so they may stand in the text: parameters would hide them from the planner.
      const { rowCount } = await client.query(
        step.sql
          .replaceAll(':today', `date '${today}'`)
          .replaceAll(':from', String(from))
          .replaceAll(':to', String(to))
          .replaceAll(':each', String(each)),
      );
      const sum = total.get(step.table) ?? { rows: 0, seconds: 0 };
      total.set(step.table, {
        rows: sum.rows + (rowCount ?? 0),
        seconds: sum.seconds + (performance.now() - begun) / 1000,
      });
    }
    if (to % 100 < BLOCK) log(`centres to ${to} of ${centres + 1}`);
  }
  for (const [table, { rows, seconds }] of total)
    log(
      `${table.padEnd(20)} ${String(rows).padStart(10)} rows  ${String(Math.round(rows / Math.max(seconds, 0.001))).padStart(9)} rows/s`,
    );
  const begun = performance.now();
  await makeIndexes(client, indexes);
  log(`${indexes.length} indexes, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await client.query(`reset session_replication_role; reset synchronous_commit; reset work_mem; analyze`);
  await proveLarge(client, log);
}

async function moreCentres(client: Client, centres: number): Promise<void> {
  await client.query(
    `insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
     select n, 'Centre ' || lpad(n::text, 4, '0'), 'Centre ' || n || ' LLP', 'C' || n, 'FOFO', 'ACTIVE', 1, 1 + n % 3, 1 + n % 6, '400053', '2021-01-01', '2021-06-01' from generate_series(14, $1) n`,
    [centres + 1],
  );
  await client.query(
    `insert into academic_year (id, academic_year, starts_on, ends_on) values (2022, '2022-2023', '2022-04-01', '2023-03-31') on conflict do nothing`,
  );
  await client.query(
    `insert into franchisee_year (franchisee_id, academic_year_id) select f.id, y from franchisee f, generate_series(2022, 2027) y on conflict do nothing`,
  );
  await client.query(`select setval(pg_get_serial_sequence('franchisee', 'id'), $1)`, [centres + 1]);
}

async function nameTables(client: Client): Promise<void> {
  await client.query(
    'create temp table first_name as select n::int - 1 as n, name from unnest($1::text[]) with ordinality x (name, n)',
    [allFirstNames()],
  );
  await client.query(
    'create temp table surname as select n::int - 1 as n, name from unnest($1::text[]) with ordinality x (name, n)',
    [allSurnames()],
  );
  await client.query(
    'create unique index on first_name (n); create unique index on surname (n); analyze first_name; analyze surname',
  );
}

/** Throws when a book is out of balance, a running balance is off, or a child's open items are not its receivable. */
export async function proveLarge(client: Client, log: (line: string) => void): Promise<void> {
  const none = async (what: string, sql: string): Promise<void> => {
    const { rowCount } = await client.query(`${sql} limit 1`);
    if (rowCount) throw new Error(`Large demo: ${what}`);
  };
  await none(
    'a book is out of balance',
    'select franchisee_id from ledger_posting group by 1 having sum(amount) <> 0',
  );
  await none(
    'an entry is out of balance',
    'select entry_id from ledger_posting group by franchisee_id, entry_id having sum(amount) <> 0 or count(*) < 2',
  );
  await none(
    'a running balance is off',
    `select 1 from (select franchisee_id, account_code, party_id, sum(amount) as amount from ledger_posting where franchisee_id > 1 group by 1, 2, 3) p
    full join ledger_balance b using (franchisee_id, account_code, party_id) where p.amount is distinct from b.amount`,
  );
  await none(
    'the sum of a month is off',
    `select 1 from (select franchisee_id, account_code, date_trunc('month', effective_on)::date as month, sum(amount) as amount from ledger_posting
      where franchisee_id > 1 and party_kind = 'NONE' group by 1, 2, 3) p full join ledger_month m using (franchisee_id, account_code, month) where p.amount is distinct from m.amount`,
  );
  await none(
    'open items differ from the receivable',
    `select 1 from (select franchisee_id, fee_account_id::text as party_id, sum(net - allocated) as amount from fee_line where state = 'OPEN' group by 1, 2) l
    full join (select franchisee_id, party_id, amount from ledger_balance where account_code = '1200') b using (franchisee_id, party_id) where coalesce(l.amount, 0) <> coalesce(b.amount, 0)`,
  );
  await none(
    'centre and head office differ',
    `select 1 from (select franchisee_id::text as party_id, sum(amount) as amount from ledger_posting where account_code = '1300' group by 1) c
    full join (select party_id, sum(amount) as amount from ledger_posting where franchisee_id = 1 and account_code = '2300' group by 1) h using (party_id) where coalesce(c.amount, 0) + coalesce(h.amount, 0) <> 0`,
  );
  log('proved: books, entries, running balances, receivables, mirror');
}
