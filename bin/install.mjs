// Installs the packages of the lockfile with npm and shows how far it is. Plain JavaScript, Node 20, no dependency.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Alpine is the one that says so in its file names.
const C_LIBRARY = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';

/** True when every package of the lockfile that belongs on this machine is there in the locked version. */
export function isInstalled(root) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const there = readPackages(hidden);
  return wantedPackages(root).every(([path, wanted]) => {
    // npm leaves a package out when an optional one fails; only what must be there counts.
    if (wanted.optional && !there[path]) return true;
    return there[path]?.version === wanted.version && existsSync(join(root, path));
  });
}

/** Installs the lockfile's versions; ends the process with npm's own words when it fails. */
export async function install(root) {
  const files = wantedPackages(root).map(([path]) => join(root, path, 'package.json'));
  console.log(`Installing ${files.length} packages (once, about a minute)`);
  const started = Date.now();
  const stopShowing = showProgress(files, started);
  const { code, output } = await runNpm(root);
  stopShowing();
  if (code !== 0) {
    console.error(
      `\nnpm could not install the packages:\n${output.trim()}\n\nCheck the network and start again.\n`,
    );
    process.exit(1);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function wantedPackages(root) {
  return Object.entries(readPackages(join(root, 'package-lock.json'))).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && belongsHere(entry),
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function belongsHere({ os, cpu, libc }) {
  return (
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes(C_LIBRARY))
  );
}

function runNpm(root) {
  // NODE_ENV=production would leave out the tools that build the web app.
  // Not `npm ci`: a registry that lacks one optional package of another platform leaves it out of the lockfile, and ci
  // then refuses the whole tree. `install` takes the same locked versions; --no-save leaves the lockfile alone.
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: program === 'npm' && process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code) => done({ code, output }));
  });
}

function showProgress(files, started) {
  const live = process.stdout.isTTY;
  const timer = setInterval(
    () => {
      const seconds = Math.round((Date.now() - started) / 1000);
      const there = files.filter((file) => existsSync(file)).length;
      const line = `  ${there} of ${files.length} packages, ${seconds} s`;
      process.stdout.write(live ? `\r${line}` : `${line}\n`);
    },
    live ? 500 : 5000,
  );
  return () => {
    clearInterval(timer);
    if (live) process.stdout.write('\r\x1b[K');
  };
}
