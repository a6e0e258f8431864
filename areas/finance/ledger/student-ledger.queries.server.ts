import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ChildView } from '../assignment/fee-assignment.contract.ts';
import { childView } from '../assignment/fee-assignment.queries.server.ts';
import { studentBalances } from '../fee-account/balances.server.ts';
import { contains, keysetPage } from '../keyset.server.ts';
import { type Instalment, ledgerContract, type StudentRow } from './ledger.contract.ts';
import { statementOf } from './statement.server.ts';

export interface StudentFilter {
  readonly franchiseeId: number | null;
  readonly on: string;
  readonly q?: string | undefined;
  readonly ageing?: string | undefined;
  readonly dueWithinDays?: number | undefined;
  readonly concession?: boolean | undefined;
  readonly advance?: boolean | undefined;
  readonly classId?: number | undefined;
}

const BUCKETS: Readonly<Record<string, readonly [number, number]>> = {
  overdue: [1, 100_000],
  '1-7': [1, 7],
  '8-15': [8, 15],
  '16-30': [16, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  '90+': [91, 100_000],
};

/** One row per account: the list, its totals, its export and the dashboard's tiles read this one query. */
export function studentRows(filter: StudentFilter): RawBuilder<unknown> {
  const bucket = filter.ageing ? BUCKETS[filter.ageing] : undefined;
  return sql`select * from (
    select a.id, a.franchisee_id as "franchiseeId", fr.company_name as "franchiseeName", a.child_label as "childLabel", c.name as "className", coalesce(a.student_admission_id, a.id) as reference,
      coalesce(l.billed, 0)::bigint as billed, coalesce(l.concession, 0)::bigint as concession, coalesce(l.paid, 0)::bigint as paid, coalesce(l.due, 0)::bigint as due,
      coalesce(l.overdue, 0)::bigint as overdue, coalesce(l.overdue_days, 0)::int as "overdueDays", -coalesce(b.advance, 0)::bigint as advance, -coalesce(b.deposit, 0)::bigint as deposit,
      coalesce(l.planned, 0)::bigint as planned, l.next_due_on as "nextDueOn", pay.on as "lastPaymentOn",
      case when coalesce(l.overdue, 0) > 0 then 'OVERDUE' when coalesce(l.due, 0) > 0 then 'DUE' when coalesce(l.planned, 0) > 0 then 'NOT_DUE' else 'PAID' end as status
    from fee_account a join franchisee fr on fr.id = a.franchisee_id
    left join lateral (select e.class_id from enrolment e where e.franchisee_id = a.franchisee_id and e.student_id = a.student_id order by e.academic_year_id desc limit 1) e on true
    left join lateral (
      select sum(net) filter (where state = 'OPEN') as billed, sum(concession) as concession, sum(allocated) as paid,
        sum(net - allocated) filter (where state = 'OPEN' and due_on <= ${filter.on}) as due,
        sum(net - allocated) filter (where state = 'OPEN' and due_on + grace_days < ${filter.on}::date) as overdue,
        max(${filter.on}::date - (due_on + grace_days)) filter (where state = 'OPEN' and allocated < net and due_on + grace_days < ${filter.on}::date) as overdue_days,
        sum(net - allocated) filter (where state = 'PLANNED' or due_on > ${filter.on}) as planned, min(due_on) filter (where allocated < net) as next_due_on
      from fee_line where franchisee_id = a.franchisee_id and fee_account_id = a.id and state <> 'CANCELLED') l on true
    left join lateral (select sum(amount) filter (where account_code = '2100') as advance, sum(amount) filter (where account_code = '2110') as deposit
      from ledger_balance where franchisee_id = a.franchisee_id and party_id = a.id::text and account_code in ('2100', '2110')) b on true
    left join lateral (select coalesce(p.received_on, (p.paid_at at time zone 'Asia/Kolkata')::date) as on from payment p where p.franchisee_id = a.franchisee_id and p.fee_account_id = a.id and p.status in ('CONFIRMED', 'TRANSFERRED')
      order by p.created_at desc limit 1) pay on true
    left join class c on c.id = e.class_id
    where a.closed_on is null and ${filter.franchiseeId === null ? sql`true` : sql`a.franchisee_id = ${filter.franchiseeId}`}
      and ${filter.q ? sql`a.child_label ilike ${contains(filter.q)}` : sql`true`} and ${filter.classId ? sql`e.class_id = ${filter.classId}` : sql`true`} and ${mayMatch(filter, bucket !== undefined)}) s
    where ${bucket ? sql`s."overdueDays" between ${bucket[0]} and ${bucket[1]}` : filter.ageing === 'none' ? sql`s.overdue = 0` : sql`true`}
      and ${
        filter.dueWithinDays === undefined
          ? sql`true`
          : sql`exists (select from fee_line n where n.franchisee_id = s."franchiseeId" and n.fee_account_id = s.id and n.state = 'OPEN' and n.allocated < n.net
        and n.due_on between ${filter.on} and ${addDays(filter.on, filter.dueWithinDays)})`
      }
      and ${filter.concession === undefined ? sql`true` : filter.concession ? sql`s.concession > 0` : sql`s.concession = 0`}
      and ${filter.advance === undefined ? sql`true` : filter.advance ? sql`s.advance > 0` : sql`s.advance = 0`}`;
}

/** Narrows the accounts by an index before anything is summed; the exact condition follows on the sums. */
function mayMatch(filter: StudentFilter, overdue: boolean): RawBuilder<unknown> {
  const open = sql`select from fee_line n where n.franchisee_id = a.franchisee_id and n.fee_account_id = a.id and n.state = 'OPEN' and n.allocated < n.net`;
  if (overdue) return sql`exists (${open} and n.due_on + n.grace_days < ${filter.on}::date)`;
  if (filter.dueWithinDays !== undefined)
    return sql`exists (${open} and n.due_on between ${filter.on}::date and ${addDays(filter.on, filter.dueWithinDays)}::date)`;
  if (filter.concession)
    return sql`exists (select from fee_line n where n.franchisee_id = a.franchisee_id and n.fee_account_id = a.id and n.concession > 0)`;
  return sql`true`;
}

const SORTS = {
  childLabel: { column: 'childLabel', type: 'text' },
  overdue: { column: 'overdue', type: 'bigint' },
  due: { column: 'due', type: 'bigint' },
  paid: { column: 'paid', type: 'bigint' },
  overdueDays: { column: 'overdueDays', type: 'int' },
} as const;

export const listStudentLedgers = handle(ledgerContract.students, async ({ db, actor, input, now }) => {
  const base = studentRows({ ...input, franchiseeId: actor.franchiseeId, on: input.on ?? todayIst(now) });
  const page = await keysetPage<StudentRow>(db, base, { sorts: SORTS, standard: '-overdue' }, input);
  return { ...page, totals: await totalsOf(db, base) };
});

export async function totalsOf(db: Db, base: RawBuilder<unknown>) {
  const { rows } = await sql<{
    children: number;
    billed: number;
    concession: number;
    paid: number;
    due: number;
    overdue: number;
    advance: number;
    planned: number;
  }>`
    select count(*)::int as children, coalesce(sum(billed), 0)::bigint as billed, coalesce(sum(concession), 0)::bigint as concession, coalesce(sum(paid), 0)::bigint as paid,
      coalesce(sum(due), 0)::bigint as due, coalesce(sum(overdue), 0)::bigint as overdue, coalesce(sum(advance), 0)::bigint as advance, coalesce(sum(planned), 0)::bigint as planned from (${base}) t`.execute(
    db,
  );
  return (
    rows[0] ?? { children: 0, billed: 0, concession: 0, paid: 0, due: 0, overdue: 0, advance: 0, planned: 0 }
  );
}

type Account = Pick<
  ChildView,
  | 'feeAccountId'
  | 'franchiseeId'
  | 'franchiseeName'
  | 'childLabel'
  | 'className'
  | 'studentAdmissionId'
  | 'enquiryId'
  | 'academicYear'
>;

/** Parents reach their own children's accounts and nothing of the tables behind an admission (row security of rt_family). */
async function accountFor(db: Db, actor: Actor, ref: string): Promise<Account> {
  if (actor.students === null) return childView(db, ref, {});
  const { rows } = await sql<Account>`
    select a.id as "feeAccountId", a.franchisee_id as "franchiseeId", f.company_name as "franchiseeName", a.child_label as "childLabel", null as "className",
      a.student_admission_id as "studentAdmissionId", null as "enquiryId", '' as "academicYear"
    from fee_account a join franchisee f on f.id = a.franchisee_id where ${ref}::uuid in (a.id, a.student_admission_id, a.student_id) limit 1`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

/** What a family owes or has ahead: receivable and advance together; deposits stand beside it. */
const STUDENT_ACCOUNTS = ['1200', '2100'];

export const getStudentLedger = handle(ledgerContract.student, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const account = await accountFor(db, actor, input.ref);
  const balance = ensureFound(
    (await studentBalances(db, { feeAccountIds: [account.feeAccountId], on: today })).get(
      account.feeAccountId,
    ),
  );
  const statement = await statementOf(db, {
    franchiseeId: account.franchiseeId,
    accounts: STUDENT_ACCOUNTS,
    party: account.feeAccountId,
    from: input.from ?? '2000-04-01',
    to: input.to ?? (input.future ? '2199-12-31' : undefined),
    after: input.after,
    limit: input.limit,
    today,
  });
  return { account, balance, statement };
});

export const getStudentPlan = handle(ledgerContract.studentPlan, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const account = await accountFor(db, actor, input.ref);
  const balance = ensureFound(
    (await studentBalances(db, { feeAccountIds: [account.feeAccountId], on: today })).get(
      account.feeAccountId,
    ),
  );
  return {
    account,
    balance,
    instalments: await instalmentsOf(db, account, today),
    assignments: await plansOf(db, account),
  };
});

