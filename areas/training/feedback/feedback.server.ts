// Feedback without names: a person's row says that it was given, the box what was said, and nothing leads from one to the other.
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { feedbackContract as contract } from './feedback.contract.ts';
import { OPEN_DAYS } from './feedback.states.ts';

type Standing = 'OPEN' | 'GIVEN' | 'NOT_ATTENDED' | 'NOT_YET' | 'CLOSED' | 'NOT_ASKED';

interface Own {
  title: string;
  to_date: string;
  asks: boolean;
  status: string;
  over: boolean;
  enrollment_id: string | null;
  franchisee_id: number | null;
  attended: boolean | null;
  done: boolean | null;
}

/** The caller's own part in a training, locked when it is to be changed. */
async function ownPart(
  db: Db,
  trainingId: string,
  { userId, now, locks }: { userId: string; now: Date; locks: boolean },
): Promise<Own> {
  const { rows } = await sql<Own>`
    select t.title, t.to_date, t.ask_feedback as asks, t.status,
        coalesce((select max(x.ends_at) <= ${now.toISOString()} from training_session x where x.training_id = t.id), false) as over
      from training t where t.id = ${trainingId}`.execute(db);
  const { rows: own } = await sql<Pick<Own, 'enrollment_id' | 'franchisee_id' | 'attended' | 'done'>>`
    select e.id as enrollment_id, e.franchisee_id, e.attended_s > 0 or e.mark in ('PRESENT', 'PARTIAL') as attended, e.feedback_done as done
      from training_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where e.training_id = ${trainingId} and s.user_id = ${userId}
     order by e.mark in ('PRESENT', 'PARTIAL') desc, e.franchisee_id limit 1 ${locks ? sql`for update of e` : sql``}`.execute(
    db,
  );
  const nobody = { enrollment_id: null, franchisee_id: null, attended: null, done: null };
  return { ...ensureFound(rows[0]), ...(own[0] ?? nobody) };
}

function standingOf(own: Own, today: string): Standing {
  if (!own.asks || own.status === 'CANCELLED') return 'NOT_ASKED';
  if (own.done) return 'GIVEN';
  if (!own.over) return 'NOT_YET';
  if (!own.attended) return 'NOT_ATTENDED';
  return today > addDays(own.to_date, OPEN_DAYS) ? 'CLOSED' : 'OPEN';
}

const trainersOf = async (db: Db, trainingId: string) =>
  (
    await sql<{ id: string; name: string; kind: string }>`
      select r.id, coalesce(r.name, ${personName('u')}, '–') as name, r.kind from training_trainer r left join app_user u on u.id = r.user_id
       where r.training_id = ${trainingId} order by array_position(array['Organizer', 'Moderator', 'Expert'], r.kind), 2, r.id`.execute(
      db,
    )
  ).rows;

const questionsOf = async (db: Db) =>
  (
    await sql<{ id: string; text: string; about: 'TRAINING' | 'TRAINER'; kind: 'RATING' | 'TEXT' }>`
      select id, text, about, kind from training_feedback_question where active order by position, id limit 50`.execute(
      db,
    )
  ).rows;

export const form = handle(contract.form, async ({ db, actor, input, now }) => {
  const own = await ownPart(db, input.id, { userId: userIdOf(actor), now, locks: false });
  return {
    id: input.id,
    title: own.title,
    standing: standingOf(own, todayIst(now)),
    until: addDays(own.to_date, OPEN_DAYS),
    trainers: await trainersOf(db, input.id),
    questions: await questionsOf(db),
  };
});

interface Kept {
  questionId: string;
  rating: number | null;
  text: string | null;
}
type Answers = ParsedInputOf<typeof contract.send>['answers'];
const fault = (text: string) => refuse('input.invalid', { fields: { answers: text } });

/** By trainer (null: the training), what was answered; every rating is there, each once, and words only where some were written. */
async function sorted(db: Db, trainingId: string, answers: Answers) {
  const questions = await questionsOf(db);
  const trainers = await trainersOf(db, trainingId);
  const about = (trainerId: string | null) =>
    questions.filter((one) => (one.about === 'TRAINING') === (trainerId === null));
  const parts = [null, ...trainers.map(({ id }) => id)].map((trainerId) => {
    const given = answers.filter((one) => one.trainerId === trainerId);
    const kept = about(trainerId).flatMap((question): Kept[] => {
      const [one, ...more] = given.filter(({ questionId }) => questionId === question.id);
      ensure(more.length === 0, () => fault('Answer each question once'));
      if (question.kind === 'RATING') {
        ensure(one?.rating, () => fault('Give every rating from 1 to 5'));
        return [{ questionId: question.id, rating: one.rating, text: null }];
      }
      return one?.text ? [{ questionId: question.id, rating: null, text: one.text }] : [];
    });
    const known = new Set(about(trainerId).map(({ id }) => id));
    ensure(
      given.every(({ questionId }) => known.has(questionId)),
      () => fault('The questions have changed. Load the page again.'),
    );
    return { trainerId, answers: kept };
  });
  const places = new Set<string | null>(parts.map(({ trainerId }) => trainerId));
  ensure(
    answers.every(({ trainerId }) => places.has(trainerId)),
    () => fault('The trainers have changed. Load the page again.'),
  );
  return parts.filter((part) => part.answers.length > 0);
}

export const send = handle(contract.send, async ({ db, actor, input, now }) => {
  const own = await ownPart(db, input.id, { userId: userIdOf(actor), now, locks: true });
  const standing = standingOf(own, todayIst(now));
  ensure(standing !== 'GIVEN', () => refuseTraining('training.feedback-given'));
  ensure(standing !== 'NOT_ATTENDED', () => refuseTraining('training.feedback-not-attended'));
  ensure(standing === 'OPEN', () => refuseTraining('training.feedback-closed'));
  const parts = await sorted(db, input.id, input.answers);
  ensure(parts.length > 0, () => fault('Answer at least one question'));
  await sql`update training_enrollment set feedback_done = true
    where franchisee_id = ${own.franchisee_id} and id = ${own.enrollment_id}`.execute(db);
  await sql`insert into training_feedback_box (training_id, answers) values (${input.id}, ${JSON.stringify(parts)}::jsonb)`.execute(
    db,
  );
  return {};
});
