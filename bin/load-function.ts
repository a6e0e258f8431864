import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Loads one exported function of a file of this repository at the moment it is needed, so that starting up shows
 * progress before the whole product is read. Throws when the file or the function is missing.
 */
export async function loadFunction<T = unknown>(
  file: string,
  name: string,
): Promise<(...args: unknown[]) => Promise<T>> {
  const path = join(ROOT, file);
  if (!existsSync(path)) throw new Error(`${file} is missing from this checkout.`);
  const module: unknown = await import(pathToFileURL(path).href);
  const found: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined;
  if (typeof found !== 'function') throw new Error(`${file} does not export ${name}().`);
  return async (...args) => Reflect.apply(found, undefined, args);
}
