// The figures of the boards: one read of the covering index (a centre and year lie together), counted several ways. Each
// figure is (figure, key, n) and adds up over centres, so that a tally of many centres is a sum of the same figures;
// medians come from counts by minute and by day for the same reason.
import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { bucketSlugs } from '../enquiry/bucket.ts';
import { allOf, inBucket } from '../enquiry/enquiry-where.server.ts';
import { answered, arrivalHour, arrivalWeekday } from './board-where.server.ts';
import type { FigureRow } from './figures.ts';

type Sql = RawBuilder<unknown>;

/** Counts over `e` (or `clock`) by one key: a row for each measure that is not 0. */
function counted(prefix: string, key: Sql, measures: Readonly<Record<string, Sql>>, from = sql`e`): Sql {
  const names = Object.entries(measures);
  const columns = names.map(([, what], i) => sql`count(*) filter (where ${what}) as ${sql.id(`m${i}`)}`);
  const values = names.map(([name], i) => sql`(${sql.lit(`${prefix}.${name}`)}, ${sql.ref(`t.m${i}`)})`);
  return sql`select v.figure, t.key, v.n from (select ${key} as key, ${sql.join(columns)} from ${from} group by 1) t
    cross join lateral (values ${sql.join(values)}) v (figure, n) where v.n > 0`;
}

const ALL = sql`true`;
const VISITED = sql`e.walk_in_at is not null`;
const ADMITTED = sql`e.spanco_status = 'Order'`;
const YET_TO_CALL = sql`e.is_open and e.stage_code = 'Yet_to_call'`;
const OWNER = sql`coalesce(e.owner_id::text, '')`;

/**
 * The clocks of first answers of the same enquiries (enquiries.md 3.4), also those of earlier lives: what an answer took
 * in working time, and who may still be answered in time or was closed before it was due.
 */
const CLOCK = (now: Date): Sql => sql`clock as materialized (
  select e.franchisee_id, e.owner_id, f.working_s / 60 as minutes,
      e.first_attempt_at is null and f.due_at = e.sla_due_at and f.due_at >= coalesce(f.ended_at, ${now.toISOString()}::timestamptz) as waiting
    from e join first_answer f on f.franchisee_id = e.franchisee_id and f.enquiry_id = e.id)`;
/** A step of a scale: exact to two hours, then quarters of an hour to a day, then hours to 30 days; all of them working. */
const MINUTES = sql`(case when c.minutes < 120 then c.minutes when c.minutes < 1440 then c.minutes / 15 * 15 else least(c.minutes / 60 * 60, 43200) end)::text`;
const ANSWERED = sql`(select c.* from clock c where c.minutes is not null) c`;
const WAITING = sql`(select c.* from clock c where c.waiting) c`;

/** Working minutes of first answers and who waits for one, by `prefix`; `key` is over `c`. */
const clocksBy = (prefix: string, key: Sql, place: Sql): Sql[] => [
  counted(prefix ? `${prefix}-minutes` : 'minutes', place, { n: ALL }, ANSWERED),
  counted(prefix || 'all', key, { waiting: ALL }, WAITING),
];

const CLOCK_OWNER = sql`coalesce(c.owner_id::text, '')`;

function partsOf(today: Day): Sql[] {
  const work = {
    open: sql`e.is_open`,
    due: inBucket('due', today),
    overdue: inBucket('overdue', today),
  };
  return [
    counted('all', sql`''`, {
      n: ALL,
      ...work,
      yetToCall: YET_TO_CALL,
      unallocated: sql`e.is_open and e.owner_id is null`,
      admitted: ADMITTED,
      ...answered,
      ...Object.fromEntries(bucketSlugs.map((slug) => [slug, inBucket(slug, today)])),
    }),
    counted('status', sql`e.spanco_status`, { n: ALL }),
    counted('reached', sql`e.reached::text`, { n: ALL }),
    counted('source', sql`e.source_id::text`, { n: ALL, visits: VISITED, admitted: ADMITTED }),
    counted('class', sql`coalesce(e.class_id::text, '')`, { wished: sql`e.is_open` }),
    counted('lost', sql`coalesce(e.lost_reason_id::text, '')`, { n: sql`e.spanco_status = 'Lost'` }),
    counted('arrival', sql`${arrivalWeekday} || '-' || ${arrivalHour}`, {
      n: ALL,
      answered: sql`e.first_attempt_at is not null`,
    }),
    counted('owner', OWNER, {
      n: ALL,
      ...work,
      called: sql`e.last_attempt_at >= ${startOfDay(today).toISOString()}::timestamptz and e.last_attempt_at < ${startOfDay(addDays(today, 1)).toISOString()}::timestamptz`,
      ...answered,
      visits: VISITED,
      admitted: ADMITTED,
    }),
    ...clocksBy('', sql`''`, MINUTES),
    ...clocksBy('owner', CLOCK_OWNER, sql`${CLOCK_OWNER} || '|' || ${MINUTES}`),
    STEP_DAYS,
  ];
}

