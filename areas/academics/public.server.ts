// What the academics area offers to others inside their unit of work (areas/README §3).
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export {
  dayKind,
  dayKinds,
  isOperatingDay,
  nthWorkingDay,
  workingDays,
} from './calendar/school-days.server.ts';
export { termFor } from './term/term.server.ts';

export interface ClassFacts {
  id: number;
  code: string;
  name: string;
  shortName: string;
  category: string | null;
  ageFromMonths: number;
  ageToMonths: number;
  nextClassId: number | null;
  rolling: boolean;
}

/** The network's active classes in their order. */
export async function classes(db: Db): Promise<ClassFacts[]> {
  const rows = await db
    .selectFrom('class')
    .select([
      'id',
      'code',
      'name',
      'short_name',
      'category',
      'age_from_months',
      'age_to_months',
      'next_class_id',
      'rolling',
    ])
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    shortName: row.short_name,
    category: row.category,
    ageFromMonths: row.age_from_months,
    ageToMonths: row.age_to_months,
    nextClassId: row.next_class_id,
    rolling: row.rolling,
  }));
}

export interface SectionFacts {
  id: string;
  classId: number;
  name: string;
  daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  startsAt: string;
  endsAt: string;
  capacity: number;
}

/** The active sections of a centre in a year, by class and name. */
export async function sectionsOf(db: Db, franchiseeId: number, yearId: number): Promise<SectionFacts[]> {
  const rows = await db
    .selectFrom('section')
    .select(['id', 'class_id', 'name', 'day_session', 'starts_at', 'ends_at', 'capacity'])
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .where('active', '=', true)
    .orderBy('class_id')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    classId: row.class_id,
    name: row.name,
    daySession: row.day_session,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    capacity: row.capacity,
  }));
}
