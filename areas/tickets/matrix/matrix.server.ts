import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { addWorking } from '@aangan/contract/working-time.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { calendarOf } from '@aangan/server/work/working-calendar.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { ticketsModules as m } from '../modules.ts';
import { departments, priorityLabels } from '../ticket-words.ts';
import { refuseTickets } from '../tickets.refusals.ts';
import { matchMatrix } from './match-matrix.server.ts';
import { matrixContract as contract, type MatrixRow } from './matrix.contract.ts';

type Values = Omit<ParsedInputOf<typeof contract.create>, 'id'>;

/** Everybody who works the queue. */
const agentsOf = (db: Db) => usersWith(db, { module: m.TicketingAdmin, write: true });

const person = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${personName(alias)}, 'active', ${sql.ref(`${alias}.state`)} = 'ACTIVE') end`;

async function rowsOf(db: Db, only: string | null): Promise<MatrixRow[]> {
  const { rows } = await sql<MatrixRow>`
    select x.id, x.version, x.department, x.category_id as "categoryId", concat_ws(' › ', cp.name, c.name) as category, x.priority,
      x.zone_id as "zoneId", z.name as zone, x.owner_group_id as "ownerGroupId", g.name as "group", ${person('a')} as l1, ${person('b')} as l2, ${person('e')} as l3,
      x.response_min as "responseMin", x.resolution_min as "resolutionMin", x.calendar_id as "calendarId", k.name as calendar, x.active,
      x.category_id is null and x.priority is null and x.zone_id is null as "isDefault"
      from ticket_matrix x join ticket_group g on g.id = x.owner_group_id join working_calendar k on k.id = x.calendar_id
      left join ticket_category c on c.id = x.category_id left join ticket_category cp on cp.id = c.parent_id left join zone z on z.id = x.zone_id
      left join app_user a on a.id = x.l1_user left join app_user b on b.id = x.l2_user left join app_user e on e.id = x.l3_user
     where ${only === null ? sql`x.active` : sql`x.id = ${only}`}
     order by array_position(${[...departments]}::text[], x.department), c.name nulls first, array_position(${Object.keys(priorityLabels)}::text[], x.priority) nulls first, z.name nulls first, x.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, category: row.category || null }));
}

export const listMatrix = handle(contract.list, async ({ db }) => {
  const rows = await rowsOf(db, null);
  const missing = new Map<string, string[]>();
  for (const department of departments) {
    const without = (['HIGH', 'CRITICAL'] as const).filter(
      (priority) =>
        !rows.some(
          (row) =>
            row.department === department && row.priority === priority && !row.categoryId && !row.zoneId,
        ),
    );
    const named = without.map((priority) => priorityLabels[priority]).join(' and ');
    if (named) missing.set(named, [...(missing.get(named) ?? []), department]);
  }
  const gaps = [...missing].map(
    ([named, of]) => `${named} tickets take the times of the default row: ${of.join(', ')}.`,
  );
  return { rows, gaps };
});

export const getMatrix = handle(contract.get, async ({ db, input }) => {
  const row = ensureFound((await rowsOf(db, input.id))[0]);
  const { rows: versions } = await sql<{
    n: number;
    at: string;
    who: string | null;
    responseMin: number;
    resolutionMin: number;
    group: string;
    active: boolean;
  }>`
    select v.n, to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${personName('u')} as who,
      v.response_min as "responseMin", v.resolution_min as "resolutionMin", g.name as "group", v.active
      from ticket_matrix_version v join ticket_group g on g.id = v.owner_group_id left join app_user u on u.id = v.by
     where v.matrix_id = ${input.id} order by v.n desc limit 100`.execute(db);
  return { row, versions };
});

export const matrixChoices = handle(contract.choices, async ({ db }) => {
  const categories = await sql<{ id: string; label: string; department: MatrixRow['department'] }>`
    select c.id, concat_ws(' › ', p.name, c.name) as label, c.department from ticket_category c left join ticket_category p on p.id = c.parent_id
     where c.active order by 2`.execute(db);
  const groups = await sql<{ id: string; label: string; department: MatrixRow['department'] }>`
    select id, name as label, department from ticket_group where active order by name`.execute(db);
  const calendars = await sql<{ id: number; label: string }>`
    select id, name as label from working_calendar where not use_centre_days order by id`.execute(db);
  return {
    groups: groups.rows,
    categories: categories.rows,
    calendars: calendars.rows,
    agents: (await agentsOf(db)).map(({ id, name }) => ({ id, label: name })),
  };
});

export const testMatrix = handle(contract.test, async ({ db, input, now }) => {
  const won = await matchMatrix(db, input, now);
  const reasons = [
    ...(won.byCategory ? ['the category'] : []),
    ...(won.byPriority ? ['the priority'] : []),
    ...(won.byZone ? ['the zone'] : []),
  ];
  return {
    row: ensureFound((await rowsOf(db, won.rowId))[0]),
    why:
      reasons.length === 0
        ? `No row names these values, so the default row of ${input.department} answers.`
        : `It names ${reasons.join(' and ')}. Category counts 4, its parent 3, priority 2, zone 1; the highest sum wins.`,
    beaten: won.beaten,
  };
});

