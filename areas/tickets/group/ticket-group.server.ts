import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { ticketsModules as m } from '../modules.ts';
import { ticketGroupContract as contract, type GroupRow } from './ticket-group.contract.ts';

type Values = ParsedInputOf<typeof contract.create>;

export const listGroups = handle(contract.list, async ({ db }) => {
  const { rows } = await sql<GroupRow>`
    select g.id, g.version, g.name, g.department, case when l.id is not null then jsonb_build_object('id', l.id, 'name', ${personName('l')}) end as lead,
      g.active, g.assign, g.max_open as "maxOpen",
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${personName('u')}) order by u.first_name, u.id)
        from ticket_group_member x join app_user u on u.id = x.user_id where x.group_id = g.id), '[]') as members
      from ticket_group g left join app_user l on l.id = g.lead_user_id order by g.active desc, g.name`.execute(
    db,
  );
  return { rows };
});

export const createGroup = handle(contract.create, async ({ db, input }) => {
  await ensureGroup(db, input, null);
  const { id } = await db
    .insertInto('ticket_group')
    .values(columnsOf(input))
    .returning('id')
    .executeTakeFirstOrThrow();
  await setMembers(db, id, input);
  return { id };
});

export const updateGroup = handle(contract.update, async ({ db, input, version }) => {
  const group = ensureFound(
    await db.selectFrom('ticket_group').selectAll().where('id', '=', input.id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(group.version === version ? 1 : 0);
  await ensureGroup(db, input, input.id);
  await db.updateTable('ticket_group').set(columnsOf(input)).where('id', '=', input.id).execute();
  await setMembers(db, input.id, input);
  return { id: input.id };
});

const columnsOf = (input: Values) => ({
  name: input.name,
  department: input.department,
  lead_user_id: input.leadId ?? null,
  active: input.active,
  assign: input.assign,
  max_open: input.maxOpen,
});

async function ensureGroup(db: Db, input: Values, self: string | null): Promise<void> {
  const agents = new Set(
    (await usersWith(db, { module: m.TicketingAdmin, write: true })).map(({ id }) => id),
  );
  const fields: Record<string, string> = {};
  const members = (input.memberIds ?? []).map(String);
  if (input.leadId && !agents.has(input.leadId)) fields['leadId'] = 'Choose somebody who works on tickets';
  if (members.some((id) => !agents.has(id))) fields['memberIds'] = 'Choose people who work on tickets';
  const same = await db
    .selectFrom('ticket_group')
    .select('id')
    .where('name', '=', input.name)
    .executeTakeFirst();
  if (same && same.id !== self) fields['name'] = 'Already used';
  if (!input.active && self) {
    const used = await db
      .selectFrom('ticket_matrix')
      .select('id')
      .where('owner_group_id', '=', self)
      .where('active', '=', true)
      .executeTakeFirst();
    if (used) fields['active'] = 'Rows of the matrix name this group. Change them first';
  }
  ensure(Object.keys(fields).length === 0, () => refuse('input.invalid', { fields }));
}

async function setMembers(db: Db, groupId: string, input: Values): Promise<void> {
  const members = [...new Set((input.memberIds ?? []).map(String))];
  await sql`delete from ticket_group_member where group_id = ${groupId} and not user_id = any (${members}::uuid[])`.execute(
    db,
  );
  await sql`insert into ticket_group_member (group_id, user_id) select ${groupId}, unnest(${members}::uuid[]) on conflict do nothing`.execute(
    db,
  );
}
