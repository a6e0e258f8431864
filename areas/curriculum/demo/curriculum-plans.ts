// Plans of Nursery and playgroup: one that is taught, with real days in ten weeks, one in review, a draft and last year's.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { curriculumTeam, systemTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import type { BlockKind, DayBlock, DayContent } from '../day/day-content.ts';

const GROUP = 'Nursery and playgroup';
const MORNING = 'T07:00:00+05:30';
const author = curriculumTeam.author.id;
const reviewer = systemTeam.superadmin2.id;

// biome-ignore format: a table
const WEEKS: readonly (readonly [string, string | null, readonly string[]])[] = [
  ['Welcome', null, ['Hello, friends', 'My peg and my mat', 'Our room', 'A walk through the centre', 'Our first circle']],
  ['Me', 'My family', ['My name', 'My face', 'My hands', 'What I like', 'I am growing']],
  ['At home', 'My family', ['Who lives with me', 'Rooms of a house', 'Helping at home', 'Grandparents', 'A family picture']],
  ['Colours', null, ['Red day', 'Yellow day', 'Blue day', 'Mixing colours', 'Colours in the garden']],
  ['Clouds and rain', 'Monsoon', ['The sky today', 'Cloud in a cup', 'Rain sounds', 'Umbrellas', 'Jumping in puddles']],
  ['Frogs and snails', 'Monsoon', ['Who hops?', 'From egg to frog', 'Slow as a snail', 'Frog jumps, one to five', 'Pond in a tray']],
  ['Paper boats', 'Monsoon', ['Folding paper', 'Sink or float', 'Boats in the rain', 'Big boat, small boat', 'Boat race']],
  ['Shapes', null, ['Circles', 'Squares', 'Triangles', 'Shapes in the room', 'A picture of shapes']],
  ['Fruit', null, ['Mango and banana', 'Inside a fruit', 'Seeds', 'Fruit shop', 'Fruit salad']],
  ['Animals of the farm', null, ['Cow', 'Hen and chicks', 'Goat', 'Who says what?', 'Our farm']],
];

// biome-ignore format: a table
const BLOCKS: readonly (readonly [BlockKind, string, string, number, boolean])[] = [
  ['CIRCLE_TIME', 'Good morning circle', 'Sit in a circle. Sing the name song; every child says its name and one thing about the topic.', 20, false],
  ['STORY', 'Story on the mat', 'Read slowly and show each page.\n\nAsk one question on each page, and wait for the answer.', 20, true],
  ['ACTIVITY', 'At the tables', 'Four groups of four. Show it once without words, then let the children try. Help only who asks.', 35, true],
  ['SNACK', 'Snack', 'Hands are washed first. Children pour their own water.', 25, false],
  ['OUTDOOR', 'In the garden', 'Ten minutes of free running, then one game together.', 30, false],
  ['RHYME', 'Rhyme and movement', 'Say it, clap it, whisper it, dance it.', 15, true],
  ['HOME', 'To tell at home', 'Children take the picture home and tell about it.', 5, true],
];

const blocksOf = (key: string, topic: string, count: number): DayBlock[] =>
  BLOCKS.slice(0, count).map(([kind, title, body, minutes, share], i) => ({
    id: demoUuid('day-block', `${key} ${i}`),
    kind,
    title: kind === 'STORY' || kind === 'ACTIVITY' ? `${title}: ${topic.toLowerCase()}` : title,
    body,
    minutes,
    optional: kind === 'OUTDOOR',
    share,
    files: [],
    videoId: null,
    skillIds: [],
    materials:
      kind === 'ACTIVITY'
        ? [
            { name: 'Chart paper', qty: 1, basis: 'GROUP', source: 'CENTRE' },
            { name: 'Crayons', qty: 6, basis: 'CHILD', source: 'KIT' },
          ]
        : [],
  }));

interface PlanOf {
  name: string;
  year: number;
  weeks: number;
  status: 'DRAFT' | 'IN_REVIEW' | 'PUBLISHED' | 'ARCHIVED';
  /** Weeks with content from the first one on; null: all. */
  filled: number | null;
}

const planId = (name: string) => demoUuid('curriculum-plan', name);
const dayId = (name: string, position: number) => demoUuid('curriculum-day', `${name} ${position}`);

export async function writeCurriculumPlans(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const taught = `Nursery ${year}-${year + 1}`;
  const plans: readonly PlanOf[] = [
    { name: taught, year, weeks: 40, status: 'PUBLISHED', filled: null },
    { name: 'Bridge to Junior KG', year, weeks: 4, status: 'IN_REVIEW', filled: null },
    { name: 'Festival fortnight', year, weeks: 2, status: 'DRAFT', filled: 1 },
    { name: `Nursery ${year - 1}-${year}`, year: year - 1, weeks: 8, status: 'ARCHIVED', filled: null },
  ];
  await insertRows(
    client,
    'curriculum_plan',
    plans.map(({ name, year: of, weeks, status }): Row => {
      const live = status === 'PUBLISHED' || status === 'ARCHIVED';
      return {
        id: planId(name),
        franchisee_id: 1,
        folder_id: demoUuid('curriculum-folder', 'Nursery'),
        class_group_id: demoUuid('class-group', GROUP),
        academic_year_id: of,
        title: name,
        weeks,
        days_per_week: 5,
        status,
        submitted_by: status === 'DRAFT' ? null : author,
        approved_by: live ? reviewer : null,
        published_at: live ? `${of}-06-01${MORNING}` : null,
        created_by: author,
      };
    }),
  );
  for (const plan of plans) await writeDays(client, plan);
  await writeChange(client, taught);
  await insertRows(client, 'publish_window', [
    windowOf(taught, { from: 1, to: 12, opens: addDays(today, -120) }),
    windowOf(taught, { from: 1, to: 10, opens: addDays(today, -119), audience: 'FAMILY' }),
    windowOf(taught, { from: 13, to: 16, opens: addDays(today, 10), zones: [1] }),
  ]);
}

