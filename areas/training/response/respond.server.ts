// A person's own answer to an invitation: from the notice, from the trainings screen, or by joining.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { givePlace, lockSeats, type Place, type Seat, saveSeats, takePlace } from '../seat/seats.server.ts';
import { promoteLater } from '../seat/tell-staff.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { meetingBehind } from './reference.server.ts';
import { meetingInfoContract as contract } from './response.contract.ts';

type Response = 'PENDING' | 'ACCEPTED' | 'DECLINED';
interface Invitation {
  id: string;
  franchisee_id: number;
  version: number;
  response: Response;
  seat: Seat;
  queue_no: number | null;
  registered_by: string;
  approved: boolean;
  mark: string;
  name: string;
}

export interface Course {
  status: string;
  title: string;
  begun: boolean;
  over: boolean;
}

/** Where a training stands in time, kept from being cancelled until this is done. */
export async function courseOf(db: Db, trainingId: string, now: Date): Promise<Course> {
  const { rows } = await sql<Course>`
    select t.status, t.title, (select min(x.starts_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as begun,
        (select max(x.ends_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as over
      from training t where t.id = ${trainingId} for share`.execute(db);
  return ensureFound(rows[0]);
}

/** 409 where a training no longer takes this answer. */
export function ensureTakes({ status, begun, over }: Course, was: Response, is: Response): void {
  ensure(status !== 'CANCELLED', () => refuseTraining('training.is-cancelled'));
  ensure(!over, () => refuseTraining('training.ended'));
  // Who has answered changes it only before the start.
  ensure(was === 'PENDING' || was === is || !begun, () => refuseTraining('training.begun'));
}

async function ownInvitation(db: Db, trainingId: string, userId: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select e.id, e.franchisee_id, e.version, e.response, e.seat, e.queue_no, e.registered_by, e.mark, s.status = 'APPROVED' as approved, s.name
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where e.training_id = ${trainingId} and s.user_id = ${userId} and (e.seat <> 'RELEASED' or e.response = 'DECLINED')
     order by e.seat = 'RELEASED', e.franchisee_id limit 1 for update of e`.execute(db);
  return rows[0];
}

interface Answer {
  response: 'ACCEPTED' | 'DECLINED';
  source: 'BANNER' | 'SCREEN' | 'JOIN';
  reason: string | null;
  now: Date;
}

/** Keeps an answer with what it does to the seat. The same answer again changes nothing. */
async function keepAnswer(
  db: Db,
  { trainingId, userId, course }: { trainingId: string; userId: string; course: Course },
  { response, source, reason, now }: Answer,
): Promise<{ response: 'ACCEPTED' | 'DECLINED'; seat: Seat }> {
  const seats = await lockSeats(db, trainingId);
  const own = await ownInvitation(db, trainingId, userId);
  ensure(own?.approved, () => refuse('row.not-found'));
  if (own.response === response) return { response, seat: own.seat };
  ensureTakes(course, own.response, response);
  // A mark stands for somebody who has a seat: whoever was there, or is missing, does not give it back.
  ensure(response !== 'DECLINED' || own.mark === 'NOT_MARKED', () => refuseTraining('training.marked'));
  ensure(own.response !== 'ACCEPTED' || reason !== null, () =>
    refuse('input.invalid', { fields: { reason: 'Say why you do not come after all' } }),
  );
  let place: Place = { seat: own.seat, queue_no: own.queue_no };
  let frees = false;
  if (response === 'DECLINED') {
    frees = givePlace(seats, own.seat);
    place = { seat: 'RELEASED', queue_no: null };
  } else if (own.seat === 'RELEASED') place = takePlace(seats);
  await saveSeats(db, seats);
  await db
    .updateTable('training_enrollment')
    .set({
      ...place,
      response,
      response_source: source,
      responded_at: now.toISOString(),
      decline_reason: response === 'DECLINED' ? reason : null,
    })
    .where('franchisee_id', '=', own.franchisee_id)
    .where('id', '=', own.id)
    .execute();
  const key = `${own.id}:${own.version}`;
  if (frees) await promoteLater(db, { trainingId, franchiseeId: own.franchisee_id, key });
  if (own.response === 'ACCEPTED')
    await queueMessage(db, {
      kind: 'training.stays-away',
      franchiseeId: own.franchisee_id,
      about: { userIds: [own.registered_by] },
      values: { name: own.name, title: course.title, reason: reason ?? '' },
      appLink: `/trainer-led/register-staff/${trainingId}`,
      dedupeKey: key,
      source: { kind: 'training-enrollment', id: own.id },
    });
  return { response, seat: place.seat };
}

export const respond = handle(contract.respond, async ({ db, actor, input, now }) => {
  const userId = userIdOf(actor);
  const trainingId = input.trainingID;
  const course = await courseOf(db, trainingId, now);
  ensure(input.teacherUserID === userId, () => refuseTraining('training.not-your-invitation'));
  const kept = await keepAnswer(
    db,
    { trainingId, userId, course },
    { response: input.response, source: input.source, reason: input.reason ?? null, now },
  );
  return { teacherUserID: userId, ...kept };
});

/** Who goes to a meeting and had not answered accepts by it. */
export async function acceptByJoining(
  db: Db,
  { trainingId, userId, now }: { trainingId: string; userId: string; now: Date },
): Promise<void> {
  const course = await courseOf(db, trainingId, now);
  await lockSeats(db, trainingId);
  const own = await ownInvitation(db, trainingId, userId);
  if (own?.response !== 'PENDING') return;
  const answer = { response: 'ACCEPTED', source: 'JOIN', reason: null, now } as const;
  await keepAnswer(db, { trainingId, userId, course }, answer);
}

export const join = handle(contract.join, async ({ db, actor, input, now }) => {
  const userId = userIdOf(actor);
  const { trainingId } = await meetingBehind(db, actor, input.referenceID, now);
  await acceptByJoining(db, { trainingId, userId, now });
  return {};
});
