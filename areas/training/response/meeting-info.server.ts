// What the notices ask: trainings of today that concern the caller, and what may be done with each. The rules of time are the
// browser's (areas/training.md 3.1); those of right are here.
import { formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { feedbackContract } from '../feedback/feedback.contract.ts';
import { layoutOf, sends } from '../meeting/room-rules.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { isFor } from '../training/audience.server.ts';
import { timeText } from '../training/training.listing.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import {
  isOver,
  mayEnter,
  meetingBehind,
  meetingsOf,
  opensAt,
  partOf,
  referenceOf,
} from './reference.server.ts';
import { meetingInfoContract as contract } from './response.contract.ts';

/** True for trainings `t` that are for a centre of this person's. */
function forCentresOf(actor: Actor): RawBuilder<boolean> {
  if (actor.franchiseeId !== null) return isFor(actor.franchiseeId);
  if (actor.wholeNetwork) return sql<boolean>`true`;
  return sql<boolean>`exists (select from franchisee g where g.id = any (${[...actor.centres]}::int[]) and ${isFor(sql.ref('g.id'))})`;
}

interface Row {
  id: string;
  trainingName: string;
  mode: string;
  status: string;
  fromDate: string;
  toDate: string;
  fromTime: string;
  toTime: string;
  own: 'PENDING' | 'ACCEPTED' | 'DECLINED' | null;
  seat: string | null;
  mark: string | null;
  approved: boolean | null;
  teaches: boolean;
  concerns: boolean;
  enters: boolean;
  open: boolean;
  asks: boolean | null;
  teacherEnrollment: { teacherUserID: string; response: string }[];
  trainingOnlineMeetings: { id: string; trainingID: string }[];
}

const NOTHING = { register: false, accept: false, reject: false, join: false, feedback: false };

export const meetingInfo = handle(contract.info, async ({ db, actor, now }) => {
  if (actor.userId === null) throw refuse('session.missing');
  // Trainings are for staff: a family has none.
  if (actor.students !== null) return [];
  const userId = actor.userId;
  const registers = mayCall(actor, seatContract.register);
  const rows = await todays(db, actor, { userId, registers, now });
  return rows.map(({ own, seat, mark, approved, teaches, concerns, enters, open, asks, ...row }) => {
    const answers =
      mayCall(actor, contract.respond) && own === 'PENDING' && seat === 'SEATED' && approved === true;
    return {
      ...row,
      can: {
        ...NOTHING,
        register: registers && concerns && open,
        accept: answers && !teaches,
        reject: answers && !teaches && mark === 'NOT_MARKED',
        join:
          enters &&
          row.status !== 'COMPLETED' &&
          row.trainingOnlineMeetings.length > 0 &&
          mayCall(actor, contract.url),
        feedback: asks === true && mayCall(actor, feedbackContract.send),
      },
    };
  });
});

/** One's own, those one teaches, and for whoever registers staff those for the own centres: of others' answers nothing, and of
 * meetings those that the caller may enter. */
async function todays(
  db: Db,
  actor: Actor,
  { userId, registers, now }: { userId: string; registers: boolean; now: Date },
): Promise<Row[]> {
  const today = sql`${todayIst(now)}::date`;
  const enters = mayEnter(actor, userId);
  const mine = sql`from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
    where e.training_id = t.id and s.user_id = ${userId} and (e.seat <> 'RELEASED' or e.response = 'DECLINED')`;
  const teaches = sql<boolean>`exists (select from training_trainer r where r.training_id = t.id and r.user_id = ${userId})`;
  const concerns = registers ? forCentresOf(actor) : sql<boolean>`false`;
  const { rows } = await sql<Row>`
    select t.id, t.title as "trainingName", t.mode, t.status, t.from_date as "fromDate", t.to_date as "toDate",
        ${timeText('t.from_time')} as "fromTime", ${timeText('t.to_time')} as "toTime",
        o.response as own, o.seat, o.mark, o.approved, t.ask_feedback and o.attended as asks, ${teaches} as teaches, ${concerns} as concerns, ${enters} as enters,
        coalesce((select min(x.ends_at) > ${now.toISOString()} from training_session x where x.training_id = t.id), false) as open,
        coalesce((select jsonb_agg(jsonb_build_object('teacherUserID', s.user_id, 'response', e.response) order by e.id)
          from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
          where e.training_id = t.id and s.user_id is not null and e.seat <> 'RELEASED' and s.user_id = ${userId}), '[]') as "teacherEnrollment",
        coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'trainingID', t.id) order by x.starts_at) from training_session x
          where x.training_id = t.id and t.provider is not null and x.held_to is null and ${enters} and x.status <> 'CANCELLED' and (x.starts_at at time zone 'Asia/Kolkata')::date = ${today}), '[]') as "trainingOnlineMeetings"
      from training t left join lateral (select e.response, e.seat, e.mark, s.status = 'APPROVED' as approved,
          not e.feedback_done and e.seat = 'SEATED' and e.mark in ('PRESENT', 'PARTIAL') as attended ${mine} order by e.seat = 'RELEASED' limit 1) o on true
     where t.status <> 'CANCELLED' and ${today} between t.from_date and t.to_date
       and (${teaches} or o.response is not null or ${concerns})
     order by t.from_date, t.from_time, t.id limit 50`.execute(db);
  return rows;
}

export const url = handle(contract.url, async ({ db, actor, input, now }) => {
  const userId = userIdOf(actor);
  const id = z.uuid().safeParse(input.meetingID);
  const [meeting] = id.success ? await meetingsOf(db, actor, id.data, now) : [];
  ensure(meeting, () => refuseTraining('meeting.not-found'));
  const opens = opensAt(meeting);
  ensure(now.getTime() >= opens, () =>
    refuseTraining('meeting.not-open', { details: { time: formatDateTime(new Date(opens)) } }),
  );
  ensure(!isOver(meeting, now), () => refuseTraining('meeting.ended'));
  return { referenceID: referenceOf(userId, meeting.id) };
});

export const meeting = handle(contract.meeting, async ({ db, actor, input, now }) => {
  const found = ensureFound(await meetingBehind(db, actor, input.referenceID, now));
  ensure(!isOver(found, now), () => refuseTraining('meeting.ended'));
  return {
    title: found.title,
    startsAt: found.startsAt,
    endsAt: found.endsAt,
    url: found.url,
    sends: found.url === null && sends(layoutOf(found.capacity), partOf(found)),
    part: partOf(found),
  };
});
