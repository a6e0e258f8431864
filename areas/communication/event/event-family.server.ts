// The family's face: events of the own children's classes, found by row security; answers are written as the child's centre,
// with the event's row locked, so that two answers never take the same place (areas/communication.md 3.9).
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { eventContract } from './event.contract.ts';
import { closedDays } from './event.queries.server.ts';
import { refuseEvent } from './event.refusals.ts';
import { clockOf, closedBy, type EventRow, takenPlaces } from './event-rules.server.ts';
import { datedEvents } from './events-of.server.ts';

interface OwnChild {
  enrolmentId: string;
  studentId: string;
  franchiseeId: number;
  classId: number;
  child: string;
}

/** The own children that are enrolled now. Empty for whoever is no family. */
async function ownChildren(db: Db, actor: Actor): Promise<OwnChild[]> {
  const { rows } = await sql<OwnChild>`
    select e.id as "enrolmentId", s.id as "studentId", e.franchisee_id as "franchiseeId", e.class_id as "classId", s.name as child
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where s.id = any (${[...(actor.students ?? [])]}::uuid[]) and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
       and ${inChosenCentre(actor, 'e.franchisee_id')} order by s.name, e.id`.execute(db);
  return rows;
}

export const familyCalendar = handle(eventContract.familyCalendar, async ({ db, actor, input }) => {
  const children = await ownChildren(db, actor);
  const all =
    children.length === 0 ? [] : await datedEvents(db, input, inChosenCentre(actor, 'v.franchisee_id'));
  const centres = new Map(children.map((child) => [child.franchiseeId, child]));
  const closed = new Map<number, (day: Day) => string | null>();
  // The academic calendar is no reading of a family's: its closed days are asked as the child's centre.
  for (const [franchiseeId, child] of centres)
    closed.set(
      franchiseeId,
      await asFamily(db, actor, child.studentId, () => closedBy(db, franchiseeId, input)),
    );
  const days = [...closed.values()].flatMap((by) => closedDays(input, by));
  return {
    events: all
      .filter(
        ({ dropsClosed, franchiseeId, onDate }) =>
          !dropsClosed || (closed.get(franchiseeId)?.(onDate) ?? null) === null,
      )
      .map(({ franchiseeId: _f, dropsClosed: _d, ...event }) => event),
    closed: [...new Map(days.map((day) => [`${day.onDate} ${day.title}`, day])).values()].sort((a, b) =>
      a.onDate.localeCompare(b.onDate),
    ),
  };
});

const isFor = (row: Pick<EventRow, 'class_ids'>, classId: number) =>
  row.class_ids.length === 0 || row.class_ids.includes(classId);

export const eventOfFamily = handle(eventContract.ofFamily, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const children = await ownChildren(db, actor);
  const { rows } = await sql<EventRow & { classes: string | null }>`
    select v.*, (select string_agg(k.name, ', ' order by k.position) from class k where k.id = any (v.class_ids)) as classes
      from event v where v.id = ${input.id} and v.status <> 'DRAFT'`.execute(db);
  const row = ensureFound(rows[0]);
  const invited = children.filter(
    (child) => child.franchiseeId === row.franchisee_id && isFor(row, child.classId),
  );
  const first = ensureFound(invited[0]);
  const { rows: dates } = await sql<{ onDate: Day; toOn: Day; cancelled: string | null }>`
    select on_date as "onDate", to_on as "toOn", cancelled_reason as cancelled from event_date
     where franchisee_id = ${row.franchisee_id} and event_id = ${row.id} and to_on >= ${today}::date order by on_date limit 20`.execute(
    db,
  );
  const given = await db
    .selectFrom('event_rsvp')
    .select(['enrolment_id', 'on_date', 'answer', 'adults'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('event_id', '=', row.id)
    .execute();
  // How many places are left is counted over all families: read as the centre, given as one number.
  const left = await asFamily(db, actor, first.studentId, async () => {
    const found = new Map<Day, number | null>();
    for (const { onDate } of dates)
      found.set(
        onDate,
        row.places === null ? null : Math.max(0, row.places - (await takenPlaces(db, row, onDate, null))),
      );
    return found;
  });
  return {
    id: row.id,
    title: row.title,
    titleHi: row.title_hi,
    kind: row.kind,
    colour: row.colour,
    startsAt: clockOf(row.starts_at),
    endsAt: clockOf(row.ends_at),
    place: row.place,
    people: row.people,
    classes: row.classes,
    answers: row.answers,
    status: row.status,
    description: row.description,
    cancelReason: row.cancel_reason,
    answerUntil: row.answer_until,
    open: row.status === 'PUBLISHED' && row.answers !== 'NONE' && (row.answer_until ?? today) >= today,
    dates: dates.map((date) => ({ ...date, left: left.get(date.onDate) ?? null })),
    answersGiven: dates.flatMap(({ onDate }) =>
      invited.map(({ enrolmentId, studentId, child }) => {
        const own = given.find((one) => one.enrolment_id === enrolmentId && one.on_date === onDate);
        return {
          enrolmentId,
          studentId,
          child,
          onDate,
          answer: own?.answer ?? null,
          adults: own?.adults ?? 0,
        };
      }),
    ),
  };
});

export const answerEvent = handle(eventContract.answer, async ({ db, actor, input, now }) =>
  asFamily(db, actor, input.childId, async ({ franchiseeId, studentAdmissionId: enrolmentId }) => {
    const today = todayIst(now);
    const row = await lockRow(db, 'event', input.id);
    const enrolment = ensureFound(
      await db
        .selectFrom('enrolment')
        .select('class_id')
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', enrolmentId)
        .where('status', 'in', ['UPCOMING', 'ACTIVE', 'ON_HOLD'])
        .executeTakeFirst(),
    );
    const invited = row.status !== 'DRAFT' && row.people !== 'STAFF' && isFor(row, enrolment.class_id);
    ensure(invited, () => refuse('row.not-found'));
    const date = ensureFound(
      await db
        .selectFrom('event_date')
        .selectAll()
        .where('franchisee_id', '=', franchiseeId)
        .where('event_id', '=', row.id)
        .where('on_date', '=', input.onDate)
        .executeTakeFirst(),
    );
    const asks = row.status === 'PUBLISHED' && row.answers !== 'NONE' && (row.answer_until ?? today) >= today;
    ensure(asks && date.cancelled_reason === null && date.on_date >= today, () =>
      refuseEvent('event.closed'),
    );
    const adults = row.answers === 'ADULTS' && input.answer !== 'NO' ? input.adults : 0;
    const others = row.places === null ? 0 : await takenPlaces(db, row, input.onDate, enrolmentId);
    const asked = input.answer === 'YES' ? 1 + adults : 0;
    const free = row.places === null ? null : row.places - others;
    ensure(free === null || asked <= free, () =>
      refuseEvent('event.full', { details: { left: Math.max(0, free ?? 0), asked } }),
    );
    await sql`insert into event_rsvp (franchisee_id, event_id, on_date, enrolment_id, answer, adults, note, answered_by, answered_at)
      values (${franchiseeId}, ${row.id}, ${input.onDate}, ${enrolmentId}, ${input.answer}, ${adults}, ${input.note}, ${userIdOf(actor)}, ${now})
      on conflict (franchisee_id, event_id, on_date, enrolment_id) do update set answer = excluded.answer, adults = excluded.adults,
        note = excluded.note, answered_by = excluded.answered_by, answered_at = excluded.answered_at`.execute(
      db,
    );
    return { left: free === null ? null : free - asked };
  }),
);
