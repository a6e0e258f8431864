import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { trainingModules as m } from '../modules.ts';
import { refuseTraining } from '../training.refusals.ts';
import { feedbackContract as contract, type FeedbackPart } from './feedback.contract.ts';
import { FEWEST } from './feedback.states.ts';

/** Means, spread and words of the feedback that `where` leaves; nothing of fewer than three answers. */
async function partOf(db: Db, where: RawBuilder<unknown>): Promise<FeedbackPart> {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from training_feedback f where ${where}`.execute(db);
  const answers = counted[0]?.n ?? 0;
  if (answers < FEWEST) return { answers, tooFew: true, questions: [], comments: [] };
  const { rows: questions } = await sql<{ text: string; mean: number; counts: number[] }>`
    select q.text, round(avg(a.rating), 2)::float8 as mean,
        array[count(*) filter (where a.rating = 1), count(*) filter (where a.rating = 2), count(*) filter (where a.rating = 3),
          count(*) filter (where a.rating = 4), count(*) filter (where a.rating = 5)]::int[] as counts
      from training_feedback f join training_feedback_answer a on a.feedback_id = f.id join training_feedback_question q on q.id = a.question_id
     where a.rating is not null and ${where} group by q.id having count(*) >= ${FEWEST} order by q.position, q.id`.execute(
    db,
  );
  const { rows: words } = await sql<{ text: string }>`
    select a.text from training_feedback f join training_feedback_answer a on a.feedback_id = f.id
     where a.text is not null and ${where} order by random() limit 200`.execute(db);
  return { answers, tooFew: false, questions, comments: words.map(({ text }) => text) };
}

export const ofTrainer = handle(contract.ofTrainer, async ({ db, actor, input }) => {
  const { rows } = await sql<{
    title: string;
    code: string;
    fromDate: string;
    toDate: string;
    trainer: string;
    kind: string;
    user_id: string | null;
    attended: number;
  }>`
    select t.title, t.code, t.from_date as "fromDate", t.to_date as "toDate", coalesce(r.name, ${personName('u')}, '–') as trainer, r.kind, r.user_id,
        p.attended
      from training_trainer r join training t on t.id = r.training_id join training_seat p on p.training_id = t.id left join app_user u on u.id = r.user_id
     where r.id = ${input.trainerId} and t.id = ${input.trainingId}`.execute(db);
  const { user_id, ...facts } = ensureFound(rows[0]);
  ensure(holds(actor, m.trainingByTrainersReport, false) || user_id === actor.userId, () =>
    refuseTraining('training.feedback-of-others'),
  );
  return {
    ...facts,
    about: await partOf(db, sql`f.trainer_id = ${input.trainerId}`),
    training: await partOf(db, sql`f.training_id = ${input.trainingId} and f.trainer_id is null`),
  };
});
