import { addDays, addMonths, currentYear, daysBetween, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { countedCentres, TALLY_FROM } from '../dashboard/enquiry-tally.server.ts';
import { b2sContract } from './b2s.contract.ts';
import { achievedOutcomes } from './b2s-outcome.ts';
import { curveOf, findSeason, seasonBefore } from './b2s-season.server.ts';
import type { Season } from './b2s-shape.ts';
import { rehearse, scaledTarget, shiftCurve, type Visits, visitRate } from './season-rehearsal.ts';

const MONTHS = 24;

type ByCentre<T> = ReadonlyMap<number, T>;

/** Visits and admissions of 24 months; over many centres those of the two years that are counted anyway. */
async function visitsOf(db: Db, now: Date): Promise<ByCentre<Visits>> {
  const many = (await countedCentres(db)).length > TALLY_FROM;
  const year = currentYear(now);
  const since = addMonths(todayIst(now), -MONTHS);
  const { rows } = await (many
    ? sql<{ centre: number } & Visits>`
        select t.franchisee_id as centre, coalesce(sum(t.n) filter (where t.figure = 'centre.visits'), 0)::int as visits, coalesce(sum(t.n) filter (where t.figure = 'centre.admitted'), 0)::int as admitted
          from enquiry_tally t where t.academic_year_id in (${year - 1}, ${year}) and t.figure in ('centre.visits', 'centre.admitted') group by 1`
    : sql<{ centre: number } & Visits>`
        select e.franchisee_id as centre, count(*) filter (where e.walk_in_at is not null)::int as visits, count(*) filter (where e.spanco_status = 'Order')::int as admitted
          from enquiry e where e.captured_at >= ${since}::date and e.merged_into is null group by 1`
  ).execute(db);
  return new Map(rows.map(({ centre, ...visits }) => [centre, visits]));
}

async function countsOf(
  db: Db,
  season: Pick<Season, 'id'>,
): Promise<ByCentre<{ target: number; achieved: number }>> {
  const { rows } = await sql<{ centre: number; target: number; achieved: number }>`
    select centre, sum(target)::int as target, sum(achieved)::int as achieved from (
      select t.franchisee_id as centre, t.seats as target, 0 as achieved from b2s_target t where t.season_id = ${season.id}::uuid
      union all
      select m.franchisee_id, 0, 1 from b2s_member m where m.season_id = ${season.id}::uuid and m.outcome = any (${[...achievedOutcomes]}::text[])) x
     group by centre`.execute(db);
  return new Map(rows.map(({ centre, ...counts }) => [centre, counts]));
}

/** What each centre of last year's season achieved after the same week of it; null without such a season. */
async function restOf(db: Db, season: Season, day: string): Promise<ByCentre<number> | null> {
  const last = await seasonBefore(db, season);
  if (!last) return null;
  const { fromOn } = await findSeason(db, last);
  const weeks = Math.floor(Math.max(0, daysBetween(season.fromOn, day)) / 7);
  const { rows } = await sql<{ centre: number; n: number }>`
    select m.franchisee_id as centre, count(*) filter (where m.achieved_on > ${addDays(fromOn, weeks * 7)}::date)::int as n
      from b2s_member m where m.season_id = ${last}::uuid and m.outcome = any (${[...achievedOutcomes]}::text[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.centre, row.n]));
}

const sumOf = (all: Iterable<Visits>): Visits => {
  const sum = { visits: 0, admitted: 0 };
  for (const one of all) {
    sum.visits += one.visits;
    sum.admitted += one.admitted;
  }
  return sum;
};

export const forecast = handle(b2sContract.forecast, async ({ db, input, now }) => {
  const season = await findSeason(db, input.seasonId);
  const today = todayIst(now);
  const day = today > season.toOn ? season.toOn : today;
  const curve = shiftCurve(curveOf(season), input.shiftDays);
  const visits = await visitsOf(db, now);
  const network = sumOf(visits.values());
  const rest = await restOf(db, season, day);
  const counts = await countsOf(db, season);
  const labels = await franchiseeLabels(db, [...counts.keys()]);
  const rows = [...counts]
    .map(([id, { target: seats, achieved }]) => {
      const target = scaledTarget(seats, input.targetBp);
      const own = visits.get(id) ?? { visits: 0, admitted: 0 };
      const rate = visitRate(own, network);
      return {
        id,
        label: labels.get(id) ?? String(id),
        target,
        achieved,
        rateBp: rate === null ? null : Math.round(rate * 10_000),
        ...rehearse({ target, achieved, rest: rest === null ? null : (rest.get(id) ?? 0), rate, curve, day }),
      };
    })
    .filter((row) => row.target > 0)
    .sort((a, b) => b.miss - a.miss || a.id - b.id);
  return { day, byLastYear: rest !== null, rows };
});
