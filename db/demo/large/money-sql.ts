// Twenty postings a child: four instalments billed (three each), three paid (two each), the first of them online with
// head office's half (two).
import { CHILDREN, type Step, uid, uuidOf, YEAR } from './students-sql.ts';

/** Instalment q = 1 to 4 of a child; tuition and activity, paise. */
const PARTS = `${CHILDREN}, generate_series(1, 4) q`;
const PAID = `${CHILDREN}, generate_series(1, 3) q`;
const DUE = `(make_date(${YEAR}, 4, 10) + (q - 1) * 91)`;
const TUITION = `(1200000 + (i % 7) * 50000)`;
const ACTIVITY = `200000`;
const NET = `(${TUITION} + ${ACTIVITY})`;
const at = (kind: string): string => uuidOf(`'${kind}' || f || '-' || i || '-' || q`);
const PAID_AT = `(${DUE} + time '11:00') at time zone 'Asia/Kolkata'`;
const RECEIPT = `'R' || lpad(f::text, 4, '0') || '/' || ${YEAR} % 100 || (${YEAR} + 1) % 100 || '/' || lpad(((i / 5) * 3 + q)::text, 5, '0')`;

const posting = (
  entry: string,
  from: string,
  lines: readonly { line: number; code: string; party?: string; amount: string; feeLine?: boolean }[],
): string =>
  `insert into ledger_posting (franchisee_id, entry_id, line, account_code, party_kind, party_id, amount, fee_line_id, effective_on, txid)
   select f, ${entry}, x.line, x.code, x.kind, x.party, x.amount, x.fee_line, ${DUE}, pg_current_xact_id() from ${from} cross join lateral (values
   ${lines.map((l) => `(${l.line}, ${l.code}, ${l.party ? `'FEE_ACCOUNT'` : `'NONE'`}, ${l.party ? `(${l.party})::text` : `''`}, (${l.amount})::bigint, ${l.feeLine ? at('l') : 'null::uuid'})`).join(', ')}) x (line, code, kind, party, amount, fee_line)`;

const entry = (kind: string, source: string, from: string): string =>
  `insert into ledger_entry (franchisee_id, id, source, source_id, effective_on, posted_at, academic_year_id, fee_account_id, narration, transfer_id)
   select f, ${at(kind)}, ${source}, ${at(kind)}::text, ${DUE}, ${PAID_AT}, ${YEAR}, ${uid('a')}, 'Instalment ' || q, ${kind === 'n' ? `case when q = 1 then ${at('t')} end` : 'null'} from ${from}`;

export const MONEY_STEPS: readonly Step[] = [
  { table: 'ledger_entry', sql: entry('b', `'plan.billed'`, PARTS) },
  {
    table: 'fee_line',
    sql: `insert into fee_line (franchisee_id, id, fee_account_id, kind, state, seq, label, fee_type_id, component_kind, due_on, grace_days, gross, allocated, royalty_base, academic_year_id, billed_entry_id)
      select f, ${at('l')}, ${uid('a')}, 'PLAN', 'OPEN', q, 'Quarter ' || q || ': Fees', (select id from fee_type where code = 'TUITION' and franchisee_id = 1), 'TUITION', ${DUE}, 5, ${NET},
        case when q <= 3 then ${NET} else 0 end, 'NET', ${YEAR}, ${at('b')} from ${PARTS}`,
  },
  {
    table: 'ledger_posting',
    sql: posting(at('b'), PARTS, [
      { line: 1, code: `'1200'`, party: uid('a'), amount: NET, feeLine: true },
      { line: 2, code: `'4110'`, amount: `-${TUITION}`, feeLine: true },
      { line: 3, code: `'4140'`, amount: `-${ACTIVITY}`, feeLine: true },
    ]),
  },
  {
    table: 'payment',
    sql: `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, received_on, paid_at, channel, created_at)
      select f, ${at('p')}, 'FEE', 'TUITION FEES', ${uid('a')}, 'fee-account', ${uid('a')}::text, case when q = 1 then 'ONLINE' else 'CASH' end, ${NET}, 'CONFIRMED', sha256(${at('p')}::text::bytea), 'Parent', ${DUE}, ${PAID_AT},
        case when q = 1 then 'PUBLIC' else 'COUNTER' end, ${PAID_AT} from ${PAID}`,
  },
  {
    table: 'payment_allocation',
    sql: `insert into payment_allocation (franchisee_id, payment_id, line_no, fee_line_id, amount, at) select f, ${at('p')}, 1, ${at('l')}, ${NET}, ${PAID_AT} from ${PAID}`,
  },
  {
    table: 'ledger_entry',
    sql: entry('n', `case when q = 1 then 'payment.captured' else 'payment.approved' end`, PAID),
  },
  {
    table: 'ledger_posting',
    sql: posting(at('n'), PAID, [
      { line: 1, code: `case when q = 1 then '1300' else '1100' end`, amount: NET },
      { line: 2, code: `'1200'`, party: uid('a'), amount: `-${NET}`, feeLine: true },
    ]),
  },
  {
    table: 'ledger_entry',
    sql: `insert into ledger_entry (franchisee_id, id, source, source_id, effective_on, posted_at, narration, transfer_id)
      select 1, ${at('h')}, 'payment.captured', ${at('h')}::text, ${DUE}, ${PAID_AT}, 'Online payment', ${at('t')} from ${CHILDREN}, generate_series(1, 1) q`,
  },
  {
    table: 'ledger_posting',
    sql: `insert into ledger_posting (franchisee_id, entry_id, line, account_code, party_kind, party_id, amount, effective_on, txid)
      select 1, ${at('h')}, x.line, x.code, x.kind, x.party, x.amount, ${DUE}, pg_current_xact_id() from ${CHILDREN}, generate_series(1, 1) q
      cross join lateral (values (1, '1500', 'NONE', '', ${NET}::bigint), (2, '2300', 'FRANCHISEE', f::text, -${NET}::bigint)) x (line, code, kind, party, amount)`,
  },
  {
    table: 'receipt',
    sql: `insert into receipt (franchisee_id, id, payment_id, number, series, fy, seq, issued_on, snapshot, sha256, created_at)
      select f, ${at('r')}, ${at('p')}, ${RECEIPT}, 'R', (${YEAR} % 100)::text || (${YEAR} + 1) % 100, (i / 5) * 3 + q, ${DUE}, jsonb_build_object('number', ${RECEIPT}, 'total', ${NET}), sha256(${at('r')}::text::bytea), ${PAID_AT} from ${PAID}`,
  },
  {
    table: 'ledger_balance',
    sql: `insert into ledger_balance (franchisee_id, account_code, party_id, amount, entries)
      select franchisee_id, account_code, party_id, sum(amount), count(distinct entry_id) from ledger_posting where franchisee_id between :from and :to group by 1, 2, 3`,
  },
  {
    table: 'ledger_month',
    sql: `insert into ledger_month (franchisee_id, account_code, month, amount)
      select franchisee_id, account_code, date_trunc('month', effective_on)::date, sum(amount) from ledger_posting
       where franchisee_id between :from and :to and party_kind = 'NONE' group by 1, 2, 3`,
  },
  {
    table: 'number_series',
    sql: `insert into number_series (franchisee_id, series, period, next) select f, 'R', (y % 100)::text || (y + 1) % 100, :each * 3 + 10 from generate_series(:from, :to) f, generate_series(2022, 2026) y`,
  },
  {
    table: 'finance_tally',
    sql: `select rebuild_finance_tally(f) from generate_series(:from, :to) f`,
  },
];
