import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { departmentContract } from './department.contract.ts';
import { ensureNetwork } from './franchisee/franchisee-commands.server.ts';
import { networkModules } from './network-modules.ts';
import { userCards } from './user/user.queries.server.ts';
import { peopleInReach } from './user/visible-people.server.ts';

interface Row {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  head_id: string | null;
  escalation_id: string | null;
  people: number;
}

export const departmentOverview = handle(departmentContract.overview, async ({ db, actor }) => {
  const reach = peopleInReach(actor);
  const { rows } = await sql<Row>`
    select d.id, d.name, d.email, d.phone, d.head_id, d.escalation_id, (select count(*)::int from app_user u where u.department_id = d.id and u.state <> 'DISABLED'
        and ${reach.length > 0 ? sql.join(reach, sql` and `) : sql`true`}) as people
      from department d order by d.id`.execute(db);
  const names = await userCards(
    db,
    rows.flatMap((row) => [row.head_id, row.escalation_id].filter((id) => id !== null)),
  );
  const person = (id: string | null) => {
    const card = names.get(id ?? '');
    return card ? { id: card.id, name: card.name } : null;
  };
  return {
    rows: rows.map(({ head_id, escalation_id, ...row }) => ({
      ...row,
      head: person(head_id),
      escalation: person(escalation_id),
    })),
    can: { update: holds(actor, networkModules.User, true) && actor.wholeNetwork },
  };
});

export const saveDepartment = handle(departmentContract.save, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  return ensureFound(
    await db
      .updateTable('department')
      .set({
        email: input.email ?? null,
        phone: input.phone ?? null,
        head_id: input.headId ?? null,
        escalation_id: input.escalationId ?? null,
      })
      .where('id', '=', input.departmentId)
      .returning('id')
      .executeTakeFirst(),
  );
});
