// What accounts owe, computed from dates and open items when asked (finance.md 0.1: never flipped by a job).
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface StudentBalance {
  readonly feeAccountId: string;
  /** Billed lines: net of concession. */
  readonly billed: number;
  readonly concession: number;
  readonly paid: number;
  /** Billed, due by the day, and open. */
  readonly due: number;
  /** Open and past due day + grace. */
  readonly overdue: number;
  readonly overdueDays: number;
  readonly advance: number;
  readonly deposit: number;
  /** Paid onto billed lines that are due later: until then the books hold it as advance (decision 0023). */
  readonly paidAhead: number;
  /** Open amount of lines that are due later or wait for the admission. */
  readonly planned: number;
  readonly nextDueOn: string | null;
}

type IdKind = 'feeAccountIds' | 'studentIds' | 'studentAdmissionIds' | 'enquiryIds';
export type BalanceQuery = { readonly [K in IdKind]?: readonly string[] } & { readonly on: string };

const COLUMNS = {
  feeAccountIds: 'id',
  studentIds: 'student_id',
  studentAdmissionIds: 'student_admission_id',
  enquiryIds: 'enquiry_id',
} as const;

/** Columns of a StudentBalance, for a query over `fee_account a` with `balanceJoins`. */
export const BALANCE_COLUMNS: RawBuilder<unknown> = sql.raw(`a.id as "feeAccountId",
      coalesce(l.billed, 0)::bigint as billed, coalesce(l.concession, 0)::bigint as concession, coalesce(l.paid, 0)::bigint as paid,
      coalesce(l.due, 0)::bigint as due, coalesce(l.overdue, 0)::bigint as overdue, coalesce(l.overdue_days, 0)::int as "overdueDays",
      -coalesce(b.advance, 0)::bigint as advance, -coalesce(b.deposit, 0)::bigint as deposit,
      coalesce(l.paid_ahead, 0)::bigint as "paidAhead", coalesce(l.planned, 0)::bigint as planned, l.next_due_on as "nextDueOn"`);

/** Joins an account `a` to the sums of its lines and its balances as of a day. */
export const balanceJoins = (on: string): RawBuilder<unknown> => sql`
    left join lateral (
      select sum(net) filter (where state = 'OPEN') as billed, sum(concession) filter (where state = 'OPEN') as concession, sum(allocated) as paid,
        sum(net - allocated) filter (where state = 'OPEN' and due_on <= ${on}) as due,
        sum(net - allocated) filter (where state = 'OPEN' and due_on + grace_days < ${on}::date) as overdue,
        max(${on}::date - (due_on + grace_days)) filter (where state = 'OPEN' and allocated < net and due_on + grace_days < ${on}::date) as overdue_days,
        sum(allocated) filter (where state = 'OPEN' and due_on > ${on}) as paid_ahead,
        sum(net - allocated) filter (where state = 'PLANNED' or due_on > ${on}) as planned,
        min(due_on) filter (where allocated < net) as next_due_on
      from fee_line where franchisee_id = a.franchisee_id and fee_account_id = a.id and state <> 'CANCELLED') l on true
    left join lateral (
      select sum(amount) filter (where account_code = '2100') as advance, sum(amount) filter (where account_code = '2110') as deposit
      from ledger_balance where franchisee_id = a.franchisee_id and party_id = a.id::text and account_code in ('2100', '2110')) b on true`;

/** Balances by the kind of id asked for, in the caller's scope; ids without an account are absent. */
export async function studentBalances(db: Db, query: BalanceQuery): Promise<Map<string, StudentBalance>> {
  const kind = (Object.keys(COLUMNS) as IdKind[]).find((key) => query[key] !== undefined);
  const ids = kind === undefined ? [] : (query[kind] ?? []);
  if (kind === undefined || ids.length === 0) return new Map();
  const column = sql.ref(`a.${COLUMNS[kind]}`);
  const { rows } = await sql<StudentBalance & { key: string }>`
    select ${column} as key, ${BALANCE_COLUMNS} from fee_account a ${balanceJoins(query.on)} where ${column} = any (${ids as string[]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ key, ...balance }) => [key, balance]));
}

/** State of one instalment per admission: nothing planned, open, part paid, paid. */
export async function instalmentState(
  db: Db,
  which: { franchiseeId: number; studentAdmissionIds: readonly string[]; seq: number },
): Promise<Map<string, 'NONE' | 'OPEN' | 'PART' | 'PAID'>> {
  const { rows } = await sql<{ id: string; net: number; allocated: number }>`
    select a.student_admission_id as id, sum(l.net)::bigint as net, sum(l.allocated)::bigint as allocated
      from fee_account a join fee_line l on l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id
     where a.franchisee_id = ${which.franchiseeId} and a.student_admission_id = any (${which.studentAdmissionIds as string[]}::uuid[])
       and l.kind = 'PLAN' and l.seq = ${which.seq} and l.state <> 'CANCELLED' group by 1`.execute(db);
  const states = new Map(
    which.studentAdmissionIds.map((id) => [id, 'NONE' as 'NONE' | 'OPEN' | 'PART' | 'PAID']),
  );
  for (const row of rows)
    states.set(row.id, row.allocated >= row.net ? 'PAID' : row.allocated > 0 ? 'PART' : 'OPEN');
  return states;
}
