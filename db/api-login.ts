// The password of the server's own database role. All nodes share it: it is set once and then only checked, for a node
// that set another one would shut the others out.
import { SESSION_SETTINGS } from '@aangan/server/postgres/database.ts';
import pg from 'pg';

const ROLE = 'aangan_api';

/** The address at `adminUrl` as the server's own role. */
export function apiLoginUrl(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = ROLE;
  url.password = password;
  return url.href;
}

export interface ApiLogin {
  adminUrl: string;
  password: string;
  /** Sets the password even though it was set before (a database of this node alone, or asked for on purpose). */
  anew: boolean;
}

/**
 * Sets the password when the database's role has none of ours yet, or `anew`; checks it otherwise. Throws, saying what to do,
 * when another one is in force.
 */
export async function prepareApiLogin({ adminUrl, password, anew }: ApiLogin): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'aangan-migrate' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ at: Date | null }>(
      'select api_password_at as at from installation for update',
    );
    const set = rows[0]?.at === null || anew;
    if (set) {
      await client.query(`alter role ${ROLE} password ${client.escapeLiteral(password)}`);
      await client.query('update installation set api_password_at = now()');
    }
    await keepSettings(client);
    await client.query('commit');
    if (!set) await check(apiLoginUrl(adminUrl, password));
  } finally {
    await client.end();
  }
}

/** Settings of the login, in this database: a pooler hands on none that a node asks for when it connects. */
async function keepSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const [key, value] of Object.entries(SESSION_SETTINGS))
    await client.query(
      `alter role ${ROLE} in database ${rows[0]?.name} set ${key} = ${client.escapeLiteral(value)}`,
    );
}

async function check(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'aangan-migrate' });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new Error(
      `The database role ${ROLE} has another password than this node knows. Give AANGAN_API_PASSWORD as the first node ` +
        'has it (its .aangan/api-password).\nTo set a new one for all nodes: AANGAN_API_PASSWORD=… npm run migrate -- --set-api-password',
      { cause: error },
    );
  }
}
