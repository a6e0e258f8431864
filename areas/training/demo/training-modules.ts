// Self-training: a module that is published, one that is not ready, one that is ready to go out, one archived; and the lists
// of the area.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt, trainingTeam } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

/** Her own three modules are another file's (self-learning.ts). */
const DIVYA = teamAt(ANDHERI).teachers[0]?.id ?? '';

export const moduleId = (code: string) => demoUuid('teacher-module', code);
export const topicId = (title: string) => demoUuid('training-topic', title);
export const testId = (title: string) => demoUuid('teacher-assessment', title);

// biome-ignore format: a table
const CERTIFICATES = [
  ['Phonics, level 1', 'PHONICS-1', 12],
  ['First aid for children', 'FIRST-AID', 24],
  ['Welcome week', 'WELCOME', null],
  ['Talking with parents', 'PARENTS', 12],
] as const;

// biome-ignore format: a table
const CATEGORIES = [
  ['Phonics', 'BLUE'], ['Classroom practice', 'GREEN'], ['Health and safety', 'RED'], ['Parents', 'ORANGE'],
] as const;

// biome-ignore format: a table
const FEEDBACK = [
  ['How useful was the training for your class?', 'TRAINING', 'RATING'],
  ['How clearly did the trainer explain?', 'TRAINER', 'RATING'],
  ['How well were your questions answered?', 'TRAINER', 'RATING'],
  ['What should be different next time?', 'TRAINING', 'TEXT'],
] as const;

// biome-ignore format: a table
const MODULES = [
  ['PHONICS-1', 'Phonics 1: letter sounds', 'Sounds before names: how children of three to five learn to hear and say them.', 'PHONICS-1', 30, 'PUBLISHED'],
  ['WELCOME-WEEK', 'Welcome week', 'What everybody should know in the first week.', 'WELCOME', 14, 'PUBLISHED'],
  ['STORY-TIME', 'Story time', 'Telling and reading aloud, so that children ask for more.', null, 30, 'PUBLISHED'],
  ['PLAYGROUND', 'Eyes on the playground', 'Where to stand, what to count, when to call.', null, null, 'PUBLISHED'],
  ['SAFE-HANDS', 'Safe hands', 'Hand washing and first aid in the class room.', 'FIRST-AID', 21, 'DRAFT'],
  ['CIRCLE-TIME', 'Circle time', 'A beginning that every child looks forward to.', null, null, 'DRAFT'],
  ['OLD-INTRO', 'Introduction of last year', null, 'WELCOME', null, 'ARCHIVED'],
] as const;

// biome-ignore format: a table
const TOPICS: readonly [string, string, string, string | null, number, readonly (readonly ['VIDEO' | 'TEXT' | 'LINK', string, string])[]][] = [
  ['PHONICS-1', 'Hearing sounds', 'Listening games before any letter.', '# Begin with the ear\n\n- Clap the beats of names\n- Find what begins like “ball”\n- Whisper a word in sounds: b-a-t', 15,
    [['VIDEO', 'A listening game with rain', 'rain-and-puddles'], ['TEXT', 'Three games for tomorrow', 'Sound basket: five things, two of them begin alike.\n\nRobot talk: say a word in sounds, children say the word.\n\nOdd one out: cat, cup, dog.']]],
  ['PHONICS-1', 'Six first letters', 's, a, t, p, i, n: with them children read twenty words.', null, 20,
    [['VIDEO', 'Ten fingers, ten sounds', 'ten-little-fingers'], ['LINK', 'NCERT, textbooks to look into', 'https://ncert.nic.in/textbook.php']]],
  ['PHONICS-1', 'Blending', 'From sounds to words.', null, 20,
    [['TEXT', 'How to blend', 'Hold the first sound until the next begins: sssaaat. Never add a vowel: it is /t/, not “tuh”.']]],
  ['WELCOME-WEEK', 'The day of a centre', 'From the gate to the good-bye.', null, 10, [['TEXT', 'Who is who', 'The centre head, your lead teacher, the counsellor and the assistants. Ask any of them, any time.'], ['TEXT', 'At the gate', 'A child leaves with a person on its list and with nobody else.']]],
  ['STORY-TIME', 'Telling', 'Voice, eyes, hands.', '# Three things\n\n- Look at every child once\n- Wait before the best word\n- End before they are tired', 12, [['TEXT', 'One story, five days', 'Monday you tell it. By Friday the children do.']]],
  ['STORY-TIME', 'Reading aloud', 'With the book to the children.', null, 10, [['VIDEO', 'A rhyme that everybody joins', 'ten-little-fingers']]],
  ['PLAYGROUND', 'Standing well', 'Two people, two ends.', null, 8, [['TEXT', 'Count, look, count', 'Count at the door, at every quarter of an hour, and at the door again.'], ['LINK', 'NCERT, health and safety', 'https://ncert.nic.in/textbook.php']]],
  ['SAFE-HANDS', 'Washing hands', 'Six steps, forty seconds.', null, 10, [['VIDEO', 'Step by step', 'hand-washing-step-by-step']]],
  ['SAFE-HANDS', 'Small wounds', 'What a teacher does, and what only a doctor does.', null, 10, []],
  ['CIRCLE-TIME', 'A good beginning', 'Greeting, song, weather, plan of the day.', null, 12, [['TEXT', 'Five minutes that carry the day', 'Sit on the floor with the children.\n\nSay each name once, and wait for an answer.']]],
  ['OLD-INTRO', 'Welcome', 'How the year went.', null, 5, [['TEXT', 'Welcome', 'Kept for the record.']]],
];

