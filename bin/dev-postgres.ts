import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { DEV_POSTGRES_FOLDER, devPostgresUrl } from '@aangan/testkit/postgres.ts';

if (process.argv[2] === 'stop') {
  const server = await startPostgres({ dataDir: DEV_POSTGRES_FOLDER, purpose: 'test' });
  await server.stop();
  console.log('The shared test database has stopped.');
} else {
  console.log(await devPostgresUrl((line) => console.error(line)));
}
