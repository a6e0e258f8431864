import { changingMethods } from '@aangan/contract/endpoint.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { type Actor, allows, holds } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { franchiseeLabel, userCards } from '../../network/public.server.ts';
import { type CompiledUser, menuOf } from '../../system/public.server.ts';
import { preference, profileContract } from '../profile.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { photoUrlOf } from './photo.server.ts';

const startPreference: Preference = {
  locale: 'en',
  theme: 'auto',
  density: 'comfortable',
  pins: [],
  homeCards: [],
  quiet: null,
};

export const getProfile = handleApart(profileContract.get, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const user = await compiledOf(db, call.actor, call.now);
    const row = await db
      .selectFrom('app_user as u')
      .leftJoin('department as d', 'd.id', 'u.department_id')
      .select([
        'u.first_name',
        'u.last_name',
        'u.email_norm',
        'u.mobile_norm',
        'u.designation',
        'u.employee_code',
        'u.franchisee_id',
        'u.reports_to',
        'u.password_set_at',
        'u.photo_file_id',
        'd.name as department',
      ])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
    const onTablet = call.actor.ownOperations !== undefined;
    const boss = row.reports_to ? (await userCards(db, [row.reports_to])).get(row.reports_to) : undefined;
    return {
      id: userId,
      firstName: row.first_name,
      lastName: row.last_name,
      email: onTablet ? null : row.email_norm,
      mobile: onTablet ? null : row.mobile_norm,
      department: row.department,
      designation: row.designation,
      employeeCode: row.employee_code,
      homeCentre: labelOf(user, row.franchisee_id),
      reportsTo: boss?.name ?? null,
      photoUrl: await photoUrlOf(db, row.photo_file_id, call.now),
      lastSignInAt: await previousSignIn(db, userId, ensureFound(call.actor.sessionId)),
      passwordSetAt: row.password_set_at,
      roles: user.grants.map((g) => ({
        role: g.role.role,
        description: g.role.description,
        reach: reachText(user, g.centres),
        from: g.from ?? '',
        to: g.to,
      })),
      modules: heldModules(user, call.actor),
      preference: await preferenceOf(db, userId),
    };
  }),
);

const labelOf = (user: CompiledUser, id: number): string =>
  franchiseeLabel(id, user.rights.centres.get(id)?.companyName ?? '');

/** 'The whole network', '(014) Baner', '52 centres'. */
function reachText(user: CompiledUser, centres: 'all' | readonly number[]): string {
  if (centres === 'all') return 'The whole network';
  const [only] = centres;
  return centres.length === 1 && only !== undefined ? labelOf(user, only) : `${centres.length} centres`;
}

const heldModules = (user: CompiledUser, actor: Actor) =>
  [...user.rights.modules.values()]
    .filter((m) => !m.name.startsWith('level_') && holds(actor, m.name, false))
    .map((m) => ({ module: m.name, title: m.title, area: m.area, change: holds(actor, m.name, true) }))
    .sort((a, b) => a.area.localeCompare(b.area) || a.title.localeCompare(b.title));

async function previousSignIn(db: Db, userId: string, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('started_at')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row?.started_at ?? null;
}

type Preference = z.output<typeof preference>;

async function preferenceOf(db: Db, userId: string): Promise<Preference> {
  const row = await db
    .selectFrom('user_preference')
    .select(['locale', 'theme', 'density', 'saved_menu', 'home_cards', 'notify'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return startPreference;
  const { locale, theme, density } = row;
  const kept = preference.safeParse({
    locale,
    theme,
    density,
    pins: row.saved_menu,
    homeCards: row.home_cards,
    quiet: quietIn(row.notify),
  });
  return kept.success ? kept.data : { ...startPreference, locale, theme, density };
}

const quietIn = (notify: unknown): unknown =>
  typeof notify === 'object' && notify !== null && 'quiet' in notify ? notify.quiet : null;

export const updateProfile = handleApart(profileContract.update, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    await db
      .updateTable('app_user')
      .set({ first_name: call.input.firstName, last_name: call.input.lastName })
      .where('id', '=', userIdOf(call.actor))
      .execute();
    return {};
  }),
);

export const savePreference = handleApart(profileContract.savePreference, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const changes = Object.fromEntries(Object.entries(call.input).filter(([, value]) => value !== undefined));
    const next: Preference = { ...(await preferenceOf(db, userId)), ...changes };
    const row = {
      locale: next.locale,
      theme: next.theme,
      density: next.density,
      saved_menu: JSON.stringify(next.pins),
      home_cards: JSON.stringify(next.homeCards),
      notify: JSON.stringify({ quiet: next.quiet }),
    };
    await db
      .insertInto('user_preference')
      .values({ user_id: userId, ...row })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
      .execute();
    return next;
  }),
);

export const getMenu = handleApart(profileContract.menu, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const user = await compiledOf(db, call.actor, call.now);
    const { actor } = call;
    // The guard of the browser follows the role in use, as the menu does; the server itself never narrows (shell.md D1).
    const roles = user.grants.filter((g) => actor.roleIds.includes(g.role.id)).map((g) => g.role);
    const names = [...user.rights.modules.keys()].filter(
      (name) => holds(actor, name, false) && roles.some((r) => r.allModules || r.read.has(name)),
    );
    return {
      dashboards: await menuOf(db, user, actor),
      modules: Object.fromEntries(
        names.map((name) => [name, { write: changingMethods.some((method) => allows(actor, name, method)) }]),
      ),
      codes: [...actor.codes].sort(),
    };
  }),
);
