import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { COUNT_CAP, cappedTotal, countUpToCap } from '@aangan/server/record/keyset.ts';
import { istDay, personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { networkModules } from '../network-modules.ts';
import { userContract } from './user.contract.ts';
import { peopleAt, peopleInReach, peopleMatching } from './visible-people.server.ts';

type Input = Omit<z.output<typeof userContract.list.input>, 'page' | 'after' | 'limit'>;

const MOST_PAGES = 200;
const IDLE_DAYS = 90;
const SOON_DAYS = 7;

interface PersonRow {
  id: string;
  name: string;
  email: string | null;
  mobile: string | null;
  centre: number;
  centre_name: string | null;
  department: string | null;
  designation: string | null;
  boss: string | null;
  state: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DISABLED';
  suspended_until: string | null;
  invited_at: string | null;
  activated_at: string | null;
  last_sign_in_at: string | null;
  chips: readonly Chip[] | null;
  n: number | null;
}

interface Chip {
  role: string;
  scope: string;
  to: string | null;
  zone: string | null;
  centre: number | null;
  company_name: string | null;
}

const allOf = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;

const today = istDay(sql`now()`);
const signIns = sql`('PASSWORD_OK', 'CODE_OK', 'INVITE_ACCEPTED')`;

function conditions(input: Input): RawBuilder<unknown>[] {
  const grant: RawBuilder<unknown>[] = [];
  if (input.roleId !== undefined) grant.push(sql`g.role_id = ${input.roleId}`);
  if (input.scope !== undefined) grant.push(sql`g.scope = ${input.scope}`);
  const where = peopleMatching(input.q) as RawBuilder<unknown>[];
  if (grant.length > 0)
    where.push(sql`u.id in (select g.user_id from user_role g where g.ended_at is null and ${allOf(grant)})`);
  if (input.franchiseeId !== undefined) where.push(peopleAt([input.franchiseeId]));
  if (input.zoneId !== undefined)
    where.push(sql`u.id in (select p.id from app_user p join franchisee f on f.id = p.franchisee_id where f.zone_id = ${input.zoneId}
      union select user_id from user_role where zone_id = ${input.zoneId} and ended_at is null)`);
  if (input.departmentId !== undefined) where.push(sql`u.department_id = ${input.departmentId}`);
  if (input.flag !== undefined) where.push(FLAGS[input.flag]);
  where.push(sql`u.kind = ${sql.lit(input.kind)}`);
  where.push(input.state === undefined ? sql`u.state <> 'DISABLED'` : sql`u.state = ${sql.lit(input.state)}`);
  return where;
}

const FLAGS: Readonly<Record<NonNullable<Input['flag']>, RawBuilder<unknown>>> = {
  IDLE: sql`u.state = 'ACTIVE' and u.activated_at < now() - interval '90 days'
    and not exists (select from sign_in_event s where s.user_id = u.id and s.at > now() - interval '90 days' and s.kind in ${signIns})`,
  EXPIRING: sql`exists (select from user_role g where g.user_id = u.id and g.ended_at is null and g.to_on between ${today} and ${today} + 7)`,
  NO_ROLE: sql`not u.super_admin and not exists (select from user_role g where g.user_id = u.id and g.ended_at is null and coalesce(g.to_on, 'infinity') >= ${today})`,
};

// The whole network without a filter has far more people than are counted: the statistics say so without a count.
const countOf = (condition: RawBuilder<unknown>, whole: boolean): RawBuilder<unknown> => {
  const counted = countUpToCap(sql`select from app_user u where ${condition}`);
  return whole
    ? sql`(select case when reltuples > ${sql.lit(COUNT_CAP * 4)} then ${sql.lit(COUNT_CAP + 1)} else ${counted} end from pg_class where oid = 'app_user'::regclass)`
    : counted;
};

interface Wanted {
  input: Input;
  limit: number;
  offset: number;
  count: boolean;
}

/** One page by name: people, their open roles and, for the first page, how many there are; one statement. */
async function readPeople(
  db: Db,
  actor: Actor,
  { input, limit, offset, count }: Wanted,
): Promise<PersonRow[]> {
  const reach = peopleInReach(actor);
  const where = allOf([...reach, ...conditions(input)]);
  const plain = Object.entries(input).every(([key, value]) => key === 'kind' || value === undefined);
  const total = count
    ? countOf(where, reach.length === 0 && plain && input.kind === 'STAFF')
    : sql`null::int`;
  // Limit and first offset are written out: a plan kept for any limit expects a tenth of all people. Roles of the page
  // are gathered once, by index, and not person by person (2.0 ms, now 0.9).
  const from = offset === 0 ? sql`` : sql` offset ${offset}`;
  const { rows } = await sql<PersonRow>`
    with u as materialized (select u.id, u.first_name, u.last_name, u.email_norm, u.mobile_norm, u.franchisee_id, u.department_id, u.designation, u.reports_to, u.state, u.suspended_until,
        u.invited_at, u.activated_at from app_user u where ${where} order by u.first_name, u.last_name, u.id limit ${sql.lit(limit)}${from}),
      held as materialized (select g.user_id, json_agg(json_build_object('role', r.description, 'scope', g.scope, 'to', g.to_on, 'zone', z.name, 'centre', f.id, 'company_name', f.company_name) order by r.position) as chips
        from u join user_role g on g.user_id = u.id and g.ended_at is null join role r on r.id = g.role_id left join zone z on z.id = g.zone_id left join franchisee f on f.id = g.franchisee_id group by g.user_id)
    select u.id, ${personName('u')} as name, u.email_norm as email, u.mobile_norm as mobile, u.franchisee_id as centre, c.company_name as centre_name,
      d.name as department, u.designation, u.state, u.suspended_until, u.invited_at, u.activated_at, ${total} as n, h.chips,
      (select ${personName('b')} from app_user b where b.id = u.reports_to) as boss,
      (select s.at from sign_in_event s where s.user_id = u.id and s.kind in ${signIns} order by s.at desc limit 1) as last_sign_in_at
      from u left join franchisee c on c.id = u.franchisee_id left join department d on d.id = u.department_id left join held h on h.user_id = u.id
     order by u.first_name, u.last_name, u.id`.execute(db);
  return rows;
}

export const listUsers = handle(userContract.list, async ({ db, actor, input, now }) => {
  const { page: asked, after, limit, ...filters } = input;
  // Pages are numbers here, because they stand in the path (/user/page/{current}); beyond 200 one narrows the filter.
  const page = Math.min(
    MOST_PAGES,
    Math.max(1, after === undefined ? asked : Math.trunc(Number(after)) || 1),
  );
  const offset = (page - 1) * limit;
  const rows = await readPeople(db, actor, { input: filters, limit: limit + 1, offset, count: true });
  const n = rows[0]?.n ?? offset;
  const edges = edgesOf(now);
  return {
    rows: rows.slice(0, limit).map((row) => outward(row, actor, edges)),
    next: rows.length > limit && page < MOST_PAGES ? String(page + 1) : null,
    total: cappedTotal(n),
  };
});

/** The instants that flags compare with, once for a page. */
interface Edges {
  idle: string;
  soon: string;
}

const edgesOf = (now: Date): Edges => ({
  idle: new Date(now.getTime() - IDLE_DAYS * 86_400_000).toISOString(),
  soon: addDays(todayIst(now), SOON_DAYS),
});

function outward(row: PersonRow, actor: Actor, edges: Edges) {
  const chips = row.chips ?? [];
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    // A centre sees the numbers of its own people; of the others who work there, only that there is one.
    mobile: row.centre_name === null ? masked(row.mobile) : row.mobile,
    roles: chips.map((chip) => ({ role: chip.role, where: whereText(chip), to: chip.to })),
    homeCentre: row.centre_name === null ? 'Another centre' : franchiseeLabel(row.centre, row.centre_name),
    department: row.department,
    designation: row.designation,
    reportsTo: row.boss,
    state: row.state,
    suspendedUntil: row.suspended_until,
    invitedAt: row.invited_at,
    lastSignInAt: row.last_sign_in_at,
    flags: flagsOf(row, chips, edges),
    can: rowCan(actor, row),
  };
}

