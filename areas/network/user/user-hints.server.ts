// Small reads behind the form of a new person: whose contact this is already, and what the chosen roles open.
import { phoneNorm } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { compileActor, grantableRoles } from '../../system/public.server.ts';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { userContract } from './user.contract.ts';
import { peopleInReach } from './visible-people.server.ts';

export const listGrantable = handle(userContract.grantable, async ({ db, actor, now }) => ({
  rows: await grantableRoles(db, ensureFound(await compileActor(db, userIdOf(actor), now))),
}));

export const findDuplicate = handle(userContract.findDuplicate, async ({ db, actor, input }) => {
  const email = input.email?.trim().toLowerCase() || null;
  const mobile = phoneNorm(input.mobile ?? '');
  if (!email && !mobile) return { taken: false, person: null };
  const reach = peopleInReach(actor);
  const { rows } = await sql<{
    id: string;
    name: string;
    centre: number;
    centre_name: string | null;
    state: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DISABLED';
    seen: boolean;
  }>`
    select u.id, ${personName('u')} as name, u.franchisee_id as centre, f.company_name as centre_name, u.state,
      ${reach.length > 0 ? sql.join(reach, sql` and `) : sql`true`} as seen
      from app_user u left join franchisee f on f.id = u.franchisee_id
     where (u.email_norm = ${email} or u.mobile_norm = ${mobile}) order by u.state = 'DISABLED', u.id limit 1`.execute(
    db,
  );
  const found = rows[0];
  // Somebody of another centre stays unnamed; a person who left there does not matter here.
  if (!found || (!found.seen && found.state === 'DISABLED')) return { taken: false, person: null };
  return {
    taken: found.state !== 'DISABLED',
    person: found.seen
      ? {
          id: found.id,
          name: found.name,
          homeCentre:
            found.centre_name === null ? 'Another centre' : franchiseeLabel(found.centre, found.centre_name),
          state: found.state,
        }
      : null,
  };
});

export const previewMenu = handle(userContract.preview, async ({ db, input }) => {
  const { rows } = await sql<{ dashboard: string; label: string; write: boolean }>`
    select d.name as dashboard, m.label, bool_or(coalesce(r.is_write, true)) as write
      from menu_item m join dashboard d on d.id = m.dashboard_id
      join sub_dashboard s on s.name = any (m.modules)
      join sub_dashboard_role_map r on r.sub_dashboard_id = s.id and r.role_id = any (${input.roleIds}::int[])
     where m.active and m.has_screen and not m.student
     group by d.position, d.name, m.position, m.label having bool_or(not m.write or coalesce(r.is_write, true))
     order by d.position, m.position`.execute(db);
  const groups = new Map<string, { label: string; write: boolean }[]>();
  for (const row of rows)
    groups.set(row.dashboard, [...(groups.get(row.dashboard) ?? []), { label: row.label, write: row.write }]);
  return { groups: [...groups].map(([dashboard, items]) => ({ dashboard, items })) };
});