// biome-ignore format: a table
const TESTS = [
  ['PHONICS-1', 'Letter sounds', 'Bridge Course', 6000, 'PUBLISHED'],
  ['PHONICS-1', 'Blending practice', 'Interractive Worksheet', 5000, 'PUBLISHED'],
  ['WELCOME-WEEK', 'Your first week', 'Bridge Course', 6000, 'PUBLISHED'],
  ['STORY-TIME', 'Stories, what works', 'Interractive Worksheet', 5000, 'PUBLISHED'],
  ['CIRCLE-TIME', 'A good circle', 'Bridge Course', 6000, 'PUBLISHED'],
  ['SAFE-HANDS', 'Clean hands', 'Bridge Course', 8000, 'DRAFT'],
  ['OLD-INTRO', 'Last year', 'Interractive Worksheet', 5000, 'ARCHIVED'],
] as const;

// biome-ignore format: a table
const QUESTIONS: readonly [string, 'SINGLE' | 'MULTIPLE' | 'TRUE_FALSE', string, readonly string[], readonly number[], number, string | null][] = [
  ['Letter sounds', 'SINGLE', 'What do children learn first?', ['Names of letters', 'Sounds', 'Writing'], [1], 2, 'Sounds make words; names of letters do not.'],
  ['Letter sounds', 'MULTIPLE', 'Which words begin with the same sound?', ['phone', 'fan', 'van', 'fish'], [0, 1, 3], 3, null],
  ['Letter sounds', 'TRUE_FALSE', 'The sound of t is “tuh”.', ['True', 'False'], [1], 1, 'No vowel is added to it.'],
  ['Letter sounds', 'SINGLE', 'With s, a, t, p, i and n children can read', ['no words yet', 'about twenty words', 'only names'], [1], 2, null],
  ['Blending practice', 'SINGLE', 'sss-aaa-t is', ['sat', 'at', 'sap'], [0], 1, null],
  ['Blending practice', 'TRUE_FALSE', 'The first sound is held until the next begins.', ['True', 'False'], [0], 1, null],
  ['Your first week', 'SINGLE', 'Who may take a child home?', ['Anybody it knows', 'A person on its list', 'Any parent of its class'], [1], 2, null],
  ['Your first week', 'TRUE_FALSE', 'Children are counted at the gate.', ['True', 'False'], [0], 1, null],
  ['Stories, what works', 'TRUE_FALSE', 'A story is told once a week at most.', ['True', 'False'], [1], 1, null],
  ['A good circle', 'SINGLE', 'Where does the teacher sit?', ['On a chair', 'On the floor with the children', 'At her desk'], [1], 2, null],
  ['A good circle', 'TRUE_FALSE', 'Each name is said once.', ['True', 'False'], [0], 1, null],
  ['Clean hands', 'SINGLE', 'How long are hands washed?', ['10 seconds', '40 seconds', '3 minutes'], [1], 1, null],
  ['Last year', 'TRUE_FALSE', 'The year began in June.', ['True', 'False'], [0], 1, null],
];

