import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startPostgres } from '@aangan/server/postgres/embedded-postgres.ts';
import { say } from './say.ts';
import { stopOnSignals } from './stopping.ts';

const ROOT = resolve(import.meta.dirname, '..');

// Runs one script of the repository with DATABASE_URL set: the given one, else the database of `npm start`, which is
// started for the time of the script when it does not run already.
const [script = '', ...args] = process.argv.slice(2);
const stopping = stopOnSignals(say);
if (existsSync(join(ROOT, script))) await stopping.stop(await runWithDatabase());
else {
  console.error(`${script} is missing from this checkout.`);
  await stopping.stop(1);
}

async function runWithDatabase(): Promise<number> {
  const env = { ...process.env, DATABASE_URL: process.env['DATABASE_URL'] ?? (await startOwn()) };
  const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit', env });
  await stopping.onStop(() => void child.kill('SIGTERM'));
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (code) => done(code ?? 1));
  });
}

function startOwn(): Promise<string> {
  return stopping.uncut(async () => {
    const dataDir = join(ROOT, '.aangan/postgres');
    const server = await startPostgres({ dataDir, purpose: 'app', log: say });
    await stopping.onStop(() => server.stop());
    return server.url;
  });
}
