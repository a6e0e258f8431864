// The tests of an own module: how often they were taken, and whether they may be taken now.
import { formatDateTime } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Done, type Edition, type Enrollment, testsAreOpen } from './enrolled.server.ts';
import type { LearnerTest } from './learner.contract.ts';

interface Row {
  id: string;
  title: string;
  type: LearnerTest['type'];
  status: string;
  passBp: number;
  questions: number;
  timeLimitMin: number | null;
  maxAttempts: number | null;
  cooldownH: number | null;
  attempts: number;
  bestBp: number | null;
  passed: boolean;
  openAttemptId: string | null;
  lastEndedAt: string | null;
}

const HOUR = 3_600_000;

/** An enrolment with what it is learnt by, and what of that is done. */
export interface Learning {
  enrollment: Enrollment;
  edition: Edition;
  done: Done;
}

/** The tests of several enrolments, by enrolment. */
export async function testsOf(
  db: Db,
  all: readonly Learning[],
  now: Date,
): Promise<Map<string, LearnerTest[]>> {
  const pairs = all.flatMap(({ enrollment, edition }) =>
    edition.assessments.map(({ id }) => ({
      franchisee_id: enrollment.franchisee_id,
      enrollment_id: enrollment.id,
      assessment_id: id,
    })),
  );
  const { rows } = await sql<Row & { enrollmentId: string }>`
    select p.enrollment_id as "enrollmentId", a.id, a.title, a.type, a.status, a.pass_bp as "passBp", a.time_limit_min as "timeLimitMin",
        a.max_attempts as "maxAttempts", a.cooldown_h as "cooldownH",
        (select count(*)::int from assessment_question q where q.assessment_id = a.id) as questions,
        count(t.id)::int as attempts, max(t.score_bp) as "bestBp", coalesce(bool_or(t.passed), false) as passed,
        max(t.id::text) filter (where t.status = 'OPEN') as "openAttemptId", max(t.ended_at) as "lastEndedAt"
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (franchisee_id int, enrollment_id uuid, assessment_id uuid)
      join teacher_assessment a on a.id = p.assessment_id
      left join assessment_attempt t on t.franchisee_id = p.franchisee_id and t.enrollment_id = p.enrollment_id and t.assessment_id = a.id
     group by p.enrollment_id, a.id order by a.title, a.id`.execute(db);
  return new Map(
    all.map((one) => [
      one.enrollment.id,
      rows
        .filter(
          ({ enrollmentId, status, passed }) =>
            enrollmentId === one.enrollment.id && (status !== 'ARCHIVED' || passed),
        )
        .map(({ enrollmentId: _, ...row }) => testOf(row, one, now)),
    ]),
  );
}

function testOf(
  { status, maxAttempts, cooldownH, attempts, lastEndedAt, ...row }: Row,
  { enrollment, edition, done }: Learning,
  now: Date,
): LearnerTest {
  const attemptsLeft =
    maxAttempts === null ? null : Math.max(0, maxAttempts + enrollment.extra_attempts - attempts);
  const next =
    row.passed || lastEndedAt === null || cooldownH === null
      ? null
      : new Date(new Date(lastEndedAt).getTime() + cooldownH * HOUR);
  const nextAt = next !== null && next > now ? next : null;
  const why = whyNot(
    { ...row, status, attemptsLeft, nextAt },
    { enrollment, open: testsAreOpen(edition, done) },
  );
  return {
    ...row,
    attemptsLeft,
    nextAt: nextAt?.toISOString() ?? null,
    can: { start: why === null },
    why,
  };
}

function whyNot(
  one: {
    status: string;
    passed: boolean;
    openAttemptId: string | null;
    attemptsLeft: number | null;
    nextAt: Date | null;
    type: string;
  },
  { enrollment, open }: { enrollment: Enrollment; open: boolean },
): string | null {
  if (enrollment.status !== 'APPROVED' && enrollment.status !== 'IN PROGRESS') {
    return enrollment.status === 'COMPLETED' ? 'The module is completed.' : 'The module is not open.';
  }
  if (one.openAttemptId !== null) return null;
  if (one.passed && one.type === 'Bridge Course') return 'Passed.';
  if (!open) return 'Finish the topics first.';
  if (one.status !== 'PUBLISHED') return 'It is being changed. Come back later.';
  if (one.attemptsLeft === 0) return 'No attempt is left. Ask your centre head to allow one more.';
  if (one.nextAt !== null) return `The next attempt opens at ${formatDateTime(one.nextAt)}.`;
  return null;
}
