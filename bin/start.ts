import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import {
  type RunningPostgres,
  type StartPostgresOptions,
  startPostgres,
} from '@aangan/server/postgres/embedded-postgres.ts';
import { isPostgres } from '@aangan/server/postgres/embedded-postgres-processes.ts';
import { buildWeb, WEB_DIR, webIsBuilt } from './build-web.ts';
import { loadFunction } from './load-function.ts';
import { say, step, table } from './say.ts';
import { type Stopping, stopOnSignals } from './stopping.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DATA = join(ROOT, '.aangan');
const HOST = process.env['HOST'] ?? '127.0.0.1';
const PORT = Number(process.env['PORT'] ?? 3000);

/** What the API server gets. It listens before it answers. */
export type StartApiOptions = {
  /** Owner of the database: migrations, jobs set-up. */
  adminUrl: string;
  /** Runtime login; row security holds. */
  apiUrl: string;
  /** The same login without a pooler; absent: `apiUrl` leads to none. */
  apiSessionUrl?: string;
  host: string;
  port: number;
  /** Built web app. */
  webDir: string;
  /** Folder for uploads and exports. */
  filesDir: string;
};
type StartedApi = { close(): Promise<void> };

/** One line of the table of sign-ins. */
export type DemoSignIn = { role: string; name: string; centre: string; signIn: string; password: string };

async function main(): Promise<void> {
  const begun = performance.now();
  const stopping = stopOnSignals(say);
  try {
    await refuseBusyPort();
    mkdirSync(DATA, { recursive: true });
    const [urls] = await Promise.all([prepareDatabase(stopping), prepareWeb(stopping)]);
    const api = await step('Server', () => startApi(urls));
    await stopping.onStop(() => api.close());
    tellAddress(urls.signIns, Math.round(performance.now() - begun));
  } catch (error) {
    // A stop in the middle of starting makes the steps fail; that is no failure.
    if (!stopping.begun) {
      console.error(`\n${error instanceof Error ? error.message : error}\n`);
      if (process.env['DEBUG']) console.error(error);
    }
    await stopping.stop(stopping.begun ? 0 : 1);
  }
}

type ApiUrls = Pick<StartApiOptions, 'apiUrl' | 'apiSessionUrl'>;
type DatabaseUrls = ApiUrls & { adminUrl: string; signIns: readonly DemoSignIn[] };

async function prepareDatabase(stopping: Stopping): Promise<DatabaseUrls> {
  const own = process.env['DATABASE_URL'];
  const adminUrl = own ?? (await step('Database', (log) => startEmbedded(stopping, log)));
  await step('Tables', (log) => prepareTables(adminUrl, stopping, log));
  const login = await prepareLogin(adminUrl, own === undefined);
  const signIns = own && !process.env['AANGAN_DEMO'] ? [] : await prepareDemo(adminUrl);
  return { adminUrl, ...login, signIns };
}

// Several nodes: `npm run migrate` does it once, and each node only looks whether it was done.
async function prepareTables(
  adminUrl: string,
  stopping: Stopping,
  log: (line: string) => void,
): Promise<void> {
  if (process.env['AANGAN_MIGRATE'] === 'no') {
    const assertMigrated = await loadFunction('db/migrate.ts', 'assertMigrated');
    await assertMigrated(adminUrl);
    return;
  }
  const migrate = await loadFunction('db/migrate.ts', 'migrate');
  await stopping.uncut(() => migrate(adminUrl, { log, stopped: () => stopping.begun }));
}

async function prepareLogin(adminUrl: string, embedded: boolean): Promise<ApiUrls> {
  const { apiLoginUrl, prepareApiLogin } = await import('../db/api-login.ts');
  const pooled = process.env['API_DATABASE_URL'];
  const given =
    process.env['AANGAN_API_PASSWORD'] ?? (pooled && decodeURIComponent(new URL(pooled).password));
  const password = given || secret('api-password');
  await prepareApiLogin({ adminUrl, password, anew: embedded });
  const direct = apiLoginUrl(adminUrl, password);
  return pooled ? { apiUrl: pooled, apiSessionUrl: direct } : { apiUrl: direct };
}