export async function writeTrainingModules(client: Client, today: Day): Promise<void> {
  const by = trainingTeam.trainer.id;
  const at = (days: number) => `${addDays(today, -days)}T12:00:00+05:30`;
  await insertRows(
    client,
    'certificate_type',
    CERTIFICATES.map(([name, code, months]) => ({
      id: demoUuid('certificate-type', code),
      name,
      code,
      validity_months: months,
      layout: 'CLASSIC',
      for_trainings: code !== 'WELCOME',
      signatory: 'Hema Kapoor, Academic Trainer',
      active: true,
    })),
  );
  await insertRows(
    client,
    'training_category',
    CATEGORIES.map(([name, colour], i) => ({
      id: demoUuid('training-category', name),
      name,
      colour,
      position: i + 1,
      active: true,
    })),
  );
  // The demo asks its own questions in place of those a new network begins with.
  await client.query('delete from training_feedback_question');
  await insertRows(
    client,
    'training_feedback_question',
    FEEDBACK.map(([text, about, kind], i) => ({
      id: demoUuid('training-feedback', text),
      text,
      about,
      kind,
      position: i + 1,
      active: true,
    })),
  );
  await insertRows(
    client,
    'teacher_module',
    MODULES.map(([code, title, description, certificate, dueDays, status]) => ({
      id: moduleId(code),
      code,
      title,
      description,
      class_group_id: demoUuid('class-group', 'New teachers'),
      staff_categories: code === 'PHONICS-1' ? [] : ['TEACHING'],
      needs_approval: code !== 'SAFE-HANDS' && code !== 'PLAYGROUND',
      sequential: true,
      due_days: dueDays,
      certificate_type_id: certificate ? demoUuid('certificate-type', certificate) : null,
      status,
      edition: status === 'DRAFT' ? 0 : 1,
      created_by: by,
      created_at: at(40),
    })),
  );
  await insertRows(
    client,
    'teacher_training_topic',
    TOPICS.map(([code, title, summary, body, minutes], i) => ({
      id: topicId(title),
      module_id: moduleId(code),
      position: i + 1,
      title,
      summary,
      body,
      est_minutes: minutes,
    })),
  );
  await insertRows(
    client,
    'training_topic_item',
    TOPICS.flatMap(([, topic, , , , items]) =>
      items.map(([kind, title, content], i) => ({
        id: demoUuid('topic-item', topic, title),
        topic_id: topicId(topic),
        position: i + 1,
        kind,
        title,
        video_id: kind === 'VIDEO' ? demoUuid('video', content) : null,
        min_watched_pct: kind === 'VIDEO' ? 90 : null,
        no_seek: kind === 'VIDEO' ? i === 0 : null,
        url: kind === 'LINK' ? content : null,
        body: kind === 'TEXT' ? content : null,
      })),
    ),
  );
  await insertRows(
    client,
    'teacher_assessment',
    TESTS.map(([code, title, type, passBp, status]) => ({
      id: testId(title),
      module_id: moduleId(code),
      type,
      title,
      instructions: type === 'Bridge Course' ? 'Read each question twice. You can go back.' : null,
      pass_bp: passBp,
      max_attempts: type === 'Bridge Course' ? 3 : null,
      cooldown_h: type === 'Bridge Course' ? 24 : null,
      time_limit_min: title === 'Letter sounds' ? 15 : null,
      shuffle: true,
      show_answers: type === 'Bridge Course' ? 'AFTER_PASS' : 'AT_ONCE',
      status,
    })),
  );
  await insertRows(
    client,
    'assessment_question',
    QUESTIONS.map(([test, kind, stem, options, answer, points, explanation], i) => ({
      id: demoUuid('assessment-question', test, stem),
      assessment_id: testId(test),
      position: i + 1,
      kind,
      stem,
      options: [...options],
      answer: [...answer],
      points,
      explanation,
    })),
  );
  await writeEditions(client, at(20), by);
  await writeEnrollments(client, today, by);
}

