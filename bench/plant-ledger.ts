// A network of 1,000 centres with the postings of years, straight into the tables: bills, online payments with head office's
// half, a payout a week, the royalty of each month; and what centres owe. Centres of five years, one of one and one of twenty.
import { todayIst } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { dropIndexes, makeIndexes } from '../db/demo/large/indexes.ts';

/** The first ids after the demo's. */
export const YOUNG = 14;
export const OLD = 15;
/** Ordinary centres that are asked for in turn; these have vouchers and accruals as well. */
export const ASKED = { from: 16, to: 65 } as const;

const CENTRES = 1000;
const LAST = YOUNG + CENTRES - 1;
const YEARS = { young: 1, ordinary: 5, old: 20 } as const;
const YEARS_OF = `(case f when ${YOUNG} then ${YEARS.young} when ${OLD} then ${YEARS.old} else ${YEARS.ordinary} end)`;
const YEARS_IN_ALL = YEARS.young + YEARS.old + (CENTRES - 2) * YEARS.ordinary;
/** Bill, payment, head office's half. */
const POSTINGS_A_PAYMENT = 6;
const BLOCK = 50; // centres in one statement
const TABLES = ['ledger_entry', 'ledger_posting', 'franchisee_due', 'royalty_accrual'];

// Version and variant of a real id: the product looks at them.
const id = (kind: string, n: string): string =>
  `overlay(overlay(md5('${kind}' || f || '.' || ${n}) placing '7' from 13) placing '8' from 17)::uuid`;

interface Entry {
  /** Of its id. */
  readonly kind: string;
  readonly source: string;
  /** `generate_series(…) n`, and which of its rows. */
  readonly rows: string;
  readonly day: string;
  readonly lines: readonly { account: string; amount: string; party?: string }[];
  readonly headOffice?: true;
}

const statements = ({ kind, source, rows, day, lines, headOffice }: Entry): string[] => {
  const book = headOffice ? '1' : 'f';
  const from = `from generate_series(:from, :to) f cross join lateral ${rows}`;
  // Each entry as if it had a transaction of its own.
  const txid = `(1000 + n)::text::xid8`;
  return [
    `insert into ledger_entry (franchisee_id, id, source, source_id, effective_on, narration, txid)
     select ${book}, ${id(kind, 'n')}, '${source}', '${kind}' || f || '.' || n, ${day}, 'Planted', ${txid} ${from}`,
    `insert into ledger_posting (franchisee_id, entry_id, line, account_code, party_kind, party_id, amount, effective_on, txid)
     select ${book}, ${id(kind, 'n')}, x.line, x.account, x.kind, x.party, x.amount, ${day}, ${txid} ${from} cross join lateral (values
     ${lines.map(({ account, amount, party }, n) => `(${n + 1}, '${account}', '${party ? (headOffice ? 'FRANCHISEE' : 'FEE_ACCOUNT') : 'NONE'}', ${party ?? `''`}, (${amount})::bigint)`).join(', ')}) x (line, account, kind, party, amount)`,
  ];
};

/** Payments of a centre a year, so that there are about `postings` in all. */
const paymentsAYear = (postings: number): number =>
  Math.max(12, Math.round(postings / POSTINGS_A_PAYMENT / YEARS_IN_ALL));

function entries(aYear: number): Entry[] {
  const today = `date '${todayIst(new Date())}'`;
  const payments = `generate_series(1, ${aYear} * ${YEARS_OF}) n`;
  const paidOn = `(${today} - ${YEARS_OF} * 365 + n * 365 / ${aYear})`;
  const weeks = `generate_series(0, 52 * ${YEARS_OF} - 1) n`;
  const months = `generate_series(0, 12 * ${YEARS_OF} - 1) n`;
  const month = `(date_trunc('month', ${today})::date - n * interval '1 month')::date`;
  const fee = `100000 + n % 7 * 5000`;
  const child = `${id('child', 'n / 12')}::text`;
  const both = (account: string, other: string, amount: string) => [
    { account, amount },
    { account: other, amount: `-(${amount})` },
  ];
  return [
    {
      kind: 'bill',
      source: 'plan.billed',
      rows: payments,
      day: paidOn,
      lines: [
        { account: '1200', amount: fee, party: child },
        { account: '4110', amount: `-(${fee})` },
      ],
    },
    {
      kind: 'paid',
      source: 'payment.captured',
      rows: payments,
      day: paidOn,
      lines: [
        { account: '1300', amount: fee },
        { account: '1200', amount: `-(${fee})`, party: child },
      ],
    },
    {
      kind: 'held',
      source: 'payment.captured',
      rows: payments,
      day: paidOn,
      lines: [
        { account: '1500', amount: fee },
        { account: '2300', amount: `-(${fee})`, party: 'f::text' },
      ],
      headOffice: true,
    },
    {
      kind: 'payout',
      source: 'payout.initiated',
      rows: weeks,
      day: `(${today} - n * 7)`,
      lines: both('1330', '1300', '900000'),
    },
    {
      kind: 'arrived',
      source: 'payout.paid',
      rows: weeks,
      day: `(${today} - n * 7)`,
      lines: both('1120', '1330', '900000'),
    },
    {
      kind: 'frozen',
      source: 'royalty.frozen',
      rows: months,
      day: month,
      lines: both('5100', '2405', '1500000'),
    },
    {
      kind: 'royalty',
      source: 'royalty.invoiced',
      rows: months,
      day: month,
      lines: [
        { account: '2405', amount: '1500000' },
        { account: '5110', amount: '270000' },
        { account: '2400', amount: '-1770000' },
      ],
    },
  ];
}

