// The student ledger list. A page first picks its accounts by index (open lines, or a name), and only those are summed:
// so the list of the whole network is as quick as a centre's. Totals of everything come from the running totals.
import { addDays } from '@aangan/contract/period.ts';
import { contains, pageLimit } from '@aangan/server/record/keyset.ts';
import { istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { centreIs, type StudentTotals } from '../dashboard/tally.server.ts';
import type { Turn } from '../keyset.server.ts';

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

/** No filter but the day. */
export const isWhole = (filter: StudentFilter): boolean => !filter.ageing && onlyAgeing(filter);
const onlyAgeing = (filter: StudentFilter): boolean =>
  !filter.q &&
  filter.dueWithinDays === undefined &&
  filter.concession === undefined &&
  filter.advance === undefined &&
  filter.classId === undefined;

const late = (on: string, line = ''): RawBuilder<unknown> =>
  sql`${sql.raw(line)}due_on + ${sql.raw(line)}grace_days < ${on}::date`;
const lineSums = (on: string): RawBuilder<unknown> => sql`
  sum(net) filter (where state = 'OPEN') as billed, sum(concession) as concession, sum(allocated) as paid,
  sum(net - allocated) filter (where state = 'OPEN' and due_on <= ${on}) as due,
  sum(net - allocated) filter (where state = 'OPEN' and ${late(on)}) as overdue,
  max(${on}::date - (due_on + grace_days)) filter (where state = 'OPEN' and allocated < net and ${late(on)}) as overdue_days,
  sum(net - allocated) filter (where state = 'OPEN' and kind = 'LATE_FEE') as late_fee,
  sum(net - allocated) filter (where state = 'PLANNED' or due_on > ${on}) as planned, min(due_on) filter (where allocated < net) as next_due_on`;
const HELD = sql.raw(
  `sum(amount) filter (where account_code = '2100') as advance, sum(amount) filter (where account_code = '2110') as deposit`,
);
const ENROLMENT = sql.raw(
  'left join lateral (select e.class_id from enrolment e where e.franchisee_id = a.franchisee_id and e.student_id = a.student_id order by e.academic_year_id desc limit 1) e on true',
);

/** One row per account: the list, its export and the dashboard's tiles read this one query. `pick` narrows it to accounts chosen before. */
export function studentRows(filter: StudentFilter, pick?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select * from (
    select a.id, a.franchisee_id as "franchiseeId", fr.company_name as "franchiseeName", a.child_label as "childLabel", c.name as "className", coalesce(a.student_admission_id, a.id) as reference,
      coalesce(l.billed, 0)::bigint as billed, coalesce(l.concession, 0)::bigint as concession, coalesce(l.paid, 0)::bigint as paid, coalesce(l.due, 0)::bigint as due,
      coalesce(l.overdue, 0)::bigint as overdue, coalesce(l.overdue_days, 0)::int as "overdueDays", -coalesce(b.advance, 0)::bigint as advance, -coalesce(b.deposit, 0)::bigint as deposit,
      coalesce(l.late_fee, 0)::bigint as "lateFee",
      coalesce(l.planned, 0)::bigint as planned, l.next_due_on as "nextDueOn", pay.on as "lastPaymentOn",
      case when coalesce(l.overdue, 0) > 0 then 'OVERDUE' when coalesce(l.due, 0) > 0 then 'DUE' when coalesce(l.planned, 0) > 0 then 'NOT_DUE' else 'PAID' end as status
    from ${pick ? sql`(${pick}) pick join fee_account a on a.franchisee_id = pick.franchisee_id and a.id = pick.id` : sql`fee_account a`} join franchisee fr on fr.id = a.franchisee_id
    ${ENROLMENT}
    left join lateral (select ${lineSums(filter.on)} from fee_line where franchisee_id = a.franchisee_id and fee_account_id = a.id and state <> 'CANCELLED') l on true
    left join lateral (select ${HELD} from ledger_balance where franchisee_id = a.franchisee_id and party_id = a.id::text and account_code in ('2100', '2110')) b on true
    left join lateral (select coalesce(p.received_on, ${istDay('p.paid_at')}) as on from payment p where p.franchisee_id = a.franchisee_id and p.fee_account_id = a.id and p.status in ('CONFIRMED', 'TRANSFERRED')
      order by p.created_at desc limit 1) pay on true
    left join class c on c.id = e.class_id
    where ${wanted(filter)}) s where ${onSums(filter)}`;
}

/** Sums over all rows of a filter. Where no centre is chosen everything is grouped once instead of account by account. */
export async function totalsOf(db: Db, filter: StudentFilter): Promise<StudentTotals> {
  const { rows } =
    await sql<StudentTotals>`select ${SUMS} from (${summedAccounts(filter)}) s where ${onSums(filter)}`.execute(
      db,
    );
  return rows[0] as StudentTotals; // an aggregate without groups always has its one row
}

export interface ClassTotals extends StudentTotals {
  /** null: without an enrolment. */
  classId: number | null;
  className: string;
}

/** The same sums class by class, in the order of the classes. */
export async function classTotalsOf(db: Db, filter: StudentFilter): Promise<ClassTotals[]> {
  const { rows } = await sql<ClassTotals>`
    select c.id as "classId", coalesce(c.name, 'No class') as "className", ${SUMS}
      from (${summedAccounts(filter, true)}) s left join class c on c.id = s.class_id
     where ${onSums(filter)} group by c.id, c.name, c.position order by c.position nulls last, c.name`.execute(
    db,
  );
  return rows;
}

const SUMS = sql.raw(
  ['billed', 'concession', 'paid', 'due', 'overdue', 'advance', 'planned'].reduce(
    (list, name) => `${list}, coalesce(sum(${name}), 0)::bigint as ${name}`,
    'count(*)::int as children',
  ),
);

function summedAccounts(
  filter: StudentFilter,
  withClass = filter.classId !== undefined,
): RawBuilder<unknown> {
  const grouped = filter.franchiseeId === null && !filter.q;
  const lines = grouped
    ? sql`left join (select franchisee_id, fee_account_id, ${lineSums(filter.on)} from fee_line where state <> 'CANCELLED' group by 1, 2) l on l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id`
    : sql`left join lateral (select ${lineSums(filter.on)} from fee_line where franchisee_id = a.franchisee_id and fee_account_id = a.id and state <> 'CANCELLED') l on true`;
  const held = grouped
    ? sql`left join (select franchisee_id, party_id, ${HELD} from ledger_balance where account_code = '2100' group by 1, 2) b on b.franchisee_id = a.franchisee_id and b.party_id = a.id::text`
    : sql`left join lateral (select ${HELD} from ledger_balance where franchisee_id = a.franchisee_id and party_id = a.id::text and account_code = '2100') b on true`;
  return sql`
    select a.franchisee_id as "franchiseeId", a.id, ${withClass ? sql`e.class_id` : sql`null`} as class_id, l.billed, coalesce(l.concession, 0) as concession, l.paid, l.due,
        coalesce(l.overdue, 0) as overdue, coalesce(l.overdue_days, 0) as "overdueDays", -coalesce(b.advance, 0) as advance, l.planned
      from fee_account a ${withClass ? ENROLMENT : sql``} ${lines} ${held} where ${wanted(filter)}`;
}

const wanted = (filter: StudentFilter): RawBuilder<unknown> =>
  sql`a.closed_on is null and ${filter.franchiseeId === null ? sql`true` : sql`a.franchisee_id = ${filter.franchiseeId}`}
    and ${filter.q ? sql`a.child_label ilike ${contains(filter.q)}` : sql`true`} and ${filter.classId ? sql`e.class_id = ${filter.classId}` : sql`true`} and ${mayMatch(filter)}`;

function onSums(filter: StudentFilter): RawBuilder<unknown> {
  const bucket = filter.ageing ? BUCKETS[filter.ageing] : undefined;
  const conditions = [sql`true`];
  if (bucket) conditions.push(sql`s."overdueDays" between ${bucket[0]} and ${bucket[1]}`);
  if (filter.ageing === 'none') conditions.push(sql`s.overdue = 0`);
  if (filter.dueWithinDays !== undefined)
    conditions.push(sql`exists (select from fee_line n where n.franchisee_id = s."franchiseeId" and n.fee_account_id = s.id and n.state = 'OPEN' and n.allocated < n.net
        and n.due_on between ${filter.on} and ${addDays(filter.on, filter.dueWithinDays)})`);
  if (filter.concession !== undefined)
    conditions.push(filter.concession ? sql`s.concession > 0` : sql`s.concession = 0`);
  if (filter.advance !== undefined) conditions.push(filter.advance ? sql`s.advance > 0` : sql`s.advance = 0`);
  return sql.join(conditions, sql` and `);
}

/** Narrows the accounts by an index before anything is summed; the exact condition follows on the sums. */
function mayMatch(filter: StudentFilter): RawBuilder<unknown> {
  const open = sql`select from fee_line n where n.franchisee_id = a.franchisee_id and n.fee_account_id = a.id and n.state = 'OPEN' and n.allocated < n.net`;
  if (filter.ageing && BUCKETS[filter.ageing]) return sql`exists (${open} and ${late(filter.on, 'n.')})`;
  if (filter.dueWithinDays !== undefined)
    return sql`exists (${open} and n.due_on between ${filter.on}::date and ${addDays(filter.on, filter.dueWithinDays)}::date)`;
  if (filter.concession)
    return sql`exists (select from fee_line n where n.franchisee_id = a.franchisee_id and n.fee_account_id = a.id and n.concession > 0)`;
  if (filter.advance)
    return sql`exists (select from ledger_balance n where n.franchisee_id = a.franchisee_id and n.account_code = '2100' and n.party_id = a.id::text and n.amount < 0)`;
  return sql`true`;
}

/**
 * The accounts of one page (one more than its limit), where the order can be found by open lines or names alone: without
 * a filter, or with one of the ages of what is overdue. null elsewhere: then every account of the filter is summed.
 */
export function pickPage(filter: StudentFilter, turn: Turn): RawBuilder<unknown> | null {
  const bucket = filter.ageing ? BUCKETS[filter.ageing] : undefined;
  if (!onlyAgeing(filter) || (filter.ageing && !bucket)) return null;
  const mine = centreIs(filter.franchiseeId);
  const order = sql.raw(turn.down ? 'desc' : 'asc');
  const limit = sql`limit ${pageLimit(turn.limit)}`;
  if (turn.name === 'childLabel') {
    const aged = bucket
      ? sql`and (franchisee_id, id) in (select franchisee_id, fee_account_id from (${owing(filter, sql`0`, bucket)}) o)`
      : sql``;
    return sql`select franchisee_id, id from fee_account where closed_on is null and ${mine} ${aged} and ${past(turn, sql`child_label`, sql`id`)}
      order by child_label ${order}, id ${order} ${limit}`;
  }
  const measure = MEASURES[turn.name]?.(filter.on);
  if (!measure) return null;
  const value = sql`coalesce(${measure.value} filter (where ${measure.of('')}), 0)`;
  const some = sql`(select o.franchisee_id, o.fee_account_id as id from (${owing(filter, value, bucket, measure.lines)}) o where ${bucket ? sql`true` : sql`o.v > 0`} and ${past(turn, sql`o.v`, sql`o.fee_account_id`)}
    order by o.v ${order}, o.fee_account_id ${order} ${limit})`;
  if (bucket) return some;
  // Accounts without any: their value is 0, so they follow the others (or, ascending, come before them) by id.
  const none = sql`(select a.franchisee_id, a.id from fee_account a where a.closed_on is null and ${mine} and ${past(turn, sql`0::bigint`, sql`a.id`)}
    and not exists (select from fee_line n where n.franchisee_id = a.franchisee_id and n.fee_account_id = a.id and ${(measure.lines ?? OPEN)('n.')} and ${measure.of('n.')})
    order by a.id ${order} ${limit})`;
  return turn.down ? sql`${some} union all ${none} ${limit}` : sql`${none} union all ${some} ${limit}`;
}

interface Measure {
  readonly value: RawBuilder<unknown>;
  /** Lines that count, of those `lines` takes in. */
  readonly of: (line: string) => RawBuilder<unknown>;
  readonly lines?: (line: string) => RawBuilder<unknown>;
}
const OPEN = (line: string) => sql.raw(`${line}state = 'OPEN' and ${line}allocated < ${line}net`);

const MEASURES: Readonly<Record<string, (on: string) => Measure>> = {
  overdue: (on) => ({ value: sql`sum(net - allocated)`, of: (line) => late(on, line) }),
  overdueDays: (on) => ({
    value: sql`max(${on}::date - (due_on + grace_days))`,
    of: (line) => late(on, line),
  }),
  due: (on) => ({
    value: sql`sum(net - allocated)`,
    of: (line) => sql`${sql.raw(line)}due_on <= ${on}::date`,
  }),
  paid: () => ({
    value: sql`sum(allocated)`,
    of: (line) => sql.raw(`${line}allocated > 0`),
    lines: (line) => sql.raw(`${line}state <> 'CANCELLED'`),
  }),
};

/** Accounts that are not closed and have such lines (open ones: by the index fee_line_owing alone), with a value of each. */
function owing(
  filter: StudentFilter,
  value: RawBuilder<unknown>,
  bucket: readonly [number, number] | undefined,
  lines = OPEN,
): RawBuilder<unknown> {
  const aged = bucket
    ? sql`having max(${filter.on}::date - (due_on + grace_days)) filter (where ${OPEN('')} and ${late(filter.on)}) between ${bucket[0]} and ${bucket[1]}`
    : sql``;
  return sql`select franchisee_id, fee_account_id, (${value})::bigint as v from fee_line where ${lines('')} and ${centreIs(filter.franchiseeId)}
    and (franchisee_id, fee_account_id) not in (select franchisee_id, id from fee_account where closed_on is not null) group by 1, 2 ${aged}`;
}

function past(turn: Turn, value: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!turn.cursor) return sql`true`;
  const type = sql.raw(turn.name === 'childLabel' ? 'text' : 'bigint');
  return sql`(${value}, ${id}) ${sql.raw(turn.down ? '<' : '>')} (${turn.cursor.value}::${type}, ${turn.cursor.id}::uuid)`;
}
