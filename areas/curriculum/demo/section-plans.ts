// Sections of six centres that follow the Nursery plan since eight weeks: taught between 62 % and 97 %, one of them shifted
// by a flood day, and one of Andheri that has not begun.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import { inMask, mondayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { type CalendarRules, dayKindOf, NO_CALENDAR } from '../../academics/calendar/day-kind.ts';
import { turnOf } from '../delivery/adherence.ts';

const WEEKS_AGO = 8;
const CENTRES = 6;
/** Weeks that are open. */
const OPEN_DAYS = 60;
const FLOOD = { fromPosition: 12, idleDays: 1 };
/** Of a hundred days: done, and done in part; the others were skipped, or nobody marked them. */
const SHARES = [
  [88, 8],
  [96, 3],
  [90, 6],
  [80, 10],
  [70, 12],
  [58, 10],
] as const;
const REASONS = ['TIME', 'ABSENCE', 'MATERIALS', 'NOT_SUITED'] as const;

interface Room {
  id: string;
  franchiseeId: number;
  classId: number;
  days: number | null;
  teacher: string | null;
  rules: CalendarRules | null;
}

interface PlanDay {
  id: string;
  position: number;
  blocks: { id: string }[];
}

export async function writeSectionPlans(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const begun = mondayOf(addDays(today, -7 * WEEKS_AGO));
  const startsOn = begun < `${year}-04-01` ? `${year}-04-01` : begun;
  const { rows: rooms } = await client.query<Room>(
    `select s.id, s.franchisee_id as "franchiseeId", s.class_id as "classId", s.days,
        (select p.user_id from section_teacher t join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
          where t.franchisee_id = s.franchisee_id and t.section_id = s.id and t.part = 'CLASS_TEACHER' limit 1) as teacher,
        (select json_build_object('weekOff', c.week_off, 'saturdays', c.saturdays, 'days', coalesce((
            select json_agg(json_build_object('onDate', d.on_date, 'kind', d.kind, 'title', d.title, 'classIds', d.class_ids, 'staffWorks', d.staff_works))
              from academic_calendar_day d where d.franchisee_id = c.franchisee_id and d.calendar_id = c.id), '[]'))
          from academic_calendar c where c.academic_year_id = $1 and c.status = 'PUBLISHED' and c.franchisee_id in (1, s.franchisee_id)
         order by c.franchisee_id desc limit 1) as rules
      from section s where s.academic_year_id = $1 and s.active and s.class_id in (2, 3)
       and s.franchisee_id in (select distinct franchisee_id from section where academic_year_id = $1 and class_id = 3 order by 1 limit $2)
     order by s.franchisee_id, s.class_id desc, s.name`,
    [year, CENTRES],
  );
  const { rows: days } = await client.query<PlanDay>(
    `select d.id, d.position, r.content->'blocks' as blocks from curriculum_plan p join curriculum_day d on d.plan_id = p.id
      join curriculum_day_rev r on r.day_id = d.id and r.rev = d.live_rev
     where p.status = 'PUBLISHED' and p.title = $1 and d.position <= $2 order by d.position`,
    [`Nursery ${year}-${year + 1}`, OPEN_DAYS],
  );
  const plan = await client.query<{ id: string }>(
    `select id from curriculum_plan where status = 'PUBLISHED' and title = $1`,
    [`Nursery ${year}-${year + 1}`],
  );
  // The last room of Andheri has not begun.
  const andheri = rooms.filter(({ franchiseeId }) => franchiseeId === ANDHERI);
  const taught = rooms.filter(({ id }) => id !== andheri.at(-1)?.id);
  const centres = [...new Set(rooms.map(({ franchiseeId }) => franchiseeId))];
  await insertRows(
    client,
    'section_plan',
    taught.map(
      (room): Row => ({
        franchisee_id: room.franchiseeId,
        id: idOf(room),
        section_id: room.id,
        plan_id: plan.rows[0]?.id,
        starts_on: startsOn,
        created_by: room.teacher,
      }),
    ),
  );
  for (const [n, room] of taught.entries()) {
    const flooded = room.franchiseeId === ANDHERI && n === 0;
    const dates = daysOf(room, startsOn, today);
    await insertRows(
      client,
      'curriculum_delivery',
      days.flatMap((day) => {
        const on = dates[turnOf(day.position, flooded ? [FLOOD] : []) - 1];
        // Today is still to be marked.
        if (on === undefined || on >= today) return [];
        return deliveryOf(room, day, { on, share: SHARES[centres.indexOf(room.franchiseeId)] ?? [90, 5], n });
      }),
    );
    if (flooded)
      await insertRows(client, 'plan_shift', [
        {
          franchisee_id: room.franchiseeId,
          id: demoUuid('plan-shift', room.id),
          section_plan_id: idOf(room),
          from_position: FLOOD.fromPosition,
          idle_days: FLOOD.idleDays,
          reason: 'CLOSED',
          note: 'Water in the lane, nobody could come',
          created_by: room.teacher,
        },
      ]);
    if (n === 0 && days[0])
      await insertRows(client, 'day_note', [
        {
          franchisee_id: room.franchiseeId,
          id: demoUuid('day-note', room.id),
          section_id: room.id,
          day_id: days[0].id,
          text: 'Sing the name song twice: the second time everybody joins in.',
          created_by: room.teacher,
        },
      ]);
  }
}

const idOf = (room: Room): string => demoUuid('section-plan', room.id);

/** The days on which the room's children came, from the first one until today. */
function daysOf({ classId, days, rules }: Room, from: Day, today: Day): Day[] {
  const found: Day[] = [];
  for (let day = from; day <= today; day = addDays(day, 1))
    if (dayKindOf(rules ?? NO_CALENDAR, day, classId).works && (days === null || inMask(days, day)))
      found.push(day);
  return found;
}

function deliveryOf(
  room: Room,
  { id, position, blocks }: PlanDay,
  { on, share: [done, partly], n }: { on: Day; share: readonly [number, number]; n: number },
): Row[] {
  // Spread evenly over a hundred, so that figures hardly depend on the day the demo is made.
  const at = (position * 37 + n * 11) % 100;
  const state = at < done ? 'DONE' : at < done + partly ? 'PARTLY' : 'SKIPPED';
  const reason = state === 'SKIPPED' ? REASONS[position % REASONS.length] : null;
  // Now and then a day was forgotten.
  if (state === 'SKIPPED' && position % 3 === 0) return [];
  return [
    {
      franchisee_id: room.franchiseeId,
      id: demoUuid('delivery', `${room.id} ${position}`),
      section_id: room.id,
      day_id: id,
      section_plan_id: idOf(room),
      state,
      reason,
      blocks: blocks.map((block, i) => ({
        id: block.id,
        state: state === 'PARTLY' ? (i % 3 === 2 ? 'PARTLY' : 'DONE') : state,
        reason,
      })),
      day_rev: 1,
      delivered_on: on,
      created_by: room.teacher,
      created_at: `${on}T12:30:00+05:30`,
    },
  ];
}
