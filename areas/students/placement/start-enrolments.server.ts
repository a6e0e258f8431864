import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { followPlacements } from './follow-placements.server.ts';
import { live } from './roster.server.ts';

/** Starts the enrolments of a centre whose first day has come. Answers how many. */
async function startEnrolments(db: Db, franchiseeId: number, today: Day): Promise<number> {
  const { rows } = await sql<{ id: string; student: string }>`
    update enrolment set status = 'ACTIVE' where franchisee_id = ${franchiseeId} and status = 'UPCOMING' and joined_on <= ${today}::date
    returning id, student_id as student`.execute(db);
  if (rows.length === 0) return 0;
  // A second programme of the same year runs beside the first, which stays the one the child's links carry.
  await sql`
    update student s set state = case when s.state = 'UPCOMING' then 'STUDYING' else s.state end,
        current_enrolment_id = case when c.id is null or c.status not in ${live} or c.academic_year_id < e.academic_year_id then e.id else s.current_enrolment_id end
      from enrolment e left join student o on o.franchisee_id = e.franchisee_id and o.id = e.student_id
      left join enrolment c on c.franchisee_id = o.franchisee_id and c.id = o.current_enrolment_id
     where e.franchisee_id = ${franchiseeId} and e.id = any (${rows.map((row) => row.id)}::uuid[]) and s.franchisee_id = e.franchisee_id and s.id = e.student_id`.execute(
    db,
  );
  return rows.length;
}

/** Whoever was on hold until yesterday comes again. Answers how many. */
async function endHolds(db: Db, franchiseeId: number, today: Day): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update enrolment set status = 'ACTIVE' where franchisee_id = ${franchiseeId} and status = 'ON_HOLD' and hold_to < ${today}::date
    returning id`.execute(db);
  if (rows.length > 0)
    await sql`update student set state = 'STUDYING' where franchisee_id = ${franchiseeId} and state = 'ON_HOLD'
      and current_enrolment_id = any (${rows.map((row) => row.id)}::uuid[])`.execute(db);
  return rows.length;
}

/** Each night: children whose first day has come begin, holds end, and planned moves to another section take place. */
export const startEnrolmentsJob: JobDeclaration = {
  name: 'students.start-enrolments',
  title: 'Start enrolments, end holds and make planned moves',
  schedule: '5 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const { rows } = await tools.work(null, (db) =>
      sql<{ centre: number }>`
        select e.franchisee_id as centre from enrolment e where e.status = 'UPCOMING' and e.joined_on <= ${today}::date
        union select e.franchisee_id from enrolment e where e.status = 'ON_HOLD' and e.hold_to < ${today}::date
        union select e.franchisee_id from placement p join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id
         where e.status in ${live} and p.section_id is not null and e.section_id is distinct from p.section_id
           and p.from_on <= ${today}::date and (p.before_on is null or p.before_on > ${today}::date)`.execute(
        db,
      ),
    );
    return eachPart(
      rows.map((row) => row.centre),
      (centre) => `centre ${centre}`,
      (franchiseeId) =>
        tools.work(
          franchiseeId,
          async (db) =>
            (await startEnrolments(db, franchiseeId, today)) +
            (await endHolds(db, franchiseeId, today)) +
            (await followPlacements(db, { franchiseeId, today })),
        ),
    );
  },
};
