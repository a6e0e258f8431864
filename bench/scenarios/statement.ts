import { ledgerContract } from '@aangan/areas/finance/ledger/ledger.contract.ts';
import { sourceTitle } from '@aangan/areas/finance/ledger/sources.ts';
import { academicYearLabel, todayIst } from '@aangan/contract/period.ts';
import { readRequest, type Scenario } from '../scenario.ts';

// Any id a link may carry: each has its own index, so the parts are looked up one by one.
const ACCOUNT = `
  with a as materialized (
    select * from fee_account where franchisee_id = $1 and id = $2 union all select * from fee_account where franchisee_id = $1 and student_admission_id = $2
    union all select * from fee_account where franchisee_id = $1 and student_id = $2 union all select * from fee_account where franchisee_id = $1 and enquiry_id = $2
    union all select * from fee_account where franchisee_id = $1 and service_enquiry_id = $2 limit 1)
  select a.id as "feeAccountId", fr.company_name as "franchiseeName", a.child_label as "childLabel", c.name as "className", a.student_admission_id as "studentAdmissionId",
    a.enquiry_id as "enquiryId", e.academic_year_id as year,
    coalesce(l.billed, 0)::bigint as billed, coalesce(l.concession, 0)::bigint as concession, coalesce(l.paid, 0)::bigint as paid, coalesce(l.due, 0)::bigint as due,
    coalesce(l.overdue, 0)::bigint as overdue, coalesce(l.overdue_days, 0)::int as overdue_days, -coalesce(b.advance, 0)::bigint as advance, -coalesce(b.deposit, 0)::bigint as deposit,
    coalesce(l.planned, 0)::bigint as planned, coalesce(l.paid_ahead, 0)::bigint as "paidAhead", l.next_due_on
  from a join franchisee fr on fr.id = a.franchisee_id
  left join lateral (select class_id, academic_year_id from enrolment e where e.franchisee_id = $1 and e.student_id = a.student_id order by academic_year_id desc limit 1) e on true
  left join class c on c.id = e.class_id
  left join lateral (
    select sum(net) filter (where state = 'OPEN') as billed, sum(concession) filter (where state = 'OPEN') as concession, sum(allocated) as paid, sum(allocated) filter (where state = 'OPEN' and due_on > $3) as paid_ahead,
      sum(net - allocated) filter (where state = 'OPEN' and due_on <= $3) as due, sum(net - allocated) filter (where state = 'OPEN' and due_on + grace_days < $3) as overdue,
      max($3 - (due_on + grace_days)) filter (where state = 'OPEN' and allocated < net and due_on + grace_days < $3) as overdue_days,
      sum(net - allocated) filter (where state = 'PLANNED' or due_on > $3) as planned, min(due_on) filter (where allocated < net) as next_due_on
    from fee_line where franchisee_id = $1 and fee_account_id = a.id and state <> 'CANCELLED') l on true
  left join lateral (select sum(amount) filter (where account_code = '2100') as advance, sum(amount) filter (where account_code = '2110') as deposit
    from ledger_balance where franchisee_id = $1 and party_id = a.id::text and account_code in ('2100', '2110')) b on true`;
const ENTRIES = `
  select e.id, e.effective_on as on, s.entry_no as voucher, e.source, e.narration, m.amount, m.txid::text as txid,
    exists (select from ledger_entry r where r.franchisee_id = $1 and r.reverses_entry_id = e.id) as reversed,
    (select coalesce(sum(p.amount), 0)::bigint from ledger_posting p where p.franchisee_id = $1 and p.account_code in ('1200', '2100') and p.party_id = $2 and p.effective_on < $3) as opening
  from (select p.entry_id, p.effective_on, p.txid, sum(p.amount)::bigint as amount from ledger_posting p
      where p.franchisee_id = $1 and p.account_code in ('1200', '2100') and p.party_id = $2 and p.effective_on between $3 and $4
      group by 1, 2, 3 having sum(p.amount) <> 0 order by 2, 3, 1 limit $5) m
  join ledger_entry e on e.franchisee_id = $1 and e.id = m.entry_id left join ledger_seal s on s.franchisee_id = $1 and s.entry_id = e.id
  order by m.effective_on, m.txid, m.entry_id`;

interface Account {
  feeAccountId: string;
  year: number;
  overdue_days: number;
  next_due_on: string | null;
  [key: string]: unknown;
}
interface Entry {
  id: string;
  on: string;
  source: string;
  amount: number;
  txid: string;
  opening: number;
}

export const feeStatement: Scenario = {
  name: 'statement',
  title: 'Student fee statement',
  request: (n, { accounts }) =>
    readRequest(ledgerContract.student, { ref: accounts[n % accounts.length] ?? '' }),
  floor: async ({ pool, query, centre }) => {
    const today = todayIst(new Date());
    const found = await pool.query<Account>({
      name: 'account',
      text: ACCOUNT,
      values: [centre, query['ref'], today],
    });
    const [row] = found.rows;
    if (!row) return null;
    const { feeAccountId, franchiseeName, childLabel, className, studentAdmissionId, enquiryId, year } = row;
    const { billed, concession, paid, due, overdue, advance, deposit, planned, paidAhead } = row;
    const limit = Number(query['limit'] ?? 50);
    const from = '2000-04-01';
    const entries = await pool.query<Entry>({
      name: 'entries',
      text: ENTRIES,
      values: [centre, feeAccountId, from, today, limit + 1],
    });
    const opening = entries.rows[0]?.opening ?? 0;
    let balance = opening;
    const lines = entries.rows.slice(0, limit).map(({ amount, txid: _txid, opening: _opening, ...entry }) => {
      balance += amount;
      return {
        ...entry,
        title: sourceTitle(entry.source),
        debit: Math.max(amount, 0),
        credit: Math.max(-amount, 0),
        balance,
        future: entry.on > today,
      };
    });
    const last = entries.rows.length > limit ? entries.rows[limit - 1] : undefined;
    return {
      account: {
        feeAccountId,
        franchiseeId: centre,
        franchiseeName,
        childLabel,
        className,
        studentAdmissionId,
        enquiryId,
        academicYear: academicYearLabel(year),
      },
      balance: {
        billed,
        concession,
        paid,
        due,
        overdue,
        overdueDays: row.overdue_days,
        advance,
        deposit,
        planned,
        paidAhead,
        nextDueOn: row.next_due_on,
      },
      statement: {
        opening,
        rows: lines,
        closing: balance,
        debit: lines.reduce((sum, line) => sum + line.debit, 0),
        credit: lines.reduce((sum, line) => sum + line.credit, 0),
        next: last ? `${last.on}_${last.txid}_${last.id}` : null,
        from,
        to: today,
      },
    };
  },
};
