// The grade book: the network's tree on four classes, Term 1 of some sections submitted or proof-read, of another half
// entered, and the term of today begun.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid, demoUuidSql, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { skillTree } from './skill-tree.ts';

const CLASSES = [2, 3, 4, 5];
const FOUR_STEPS = '0190d000-0000-7000-8001-000000000002';
const STREAM_MOUNTAIN_SKY = '0190d000-0000-7000-8001-000000000001';
/** The grids that were entered: a section of Andheri by its place in the list, the part of its cells, and what became of it. */
const SHEETS = [
  { section: 1, term: 'first', part: 100, status: 'SUBMITTED' },
  { section: 2, term: 'first', part: 50, status: 'OPEN' },
  { section: 3, term: 'first', part: 100, status: 'PROOFED' },
  { section: 4, term: 'first', part: 100, status: 'PROOFED' },
  { section: 5, term: 'first', part: 100, status: 'SUBMITTED' },
  // The class of the demo's parent, who would open an empty page without its cards.
  { section: 11, term: 'first', part: 100, status: 'PROOFED' },
  { section: 1, term: 'today', part: 30, status: 'OPEN' },
] as const;

export async function writeGradeBook(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  await writeTree(client);
  await client.query(
    `insert into skill_assignment (id, academic_year_id, class_id, term_no, parameter_id, scale_id, required)
     select ${demoUuidSql(`'assignment ' || t.id || p.id`)}, t.academic_year_id, t.class_id, t.term_no, p.id,
            case when t.class_id < 4 then $2::uuid else $3::uuid end, s.domain_code <> 'ART'
       from term_map t cross join skill_parameter p join sub_skill g on g.id = p.sub_skill_id join skill s on s.id = g.skill_id
      where t.academic_year_id = $1 and t.class_id = any ($4::int[])`,
    [year, STREAM_MOUNTAIN_SKY, FOUR_STEPS, CLASSES],
  );
  for (const sheet of SHEETS) await writeSheet(client, today, sheet);
}

async function writeTree(client: Client): Promise<void> {
  const skillId = (code: string) => demoUuid('skill', code);
  const goals = skillTree.flatMap(({ code, goals: own }) =>
    own.map((goal, n) => ({ ...goal, skill: code, id: demoUuid('sub-skill', code, n), position: n + 1 })),
  );
  await insertRows(
    client,
    'skill',
    skillTree.map(
      ({ code, name, nameHi }, n): Row => ({
        id: skillId(code),
        name,
        name_hi: nameHi,
        domain_code: code,
        position: n + 1,
      }),
    ),
  );
  await insertRows(
    client,
    'sub_skill',
    goals.map(
      ({ id, skill, name, code, position }): Row => ({
        id,
        skill_id: skillId(skill),
        name,
        cg_code: code,
        position,
      }),
    ),
  );
  await insertRows(
    client,
    'skill_parameter',
    goals.flatMap(({ id, competencies }) =>
      competencies.map(
        (name, n): Row => ({ id: demoUuid('competency', id, n), sub_skill_id: id, name, position: n + 1 }),
      ),
    ),
  );
}

