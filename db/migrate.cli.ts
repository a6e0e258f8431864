// npm run migrate: the schema, once for all nodes, before they start.
import { parseArgs } from 'node:util';
import { prepareApiLogin } from './api-login.ts';
import { migrate } from './migrate.ts';

const { values } = parseArgs({ options: { 'set-api-password': { type: 'boolean', default: false } } });
const adminUrl = process.env['DATABASE_URL'] ?? '';
const password = process.env['AANGAN_API_PASSWORD'];
const anew = values['set-api-password'];
let stopped = false;
process.on('SIGTERM', () => {
  stopped = true;
});

try {
  if (anew && !password) throw new Error('Give the new password as AANGAN_API_PASSWORD');
  const { applied } = await migrate(adminUrl, { log: console.log, stopped: () => stopped });
  if (password) await prepareApiLogin({ adminUrl, password, anew });
  console.log(applied.length === 0 ? 'The database is up to date' : `${applied.length} migrations applied`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
