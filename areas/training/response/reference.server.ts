// A person's reference of a meeting, from the person and the session: it ends half an hour after the session.
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { sameText } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Part } from '../meeting/room-rules.ts';
import { ownReference } from '../own-reference.server.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { trainingContract } from '../training/training.contract.ts';
import { refuseTraining } from '../training.refusals.ts';

/** People enter a quarter of an hour before the start. */
export const OPENS_MIN = 15;
const ENDS_AFTER_MIN = 30;
const MINUTE = 60_000;

export const referenceOf = (userId: string, id: string): string =>
  ownReference('training-meeting', { userId, id });

/** A supervisor of the network looks in without an invitation: whoever registers staff and plans trainings. */
export const observes = (actor: Actor): boolean =>
  mayCall(actor, seatContract.register) && mayCall(actor, trainingContract.create);

const hasSeat = (
  userId: string,
) => sql<boolean>`exists (select from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
    where e.training_id = t.id and s.user_id = ${userId} and s.status = 'APPROVED' and e.seat = 'SEATED' and e.response <> 'DECLINED')`;

/** True for trainings `t` whose meeting this person may enter. */
export const mayEnter = (
  actor: Actor,
  userId: string,
): RawBuilder<boolean> => sql<boolean>`(${observes(actor)}
  or exists (select from training_trainer r where r.training_id = t.id and r.user_id = ${userId})
  or ${hasSeat(userId)})`;

export interface Meeting {
  id: string;
  trainingId: string;
  title: string;
  startsAt: string;
  endsAt: string;
  /** Null: a room of our own, for so many. */
  url: string | null;
  capacity: number | null;
  part: 'Organizer' | 'Moderator' | 'Expert' | null;
  /** Comes with a seat, not as a supervisor. */
  seated: boolean;
  /** A host has ended it before its time. */
  ended: boolean;
}

/** Sessions that meet online that this person may enter; `sessionId` narrows it to one. */
export async function meetingsOf(
  db: Db,
  actor: Actor,
  sessionId: string | null,
  now: Date,
): Promise<Meeting[]> {
  const userId = userIdOf(actor);
  const { rows } = await sql<Meeting>`
    select x.id, t.id as "trainingId", t.title, x.starts_at as "startsAt", x.ends_at as "endsAt", t.link_url as url, t.capacity,
        x.held_to is not null as ended, ${hasSeat(userId)} as seated, (select r.kind from training_trainer r where r.training_id = t.id and r.user_id = ${userId}) as part
      from training_session x join training t on t.id = x.training_id
     where t.provider is not null and t.status <> 'CANCELLED' and x.status <> 'CANCELLED' and ${mayEnter(actor, userId)}
       and ${sessionId === null ? sql`x.starts_at between ${now.toISOString()}::timestamptz - interval '1 day' and ${now.toISOString()}::timestamptz + interval '1 day'` : sql`x.id = ${sessionId}`}
     order by x.starts_at, x.id limit 200`.execute(db);
  return rows.map((row) => ({
    ...row,
    startsAt: new Date(row.startsAt).toISOString(),
    endsAt: new Date(row.endsAt).toISOString(),
  }));
}

/** What somebody is there: a supervisor without a seat looks on. */
export const partOf = ({ part, seated }: Pick<Meeting, 'part' | 'seated'>): Part =>
  part ?? (seated ? 'Participant' : 'Observer');

/** Over by the clock, or ended by a host. */
export const isOver = ({ endsAt, ended }: Pick<Meeting, 'endsAt' | 'ended'>, now: Date): boolean =>
  ended || now.getTime() >= Date.parse(endsAt);

export const opensAt = ({ startsAt }: { startsAt: string }): number =>
  Date.parse(startsAt) - OPENS_MIN * MINUTE;

/** The meeting behind an own reference; one of another person, of none or long over is not there. */
export async function meetingBehind(db: Db, actor: Actor, reference: string, now: Date): Promise<Meeting> {
  const userId = userIdOf(actor);
  const found = (await meetingsOf(db, actor, null, now)).find(
    (one) =>
      sameText(referenceOf(userId, one.id), reference) &&
      now.getTime() < Date.parse(one.endsAt) + ENDS_AFTER_MIN * MINUTE,
  );
  if (!found) throw refuseTraining('meeting.not-found');
  return found;
}
