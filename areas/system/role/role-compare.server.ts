import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { chooseActor } from '../access/choose-actor.server.ts';
import type { CompiledUser } from '../access/compile-actor.server.ts';
import { loadRoles, networkRights, networkStamp } from '../access/network-rights.server.ts';
import { menuOf } from '../menu/menu.server.ts';
import { screenRoutes } from '../menu/routes.server.ts';
import { roleContract } from './role.contract.ts';
import type { Right } from './role-delta.ts';
import { rightOf, screensOf } from './role-effect.server.ts';

export const compareRoles = handle(roleContract.compare, async ({ db, input }) => {
  const a = ensureFound((await loadRoles(db, input.a)).get(input.a));
  const b = ensureFound((await loadRoles(db, input.b)).get(input.b));
  const modules = await db
    .selectFrom('module')
    .select(['name', 'title', 'area'])
    .where('public_only', '=', false)
    .orderBy('area')
    .orderBy('title')
    .execute();
  const routes = await screenRoutes(db);
  const opensA = new Set(screensOf(routes, a));
  const opensB = new Set(screensOf(routes, b));
  return {
    modules: modules
      .map((m) => ({
        module: m.name,
        title: m.title,
        area: m.area,
        a: rightOf(a, m.name),
        b: rightOf(b, m.name),
      }))
      .filter((m) => m.a !== m.b),
    codes: [...new Set([...a.codes, ...b.codes])]
      .sort()
      .map((code) => ({ code, a: a.codes.includes(code), b: b.codes.includes(code) }))
      .filter((c) => c.a !== c.b),
    screens: routes
      .map((r) => ({ path: r.path, a: opensA.has(r.path), b: opensB.has(r.path) }))
      .filter((r) => r.a !== r.b),
  };
});

/** 'View as': the very code of the menu, for somebody who holds this role and nothing else. */
export const previewMenu = handle(roleContract.menu, async ({ db, input, now }) => {
  const rights = await networkRights(db, await networkStamp(db));
  const role = ensureFound(rights.roles.get(input.roleId));
  const user: CompiledUser = {
    userId: NOBODY,
    firstName: role.description,
    lastName: '',
    email: '',
    active: true,
    superAdmin: role.allModules,
    // Centre people do not see the list of franchisees; head office does.
    homeFranchiseeId: role.reach === 'NETWORK' || role.reach === 'ZONE' ? HEAD_OFFICE : 0,
    grants: [
      {
        grantId: null,
        role,
        centres: 'all',
        approvedCentres: input.approved ? 'all' : [],
        from: null,
        to: null,
      },
    ],
    codes: [],
    family: { students: [], centres: [], children: [] },
    rights,
    day: todayIst(now),
    until: null,
  };
  const actor = chooseActor(user, {
    roleId: role.id,
    franchiseeId: null,
    academicYearId: null,
    sessionId: null,
    steppedUpAt: null,
  });
  return { dashboards: await menuOf(db, user, actor) };
});

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Rows of the exported matrix: role x module with the right, as the server enforces it. */
export async function matrixRows(db: Db, q: string | undefined): Promise<Record<string, string | number>[]> {
  const rights = await networkRights(db, await networkStamp(db));
  const words = (q ?? '').toLowerCase();
  const names: Readonly<Record<Right, string>> = { NONE: '', R: 'View', W: 'Edit' };
  return [...rights.roles.values()]
    .filter((role) => `${role.role} ${role.description}`.toLowerCase().includes(words))
    .flatMap((role) =>
      [...rights.modules.values()].flatMap((module) => {
        const right = rightOf(role, module.name);
        return right === 'NONE'
          ? []
          : [
              {
                role: role.role,
                description: role.description,
                area: module.area,
                module: module.name,
                title: module.title,
                right: names[right],
              },
            ];
      }),
    );
}
