import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { personName } from '../place-words.server.ts';
import { inNetwork } from '../role/submit-role-change.server.ts';
import { accessContract } from './access.contract.ts';

export interface AsOfQuestion {
  /** IST day; what stood at its end counts. */
  on: string;
  /** Either a module with the right wanted, or an approval code. */
  module: string | null;
  write: boolean;
  code: string | null;
  /** Null = anywhere. */
  franchiseeId: number | null;
}

export interface AsOfRow {
  userId: string;
  name: string;
  how: string;
  where: string;
  from: string | null;
  to: string | null;
}

/**
 * Who could do this on that day, in one query over history (system.md 11.5). Today's rights are walked back: of each
 * right, code, role and account the first change after the day tells what stood before it; what did not change since
 * stands as it does now. Grants, codes of people and emergency rights carry their own days.
 */
export async function whoCouldOn(db: Db, asked: AsOfQuestion): Promise<AsOfRow[]> {
  const { rows } = await sql<AsOfRow>`
    with moment as (select (${asked.on}::date + 1)::timestamp at time zone 'Asia/Kolkata' as at),
    later_change as (
      select c.id, c.role_id, c.effect, coalesce(c.decided_at, c.created_at) as at from role_change c, moment m
       where c.state = 'APPLIED' and coalesce(c.decided_at, c.created_at) >= m.at),
    able as (${asked.code === null ? rolesByModule(asked) : rolesByCode(asked.code)}),
    open_role as (
      select r.id, r.description, r.franchisee_id, r.all_modules, r.needs_staff_approval from role r, moment m
       where coalesce((select (j.diff -> 'active' ->> 0)::boolean from record_change j where j.table_name = 'role' and j.row_key = r.id::text
         and j.op = 'U' and j.at >= m.at and j.diff ? 'active' order by j.id limit 1), r.active)),
    person as (
      select u.id, ${personName('u')} as name,
        coalesce((select (j.diff -> 'super_admin' ->> 0)::boolean from record_change j where j.table_name = 'app_user' and j.row_key = u.id::text
          and j.op = 'U' and j.at >= m.at and j.diff ? 'super_admin' order by j.id limit 1), u.super_admin) as super_admin
        from app_user u, moment m
       where least(u.created_at, coalesce(u.activated_at, u.created_at)) < m.at
         and coalesce((select j.diff -> 'state' ->> 0 from record_change j where j.table_name = 'app_user' and j.row_key = u.id::text
          and j.op = 'U' and j.at >= m.at and j.diff ? 'state' order by j.id limit 1), u.state) = 'ACTIVE'),
    granted as (
      select g.id, g.user_id, g.role_id, g.scope, g.zone_id, g.franchisee_id, g.from_on,
        coalesce((select (j.diff -> 'to_on' ->> 0) from record_change j where j.table_name = 'user_role' and j.row_key = g.id::text
          and j.op = 'U' and j.at >= m.at and j.diff ? 'to_on' order by j.id limit 1), g.to_on::text)::date as to_on
        from user_role g, moment m where g.from_on <= ${asked.on}::date and (g.ended_at is null or g.ended_at >= m.at)),
    holding as (
      select p.id as user_id, p.name, r.description as how, r.id as role_id, g.scope, g.zone_id, coalesce(r.franchisee_id, g.franchisee_id) as centre_id,
        g.from_on, g.to_on, false as emergency
        from granted g join person p on p.id = g.user_id join open_role r on r.id = g.role_id join able a on a.role_id = r.id
       where (g.to_on is null or g.to_on >= ${asked.on}::date)
         and (not (r.needs_staff_approval and ${asked.code === null} and exists (select from module where name = ${asked.module} and needs_staff_approval))
           or exists (select from user_approval_code c, moment m where c.user_id = p.id and c.code = 'USER_STAFF_APPROVED' and c.at < m.at
             and (c.revoked_at is null or c.revoked_at >= m.at) and (c.franchisee_id is null or g.franchisee_id is null or c.franchisee_id = g.franchisee_id)))
      union all
      select p.id, p.name, r.description || ', taken in an emergency', r.id, case when e.franchisee_id is null then 'NETWORK' else 'CENTRE' end, null,
        coalesce(r.franchisee_id, e.franchisee_id), ${asked.on}::date, ${asked.on}::date, true
        from emergency_right e join person p on p.id = e.user_id join role r on r.id = e.role_id join able a on a.role_id = r.id, moment m
       where e.taken_at < m.at and coalesce(e.ended_at, e.until_at) >= m.at - interval '1 day'
      union all
      select p.id, p.name, 'The code given to the person', null, case when c.franchisee_id is null then 'NETWORK' else 'CENTRE' end, null, c.franchisee_id,
        ${istDay('c.at')}, ${istDay('c.revoked_at')}, false
        from user_approval_code c join person p on p.id = c.user_id, moment m
       where c.code = ${asked.code} and c.at < m.at and (c.revoked_at is null or c.revoked_at >= m.at)
      union all
      select p.id, p.name, 'Super Admin', null, 'NETWORK', null, null, null, null, false from person p where p.super_admin)
    select h.user_id as "userId", h.name, h.how, case when h.scope = 'NETWORK' and h.centre_id is null then 'The whole network'
        when h.centre_id is not null then '(' || lpad(h.centre_id::text, 3, '0') || ') ' || coalesce(f.company_name, '')
        when h.scope = 'ZONE' then 'Zone ' || coalesce(z.name, '') else 'Listed centres' end as "where",
      h.from_on::text as "from", h.to_on::text as "to"
      from holding h left join franchisee f on f.id = h.centre_id left join zone z on z.id = h.zone_id
     where ${asked.franchiseeId}::int is null or (h.centre_id is null and h.scope = 'NETWORK') or h.centre_id = ${asked.franchiseeId}
       or (h.centre_id is null and h.scope = 'CENTRES' and exists (select from user_centre c where c.user_id = h.user_id and c.franchisee_id = ${asked.franchiseeId}
         and c.from_on <= ${asked.on}::date and (c.to_on is null or c.to_on >= ${asked.on}::date)))
       or (h.centre_id is null and h.scope = 'ZONE' and exists (select from franchisee a join zone n on n.id = coalesce((
           select (j.diff -> 'zone_id' ->> 0)::int from record_change j, moment m where j.table_name = 'franchisee' and j.row_key = a.id::text and j.op = 'U'
             and j.at >= m.at and j.diff ? 'zone_id' order by j.id limit 1), a.zone_id)
         where a.id = ${asked.franchiseeId} and h.zone_id in (n.id, n.parent_id)))
     order by h.name, h.how, h.user_id limit 1000`.execute(db);
  return rows;
}