async function instalmentsOf(
  db: Db,
  account: { franchiseeId: number; feeAccountId: string },
  today: string,
): Promise<Instalment[]> {
  const lines = await db
    .selectFrom('fee_line as l')
    .innerJoin('fee_type as t', 't.id', 'l.fee_type_id')
    .select([
      'l.id',
      'l.kind',
      'l.state',
      'l.seq',
      'l.label',
      't.name',
      'l.component_kind',
      'l.fee_assignment_id',
      'l.due_on',
      'l.grace_days',
      'l.gross',
      'l.concession',
      'l.tax',
      'l.net',
      'l.allocated',
      'l.formula',
    ])
    .where('l.franchisee_id', '=', account.franchiseeId)
    .where('l.fee_account_id', '=', account.feeAccountId)
    .orderBy('l.due_on')
    .orderBy('l.seq')
    .orderBy('l.id')
    .execute();
  const groups = new Map<string, typeof lines>();
  for (const line of lines) {
    const key =
      line.kind === 'PLAN' ? `${line.fee_assignment_id}:${line.seq}:${line.state === 'CANCELLED'}` : line.id;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, own]) => {
    const first = own[0] as (typeof own)[number]; // a group is made by its first line
    const net = own.reduce((sum, line) => sum + line.net, 0);
    const allocated = own.reduce((sum, line) => sum + line.allocated, 0);
    const overdueDays =
      first.state === 'OPEN' && allocated < net
        ? Math.max(0, daysBetween(addDays(first.due_on, first.grace_days), today))
        : 0;
    return {
      key,
      label: first.kind === 'PLAN' ? (first.label.split(':')[0] ?? first.label) : first.label,
      dueOn: first.due_on,
      graceDays: first.grace_days,
      net,
      allocated,
      overdueDays,
      state: stateOf(first.state, { net, allocated, overdueDays, dueOn: first.due_on, today }),
      lines: own.map((line) => ({
        id: line.id,
        kind: line.kind,
        label: line.label,
        name: line.name,
        componentKind: line.component_kind,
        state: line.state,
        gross: line.gross,
        concession: line.concession,
        tax: line.tax,
        net: line.net,
        allocated: line.allocated,
        formula: line.formula,
      })),
    };
  });
}

