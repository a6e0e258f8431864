// What the commands of events share: the dates of a rule with the centre's closed days, who answered, and what they are told.
import { type Day, formatClock } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dayKinds } from '../../academics/public.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { refuseEvent } from './event.refusals.ts';
import {
  type ClosedDays,
  MOST_DATES,
  occurrences,
  type PlannedDate,
  planDates,
  type Recurrence,
} from './recurrence.ts';

export type EventRow = RowIn<'event'>;

/** Why the centre is closed on a day, by the academic calendar; null on a working day. */
export async function closedBy(
  db: Db,
  franchiseeId: number,
  stretch: { from: Day; to: Day },
): Promise<(day: Day) => string | null> {
  const kinds = await dayKinds(db, franchiseeId, stretch);
  return (day) => {
    const verdict = kinds.get(day);
    return !verdict || verdict.works ? null : (verdict.title ?? 'Day off');
  };
}

interface Planning extends Recurrence {
  closedDays: ClosedDays;
  removed: readonly Day[];
}

/** The dates of a rule at a centre. Refuses one without a date and one with more than 200. */
export async function plannedDates(db: Db, franchiseeId: number, rule: Planning): Promise<PlannedDate[]> {
  const all = occurrences(rule);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined)
    throw refuseEvent('event.rule', { fields: { until: 'Choose a later day' } });
  if (all.length > MOST_DATES)
    throw refuseEvent('event.too-many', { fields: { until: 'At most 200 dates' } });
  const closed = await closedBy(db, franchiseeId, { from: first, to: last });
  return planDates(rule, { closed, closedDays: rule.closedDays, removed: rule.removed });
}

export const sourceOf = (id: string) => ({ kind: 'event', id });

/** `HH:mm` of a column's time. */
export const clockOf = (time: string | null): string | null => time?.slice(0, 5) ?? null;

/** Hours and place in one line: "10:00 AM to 11:30 AM, Hall". */
export function whenOf(event: Pick<EventRow, 'starts_at' | 'ends_at' | 'place'>): string {
  const [from, to] = [clockOf(event.starts_at), clockOf(event.ends_at)];
  const hours = from && to ? `${formatClock(from)} to ${formatClock(to)}` : 'all day';
  return event.place ? `${hours}, ${event.place}` : hours;
}

export interface Expecting {
  onDate: Day;
  studentIds: string[];
}

/** The children whose families said yes or maybe, by date from a day on. */
export async function expecting(
  db: Db,
  event: Pick<EventRow, 'franchisee_id' | 'id'>,
  from: Day,
): Promise<Expecting[]> {
  const { rows } = await sql<Expecting>`
    select r.on_date as "onDate", array_agg(e.student_id::text order by e.student_id) as "studentIds" from event_rsvp r
      join enrolment e on e.franchisee_id = r.franchisee_id and e.id = r.enrolment_id
     where r.franchisee_id = ${event.franchisee_id} and r.event_id = ${event.id} and r.answer <> 'NO' and r.on_date >= ${from}::date
     group by r.on_date order by r.on_date`.execute(db);
  return rows;
}

/** Tells these children's families that the event is at another time or place. Returns how many children. */
export async function tellChanged(db: Db, event: EventRow, to: Expecting): Promise<number> {
  await queueMessage(db, {
    kind: 'communication.event-changed',
    franchiseeId: event.franchisee_id,
    about: { studentIds: to.studentIds },
    values: { title: event.title, date: to.onDate, when: whenOf(event) },
    dedupeKey: `${event.id}:${to.onDate}:${event.sequence}`,
    source: sourceOf(event.id),
  });
  return to.studentIds.length;
}

export async function tellCancelled(db: Db, event: EventRow, to: Expecting, reason: string): Promise<number> {
  await queueMessage(db, {
    kind: 'communication.event-cancelled',
    franchiseeId: event.franchisee_id,
    about: { studentIds: to.studentIds },
    values: { title: event.title, date: to.onDate, reason },
    dedupeKey: `${event.id}:${to.onDate}:cancelled`,
    source: sourceOf(event.id),
  });
  return to.studentIds.length;
}

/** The children an event is for, as they are enrolled today. */
export const invitedChildren = (event: Pick<EventRow, 'franchisee_id' | 'class_ids'>) => sql`
  from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
    left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id
    left join class k on k.id = e.class_id
  where e.franchisee_id = ${event.franchisee_id} and e.status in ('ACTIVE', 'ON_HOLD')
    and (${[...event.class_ids]}::int[] = '{}' or e.class_id = any (${[...event.class_ids]}::int[]))`;

/** Places taken on a date: of each child that comes, itself and its adults. */
export async function takenPlaces(
  db: Db,
  event: Pick<EventRow, 'franchisee_id' | 'id'>,
  onDate: Day,
  exceptEnrolmentId: string | null,
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(1 + adults), 0)::int as taken from event_rsvp
     where franchisee_id = ${event.franchisee_id} and event_id = ${event.id} and on_date = ${onDate} and answer = 'YES'
       and enrolment_id is distinct from ${exceptEnrolmentId}::uuid`.execute(db);
  return rows[0]?.taken ?? 0;
}
