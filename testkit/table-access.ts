// Promise T2: the database alone refuses, even if the API forgets. Every tenant table, with raw SQL in the runtime roles.
import type { Client } from 'pg';
import { centreColumn, type TableFacts } from './catalogue.ts';
import { insertSql, type MadeRow, makeRow } from './table-rows.ts';

export interface AccessResult {
  checks: number;
  /** Own rows that were seen: shows that the refusals are not just empty tables. */
  ownSeen: number;
  /** Tables of which a centre saw none of its own rows: there the refusals would prove nothing. */
  blind: string[];
  leaks: string[];
}

type Role = 'rt_centre' | 'rt_public' | 'rt_family' | 'rt_network';

interface Scope {
  readonly role: Role | null;
  /** app.centres; null = not set. */
  readonly centres: string | null;
  readonly students?: string;
}

const OWN = 2;
const OTHER = 3;

/** Tries every action on every table as a centre, a link holder, a parent, somebody without context and the bare login. */
export async function tryAccess(client: Client, tables: readonly TableFacts[]): Promise<AccessResult> {
  const result: AccessResult = { checks: 0, ownSeen: 0, blind: [], leaks: [] };
  for (const table of tables) {
    for (const role of ['rt_centre', 'rt_public', 'rt_family'] as const)
      await tryTable(client, table, { role, centres: String(OWN), students: '-' }, result);
    await tryWithoutContext(client, table, result);
  }
  return result;
}

async function tryTable(
  client: Client,
  table: TableFacts,
  scope: Scope,
  result: AccessResult,
): Promise<void> {
  const centre = centreColumn(table) as string;
  const check = async (
    action: string,
    text: string,
    values: unknown[],
    leaked: (outcome: Outcome) => boolean,
  ) => {
    result.checks += 1;
    const outcome = await attempt(client, scope, text, values);
    if (leaked(outcome))
      result.leaks.push(`${table.name}: ${scope.role} could ${action} (${outcome.rows} rows)`);
    return outcome;
  };
  const other = makeRow(table, OTHER, 2);
  const set = `set ${centre} = ${centre}`;
  const own = await check(
    'see nothing of its own',
    `select from ${table.name} where ${centre} = ${OWN}`,
    [],
    () => false,
  );
  if (own.rows > 0) result.ownSeen += 1;
  else if (scope.role === 'rt_centre' && own.error === null) result.blind.push(table.name);
  await check(
    'read another centre',
    `select from ${table.name} where ${centre} not in (${OWN}, 1)`,
    [],
    ({ rows }) => rows > 0,
  );
  await check(
    'write into another centre',
    ...texts(table, other),
    ({ rows }) => rows > 0 && table.name !== 'access_log',
  );
  await check(
    'change another centre',
    `update ${table.name} ${set} where ${centre} <> ${OWN}`,
    [],
    ({ rows }) => rows > 0,
  );
  await check(
    'remove from another centre',
    `delete from ${table.name} where ${centre} <> ${OWN}`,
    [],
    ({ rows }) => rows > 0,
  );
  await check(
    'move a row to another centre',
    `update ${table.name} set ${centre} = ${OTHER} where ${centre} = ${OWN}`,
    [],
    ({ rows }) => rows > 0,
  );
  const key = table.primaryKey.map((column) => `"${column}"`).join(', ');
  const upsert = key
    ? texts(
        table,
        makeRow(table, OTHER),
        `on conflict (${key}) do update ${set.replace(/= .*/, `= excluded.${centre}`)}`,
      )
    : null;
  if (upsert) await check('upsert over another centre', ...upsert, ({ rows }) => rows > 0);
  // A parent may see shared network rows; a row of the own centre only when it is about a child of theirs.
  if (scope.role === 'rt_family')
    await check(
      'read rows of other families',
      `select from ${table.name} where ${centre} = ${OWN}`,
      [],
      ({ rows }) =>
        rows > 0 &&
        !table.policies.includes('shared_read') &&
        table.name !== 'franchisee' &&
        !OPEN_TO_FAMILIES.has(table.name),
    );
}

/** Rows of the centre that every family of it may read (no child is named in them). */
const OPEN_TO_FAMILIES = new Set(['section']);

async function tryWithoutContext(client: Client, table: TableFacts, result: AccessResult): Promise<void> {
  const { text, values } = insertSql(table, makeRow(table, OWN, 3));
  const actions: [string, string, unknown[]][] = [
    ['read', `select from ${table.name}`, []],
    ['insert', text, values],
    ['update', `update ${table.name} set ${centreColumn(table)} = ${OWN}`, []],
    ['delete', `delete from ${table.name}`, []],
  ];
  const scopes: Scope[] = [
    { role: 'rt_centre', centres: null },
    { role: 'rt_centre', centres: '' },
    { role: 'rt_public', centres: null },
    { role: 'rt_family', centres: null },
    { role: null, centres: String(OWN) },
  ];
  for (const scope of scopes) {
    for (const [action, sql, parameters] of actions) {
      result.checks += 1;
      const outcome = await attempt(client, scope, sql, parameters);
      // "No rows" would be an answer; without a context there may be none, only an error.
      if (!outcome.error && !APPEND_WITHOUT_CENTRE.has(`${table.name} ${action}`))
        result.leaks.push(`${table.name}: ${scope.role ?? 'aangan_api'} could ${action} without a context`);
    }
  }
}

/** The access log notes refusals too, which happen before any centre is known. */
const APPEND_WITHOUT_CENTRE = new Set(['access_log insert']);

const texts = (table: TableFacts, row: MadeRow, more?: string): [string, unknown[]] => {
  const { text, values } = insertSql(table, row, more);
  return [text, values];
};

interface Outcome {
  rows: number;
  error: string | null;
}

/** Runs one statement as the scope and takes it back. */
async function attempt(client: Client, scope: Scope, text: string, values: unknown[]): Promise<Outcome> {
  await client.query('begin');
  try {
    if (scope.role) await client.query(`set local role ${scope.role}`);
    if (scope.centres !== null)
      await client.query("select set_config('app.centres', $1, true), set_config('app.students', $2, true)", [
        scope.centres,
        scope.students ?? '',
      ]);
    const { rowCount } = await client.query(text, values);
    return { rows: rowCount ?? 0, error: null };
  } catch (error) {
    const { code } = error as { code?: string };
    // A statement that cannot even be written proves nothing.
    if (!code || (code.startsWith('42') && code !== '42501')) throw error;
    return { rows: 0, error: code };
  } finally {
    await client.query('rollback');
  }
}