// biome-ignore format: a table
const ENROLLMENTS = [
  // status, due in days, progress, best score
  ['REQUESTED', null, 0, null], ['APPROVED', 12, 0, null], ['IN PROGRESS', 6, 5714, null], ['COMPLETED', -2, 10000, 8750],
  ['REQUESTED', 20, 0, null], ['IN PROGRESS', -5, 7142, 5000], ['APPROVED', -3, 0, null], ['REJECTED', null, 0, null],
  ['WITHDRAWN', 10, 0, null], ['LAPSED', -40, 1428, null], ['REQUESTED', null, 0, null], ['COMPLETED', -9, 10000, 10000],
  ['REQUESTED', 15, 0, null], ['APPROVED', 20, 0, null],
] as const;

/** Approved people, most of Andheri, learn by the module that is published. */
async function writeEnrollments(client: Client, today: Day, by: string): Promise<void> {
  const { rows: staff } = await client.query<{ franchisee_id: number; id: string }>(
    `(select franchisee_id, id, employee_code from staff where status = 'APPROVED' and franchisee_id = ${ANDHERI} and user_id is distinct from '${DIVYA}' order by employee_code limit 10)
     union all (select franchisee_id, id, employee_code from staff where status = 'APPROVED' and category = 'TEACHING' and franchisee_id > ${ANDHERI}
       order by franchisee_id, employee_code limit 4) order by franchisee_id, employee_code`,
  );
  const decided = ['APPROVED', 'IN PROGRESS', 'COMPLETED', 'REJECTED', 'LAPSED'];
  await insertRows(
    client,
    'teacher_enrollment',
    staff.flatMap((one, i) => {
      const planned = ENROLLMENTS[i];
      if (!planned) return [];
      const [status, dueIn, progress, score] = planned;
      const asked = `${addDays(today, -12 - i)}T10:00:00+05:30`;
      return [
        {
          franchisee_id: one.franchisee_id,
          id: demoUuid('teacher-enrollment', one.id),
          staff_id: one.id,
          module_id: moduleId('PHONICS-1'),
          edition: 1,
          cycle_no: 1,
          status,
          source: i % 5 === 4 ? 'REQUEST' : 'ASSIGNED',
          requested_by: by,
          decided_by: decided.includes(status) ? headOffice.zonemanager.id : null,
          decided_at: decided.includes(status) ? `${addDays(today, -11)}T10:00:00+05:30` : null,
          reason: status === 'REJECTED' ? 'Did the same training last year' : null,
          note: i === 0 ? 'Begins with the new section' : null,
          due_on: dueIn === null ? null : addDays(today, dueIn),
          started_at: progress > 0 ? `${addDays(today, -9)}T16:00:00+05:30` : null,
          completed_at: status === 'COMPLETED' ? `${addDays(today, -2)}T16:00:00+05:30` : null,
          progress_bp: progress,
          best_score_bp: score,
          created_by: by,
          created_at: asked,
        },
      ];
    }),
  );
}

/** What was published of a module, as the product keeps it (areas/training/module/outline.server.ts). */
async function writeEditions(client: Client, at: string, by: string): Promise<void> {
  await client.query(
    `insert into teacher_module_edition (module_id, edition, created_at, created_by, snapshot)
     select m.id, 1, $1, $2, jsonb_build_object('code', m.code, 'title', m.title, 'description', m.description, 'sequential', m.sequential,
       'certificateTypeId', m.certificate_type_id,
       'topics', (select jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title, 'summary', t.summary, 'body', t.body, 'minutes', t.est_minutes,
          'items', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'title', i.title, 'videoId', i.video_id,
            'minWatchedPct', i.min_watched_pct, 'noSeek', i.no_seek, 'fileId', i.file_id, 'fileAt', i.file_at, 'fileName', i.file_name,
            'url', i.url, 'body', i.body) order by i.position) from training_topic_item i where i.topic_id = t.id), '[]')) order by t.position)
          from teacher_training_topic t where t.module_id = m.id),
       'assessments', coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'type', a.type, 'status', a.status, 'passBp', a.pass_bp,
            'questions', (select count(*) from assessment_question q where q.assessment_id = a.id),
            'points', (select sum(q.points) from assessment_question q where q.assessment_id = a.id)) order by a.title)
          from teacher_assessment a where a.module_id = m.id), '[]'))
       from teacher_module m where m.edition = 1`,
    [at, by],
  );
}
