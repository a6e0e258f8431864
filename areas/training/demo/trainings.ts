// Live trainings of head office: one that runs over three days, some to come, one held, one called off.
import { addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt, trainingTeam } from '../../../db/demo/people.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { sessionsOf, WORKING } from '../training/training-days.ts';

// biome-ignore format: a table
const TRAININGS = [
  // title, category, first day, last day, from, to, mode, venue, provider, places, status
  ['Phonics 1', 'Phonics', 2, 2, '11:00', '12:00', 'ONLINE', null, 'LINK', 24, 'ACTIVE'],
  ['Reading corner', 'Classroom practice', 6, 7, '15:00', '16:30', 'HYBRID', 'Head office, hall 2', 'LINK', 40, 'ACTIVE'],
  ['Fire drill with children', 'Health and safety', 12, 12, '10:00', '13:00', 'CLASSROOM', 'Head office, courtyard', null, 30, 'ACTIVE'],
  ['First aid in three days', 'Health and safety', -1, 1, '16:00', '17:30', 'CLASSROOM', 'Head office, hall 1', null, 30, 'IN PROGRESS'],
  ['Talking with parents', 'Parents', -10, -10, '11:00', '12:30', 'ONLINE', null, 'LINK', 24, 'COMPLETED'],
  ['Circle time', 'Classroom practice', 4, 4, '11:00', '12:00', 'ONLINE', null, 'LINK', null, 'CANCELLED'],
] as const;
const EVERY_DAY = [...WORKING, 'SUN'] as const;

export async function writeTrainings(client: Client, today: Day): Promise<void> {
  const trainer = trainingTeam.trainer.id;
  const id = (title: string) => demoUuid('training', title);
  const plans = TRAININGS.map(
    ([title, category, first, last, fromTime, toTime, mode, venue, provider, capacity, status], i) => ({
      title,
      status,
      when: {
        fromDate: addDays(today, first),
        toDate: addDays(today, last),
        fromTime,
        toTime,
        weekdays: EVERY_DAY,
      },
      row: {
        id: id(title),
        code: `TRN/${financialYear(today).short}/${String(i + 1).padStart(4, '0')}`,
        title,
        category_id: demoUuid('training-category', category),
        description: i % 2 === 0 ? 'Bring one thing that your children like most at the moment.' : null,
        mode,
        venue,
        from_date: addDays(today, first),
        to_date: addDays(today, last),
        from_time: fromTime,
        to_time: toTime,
        weekdays: [...EVERY_DAY],
        provider,
        link_url: provider === 'LINK' ? 'https://meet.example.in/aangan' : null,
        capacity,
        status,
        cancel_reason: status === 'CANCELLED' ? 'The trainer is on leave' : null,
        created_by: trainer,
        created_at: `${addDays(today, -20 + i)}T10:00:00+05:30`,
      },
    }),
  );
  await insertRows(
    client,
    'training',
    plans.map(({ row }) => row),
  );
  await insertRows(
    client,
    'training_session',
    plans.flatMap(({ title, status, when }) =>
      sessionsOf(when).map(({ startsAt, endsAt }, i) => ({
        training_id: id(title),
        session_no: i + 1,
        starts_at: startsAt,
        ends_at: endsAt,
        status: status === 'CANCELLED' ? 'CANCELLED' : 'SCHEDULED',
      })),
    ),
  );
  await insertRows(
    client,
    'training_trainer',
    plans.flatMap(({ title }, i) => [
      { training_id: id(title), user_id: trainer, kind: 'Organizer' },
      ...(i % 2 === 1 ? [{ training_id: id(title), user_id: headOffice.operations.id, kind: 'Expert' }] : []),
    ]),
  );
  // A trainer from outside, who has accepted by the link.
  await insertRows(client, 'training_trainer', [
    {
      id: demoUuid('training-guest', 'Ishaan Roy'),
      training_id: id('Phonics 1'),
      kind: 'Expert',
      name: 'Ishaan Roy',
      mobile: demoMobile(790, 1),
      response: 'ACCEPTED',
      responded_at: `${addDays(today, -6)}T18:20:00+05:30`,
    },
  ]);
  await writeSeats(client, today);
  await insertRows(
    client,
    'training_audience',
    plans.flatMap(({ title }, i) => [
      { training_id: id(title), kind: 'CATEGORY', ref_id: 'TEACHING' },
      ...(i % 2 === 0 ? [{ training_id: id(title), kind: 'ZONE', ref_id: '1' }] : []),
    ]),
  );
}

