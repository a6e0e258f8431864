// What a database holds before the demo comes: nothing, a demo, or somebody's work.
import type { Client } from 'pg';
import { migrate } from '../migrate.ts';

type State = 'EMPTY' | 'REAL' | 'HALF' | 'READY';

export async function stateOf(client: Client): Promise<State> {
  const { rows } = await client.query<{ demo: boolean; seeded: boolean; users: boolean }>(
    `select demo, seeded_scale is not null as seeded, exists (select from app_user) or (select count(*) > 1 from franchisee) as users from installation`,
  );
  const row = rows[0];
  if (row?.demo) return row.seeded ? 'READY' : 'HALF';
  return row?.users ? 'REAL' : 'EMPTY';
}

export async function emptyDatabase(client: Client, adminUrl: string): Promise<void> {
  await client.query(
    'drop schema if exists public cascade; drop schema if exists pgboss cascade; create schema public',
  );
  await migrate(adminUrl);
}

/** The demo dates its documents by hand, past the triggers that guard them; a role that may not says so before the first row. */
export async function refuseWithoutHistory(client: Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; who: string }>(
    `select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may, quote_ident(current_user) as who`,
  );
  if (!rows[0]?.may)
    throw new Error(
      `The demo network needs one more right on this server. As its superuser: ` +
        `grant set on parameter session_replication_role to ${rows[0]?.who}`,
    );
}
