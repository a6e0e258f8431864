// Every operation of the running server, seen from three sides: routes Fastify registered, operations of the OpenAPI
// document, and the permission table a person wrote (areas/<area>/permissions.csv). Promise A1 is that the three are equal.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { documentPath, type OpenApiDocument, type Operation } from '@aangan/server/endpoint/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '../apps/api/app.ts';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';

export interface WalkedApp extends TestApp {
  /** `GET /api/city/list` of every route Fastify holds. */
  readonly routes: readonly string[];
  readonly document: OpenApiDocument;
  readonly endpoints: readonly { area: string; endpoint: Endpoint }[];
}

/** A test server that also noted its routes while they were registered. */
export async function walkedApp(options: TestAppOptions = {}): Promise<WalkedApp> {
  const routes = new Set<string>();
  const note = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRoute', ({ method, url }) => {
      // Fastify adds HEAD to each GET by itself; it runs the same handler.
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${documentPath(url)}`);
    });
  };
  const test = await testApp({
    ...options,
    app: { ...options.app, plugins: [note, ...(options.app?.plugins ?? [])] },
  });
  // The factories take pincodes of the named world; the demo knows only its own centres' codes.
  if (options.data === 'demo') {
    await test.sql(`insert into pincode (pincode, district, state_name, city_id, primary_office)
      select (400000 + n)::text, 'Mumbai', 'Maharashtra', (select min(id) from city), 'Office ' || n from generate_series(1, 60) n
      on conflict do nothing`);
  }
  const { body } = await test.app.inject({ method: 'GET', url: '/api/openapi.json' });
  return {
    ...test,
    routes: [...routes].sort(),
    document: JSON.parse(body),
    endpoints: allEndpoints(test.areas),
  };
}

export interface DocumentOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The document's operations in a flat list. */
export const operationsOf = (document: OpenApiDocument): DocumentOperation[] =>
  Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: url,
      operation,
    })),
  );

/** Routes that are no operations: documents, pages, the upload protocol; each with its reason. */
export const NOT_OPERATIONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^GET \/api\/openapi\.json$/, 'the document itself'],
  [/^GET \/api\/docs(\/|$)/, 'the reference page of the document'],
  [/^\w+ \/api\/upload(\/|$)/, 'the tus protocol, which describes itself'],
  [/^(GET|OPTIONS) (\*|\/\*|\/\{rest\}|\/)$/, 'pages of the web app'],
  [/^GET \/(assets|fonts|icons)\//, 'files of the web app'],
];

export interface PermissionRow {
  /** Whose file the row stands in; `platform` for the operations of no area. */
  readonly area: string;
  readonly operation: string;
  /** Modules of which any one opens it; `@signed-in`, `@anyone`. */
  readonly modules: readonly string[];
  /** A module needed beside one of them: `payments+offlinePayment`. */
  readonly also: string | null;
  readonly write: boolean;
  readonly scope: string;
  /** Only with the right in the whole network; the handler refuses centre people with `module.missing`. */
  readonly network: boolean;
}

const AREAS = path.resolve(import.meta.dirname, '../areas');

const table = (file: string): string[][] =>
  readFileSync(path.resolve(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** The permission table, a file an area: written from the areas' designs, never from the code. */
export const readPermissions = (): PermissionRow[] => [
  ...readdirSync(AREAS)
    .map((area) => ({ area, file: path.join(AREAS, area, 'permissions.csv') }))
    .filter(({ file }) => existsSync(file))
    .flatMap(({ area, file }) => permissionsIn(area, file)),
  ...permissionsIn('platform', 'permissions-of-platform.csv'),
];

const permissionsIn = (area: string, file: string): PermissionRow[] =>
  table(file).map(([operation = '', gate = '', write = '', scope = '', reach = '']) => ({
    area,
    operation,
    modules: gate.split('+')[0]?.split('|') ?? [],
    also: gate.split('+')[1] ?? null,
    write: write === 'W',
    scope,
    network: reach === 'network',
  }));

/** Role name -> module -> may change. From system.md 12.2, 12.3, 12.5 with areas/README §4 (37); SUPER_ADMIN holds everything and has no rows. */
export function readRoleModules(): ReadonlyMap<string, ReadonlyMap<string, boolean>> {
  const roles = new Map<string, Map<string, boolean>>();
  for (const [role = '', module = '', right = ''] of table('role-modules.csv')) {
    const held = roles.get(role) ?? new Map<string, boolean>();
    held.set(module, right === 'W');
    roles.set(role, held);
  }
  return roles;
}

export interface Inventory {
  /** Routes without an operation in the document: hidden endpoints. */
  hidden: string[];
  /** Operations without a route. */
  stale: string[];
  /** Operations that the permission table does not know; as the code has them, to be checked with the design. */
  unlisted: string[];
  /** Rows of the permission table without an operation. */
  leftover: string[];
  /** Operations whose module, write flag or scope differs from the table. */
  different: string[];
}

/** Compares the three sides; all lists are empty when promise A1 holds. */
export function takeInventory(
  routes: readonly string[],
  document: OpenApiDocument,
  permissions: readonly PermissionRow[],
): Inventory {
  const operations = operationsOf(document);
  const documented = new Set(operations.map(({ method, path: url }) => `${method} ${url}`));
  const registered = new Set(routes);
  const byName = new Map(permissions.map((row) => [row.operation, row]));
  const named = operations.filter(({ operation }) => operation['x-scope'] !== 'raw');
  const names = new Set(named.map(({ operation }) => operation.operationId));
  return {
    hidden: routes.filter(
      (route) => !documented.has(route) && !NOT_OPERATIONS.some(([pattern]) => pattern.test(route)),
    ),
    stale: [...documented].filter((operation) => !registered.has(operation)),
    unlisted: named
      .filter(({ operation }) => !byName.has(operation.operationId))
      .map(({ operation }) => lineOf(operation)),
    leftover: permissions.map((row) => row.operation).filter((name) => !names.has(name)),
    different: named.flatMap(({ operation }) => {
      const row = byName.get(operation.operationId);
      const is = lineOf(operation);
      return row && line(row) !== is ? [`${is} (table: ${line(row)})`] : [];
    }),
  };
}

const line = ({ operation, modules, also, write, scope }: Omit<PermissionRow, 'area' | 'network'>): string =>
  `${operation},${[...modules].sort().join('|')}${also ? `+${also}` : ''},${write ? 'W' : 'R'},${scope}`;

const lineOf = (operation: Operation): string =>
  line({
    operation: operation.operationId,
    modules: [operation['x-module']].flat(),
    also: operation['x-module-also'] ?? null,
    write: operation['x-write'],
    scope: operation['x-scope'],
  });
