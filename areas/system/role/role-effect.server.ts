import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { opensOperation, type RoleRights } from '../access/network-rights.server.ts';
import { routeOpens, type ScreenRoute } from '../menu/routes.server.ts';
import { grantPlace, personName } from '../place-words.server.ts';
import { dutyConflicts } from './duty-conflicts.ts';
import type { Right, RoleEffect } from './role-delta.ts';

const MONEY_AREA = 'finance';

export interface RoleFacts {
  id: number;
  needsApproval: boolean;
}

/** What the server allows a role in a module, pair and write flag together. */
export const rightOf = (rights: RoleRights | undefined, module: string): Right =>
  rights === undefined
    ? 'NONE'
    : rights.allModules || rights.write.has(module)
      ? 'W'
      : rights.read.has(module)
        ? 'R'
        : 'NONE';

/** Screens a role opens by itself. */
export const screensOf = (routes: readonly ScreenRoute[], rights: RoleRights | undefined): string[] =>
  routes
    .filter((route) =>
      routeOpens(route, (module, write) => {
        const right = rightOf(rights, module);
        return write ? right === 'W' : right !== 'NONE';
      }),
    )
    .map((route) => route.path);

export interface BeforeAfter {
  before: RoleRights | undefined;
  after: RoleRights | undefined;
}

/** The effect of a change on everybody who holds the role today. `askedBy` holds the role: losing System is told. */
export async function effectOf(
  db: Db,
  role: RoleFacts,
  { before, after }: BeforeAfter,
  facts: { routes: readonly ScreenRoute[]; askedBy: string; now: Date },
): Promise<RoleEffect> {
  const modules = await db
    .selectFrom('module')
    .select(['name', 'title', 'area'])
    .where('public_only', '=', false)
    .orderBy('area')
    .orderBy('title')
    .execute();
  const changed = modules.flatMap((m) => {
    const from = rightOf(before, m.name);
    const to = rightOf(after, m.name);
    return from === to ? [] : [{ module: m.name, title: m.title, area: m.area, from, to }];
  });
  const codes = difference(before?.codes ?? [], after?.codes ?? []);
  const people = await peopleOf(db, role.id, facts.now);
  const calls = await callsOf(db, { before, after });
  const money =
    changed.some((m) => m.area === MONEY_AREA && (m.from === 'W' || m.to === 'W')) ||
    (await touchesMoneyCodes(db, [...codes.added, ...codes.removed]));
  const isOwn = people.rows.some((p) => p.userId === facts.askedBy);
  return {
    modules: changed,
    codes,
    screens: difference(screensOf(facts.routes, before), screensOf(facts.routes, after)),
    calls: { added: calls.added.length, removed: calls.removed.length },
    people: { count: people.rows.length, names: people.rows.slice(0, 20).map((p) => p.name) },
    ownLoss: isOwn && changed.some((m) => m.module === 'System' && m.to !== 'W'),
    needsApproval: role.needsApproval || money,
    conflicts: conflictsOf({ before, after }, new Map(modules.map((m) => [m.name, m.title]))),
  };
}

const difference = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
});

function conflictsOf({ before, after }: BeforeAfter, titles: ReadonlyMap<string, string>): string[] {
  const both = (rights: RoleRights | undefined, [a, b]: readonly [string, string]) =>
    rightOf(rights, a) === 'W' && rightOf(rights, b) === 'W';
  return dutyConflicts
    .filter((pair) => both(after, pair) && !both(before, pair))
    .map(([a, b]) => `${titles.get(a) ?? a} with ${titles.get(b) ?? b}`);
}

async function callsOf(
  db: Db,
  { before, after }: BeforeAfter,
): Promise<{ added: string[]; removed: string[] }> {
  const operations = await db.selectFrom('operation').select(['name', 'modules', 'also', 'method']).execute();
  const open = (rights: RoleRights | undefined) =>
    rights === undefined ? [] : operations.filter((o) => opensOperation(rights, o)).map((o) => o.name);
  return difference(open(before), open(after));
}

async function touchesMoneyCodes(db: Db, codes: readonly string[]): Promise<boolean> {
  if (codes.length === 0) return false;
  const found = await db
    .selectFrom('approval_code')
    .select('code')
    .where('code', 'in', [...codes])
    .where('area', '=', MONEY_AREA)
    .executeTakeFirst();
  return found !== undefined;
}

export interface RolePerson {
  userId: string;
  name: string;
  where: string;
  to: string | null;
}

/** People with an open grant of the role today, once each, by name. */
export async function peopleOf(db: Db, roleId: number, now: Date): Promise<{ rows: RolePerson[] }> {
  const today = todayIst(now);
  const { rows } = await sql<RolePerson>`
    select u.id as "userId", ${personName('u')} as name, max(g.to_on)::text as "to",
      string_agg(distinct ${grantPlace('g')}, ', ') as "where"
      from user_role g join app_user u on u.id = g.user_id and u.state <> 'DISABLED'
      left join zone z on z.id = g.zone_id left join franchisee f on f.id = g.franchisee_id
     where g.role_id = ${roleId} and g.ended_at is null and g.from_on <= ${today} and (g.to_on is null or g.to_on >= ${today})
     group by u.id, u.first_name, u.last_name order by 2, 1 limit 5000`.execute(db);
  return { rows };
}
