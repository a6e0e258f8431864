import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { routeOpens, screenRoutes } from '../menu/routes.server.ts';
import { SUPER_LEVEL } from '../system-modules.ts';
import { type EndPointRow, endPointContract, methods } from './end-point.contract.ts';

type Method = EndPointRow['method'];

interface Read {
  id: number;
  module: string;
  module_title: string;
  area: string;
  method: Method;
  title: string | null;
  description: string | null;
  origin: 'DECLARED' | 'MANUAL';
  active: boolean;
  stale: boolean;
  student: boolean;
  needs_staff_approval: boolean;
  version: number;
  roles: { id: number; role: string; description: string }[];
  calls: number;
  used_at: string | null;
  contracts: number;
}

/** Every pair with its holders, calls of 30 days and contracts, by area, title of the module and method. */
async function readPairs(db: Db): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select e.id, e.module, m.title as module_title, m.area, e.method, e.title, e.description, e.origin, e.active, m.stale_since is not null as stale,
      m.student, m.needs_staff_approval, e.version,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'role', r.role, 'description', r.description) order by r.position)
        from role_end_point p join role r on r.id = p.role_id and r.active where p.end_point_id = e.id), '[]') as roles,
      coalesce(u.calls, 0) as calls, u.used_at,
      (select count(*)::int from operation o where e.module = any (o.modules)
        and case e.method when 'any' then true when 'GET' then o.method = 'GET' else o.method = e.method end) as contracts
      from system_end_point e join module m on m.name = e.module
      left join (select module, method, sum(calls) filter (where hour > now() - interval '30 days')::int as calls, max(hour) as used_at
                   from end_point_use group by module, method) u on u.module = e.module
        and (u.method = e.method or (e.method = 'any' and u.method = 'POST'))
     where not m.public_only order by m.area, lower(m.title), e.module, array_position(${[...methods]}::text[], e.method)`.execute(
    db,
  );
  // 'any' covers several methods, so the join may give it more than once.
  const merged = new Map<number, Read>();
  for (const row of rows) {
    const known = merged.get(row.id);
    if (known) known.calls += row.calls;
    else merged.set(row.id, row);
  }
  return [...merged.values()];
}

const isSuper = (actor: Actor): boolean => holds(actor, SUPER_LEVEL, true);

export const endPointWorkbench = handle(endPointContract.workbench, async ({ db, actor }) => {
  const pairs = await readPairs(db);
  const areas = [...new Set(pairs.map((p) => p.area))];
  return {
    areas: areas.map((area) => {
      const own = pairs.filter((p) => p.area === area);
      return {
        area,
        modules: [...new Set(own.map((p) => p.module))].map((name) => {
          const cells = own.filter((p) => p.module === name);
          const [first] = cells;
          return {
            name,
            title: first?.module_title ?? name,
            student: first?.student ?? false,
            needsStaffApproval: first?.needs_staff_approval ?? false,
            stale: first?.stale ?? false,
            cells: cells.map((c) => ({
              id: c.id,
              method: c.method,
              title: c.title,
              origin: c.origin,
              active: c.active,
              roles: c.roles,
              calls30: c.calls,
              lastUsedAt: c.used_at,
            })),
          };
        }),
      };
    }),
    can: { create: isSuper(actor) },
  };
});

interface Filters {
  q?: string | undefined;
  area?: string | undefined;
  method?: string | undefined;
  origin?: string | undefined;
  use?: 'nobody' | 'unused' | 'stale' | undefined;
}

const QUARTER_MS = 90 * 86_400_000;

function matching(pairs: readonly Read[], filters: Filters): Read[] {
  const q = (filters.q ?? '').toLowerCase();
  const old = Date.now() - QUARTER_MS;
  return pairs.filter(
    (p) =>
      (q === '' || `${p.module} ${p.module_title} ${p.title ?? ''}`.toLowerCase().includes(q)) &&
      (filters.area === undefined || p.area === filters.area) &&
      (filters.method === undefined || p.method === filters.method) &&
      (filters.origin === undefined || p.origin === filters.origin) &&
      (filters.use === undefined ||
        (filters.use === 'nobody' && p.roles.length === 0) ||
        (filters.use === 'stale' && p.stale) ||
        (filters.use === 'unused' && (p.used_at === null || Date.parse(p.used_at) < old))),
  );
}

const outOf =
  (actor: Actor) =>
  (p: Read): EndPointRow => ({
    id: p.id,
    module: p.module,
    moduleTitle: p.module_title,
    area: p.area,
    method: p.method,
    title: p.title,
    origin: p.origin,
    stale: p.stale,
    active: p.active,
    roles: p.roles.length,
    calls30: p.calls,
    contracts: p.contracts,
    can: { update: isSuper(actor), remove: isSuper(actor) && p.origin === 'MANUAL' },
  });

export const listEndPoints = handle(endPointContract.list, async ({ db, actor, input }) => {
  const rows = matching(await readPairs(db), input).map(outOf(actor));
  const name = (input.sort ?? 'module').replace('-', '') as 'module' | 'calls30' | 'roles';
  const sign = input.sort?.startsWith('-') ? -1 : 1;
  rows.sort((a, b) => sign * (name === 'module' ? a.module.localeCompare(b.module) : a[name] - b[name]));
  // The catalogue is some hundred rows: a page is a slice, its cursor the number of rows before it.
  const from = input.after === undefined ? 0 : Math.max(0, Math.trunc(Number(input.after)) || 0);
  const next = from + input.limit;
  return {
    rows: rows.slice(from, next),
    next: next < rows.length ? String(next) : null,
    total: { n: rows.length, more: false },
  };
});

/** Rows of the export: the list's own, with its filters. */
export async function endPointRows(db: Db, filters: Filters): Promise<Record<string, string | number>[]> {
  return matching(await readPairs(db), filters).map((p) => ({
    area: p.area,
    module: p.module,
    title: p.title ?? '',
    method: p.method,
    origin: p.origin,
    roles: p.roles.map((r) => r.role).join(', '),
    calls30: p.calls,
    contracts: p.contracts,
  }));
}

export const exportEndPoints = handle(endPointContract.export, async ({ db, actor, input }) => {
  const { format, ...filters } = input;
  return startExport(db, actor, {
    contract: 'end-point.export',
    title: 'End points',
    input: filters,
    format,
  });
});

export const getEndPoint = handle(endPointContract.get, async ({ db, actor, input }) => {
  const pair = ensureFound((await readPairs(db)).find((p) => p.id === input.endPointId));
  const operations = await db
    .selectFrom('operation')
    .select(['name', 'area', 'summary', 'path', 'method'])
    .where(sql<boolean>`${pair.module} = any (modules)`)
    .orderBy('name')
    .execute();
  const routes = await screenRoutes(db);
  return {
    ...outOf(actor)(pair),
    description: pair.description,
    version: pair.version,
    holders: pair.roles,
    operations: operations
      .filter((o) => pair.method === 'any' || o.method === pair.method)
      .map(({ method: _method, ...o }) => o),
    screens: routes
      .filter(
        (r) =>
          [...r.modules, ...(r.modulesAlso ?? [])].includes(pair.module) &&
          (pair.method !== 'GET' ||
            routeOpens({ ...r, modulesAlso: null }, (m, write) => m === pair.module && !write)),
      )
      .map((r) => r.path),
  };
});
