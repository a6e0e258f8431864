import { addDays, daysBetween, todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { UNUSED_DAYS } from './role-words.ts';

/** The last day each module was used by somebody who holds the role. */
export async function lastUseOf(db: Db, roleId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ module: string; day: string }>`
    select module, max(day)::text as day from role_use where role_id = ${roleId} group by module`.execute(db);
  return new Map(rows.map((row) => [row.module, row.day]));
}

/** From which day on the use of roles is known: before it 'never used' means nothing. */
export async function countedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from role_use`.execute(db);
  return rows[0]?.day ?? null;
}

export interface Unused {
  roleId: number;
  role: string;
  modules: number;
}

/** Roles that people hold with modules nobody used for 90 days; none before 90 days were counted. Levels are no rights of their own. */
export async function unusedRightsOf(db: Db, now: Date): Promise<Unused[]> {
  const today = todayIst(now);
  const since = await countedSince(db);
  if (since === null || daysBetween(since, today) < UNUSED_DAYS) return [];
  const { rows } = await sql<Unused>`
    select r.id as "roleId", r.role, count(distinct e.module)::int as modules from role r
      join role_end_point p on p.role_id = r.id join system_end_point e on e.id = p.end_point_id and e.active
      join module m on m.name = e.module and m.stale_since is null and m.built_in
     where r.active and not r.all_modules and e.module !~ '^level_'
       and exists (select from operation o where e.module = any (o.modules))
       and exists (select from user_role g where g.role_id = r.id and g.ended_at is null and g.from_on <= ${addDays(today, -UNUSED_DAYS)} and (g.to_on is null or g.to_on >= ${today}))
       and not exists (select from role_use u where u.role_id = r.id and u.module = e.module and u.day > ${addDays(today, -UNUSED_DAYS)})
     group by r.id, r.role order by 3 desc, 2`.execute(db);
  return rows;
}

/** 'Remove 11 unused modules from OPERATIONS' into the bell of super admins. Returns the number of roles. */
export async function proposeRemovals(db: Db, now: Date): Promise<number> {
  const found = await unusedRightsOf(db, now);
  const supers = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .execute();
  for (const { roleId, role, modules } of found)
    for (const { id } of supers)
      await notify(db, {
        userId: id,
        kind: 'system.unused-rights',
        title: `Remove ${modules} unused ${modules === 1 ? 'module' : 'modules'} from ${role}?`,
        body: `Nobody with this role used ${modules === 1 ? 'it' : 'them'} in ${UNUSED_DAYS} days, so nobody would miss anything.`,
        link: `/system/edit-role/${roleId}?unused=1`,
        sourceArea: 'system',
        dedupeKey: `unused:${roleId}:${todayIst(now).slice(0, 7)}`,
      });
  return found.length;
}
