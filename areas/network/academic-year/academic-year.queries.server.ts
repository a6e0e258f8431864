import {
  academicYearOf,
  currentYear as currentYearId,
  latestYear as latestYearId,
  todayIst,
} from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export interface AcademicYear {
  /** The calendar year it starts in. */
  id: number;
  /** '2026-2027' */
  academicYear: string;
  startsOn: string;
  endsOn: string;
  openedOn: string | null;
  isCurrent: boolean;
  isLatest: boolean;
}

/** Id of the year that runs at this instant (April to March, IST). */
export const currentYear = (now: Date): number => currentYearId(now);
/** Id of the newest year people plan for: moves on 1 December. */
export const latestYear = (now: Date): number => latestYearId(now);
/** Id of the year a day belongs to. */
export const yearOf = (day: string): number => academicYearOf(day);

/** Years newest first: of one centre from the one it opened in, else all. Those not open yet are left out. */
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
    .select(['id', 'academic_year', 'starts_on', 'ends_on', 'opened_on'])
    .where((eb) => eb.or([eb('id', '<=', Math.max(latest, current)), eb('opened_on', '<=', todayIst(now))]))
    .$if(!!opened, (qb) => qb.where('id', '>=', yearOf(opened as string)))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    academicYear: row.academic_year,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    openedOn: row.opened_on,
    isCurrent: row.id === current,
    isLatest: row.id === latest,
  }));
}
