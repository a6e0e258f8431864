import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { sql } from 'kysely';

interface Part {
  trainerId: string | null;
  answers: { questionId: string; rating: number | null; text: string | null }[];
}

/** Every ten minutes: what lies in the box is filed in random order, part by part, and the box is emptied. */
export const fileFeedbackJob: JobDeclaration = {
  name: 'training.file-feedback',
  title: 'File feedback on trainings without names',
  schedule: '*/10 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 900,
  timeoutS: 120,
  run: (tools) =>
    tools.work(null, async (db) => {
      const { rows } = await sql<{ training_id: string; answers: Part[] }>`
        with taken as (delete from training_feedback_box where id in (select id from training_feedback_box order by random() limit 500)
          returning training_id, answers) select training_id, answers from taken order by random()`.execute(
        db,
      );
      const parts = rows.flatMap(({ training_id, answers }) =>
        answers.map((part) => ({ training_id, ...part })),
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
