import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Right, RoleDelta } from './role-delta.ts';

/** Everyone has the dashboard in which 'My dashboard' stands (0102). */
const HOME_DASHBOARD = 2;

/**
 * Puts a difference on a role, in the caller's transaction, and moves the role's version. Pairs and maps are written from
 * the one matrix, so that the two stores of rights stay one (system.md Y5). Asks no question: `submitRoleChange` does.
 */
export async function applyRoleDelta(db: Db, roleId: number, delta: RoleDelta): Promise<void> {
  const { fields } = delta;
  await db
    .updateTable('role')
    .set({
      position: sql<number>`position`, // moves the version also when only rights change
      ...(fields.description === undefined ? {} : { description: fields.description }),
      ...(fields.reach === undefined ? {} : { reach: fields.reach }),
      ...(fields.sessionClass === undefined ? {} : { session_class: fields.sessionClass }),
      ...(fields.needsProof === undefined ? {} : { needs_proof: fields.needsProof }),
      ...(fields.needsApproval === undefined ? {} : { needs_approval: fields.needsApproval }),
      ...(fields.maxDays === undefined ? {} : { max_days: fields.maxDays }),
      ...(fields.franchiseeId === undefined ? {} : { franchisee_id: fields.franchiseeId }),
    })
    .where('id', '=', roleId)
    .execute();
  for (const { module, to } of delta.modules) await setRight(db, roleId, module, to);
  for (const { code, to } of delta.codes)
    await (to
      ? sql`insert into role_approval_code (role_id, code) values (${roleId}, ${code}) on conflict do nothing`
      : sql`delete from role_approval_code where role_id = ${roleId} and code = ${code}`
    ).execute(db);
  for (const { roleId: giver, to } of delta.givers)
    await (to
      ? sql`insert into role_grantable (granter_role_id, role_id) values (${giver}, ${roleId}) on conflict do nothing`
      : sql`delete from role_grantable where granter_role_id = ${giver} and role_id = ${roleId}`
    ).execute(db);
  for (const sub of delta.subs)
    await (sub.on
      ? sql`insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) values (${roleId}, ${sub.subDashboardId}, ${sub.isWrite})
          on conflict (role_id, sub_dashboard_id) do update set is_write = excluded.is_write`
      : sql`delete from sub_dashboard_role_map where role_id = ${roleId} and sub_dashboard_id = ${sub.subDashboardId}`
    ).execute(db);
  await tidyDashboards(
    db,
    roleId,
    delta.modules.filter((m) => m.to === 'W').map((m) => m.module),
  );
  for (const map of delta.dashboards) await setDashboard(db, roleId, map);
}

async function setRight(db: Db, roleId: number, module: string, to: Right): Promise<void> {
  await sql`delete from role_end_point p using system_end_point e where e.id = p.end_point_id and p.role_id = ${roleId} and e.module = ${module}`.execute(
    db,
  );
  if (/^level_[1-8]$/.test(module))
    await (to === 'NONE'
      ? sql`delete from access_level where level = ${module} and role_id = ${roleId}`
      : sql`insert into access_level (level, role_id) values (${module}, ${roleId}) on conflict do nothing`
    ).execute(db);
  if (to === 'NONE') {
    await sql`delete from sub_dashboard_role_map m using sub_dashboard s where s.id = m.sub_dashboard_id and m.role_id = ${roleId} and s.name = ${module}`.execute(
      db,
    );
    return;
  }
  await sql`insert into role_end_point (role_id, end_point_id)
    select ${roleId}, id from system_end_point where module = ${module} and method = ${to === 'W' ? 'any' : 'GET'}`.execute(
    db,
  );
  await sql`insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write)
    select ${roleId}, id, ${to === 'W'} from sub_dashboard where name = ${module}
    on conflict (role_id, sub_dashboard_id) do update set is_write = excluded.is_write`.execute(db);
}

// A module needs its dashboard in the menu; a dashboard without a module leaves it.
async function tidyDashboards(db: Db, roleId: number, changed: readonly string[]): Promise<void> {
  await sql`insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
    select ${roleId}, s.dashboard_id, true, false, bool_or(coalesce(m.is_write, true)) from sub_dashboard_role_map m
      join sub_dashboard s on s.id = m.sub_dashboard_id where m.role_id = ${roleId} group by s.dashboard_id
    on conflict do nothing`.execute(db);
  // 'Change' in the matrix means change: a dashboard that says look only would take it back.
  if (changed.length > 0)
    await sql`update dashboard_role_map d set is_write = true where d.role_id = ${roleId} and d.is_write = false
      and d.dashboard_id in (select dashboard_id from sub_dashboard where name = any (${[...changed]}::text[]))`.execute(
      db,
    );
  await sql`delete from dashboard_role_map d where d.role_id = ${roleId} and d.dashboard_id <> ${HOME_DASHBOARD}
    and not exists (select from sub_dashboard_role_map m join sub_dashboard s on s.id = m.sub_dashboard_id
                     where m.role_id = d.role_id and s.dashboard_id = d.dashboard_id)`.execute(db);
}

async function setDashboard(db: Db, roleId: number, map: RoleDelta['dashboards'][number]): Promise<void> {
  if (!map.on) {
    await sql`delete from dashboard_role_map where role_id = ${roleId} and dashboard_id = ${map.dashboardId}`.execute(
      db,
    );
    await sql`delete from sub_dashboard_role_map m using sub_dashboard s where s.id = m.sub_dashboard_id and m.role_id = ${roleId} and s.dashboard_id = ${map.dashboardId}`.execute(
      db,
    );
    return;
  }
  // One default a role: the new one takes the place of the old one.
  if (map.isDefault)
    await sql`update dashboard_role_map set is_default = false where role_id = ${roleId} and is_default and dashboard_id <> ${map.dashboardId}`.execute(
      db,
    );
  await sql`insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write, position)
    values (${roleId}, ${map.dashboardId}, ${map.isActive}, ${map.isDefault}, ${map.isWrite}, ${map.position})
    on conflict (role_id, dashboard_id) do update set is_active = excluded.is_active, is_default = excluded.is_default,
      is_write = excluded.is_write, position = excluded.position`.execute(db);
}
