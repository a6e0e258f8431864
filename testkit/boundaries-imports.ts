import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/** A source file of the repository with what it imports; paths are from the root, with slashes. */
export type SourceFile = { path: string; code: string; imports: readonly Import[] };

/** `target` is a path of the repository, or the name of an outside package (`node:fs`, `zod`). */
export type Import = { target: string; inside: boolean; typeOnly: boolean };

const FOLDERS = ['packages', 'testkit', 'areas', 'apps', 'db', 'bench', 'bin', 'e2e'];
const STATIC =
  /^[ \t]*(?:import|export)\b(?<clause>[^'"`;=()]*)\bfrom\s*(?<quote>['"])(?<from>[^'"\n]+)\k<quote>/gm;
const BARE = /^[ \t]*import\s*(?<quote>['"])(?<from>[^'"\n]+)\k<quote>/gm;
const DYNAMIC = /\bimport\(\s*(?<quote>['"])(?<from>[^'"\n]+)\k<quote>/g;

/** Reads every .ts and .tsx file of the repository at `root`. */
export function readSources(root: string): SourceFile[] {
  return FOLDERS.filter((folder) => existsSync(`${root}/${folder}`)).flatMap((folder) =>
    filesUnder(root, folder).map((path) => {
      const code = withoutComments(readFileSync(`${root}/${path}`, 'utf8'));
      return { path, code, imports: importsOf(path, code) };
    }),
  );
}

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : filesUnder(root, path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

// Good enough for our own formatted code: comment marks inside strings only ever follow a colon (addresses).
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

function importsOf(path: string, code: string): Import[] {
  const statics = [...code.matchAll(STATIC)].map((match) => ({
    from: match.groups?.['from'] ?? '',
    typeOnly: /^\s*type\b/.test(match.groups?.['clause'] ?? ''),
  }));
  const dynamics = [...code.matchAll(BARE), ...code.matchAll(DYNAMIC)].map((match) => ({
    from: match.groups?.['from'] ?? '',
    typeOnly: false,
  }));
  return [...statics, ...dynamics].map(({ from, typeOnly }) => ({ ...resolveFrom(path, from), typeOnly }));
}

function resolveFrom(path: string, from: string): { target: string; inside: boolean } {
  if (from.startsWith('.')) return { target: posix.normalize(posix.join(dirname(path), from)), inside: true };
  const own = /^@aangan\/([^/]+)\/(.+)$/.exec(from);
  if (!own) return { target: from, inside: false };
  const [, name = '', rest = ''] = own;
  const folder =
    name === 'areas' || name === 'testkit' ? name : name === 'api' ? 'apps/api' : `packages/${name}`;
  return { target: `${folder}/${rest}`, inside: true };
}
