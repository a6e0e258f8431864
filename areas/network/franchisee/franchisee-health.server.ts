import { academicYearOf, addDays, formatTime, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import type { HealthMeasure } from '@aangan/server/endpoint/area-extras.ts';
import { healthMeasures } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds, reaches } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { networkModules, OWN_CENTRE_LEVEL } from '../network-modules.ts';
import { refuse } from '../network-refusals.ts';
import { franchiseeHealthContract } from './franchisee-health.contract.ts';
import { centreAsked } from './franchisee-rows.server.ts';
import { type HealthKey, type HealthPart, type Measured, partsOf, scoreOf } from './health-score.ts';
import { strengthOf } from './seat.server.ts';

const HISTORY_DAYS = 365;
const KEPT_DAYS = 400;
const AT_ONCE = 200;
const HOUR_MS = 3_600_000;

/** The network's own part: children placed on licensed seats this year, by class. */
export const seatsHealth: HealthMeasure = {
  key: 'seats',
  totals: async (db, franchiseeIds, today) => {
    const all = new Map<number, Measured>();
    for (const one of await strengthOf(db, franchiseeIds, academicYearOf(today))) {
      const sum = all.get(one.franchiseeId) ?? { n: 0, d: 0 };
      all.set(one.franchiseeId, { n: sum.n + one.enrolled, d: sum.d + one.seats });
    }
    return all;
  },
  rows: async (db, franchiseeId, today) =>
    (await strengthOf(db, [franchiseeId], academicYearOf(today))).map((one) => ({
      label: one.name,
      link: `/franchisee/view/${franchiseeId}?tab=seats`,
      n: one.enrolled,
      d: one.seats,
    })),
};

export interface CentreHealth {
  score: number | null;
  parts: HealthPart[];
}

/** Health of centres as their rows stand now; areas that are not installed leave their part without data. */
export async function measureHealth(
  db: Db,
  franchiseeIds: readonly number[],
  today: string,
  measures: readonly HealthMeasure[] = healthMeasures(),
): Promise<Map<number, CentreHealth>> {
  const measured = new Map(franchiseeIds.map((id) => [id, {} as Partial<Record<HealthKey, Measured>>]));
  for (const measure of measures)
    for (const [id, found] of await measure.totals(db, franchiseeIds, today)) {
      const own = measured.get(id);
      if (own) own[measure.key] = found;
    }
  return new Map(
    [...measured].map(([id, found]) => {
      const parts = partsOf(found);
      return [id, { score: scoreOf(parts), parts }];
    }),
  );
}

/** Writes the day's row of each centre; a second count of a day replaces the first. */
export async function storeHealth(
  db: Db,
  health: ReadonlyMap<number, CentreHealth>,
  today: string,
): Promise<void> {
  const rows = [...health].map(([id, { score, parts }]) => ({ id, score, parts }));
  await sql`insert into centre_health (franchisee_id, on_date, score, parts)
    select id, ${today}::date, score, parts from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id int, score smallint, parts jsonb)
    on conflict (franchisee_id, on_date) do update set score = excluded.score, parts = excluded.parts`.execute(
    db,
  );
}

export const viewHealth = handle(franchiseeHealthContract.view, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const today = todayIst(now);
  const health = ensureFound((await measureHealth(db, [id], today)).get(id));
  const history = await db
    .selectFrom('centre_health')
    .select(['on_date as on', 'score'])
    .where('franchisee_id', '=', id)
    .where('on_date', '>', addDays(today, -HISTORY_DAYS))
    .orderBy('on_date')
    .execute();
  const { rows } = await sql<{ ended: boolean }>`
    select f.model = 'FOFO' and f.status in ('ACTIVE', 'SUSPENDED') and not exists (select from franchisee_agreement a
      where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM' and a.to_on >= ${today}::date) as ended from franchisee f where f.id = ${id}`.execute(
    db,
  );
  const may = holds(
    actor,
    [networkModules.Franchisee, networkModules.FranchiseeData, OWN_CENTRE_LEVEL],
    true,
  );
  return {
    score: health.score,
    parts: health.parts.map((part) => ({ ...part, overdue: part.overdue ?? 0 })),
    history,
    agreementEnded: rows[0]?.ended ?? false,
    can: { recompute: may },
  };
});

export const healthRows = handle(franchiseeHealthContract.rows, async ({ db, actor, input, now }) => {
  const id = await centreAsked(db, actor, input);
  const measure = healthMeasures().find((one) => one.key === input.part);
  return { rows: measure ? [...(await measure.rows(db, id, todayIst(now)))] : [] };
});

export const recomputeHealth = handle(
  franchiseeHealthContract.recompute,
  async ({ db, actor, input: { franchiseeId }, now }) => {
    if (!reaches(actor, franchiseeId)) ensureFound(null);
    const today = todayIst(now);
    const last = await db
      .selectFrom('centre_health')
      .select('updated_at')
      .where('franchisee_id', '=', franchiseeId)
      .where('on_date', '=', today)
      .forUpdate()
      .executeTakeFirst();
    const next = last ? Date.parse(last.updated_at) + HOUR_MS : 0;
    if (next > now.getTime())
      throw refuse('franchisee.health-fresh', { details: { time: formatTime(next) } });
    const health = await measureHealth(db, [franchiseeId], today);
    await storeHealth(db, health, today);
    return { score: health.get(franchiseeId)?.score ?? null };
  },
);

/** Every night for every working centre, in parts of 200: a run that was cut off goes on without double rows. */
export const centreHealthJob: JobDeclaration = {
  name: 'network.centre-health',
  title: 'Health of the centres',
  schedule: '30 2 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 14_400,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const ids = await tools.work(null, async (db) => {
      await db.deleteFrom('centre_health').where('on_date', '<', addDays(today, -KEPT_DAYS)).execute();
      const rows = await db
        .selectFrom('franchisee')
        .select('id')
        .where('status', 'in', ['ACTIVE', 'SUSPENDED'])
        .where('is_head_office', '=', false)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    });
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      await tools.work(null, async (db) => storeHealth(db, await measureHealth(db, some, today), today));
    }
    return { ok: ids.length, failed: 0 };
  },
};
