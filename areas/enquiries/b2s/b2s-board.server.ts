// /B2SReport/dashboard: how full each centre is against its pace. Members are counted once by everything that is shown.
import { addDays, addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { classNames, lostReasonNames } from '../dashboard/board-names.server.ts';
import { seatsLeftOf } from '../dashboard/seats-left.server.ts';
import { allOf } from '../enquiry/enquiry-where.server.ts';
import { b2sContract } from './b2s.contract.ts';
import { memberWhere, placeWhere } from './b2s-members.server.ts';
import { type Cohort, cohortNames, isAchieved, type Outcome, outcomeNames } from './b2s-outcome.ts';
import { expectedOn, paceOf } from './b2s-pace.ts';
import { curveOf, findSeason, seasonBefore, seasonsOf } from './b2s-season.server.ts';
import type { B2sBoard, Season } from './b2s-shape.ts';

type Where = readonly RawBuilder<unknown>[];

interface Cell {
  centre: number;
  kind: Cohort;
  class_id: number | null;
  outcome: Outcome;
  n: number;
}

export const listSeasons = handle(b2sContract.seasons, async ({ db }) => ({
  rows: (await seasonsOf(db)).filter((season) => season.state !== 'DRAFT'),
}));

export const b2sDashboard = handle(
  b2sContract.dashboard,
  async ({ db, actor, input, now }): Promise<B2sBoard> => {
    const season = await findSeason(db, input.seasonId);
    const today = todayIst(now);
    const day = season.state === 'CLOSED' && today > season.toOn ? season.toOn : today;
    const where = await memberWhere(db, actor, input, today);
    const cells = await cellsOf(db, where);
    // A target is for all cohorts of a class: a part of them has none.
    const targets = input.kind?.length
      ? []
      : await targetsOf(db, await placeWhere(db, actor, input), input.classId);
    const target = sum(targets.map((one) => one.seats));
    const achieved = achievedOf(cells);
    const last = await seasonBefore(db, season);
    const lastWhere = last ? await memberWhere(db, actor, { ...input, seasonId: last }, today) : null;
    return {
      season,
      target,
      achieved,
      members: sum(cells.map((cell) => cell.n)),
      pace: paceOf(target, achieved, curveOf(season), day),
      outcomes: outcomesOf(cells),
      line: await lineOf(db, { season, day, target, where, lastWhere }),
      cohorts: cohortsOf(season, cells),
      classes: await classesOf(db, { season, cells, targets, now }),
      centres: await centresOf(db, { season, cells, targets, day }),
      lostReasons: await lostOf(db, where),
      dueThisWeek: await countMembers(
        db,
        await memberWhere(db, actor, { ...input, dueThisWeek: true }, today),
      ),
      asOf: season.refreshedAt,
    };
  },
);

const cohortsOf = (season: Season, cells: readonly Cell[]): B2sBoard['cohorts'] =>
  cohortNames
    .filter((kind) => season.cohorts.includes(kind))
    .map((kind) => {
      const own = cells.filter((cell) => cell.kind === kind);
      return { kind, n: sum(own.map((cell) => cell.n)), outcomes: outcomesOf(own) };
    });

const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0);

const outcomesOf = (cells: readonly Cell[]): B2sBoard['outcomes'] =>
  Object.fromEntries(
    outcomeNames.map((name) => [
      name,
      sum(cells.filter((cell) => cell.outcome === name).map((cell) => cell.n)),
    ]),
  ) as B2sBoard['outcomes']; // every name has its count

async function cellsOf(db: Db, where: Where): Promise<Cell[]> {
  const { rows } =
    await sql<Cell>`select m.franchisee_id as centre, m.kind, m.class_id, m.outcome, count(*)::int as n
    from b2s_member m where ${allOf(where)} group by 1, 2, 3, 4`.execute(db);
  return rows;
}

