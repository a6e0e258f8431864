// What the boards' own filters mean. The same conditions count a number and list its rows.
import { addDays, startOfDay } from '@aangan/contract/period.ts';
import { several } from '@aangan/server/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';
import { type AnswerState, type DateBasis, reachable } from './board-filters.ts';

type Condition = RawBuilder<unknown>;

const columnOf: Readonly<Record<Exclude<DateBasis, 'next'>, string>> = {
  captured: 'captured_at',
  activity: 'last_activity_at',
  visited: 'walk_in_at',
  admitted: 'admitted_at',
};

/** `answer('in-time')` and so on, over the alias `e`; only enquiries with a first-answer clock are any of them. */
export const answered: Readonly<Record<AnswerState, Condition>> = {
  'in-time': sql`(e.sla_due_at is not null and e.first_attempt_at <= e.sla_due_at)`,
  late: sql`(e.sla_due_at is not null and e.first_attempt_at > e.sla_due_at)`,
  unanswered: sql`(e.sla_due_at is not null and e.first_attempt_at is null)`,
};

const instant = (day: string) => sql`${startOfDay(day).toISOString()}::timestamptz`;

/** Days on the basis that was asked for; both ends inclusive. */
export function onDays({
  fromDate,
  toDate,
  basis,
}: Pick<Partial<EnquiryFilters>, 'fromDate' | 'toDate' | 'basis'>): Condition[] {
  // A day, not an instant, and only of what is still worked on.
  if (basis === 'next')
    return [
      sql`e.is_open`,
      ...(fromDate ? [sql`e.next_follow_up_on >= ${fromDate}::date`] : []),
      ...(toDate ? [sql`e.next_follow_up_on <= ${toDate}::date`] : []),
    ];
  const column = sql.ref(`e.${columnOf[basis ?? 'captured']}`);
  return [
    ...(fromDate ? [sql`${column} >= ${instant(fromDate)}`] : []),
    ...(toDate ? [sql`${column} < ${instant(addDays(toDate, 1))}`] : []),
    ...(basis && basis !== 'captured' ? [sql`${column} is not null`] : []),
  ];
}

/** IST weekday (1 = Monday) and hour of an arrival. */
export const arrivalWeekday = sql<number>`extract(isodow from e.captured_at at time zone 'Asia/Kolkata')::int`;
export const arrivalHour = sql<number>`extract(hour from e.captured_at at time zone 'Asia/Kolkata')::int`;

/** Conditions over the alias `e`. */
export function boardWhere(filters: Partial<EnquiryFilters>): Condition[] {
  const out: Condition[] = [];
  const yesNo = (column: string, wanted: boolean | undefined) => {
    if (wanted !== undefined)
      out.push(sql`${sql.ref(`e.${column}`)} is ${wanted ? sql`not null` : sql`null`}`);
  };
  if (filters.reached) out.push(sql`e.reached >= ${sql.lit(reachable.indexOf(filters.reached))}`);
  yesNo('walk_in_at', filters.visited);
  yesNo('first_attempt_at', filters.attempted);
  if (filters.firstAnswer?.length)
    out.push(
      sql`(${sql.join(
        filters.firstAnswer.map((state) => answered[state]),
        sql` or `,
      )})`,
    );
  if (filters.arrived) {
    const [weekday, hour] = filters.arrived.split('-').map(Number);
    out.push(sql`${arrivalWeekday} = ${weekday} and ${arrivalHour} = ${hour}`);
  }
  if (filters.attemptedOn)
    out.push(
      sql`e.last_attempt_at >= ${instant(filters.attemptedOn)} and e.last_attempt_at < ${instant(addDays(filters.attemptedOn, 1))}`,
    );
  if (filters.lostReason?.length) out.push(several('e.lost_reason_id', filters.lostReason, 'uuid'));
  if (filters.sourceLink?.length) {
    const ids = filters.sourceLink.filter((id) => id !== 'none');
    const none = filters.sourceLink.includes('none') ? sql`e.source_link_id is null or ` : sql``;
    out.push(sql`(${none}e.source_link_id = any (${ids}::uuid[]))`);
  }
  if (filters.noClass !== undefined)
    out.push(filters.noClass ? sql`e.class_id is null` : sql`e.class_id is not null`);
  if (filters.centre?.length) out.push(several('e.franchisee_id', filters.centre, 'int'));
  return out;
}
