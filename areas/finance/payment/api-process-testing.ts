// The API as a process of its own, so that a test can kill -9 it: HTTP on a given port and the inbox worker.
import { flushCompileCache } from 'node:module';
import { currentYear } from '@aangan/contract/period.ts';
import { startInboxWorker } from '@aangan/server/background/inbox-worker.ts';
import { inboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { createLogger } from '@aangan/server/logging.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import { watchPool } from '@aangan/testkit/watched-pool.ts';
import { buildApp } from '../../../apps/api/app.ts';
import { areaServers, authenticatorOf } from '../../../apps/api/areas.ts';

const { DATABASE_URL = '', PORT = '', UNGUARDED } = process.env;
useKeys({ sealKey: '07'.repeat(32), signKey: '09'.repeat(32) });
const database = openDatabase(DATABASE_URL, { max: 10 });
// The broken twin: no row is locked (the inbox's own claim excepted), and a payment's state is not looked at.
const unguarded = (text: string): string =>
  /skip locked/i.test(text)
    ? text
    : text
        .replace(
          /^select \* from "payment" (.*) for update$/,
          `select *, 'INITIATED' as status from "payment" $1`,
        )
        .replace(/ for update( of "\w+")?/gi, '');
if (UNGUARDED) watchPool(database.pool, unguarded);
const log = createLogger();
const ports = { config: process.env, origin: 'http://aangan.test' };
const app = await buildApp({
  database,
  areas: areaServers,
  authenticate: authenticatorOf(database),
  ports,
  log,
  defaultYear: () => currentYear(new Date()),
  checkout: {
    script: 'https://checkout.test',
    frame: 'https://checkout.test',
    connect: 'https://checkout.test',
  },
});
// A killed worker's rows come back when its lease ends; 60 s of the product would only make the test wait.
startInboxWorker({ database, workers: inboxWorkers(areaServers), ports, log, leaseS: 2 });
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
// Node writes what it compiled at its end, which a kill takes away: each start would compile the server anew.
flushCompileCache();
// Nobody is left to stop it: the test was stopped itself.
process.stdin.once('end', () => process.exit()).resume();
