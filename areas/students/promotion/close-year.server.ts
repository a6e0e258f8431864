import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { carryForward } from '../../finance/public.server.ts';

/** Closes what was decided of a centre's ended years. Undecided children stay, and are counted. Answers how many. */
async function closeDecided(db: Db, franchiseeId: number, today: Day): Promise<number> {
  const { rows } = await sql<{ id: string; student: string; yearId: number; goesOn: boolean }>`
    update enrolment e set status = 'COMPLETED', left_on = y.ends_on, roll_no = null from academic_year y
     where y.id = e.academic_year_id and e.franchisee_id = ${franchiseeId} and e.status in ('ACTIVE', 'ON_HOLD')
       and e.outcome is not null and y.ends_on < ${today}::date returning e.id, e.student_id as student, e.academic_year_id as "yearId", e.outcome in ('PROMOTE', 'RETAIN') as "goesOn"`.execute(
    db,
  );
  if (rows.length === 0) return 0;
  for (const row of rows)
    if (row.goesOn)
      await carryForward(db, {
        franchiseeId,
        fromEnrolmentId: row.id,
        fromYearId: row.yearId,
        toYearId: row.yearId + 1,
      });
  // Whoever goes on has a live enrolment of the new year, which the start of the day made the current one.
  await sql`
    update student s set state = case when e.outcome = 'GRADUATE' then 'ALUMNI' else 'LEFT' end
      from enrolment e
     where e.franchisee_id = ${franchiseeId} and e.id = any (${rows.map((row) => row.id)}::uuid[]) and e.outcome in ('GRADUATE', 'LEAVE')
       and s.franchisee_id = e.franchisee_id and s.id = e.student_id
       and not exists (select from enrolment o where o.franchisee_id = s.franchisee_id and o.student_id = s.id and o.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD'))`.execute(
    db,
  );
  return rows.length;
}

/** After the year's last day, once the new enrolments have begun (00:05); any later night for what is decided late. */
export const closeYearJob: JobDeclaration = {
  name: 'students.close-academic-year',
  title: 'Close the enrolments of an ended year',
  schedule: '10 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const { rows } = await tools.work(null, (db) =>
      sql<{ centre: number }>`
        select distinct e.franchisee_id as centre from enrolment e join academic_year y on y.id = e.academic_year_id and y.ends_on < ${today}::date
         where e.outcome is not null and e.status in ('ACTIVE', 'ON_HOLD')`.execute(db),
    );
    return eachPart(
      rows.map((row) => row.centre),
      (centre) => `centre ${centre}`,
      (franchiseeId) => tools.work(franchiseeId, (db) => closeDecided(db, franchiseeId, today)),
    );
  },
};
