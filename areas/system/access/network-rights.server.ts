import { changingMethods, type Method } from '@aangan/contract/endpoint.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** What one role opens, from the catalogue: the same for everybody who holds it. */
export interface RoleRights {
  id: number;
  role: string;
  description: string;
  position: number;
  reach: 'NETWORK' | 'ZONE' | 'CENTRES' | 'CENTRE' | 'FAMILY' | 'VENDOR';
  sessionClass: 'STAFF' | 'GUARDED' | 'FAMILY';
  /** Set for a BSK role: its grants reach only this centre. */
  franchiseeId: number | null;
  allModules: boolean;
  needsStaffApproval: boolean;
  /** Methods of each module; the changing ones only where no map of the role marks it as read-only (system.md 3.3). */
  methods: ReadonlyMap<string, ReadonlySet<Method>>;
  /** Modules that may be looked at. */
  read: ReadonlySet<string>;
  /** Modules in which something may be changed. */
  write: ReadonlySet<string>;
  codes: readonly string[];
  endPoints: readonly { module: string; method: string }[];
}

export interface ModuleFacts {
  name: string;
  title: string;
  area: string;
  student: boolean;
  needsStaffApproval: boolean;
}

export interface NetworkRights {
  stamp: number;
  roles: ReadonlyMap<number, RoleRights>;
  modules: ReadonlyMap<string, ModuleFacts>;
  /** Every franchisee with its zone. */
  centres: ReadonlyMap<number, { zoneId: number | null; companyName: string }>;
  zoneParent: ReadonlyMap<number, number | null>;
  years: ReadonlySet<number>;
}

// A few databases may live in one process (tests); each has its own random stamp.
const kept = new Map<number, NetworkRights>();
const KEEP = 8;

/** Stamp of everything that all users share; moves with any change of roles, modules, zones or centres. */
export async function networkStamp(db: Db): Promise<number> {
  return (
    await db.selectFrom('permission_stamp').select('stamp').where('scope', '=', '*').executeTakeFirstOrThrow()
  ).stamp;
}

/** The shared half of every compilation, read once per stamp. */
export async function networkRights(db: Db, stamp: number): Promise<NetworkRights> {
  const known = kept.get(stamp);
  if (known) return known;
  const fresh = await inNetworkRole(db, () => load(db, stamp));
  kept.set(stamp, fresh);
  for (const old of kept.keys()) {
    if (kept.size <= KEEP) break;
    kept.delete(old);
  }
  return fresh;
}

// Zones must be seen whole, whoever asks: a half-seen list would be kept for everybody. It holds no rows of a centre but
// its name.
async function inNetworkRole<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  await sql`select set_config('role', 'rt_network', true)`.execute(db);
  const result = await work();
  await sql`select set_config('role', ${(rows[0] as { role: string }).role}, true)`.execute(db);
  return result;
}

async function load(db: Db, stamp: number): Promise<NetworkRights> {
  const modules = await db
    .selectFrom('module')
    .select(['name', 'title', 'area', 'student', 'needs_staff_approval'])
    .where('stale_since', 'is', null)
    .where('public_only', '=', false)
    .execute();
  const zones = await db.selectFrom('zone').select(['id', 'parent_id']).execute();
  const centres = await db.selectFrom('franchisee').select(['id', 'zone_id', 'company_name']).execute();
  const years = await db.selectFrom('academic_year').select('id').execute();
  return {
    stamp,
    years: new Set(years.map((y) => y.id)),
    roles: await loadRoles(db),
    modules: new Map(
      modules.map((m) => [
        m.name,
        {
          name: m.name,
          title: m.title,
          area: m.area,
          student: m.student,
          needsStaffApproval: m.needs_staff_approval,
        },
      ]),
    ),
    centres: new Map(centres.map((c) => [c.id, { zoneId: c.zone_id, companyName: c.company_name }])),
    zoneParent: new Map(zones.map((z) => [z.id, z.parent_id])),
  };
}

interface PairRow {
  role_id: number;
  module: string;
  method: string;
  writable: boolean;
}

function methodsOf(pairs: readonly PairRow[]): Map<string, Set<Method>> {
  const held = new Map<string, Set<Method>>();
  for (const pair of pairs) {
    const own = held.get(pair.module) ?? new Set<Method>();
    held.set(pair.module, own);
    const named: readonly Method[] =
      pair.method === 'any' ? ['GET', ...changingMethods] : [pair.method as Method]; // by the column's check
    for (const method of named) if (method === 'GET' || pair.writable) own.add(method);
  }
  return held;
}

/** Rights of every active role, or of one as this transaction sees it (system.md 3.3). */
export async function loadRoles(db: Db, only: number | null = null): Promise<Map<number, RoleRights>> {
  const roles = await db
    .selectFrom('role')
    .selectAll()
    .where('active', '=', true)
    .$if(only !== null, (qb) => qb.where('id', '=', only ?? 0))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const codes = await db.selectFrom('role_approval_code').select(['role_id', 'code']).execute();
  // An absent flag is writable, in a map or without one; absent never widens: the pair is needed as well (system.md Y6).
  const { rows: pairs } = await sql<PairRow>`
    select p.role_id, e.module, e.method, coalesce((
        select bool_or(coalesce(d.is_write, true) and coalesce(s.is_write, true)) from sub_dashboard b
          join sub_dashboard_role_map s on s.sub_dashboard_id = b.id and s.role_id = p.role_id
          join dashboard_role_map d on d.dashboard_id = b.dashboard_id and d.role_id = p.role_id
         where b.name = e.module), true) as writable
      from role_end_point p join system_end_point e on e.id = p.end_point_id and e.active
      join module m on m.name = e.module and m.stale_since is null
     where ${only}::int is null or p.role_id = ${only}
     order by e.module, e.method`.execute(db);
  return new Map(
    roles.map((role) => {
      const own = pairs.filter((p) => p.role_id === role.id);
      const methods = methodsOf(own);
      const having = (wanted: readonly Method[]) =>
        new Set([...methods].filter(([, held]) => wanted.some((m) => held.has(m))).map(([module]) => module));
      return [
        role.id,
        {
          id: role.id,
          role: role.role,
          description: role.description,
          position: role.position,
          reach: role.reach,
          sessionClass: role.session_class,
          franchiseeId: role.franchisee_id,
          allModules: role.all_modules,
          needsStaffApproval: role.needs_staff_approval,
          methods,
          read: having(['GET']),
          write: having(changingMethods),
          codes: codes.filter((c) => c.role_id === role.id).map((c) => c.code),
          endPoints: own.map((p) => ({ module: p.module, method: p.method })),
        },
      ];
    }),
  );
}

/** Whether a role opens an operation by itself: the module, and the one needed beside it, with that very method. */
export const opensOperation = (
  role: RoleRights,
  { modules, also, method }: { modules: readonly string[]; also: string | null; method: string },
): boolean => {
  const holds = (module: string) => role.methods.get(module)?.has(method as Method) === true; // by the column's check
  return role.allModules || (modules.some(holds) && (also === null || holds(also)));
};
