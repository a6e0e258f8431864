// What Divya of Andheri learns by: a module in the middle, one completed with its test, one that waits for her centre head;
// and the tests behind the scores of her colleagues.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt, trainingTeam } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { moduleId, testId } from './training-modules.ts';

const enrollmentId = (code: string) => demoUuid('teacher-enrollment', `Divya ${code}`);
const itemId = (topic: string, title: string) => demoUuid('topic-item', topic, title);

export async function writeSelfLearning(client: Client, today: Day): Promise<void> {
  const userId = teamAt(ANDHERI).teachers[0]?.id;
  const { rows } = await client.query<{ id: string }>(
    `select id from staff where franchisee_id = ${ANDHERI} and user_id = $1 and status = 'APPROVED'`,
    [userId],
  );
  const staff = rows[0];
  if (!staff) throw new Error('Divya is no approved teacher of the demo');
  const at = (days: number, time = '16:10') => `${addDays(today, -days)}T${time}:00+05:30`;
  const decided = { decided_by: headOffice.zonemanager.id, decided_at: at(20) };
  // The first row names the columns of all.
  const of = (code: string) => ({
    franchisee_id: ANDHERI,
    id: enrollmentId(code),
    staff_id: staff.id,
    module_id: moduleId(code),
    edition: 1,
    cycle_no: 1,
    decided_by: null,
    decided_at: null,
    due_on: null,
    started_at: null,
    completed_at: null,
    best_score_bp: null,
  });
  await insertRows(client, 'teacher_enrollment', [
    {
      ...of('PHONICS-1'),
      status: 'IN PROGRESS',
      source: 'ASSIGNED',
      requested_by: trainingTeam.trainer.id,
      ...decided,
      due_on: addDays(today, 6),
      started_at: at(4),
      // One of five items and two tests.
      progress_bp: 1428,
      created_at: at(22),
    },
    {
      ...of('WELCOME-WEEK'),
      status: 'COMPLETED',
      source: 'ASSIGNED',
      requested_by: trainingTeam.trainer.id,
      ...decided,
      due_on: addDays(today, 1),
      started_at: at(12),
      completed_at: at(0, '00:05'),
      progress_bp: 10_000,
      best_score_bp: 10_000,
      created_at: at(22),
    },
    {
      ...of('STORY-TIME'),
      status: 'REQUESTED',
      source: 'REQUEST',
      requested_by: userId,
      progress_bp: 0,
      created_at: at(1),
    },
  ]);
  const seen = (code: string, topic: string, title: string, days: number) => ({
    franchisee_id: ANDHERI,
    id: demoUuid('topic-item-progress', code, title),
    enrollment_id: enrollmentId(code),
    item_id: itemId(topic, title),
    last_at: at(days),
    completed_at: at(days),
  });
  // Of the four seconds that the demo's film has.
  const halfway = { seconds: 2, furthest: 2, last_position: 2, intervals: [[0, 2]] };
  await insertRows(client, 'topic_item_progress', [
    { ...seen('PHONICS-1', 'Hearing sounds', 'Three games for tomorrow', 4), ...empty },
    {
      ...seen('PHONICS-1', 'Hearing sounds', 'A listening game with rain', 3),
      ...halfway,
      completed_at: null,
    },
    { ...seen('WELCOME-WEEK', 'The day of a centre', 'Who is who', 12), ...empty },
    { ...seen('WELCOME-WEEK', 'The day of a centre', 'At the gate', 10), ...empty },
  ]);
  await writeAttempts(client, at);
  await writeScores(client, at);
  await writeItems(client);
}

const empty = { seconds: 0, furthest: 0, last_position: 0, intervals: [] };

/** Failed at first, passed a day later. */
async function writeAttempts(client: Client, at: (days: number, time?: string) => string): Promise<void> {
  const test = testId('Your first week');
  const { rows: questions } = await client.query<{ id: string; answer: number[] }>(
    'select id, kind, stem, options, answer, points from assessment_question where assessment_id = $1 order by position',
    [test],
  );
  await insertRows(
    client,
    'assessment_attempt',
    [false, true].map((passed, i) => ({
      franchisee_id: ANDHERI,
      id: demoUuid('assessment-attempt', `Divya ${i}`),
      enrollment_id: enrollmentId('WELCOME-WEEK'),
      assessment_id: test,
      attempt_no: i + 1,
      status: 'MARKED',
      questions,
      answers: Object.fromEntries(questions.map(({ id, answer }, n) => [id, passed || n > 0 ? answer : [0]])),
      pass_bp: 6000,
      started_at: passed ? at(0, '00:01') : at(2),
      ended_at: passed ? at(0, '00:05') : at(2, '16:16'),
      score_bp: passed ? 10_000 : 3333,
      passed,
    })),
  );
}

