// Looking into the API's own connections: every statement of every client of a pool passes a test's hands.
import type pg from 'pg';

/** May change a statement's text, or do something before it. `run` asks the same connection. */
export type Watcher = (
  text: string,
  run: (text: string) => Promise<pg.QueryResult>,
) => Promise<string> | string;

/** Hangs a watcher into a pool. Throws when a connection is there already: its statements would go unseen. */
export function watchPool(pool: pg.Pool, watch: Watcher): void {
  if (pool.totalCount > 0)
    throw new Error('The pool has connections already; hang the watcher in before the first request');
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    // Statements are sent without waiting for one another (pipelined), so the watcher takes them one after the other.
    let turn: Promise<unknown> = Promise.resolve();
    const watched = (first: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
      const text = typeof first === 'string' ? first : first.text;
      const sent = turn
        .then(() => watch(text, (own) => query(own)))
        .then((changed) => ({
          result:
            typeof first === 'string'
              ? query(changed, values)
              : // What a name stands for does not change.
                query(changed === text ? first : { text: changed, values: first.values ?? [] }),
        }));
      turn = sent.catch(() => undefined);
      return sent.then(({ result }) => result);
    };
    Object.assign(client, { query: watched });
  });
}

/**
 * From the call of the returned function on, every unit of work is taken back instead of committed; deferred constraints
 * are checked before, as a commit would. A walk over all commands then changes nothing, so each of its requests finds
 * the same world. Hang it in before the first request.
 */
export function takeBackLater(pool: pg.Pool): () => void {
  let begun = false;
  watchPool(pool, (text) => (begun && text === 'commit' ? 'set constraints all immediate; rollback' : text));
  return () => {
    begun = true;
  };
}

/** How many statements a piece of work sends through a pool, from now on alone in it; connections may be there already. */
export async function countStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const wrapped = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const wrap = (client: pg.PoolClient) => {
    if (wrapped.has(client)) return;
    const query = client.query;
    wrapped.set(client, query);
    const counting = (...given: unknown[]) => {
      sent += 1;
      return Reflect.apply(query, client, given) as unknown;
    };
    Object.assign(client, { query: counting });
  };
  pool.on('acquire', wrap);
  try {
    await work();
    return sent;
  } finally {
    pool.off('acquire', wrap);
    for (const [client, query] of wrapped) Object.assign(client, { query });
  }
}