const DUES = `insert into franchisee_due (franchisee_id, id, kind, source_id, number, label, kit_type, issued_on, due_on, taxable, tax, amount, settled)
  select f, gen_random_uuid(), x.kind, gen_random_uuid(), x.kind || f || '.' || n || '.' || k, 'Planted', case x.kind when 'KIT' then 'Term kit' end, x.day, x.day + 10,
    100000 + n * 100, 18000, 118000 + n * 100, case when n < 2 then 0 when n = 2 then 1000 else 118000 + n * 100 end
  from generate_series(:from, :to) f cross join lateral generate_series(0, 12 * ${YEARS_OF} - 1) n cross join generate_series(0, 3) k
  cross join lateral (select case k when 0 then 'ROYALTY' when 1 then 'NOTE' else 'KIT' end as kind, (current_date - n * interval '1 month')::date - k * 5 as day) x`;

/** Rows by table, for the record. */
export async function plantLedger(client: Client, postings: number): Promise<Record<string, number>> {
  await client.query(
    `set session_replication_role = 'replica'; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set jit = off`,
  );
  await client.query(
    `insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on)
     select n, 'Centre ' || lpad(n::text, 4, '0'), 'Centre ' || n, 'L' || n, 'FOFO', 'ACTIVE', 1, 1 + n % 3, 1 + n % 6, '400053', '2005-01-01', '2005-06-01'
       from generate_series(${YOUNG}, ${LAST}) n on conflict do nothing`,
  );
  const indexes = await dropIndexes(client, TABLES);
  const aYear = paymentsAYear(postings);
  for (let from = YOUNG; from <= LAST; from += BLOCK) {
    const to = Math.min(from + BLOCK - 1, LAST);
    for (const statement of [...entries(aYear).flatMap(statements), DUES])
      await client.query(statement.replaceAll(':from', String(from)).replaceAll(':to', String(to)));
  }
  await accruals(client, aYear);
  console.log(`  ${aYear} payments a centre and year; ${indexes.length} indexes to make`);
  await makeIndexes(client, indexes);
  await sums(client);
  await client.query(
    'vacuum analyze ledger_entry, ledger_posting, ledger_seal, ledger_balance, ledger_month, franchisee_due, royalty_accrual, franchisee',
  );
  const { rows } = await client.query<{ name: string; n: number }>(
    `select c.relname as name, c.reltuples::bigint as n from pg_class c where c.relname = any ($1) order by 1`,
    [[...TABLES, 'ledger_month']],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

// A row of royalty for each payment of the centres that are asked for; this month's are not invoiced yet.
const accruals = (client: Client, aYear: number): Promise<unknown> =>
  client.query(
    `insert into royalty_accrual (franchisee_id, id, kind, month, effective_on, allocation_ref, base, rate_bp, royalty, agreement_id, agreement_version, formula, status)
     select f, gen_random_uuid(), 'RECEIPT', date_trunc('month', d)::date, d, 'planted:' || n, 100000, 1500, 15000, ${id('agreement', `''`)}, 1, 'Planted',
       case when d >= date_trunc('month', current_date) then 'ACCRUED' else 'INVOICED' end
       from generate_series(${YOUNG}, ${ASKED.to}) f cross join lateral generate_series(1, ${aYear} * ${YEARS_OF}) n
       cross join lateral (select current_date - ${YEARS_OF} * 365 + n * 365 / ${aYear} as d) x`,
  );

async function sums(client: Client): Promise<void> {
  await client.query(
    `insert into ledger_balance (franchisee_id, account_code, party_id, amount, entries)
     select franchisee_id, account_code, party_id, sum(amount), count(*) from ledger_posting where franchisee_id >= ${YOUNG} and party_kind = 'NONE' group by 1, 2, 3`,
  );
  const begun = performance.now();
  await client.query(
    `insert into ledger_month (franchisee_id, account_code, month, amount)
     select franchisee_id, account_code, date_trunc('month', effective_on)::date, sum(amount) from ledger_posting
      where franchisee_id >= ${YOUNG} and party_kind = 'NONE' group by 1, 2, 3`,
  );
  console.log(`  sums of months: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await client.query(
    `insert into ledger_seal (franchisee_id, seq, entry_id, entry_no, prev_hash, hash)
     select franchisee_id, n, id, 'JV/' || n, sha256(n::text::bytea), sha256(n::text::bytea)
       from (select franchisee_id, id, row_number() over (partition by franchisee_id order by effective_on, id) as n
               from ledger_entry where franchisee_id between ${YOUNG} and ${ASKED.to}) e`,
  );
}
