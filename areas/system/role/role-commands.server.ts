import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { loadRoles } from '../access/network-rights.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import { roleContract } from './role.contract.ts';
import { type RoleDelta, roleDelta } from './role-delta.ts';
import { peopleOf, rightOf } from './role-effect.server.ts';
import { type RoleCall, submitRoleChange, tryRoleDelta } from './submit-role-change.server.ts';

export async function lockRole(db: Db, roleId: number) {
  return ensureFound(
    await db
      .selectFrom('role')
      .select([
        'id',
        'role',
        'description',
        'version',
        'needs_approval',
        'all_modules',
        'is_system',
        'active',
        'reach',
      ])
      .where('id', '=', roleId)
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** The super admin's role and family roles are not edited as a matrix of staff rights. */
export async function lockEditable(db: Db, roleId: number, version: number) {
  const row = await lockRole(db, roleId);
  ensure(!row.all_modules, () => refuseSystem('role.system'));
  ensureFresh(row.version === version ? 1 : 0);
  return { id: row.id, version: row.version, needsApproval: row.needs_approval };
}

/** Names of modules, codes, dashboards and roles that exist; anything else is a field error, nothing is stored. */
export async function ensureKnown(db: Db, delta: RoleDelta): Promise<void> {
  const { rows } = await sql<{ field: string; name: string }>`
    select 'modules' as field, m as name from unnest(${delta.modules.map((m) => m.module)}::text[]) m
      where not exists (select from module where name = m and not public_only and stale_since is null)
    union all select 'codes', c from unnest(${delta.codes.map((c) => c.code)}::text[]) c where not exists (select from approval_code where code = c)
    union all select 'dashboards', d::text from unnest(${delta.dashboards.map((d) => d.dashboardId)}::int[]) d where not exists (select from dashboard where id = d)
    union all select 'subs', s::text from unnest(${delta.subs.map((s) => s.subDashboardId)}::int[]) s where not exists (select from sub_dashboard where id = s)
    union all select 'fields.franchiseeId', c::text from unnest(${[delta.fields.franchiseeId ?? []].flat()}::int[]) c where not exists (select from franchisee where id = c)
    union all select 'givers', r::text from unnest(${delta.givers.map((g) => g.roleId)}::int[]) r where not exists (select from role where id = r)`.execute(
    db,
  );
  const [first] = rows;
  if (first)
    throw refuse('input.invalid', { fields: { [`delta.${first.field}`]: `'${first.name}' is not known` } });
  if (delta.dashboards.filter((d) => d.on && d.isDefault).length > 1)
    throw refuseSystem('dashboard.two-defaults');
}

export const roleEffectHandler = handle(roleContract.effect, async ({ db, actor, input, now }) => {
  await ensureKnown(db, input.delta);
  const row = await lockRole(db, input.roleId);
  const role = { id: row.id, needsApproval: row.needs_approval };
  const { effect } = await tryRoleDelta({ db, actor, now }, role, input.delta, false);
  return effect;
});

export const saveRole = handle(roleContract.save, async ({ db, actor, input, version, now }) => {
  await ensureKnown(db, input.delta);
  const role = await lockEditable(db, input.roleId, version);
  return submitRoleChange({ db, actor, now }, role, input.delta, input.reason ?? null);
});

export const saveDashboards = handle(
  dashboardMapContract.saveForRole,
  async ({ db, actor, input, version, now }) => {
    const { dashboards, subs, modules } = input;
    const delta = roleDelta.parse({ dashboards, subs, modules });
    await ensureKnown(db, delta);
    const role = await lockEditable(db, input.roleId, version);
    return submitRoleChange({ db, actor, now }, role, delta, input.reason ?? null);
  },
);

export const createRole = handle(roleContract.create, async ({ db, actor, input, now }) => {
  const { role, copyOf, ...fields } = input;
  const franchiseeId = fields.franchiseeId ?? null;
  await ensureKnown(db, roleDelta.parse({ fields: { franchiseeId } }));
  const taken = await db
    .selectFrom('role')
    .select('is_system')
    .where(sql<boolean>`lower(role) = lower(${role})`)
    .executeTakeFirst();
  if (taken)
    throw refuseSystem(taken.is_system ? 'role.reserved' : 'role.name-used', {
      fields: { role: 'Choose another name' },
    });
  const { id, version } = await db
    .insertInto('role')
    .values({
      role,
      description: fields.description,
      reach: fields.reach,
      session_class: fields.sessionClass,
      needs_proof: fields.needsProof,
      needs_approval: fields.needsApproval,
      max_days: fields.maxDays,
      franchisee_id: franchiseeId,
      is_system: false,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from role)`,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await sql`insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write) values (${id}, 2, true, true, false)`.execute(
    db,
  );
  const delta = copyOf ? await copyDelta(db, copyOf) : roleDelta.parse({});
  const call: RoleCall = { db, actor, now };
  return submitRoleChange(call, { id, version, needsApproval: fields.needsApproval }, delta, null);
});

async function copyDelta(db: Db, from: number): Promise<RoleDelta> {
  const source = ensureFound((await loadRoles(db, from)).get(from));
  ensure(!source.allModules, () => refuseSystem('role.system'));
  const dashboards = await db
    .selectFrom('dashboard_role_map')
    .select(['dashboard_id', 'is_active', 'is_default', 'is_write', 'position'])
    .where('role_id', '=', from)
    .execute();
  return roleDelta.parse({
    modules: [...source.read]
      .filter((module) => !/^level_/.test(module))
      .map((module) => ({ module, to: rightOf(source, module) })),
    codes: source.codes.map((code) => ({ code, to: true })),
    dashboards: dashboards.map((d) => ({
      dashboardId: d.dashboard_id,
      on: true,
      isActive: d.is_active,
      isDefault: d.is_default,
      isWrite: d.is_write,
      position: d.position,
    })),
  });
}

export const deactivateRole = handle(roleContract.deactivate, async ({ db, actor, input, version, now }) => {
  const row = await lockRole(db, input.roleId);
  ensure(!row.is_system, () => refuseSystem('role.system'));
  ensureFresh(row.version === version ? 1 : 0);
  ensure(row.active, () => refuse('row.wrong-state'));
  const n = (await peopleOf(db, row.id, now)).rows.length;
  if (n > 0 && input.people !== n) throw refuseSystem('role.in-use', { details: { n } });
  await db.updateTable('role').set({ active: false }).where('id', '=', row.id).execute();
  const ended = await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('role_id', '=', row.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return { ended: Number(ended.numUpdatedRows) };
});