/** Whole days in a status before the next one; from the history of the same enquiries. */
const STEP_DAYS = sql`select 'step.n', s.to_status || '|' || least(floor(extract(epoch from s.next - s.at) / 86400), 365)::int, count(*)
  from (select l.to_status, min(l.at) as at, lead(min(l.at)) over (partition by e.franchisee_id, e.id order by min(l.at)) as next
    from e join enquiry_stage_log l on l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id
   where l.to_status <> 'Lost' group by e.franchisee_id, e.id, l.to_status) s where s.next is not null group by 1, 2`;

const E = (where: Sql): Sql => sql`with e as materialized (
  select e.franchisee_id, e.id, e.captured_at, e.spanco_status, e.stage_code, e.is_open, e.follow_up_group, e.next_follow_up_on, e.owner_id, e.source_id,
    e.class_id, e.reached, e.walk_in_at, e.admitted_at, e.first_attempt_at, e.last_attempt_at, e.sla_due_at, e.lost_reason_id
    from enquiry e where ${where})`;

async function run(db: Db, where: Sql, parts: readonly Sql[], clocksAt?: Date): Promise<FigureRow[]> {
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );
  const { rows } =
    await sql<FigureRow>`${E(where)}${clocksAt ? sql`, ${CLOCK(clocksAt)}` : sql``} select x.figure, x.key, x.n::int as n from (${all}) x (figure, key, n)`.execute(
      db,
    );
  return rows;
}

/** Every figure of the enquiries that `where` (conditions over `e`) names. */
export const readFigures = (db: Db, where: readonly Sql[], now: Date): Promise<FigureRow[]> =>
  run(db, allOf(where), partsOf(todayIst(now)), now);

/** The same of each centre, as far as the ranking shows it: keys begin with `<centre>|`. */
export const readCentres = (db: Db, where: readonly Sql[], now: Date): Promise<FigureRow[]> =>
  run(
    db,
    allOf(where),
    [
      counted('centre', sql`e.franchisee_id::text`, {
        n: ALL,
        yetToCall: YET_TO_CALL,
        overdue: inBucket('overdue', todayIst(now)),
        ...answered,
        visits: VISITED,
        admitted: ADMITTED,
      }),
      ...clocksBy('centre', sql`c.franchisee_id::text`, sql`c.franchisee_id || '|' || ${MINUTES}`),
    ],
    now,
  );

const MONDAY = (column: string): Sql =>
  sql`to_char(date_trunc('week', ${sql.ref(`e.${column}`)} at time zone 'Asia/Kolkata'), 'YYYY-MM-DD')`;

/** Captured, visited and admitted by week (its Monday) since a day; `where` without its own days. */
export function readWeeks(
  db: Db,
  where: readonly Sql[],
  { from, to, byCentre }: { from: Day; to: Day; byCentre: boolean },
): Promise<FigureRow[]> {
  const within = (column: string) =>
    sql`${sql.ref(`e.${column}`)} >= ${startOfDay(from).toISOString()}::timestamptz and ${sql.ref(`e.${column}`)} < ${startOfDay(addDays(to, 1)).toISOString()}::timestamptz`;
  const by = (name: string, column: string) =>
    sql`select ${sql.lit(`week.${name}`)}, ${MONDAY(column)}, count(*) from e where ${within(column)} group by 2`;
  return run(db, allOf(where), [
    by('captured', 'captured_at'),
    by('visits', 'walk_in_at'),
    by('admitted', 'admitted_at'),
    ...(byCentre
      ? [
          sql`select 'centre-week.n', e.franchisee_id || '|' || ${MONDAY('captured_at')}, count(*) from e where ${within('captured_at')} group by 2`,
        ]
      : []),
  ]);
}

/** How far enquiries came, for last year's funnel. */
export const readReached = (db: Db, where: readonly Sql[]): Promise<FigureRow[]> =>
  run(db, allOf(where), [counted('reached', sql`e.reached::text`, { n: ALL })]);