// biome-ignore format: a table
const REGISTERED = [
  // title, how many of each of the two centres are registered, how they answered in turn
  ['Phonics 1', 3, ['ACCEPTED', 'PENDING', 'DECLINED']],
  ['Reading corner', 3, ['PENDING', 'ACCEPTED', 'PENDING']],
  ['First aid in three days', 3, ['ACCEPTED', 'ACCEPTED', 'PENDING']],
  ['Talking with parents', 3, ['ACCEPTED', 'ACCEPTED', 'DECLINED']],
] as const;
/** Two wait for a place here. */
const FULL = 'Reading corner';

/** Teachers of two centres, with seats and a queue. */
async function writeSeats(client: Client, today: Day): Promise<void> {
  const { rows: staff } = await client.query<{ id: string; franchisee_id: number; n: number }>(
    `select id, franchisee_id, row_number() over (partition by franchisee_id order by user_id nulls last, employee_code)::int as n
       from staff where status = 'APPROVED' and category = 'TEACHING' and franchisee_id in (2, 3)`,
  );
  const places = REGISTERED.flatMap(([title, most, answers]) =>
    staff
      .filter(({ n }) => n <= most)
      .sort((a, b) => a.n - b.n || a.franchisee_id - b.franchisee_id)
      .map((one, i, all) => {
        const response = answers[(one.n - 1) % answers.length] ?? 'PENDING';
        const waits = title === FULL && i >= all.length - 2;
        return {
          franchisee_id: one.franchisee_id,
          id: demoUuid('training-enrollment', `${title} ${one.id}`),
          training_id: demoUuid('training', title),
          staff_id: one.id,
          response: waits ? 'PENDING' : response,
          response_source: waits || response === 'PENDING' ? null : i % 2 === 0 ? 'BANNER' : 'SCREEN',
          responded_at: waits || response === 'PENDING' ? null : `${addDays(today, -12)}T09:30:00+05:30`,
          decline_reason: !waits && response === 'DECLINED' ? 'On leave that day' : null,
          seat: waits ? 'WAITLISTED' : response === 'DECLINED' ? 'RELEASED' : 'SEATED',
          queue_no: waits ? i - all.length + 3 : null,
          registered_by: teamAt(one.franchisee_id).head.id,
        };
      }),
  );
  await insertRows(client, 'training_enrollment', places);
  await insertRows(
    client,
    'training_seat',
    TRAININGS.map(([title, , , , , , , , , capacity]) => {
      const of = places.filter(({ training_id }) => training_id === demoUuid('training', title));
      const seated = of.filter(({ seat }) => seat === 'SEATED').length;
      const waitlisted = of.filter(({ seat }) => seat === 'WAITLISTED').length;
      return {
        training_id: demoUuid('training', title),
        capacity: title === FULL ? seated : capacity,
        seated,
        waitlisted,
        next_no: waitlisted + 1,
      };
    }),
  );
  await writeMarks(client, places, today);
  await client.query(
    'update training set capacity = p.capacity from training_seat p where p.training_id = training.id',
  );
}

