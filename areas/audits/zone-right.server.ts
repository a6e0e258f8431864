import { istDay } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseAms } from './ams.refusals.ts';
import { auditsModules as m } from './modules.ts';

/**
 * Zones of the open grants whose role holds the allocation, with the zones below. The tables of the network have no row
 * security, so each command asks this.
 */
const ownZones = (
  actor: Actor,
  method: 'GET' | 'POST',
  module: string = m.AMSAllocation,
): RawBuilder<unknown> => sql`(
  with recursive own as (
    select g.zone_id as id from user_role g join role r on r.id = g.role_id and r.active
     where g.user_id = ${userIdOf(actor)} and g.scope = 'ZONE' and g.ended_at is null
       and ${istDay(sql`now()`)} between g.from_on and coalesce(g.to_on, 'infinity')
       and exists (select from role_end_point p join system_end_point e on e.id = p.end_point_id and e.active
         where p.role_id = r.id and e.module = ${module} and e.method in ('any', ${method}))
    union select z.id from zone z join own o on z.parent_id = o.id)
  select id from own)`;

/** True for rows of the zones in which this person sees allocations, or what else the module shows. */
export const inZones = (actor: Actor, column: string, module?: string): RawBuilder<boolean> =>
  actor.wholeNetwork
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} in ${ownZones(actor, 'GET', module)}`;

/** Zones in which this person allocates, or writes by another module; null is every zone. */
export async function zonesToAllocate(
  db: Db,
  actor: Actor,
  module?: string,
): Promise<ReadonlySet<number> | null> {
  if (actor.wholeNetwork) return null;
  const { rows } = await sql<{ id: number }>`select id from ${ownZones(actor, 'POST', module)} o`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** 403 unless this person allocates, or writes by another module, in the zone. */
export async function ensureZone(
  db: Db,
  actor: Actor,
  zoneId: number | null,
  module?: string,
): Promise<void> {
  const zones = await zonesToAllocate(db, actor, module);
  ensure(zones === null || (zoneId !== null && zones.has(zoneId)), () => refuseAms('ams.other-zone'));
}
