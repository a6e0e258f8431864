import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { timeText, trainerNames } from '../training/training.listing.server.ts';
import { isOver, meetingsOf, opensAt } from './reference.server.ts';
import { meetingInfoContract as contract } from './response.contract.ts';

type Invitation = OutputOf<typeof contract.mine>['invitations'][number];

async function invitationsOf(
  db: Db,
  actor: Actor,
  { where, now }: { where: RawBuilder<unknown>; now: Date },
): Promise<Invitation[]> {
  const { rows } = await sql<
    Omit<Invitation, 'can'> & { begun: boolean; over: boolean; asks: boolean; marked: boolean }
  >`
    select t.id, t.code, t.title, t.from_date as "fromDate", t.to_date as "toDate", ${timeText('t.from_time')} as "fromTime",
        ${timeText('t.to_time')} as "toTime", t.mode, t.venue, ${trainerNames} as trainers, e.response, e.seat, e.queue_no as "queueNo",
        e.decline_reason as reason, e.mark <> 'NOT_MARKED' as marked,
        t.ask_feedback and not e.feedback_done and e.mark in ('PRESENT', 'PARTIAL') and e.seat = 'SEATED' as asks,
        (select min(x.starts_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as begun,
        (select max(x.ends_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id) as over
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id join training t on t.id = e.training_id
     where s.user_id = ${userIdOf(actor)} and s.status = 'APPROVED' and ${where}
     order by t.from_date, t.from_time, t.id limit 50`.execute(db);
  const answers = mayCall(actor, contract.respond);
  return rows.map(({ begun, over, asks, marked, ...row }) => ({
    ...row,
    can: {
      accept: answers && !over && (row.response === 'PENDING' || (row.response === 'DECLINED' && !begun)),
      decline:
        answers &&
        !over &&
        !marked &&
        (row.response === 'PENDING' || (row.response === 'ACCEPTED' && !begun)),
      feedback: over && asks,
    },
  }));
}

/** With a seat or in the queue, of what is not over. */
const isComing = (now: Date) =>
  sql`e.seat <> 'RELEASED' and t.status in ('ACTIVE', 'IN PROGRESS') and exists (select from training_session x
    where x.training_id = t.id and x.status <> 'CANCELLED' and x.ends_at > ${now.toISOString()})`;

export const comingTrainings = (db: Db, actor: Actor, now: Date): Promise<Invitation[]> =>
  invitationsOf(db, actor, { where: isComing(now), now });

export const coming = handle(contract.coming, async ({ db, actor, now }) => {
  const rows = await comingTrainings(db, actor, now);
  return { rows, next: null, total: { n: rows.length, more: false } };
});

/** What the trainings screen shows to the person it is about, until the week of feedback is over. */
export const mine = handle(contract.mine, async ({ db, actor, now }) => {
  const where = sql`(e.seat <> 'RELEASED' or e.response = 'DECLINED') and t.status <> 'CANCELLED'
    and t.to_date >= ${addDays(todayIst(now), -7)}`;
  const open = (await meetingsOf(db, actor, null, now)).filter(
    (one) => opensAt(one) <= now.getTime() && !isOver(one, now),
  );
  return {
    invitations: await invitationsOf(db, actor, { where, now }),
    meetings: open.map(({ id, trainingId }) => ({ id, trainingId })),
  };
});
