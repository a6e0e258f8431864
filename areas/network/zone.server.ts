import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { ensureNetwork } from './franchisee/franchisee-commands.server.ts';
import { franchiseeLabel } from './franchisee/franchisee-label.ts';
import { networkModules } from './network-modules.ts';
import { refuse } from './network-refusals.ts';
import { zoneContract } from './zone.contract.ts';

interface ManagerRow {
  zone_id: number;
  id: string;
  name: string;
  role: string;
  to: string | null;
}

export const zoneOverview = handle(zoneContract.overview, async ({ db, actor }) => {
  const zones = await db
    .selectFrom('zone as z')
    .leftJoin('zone as p', 'p.id', 'z.parent_id')
    .leftJoin('app_user as u', 'u.id', 'z.head_id')
    .select(['z.id', 'z.name', 'z.code', 'z.active', 'p.name as parent', 'u.id as head_id'])
    .select(['u.first_name', 'u.last_name'])
    .orderBy('z.code')
    .execute();
  const { rows: managers } = await sql<ManagerRow>`
    select g.zone_id, u.id, ${personName('u')} as name, r.description as role, g.to_on as "to"
      from user_role g join app_user u on u.id = g.user_id join role r on r.id = g.role_id
     where g.scope = 'ZONE' and g.ended_at is null and u.state in ('ACTIVE', 'INVITED') order by r.position, 3`.execute(
    db,
  );
  const centres = await db
    .selectFrom('franchisee')
    .select(['id', 'company_name', 'status', 'zone_id'])
    .where('is_head_office', '=', false)
    .where('status', '<>', 'CLOSED')
    .orderBy('company_name')
    .execute();
  const shown = (zoneId: number | null) =>
    centres
      .filter((row) => row.zone_id === zoneId)
      .map((row) => ({ id: row.id, label: franchiseeLabel(row.id, row.company_name), status: row.status }));
  return {
    rows: zones.map((row) => ({
      id: row.id,
      name: row.name,
      code: row.code,
      parent: row.parent,
      active: row.active,
      head: row.head_id ? { id: row.head_id, name: `${row.first_name} ${row.last_name}`.trim() } : null,
      managers: managers.filter((one) => one.zone_id === row.id),
      centres: shown(row.id),
    })),
    without: shown(null),
    can: { update: holds(actor, networkModules.Franchisee, true) && actor.wholeNetwork },
  };
});

export const setZoneHead = handle(zoneContract.setHead, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  if (input.userId !== null) {
    const user = await db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', input.userId)
      .where('state', '=', 'ACTIVE')
      .where('kind', '=', 'STAFF')
      .executeTakeFirst();
    if (!user) throw refuse('user.no-successor', { fields: { userId: 'Choose somebody who is active' } });
  }
  return ensureFound(
    await db
      .updateTable('zone')
      .set({ head_id: input.userId })
      .where('id', '=', input.zoneId)
      .returning('id')
      .executeTakeFirst(),
  );
});
