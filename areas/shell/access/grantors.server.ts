import { Refusal } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels, usersWith } from '../../network/public.server.ts';
import {
  type CompiledUser,
  compileActor,
  ensureMayGrant,
  grantableRoles,
  type WantedGrant,
} from '../../system/public.server.ts';

/** What somebody asked for. */
export interface Asked {
  userId: string;
  module: string;
  write: boolean;
  franchiseeId: number;
}

export interface Proposal {
  roleId: number;
  role: string;
  reach: string;
  opens: string[];
}

const PROPOSED = 3;
const TOLD = 5;
// Compiling somebody's rights costs a few queries; nobody needs more than this many to find five.
const LOOKED_AT = 60;

/** The grant that would answer a request with this role: as narrow as the role allows. */
export const wantedGrant = (
  asked: Asked,
  role: { id: number; reach: string },
  days: { from: string; to: string },
): WantedGrant => ({
  userId: asked.userId,
  roleId: role.id,
  scope: role.reach === 'NETWORK' ? 'NETWORK' : 'CENTRE',
  zoneId: null,
  franchiseeId: role.reach === 'NETWORK' ? null : asked.franchiseeId,
  ...days,
});

async function mayGive(db: Db, granter: CompiledUser, wanted: WantedGrant, now: Date): Promise<boolean> {
  try {
    await ensureMayGrant(db, granter, wanted, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The smallest roles that the granter may give and that hold what was asked, with what else each would open. */
export async function proposalsOf(
  db: Db,
  granter: CompiledUser,
  asked: Asked,
  days: { from: string; to: string; now: Date },
): Promise<Proposal[]> {
  const { roles, modules } = granter.rights;
  const asker = await compileActor(db, asked.userId, days.now);
  const held = new Set(asker?.grants.flatMap((g) => [...g.role.read]) ?? []);
  const fitting = (await grantableRoles(db, granter))
    .flatMap((row) => {
      const role = roles.get(row.id);
      const right = asked.write ? role?.write : role?.read;
      return role && !role.allModules && right?.has(asked.module) ? [role] : [];
    })
    .sort((a, b) => a.read.size - b.read.size || a.id - b.id);
  const found: Proposal[] = [];
  for (const role of fitting) {
    if (found.length === PROPOSED) break;
    if (!(await mayGive(db, granter, wantedGrant(asked, role, days), days.now))) continue;
    const centre = (await franchiseeLabels(db, [asked.franchiseeId])).get(asked.franchiseeId);
    found.push({
      roleId: role.id,
      role: role.description || role.role,
      reach: role.reach === 'NETWORK' ? 'the whole network' : (centre ?? 'this centre'),
      opens: [...role.read].filter((name) => !held.has(name)).map((name) => modules.get(name)?.title ?? name),
    });
  }
  return found;
}

// Nearest first: somebody of the centre, then of its zone, then of the network, a super admin last.
function nearness(user: CompiledUser, franchiseeId: number): number {
  const reaches = user.grants
    .filter((g) => g.role.write.has('User') || g.role.allModules)
    .map((g) =>
      g.role.allModules
        ? 3
        : g.centres === 'all'
          ? 2
          : g.centres.length === 1 && g.centres[0] === franchiseeId
            ? 0
            : 1,
    );
  return Math.min(3, ...reaches);
}

/** At most five people who may answer this, nearest scope first (system.md 3.8). */
export async function grantorsFor(
  db: Db,
  asked: Asked,
  days: { from: string; to: string; now: Date },
): Promise<string[]> {
  const holders = await usersWith(db, { module: 'User', write: true, franchiseeId: asked.franchiseeId });
  const able: { id: string; rank: number }[] = [];
  for (const { id } of holders.filter((one) => one.id !== asked.userId).slice(0, LOOKED_AT)) {
    const granter = await compileActor(db, id, days.now);
    if (!granter?.active || (await proposalsOf(db, granter, asked, days)).length === 0) continue;
    able.push({ id, rank: nearness(granter, asked.franchiseeId) });
  }
  return able
    .sort((a, b) => a.rank - b.rank)
    .slice(0, TOLD)
    .map(({ id }) => id);
}