const masked = (mobile: string | null): string | null =>
  mobile && `${mobile.slice(0, 5)}•••••${mobile.slice(-3)}`;

function flagsOf(row: PersonRow, chips: readonly Chip[], edges: Edges): ('IDLE' | 'EXPIRING' | 'NO_ROLE')[] {
  const last = row.last_sign_in_at ?? row.activated_at;
  return [
    ...(row.state === 'ACTIVE' && last !== null && last < edges.idle ? (['IDLE'] as const) : []),
    ...(chips.some((chip) => chip.to !== null && chip.to <= edges.soon) ? (['EXPIRING'] as const) : []),
    ...(chips.length === 0 ? (['NO_ROLE'] as const) : []),
  ];
}

function rowCan(actor: Actor, row: { id: string; state: string }): Record<string, boolean> {
  const may = holds(actor, networkModules.User, true);
  const other = row.id !== actor.userId;
  return {
    update: may,
    resendInvite: may && row.state === 'INVITED',
    suspend: may && other && row.state === 'ACTIVE',
    disable: may && other && row.state !== 'DISABLED',
  };
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

export const userOptions = handle(userContract.options, async ({ db, actor, input }) => {
  const where: RawBuilder<unknown>[] = [...peopleInReach(actor), sql`u.kind = 'STAFF'`];
  if (input.ids) where.push(several('u.id', input.ids, 'uuid'));
  else where.push(sql`u.state <> 'DISABLED'`, ...peopleMatching(input.q));
  const { rows } = await sql<{
    id: string;
    label: string;
  }>`select u.id, ${personName('u')} as label from app_user u where ${allOf(where)} order by u.first_name, u.last_name, u.id limit 50`.execute(
    db,
  );
  return { rows };
});

export const exportUsers = handle(userContract.export, ({ db, actor, input }) => {
  const { format, ...filters } = input;
  return startExport(db, actor, {
    contract: userContract.export.name,
    title: 'Users',
    input: filters,
    format,
  });
});

const EXPORT_PAGE = 1000;

/** Rows of a users' file: what the list shows, in its order, without hashes. */
export const usersExport: ExportSource = {
  endpoint: userContract.export,
  columns: () => [
    { key: 'name', label: 'Name', kind: 'text' },
    { key: 'email', label: 'E-mail', kind: 'email' },
    { key: 'mobile', label: 'Mobile', kind: 'phone' },
    { key: 'roles', label: 'Roles', kind: 'text' },
    { key: 'homeCentre', label: 'Home centre', kind: 'text' },
    { key: 'department', label: 'Department', kind: 'text' },
    { key: 'designation', label: 'Designation', kind: 'text' },
    { key: 'state', label: 'State', kind: 'text' },
    { key: 'lastSignInAt', label: 'Last sign-in', kind: 'dateTime' },
  ],
  page: async (db, actor, input, after) => {
    const offset = after === undefined ? 0 : Number(after);
    const filters = userContract.list.input.parse(input);
    const { page: _page, after: _after, limit: _limit, ...wanted } = filters;
    const rows = await readPeople(db, actor, { input: wanted, limit: EXPORT_PAGE + 1, offset, count: false });
    return {
      rows: rows.slice(0, EXPORT_PAGE).map((row) => {
        const { roles, ...one } = outward(row, actor, edgesOf(new Date()));
        return { ...one, roles: roles.map((chip) => `${chip.role} · ${chip.where}`).join('; ') };
      }),
      next: rows.length > EXPORT_PAGE ? String(offset + EXPORT_PAGE) : null,
    };
  },
};
