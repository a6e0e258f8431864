// Teachers' log books of Andheri: topics of the network, and ten entries in each state over the last fortnights.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const TOPICS = [
  ['What we did', 'What did the children do today?', 'DAILY', 'TEXT', null, true],
  ['Mood of the class', 'How was the class?', 'DAILY', 'CHOICE', 'Calm, Lively, Tired, Restless', true],
  ['Plan kept', 'Did the day go as planned?', 'DAILY', 'YES_NO', null, false],
  ['Child to watch', 'Who needs attention tomorrow, and why?', 'DAILY', 'TEXT', null, false],
  ['Parents met', 'How many parents did you talk with this week?', 'WEEKLY', 'NUMBER', null, true],
  ['Material wanted', 'What runs short in the room?', 'WEEKLY', 'TEXT', null, false],
  ['Learning of the term', 'What would you do in another way next term?', 'TERM', 'TEXT', null, false],
] as const;
const DONE = [
  'Leaf prints, counting to ten, story of the hungry caterpillar',
  'Water play, sorting spoons by size, two new rhymes',
  'Clay animals, first sounds of names, hopping along a line',
  'Visit to the garden, drawing what we saw, songs in Hindi',
];
const DAYS_BACK = 30;
const EACH = 10;

export async function writeLogBooks(client: Client, today: Day): Promise<void> {
  const topicId = (name: string) => demoUuid('log-topic', name);
  await insertRows(
    client,
    'log_topic',
    TOPICS.map(
      ([name, prompt, frequency, answer, choices, required], n): Row => ({
        id: topicId(name),
        name,
        prompt,
        frequency,
        answer,
        choices,
        required,
        position: n + 1,
      }),
    ),
  );
  const { rows: slots } = await client.query<{
    section: string;
    staff: string;
    user: string;
    day: Day;
    head: string;
  }>(
    `select t.section_id as section, t.staff_id as staff, p.user_id as user, r.on_date as day, h.user_id as head
       from attendance_register r join section_teacher t on t.franchisee_id = r.franchisee_id and t.section_id = r.section_id and t.part = 'CLASS_TEACHER'
       join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id and p.user_id is not null
       join lateral (select u.user_id from user_role u where u.franchisee_id = r.franchisee_id and u.role_id = 5 and u.user_id <> p.user_id order by u.user_id limit 1) h on true
      where r.franchisee_id = $1 and r.on_date between $2::date and $3::date order by r.on_date desc, r.section_id limit $4`,
    [ANDHERI, addDays(today, -DAYS_BACK), today, 3 * EACH],
  );
  const rng = rngOf('log books');
  // The newest are drafts, the oldest reviewed.
  const entries = slots.map((slot, n) => ({
    ...slot,
    id: demoUuid('log-book', slot.section, slot.day),
    status: n < EACH ? 'DRAFT' : n < 2 * EACH ? 'SUBMITTED' : 'REVIEWED',
  }));
  await insertRows(
    client,
    'log_book_entry',
    entries.map(({ id, staff, user, section, day, head, status }, n): Row => {
      const reviewed = status === 'REVIEWED';
      return {
        franchisee_id: ANDHERI,
        id,
        staff_id: staff,
        author_id: user,
        section_id: section,
        on_date: day,
        status,
        reflection: rng.chance(0.6) ? 'The outdoor part worked best; the story was too long.' : null,
        help_needed: n % EACH === 3,
        submitted_at: status === 'DRAFT' ? null : `${day}T15:40:00+05:30`,
        reviewer_note: reviewed && rng.chance(0.5) ? 'Nicely observed. Keep the garden walks.' : null,
        reviewed_by: reviewed ? head : null,
        reviewed_at: reviewed ? `${addDays(day, 1)}T11:00:00+05:30` : null,
      };
    }),
  );
  await insertRows(
    client,
    'log_book_answer',
    entries.flatMap(({ id }, n): Row[] => {
      const answer = (name: string, value: string): Row => ({
        franchisee_id: ANDHERI,
        entry_id: id,
        topic_id: topicId(name),
        value,
      });
      return [
        answer('What we did', rng.pick(DONE)),
        answer('Mood of the class', rng.pick(['Calm', 'Lively', 'Tired'])),
        answer('Plan kept', rng.chance(0.8) ? 'YES' : 'NO'),
        ...(n % 4 === 0 ? [answer('Parents met', String(rng.int(1, 6)))] : []),
      ];
    }),
  );
}
