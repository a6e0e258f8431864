import {
  academicYearOf,
  currentYear as currentYearId,
  latestYear as latestYearId,
} from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';

export interface AcademicYear {
  /** The calendar year it starts in. */
  id: number;
  /** '2026-2027' */
  academicYear: string;
  startsOn: string;
  endsOn: string;
  isCurrent: boolean;
  isLatest: boolean;
}

/** Id of the year that runs at this instant (April to March, IST). */
export const currentYear = (now: Date): number => currentYearId(now);
/** Id of the newest year people plan for: moves on 1 December. */
export const latestYear = (now: Date): number => latestYearId(now);
/** Id of the year a day belongs to. */
export const yearOf = (day: string): number => academicYearOf(day);

/** Years newest first: of one centre from the one it opened in, else all. Years later than the latest one are left out. */
export async function academicYears(db: Db, now: Date, franchiseeId?: number): Promise<AcademicYear[]> {
  const current = currentYear(now);
  const latest = latestYear(now);
  const opened =
    franchiseeId === undefined
      ? null
      : (
          await db
            .selectFrom('franchisee')
            .select('opened_on')
            .where('id', '=', franchiseeId)
            .executeTakeFirst()
        )?.opened_on;
  const rows = await db
    .selectFrom('academic_year')
    .select(['id', 'academic_year', 'starts_on', 'ends_on'])
    .where('id', '<=', Math.max(latest, current))
    .$if(!!opened, (qb) => qb.where('id', '>=', yearOf(opened as string)))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    academicYear: row.academic_year,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    isCurrent: row.id === current,
    isLatest: row.id === latest,
  }));
}
