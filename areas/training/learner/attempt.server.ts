// Attempts at tests: asked in an order of their own, kept pick by pick, marked by the server when they are handed in or the time is over.
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { doneOf, type Enrollment, editionOf, ensureOpen, ownEnrollment, settle } from './enrolled.server.ts';
import { learnerContract as contract } from './learner.contract.ts';
import { type Asked, isRight, type Picks, scoreOf } from './scoring.ts';
import { testsOf } from './tests.server.ts';

type Attempt = RowIn<'assessment_attempt'>;
/** What was picked as the time ran out may still be on its way. */
const GRACE_MS = 30_000;

const askedIn = ({ questions }: Attempt): Asked[] => questions as unknown as Asked[];
const picksIn = ({ answers }: Attempt): Picks => answers as unknown as Picks;
const isOver = ({ deadline_at }: Attempt, now: Date): boolean =>
  deadline_at !== null && now.getTime() > new Date(deadline_at).getTime() + GRACE_MS;

export const startAttempt = handle(contract.startAttempt, async ({ db, actor, input, now }) => {
  const enrollment = await ownEnrollment(db, {
    id: input.enrollmentId,
    userId: userIdOf(actor),
    locks: true,
  });
  ensureOpen(enrollment);
  const edition = await editionOf(db, enrollment);
  const done = await doneOf(db, enrollment);
  const tests = (await testsOf(db, [{ enrollment, edition, done }], now)).get(enrollment.id) ?? [];
  const test = ensureFound(tests.find(({ id }) => id === input.assessmentId));
  if (test.openAttemptId !== null) {
    const open = await lockRow(db, 'assessment_attempt', test.openAttemptId);
    ensure(!isOver(open, now), () => refuseTraining('self-training.time-over'));
    return { id: open.id };
  }
  ensure(test.can.start, () => refuseTraining('self-training.test-closed', { details: { why: test.why } }));
  const { rows } = await sql<{ id: string }>`
    insert into assessment_attempt (franchisee_id, enrollment_id, assessment_id, attempt_no, questions, pass_bp, started_at, deadline_at)
    select ${enrollment.franchisee_id}, ${enrollment.id}, a.id,
        1 + (select count(*) from assessment_attempt t where t.franchisee_id = ${enrollment.franchisee_id} and t.enrollment_id = ${enrollment.id}
          and t.assessment_id = a.id),
        (select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'stem', q.stem, 'options', q.options, 'answer', q.answer, 'points', q.points)
          order by case when a.shuffle then random() else 0 end, q.position, q.id) from assessment_question q where q.assessment_id = a.id),
        a.pass_bp, ${now.toISOString()}, ${now.toISOString()}::timestamptz + make_interval(mins => a.time_limit_min)
      from teacher_assessment a where a.id = ${test.id} and a.status = 'PUBLISHED' for share of a returning id`.execute(
    db,
  );
  await settle(db, enrollment, now);
  return { id: ensureFound(rows[0]).id };
});

