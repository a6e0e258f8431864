import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGES: Readonly<Record<string, string>> = { biome: '@biomejs/biome', tsc: 'typescript' };

/** Runs a tool that npm installed and gives its exit code and all it printed. */
export function runTool(name: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return runNode([toolScript(name), ...args]);
}

/** Runs a script of this repository with this same Node. */
export async function runNode(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number>((done, failed) => {
    child.on('error', failed);
    child.on('close', (status) => done(status ?? 1));
  });
  return { code, output };
}

function toolScript(name: string): string {
  const folder = join(ROOT, 'node_modules', PACKAGES[name] ?? name);
  const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const bin: unknown = description instanceof Object ? Reflect.get(description, 'bin') : undefined;
  const script: unknown = bin instanceof Object ? Reflect.get(bin, name) : bin;
  const path = join(folder, typeof script === 'string' ? script : '');
  if (!existsSync(path) || typeof script !== 'string') throw new Error(`${name} is not installed.`);
  return path;
}