/** Questions of “Letter sounds” that were missed, by score: 8 points in all. */
const MISSED: Readonly<Record<number, readonly number[]>> = { 5000: [0, 3], 8750: [2], 10000: [] };

async function writeScores(client: Client, at: (days: number, time?: string) => string): Promise<void> {
  const test = testId('Letter sounds');
  const { rows: questions } = await client.query<{ id: string; answer: number[] }>(
    'select id, kind, stem, options, answer, points from assessment_question where assessment_id = $1 order by position',
    [test],
  );
  const { rows: scored } = await client.query<{ franchisee_id: number; id: string; best_score_bp: number }>(
    'select franchisee_id, id, best_score_bp from teacher_enrollment where module_id = $1 and best_score_bp is not null order by id',
    [moduleId('PHONICS-1')],
  );
  await insertRows(
    client,
    'assessment_attempt',
    scored.map(({ franchisee_id, id, best_score_bp }) => {
      const missed = MISSED[best_score_bp];
      if (!missed) throw new Error(`No answers for ${best_score_bp}`);
      return {
        franchisee_id,
        id: demoUuid('assessment-attempt', id),
        enrollment_id: id,
        assessment_id: test,
        attempt_no: 1,
        status: 'MARKED',
        questions,
        answers: Object.fromEntries(
          questions.flatMap(({ id: question, answer }, n) =>
            missed.includes(n) ? [] : [[question, answer]],
          ),
        ),
        pass_bp: 6000,
        started_at: at(2, '15:40'),
        deadline_at: at(2, '15:55'),
        ended_at: at(2, '15:52'),
        score_bp: best_score_bp,
        passed: best_score_bp >= 6000,
      };
    }),
  );
}

/** Items behind what colleagues have done of “Phonics 1”: five items and two tests; who has completed it passed the practice too. */
async function writeItems(client: Client): Promise<void> {
  const module = moduleId('PHONICS-1');
  await client.query(
    `with item as (select i.id, coalesce(round(v.duration_ms / 1000.0), 0)::int as s, row_number() over (order by t.position, i.position)::int as n
         from training_topic_item i join teacher_training_topic t on t.id = i.topic_id left join video v on v.id = i.video_id where t.module_id = $1)
     insert into topic_item_progress (franchisee_id, enrollment_id, item_id, intervals, seconds, furthest, last_position, last_at, completed_at)
     select e.franchisee_id, e.id, item.id, case when item.s > 0 then jsonb_build_array(jsonb_build_array(0, item.s)) else '[]' end, item.s, item.s, item.s,
         e.started_at + item.n * interval '20 minutes', e.started_at + item.n * interval '20 minutes'
       from teacher_enrollment e join item on item.n <= least(5, round(e.progress_bp * 7 / 10000.0))
      where e.module_id = $1 and e.progress_bp > 0 and not exists (select from topic_item_progress p where p.enrollment_id = e.id)`,
    [module],
  );
  const test = testId('Blending practice');
  const { rows: questions } = await client.query<{ id: string; answer: number[] }>(
    'select id, kind, stem, options, answer, points from assessment_question where assessment_id = $1 order by position',
    [test],
  );
  const { rows: completed } = await client.query<{ franchisee_id: number; id: string; ended_at: string }>(
    `select franchisee_id, id, completed_at - interval '10 minutes' as ended_at from teacher_enrollment where module_id = $1 and status = 'COMPLETED' order by id`,
    [module],
  );
  await insertRows(
    client,
    'assessment_attempt',
    completed.map(({ franchisee_id, id, ended_at }) => ({
      franchisee_id,
      id: demoUuid('assessment-attempt', `practice ${id}`),
      enrollment_id: id,
      assessment_id: test,
      attempt_no: 1,
      status: 'MARKED',
      questions,
      // The first of the two, of one point each.
      answers: Object.fromEntries(
        questions.slice(0, 1).map(({ id: question, answer }) => [question, answer]),
      ),
      pass_bp: 5000,
      started_at: ended_at,
      ended_at,
      score_bp: 5000,
      passed: true,
    })),
  );
}
