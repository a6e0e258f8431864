import { changingMethods } from '@aangan/contract/endpoint.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type CompiledGrant, type CompiledUser, covers, moduleReach } from './compile-actor.server.ts';
import { networkRights, networkStamp } from './network-rights.server.ts';

export interface AccessQuestion {
  module: string;
  write: boolean;
  franchiseeId: number | null;
}

export interface AccessAnswer {
  allowed: boolean;
  /** The chain, first to last; the last line is the verdict in a user's words. */
  steps: { text: string; ok: boolean; link?: string }[];
}

/** Why a user may or may not do something: the same facts the endpoint runner decides by (system.md 4, explain panel). */
export function explainAccess(user: CompiledUser, question: AccessQuestion): AccessAnswer {
  const steps: AccessAnswer['steps'] = [];
  const say = (ok: boolean, text: string, link?: string) => {
    steps.push({ ok, text, ...(link ? { link } : {}) });
    return ok;
  };
  const title = user.rights.modules.get(question.module)?.title ?? question.module;
  const end = (allowed: boolean, text: string): AccessAnswer => {
    say(allowed, text);
    return { allowed, steps };
  };
  if (!say(user.active, user.active ? 'The account is active.' : 'The account is not active.'))
    return end(false, 'Nobody can sign in with it.');
  if (user.superAdmin) return end(true, 'Super admins pass every check.');
  if (
    !say(
      user.grants.length > 0,
      `Roles open today: ${names(user.grants) || 'none'}.`,
      `/user/view/${user.userId}`,
    )
  )
    return end(false, `You do not have access to ${title}.`);
  const holders = user.grants.filter((g) => g.role.read.has(question.module));
  if (
    !say(
      holders.length > 0,
      holders.length > 0 ? `${title} is opened by ${names(holders)}.` : `No role opens ${title}.`,
      editLink(holders[0] ?? user.grants[0]),
    )
  )
    return end(false, `You do not have access to ${title}.`);
  return explainPlace(user, question, { title, holders, say, end });
}

interface Chain {
  title: string;
  holders: readonly CompiledGrant[];
  say: (ok: boolean, text: string, link?: string) => boolean;
  end: (allowed: boolean, text: string) => AccessAnswer;
}

function explainPlace(
  user: CompiledUser,
  question: AccessQuestion,
  { title, holders, say, end }: Chain,
): AccessAnswer {
  const here = (reach: ReturnType<typeof moduleReach>) =>
    question.franchiseeId === null
      ? reach === 'all' || reach.length > 0
      : covers(reach, question.franchiseeId);
  const placed = holders.filter((g) => here(g.centres));
  if (
    !say(
      placed.length > 0,
      placed.length > 0
        ? `It reaches this centre by ${names(placed)}.`
        : 'None of these roles reaches this centre.',
      `/user/view/${user.userId}`,
    )
  )
    return end(false, `You do not have ${title} at this centre.`);
  const approved = placed.filter((g) => here(moduleReach(g, question.module, 'GET', user.rights)));
  if (
    !say(
      approved.length > 0,
      approved.length > 0 ? 'No staff approval is missing.' : 'Staff approval is missing at this centre.',
      approved.length > 0 ? undefined : `/user/view/${user.userId}?tab=codes`,
    )
  )
    return end(false, 'Staff approval is missing.');
  if (!question.write) return end(true, `${title} may be opened.`);
  const writers = approved.filter((g) =>
    changingMethods.some((method) => here(moduleReach(g, question.module, method, user.rights))),
  );
  say(
    writers.length > 0,
    writers.length > 0
      ? `The change right comes from ${names(writers)}.`
      : whyReadOnly(approved, question.module),
    editLink(writers[0] ?? approved[0]),
  );
  return writers.length > 0
    ? end(true, `${title} may be changed.`)
    : end(false, 'Your role may look but not change here.');
}

const editLink = (grant: CompiledGrant | undefined): string | undefined =>
  grant && !grant.role.allModules ? `/system/edit-role/${grant.role.id}` : undefined;

/** Which of the two stores of rights says no: the pair, or the write flag of the dashboards. */
function whyReadOnly(grants: readonly CompiledGrant[], module: string): string {
  const paired = grants.filter((g) =>
    g.role.endPoints.some((e) => e.module === module && e.method !== 'GET'),
  );
  return paired.length > 0
    ? `The dashboards of ${names(paired)} say: look only.`
    : `${names(grants)} holds the look right alone.`;
}

const names = (grants: readonly CompiledGrant[]): string =>
  [
    ...new Set(grants.map((g) => (g.emergencyId ? `${g.role.description} (emergency)` : g.role.description))),
  ].join(', ');

export interface MatrixCell {
  roleId: number;
  role: string;
  module: string;
  read: boolean;
  write: boolean;
}

/** Every role x module with the rights the server uses: for the matrix screen, its export and the access suite. */
export async function accessMatrix(db: Db): Promise<MatrixCell[]> {
  const rights = await networkRights(db, await networkStamp(db));
  return [...rights.roles.values()].flatMap((role) =>
    [...rights.modules.keys()].map((module) => ({
      roleId: role.id,
      role: role.role,
      module,
      read: role.allModules || role.read.has(module),
      write: role.allModules || role.write.has(module),
    })),
  );
}