function stateOf(
  state: string,
  at: { net: number; allocated: number; overdueDays: number; dueOn: string; today: string },
): Instalment['state'] {
  if (state === 'CANCELLED') return 'CANCELLED';
  if (at.allocated >= at.net) return 'PAID';
  if (state === 'PLANNED') return 'PLANNED';
  if (at.overdueDays > 0) return 'OVERDUE';
  if (at.allocated > 0) return 'PART';
  return at.dueOn <= at.today ? 'OPEN' : 'NOT_DUE';
}

async function plansOf(db: Db, account: { franchiseeId: number; feeAccountId: string }) {
  const { rows } = await sql<{
    id: string;
    planName: string;
    optionName: string;
    status: string;
    joinsOn: string;
    net: number;
    concession: number;
    active: boolean;
  }>`
    select f.id, p.name as "planName", b.name as "optionName", f.status, f.joins_on as "joinsOn", f.net, f.concession,
      exists (select from plan_activation v where v.franchisee_id = f.franchisee_id and v.fee_assignment_id = f.id) as active
    from fee_assignment f join fee_plan p on p.id = f.fee_plan_id join fee_plan_breakdown b on b.id = f.breakdown_id
    where f.franchisee_id = ${account.franchiseeId} and f.fee_account_id = ${account.feeAccountId} and f.status <> 'CANCELLED' order by f.created_at desc`.execute(
    db,
  );
  return rows;
}