export const createMatrix = handle(contract.create, async ({ db, actor, input, now }) => {
  await ensureRow(db, input, now, null);
  const { id } = await db
    .insertInto('ticket_matrix')
    .values(columnsOf(input))
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteVersion(db, id, now, userIdOf(actor));
  return { id };
});

async function locked(db: Db, id: string, version: number | undefined) {
  const row = ensureFound(
    await db.selectFrom('ticket_matrix').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  ensure(row.active, () => refuseTickets('matrix.inactive'));
  return { ...row, isDefault: row.category_id === null && row.priority === null && row.zone_id === null };
}

export const updateMatrix = handle(contract.update, async ({ db, actor, input, version, now }) => {
  const row = await locked(db, input.id, version);
  const keepsKey =
    input.department === row.department && !input.categoryId && !input.priority && !input.zoneId;
  ensure(!row.isDefault || keepsKey, () => refuseTickets('matrix.default-row'));
  await ensureRow(db, input, now, row.id);
  await db.updateTable('ticket_matrix').set(columnsOf(input)).where('id', '=', row.id).execute();
  await noteVersion(db, row.id, now, userIdOf(actor));
  return {};
});

export const deactivateMatrix = handle(contract.deactivate, async ({ db, actor, input, version, now }) => {
  const row = await locked(db, input.id, version);
  ensure(!row.isDefault, () => refuseTickets('matrix.default-row'));
  await db.updateTable('ticket_matrix').set({ active: false }).where('id', '=', row.id).execute();
  await noteVersion(db, row.id, now, userIdOf(actor));
  return {};
});

const columnsOf = (input: Values) => ({
  department: input.department,
  category_id: input.categoryId ?? null,
  priority: input.priority ?? null,
  zone_id: input.zoneId ?? null,
  owner_group_id: input.ownerGroupId,
  l1_user: input.l1UserId ?? null,
  l2_user: input.l2UserId ?? null,
  l3_user: input.l3UserId ?? null,
  response_min: input.responseMin,
  resolution_min: input.resolutionMin,
  calendar_id: input.calendarId,
});

const FARTHEST_MS = 400 * 86_400_000;

/** Refuses what a row may not say, at its field, and a second row of the same values. */
async function ensureRow(db: Db, input: Values, now: Date, self: string | null): Promise<void> {
  const fields: Record<string, string> = {};
  if (input.responseMin > input.resolutionMin) fields['resolutionMin'] = 'Not less than the first answer';
  const known = await knownOf(db, input);
  if (!known.category) fields['categoryId'] = 'Choose a category of this department';
  if (!known.group) fields['ownerGroupId'] = 'Choose a group';
  if (!known.zone) fields['zoneId'] = 'Choose a zone';
  if (!known.calendar) fields['calendarId'] = 'Choose working hours';
  const agents = new Set((await agentsOf(db)).map(({ id }) => id));
  const levels = ['l1UserId', 'l2UserId', 'l3UserId'] as const;
  for (const [i, name] of levels.entries()) {
    const id = input[name];
    if (!id) continue;
    if (!agents.has(id)) fields[name] = 'Choose somebody who works on tickets';
    else if (levels.slice(0, i).some((earlier) => input[earlier] === id))
      fields[name] = 'Another person than the level before';
  }
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
  const end = addWorking(await calendarOf(db, input.calendarId), now, input.resolutionMin * 60);
  ensure(end.getTime() - now.getTime() <= FARTHEST_MS, () =>
    refuse('input.invalid', {
      fields: { resolutionMin: 'These working hours do not reach it within 400 days' },
    }),
  );
  const { rows } = await sql`
    select from ticket_matrix where active and department = ${input.department} and category_id is not distinct from ${input.categoryId ?? null}::uuid
      and priority is not distinct from ${input.priority ?? null} and zone_id is not distinct from ${input.zoneId ?? null}::int
      and id is distinct from ${self}::uuid`.execute(db);
  ensure(rows.length === 0, () => refuseTickets('matrix.duplicate'));
}

async function knownOf(db: Db, input: Values) {
  const { rows } = await sql<{ category: boolean; group: boolean; zone: boolean; calendar: boolean }>`
    select ${input.categoryId ?? null}::uuid is null or exists (select from ticket_category where id = ${input.categoryId ?? null} and department = ${input.department} and active) as category,
      exists (select from ticket_group where id = ${input.ownerGroupId} and active) as "group",
      ${input.zoneId ?? null}::int is null or exists (select from zone where id = ${input.zoneId ?? null}) as zone,
      exists (select from working_calendar where id = ${input.calendarId} and not use_centre_days) as calendar`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

/** Keeps the row as it now stands: tickets created from `now` on are measured by it. */
const noteVersion = (db: Db, id: string, now: Date, by: string) =>
  sql`
  insert into ticket_matrix_version (matrix_id, n, at, by, department, category_id, priority, zone_id, owner_group_id, l1_user, l2_user, l3_user,
    response_min, resolution_min, calendar_id, active)
  select x.id, 1 + coalesce((select max(n) from ticket_matrix_version v where v.matrix_id = x.id), 0), ${now}, ${by}, x.department, x.category_id, x.priority,
    x.zone_id, x.owner_group_id, x.l1_user, x.l2_user, x.l3_user, x.response_min, x.resolution_min, x.calendar_id, x.active
    from ticket_matrix x where x.id = ${id}`.execute(db);
