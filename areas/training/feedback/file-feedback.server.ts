import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';
import { FEWEST, OPEN_DAYS } from './feedback.states.ts';

interface Part {
  trainerId: string | null;
  answers: { questionId: string; rating: number | null; text: string | null }[];
}

/** Every ten minutes: what lies in the box is filed in random order, part by part, three people's at a time at least, so that no
 * figure ever moves by what one person said. What one or two say after that, once nobody else may answer, is given up. */
export const fileFeedbackJob: JobDeclaration = {
  name: 'training.file-feedback',
  title: 'File feedback on trainings without names',
  schedule: '*/10 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 900,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      const { rows } = await sql<{ training_id: string; answers: Part[]; files: boolean }>`
        with box as (select b.training_id, count(*) >= ${FEWEST} as enough, t.to_date + ${OPEN_DAYS}::int < ${todayIst(tools.now)}::date as closed
            from training_feedback_box b join training t on t.id = b.training_id group by b.training_id, t.to_date),
          due as (select x.training_id, x.enough or not exists (select from training_feedback f where f.training_id = x.training_id) as files
            from box x where x.enough or x.closed limit 100),
          taken as (delete from training_feedback_box b using due d where b.training_id = d.training_id
            returning b.training_id, b.answers, d.files)
        select training_id, answers, files from taken order by random()`.execute(db);
      const parts = rows.flatMap(({ training_id, answers, files }) =>
        files ? answers.map((part) => ({ training_id, ...part })) : [],
      );
      const day = todayIst(tools.now);
      // A part of one person never lies beside another part of the same.
      for (const part of parts.sort((a, b) => String(a.trainerId).localeCompare(String(b.trainerId)))) {
        const { rows: made } = await sql<{ id: string }>`
          insert into training_feedback (training_id, trainer_id, filed_on) values (${part.training_id}, ${part.trainerId}, ${day}) returning id`.execute(
          db,
        );
        await sql`insert into training_feedback_answer (feedback_id, question_id, rating, text)
          select ${made[0]?.id}::uuid, q.question, q.rating, q.words
            from jsonb_to_recordset(${JSON.stringify(part.answers.map(({ questionId, rating, text }) => ({ question: questionId, rating, words: text })))}::jsonb)
              as q (question uuid, rating smallint, words text)`.execute(db);
      }
      return { ok: rows.length, failed: 0 };
    }),
};
