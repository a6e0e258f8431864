import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = path.join(import.meta.dirname, 'sw.js');

/** Writes `/sw.js` with this build's name and the files of the first screen; everything else is kept as it is used. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry);
    const first = new Set(entries.map((file) => file.fileName));
    const styles = Object.keys(bundle).filter((name) =>
      /start-.*\.css$|inter-latin-wght.*\.woff2$/.test(name),
    );
    const files = [
      '/',
      ...[...first, ...styles].map((name) => `/${name}`),
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
