import { type Day, todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { calendarContract } from '../../academics/calendar/calendar.contract.ts';
import { classes } from '../../academics/public.server.ts';
import { eventContract } from './event.contract.ts';
import { eventStates } from './event.states.ts';
import { clockOf, closedBy, type EventRow, invitedChildren, plannedDates } from './event-rules.server.ts';
import { datedEvents } from './events-of.server.ts';
import { inWords } from './recurrence.ts';

export const eventForm = handle(eventContract.form, async ({ db, actor, now }) => ({
  today: todayIst(now),
  classes: (await classes(db)).map(({ id, name }) => ({ id, name })),
  setsHolidays: mayCall(actor, calendarContract.save),
}));

export const eventDates = handle(eventContract.dates, async ({ db, actor, input }) => ({
  words: inWords(input),
  dates: await plannedDates(db, chosenCentre(actor), input),
}));

interface DateRow {
  onDate: Day;
  toOn: Day;
  cancelled: string | null;
  yes: number;
  maybe: number;
  no: number;
  adults: number;
  taken: number;
}

async function datesOf(db: Db, row: EventRow): Promise<DateRow[]> {
  const { rows } = await sql<DateRow>`
    select d.on_date as "onDate", d.to_on as "toOn", d.cancelled_reason as cancelled,
           count(r.answer) filter (where r.answer = 'YES')::int as yes, count(r.answer) filter (where r.answer = 'MAYBE')::int as maybe,
           count(r.answer) filter (where r.answer = 'NO')::int as no,
           coalesce(sum(r.adults) filter (where r.answer = 'YES'), 0)::int as adults,
           coalesce(sum(1 + r.adults) filter (where r.answer = 'YES'), 0)::int as taken
      from event_date d left join event_rsvp r on r.franchisee_id = d.franchisee_id and r.event_id = d.event_id and r.on_date = d.on_date
     where d.franchisee_id = ${row.franchisee_id} and d.event_id = ${row.id}
     group by d.on_date, d.to_on, d.cancelled_reason order by d.on_date`.execute(db);
  return rows;
}

export const getEvent = handle(eventContract.get, async ({ db, actor, input, now }) => {
  const { rows } = await sql<EventRow & { classes: string | null; removed: string[] }>`
    select v.*, v.removed_dates::text[] as removed,
           (select string_agg(k.name, ', ' order by k.position) from class k where k.id = any (v.class_ids)) as classes
      from event v where v.id = ${input.id}`.execute(db);
  const row = ensureFound(rows[0]);
  const today = todayIst(now);
  const dates = await datesOf(db, row);
  const [first, last] = [dates[0]?.onDate ?? row.from_on, dates.at(-1)?.onDate ?? row.from_on];
  const closed = await closedBy(db, row.franchisee_id, { from: first, to: last });
  const writes = mayCall(actor, eventContract.save);
  const steps = new Set<string>(writes ? actionsFrom(eventStates, row.status) : []);
  const rule = {
    fromOn: row.from_on,
    repeat: row.repeat,
    every: row.repeat_every,
    weekdays: weekdaysOf(row.repeat_weekdays),
    until: row.repeat_until,
    count: row.repeat_count,
  };
  return {
    ...rule,
    id: row.id,
    title: row.title,
    titleHi: row.title_hi,
    description: row.description,
    kind: row.kind,
    colour: row.colour,
    toOn: row.to_on,
    startsAt: clockOf(row.starts_at),
    endsAt: clockOf(row.ends_at),
    closedDays: row.closed_days,
    removed: row.removed,
    words: inWords(rule),
    place: row.place,
    people: row.people,
    classes: row.classes,
    classIds: row.class_ids,
    answers: row.answers,
    answerUntil: row.answer_until,
    places: row.places,
    status: row.status,
    cancelReason: row.cancel_reason,
    dates: dates.map((date) => ({
      ...date,
      closed: closed(date.onDate),
      over: date.toOn < today,
    })),
    version: row.version,
    can: {
      edit: writes && row.status !== 'CANCELLED',
      publish: steps.has('publish'),
      cancel: steps.has('cancel'),
      remind:
        writes &&
        row.status === 'PUBLISHED' &&
        row.answers !== 'NONE' &&
        (row.answer_until ?? today) >= today,
    },
  };
});

export const eventAnswers = handle(eventContract.answersOf, async ({ db, input }) => {
  const row = ensureFound(
    await db.selectFrom('event').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const { rows } = await sql<{
    enrolmentId: string;
    child: string;
    section: string;
    answer: 'YES' | 'NO' | 'MAYBE' | null;
    adults: number;
    note: string | null;
    answeredAt: string | null;
  }>`
    select c.*, r.answer, coalesce(r.adults, 0) as adults, r.note, r.answered_at as "answeredAt" from (
      select e.franchisee_id, e.id as "enrolmentId", s.name as child, coalesce(k.name || coalesce(' ' || n.name, ''), '–') as section,
             k.position as place ${invitedChildren(row)}
      -- A child that left since keeps its answer in the list.
      union select e.franchisee_id, e.id, s.name, coalesce(k.name || coalesce(' ' || n.name, ''), '–'), k.position
        from event_rsvp a join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
        join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
        left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id left join class k on k.id = e.class_id
       where a.franchisee_id = ${row.franchisee_id} and a.event_id = ${row.id} and a.on_date = ${input.onDate}) c
      left join event_rsvp r on r.franchisee_id = c.franchisee_id and r.event_id = ${row.id} and r.on_date = ${input.onDate}
        and r.enrolment_id = c."enrolmentId"
     order by c.place, c.section, c.child, c."enrolmentId"`.execute(db);
  return { rows };
});

export const eventCalendar = handle(eventContract.calendar, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const [closed, events, { rows: birthdays }] = await Promise.all([
    closedBy(db, franchiseeId, input),
    datedEvents(db, input, sql`v.franchisee_id = ${franchiseeId}`),
    sql<{ onDate: Day; name: string; section: string | null }>`
    select day::date as "onDate", s.name, k.name || coalesce(' ' || n.name, '') as section
      from generate_series(${input.from}::date, ${input.to}::date, interval '1 day') day
      join student s on s.franchisee_id = ${franchiseeId} and to_char(s.date_of_birth, 'MM-DD') = to_char(day, 'MM-DD')
      join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id and e.status = 'ACTIVE'
      left join class k on k.id = e.class_id left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id
     order by 1, 2`.execute(db),
  ]);
  return {
    events: events
      .filter(({ dropsClosed, onDate }) => !dropsClosed || closed(onDate) === null)
      .map(({ franchiseeId: _f, dropsClosed: _d, ...event }) => event),
    closed: closedDays(input, closed),
    birthdays,
  };
});

/** The closed days of a stretch that have a name; plain days off are seen in the grid by their weekday. */
export function closedDays(
  { from, to }: { from: Day; to: Day },
  closed: (day: Day) => string | null,
): { onDate: Day; title: string }[] {
  const days: { onDate: Day; title: string }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const onDate = new Date(at).toISOString().slice(0, 10);
    const title = closed(onDate);
    if (title !== null) days.push({ onDate, title });
  }
  return days;
}
