// /forms/b2sconfiguration: seasons, their targets, and what a season would gather.
import { refuse } from '@aangan/contract/refusal.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels, strengthOf } from '../../network/public.server.ts';
import { classNames } from '../dashboard/board-names.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { b2sContract } from './b2s.contract.ts';
import { b2sStates } from './b2s.states.ts';
import { cohortSql } from './b2s-candidates.server.ts';
import { type Cohort, cohortNames } from './b2s-outcome.ts';
import { curveTrouble } from './b2s-pace.ts';
import { refreshJob } from './b2s-refresh.server.ts';
import { findSeason, seasonBefore, seasonsOf } from './b2s-season.server.ts';
import type { Season } from './b2s-shape.ts';

export const configuration = handle(b2sContract.configuration, async ({ db, input }) => {
  const seasons = await seasonsOf(db);
  const chosen = input.seasonId ? await findSeason(db, input.seasonId) : null;
  const centres = await openCentres(db);
  const classes = await classNames(db);
  const ids = new Map(classes.map((one) => [one.code, one.id]));
  const before = chosen ? await seasonBefore(db, chosen) : null;
  const seats = chosen ? await strengthOf(db, [...centres.keys()], chosen.academicYearId) : [];
  return {
    seasons,
    years: (
      await db
        .selectFrom('academic_year')
        .select(['id', 'academic_year'])
        .orderBy('id', 'desc')
        .limit(6)
        .execute()
    ).map((row) => ({ id: row.id, label: row.academic_year })),
    classes: classes.map(({ id, name }) => ({ id, name })),
    lostReasons: await db
      .selectFrom('lost_reason')
      .select(['id', 'name'])
      .where('neutral', '=', false)
      .where('franchisee_id', '=', HEAD_OFFICE)
      .orderBy('name')
      .execute(),
    centres: [...centres].map(([id, label]) => ({ id, label })),
    targets: chosen ? await targetsOf(db, chosen.id) : [],
    seats: seats.flatMap((one) => {
      const classId = ids.get(one.code);
      return classId && one.seats > 0 ? [{ franchiseeId: one.franchiseeId, classId, seats: one.seats }] : [];
    }),
    lastYear: before ? await targetsOf(db, before) : [],
  };
});

async function openCentres(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('franchisee')
    .select('id')
    .where('is_head_office', '=', false)
    .where('status', 'in', ['SETUP', 'ACTIVE', 'SUSPENDED'])
    .orderBy('id')
    .execute();
  return franchiseeLabels(
    db,
    rows.map((row) => row.id),
  );
}

const targetsOf = async (db: Db, seasonId: string) =>
  (
    await db
      .selectFrom('b2s_target')
      .select(['franchisee_id', 'class_id', 'seats'])
      .where('season_id', '=', seasonId)
      .orderBy('franchisee_id')
      .orderBy('class_id')
      .execute()
  ).map((row) => ({ franchiseeId: row.franchisee_id, classId: row.class_id, seats: row.seats }));

export const rehearse = handle(b2sContract.rehearse, async ({ db, input }) => {
  const rules = { ...input, committedFrom: [] };
  const counts = new Map<number, Record<Cohort, number>>();
  for (const kind of cohortNames.filter((one) => input.cohorts.includes(one))) {
    const { rows } = await sql<{ id: number; n: number }>`select x.franchisee_id as id, count(*)::int as n
      from (${cohortSql[kind](rules, null)}) x group by 1`.execute(db);
    for (const { id, n } of rows)
      counts.set(id, { ...(counts.get(id) ?? { NEW: 0, RETURNING: 0, WIN_BACK: 0 }), [kind]: n });
  }
  const labels = await franchiseeLabels(db, [...counts.keys()]);
  const total = { NEW: 0, RETURNING: 0, WIN_BACK: 0 };
  for (const one of counts.values()) for (const kind of cohortNames) total[kind] += one[kind];
  return {
    total,
    centres: [...counts]
      .map(([id, own]) => ({ id, label: labels.get(id) ?? `(${id})`, counts: own }))
      .sort((a, b) => a.id - b.id),
  };
});

