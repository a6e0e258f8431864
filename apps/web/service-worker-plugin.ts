import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = path.join(import.meta.dirname, 'sw.js');

/** Writes `/sw.js` with this build's name and the files of the first screen; everything else is kept as it is used. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = [
      '/',
      ...firstFiles(bundle).map((name) => `/${name}`),
      '/icon.svg',
      '/manifest.webmanifest',
    ];
    const build = createHash('sha256')
      .update(Object.keys(bundle).sort().join('\n'))
      .digest('hex')
      .slice(0, 12);
    const source = readFileSync(SOURCE, 'utf8')
      .replace('__BUILD__', build)
      .replace("'__FILES__'", JSON.stringify(files));
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
});

// The way to a usable screen without a network, and out of it: start, router, sign-in, home, the frame with what it opens,
// and what the session opens on this device.
const FIRST =
  /\/(main\.ts|start\.tsx|router\.tsx|screen-loads\.ts|own-stores\.ts|ui\/notices\.tsx|sign-in\/(login|otp)\.tsx|frame\/(app-frame|left-drawer|right-drawer|logout-dialog|idle-dialog)\.tsx|profile\/home\.tsx)$/;

function firstFiles(bundle: Rolldown.OutputBundle): string[] {
  const wanted = new Set<string>();
  const take = (name: string): void => {
    const file = bundle[name];
    if (!file || wanted.has(name)) return;
    wanted.add(name);
    if (file.type === 'chunk')
      for (const each of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) take(each);
  };
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && (file.isEntry || FIRST.test(file.facadeModuleId ?? ''))) take(file.fileName);
  for (const name of Object.keys(bundle)) if (/inter-latin-wght.*\.woff2$/.test(name)) take(name);
  return [...wanted];
}
