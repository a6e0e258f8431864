// The network the drill works on.
import { withClient } from '@aangan/testkit/postgres.ts';
import { prepareApiLogin } from '../../db/api-login.ts';
import { seedDemo } from '../../db/demo/run.ts';
import { migrate } from '../../db/migrate.ts';

export const API_PASSWORD = 'drill-api';
const CENTRE = 2;
const CHILDREN = 2_000;

/** Gives the fee accounts that payments are recorded for. */
export async function plantNetwork(adminUrl: string, log: (line: string) => void): Promise<string[]> {
  await migrate(adminUrl);
  await prepareApiLogin({ adminUrl, password: API_PASSWORD, anew: true });
  await seedDemo(adminUrl, { scale: 'large', students: CHILDREN, log });
  return withClient(adminUrl, async (client) => {
    // Nodes of a demo bring simulators of the outside services with them.
    await client.query('update installation set demo = false');
    await client.query('analyze');
    const { rows } = await client.query<{ id: string }>(
      'select id from fee_account where franchisee_id = $1 order by id limit 500',
      [CENTRE],
    );
    return rows.map(({ id }) => id);
  });
}