export const configure = handle(b2sContract.configure, async ({ db, input }) => {
  const { id, version, ...season } = input;
  checkSeason(season);
  const values = {
    title: season.title,
    academic_year_id: season.academicYearId,
    from_on: season.fromOn,
    to_on: season.toOn,
    first_school_day: season.firstSchoolDay,
    cohorts: season.cohorts,
    age_on: season.ageOn,
    committed_from: season.committedFrom,
    curve: JSON.stringify(season.curve),
    excluded_reasons: season.excludedReasons,
    offer_note: season.offerNote ?? null,
  };
  const known = id ? await lockSeason(db, id) : null;
  if (!known)
    return db
      .insertInto('b2s_season')
      .values(id ? { ...values, id } : values)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
  ensureStep(b2sStates, known.state, 'configure', () => refuseEnquiry('b2s.closed'));
  const saved = await db
    .updateTable('b2s_season')
    .set(values)
    .where('id', '=', known.id)
    .where('version', '=', version ?? 0)
    .returning(['id', 'version'])
    .executeTakeFirst();
  ensureFresh(saved ? 1 : 0);
  if (known.state === 'ACTIVE') await gather(db, known.id, saved?.version ?? 0);
  return ensureFound(saved);
});

type SeasonInput = Pick<Season, 'fromOn' | 'toOn' | 'curve' | 'firstSchoolDay'>;

function checkSeason({ fromOn, toOn, curve }: SeasonInput): void {
  if (toOn <= fromOn) throw refuse('input.invalid', { fields: { toOn: 'Must be later than the start' } });
  if (curveTrouble({ from: fromOn, points: curve }))
    throw refuseEnquiry('b2s.curve', { fields: { curve: 'The curve must rise and end at 100 %.' } });
}

const lockSeason = (db: Db, id: string) =>
  db
    .selectFrom('b2s_season')
    .select(['id', 'version', 'state', 'academic_year_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Members are gathered in the background, once for each version of the season. */
const gather = (db: Db, seasonId: string, version: number) =>
  runJob(
    db,
    refreshJob.name,
    { seasonId },
    { franchiseeId: HEAD_OFFICE, dedupeKey: `${seasonId}:${version}` },
  );

export const saveTargets = handle(b2sContract.saveTargets, async ({ db, input }) => {
  const season = ensureFound(await lockSeason(db, input.seasonId));
  ensureStep(b2sStates, season.state, 'configure', () => refuseEnquiry('b2s.closed'));
  // A pasted sheet may name a centre's class twice: the last line counts.
  const wanted = new Map(input.targets.map((one) => [`${one.franchiseeId}|${one.classId}`, one]));
  const rows = JSON.stringify(
    [...wanted.values()].map((one) => ({ f: one.franchiseeId, c: one.classId, s: one.seats })),
  );
  const shape = sql`jsonb_to_recordset(${rows}::jsonb) as r (f int, c int, s int)`;
  await sql`delete from b2s_target t using ${shape} where t.season_id = ${season.id} and t.franchisee_id = r.f and t.class_id = r.c and r.s = 0`.execute(
    db,
  );
  await sql`insert into b2s_target (franchisee_id, season_id, class_id, seats)
    select r.f, ${season.id}, r.c, r.s from ${shape} join franchisee f on f.id = r.f join class k on k.id = r.c where r.s > 0
    on conflict (franchisee_id, season_id, class_id) do update set seats = excluded.seats where b2s_target.seats <> excluded.seats`.execute(
    db,
  );
  return { saved: wanted.size };
});

export const activate = handle(b2sContract.activate, async ({ db, input, version }) => {
  const season = ensureFound(await lockSeason(db, input.id));
  if (season.version !== version) ensureFresh(0);
  ensureStep(b2sStates, season.state, 'activate');
  const other = await db
    .selectFrom('b2s_season as s')
    .innerJoin('academic_year as y', 'y.id', 's.academic_year_id')
    .select('y.academic_year')
    .where('s.academic_year_id', '=', season.academic_year_id)
    .where('s.state', '=', 'ACTIVE')
    .executeTakeFirst();
  if (other) throw refuseEnquiry('b2s.active-exists', { details: { year: other.academic_year } });
  const saved = await setState(db, input.id, 'ACTIVE');
  await gather(db, saved.id, saved.version);
  return saved;
});

export const closeSeason = handle(b2sContract.close, async ({ db, input, version }) => {
  const season = ensureFound(await lockSeason(db, input.id));
  if (season.version !== version) ensureFresh(0);
  ensureStep(b2sStates, season.state, 'close');
  return setState(db, input.id, 'CLOSED');
});

const setState = (db: Db, id: string, state: 'ACTIVE' | 'CLOSED') =>
  db
    .updateTable('b2s_season')
    .set({ state })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
