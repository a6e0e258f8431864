// Marks by hand, session by session, and what they make of the whole training.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName, several } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { certifyLater } from '../certificate/certify.server.ts';
import { factsOf } from '../seat/seat.queries.server.ts';
import { holdTraining, lockSeats } from '../seat/seats.server.ts';
import { centreOf } from '../seat/training-changed.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { attendanceContract as contract } from './attendance.contract.ts';
import { marks as words } from './attendance.states.ts';
import { type Mark, minutesOf, secondsOfMark } from './attendance.ts';
import { heldSessions, markPresence, presenceTold } from './mark-presence.server.ts';
import { heldSeconds, sumUp } from './sum-up.server.ts';

type Grid = OutputOf<typeof contract.grid>;
type SessionStatus = Grid['sessions'][number]['status'];
interface Session {
  id: string;
  no: number;
  startsAt: string;
  endsAt: string;
  status: SessionStatus;
  seconds: number;
  marked: boolean;
}

/** Sessions as the caller sees them; `marked` is of the whole network, from the session's own status. */
async function sessionsOf(db: Db, trainingId: string): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select x.id, x.session_no as no, x.starts_at as "startsAt", x.ends_at as "endsAt", x.status,
        ${heldSeconds} as seconds, x.status in ('LIVE', 'HELD') as marked
      from training_session x where x.training_id = ${trainingId} order by x.session_no`.execute(db);
  return rows.map((row) => ({
    ...row,
    startsAt: new Date(row.startsAt).toISOString(),
    endsAt: new Date(row.endsAt).toISOString(),
  }));
}

const hasBegun = ({ startsAt }: Session, now: Date): boolean => Date.parse(startsAt) <= now.getTime();
const isMarkable = (one: Session, now: Date): boolean =>
  hasBegun(one, now) && one.status !== 'NOT_HELD' && one.status !== 'CANCELLED';

export const grid = handle(contract.grid, async ({ db, actor, input, now }) => {
  const facts = await factsOf(db, input.id);
  const sessions = await sessionsOf(db, input.id);
  const { rows } = await sql<
    Omit<Grid['people'][number], 'attendedMin' | 'heldMin'> & { attended: number; held: number }
  >`
    select e.id, s.name, s.employee_code as "employeeCode", f.company_name as centre, e.mark as overall, e.attended_s as attended, e.held_s as held,
        coalesce((select jsonb_agg(jsonb_build_object('sessionId', k.session_id, 'mark', k.mark, 'note', k.note)) from training_session_mark k
          where k.franchisee_id = e.franchisee_id and k.enrollment_id = e.id), '[]') as marks
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id join franchisee f on f.id = e.franchisee_id
     where e.training_id = ${input.id} and e.seat = 'SEATED' order by f.company_name, s.name, e.id limit 1000`.execute(
    db,
  );
  const writes = facts.status !== 'CANCELLED' && mayCall(actor, contract.mark);
  return {
    ...facts,
    can: { recompute: writes && (await heldSessions(db, ofTraining(input.id))).length > 0 },
    sessions: sessions.map((one) => ({
      id: one.id,
      no: one.no,
      startsAt: one.startsAt,
      endsAt: one.endsAt,
      status: one.status,
      can: {
        mark: writes && isMarkable(one, now),
        notHeld: writes && isMarkable(one, now) && !one.marked,
        held: writes && one.status === 'NOT_HELD',
      },
    })),
    people: rows.map(({ attended, held, ...row }) => ({
      ...row,
      attendedMin: minutesOf(attended),
      heldMin: minutesOf(held),
    })),
  };
});

export const mark = handle(contract.mark, async ({ db, actor, input, now, request }) => {
  const training = await holdTraining(db, input.id);
  ensure(training.status !== 'CANCELLED', () => refuseTraining('training.is-cancelled'));
  const seats = await lockSeats(db, training.id);
  const sessions = new Map((await sessionsOf(db, input.id)).map((one) => [one.id, one]));
  const ids = [...new Set(input.cells.map(({ enrollmentId }) => enrollmentId))];
  const { rows: people } = await sql<{ id: string; franchisee_id: number }>`
    select id, franchisee_id from training_enrollment where ${several('id', ids, 'uuid')} and training_id = ${input.id} and seat = 'SEATED'
     order by franchisee_id, id for update`.execute(db);
  ensure(people.length === ids.length, () => refuse('row.not-found'));
  const centres = new Map(people.map((one) => [one.id, one.franchisee_id]));
  const { rows: had } = await sql<{ enrollment_id: string; session_id: string; mark: Mark }>`
    select enrollment_id, session_id, mark from training_session_mark where ${several('enrollment_id', ids, 'uuid')}`.execute(
    db,
  );
  const before = new Map(had.map((one) => [`${one.enrollment_id} ${one.session_id}`, one.mark]));
  let marked = 0;
  for (const { enrollmentId, sessionId, mark: given } of input.cells) {
    const session = ensureFound(sessions.get(sessionId));
    ensure(isMarkable(session, now), () => refuseTraining('training.session-not-begun'));
    const was = before.get(`${enrollmentId} ${sessionId}`);
    if (was === given) continue;
    ensure(was === undefined || input.note !== null, () =>
      refuse('input.invalid', { fields: { note: 'Say why a mark is changed' } }),
    );
    await sql`
      insert into training_session_mark (franchisee_id, enrollment_id, session_id, mark, attended_s, held_s, note, marked_by)
        values (${ensureFound(centres.get(enrollmentId))}, ${enrollmentId}, ${sessionId}, ${given}, ${secondsOfMark(given, session.seconds)},
          ${session.seconds}, ${input.note}, ${userIdOf(actor)})
      on conflict (franchisee_id, enrollment_id, session_id) do update set mark = excluded.mark, source = 'MANUAL', attended_s = excluded.attended_s,
        held_s = excluded.held_s, note = excluded.note, marked_by = excluded.marked_by`.execute(db);
    marked += 1;
  }
  const held = [...new Set(input.cells.map(({ sessionId }) => sessionId))];
  await sql`update training_session set status = 'HELD' where ${several('id', held, 'uuid')} and status in ('SCHEDULED', 'LIVE')`.execute(
    db,
  );
  await sumUp(db, input.id, {
    presentPct: training.present_pct,
    partialPct: training.partial_pct,
    attended: seats.attended,
  });
  if (training.status === 'COMPLETED' && marked > 0)
    await certifyLater(db, { trainingId: training.id, franchiseeId: centreOf(actor), key: request.id });
  return { marked, unchanged: input.cells.length - marked };
});

const ofTraining = (id: string) => sql`x.training_id = ${id} and x.closed_at is not null`;

export const recompute = handle(contract.recompute, async ({ db, actor, input, request }) => {
  const training = await holdTraining(db, input.id);
  ensure(training.status !== 'CANCELLED', () => refuseTraining('training.is-cancelled'));
  const { attended } = await lockSeats(db, training.id);
  let changed = 0;
  for (const session of await heldSessions(db, ofTraining(training.id)))
    changed += await markPresence(db, session);
  const { present_pct: presentPct, partial_pct: partialPct } = training;
  await sumUp(db, training.id, { presentPct, partialPct, attended });
  if (training.status === 'COMPLETED' && changed > 0)
    await certifyLater(db, { trainingId: training.id, franchiseeId: centreOf(actor), key: request.id });
  return { changed };
});

export const notHeld = handle(contract.notHeld, async ({ db, actor, input, now, request }) => {
  const { rows } = await sql<{ training_id: string }>`
    select training_id from training_session where id = ${input.id}`.execute(db);
  const trainingId = ensureFound(rows[0]).training_id;
  const { status } = await holdTraining(db, trainingId);
  ensure(status !== 'CANCELLED', () => refuseTraining('training.is-cancelled'));
  await lockSeats(db, trainingId);
  const session = ensureFound((await sessionsOf(db, trainingId)).find(({ id }) => id === input.id));
  if (input.held) ensure(session.status === 'NOT_HELD', () => refuse('row.wrong-state'));
  else {
    ensure(isMarkable(session, now), () => refuseTraining('training.session-not-begun'));
    ensure(!session.marked, () => refuseTraining('training.session-marked'));
  }
  await db
    .updateTable('training_session')
    .set({ status: input.held ? 'SCHEDULED' : 'NOT_HELD' })
    .where('id', '=', session.id)
    .execute();
  // It may have been the last one that nobody was marked in.
  if (status === 'COMPLETED')
    await certifyLater(db, { trainingId, franchiseeId: centreOf(actor), key: request.id });
  return {};
});

export const person = handle(contract.person, async ({ db, input }) => {
  const { rows } = await sql<{
    id: string;
    name: string;
    centre: string;
    training: string;
    training_id: string;
    attended: number;
    held: number;
    mark: string;
    present: number;
  }>`
    select e.id, s.name, f.company_name as centre, t.title as training, t.id as training_id, e.attended_s as attended, e.held_s as held, e.mark,
        t.present_pct as present
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id join training t on t.id = e.training_id
      join franchisee f on f.id = e.franchisee_id where e.id = ${input.id}`.execute(db);
  const row = ensureFound(rows[0]);
  const { rows: sessions } = await sql<
    Omit<OutputOf<typeof contract.person>['sessions'][number], 'attendedMin' | 'heldMin' | 'presence'> & {
      id: string;
      attended: number | null;
      held: number | null;
    }
  >`
    select x.id, x.session_no as no, x.starts_at as "startsAt", x.status, k.mark, k.attended_s as attended, k.held_s as held, k.source,
        ${personName('u')} as "markedBy", k.note
      from training_session x left join training_session_mark k on k.session_id = x.id and k.enrollment_id = ${row.id}
      left join app_user u on u.id = k.marked_by where x.training_id = ${row.training_id} order by x.session_no`.execute(
    db,
  );
  const told = await presenceTold(db, row.id, row.training_id);
  return {
    id: row.id,
    name: row.name,
    centre: row.centre,
    training: row.training,
    sentence: sentenceOf(row),
    sessions: sessions.map(({ id, attended, held, startsAt, ...one }) => ({
      ...one,
      presence: told.get(id) ?? null,
      startsAt: new Date(startsAt).toISOString(),
      attendedMin: attended === null ? null : minutesOf(attended),
      heldMin: held === null ? null : minutesOf(held),
    })),
  };
});

/** Why the mark is what it is. */
function sentenceOf({
  attended,
  held,
  mark,
  present,
}: {
  attended: number;
  held: number;
  mark: string;
  present: number;
}) {
  if (mark === 'NOT_MARKED') return 'Not marked yet.';
  const needed = minutesOf((held * present) / 100);
  return `${words[mark as Mark]}: ${minutesOf(attended)} of ${minutesOf(held)} minutes, ${needed} are needed to be present.`;
}
