// Windows: when and where weeks of a plan are visible. They overlap freely; a week is open where any of them is.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { mySectionRows } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { windowContract as contract, type PublishWindow, planContract } from './plan.contract.ts';
import { lockPlan } from './plan-row.server.ts';

export async function windowsOf(db: Db, planId: string, now: Date): Promise<PublishWindow[]> {
  const { rows } = await sql<PublishWindow>`
    select w.id, w.version, w.audience, w.from_week as "fromWeek", w.to_week as "toWeek", w.opens_at as "opensAt", w.closes_at as "closesAt",
        coalesce((select array_agg(z.name order by z.name) from zone z where z.id = any (w.zone_ids)),
          (select array_agg(f.company_name order by f.company_name) from franchisee f where f.id = any (w.centre_ids)), '{}') as places,
        case when w.revoked_at is not null then 'REVOKED' when w.opens_at > ${now} then 'PLANNED' when w.closes_at <= ${now} then 'CLOSED' else 'OPEN' end as state
      from publish_window w where w.plan_id = ${planId} order by w.revoked_at is not null, w.audience desc, w.from_week, w.opens_at, w.id limit 500`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    opensAt: new Date(row.opensAt).toISOString(),
    closesAt: row.closesAt === null ? null : new Date(row.closesAt).toISOString(),
  }));
}

const chosen = (ids: readonly (string | number)[] | null | undefined): number[] => [
  ...new Set((ids ?? []).map(Number)),
];

async function ensureKnown(db: Db, table: 'zone' | 'franchisee', ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} where id = any (${[...ids]}::int[])`.execute(db);
  return rows[0]?.n === ids.length;
}

export const openWindow = handle(contract.open, async ({ db, actor, input }) => {
  const plan = await lockPlan(db, actor, input.planId);
  ensure(['APPROVED', 'PUBLISHED'].includes(plan.status), () => refuseCurriculum('plan.closed'));
  ensure(input.fromWeek <= input.toWeek && input.toWeek <= plan.weeks, () =>
    refuseCurriculum('window.range', {
      details: { weeks: plan.weeks },
      fields: { toWeek: `From the first week on, at most ${plan.weeks}` },
    }),
  );
  ensure(!input.closesAt || Date.parse(input.closesAt) > Date.parse(input.opensAt), () =>
    refuse('input.invalid', { fields: { closesAt: 'Choose a time after the first one' } }),
  );
  const [zones, centres] = [chosen(input.zoneIds), chosen(input.centreIds)];
  ensure(zones.length === 0 || centres.length === 0, () =>
    refuse('input.invalid', { fields: { centreIds: 'Choose zones or centres, not both' } }),
  );
  ensure(await ensureKnown(db, 'zone', zones), () =>
    refuse('input.invalid', { fields: { zoneIds: 'Choose zones of the list' } }),
  );
  ensure(await ensureKnown(db, 'franchisee', centres), () =>
    refuse('input.invalid', { fields: { centreIds: 'Choose centres of the list' } }),
  );
  return db
    .insertInto('publish_window')
    .values({
      plan_id: plan.id,
      audience: input.audience,
      from_week: input.fromWeek,
      to_week: input.toWeek,
      zone_ids: zones.length > 0 ? zones : null,
      centre_ids: centres.length > 0 ? centres : null,
      opens_at: input.opensAt,
      closes_at: input.closesAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const revokeWindow = handle(contract.revoke, async ({ db, actor, input, version, now }) => {
  ensureNetwork(actor);
  const row = ensureFound(
    await db
      .selectFrom('publish_window')
      .selectAll()
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  ensure(row.revoked_at === null, () => refuse('row.wrong-state'));
  await db.updateTable('publish_window').set({ revoked_at: now }).where('id', '=', row.id).execute();
  return {};
});

interface Seen {
  audience: 'STAFF' | 'FAMILY';
  plan: RawBuilder<unknown>;
  week: RawBuilder<unknown>;
  /** Row of the centre, by its alias. */
  centre: string;
  now: Date;
}

/** True where some window shows the week at the centre now. */
export const isOpen = ({
  audience,
  plan,
  week,
  centre,
  now,
}: Seen): RawBuilder<boolean> => sql<boolean>`exists (
  select from publish_window w where w.plan_id = ${plan} and w.audience = ${audience} and ${week} between w.from_week and w.to_week
    and w.revoked_at is null and w.opens_at <= ${now} and coalesce(w.closes_at, 'infinity') > ${now}
    and (num_nonnulls(w.zone_ids, w.centre_ids) = 0 or ${sql.ref(`${centre}.zone_id`)} = any (w.zone_ids) or ${sql.ref(`${centre}.id`)} = any (w.centre_ids)))`;

/**
 * Weeks (alias `k`, of plans `p`) that the actor's staff view has now: published plans whose class group covers one of the
 * own sections, in an open window of that section's centre. People of the whole network see all weeks of published plans.
 */
export function visibleWeeks(actor: Actor, now: Date): RawBuilder<boolean> {
  const published = sql`p.status in ('PUBLISHED', 'ARCHIVED')`;
  if (actor.wholeNetwork) return sql<boolean>`${published}`;
  return sql<boolean>`${published} and exists (select from class_group g join class_group_class c on c.class_group_id = g.id
    join ${mySectionRows(actor, todayIst(now))} s on s.class_id = c.class_id join franchisee f on f.id = s.centre_id
   where g.id = p.class_group_id and g.active and (not exists (select from class_group_franchisee x where x.class_group_id = g.id)
       or exists (select from class_group_franchisee x where x.class_group_id = g.id and x.centre_id = s.centre_id))
     and ${isOpen({ audience: 'STAFF', plan: sql`p.id`, week: sql`k.week_no`, centre: 'f', now })})`;
}

export const openPlans = handle(planContract.open, async ({ db, actor, input, now }) => {
  const { rows } = await sql<{
    id: string;
    title: string;
    classGroup: string;
    weeks: { id: string; weekNo: number; title: string | null; dayId: string }[];
  }>`
    select p.id, p.title, h.name as "classGroup", jsonb_agg(jsonb_build_object('id', k.id, 'weekNo', k.week_no, 'title', k.title,
        'dayId', (select d.id from curriculum_day d where d.week_id = k.id order by d.position limit 1)) order by k.week_no) as weeks
      from curriculum_plan p join class_group h on h.id = p.class_group_id join curriculum_week k on k.plan_id = p.id
     where ${input.id ? sql`p.id = ${input.id}` : sql`p.status = 'PUBLISHED'`} and ${visibleWeeks(actor, now)}
     group by p.id, p.title, h.name order by lower(p.title), p.id limit 200`.execute(db);
  if (input.id) ensureFound(rows[0]);
  return { plans: rows };
});