/** An own attempt; another person's is not there. */
async function ownAttempt(db: Db, id: string, userId: string): Promise<Attempt> {
  const attempt = ensureFound(
    await db.selectFrom('assessment_attempt').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  await ownEnrollment(db, { id: attempt.enrollment_id, userId, locks: false });
  return attempt;
}

/** The enrolment is locked first, then its attempt. */
async function lockAttempt(db: Db, id: string, userId: string) {
  const { enrollment_id } = await ownAttempt(db, id, userId);
  const enrollment = await ownEnrollment(db, { id: enrollment_id, userId, locks: true });
  return { enrollment, attempt: await lockRow(db, 'assessment_attempt', id) };
}

interface Ending {
  attempt: Attempt;
  enrollment: Enrollment;
  now: Date;
  status: 'MARKED' | 'EXPIRED';
}

/** What was picked is marked, also when the time ran out: nothing is lost. */
async function end(db: Db, { attempt, enrollment, now, status }: Ending) {
  const scoreBp = scoreOf(askedIn(attempt), picksIn(attempt));
  const passed = scoreBp >= attempt.pass_bp;
  await db
    .updateTable('assessment_attempt')
    .set({ status, score_bp: scoreBp, passed, ended_at: now.toISOString() })
    .where('franchisee_id', '=', attempt.franchisee_id)
    .where('id', '=', attempt.id)
    .execute();
  const settled = await settle(db, enrollment, now);
  return { scoreBp, passed, status: settled.status };
}

export const attempt = handle(contract.attempt, async ({ db, actor, input, now }) => {
  const row = await ownAttempt(db, input.id, userIdOf(actor));
  const test = await db
    .selectFrom('teacher_assessment')
    .select(['title', 'type', 'instructions', 'show_answers'])
    .where('id', '=', row.assessment_id)
    .executeTakeFirstOrThrow();
  const ended = row.status !== 'OPEN';
  const shows =
    ended && (test.show_answers === 'AT_ONCE' || (test.show_answers === 'AFTER_PASS' && row.passed));
  const picks = picksIn(row);
  return {
    id: row.id,
    enrollmentId: row.enrollment_id,
    title: test.title,
    type: test.type,
    instructions: test.instructions,
    attemptNo: row.attempt_no,
    status: row.status,
    deadlineAt: row.deadline_at === null ? null : new Date(row.deadline_at).toISOString(),
    now: now.toISOString(),
    passBp: row.pass_bp,
    scoreBp: row.score_bp,
    passed: row.passed,
    questions: askedIn(row).map((one) => ({
      id: one.id,
      kind: one.kind,
      stem: one.stem,
      options: one.options,
      points: one.points,
      picks: [...(picks[one.id] ?? [])],
      right: shows ? isRight(one, picks[one.id]) : null,
    })),
  };
});

export const pick = handle(contract.pick, async ({ db, actor, input, now }) => {
  const { attempt: row } = await lockAttempt(db, input.id, userIdOf(actor));
  ensure(row.status === 'OPEN' && !isOver(row, now), () => refuseTraining('self-training.time-over'));
  const asked = ensureFound(askedIn(row).find(({ id }) => id === input.questionId));
  const picks = [...new Set(input.picks)].sort((a, b) => a - b);
  ensure(
    picks.every((place) => place < asked.options.length) && (asked.kind === 'MULTIPLE' || picks.length <= 1),
    () => refuse('input.invalid', { fields: { picks: 'Choose among the options of this question' } }),
  );
  await sql`update assessment_attempt set answers = answers || ${JSON.stringify({ [asked.id]: picks })}::jsonb
     where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  return {};
});

export const submit = handle(contract.submit, async ({ db, actor, input, now }) => {
  const { enrollment, attempt: row } = await lockAttempt(db, input.id, userIdOf(actor));
  ensure(row.status === 'OPEN', () => refuse('row.wrong-state'));
  return end(db, { attempt: row, enrollment, now, status: isOver(row, now) ? 'EXPIRED' : 'MARKED' });
});

/** Every minute: whose time ran out is marked by what was picked. */
export const expireJob: JobDeclaration = {
  name: 'training.attempt-expire',
  title: 'Mark tests whose time is over',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 60,
  run: async (tools) => {
    const due = await tools.work(null, async (db) => {
      const { rows } = await sql<{ id: string; franchisee_id: number; enrollment_id: string }>`
        select id, franchisee_id, enrollment_id from assessment_attempt where status = 'OPEN'
          and deadline_at < ${new Date(tools.now.getTime() - GRACE_MS).toISOString()}::timestamptz order by deadline_at, id limit 200`.execute(
        db,
      );
      return rows;
    });
    return eachPart(
      due,
      ({ id }) => `attempt ${id}`,
      ({ id, franchisee_id, enrollment_id }) =>
        tools.work(franchisee_id, async (db) => {
          const enrollment = await lockRow(db, 'teacher_enrollment', enrollment_id);
          const row = await lockRow(db, 'assessment_attempt', id);
          if (row.status !== 'OPEN') return 0;
          await end(db, { attempt: row, enrollment, now: tools.now, status: 'EXPIRED' });
          return 1;
        }),
    );
  },
};