const MARKS: Readonly<Record<string, readonly ('PRESENT' | 'PARTIAL' | 'ABSENT')[]>> = {
  'Talking with parents': ['PRESENT', 'PRESENT', 'PARTIAL', 'ABSENT'],
  // One is not marked yet.
  'First aid in three days': ['PRESENT', 'PARTIAL', 'PRESENT', 'ABSENT', 'PRESENT'],
};
// biome-ignore format: a table
const FEEDBACK = [
  // ratings of the training, of the trainer, a word about the training
  [5, 5, 'More examples of difficult talks, please.'],
  [4, 5, null],
  [4, 3, 'It could have been half an hour shorter.'],
] as const;

/** Who was at the first session of two trainings, and what three of them said of one, without their names. */
async function writeMarks(
  client: Client,
  places: readonly { id: string; franchisee_id: number; training_id: string; seat: string }[],
  today: Day,
): Promise<void> {
  const trainer = trainingTeam.trainer.id;
  for (const [title, marks] of Object.entries(MARKS)) {
    const trainingId = demoUuid('training', title);
    const of = places.filter(({ training_id, seat }) => training_id === trainingId && seat === 'SEATED');
    const marked = of.slice(0, marks.length).map((one, i) => ({ ...one, mark: marks[i] ?? 'PRESENT' }));
    await client.query(
      `insert into training_session_mark (franchisee_id, enrollment_id, session_id, mark, attended_s, held_s, marked_by)
       select q.franchisee_id, q.id, x.id, q.mark, case q.mark when 'PRESENT' then w.s when 'PARTIAL' then w.s / 2 else 0 end, w.s, $3
         from jsonb_to_recordset($1::jsonb) as q (franchisee_id int, id uuid, mark text)
         join training_session x on x.training_id = $2 and x.session_no = 1
         cross join lateral (select extract(epoch from x.ends_at - x.starts_at)::int as s) w`,
      [JSON.stringify(marked), trainingId, trainer],
    );
    await client.query(
      `update training_enrollment e set attended_s = k.attended_s, held_s = k.held_s, mark = k.mark
         from training_session_mark k where k.franchisee_id = e.franchisee_id and k.enrollment_id = e.id and e.training_id = $1`,
      [trainingId],
    );
    await client.query(
      `update training_session set status = 'HELD' where training_id = $1 and session_no = 1`,
      [trainingId],
    );
    await client.query(
      `update training_seat set attended = (select count(*) from training_enrollment e where e.training_id = $1 and e.mark in ('PRESENT', 'PARTIAL'))
        where training_id = $1`,
      [trainingId],
    );
  }
  const id = demoUuid('training', 'Talking with parents');
  await client.query(
    `update training_enrollment set feedback_done = true where training_id = $1 and mark in ('PRESENT', 'PARTIAL')`,
    [id],
  );
  const { rows: trainers } = await client.query<{ id: string }>(
    `select id from training_trainer where training_id = $1 and kind = 'Organizer'`,
    [id],
  );
  const { rows: questions } = await client.query<{ id: string; about: string; kind: string }>(
    'select id, about, kind from training_feedback_question where active order by position',
  );
  for (const [i, [ofTraining, ofTrainer, words]] of FEEDBACK.entries())
    for (const about of ['TRAINING', 'TRAINER'] as const) {
      const feedbackId = demoUuid('training-feedback', `${about} ${i}`);
      await insertRows(client, 'training_feedback', [
        {
          id: feedbackId,
          training_id: id,
          trainer_id: about === 'TRAINER' ? trainers[0]?.id : null,
          filed_on: addDays(today, -9),
        },
      ]);
      const answers = questions
        .filter((one) => one.about === about)
        .map((one) => ({
          feedback_id: feedbackId,
          question_id: one.id,
          rating: one.kind === 'RATING' ? (about === 'TRAINING' ? ofTraining : ofTrainer) : null,
          text: one.kind === 'TEXT' && about === 'TRAINING' ? words : null,
        }))
        .filter(({ rating, text }) => rating !== null || text !== null);
      await insertRows(client, 'training_feedback_answer', answers);
    }
}
