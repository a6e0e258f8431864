// Seasons as rows and as answers.
import type { Day } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Cohort } from './b2s-outcome.ts';
import type { Curve, CurvePoint } from './b2s-pace.ts';
import type { Season } from './b2s-shape.ts';

interface SeasonRow {
  id: string;
  version: number;
  title: string;
  academic_year_id: number;
  academic_year: string;
  from_on: Day;
  to_on: Day;
  first_school_day: Day;
  cohorts: string[];
  age_on: Day;
  committed_from: string[];
  curve: unknown;
  excluded_reasons: string[];
  offer_note: string | null;
  state: string;
  refreshed_at: string | null;
}

const select = (db: Db) =>
  db
    .selectFrom('b2s_season as s')
    .innerJoin('academic_year as y', 'y.id', 's.academic_year_id')
    .selectAll('s')
    .select('y.academic_year');

const seasonOf = (row: SeasonRow): Season => ({
  id: row.id,
  version: row.version,
  title: row.title,
  academicYearId: row.academic_year_id,
  academicYear: row.academic_year,
  fromOn: row.from_on,
  toOn: row.to_on,
  firstSchoolDay: row.first_school_day,
  cohorts: row.cohorts as Cohort[], // the table's CHECK allows no other
  ageOn: row.age_on,
  committedFrom: row.committed_from,
  curve: row.curve as CurvePoint[], // written by b2s.configure only, which checked it
  excludedReasons: row.excluded_reasons,
  offerNote: row.offer_note,
  state: row.state as Season['state'], // the table's CHECK allows no other
  refreshedAt: row.refreshed_at,
});

/** The active one first, then drafts, then the newest closed ones. */
export async function seasonsOf(db: Db): Promise<Season[]> {
  const rows = await select(db).orderBy('s.from_on', 'desc').limit(50).execute();
  const order = ['ACTIVE', 'DRAFT', 'CLOSED'];
  return rows.map(seasonOf).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

export const findSeason = async (db: Db, id: string): Promise<Season> =>
  seasonOf(ensureFound(await select(db).where('s.id', '=', id).executeTakeFirst()));

export const curveOf = (season: Pick<Season, 'fromOn' | 'curve'>): Curve => ({
  from: season.fromOn,
  points: season.curve,
});

/** The season of the year before, whose line is shown beside; not one that never began. */
export async function seasonBefore(
  db: Db,
  { academicYearId }: Pick<Season, 'academicYearId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('b2s_season')
    .select('id')
    .where('academic_year_id', '=', academicYearId - 1)
    .where('state', '<>', 'DRAFT')
    .orderBy('from_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
