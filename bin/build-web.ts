import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const WEB = join(ROOT, 'apps/web');
const STAMP = join(ROOT, '.aangan/web-build');

/** Where the built web app lies. */
export const WEB_DIR = join(WEB, 'dist');

const SOURCES = [
  'apps/web',
  'packages/web',
  'packages/contract',
  'packages/money',
  'areas',
  'package-lock.json',
];
const NOT_IN_THE_BROWSER = /(\.server\.ts|\.test\.tsx?|\.sql|\.md)$|^areas[\\/]\w+[\\/]demo[\\/]/;

/** True when the built web app is the one of the present sources. */
export function webIsBuilt(): boolean {
  return (
    existsSync(join(WEB_DIR, 'index.html')) &&
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === sourcesHash()
  );
}

/** Builds the web app. Throws an error holding the end of Vite's output when that fails. */
export async function buildWeb(onSpawn: (child: ChildProcess) => void): Promise<void> {
  const hash = sourcesHash();
  rmSync(STAMP, { force: true });
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches us, and we end the build.
    detached: process.platform !== 'win32',
  });
  onSpawn(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('close', done);
  });
  if (code !== 0)
    throw new Error(`The web app could not be built.\n${output.trim().split('\n').slice(-30).join('\n')}`);
  mkdirSync(join(ROOT, '.aangan'), { recursive: true });
  writeFileSync(STAMP, hash);
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of SOURCES)
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  const full = join(ROOT, source);
  if (source.endsWith('.json')) return [source];
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter(
      (file) => !/(^|[\\/])(node_modules|dist|\.vite)[\\/]/.test(file) && !NOT_IN_THE_BROWSER.test(file),
    )
    .sort();
}
