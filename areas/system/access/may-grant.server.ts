import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refusals } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type CompiledUser, centresInZone, covers, moduleReach } from './compile-actor.server.ts';

export interface WantedGrant {
  userId: string;
  roleId: number;
  scope: 'NETWORK' | 'ZONE' | 'CENTRES' | 'CENTRE';
  zoneId: number | null;
  franchiseeId: number | null;
  from: string;
  to: string | null;
}

const refuse = refusals({
  'user.may-not-grant': [403, 'You may not give this role here. Ask an administrator who holds it.'],
  'user.own-grant': [403, 'Nobody may change their own roles. Ask another administrator.'],
  'role.needs-end-date': [422, 'This role is given for a time. Choose a last day at most {days} days away.'],
  'role.wrong-scope': [422, 'This role is given for {reach}. Choose that scope.'],
});

/** What was taken in an emergency gives nobody the right to give (system.md 11.4). */
const lasting = (granter: CompiledUser) => granter.grants.filter((g) => g.emergencyId === undefined);

/** Roles a user may give somewhere, for the role picker. */
export async function grantableRoles(
  db: Db,
  granter: CompiledUser,
): Promise<{ id: number; role: string; description: string; reach: string; maxDays: number | null }[]> {
  const own = lasting(granter).map((g) => g.role.id);
  const rows = await db
    .selectFrom('role')
    .select(['id', 'role', 'description', 'reach', 'max_days'])
    .where('active', '=', true)
    .where('reach', 'not in', ['FAMILY', 'VENDOR'])
    .$if(!granter.superAdmin, (qb) =>
      qb.where('id', 'in', (eb) =>
        eb
          .selectFrom('role_grantable')
          .select('role_id')
          .where('granter_role_id', 'in', own.length > 0 ? own : [0]),
      ),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    description: row.description,
    reach: row.reach,
    maxDays: row.max_days,
  }));
}

/** Refuses unless the granter may give this role there (system.md 3.7): holds User with the change right over the target, and one of their own roles there may give it. */
export async function ensureMayGrant(
  db: Db,
  granter: CompiledUser,
  wanted: WantedGrant,
  now: Date,
): Promise<void> {
  if (wanted.userId === granter.userId) throw refuse('user.own-grant');
  const role = await db
    .selectFrom('role')
    .select(['reach', 'max_days', 'all_modules', 'description'])
    .where('id', '=', wanted.roleId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!role || role.reach === 'FAMILY' || role.reach === 'VENDOR') throw refuse('user.may-not-grant');
  if (!scopeFits(role.reach, wanted.scope))
    throw refuse('role.wrong-scope', {
      details: { reach: scopeWords[role.reach] },
      fields: { scope: 'Choose another scope' },
    });
  ensureDates(role.max_days, wanted, now);
  if (granter.superAdmin) return;
  if (role.all_modules) throw refuse('user.may-not-grant');
  const givers = await db
    .selectFrom('role_grantable')
    .select('granter_role_id')
    .where('role_id', '=', wanted.roleId)
    .execute();
  const may = lasting(granter).some(
    (grant) =>
      givers.some((g) => g.granter_role_id === grant.role.id) && reachesTarget(granter, grant, wanted),
  );
  if (!may) throw refuse('user.may-not-grant');
}

// A wider scope than the role's own is refused, so a centre role never becomes a network one by mistake.
const narrower: Readonly<Record<string, readonly WantedGrant['scope'][]>> = {
  NETWORK: ['NETWORK'],
  ZONE: ['ZONE', 'CENTRES', 'CENTRE'],
  CENTRES: ['CENTRES', 'CENTRE'],
  CENTRE: ['CENTRE'],
};
const scopeFits = (reach: string, scope: WantedGrant['scope']): boolean =>
  narrower[reach]?.includes(scope) ?? false;
const scopeWords: Readonly<Record<string, string>> = {
  NETWORK: 'the whole network',
  ZONE: 'a zone',
  CENTRES: 'listed centres',
  CENTRE: 'one centre',
};

function ensureDates(maxDays: number | null, wanted: WantedGrant, now: Date): void {
  const today = todayIst(now);
  const days = maxDays ?? 0;
  if (maxDays !== null && (wanted.to === null || wanted.to > addDays(today, maxDays)))
    throw refuse('role.needs-end-date', {
      details: { days },
      fields: { to: `At most ${days} days from today` },
    });
}

function reachesTarget(
  granter: CompiledUser,
  grant: CompiledUser['grants'][number],
  wanted: WantedGrant,
): boolean {
  const own = ['User', 'System'].map((module) => moduleReach(grant, module, 'POST', granter.rights));
  if (own.includes('all')) return true;
  const targets =
    wanted.scope === 'CENTRE' && wanted.franchiseeId !== null
      ? [wanted.franchiseeId]
      : wanted.scope === 'ZONE' && wanted.zoneId !== null
        ? centresInZone(granter.rights, wanted.zoneId)
        : [];
  return targets.length > 0 && own.some((reach) => targets.every((id) => covers(reach, id)));
}
