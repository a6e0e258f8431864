import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { FEWEST } from '../feedback/feedback.states.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { trainerFeedbackReport, trainingReport } from './training-report.contract.ts';

const share = (part: number, of: number): number | null =>
  of === 0 ? null : Math.min(10_000, Math.round((part * 10_000) / of));
const path = '/trainer-led/indiviual-trainer-feedback-report';

export const trainings = serveReport(trainingReport, {
  rows: async ({ db, actor, days }) => {
    const own = sql`from training_enrollment e where e.training_id = t.id and ${inChosenCentre(actor, 'e.franchisee_id')}`;
    const { rows } = await sql<{
      id: string;
      training: string;
      firstDay: string;
      invited: number;
      seated: number;
      accepted: number;
      attended: number;
      minutes: number;
      answers: number;
      mean: number | null;
    }>`
      select t.id, t.title || ', ' || t.code as training, t.from_date as "firstDay",
          (select count(*)::int ${own} and (e.seat <> 'RELEASED' or e.response = 'DECLINED')) as invited,
          (select count(*)::int ${own} and e.seat = 'SEATED') as seated,
          (select count(*)::int ${own} and e.response = 'ACCEPTED' and e.seat <> 'RELEASED') as accepted,
          (select count(*)::int ${own} and e.seat = 'SEATED' and e.mark in ('PRESENT', 'PARTIAL')) as attended,
          (select coalesce(sum(round(e.attended_s / 60.0)), 0)::int ${own} and e.seat = 'SEATED') as minutes,
          (select count(*)::int from training_feedback f where f.training_id = t.id and f.trainer_id is null) as answers,
          (select round(avg(a.rating), 2)::float8 from training_feedback f join training_feedback_answer a on a.feedback_id = f.id
            where f.training_id = t.id and f.trainer_id is null) as mean
        from training t where t.status <> 'CANCELLED' and t.from_date <= ${days.to} and t.to_date >= ${days.from}
       order by t.from_date desc, t.id limit 5001`.execute(db);
    const opens = mayCall(actor, seatContract.training);
    return rows.map(({ seated, answers, mean, ...row }) => ({
      ...row,
      acceptedBp: share(row.accepted, row.invited),
      attendedBp: share(row.attended, seated),
      mean: answers < FEWEST ? null : mean,
      link: opens ? { path: `/trainer-led/registration-details/${row.id}`, filters: {} } : null,
    }));
  },
  proofs: async ({ db, actor, days }, totals) => {
    const { rows } = await sql<{ attended: number; minutes: number }>`
      select count(*) filter (where e.mark in ('PRESENT', 'PARTIAL'))::int as attended, coalesce(sum(round(e.attended_s / 60.0)), 0)::int as minutes
        from training_enrollment e join training t on t.id = e.training_id
       where e.seat = 'SEATED' and t.status <> 'CANCELLED' and ${inChosenCentre(actor, 'e.franchisee_id')}
         and t.from_date <= ${days.to} and t.to_date >= ${days.from}`.execute(db);
    return [
      {
        text: 'Attended is the number of people the marks name',
        difference: (totals['attended'] ?? 0) - (rows[0]?.attended ?? 0),
        unit: 'count' as const,
      },
      {
        text: 'Minutes are those of the marks',
        difference: (totals['minutes'] ?? 0) - (rows[0]?.minutes ?? 0),
        unit: 'count' as const,
      },
    ];
  },
});

const answersIn = async (db: Db, days: { from: string; to: string }): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from training_feedback f join training t on t.id = f.training_id
     where f.trainer_id is not null and t.status <> 'CANCELLED' and t.to_date between ${days.from} and ${days.to}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

export const trainerFeedback = serveReport(trainerFeedbackReport, {
  rows: async ({ db, days }) => {
    const { rows } = await sql<{
      id: string;
      trainer: string;
      trainings: number;
      attended: number;
      answers: number;
      mean: number | null;
      ratings: number;
      high: number;
      lastTraining: string;
      lastTrainer: string;
    }>`
      with part as (
        select r.id, coalesce(r.user_id, r.id) as who, coalesce(r.name, ${personName('u')}, '–') as trainer, r.training_id, t.to_date, p.attended,
            (select count(*)::int from training_feedback f where f.trainer_id = r.id) as answers
          from training_trainer r join training t on t.id = r.training_id join training_seat p on p.training_id = t.id left join app_user u on u.id = r.user_id
         where t.status <> 'CANCELLED' and t.to_date between ${days.from} and ${days.to}),
      rating as (
        select q.who, round(avg(a.rating), 2)::float8 as mean, count(a.rating)::int as ratings, count(*) filter (where a.rating >= 4)::int as high
          from part q join training_feedback f on f.trainer_id = q.id and q.answers >= ${FEWEST} join training_feedback_answer a on a.feedback_id = f.id
         where a.rating is not null group by q.who)
      select q.who as id, min(q.trainer) as trainer, count(*)::int as trainings, sum(q.attended)::int as attended, sum(q.answers)::int as answers,
          min(g.mean) as mean, coalesce(min(g.ratings), 0) as ratings, coalesce(min(g.high), 0) as high,
          (array_agg(q.training_id order by q.to_date desc, q.id))[1] as "lastTraining", (array_agg(q.id order by q.to_date desc, q.id))[1] as "lastTrainer"
        from part q left join rating g on g.who = q.who where q.attended > 0 or q.answers > 0
       group by q.who order by min(q.trainer), q.who limit 5001`.execute(db);
    return rows.map(({ ratings, high, lastTraining, lastTrainer, mean, ...row }) => ({
      ...row,
      answeredBp: share(row.answers, row.attended),
      mean: ratings === 0 ? null : mean,
      highBp: ratings === 0 ? null : share(high, ratings),
      link: { path: `${path}/${lastTraining}/${lastTrainer}`, filters: {} },
    }));
  },
  proofs: async ({ db, days }, totals) => [
    {
      text: 'Answers are those filed about trainers of these trainings',
      difference: (totals['answers'] ?? 0) - (await answersIn(db, days)),
      unit: 'count' as const,
    },
  ],
});
