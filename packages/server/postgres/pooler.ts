// What a pooler in transaction mode between us and Postgres must be able to do.
import pg from 'pg';

const TRIES = 5;
const NAMED = { name: 'aangan_probe', text: 'select pg_backend_pid() as pid' };
type Pid = { pid: number };

/**
 * Throws, saying what to do, when the pooler at `url` loses a prepared statement on the way to another connection of the
 * server. Needs no more than seven connections for a moment.
 */
export async function assertPrepares(url: string): Promise<void> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'aangan-api' });
    await client.connect();
    clients.push(client);
    return client;
  };
  try {
    const client = await open();
    const { rows } = await client.query<Pid>(NAMED);
    const prepared = rows[0]?.pid;
    // Somebody else takes the connection that knows the statement, so that the next use of it meets another one.
    for (let n = 0; n < TRIES; n += 1) {
      const other = await open();
      await other.query('begin');
      const taken = await other.query<Pid>('select pg_backend_pid() as pid');
      if (taken.rows[0]?.pid === prepared) break;
    }
    await client.query<Pid>(NAMED);
  } catch (error) {
    // 26000: there is no such statement; 42P05: there is one already.
    const code = (error as { code?: string }).code;
    if (code !== '26000' && code !== '42P05') throw error;
    throw new Error(
      'The pooler of API_DATABASE_URL does not keep prepared statements. Use PgBouncer 1.21 or newer with ' +
        'max_prepared_statements = 1000, or set AANGAN_PREPARED_STATEMENTS=no (short reads then take longer).',
      { cause: error },
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