const windowOf = (
  plan: string,
  {
    from,
    to,
    opens,
    audience = 'STAFF',
    zones = null,
  }: { from: number; to: number; opens: Day; audience?: string; zones?: number[] | null },
): Row => ({
  id: demoUuid('publish-window', `${plan} ${audience} ${from}`),
  plan_id: planId(plan),
  audience,
  from_week: from,
  to_week: to,
  zone_ids: zones,
  opens_at: `${opens}${MORNING}`,
  created_by: reviewer,
});

interface Made {
  position: number;
  weekNo: number;
  content: DayContent | null;
}

function daysOf({ name, weeks, filled }: PlanOf): Made[] {
  return Array.from({ length: weeks * 5 }, (_, i) => {
    const [position, weekNo] = [i + 1, Math.floor(i / 5) + 1];
    const known = WEEKS[weekNo - 1];
    if (filled !== null && weekNo > filled) return { position, weekNo, content: null };
    // Later weeks go back to what was learnt, with fewer blocks.
    const again = WEEKS[(weekNo - 1) % WEEKS.length];
    const topic = again?.[2][i % 5] ?? 'Free day';
    const title = known ? topic : `${topic}, again`;
    const content: DayContent = {
      title,
      objective: `Children talk about it in their own words: ${topic.toLowerCase()}.`,
      themeId: again?.[1] ? demoUuid('theme', again[1]) : null,
      familyNoteEn: known ? `Today: ${topic}. Ask your child to show you what we made.` : '',
      familyNoteHi: '',
      blocks: blocksOf(`${name} ${position}`, topic, known ? BLOCKS.length : 3),
    };
    return { position, weekNo, content };
  });
}

async function writeDays(client: Client, plan: PlanOf): Promise<void> {
  const weekId = (weekNo: number) => demoUuid('curriculum-week', `${plan.name} ${weekNo}`);
  await insertRows(
    client,
    'curriculum_week',
    Array.from({ length: plan.weeks }, (_, i): Row => {
      const known = WEEKS[i];
      return {
        id: weekId(i + 1),
        plan_id: planId(plan.name),
        week_no: i + 1,
        title: known?.[0] ?? null,
        theme_id: known?.[1] ? demoUuid('theme', known[1]) : null,
        summary: known
          ? `A week about ${known[0].toLowerCase()}: look, touch, name, and tell at home.`
          : null,
      };
    }),
  );
  const days = daysOf(plan);
  const live = plan.status === 'PUBLISHED' || plan.status === 'ARCHIVED';
  await insertRows(
    client,
    'curriculum_day',
    days.map(
      ({ position, weekNo, content }): Row => ({
        id: dayId(plan.name, position),
        plan_id: planId(plan.name),
        week_id: weekId(weekNo),
        position,
        title: content?.title ?? null,
        theme_id: content?.themeId ?? null,
        blocks: content?.blocks.length ?? 0,
        minutes: content?.blocks.reduce((sum, { minutes }) => sum + minutes, 0) ?? 0,
        live_rev: live ? 1 : 0,
        // The last day of a draft is still written.
        ready: content !== null && (plan.status !== 'DRAFT' || position < 5),
        draft: live ? null : content,
        draft_state: live || content === null ? 'NONE' : 'DRAFT',
        draft_by: live || content === null ? null : author,
      }),
    ),
  );
  if (live)
    await insertRows(
      client,
      'curriculum_day_rev',
      days.map(
        ({ position, content }): Row => ({
          day_id: dayId(plan.name, position),
          rev: 1,
          content,
          written_by: author,
          approved_by: reviewer,
          at: `${plan.year}-06-01${MORNING}`,
        }),
      ),
    );
}

/** A change of a taught day that waits for its review, and one that its author still works on. */
async function writeChange(client: Client, plan: string): Promise<void> {
  for (const [position, state] of [
    [33, 'PENDING'],
    [36, 'DRAFT'],
  ] as const)
    await client.query(
      `update curriculum_day d set draft_state = $2, draft_by = $3, draft = jsonb_set(r.content, '{objective}', to_jsonb('Children name what floats and what sinks, and try it.'::text))
         from curriculum_day_rev r where d.id = $1 and r.day_id = d.id and r.rev = d.live_rev`,
      [dayId(plan, position), state, author],
    );
}