async function startEmbedded(stopping: Stopping, log: (line: string) => void): Promise<string> {
  // A database left half started would go on without us.
  return stopping.uncut(async () => {
    const options: StartPostgresOptions = { dataDir: join(DATA, 'postgres'), purpose: 'app', log };
    const server = await startPostgres(options);
    await stopping.onStop(() => server.stop());
    keepRunning(server, options, stopping);
    return server.url;
  });
}

/** Starts a database that somebody killed again, on the same port: the pools of the server find it by themselves. */
function keepRunning(server: RunningPostgres, options: StartPostgresOptions, stopping: Stopping): void {
  let { pid } = server;
  let busy = false;
  const look = async () => {
    if (busy || stopping.begun || isPostgres(pid)) return;
    busy = true;
    say('The database ended; starting it again');
    const restart = () => startPostgres({ ...options, port: server.port, log: say });
    await stopping.uncut(restart).then(
      (again) => {
        pid = again.pid;
        say('The database runs again');
      },
      (error: Error) => say(error.message),
    );
    busy = false;
  };
  setInterval(look, 1000).unref();
}

async function prepareDemo(adminUrl: string): Promise<readonly DemoSignIn[]> {
  const seedDemo = await loadFunction<{ signIns: readonly DemoSignIn[] }>('db/demo/run.ts', 'seedDemo');
  const { signIns } = await step('Demo network', (log) =>
    seedDemo(adminUrl, { log, scale: 'small', secretsDir: DATA }),
  );
  return signIns;
}

async function prepareWeb(stopping: Stopping): Promise<void> {
  if (webIsBuilt()) return;
  await step('Web app', () => buildWeb((child) => void stopping.onStop(() => void child.kill('SIGTERM'))));
}

async function startApi(urls: DatabaseUrls): Promise<StartedApi> {
  const start = await loadFunction<StartedApi>('apps/api/start.ts', 'startApi');
  const { adminUrl, apiUrl, apiSessionUrl } = urls;
  const options: StartApiOptions = {
    adminUrl,
    apiUrl,
    ...(apiSessionUrl ? { apiSessionUrl } : {}),
    host: HOST,
    port: PORT,
    webDir: WEB_DIR,
    filesDir: join(DATA, 'files'),
  };
  return start(options);
}

// Checked first: nobody should wait for a build only to read that the port is taken.
async function refuseBusyPort(): Promise<void> {
  if (!Number.isInteger(PORT) || PORT < 1 || PORT > 65535) {
    throw new Error(`PORT must be a number from 1 to 65535, not "${process.env['PORT']}".`);
  }
  const code = await new Promise<string | undefined>((done) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen(PORT, HOST, () => probe.close(() => done(undefined)));
  });
  if (code === undefined) return;
  const other = PORT < 65535 ? PORT + 1 : 3001;
  const reason =
    code === 'EADDRINUSE'
      ? `Port ${PORT} is in use. Perhaps Aangan runs already: http://localhost:${PORT}`
      : `Port ${PORT} on ${HOST} cannot be used (${code}).`;
  throw new Error(`${reason}\nTo use another port:  PORT=${other} npm start`);
}

function secret(name: string): string {
  const file = join(DATA, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function tellAddress(signIns: readonly DemoSignIn[], milliseconds: number): void {
  const shown = HOST === '127.0.0.1' || HOST === '0.0.0.0' ? 'localhost' : HOST;
  say(`\nAangan is ready after ${(milliseconds / 1000).toFixed(1)} s\n\n  http://${shown}:${PORT}\n`);
  if (signIns.length > 0) {
    const rows = signIns.map(({ role, name, centre, signIn, password }) => [
      role,
      name,
      centre,
      signIn,
      password,
    ]);
    say(`Demo sign-ins\n${table([['role', 'name', 'centre', 'sign-in', 'password'], ...rows])}\n`);
  }
  say(
    process.env['DATABASE_URL']
      ? 'Data: the database of DATABASE_URL'
      : `Data: ${DATA} (delete the folder to begin again)`,
  );
  if (process.env['DATABASE_URL'])
    say(
      process.env['AANGAN_S3_BUCKET']
        ? 'Files: the bucket of AANGAN_S3_BUCKET'
        : `Files: ${join(DATA, 'files')} (good for one node; several need AANGAN_S3_BUCKET)`,
    );
  say('Stop: Ctrl-C\n');
}

await main();
