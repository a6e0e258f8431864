// Seasons as rows and as answers.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Curve } from './b2s-pace.ts';
import type { Season } from './b2s-shape.ts';

const select = (db: Db) =>
  db
    .selectFrom('b2s_season as s')
    .innerJoin('academic_year as y', 'y.id', 's.academic_year_id')
    .select([
      's.id',
      's.version',
      's.title',
      's.academic_year_id as academicYearId',
      'y.academic_year as academicYear',
      's.from_on as fromOn',
      's.to_on as toOn',
      's.first_school_day as firstSchoolDay',
      's.cohorts',
      's.age_on as ageOn',
      's.committed_from as committedFrom',
      's.curve',
      's.excluded_reasons as excludedReasons',
      's.offer_note as offerNote',
      's.state',
      's.refreshed_at as refreshedAt',
    ])
    // The table's CHECKs allow no other words; its curve is written by b2s.configure only, which checked it.
    .$castTo<Season>();

/** The active one first, then drafts, then the newest closed ones. */
export async function seasonsOf(db: Db): Promise<Season[]> {
  const rows = await select(db).orderBy('s.from_on', 'desc').limit(50).execute();
  const order = ['ACTIVE', 'DRAFT', 'CLOSED'];
  return rows.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

export const findSeason = async (db: Db, id: string): Promise<Season> =>
  ensureFound(await select(db).where('s.id', '=', id).executeTakeFirst());

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