async function writeSheet(client: Client, today: Day, sheet: (typeof SHEETS)[number]): Promise<void> {
  const { rows } = await client.query<{
    section: string;
    term: string;
    teacher: string | null;
    head: string | null;
  }>(
    `with room as (select s.*, row_number() over (order by s.class_id <> 3, s.class_id, s.name) as n from section s
        where s.franchisee_id = $1 and s.academic_year_id = $2 and s.class_id = any ($3::int[]))
     select r.id as section, t.id as term, p.user_id as teacher,
            (select u.user_id from user_role u where u.franchisee_id = r.franchisee_id and u.role_id = 5 and u.user_id is distinct from p.user_id order by u.user_id limit 1) as head
       from room r
       join term_map t on t.academic_year_id = r.academic_year_id and t.class_id = r.class_id
        and case when $5 = 'first' then t.term_no = 1 else t.term_no > 1 and $6::date between t.from_on and t.to_on end
       left join section_teacher x on x.franchisee_id = r.franchisee_id and x.section_id = r.id and x.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = x.franchisee_id and p.id = x.staff_id
      where r.n = $4`,
    [ANDHERI, academicYearOf(today), CLASSES, sheet.section, sheet.term, today],
  );
  const [at] = rows;
  // In the first term there is no second one yet.
  if (!at) return;
  const { rows: children } = await client.query<{ id: string; lately: boolean }>(
    `select e.id, e.joined_on > t.to_on - 30 as lately from placement l
       join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id and e.status not in ('CANCELLED', 'WITHDRAWN', 'TRANSFERRED')
       join term_map t on t.id = $3
      where l.franchisee_id = $1 and l.section_id = $2 and e.joined_on <= least(t.to_on, $4::date) and l.from_on <= least(t.to_on, $4::date)
        and coalesce(l.before_on, 'infinity') > least(t.to_on, $4::date) order by e.id`,
    [ANDHERI, at.section, at.term, today],
  );
  const proofed = sheet.status === 'PROOFED' && at.teacher !== null && at.head !== null;
  const submitted = sheet.status !== 'OPEN';
  const graded = children.filter(({ lately }) => !(submitted && lately)).map(({ id }) => id);
  await insertRows(client, 'grade_sheet', [
    {
      franchisee_id: ANDHERI,
      id: demoUuid('grade-sheet', at.section, at.term),
      section_id: at.section,
      term_map_id: at.term,
      status: sheet.status === 'PROOFED' && !proofed ? 'SUBMITTED' : sheet.status,
      submitted_by: submitted ? at.teacher : null,
      submitted_at: submitted ? `${today}T10:00:00+05:30` : null,
      proofed_by: proofed ? at.head : null,
      proofed_at: proofed ? `${today}T11:00:00+05:30` : null,
    },
  ]);
  await client.query(
    `insert into grade_entry (franchisee_id, enrolment_id, term_map_id, parameter_id, level_id, created_by)
     select $1, e.id, t.id, a.parameter_id, v.id, $6
       from unnest($3::uuid[]) as e (id) join term_map t on t.id = $2
       join skill_assignment a on a.academic_year_id = t.academic_year_id and a.class_id = t.class_id and a.term_no = t.term_no
       cross join lateral (select get_byte(decode(md5(e.id::text || a.parameter_id), 'hex'), 0) as dice) d
       join lateral (select l.id from rating_level l where l.scale_id = a.scale_id and l.rank = case when d.dice < 40 then 1 when d.dice < 140 then 2 else 3 end) v on true
      where d.dice * 100 / 256 < $4 and ($5 or a.required)`,
    [ANDHERI, at.term, graded, sheet.part, submitted, at.teacher],
  );
  const rng = rngOf(`remarks ${at.section}`);
  await insertRows(
    client,
    'teacher_remark',
    graded
      .filter(() => submitted || rng.chance(sheet.part / 200))
      .map(
        (id): Row => ({
          franchisee_id: ANDHERI,
          id: demoUuid('remark', id, at.term),
          enrolment_id: id,
          term_map_id: at.term,
          text: `${rng.pick(LIKES)} ${rng.pick(GROWTH)} ${rng.pick(FRIENDS)}`,
          strengths: rng.pick(STRENGTHS),
          next_step: rng.pick(STEPS),
          written_by: at.teacher,
        }),
      ),
  );
  if (submitted)
    await insertRows(
      client,
      'too_early',
      children
        .filter(({ lately }) => lately)
        .map(
          ({ id }): Row => ({
            franchisee_id: ANDHERI,
            enrolment_id: id,
            term_map_id: at.term,
            reason: 'Joined in the last weeks of the term',
          }),
        ),
    );
}

const LIKES = [
  'Loves story time and retells the tale with gestures.',
  'Builds tall towers and explains how they stand.',
  'Sings every rhyme and leads the circle with a smile.',
  'Paints with strong colours and names each of them.',
  'Enjoys counting beans, leaves and steps on the way.',
];
const GROWTH = [
  'This term sentences grew longer and clearer.',
  'Holds the pencil with three fingers now.',
  'Finishes a puzzle of twelve pieces alone.',
  'Waits for a turn without a reminder.',
  'Recognises most letters of the own name.',
];
const FRIENDS = [
  'Shares toys gladly and comforts friends who are sad.',
  'Plays happily in a small group.',
  'Helps to lay the table every day.',
  'Greets everybody in the morning.',
];
const STRENGTHS = ['Curiosity', 'Kindness to friends', 'A good memory for songs', 'Patience with puzzles'];
const STEPS = [
  'Read a picture book together each evening',
  'Let small hands button and zip alone',
  'Count steps and spoons at home',
  'Invite a friend to play',
];
