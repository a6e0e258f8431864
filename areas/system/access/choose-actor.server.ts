import type { Method } from '@aangan/contract/endpoint.ts';
import { refuse as platform, refusals } from '@aangan/contract/refusal.ts';
import type { Actor, ModuleReach, Reach } from '@aangan/server/work/actor.ts';
import {
  type CompiledGrant,
  type CompiledUser,
  covers,
  moduleReach,
  uniteReach,
} from './compile-actor.server.ts';

/** What a call or session chose; null = all of it. */
export interface ActorChoice {
  roleId: number | null;
  franchiseeId: number | null;
  academicYearId: number | null;
  sessionId: string | null;
  /** Epoch ms. */
  steppedUpAt: number | null;
}

const refuse = refusals({
  'session.role-not-held': [403, 'You do not hold this role. Reload to see your roles.'],
});

/**
 * The actor of one call. A family role is never mixed with staff roles (shell.md D2): it acts when it is the chosen one,
 * or when the user holds nothing else. Choosing a staff role narrows menu and role-keyed rules, not the server's access
 * (D1). Refuses a role that is not held (403) and a centre that is not reached (404).
 */
export function chooseActor(user: CompiledUser, choice: ActorChoice): Actor {
  const chosen = choice.roleId === null ? null : user.grants.find((g) => g.role.id === choice.roleId);
  if (chosen === undefined) throw refuse('session.role-not-held');
  const family = isFamilyChoice(user, chosen);
  const grants = user.grants
    .filter((g) => (g.role.reach === 'FAMILY') === family)
    .map((g) => (family ? familyGrant(g, user) : g));
  const centres = grants.reduce<Reach>((all, g) => uniteReach(all, g.centres), []);
  const superAdmin = user.superAdmin && !family;
  const { franchiseeId } = choice;
  if (
    franchiseeId !== null &&
    !(user.rights.centres.has(franchiseeId) && (superAdmin || covers(centres, franchiseeId)))
  )
    throw platform('context.foreign');
  if (choice.academicYearId !== null && !user.rights.years.has(choice.academicYearId))
    throw platform('context.foreign');
  const reach = superAdmin ? undefined : modulesReach(user, grants);
  return {
    kind: 'user',
    userId: user.userId,
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    allModules: superAdmin,
    roleIds: chosen ? [chosen.role.id] : [...new Set(grants.map((g) => g.role.id))],
    modules: new Map(
      [...(reach ?? [])].flatMap(([name, held]) =>
        at(held, franchiseeId).map((methods) => [name, methods] as const),
      ),
    ),
    codes: codesAt(user, grants, franchiseeId, centres),
    wholeNetwork: superAdmin || centres === 'all',
    centres: centres === 'all' ? [] : centres,
    students: family ? user.family.students : null,
    franchiseeId,
    academicYearId: choice.academicYearId,
    sessionId: choice.sessionId,
    steppedUpAt: choice.steppedUpAt,
    link: null,
    ...(reach && franchiseeId === null ? { reach } : {}),
    ...markOf(user),
  };
}

/** While an emergency right is open every act carries its id, whichever role allowed it (system.md 11.4). */
const markOf = (user: CompiledUser): Pick<Actor, 'emergencyId'> => {
  const taken = user.grants.find((g) => g.emergencyId !== undefined);
  return taken?.emergencyId === undefined ? {} : { emergencyId: taken.emergencyId };
};

/** Whether the choice means the family side. */
export function isFamilyChoice(user: CompiledUser, chosen: CompiledGrant | null): boolean {
  if (chosen) return chosen.role.reach === 'FAMILY';
  return !user.superAdmin && user.grants.length > 0 && user.grants.every((g) => g.role.reach === 'FAMILY');
}

/** Where each method of each module is held, over all grants. */
export function modulesReach(user: CompiledUser, grants: readonly CompiledGrant[]): Map<string, ModuleReach> {
  const all = new Map<string, Map<Method, Reach>>();
  for (const grant of grants) {
    for (const [module, methods] of grant.role.methods) {
      for (const method of methods) {
        const reach = moduleReach(grant, module, method, user.rights);
        if (reach !== 'all' && reach.length === 0) continue;
        const known = all.get(module) ?? new Map<Method, Reach>();
        all.set(module, known.set(method, uniteReach(known.get(method) ?? [], reach)));
      }
    }
  }
  return all;
}

/** Methods that are held at the centre, or anywhere where none is chosen; as a list, empty without any. */
function at(held: ModuleReach, franchiseeId: number | null): ReadonlySet<Method>[] {
  const here = [...held].filter(([, reach]) => franchiseeId === null || covers(reach, franchiseeId));
  return here.length > 0 ? [new Set(here.map(([method]) => method))] : [];
}

/** Codes at the chosen centre; without one, those that hold at every centre the actor reaches. */
function codesAt(
  user: CompiledUser,
  grants: readonly CompiledGrant[],
  franchiseeId: number | null,
  centres: Reach,
): ReadonlySet<string> {
  const held = (centre: number | null) =>
    new Set([
      ...user.codes.filter((c) => c.franchiseeId === null || c.franchiseeId === centre).map((c) => c.code),
      ...grants
        .filter((g) => g.centres === 'all' || (centre !== null && covers(g.centres, centre)))
        .flatMap((g) => g.role.codes),
    ]);
  if (franchiseeId !== null || centres === 'all') return held(franchiseeId);
  const [first = held(null), ...rest] = centres.map(held);
  return new Set([...first].filter((code) => rest.every((next) => next.has(code))));
}

// A child may be at another centre than the one the parent was invited by; row security also asks for the child.
function familyGrant(grant: CompiledGrant, user: CompiledUser): CompiledGrant {
  const centres = uniteReach(grant.centres, user.family.centres);
  return { ...grant, centres, approvedCentres: centres };
}
