import { createHash } from 'node:crypto';
import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { DB } from '../../../db/types.ts';
import type { Named } from './prepared-message.ts';

export type Db = Kysely<DB>;

/** One transaction on one connection. It begins with its first statement, in the same round trip. */
export interface Transaction {
  readonly client: pg.PoolClient;
  /** `begin`, and what sets the work role and the scope. */
  readonly opening: readonly Named[];
  /** The work role: a prepared statement is planned for one role, so each role has its own. */
  readonly role: string;
  /** False: no statement has a name (see Database). */
  readonly prepares: boolean;
  /** Set by the first statement: `opening` is on its way, or done. */
  opened?: Promise<unknown>;
  /** Sent with the commit, in order (see atCommit). */
  readonly closing: CompiledQuery[];
  /** The connection may be somebody else's by now: a handle that was kept must not speak into their transaction. */
  ended?: true;
}

const transactions = new WeakMap<Db, Transaction>();

/**
 * A Kysely over exactly one connection, inside its transaction. Feature code gets this and nothing else, so no
 * statement can slip out of the unit of work (models.md 3.8).
 */
export function kyselyOver(transaction: Transaction): Db {
  const db = new Kysely<DB>({ config, dialect, driver, executor: new Executor(transaction) });
  transactions.set(db, transaction);
  return db;
}

/**
 * Leaves a statement to the commit: both travel together, which saves a round trip. If it fails, nothing is committed.
 * For writes whose outcome nobody looks at.
 */
export function atCommit(db: Db, query: CompiledQuery): void {
  const transaction = transactions.get(db);
  if (!transaction) throw new Error('This handle belongs to no unit of work');
  transaction.closing.push(query);
}

/** Sends a statement behind those that are under way; opens the transaction first when it is the first one. */
export async function send(transaction: Transaction, query: CompiledQuery): Promise<pg.QueryResult> {
  const { client, opening, role, prepares } = transaction;
  if (transaction.ended) throw new Error('This unit of work has ended');
  gatherWrites(client);
  transaction.opened ??= Promise.all(opening.map((one) => ask(client, one, prepares)));
  const name = prepares ? statementName(query.sql, role) : null;
  const sent = name
    ? ask(client, { name, text: query.sql, values: query.parameters }, true)
    : client.query({ text: query.sql, values: [...query.parameters] });
  // A failed opening is the reason of everything that fails behind it.
  const [, result] = await Promise.all([transaction.opened, sent]);
  return result;
}

/** Asks a statement under its name, or as any other where no statement has one. */
export const ask = (client: pg.PoolClient, one: Named, prepares: boolean): Promise<pg.QueryResult> =>
  client.query(prepares ? (one as pg.QueryConfig) : { text: one.text, values: [...(one.values ?? [])] });

/** Everything written to the connection in this turn leaves in one system call. */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The unit of work has the connection and the transaction already. */
class NoDriver implements Driver {
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    throw new Error('The unit of work gives its connection to the executor alone');
  }
  async beginTransaction(): Promise<void> {
    throw new Error('The unit of work is the transaction; nested ones are not offered');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver = new NoDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};
const config = { dialect };

/** Sends a statement straight away: the taking and giving back of connections costs as much as a short one's answer. */
class Executor extends DefaultQueryExecutor {
  readonly #connection: Connection;
  constructor(transaction: Transaction) {
    const connection = new Connection(transaction);
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
    this.#connection = connection;
  }
  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query);
  }
}

class Connection implements DatabaseConnection {
  readonly #transaction: Transaction;
  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await send(this.#transaction, query);
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
const MAX_PREPARED = 600;
const MOST_SEEN = 5_000;
const seen = new Map<string, Map<string, { n: number; name: string | null }>>();
let prepared = 0;

/** One name for one text, in every process: through a pooler two of them share a connection of the server. */
const nameOf = (sql: string, role: string): string =>
  `p_${createHash('sha256').update(role).update('|').update(sql).digest('hex').slice(0, 32)}`;

function statementName(sql: string, role: string): string | null {
  const ofRole = seen.get(role) ?? new Map<string, { n: number; name: string | null }>();
  if (ofRole.size === 0) seen.set(role, ofRole);
  const known = ofRole.get(sql);
  if (!known) {
    if (ofRole.size < MOST_SEEN && sql.length < 20_000) ofRole.set(sql, { n: 1, name: null });
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
    known.name = nameOf(sql, role);
  }
  return known.name;
}
