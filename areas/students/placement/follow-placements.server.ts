// The enrolment carries the section and roll number of today; the placements say which one that is on which day.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { live } from './roster.server.ts';

/**
 * Gives live enrolments of a centre the section of their placement today (of their first day, for those who begin later)
 * and the next roll number there. `ids`: only these. Answers how many changed.
 */
export async function followPlacements(
  db: Db,
  { franchiseeId, today, ids }: { franchiseeId: number; today: Day; ids?: readonly string[] },
): Promise<number> {
  const only = ids === undefined ? sql`true` : sql`e.id = any (${[...ids]}::uuid[])`;
  const { rows } = await sql<{ section: string }>`
    update enrolment e set section_id = p.section_id, roll_no = null from placement p
     where p.franchisee_id = e.franchisee_id and p.enrolment_id = e.id and e.franchisee_id = ${franchiseeId} and e.status in ${live} and ${only}
       and p.section_id is not null and e.section_id is distinct from p.section_id
       and p.from_on <= greatest(${today}::date, e.joined_on) and (p.before_on is null or p.before_on > greatest(${today}::date, e.joined_on))
    returning p.section_id as section`.execute(db);
  if (rows.length > 0)
    await numberChildren(db, { franchiseeId, sectionIds: [...new Set(rows.map((row) => row.section))] });
  return rows.length;
}

/**
 * Numbers the children of sections who have no roll number yet, by name, after the highest one. Locks the sections, so that
 * two at once do not give the same number.
 */
export async function numberChildren(
  db: Db,
  { franchiseeId, sectionIds }: { franchiseeId: number; sectionIds: readonly string[] },
): Promise<void> {
  await sql`select from section where franchisee_id = ${franchiseeId} and id = any (${[...sectionIds]}::uuid[]) order by id for update`.execute(
    db,
  );
  await sql`with top as (
      select section_id, coalesce(max(roll_no), 0) as roll from enrolment
       where franchisee_id = ${franchiseeId} and section_id = any (${[...sectionIds]}::uuid[]) and status in ${live} group by 1),
    next as (select e.id, t.roll + row_number() over (partition by e.section_id order by s.name, s.id) as roll
      from enrolment e join top t on t.section_id = e.section_id join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
      where e.franchisee_id = ${franchiseeId} and e.status in ${live} and e.roll_no is null)
    update enrolment e set roll_no = n.roll from next n where e.franchisee_id = ${franchiseeId} and e.id = n.id`.execute(
    db,
  );
}
