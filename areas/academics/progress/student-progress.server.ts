import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { attendanceRates } from '../attendance/attendance-rate.server.ts';
import { skillLevels, studentProgress } from './student-progress.listing.ts';

// Homework that was published to the child's section of that day, and asked for something.
const given = sql`(select count(*)::int from homework h where h.franchisee_id = e.franchisee_id and h.academic_year_id = e.academic_year_id and h.status = 'PUBLISHED' and h.submission <> 'NONE'
  and case when h.all_children then exists (select from placement l where l.franchisee_id = h.franchisee_id and l.enrolment_id = e.id and l.section_id = h.section_id
      and l.from_on <= h.assigned_on and coalesce(l.before_on, 'infinity') > h.assigned_on)
    else exists (select from homework_target t where t.franchisee_id = h.franchisee_id and t.homework_id = h.id and t.enrolment_id = e.id) end)`;
const handedIn = sql`(select count(distinct b.homework_id)::int from homework_submission b join homework h on h.franchisee_id = b.franchisee_id and h.id = b.homework_id
  where b.franchisee_id = e.franchisee_id and b.enrolment_id = e.id and b.status <> 'EXEMPT' and h.status = 'PUBLISHED' and h.submission <> 'NONE')`;
const graded = sql`(select count(distinct g.parameter_id)::int from grade_entry g where g.franchisee_id = e.franchisee_id and g.enrolment_id = e.id and g.level_id is not null)`;
const card = sql`coalesce((select r.status from report_card r where r.franchisee_id = e.franchisee_id and r.enrolment_id = e.id and r.status <> 'SUPERSEDED'
  order by r.published_at desc limit 1), 'NONE')`;

export const progress = serveListing(studentProgress, {
  from: sql`enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join class c on c.id = e.class_id`,
  alias: 'e',
  joins: sql`join franchisee f on f.id = e.franchisee_id left join section n on n.franchisee_id = e.franchisee_id and n.id = e.section_id`,
  only: () => sql`e.status in ('ACTIVE', 'ON_HOLD')`,
  columns: {
    child: 's.name',
    className: 'c.name',
    section: 'n.name',
    centre: 'f.company_name',
    attendance: sql`null::int`,
    homework: given,
    handedIn,
    graded,
    card,
    studentId: 'e.student_id',
    classId: 'e.class_id',
    sectionId: 'e.section_id',
  },
  where: {
    classId: (value: number | readonly number[]) => several('e.class_id', [value].flat() as number[], 'int'),
  },
  // As the child's own report counts it: by the calendar of its centre.
  map: async (rows, { db, actor }) => {
    const rates = new Map<string, number>();
    for (const [franchiseeId, own] of Map.groupBy(rows, (row) => row.franchiseeId))
      for (const [id, rate] of await attendanceRates(db, {
        franchiseeId,
        yearId: actor.academicYearId ?? 0,
        enrolmentIds: own.map(({ id }) => id),
      }))
        rates.set(id, rate);
    return rows.map((row) => ({ ...row, attendance: rates.get(row.id) ?? null }));
  },
  can: () => ({}),
}).handlers;

export const levels = serveReport(skillLevels, {
  rows: async ({ db, actor, filters: { term, classId } }) => {
    const { rows } = await sql<{
      id: string;
      skill: string;
      level: string;
      children: number;
      entries: number;
    }>`
      select k.id::text || v.id::text as id, k.name as skill, v.label as level, count(distinct (g.franchisee_id, g.enrolment_id))::int as children, count(*)::int as entries
        from grade_entry g join term_map m on m.id = g.term_map_id and m.academic_year_id = ${actor.academicYearId ?? 0}
        join rating_level v on v.id = g.level_id join skill_parameter p on p.id = g.parameter_id join sub_skill u on u.id = p.sub_skill_id join skill k on k.id = u.skill_id
       where ${inChosenCentre(actor, 'g.franchisee_id')}
         and ${term === undefined ? sql`true` : several('m.term_no', [term].flat().map(Number), 'int')}
         and ${classId === undefined ? sql`true` : several('m.class_id', [classId].flat() as number[], 'int')}
       group by k.id, k.name, k.position, v.id, v.label, v.scale_id, v.rank order by k.position, k.name, v.scale_id, v.rank`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, link: null }));
  },
  // The same entries, counted without the tree.
  proofs: async ({ db, actor, filters: { term, classId } }, totals) => {
    if (term !== undefined || classId !== undefined) return [];
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from grade_entry g join term_map m on m.id = g.term_map_id
       where g.level_id is not null and m.academic_year_id = ${actor.academicYearId ?? 0} and ${inChosenCentre(actor, 'g.franchisee_id')}`.execute(
      db,
    );
    return [
      {
        text: 'Every entry stands in one row',
        difference: (totals['entries'] ?? 0) - (rows[0]?.n ?? 0),
        unit: 'count',
      },
    ];
  },
});
