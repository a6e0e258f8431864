import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { lockSection, type PlacedSection, sectionsOf } from '../../academics/public.server.ts';
import { followPlacements } from '../placement/follow-placements.server.ts';
import { live } from '../placement/roster.server.ts';

interface NextPlace {
  franchiseeId: number;
  enrolmentId: string;
  yearId: number;
  classId: number;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  from: Day;
  today: Day;
  /** Where the child sits now. */
  oldSectionId: string | null;
  rule: 'SAME_NAME' | 'BALANCE' | 'LATER';
}

/** Opens the placement of a next year's enrolment in the section of its rule; never above 100 %, then without a section. */
export async function placeInNextYear(db: Db, of: NextPlace): Promise<void> {
  const section = of.rule === 'LATER' ? null : await freeSection(db, of);
  await db
    .insertInto('placement')
    .values({
      franchisee_id: of.franchiseeId,
      enrolment_id: of.enrolmentId,
      class_id: of.classId,
      section_id: section?.id ?? null,
      day_session: of.daySession,
      from_on: of.from,
    })
    .execute();
  if (section)
    await followPlacements(db, { franchiseeId: of.franchiseeId, today: of.today, ids: [of.enrolmentId] });
}

async function freeSection(db: Db, of: NextPlace): Promise<PlacedSection | null> {
  const fitting = (await sectionsOf(db, of.franchiseeId, of.yearId)).filter(
    (section) => section.classId === of.classId && section.daySession === of.daySession,
  );
  // Locked in one order, so that two runs count one after the other.
  const sections = [];
  for (const { id } of fitting.toSorted((a, b) => a.id.localeCompare(b.id)))
    sections.push(await lockSection(db, id));
  const { rows } = await sql<{ id: string; n: number }>`
    select l.section_id as id, count(*)::int as n from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
     where l.franchisee_id = ${of.franchiseeId} and l.section_id = any (${sections.map(({ id }) => id)}::uuid[]) and e.status in ${live}
       and l.before_on is null group by 1`.execute(db);
  const taken = new Map(rows.map((row) => [row.id, row.n]));
  const free = sections
    .map((section) => ({ section, taken: taken.get(section.id) ?? 0 }))
    .filter(({ section, taken }) => taken < section.capacity)
    .toSorted((a, b) => a.taken - b.taken || a.section.name.localeCompare(b.section.name));
  if (of.rule === 'BALANCE') return free[0]?.section ?? null;
  const name = of.oldSectionId
    ? (
        await db
          .selectFrom('section')
          .select('name')
          .where('franchisee_id', '=', of.franchiseeId)
          .where('id', '=', of.oldSectionId)
          .executeTakeFirst()
      )?.name
    : undefined;
  return free.find(({ section }) => section.name === name)?.section ?? null;
}
