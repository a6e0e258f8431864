import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { DB } from '../../db/types.ts';

export type Db = Kysely<DB>;

/**
 * A Kysely over exactly one connection, already inside its transaction. Feature code gets this and nothing else, so
 * no statement can slip out of the unit of work (models.md 3.8).
 */
export const kyselyOver = (client: pg.PoolClient): Db =>
  new Kysely<DB>({ dialect: singleConnection(client) });

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function singleConnection(client: pg.PoolClient): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => new SingleConnectionDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
}

class SingleConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;
  constructor(client: pg.PoolClient) {
    this.#connection = new Connection(client);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The unit of work is the transaction; nested ones are not offered');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = statementName(query.sql);
    const result = await this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name ? { name } : {}),
    });
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize = 500): AsyncIterableIterator<QueryResult<R>> {
    const cursor = `c_${Math.random().toString(36).slice(2)}`;
    await this.executeQuery(
      CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${query.sql}`, [...query.parameters]),
    );
    for (;;) {
      const { rows } = await this.executeQuery<R>(CompiledQuery.raw(`fetch ${chunkSize} from ${cursor}`));
      if (rows.length === 0) break;
      yield { rows };
    }
    await this.executeQuery(CompiledQuery.raw(`close ${cursor}`));
  }
}

// Statements that come back often are prepared once per connection (saves parsing and planning: about a third of a
// short read). The list is bounded, so generated SQL with ever-new shapes cannot fill the server's memory.
const MAX_PREPARED = 400;
const seen = new Map<string, { n: number; name: string | null }>();
let prepared = 0;

function statementName(sql: string): string | null {
  const known = seen.get(sql);
  if (!known) {
    if (seen.size < 5_000 && sql.length < 20_000) seen.set(sql, { n: 1, name: null });
    return null;
  }
  known.n += 1;
  if (
    known.name === null &&
    known.n > 5 &&
    prepared < MAX_PREPARED &&
    /^\s*(select|insert|update|with|delete)/i.test(sql)
  ) {
    prepared += 1;
    known.name = `p${prepared}`;
  }
  return known.name;
}
