import type { Method } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import type { Reach } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { approvalCodes, listedCentres, type OpenGrant, openGrants } from '../../network/public.server.ts';
import { type OpenEmergency, openEmergencies } from '../emergency/open-emergencies.server.ts';
import { type NetworkRights, networkRights, networkStamp, type RoleRights } from './network-rights.server.ts';

/** The code without which a teacher's starred modules stay closed (system.md 3.5). */
export const STAFF_APPROVED = 'USER_STAFF_APPROVED';

/** One open grant, compiled: which modules it opens where. */
export interface CompiledGrant {
  grantId: string | null;
  role: RoleRights;
  centres: Reach;
  /** Centres of the starred modules: only where the staff approval stands. */
  approvedCentres: Reach;
  from: string | null;
  to: string | null;
  /** Set for a role taken in an emergency: it allows its screens, and can never be passed on. */
  emergencyId?: string;
}

/** Everything a user may do anywhere, today. Choosing a role, centre and year makes an Actor of it (`choose-actor`). */
export interface CompiledUser {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  active: boolean;
  superAdmin: boolean;
  homeFranchiseeId: number;
  grants: readonly CompiledGrant[];
  codes: readonly { code: string; franchiseeId: number | null }[];
  family: FamilyLinks;
  rights: NetworkRights;
  /** The IST day it was compiled for: grants begin and end with days. */
  day: string;
  /** Epoch ms at which an emergency right ends and this is no longer true; null = never. */
  until: number | null;
}

/** A parent's children and the centres they are at; answered by the students area. */
export interface FamilyLinks {
  /** student.id: what row security compares with. */
  students: readonly string[];
  centres: readonly number[];
  /** The children as links and the child switcher name them. */
  children: readonly { studentAdmissionId: string; label: string }[];
}

export type LinkedStudents = (db: Db, userId: string) => Promise<FamilyLinks>;

let linkedStudents: LinkedStudents = async () => ({ students: [], centres: [], children: [] });

/**
 * Handed over at start by the students area (areas/README §3 rule 3); without it a parent has no child here. Gives back what
 * answered before.
 */
export function useLinkedStudents(answer: LinkedStudents): LinkedStudents {
  const before = linkedStudents;
  linkedStudents = answer;
  return before;
}

/** Reads a user's open grants and codes and works out their reach. Null for an unknown id. */
export async function compileActor(db: Db, userId: string, now: Date): Promise<CompiledUser | null> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email_norm', 'state', 'super_admin', 'franchisee_id'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const day = todayIst(now);
  const rights = await networkRights(db, await networkStamp(db));
  const open = await openGrants(db, userId, day);
  const codes = await approvalCodes(db, userId);
  const listed = open.some((g) => g.scope === 'CENTRES') ? await listedCentres(db, userId, day) : [];
  const emergencies = await openEmergencies(db, userId, now);
  const grants = [
    ...open.flatMap((grant) => compileGrant(grant, rights, { listed, codes })),
    ...emergencies.flatMap((taken) => compileEmergency(taken, rights)),
  ];
  if (user.super_admin) grants.push(...superAdminGrants(rights, grants));
  const isFamily = grants.some((g) => g.role.reach === 'FAMILY');
  return {
    userId: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email_norm ?? '',
    active: user.state === 'ACTIVE',
    superAdmin: user.super_admin,
    homeFranchiseeId: user.franchisee_id,
    grants,
    codes,
    rights,
    day,
    until: emergencies.length > 0 ? Math.min(...emergencies.map((taken) => taken.until)) : null,
    family: isFamily ? await linkedStudents(db, userId) : { students: [], centres: [], children: [] },
  };
}

function compileGrant(
  grant: OpenGrant,
  rights: NetworkRights,
  user: { listed: readonly number[]; codes: CompiledUser['codes'] },
): CompiledGrant[] {
  const role = rights.roles.get(grant.roleId);
  if (!role) return [];
  const centres = cut(reachOfGrant(grant, rights, user.listed), role, rights);
  return [
    {
      grantId: grant.id,
      role,
      centres,
      approvedCentres: role.needsStaffApproval ? approvedPart(centres, user.codes) : centres,
      from: grant.from,
      to: grant.to,
    },
  ];
}

