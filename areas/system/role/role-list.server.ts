import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { loadRoles } from '../access/network-rights.server.ts';
import { systemModules } from '../system-modules.ts';
import { type RoleRow, roleContract } from './role.contract.ts';
import { peopleOf } from './role-effect.server.ts';

export const mayChangeRoles = (actor: Actor): boolean => holds(actor, systemModules.System, true);

export const roleOptions = handle(roleContract.options, async ({ db, input: { q, ids } }) => {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, description as label from role where active and franchisee_id is null and reach not in ('FAMILY', 'VENDOR')
      and ${ids ? several('id', ids, 'int') : q ? sql`description ilike ${contains(q)}` : sql`true`} order by position, id limit 50`.execute(
    db,
  );
  return { rows };
});

export const listRoles = handle(roleContract.list, async ({ db, actor, input, now }) => {
  const q = (input.q ?? '').toLowerCase();
  const rows = (await readRoles(db, actor, now)).filter(
    (row) =>
      (input.active === undefined || row.active === input.active) &&
      (input.reach === undefined || row.reach === input.reach) &&
      (q === '' || `${row.role} ${row.description}`.toLowerCase().includes(q)),
  );
  // Some two hundred roles at most: a page is a slice, its cursor the number of rows before it.
  const from = input.after === undefined ? 0 : Math.max(0, Math.trunc(Number(input.after)) || 0);
  const next = from + input.limit;
  return {
    rows: rows.slice(from, next),
    next: next < rows.length ? String(next) : null,
    total: { n: rows.length, more: false },
  };
});

/** Every role with its counts, in the order of the catalogue. */
export async function readRoles(db: Db, actor: Actor, now: Date): Promise<RoleRow[]> {
  const today = todayIst(now);
  const { rows } = await sql<{
    id: number;
    people: number;
    changed: string | null;
    pending: boolean;
  }>`select r.id, (select count(distinct g.user_id)::int from user_role g join app_user u on u.id = g.user_id and u.state <> 'DISABLED'
        where g.role_id = r.id and g.ended_at is null and g.from_on <= ${today} and (g.to_on is null or g.to_on >= ${today})) as people,
      (select max(coalesce(c.decided_at, c.created_at)) from role_change c where c.role_id = r.id and c.state = 'APPLIED') as changed,
      exists (select from role_change c where c.role_id = r.id and c.state = 'PENDING') as pending
    from role r`.execute(db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const rights = await loadRoles(db);
  const roles = await db.selectFrom('role').selectAll().orderBy('position').orderBy('id').execute();
  const all = await db
    .selectFrom('module')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('public_only', '=', false)
    .executeTakeFirstOrThrow();
  const change = mayChangeRoles(actor);
  return roles.map((role) => {
    const own = rights.get(role.id);
    const count = counts.get(role.id);
    return {
      id: role.id,
      role: role.role,
      description: role.description,
      reach: role.reach,
      sessionClass: role.session_class,
      needsApproval: role.needs_approval,
      maxDays: role.max_days,
      isSystem: role.is_system,
      active: role.active,
      allModules: role.all_modules,
      people: count?.people ?? 0,
      reads: role.all_modules ? all.n : (own?.read.size ?? 0),
      changes: role.all_modules ? all.n : (own?.write.size ?? 0),
      lastChangeAt: count?.changed ?? null,
      pending: count?.pending ?? false,
      version: role.version,
      can: {
        update: change && !role.all_modules,
        duplicate: change && !role.all_modules,
        deactivate: change && !role.is_system && role.active,
      },
    };
  });
}
export const listRolePeople = handle(roleContract.people, async ({ db, input, now }) => {
  const { rows } = await peopleOf(db, input.roleId, now);
  return { count: rows.length, rows: rows.slice(0, 500) };
});
