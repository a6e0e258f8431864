// What the academics area offers to others inside their unit of work (areas/README §3).
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export { attendanceRates } from './attendance/attendance-rate.server.ts';
export { registersOf } from './attendance/registers-of.server.ts';
export {
  dayKind,
  dayKinds,
  isOperatingDay,
  nthWorkingDay,
  sectionDays,
  workingDays,
} from './calendar/school-days.server.ts';
export { classGroupOf } from './structure/network-lists.server.ts';
export {
  actsForAll,
  ensureMySection,
  lockSection,
  mySectionRows,
  mySections,
  type PlacedSection,
  placedIn,
  type SectionFacts,
  type SectionTeacher,
  sectionById,
  sectionsOf,
  teachersOfSection,
} from './structure/sections.server.ts';
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
