import { type Actor, holds } from '@aangan/server/actor.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { networkModules } from '../network-modules.ts';
import { userContract } from './user.contract.ts';

const COUNT_CAP = 10_000;
const MOST_PAGES = 200;

/**
 * People whose home, or one of whose open roles, is a centre the caller sees. Users are a network table, so row security
 * of franchisee draws the line here: it hides the other centres' rows from the inner select.
 */
export const visiblePeople = sql<boolean>`(exists (select from franchisee f where f.id = u.franchisee_id)
  or exists (select from user_role vg join franchisee f on f.id = vg.franchisee_id where vg.user_id = u.id and vg.ended_at is null))`;

/** `u.search_key like` words in any order. */
export function peopleMatching(q: string | undefined): RawBuilder<boolean>[] {
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => sql<boolean>`u.search_key like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
}

interface PersonRow {
  id: string;
  name: string;
  email: string | null;
  mobile: string | null;
  centre: number;
  centre_name: string | null;
  department: string | null;
  designation: string | null;
  state: 'INVITED' | 'ACTIVE' | 'DISABLED';
  last_sign_in_at: string | null;
}

const allOf = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;

export const listUsers = handle(userContract.list, async ({ db, actor, input }) => {
  // Pages are numbers here, because they stand in the path (/user/page/{current}); beyond 200 one narrows the filter.
  const page = Math.min(
    MOST_PAGES,
    Math.max(1, input.after === undefined ? input.page : Math.trunc(Number(input.after)) || 1),
  );
  const grant: RawBuilder<unknown>[] = [];
  if (input.roleId !== undefined) grant.push(sql`g.role_id = ${input.roleId}`);
  if (input.zoneId !== undefined) grant.push(sql`g.zone_id = ${input.zoneId}`);
  const where: RawBuilder<unknown>[] = [visiblePeople, ...peopleMatching(input.q)];
  if (grant.length > 0)
    where.push(
      sql`exists (select from user_role g where g.user_id = u.id and g.ended_at is null and ${allOf(grant)})`,
    );
  if (input.franchiseeId !== undefined)
    where.push(
      sql`(u.franchisee_id = ${input.franchiseeId} or exists (select from user_role c where c.user_id = u.id and c.franchisee_id = ${input.franchiseeId} and c.ended_at is null))`,
    );
  if (input.departmentId !== undefined) where.push(sql`u.department_id = ${input.departmentId}`);
  where.push(input.state === undefined ? sql`u.state <> 'DISABLED'` : sql`u.state = ${input.state}`);
  const condition = allOf(where);
  const { rows } = await sql<PersonRow>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email_norm as email, u.mobile_norm as mobile, u.franchisee_id as centre, c.company_name as centre_name,
      d.name as department, u.designation, u.state, (select max(s.at) from sign_in_event s where s.user_id = u.id and s.kind in ('PASSWORD_OK', 'CODE_OK', 'INVITE_ACCEPTED')) as last_sign_in_at
      from app_user u left join franchisee c on c.id = u.franchisee_id left join department d on d.id = u.department_id
     where ${condition} order by u.first_name, u.last_name, u.id limit ${input.limit + 1} offset ${(page - 1) * input.limit}`.execute(
    db,
  );
  const { rows: counted } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from app_user u where ${condition} limit ${COUNT_CAP + 1}) c`.execute(
    db,
  );
  const n = counted[0]?.n ?? 0;
  const shown = rows.slice(0, input.limit);
  const chips = await roleChips(
    db,
    shown.map((row) => row.id),
  );
  return {
    rows: shown.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      mobile: row.mobile,
      roles: chips.get(row.id) ?? [],
      homeCentre: row.centre_name === null ? 'Another centre' : franchiseeLabel(row.centre, row.centre_name),
      department: row.department,
      designation: row.designation,
      state: row.state,
      lastSignInAt: row.last_sign_in_at,
      can: rowCan(actor, row),
    })),
    next: rows.length > input.limit && page < MOST_PAGES ? String(page + 1) : null,
    total: { n: Math.min(n, COUNT_CAP), more: n > COUNT_CAP },
  };
});

function rowCan(actor: Actor, row: { id: string; state: string }): Record<string, boolean> {
  const may = holds(actor, networkModules.User, true);
  return {
    update: may,
    resendInvite: may && row.state === 'INVITED',
    disable: may && row.state !== 'DISABLED' && row.id !== actor.userId,
  };
}

/** Open roles of people with where they hold, for chips: 'Teacher' at '(014) Baner'. */
async function roleChips(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { role: string; where: string }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_role as g')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .leftJoin('zone as z', 'z.id', 'g.zone_id')
    .leftJoin('franchisee as f', 'f.id', 'g.franchisee_id')
    .select(['g.user_id', 'r.description', 'g.scope', 'z.name as zone', 'f.id as centre', 'f.company_name'])
    .where('g.user_id', 'in', [...ids])
    .where('g.ended_at', 'is', null)
    .orderBy('r.position')
    .execute();
  const chips = new Map<string, { role: string; where: string }[]>();
  for (const row of rows)
    chips.set(row.user_id, [
      ...(chips.get(row.user_id) ?? []),
      { role: row.description, where: whereText(row) },
    ]);
  return chips;
}

/** 'whole network', 'zone West', 'listed centres', '(014) Baner'. */
export function whereText(row: {
  scope: string;
  zone: string | null;
  centre: number | null;
  company_name: string | null;
}): string {
  if (row.scope === 'NETWORK') return 'whole network';
  if (row.scope === 'ZONE') return `zone ${row.zone ?? ''}`;
  if (row.scope === 'CENTRES') return 'listed centres';
  return row.centre === null || row.company_name === null
    ? 'another centre'
    : franchiseeLabel(row.centre, row.company_name);
}

export const userOptions = handle(userContract.options, async ({ db, input }) => {
  const where: RawBuilder<unknown>[] = [visiblePeople, sql`u.kind = 'STAFF'`];
  if (input.ids) where.push(sql`u.id = any (${input.ids}::uuid[])`);
  else where.push(sql`u.state <> 'DISABLED'`, ...peopleMatching(input.q));
  const { rows } = await sql<{
    id: string;
    label: string;
  }>`select u.id, trim(u.first_name || ' ' || u.last_name) as label from app_user u where ${allOf(where)} order by u.first_name, u.last_name, u.id limit 50`.execute(
    db,
  );
  return { rows };
});
