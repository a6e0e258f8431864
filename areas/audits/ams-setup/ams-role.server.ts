import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { istDay } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { allocatedWith } from '../allocation/give-centres.server.ts';
import { refuseAms } from '../ams.refusals.ts';
import { ensureNetwork } from '../ams-head-office.server.ts';
import { amsRoleContract as contract } from './ams-role.contract.ts';
import { type AmsPart, amsParts, reachOfPart } from './ams-words.ts';

interface RoleRow {
  id: number;
  label: string;
  reach: string;
  people: number;
  parts: AmsPart[];
}

export const listAmsRoles = handle(contract.list, async ({ db }) => {
  const { rows } = await sql<RoleRow>`
    select r.id, r.description as label, r.reach,
      (select count(distinct g.user_id)::int from user_role g join app_user u on u.id = g.user_id and u.state = 'ACTIVE'
        where g.role_id = r.id and g.ended_at is null and ${istDay(sql`now()`)} between g.from_on and coalesce(g.to_on, 'infinity')) as people,
      coalesce((select array_agg(p.part) from ams_role_map p where p.role_id = r.id), '{}') as parts
      from role r where r.active and not r.all_modules order by r.position`.execute(db);
  return {
    parts: (Object.keys(amsParts) as AmsPart[]).map((part) => ({
      part,
      roles: rows
        .filter(({ parts }) => parts.includes(part))
        .map(({ id, label, people }) => ({ id, label, people })),
      others: rows
        .filter(({ parts, reach }) => !parts.includes(part) && reach === reachOfPart[part])
        .map(({ id, label }) => ({ id, label })),
    })),
  };
});

export const addAmsRole = handle(contract.add, async ({ db, actor, input: { part, roleId } }) => {
  ensureNetwork(actor);
  const role = ensureFound(
    await db
      .selectFrom('role')
      .select(['reach', 'all_modules'])
      .where('id', '=', roleId)
      .where('active', '=', true)
      .executeTakeFirst(),
  );
  ensure(role.reach === reachOfPart[part] && !role.all_modules, () =>
    refuseAms('ams-role.reach', { fields: { roleId: 'Choose a role from the list' } }),
  );
  const added = await db
    .insertInto('ams_role_map')
    .values({ part, role_id: roleId })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  ensure(added, () =>
    refuseAms('ams-role.mapped', { fields: { roleId: 'This role has that part already' } }),
  );
  return {};
});

export const removeAmsRole = handle(contract.remove, async ({ db, actor, input: { part, roleId }, now }) => {
  ensureNetwork(actor);
  const holder =
    part === 'NATIONAL_HEAD' ? undefined : await allocatedWith(db, { part, roleId, today: todayIst(now) });
  ensure(!holder, () =>
    refuseAms('ams-role.in-use', {
      details: { name: holder?.name, until: holder?.until ? ` until ${holder.until}` : '' },
    }),
  );
  const { numDeletedRows } = await db
    .deleteFrom('ams_role_map')
    .where('part', '=', part)
    .where('role_id', '=', roleId)
    .executeTakeFirstOrThrow();
  ensureFound(numDeletedRows > 0n ? true : null);
  return {};
});