/** A role taken for an hour (system.md 11.4), compiled like any other grant. */
function compileEmergency(taken: OpenEmergency, rights: NetworkRights): CompiledGrant[] {
  const role = rights.roles.get(taken.roleId);
  if (!role || role.allModules) return [];
  const centres = cut(taken.franchiseeId === null ? 'all' : [taken.franchiseeId], role, rights);
  // The approval of a teacher is a fact about the person, which an hour does not give.
  const approvedCentres = role.needsStaffApproval ? [] : centres;
  return [{ grantId: null, role, centres, approvedCentres, from: null, to: null, emergencyId: taken.id }];
}

// The role shows in the super admin's menu even when nobody granted it: the flag is the right.
function superAdminGrants(rights: NetworkRights, grants: readonly CompiledGrant[]): CompiledGrant[] {
  const role = [...rights.roles.values()].find((r) => r.allModules);
  if (!role || grants.some((g) => g.role.id === role.id)) return [];
  return [{ grantId: null, role, centres: 'all', approvedCentres: 'all', from: null, to: null }];
}

function reachOfGrant(grant: OpenGrant, rights: NetworkRights, listed: readonly number[]): Reach {
  switch (grant.scope) {
    case 'NETWORK':
      return 'all';
    case 'CENTRE':
      return grant.franchiseeId === null ? [] : [grant.franchiseeId];
    case 'CENTRES':
      return listed;
    case 'ZONE':
      return grant.zoneId === null ? [] : centresInZone(rights, grant.zoneId);
  }
}

/** Centres of a zone and of the zones below it. */
export const centresInZone = (rights: NetworkRights, zoneId: number): number[] =>
  [...rights.centres].filter(([, centre]) => inZone(centre.zoneId, zoneId, rights)).map(([id]) => id);

function inZone(zoneId: number | null, wanted: number, rights: NetworkRights): boolean {
  // A zone tree is a handful of levels; the bound keeps a circle of parents from hanging sign-in.
  for (
    let at = zoneId, level = 0;
    at !== null && level < 20;
    at = rights.zoneParent.get(at) ?? null, level += 1
  )
    if (at === wanted) return true;
  return false;
}

// The BSK role reaches only its franchisee, whatever scope the grant says (system.md Y15).
function cut(centres: Reach, role: RoleRights, rights: NetworkRights): Reach {
  if (role.franchiseeId === null) return centres;
  const reached =
    centres === 'all' ? rights.centres.has(role.franchiseeId) : centres.includes(role.franchiseeId);
  return reached ? [role.franchiseeId] : [];
}

function approvedPart(centres: Reach, codes: CompiledUser['codes']): Reach {
  const own = codes.filter((c) => c.code === STAFF_APPROVED);
  if (own.some((c) => c.franchiseeId === null)) return centres;
  const approved = own.flatMap((c) => (c.franchiseeId === null ? [] : [c.franchiseeId]));
  return centres === 'all' ? approved : centres.filter((id) => approved.includes(id));
}

/** Whether a reach covers a centre. */
export const covers = (reach: Reach, franchiseeId: number): boolean =>
  reach === 'all' || reach.includes(franchiseeId);

/** Centres where the grant opens a method of a module; empty when it does not. */
export function moduleReach(
  grant: CompiledGrant,
  module: string,
  method: Method,
  rights: NetworkRights,
): Reach {
  if (!grant.role.methods.get(module)?.has(method)) return [];
  return rights.modules.get(module)?.needsStaffApproval ? grant.approvedCentres : grant.centres;
}

export function uniteReach(a: Reach, b: Reach): Reach {
  if (a === 'all' || b === 'all') return 'all';
  if (a.length === 0 || a === b) return b;
  return b.length === 0 ? a : [...new Set([...a, ...b])];
}