async function countMembers(db: Db, where: Where): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from b2s_member m where ${allOf(where)}`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Target {
  centre: number;
  class_id: number;
  seats: number;
}

/** Targets of the season at the places (and classes) that are looked at. */
async function targetsOf(db: Db, places: Where, classes: readonly number[] | undefined): Promise<Target[]> {
  const { rows } = await sql<Target>`select m.franchisee_id as centre, m.class_id, m.seats from b2s_target m
     where ${allOf(places)} ${classes?.length ? sql`and m.class_id = any (${[...classes]}::int[])` : sql``}`.execute(
    db,
  );
  return rows;
}

const achievedOf = (cells: readonly Cell[]): number =>
  sum(cells.filter((cell) => isAchieved(cell.outcome)).map((cell) => cell.n));

interface Line {
  season: Season;
  day: Day;
  target: number;
  where: Where;
  lastWhere: Where | null;
}

/** A point a week and one of this day; what is to come has no achievement yet. */
async function lineOf(db: Db, { season, day, target, where, lastWhere }: Line): Promise<B2sBoard['line']> {
  const end = season.curve.at(-1)?.on ?? season.toOn;
  const days = new Set<Day>([day, end]);
  for (let on = season.fromOn; on <= end; on = addDays(on, 7)) days.add(on);
  const own = await achievedByDay(db, where);
  const last = lastWhere ? await achievedByDay(db, lastWhere) : null;
  const curve = curveOf(season);
  return [...days]
    .filter((on) => on >= season.fromOn && on <= end)
    .sort()
    .map((on) => ({
      on,
      expected: target > 0 ? expectedOn(target, curve, on) : null,
      achieved: on <= day ? until(own, on) : null,
      lastYear: last && until(last, addMonths(on, -12)),
    }));
}

async function achievedByDay(db: Db, where: Where): Promise<{ on: Day; n: number }[]> {
  const { rows } = await sql<{
    on: Day;
    n: number;
  }>`select m.achieved_on as on, count(*)::int as n from b2s_member m
     where ${allOf(where)} and m.achieved_on is not null group by 1`.execute(db);
  return rows;
}

const until = (days: readonly { on: Day; n: number }[], last: Day): number =>
  sum(days.filter((one) => one.on <= last).map((one) => one.n));

interface Parts {
  season: Season;
  cells: readonly Cell[];
  targets: readonly Target[];
}

async function classesOf(
  db: Db,
  { season, cells, targets, now }: Parts & { now: Date },
): Promise<B2sBoard['classes']> {
  const names = await classNames(db);
  const places = [...new Set([...cells.map((cell) => cell.centre), ...targets.map((one) => one.centre)])];
  const left = await seatsLeftOf(db, places, { yearId: season.academicYearId, now });
  const row = (id: number | null, name: string): B2sBoard['classes'][number] | null => {
    const own = cells.filter((cell) => cell.class_id === id);
    const of = (outcome: Outcome) =>
      sum(own.filter((cell) => cell.outcome === outcome).map((cell) => cell.n));
    const seats = sum(targets.filter((one) => one.class_id === id).map((one) => one.seats));
    if (own.length === 0 && seats === 0) return null;
    return {
      id,
      name,
      target: seats || null,
      committed: of('COMMITTED'),
      confirmed: of('CONFIRMED'),
      joined: of('JOINED'),
      members: sum(own.map((cell) => cell.n)),
      gap: seats ? achievedOf(own) - seats : null,
      seatsLeft: id === null ? null : (left.get(id) ?? null),
    };
  };
  return [...names.map(({ id, name }) => row(id, name)), row(null, 'Not said')].filter((one) => one !== null);
}

/** The centres furthest behind first; those without a target last. */
async function centresOf(
  db: Db,
  { season, cells, targets, day }: Parts & { day: Day },
): Promise<B2sBoard['centres']> {
  const ids = [...new Set([...cells.map((cell) => cell.centre), ...targets.map((one) => one.centre)])];
  const names = await franchiseeLabels(db, ids);
  return ids
    .map((id) => {
      const own = cells.filter((cell) => cell.centre === id);
      const target = sum(targets.filter((one) => one.centre === id).map((one) => one.seats));
      const achieved = achievedOf(own);
      return {
        id,
        label: names.get(id) ?? `(${id})`,
        target,
        achieved,
        members: sum(own.map((cell) => cell.n)),
        pace: paceOf(target, achieved, curveOf(season), day),
      };
    })
    .sort((a, b) => (a.pace?.days ?? 9999) - (b.pace?.days ?? 9999) || a.id - b.id);
}

async function lostOf(db: Db, where: Where): Promise<B2sBoard['lostReasons']> {
  const names = await lostReasonNames(db);
  const { rows } = await sql<{ key: string; n: number }>`select e.lost_reason_id as key, count(*)::int as n
      from b2s_member m join enquiry e on e.franchisee_id = m.franchisee_id and e.id = m.enquiry_id
     where ${allOf(where)} and m.outcome = 'LOST' and e.lost_reason_id is not null group by 1 order by 2 desc limit 8`.execute(
    db,
  );
  return rows.map(({ key, n }) => ({ key, label: names.get(key) ?? 'Other', n }));
}
