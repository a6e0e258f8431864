import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOCK_SECONDS = 120;

/** True when a process of that id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False when the process is gone, another program (ids are used again), or dead and only not yet collected. */
export function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // In a container without an init process a killed server stays as a zombie (Z) for ever.
    return stat.includes('(postgres)') && !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

// Start time of a process in clock ticks since boot; tells two processes of the same id apart. Linux only.
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Notes in `folder` that this process uses the server. */
export function addHolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, String(process.pid)), startTime(process.pid));
}

/** Takes this process's note away. */
export function removeHolder(folder: string): void {
  rmSync(join(folder, String(process.pid)), { force: true });
}

/** Counts the noted processes that still live and forgets the others. */
export function livingHolders(folder: string): number {
  if (!existsSync(folder)) return 0;
  const holders = readdirSync(folder);
  const living = holders.filter((name) => sameProcess(Number(name), readIfThere(join(folder, name))));
  for (const name of holders) if (!living.includes(name)) rmSync(join(folder, name), { force: true });
  return living.length;
}

function sameProcess(pid: number, started: string): boolean {
  return isAlive(pid) && startTime(pid) === started;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Runs `work` while no other process runs under the same lock file; a lock whose owner died is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_SECONDS * 1000;
  while (!takeLock(file)) {
    const [pid, started] = readIfThere(file).split(' ');
    // An empty file is a lock being written this very moment.
    if (pid && !sameProcess(Number(pid), started ?? '')) rmSync(file, { force: true });
    else if (Date.now() > deadline)
      throw new Error(`Another start has been busy for ${LOCK_SECONDS} s (${file}).`);
    else await sleep(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function takeLock(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${startTime(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