/** Roles whose right in the module was enough; super admins' role is left to the flag of the person. */
const rolesByModule = ({ module, write }: AsOfQuestion) => sql`
  select r.id as role_id from role r where not r.all_modules and case coalesce(
      (select x ->> 'from' from later_change c, jsonb_array_elements(c.effect -> 'modules') x
        where c.role_id = r.id and x ->> 'module' = ${module} order by c.at, c.id limit 1),
      (select case when bool_or(e.method in ('any', 'POST')) and coalesce((
            select bool_or(coalesce(d.is_write, true) and coalesce(s.is_write, true)) from sub_dashboard b
              join sub_dashboard_role_map s on s.sub_dashboard_id = b.id and s.role_id = r.id
              join dashboard_role_map d on d.dashboard_id = b.dashboard_id and d.role_id = r.id where b.name = ${module}), true) then 'W'
          when bool_or(e.method in ('any', 'GET')) then 'R' end
        from role_end_point p join system_end_point e on e.id = p.end_point_id and e.active where p.role_id = r.id and e.module = ${module}),
      'NONE') when 'W' then true when 'R' then not ${write}::boolean else false end`;

const rolesByCode = (code: string) => sql`
  select r.id as role_id from role r where not r.all_modules and coalesce(
    (select c.effect -> 'codes' -> 'removed' ? ${code} from later_change c where c.role_id = r.id
       and (c.effect -> 'codes' -> 'removed' ? ${code} or c.effect -> 'codes' -> 'added' ? ${code}) order by c.at, c.id limit 1),
    exists (select from role_approval_code a where a.role_id = r.id and a.code = ${code}))`;

export const accessCatalogue = handle(accessContract.catalogue, async ({ db }) => ({
  modules: await db
    .selectFrom('module')
    .select(['name', 'title', 'area'])
    .where('public_only', '=', false)
    .orderBy('area')
    .orderBy('title')
    .execute(),
  codes: await db
    .selectFrom('approval_code')
    .select(['code as name', 'title', 'area'])
    .orderBy('area')
    .orderBy('title')
    .execute(),
}));

export const accessAsOf = handle(accessContract.asOf, async (call) => {
  const { db, input, now } = call;
  if (input.on > todayIst(now))
    throw refuse('input.invalid', { fields: { on: 'A day that is over, or today' } });
  const title = await titleOf(db, input.module, input.code);
  const rows = await inNetwork(call, () =>
    whoCouldOn(db, {
      on: input.on,
      module: input.module ?? null,
      write: input.write,
      code: input.code ?? null,
      franchiseeId: input.franchiseeId ?? null,
    }),
  );
  const action =
    input.code === undefined ? (input.write ? `change ${title}` : `look at ${title}`) : `decide: ${title}`;
  return {
    question: `Who could ${action} on ${formatDate(input.on)}?`,
    people: new Set(rows.map((row) => row.userId)).size,
    rows,
  };
});

async function titleOf(db: Db, module: string | undefined, code: string | undefined): Promise<string> {
  const row =
    module === undefined
      ? await db
          .selectFrom('approval_code')
          .select('title')
          .where('code', '=', code ?? '')
          .executeTakeFirst()
      : await db.selectFrom('module').select('title').where('name', '=', module).executeTakeFirst();
  if (!row)
    throw refuse('input.invalid', {
      fields: { [module === undefined ? 'code' : 'module']: 'Choose one of the list' },
    });
  return row.title;
}
