import react from '@vitejs/plugin-react';
import postcssMantine from 'postcss-preset-mantine';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { serviceWorker } from './service-worker-plugin.ts';

// World by suffix: server code must never reach the browser, not even by accident.
const noServerCode: Plugin = {
  name: 'no-server-code',
  enforce: 'pre',
  load(id) {
    if (/\.(server|test)\.tsx?(\?|$)/.test(id)) throw new Error(`${id} may not be part of the web app`);
    return null;
  },
};

// What the sign-in page needs: the modules these import, all the way down, known when the graph stands. The router itself
// stays out: it reads the address when it is loaded, which `start.tsx` sets before. So does `main.ts`, which waits for it.
const ROUTER = normalizePath(`${import.meta.dirname}/router.tsx`);
const FIRST = ['start.tsx', 'sign-in/login.tsx'].map((file) =>
  normalizePath(`${import.meta.dirname}/${file}`),
);
const first = new Set<string>();
const firstLoad: Plugin = {
  name: 'first-load',
  buildEnd() {
    const waiting = [...FIRST, ROUTER];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (first.has(id) || id.includes('/node_modules/')) continue;
      first.add(id);
      waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
    }
    first.delete(ROUTER);
  },
};

// Every schema of zod brings along how it reads as a JSON schema; only the server's OpenAPI asks for that. The names stay.
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(
      ([, name]) => `none as ${name}`,
    );
    return `const none = () => undefined;\nexport { ${[...names, 'none as process'].join(', ')} };`;
  },
};

export default defineConfig({
  plugins: [noServerCode, noJsonSchema, firstLoad, react(), serviceWorker()],
  css: { postcss: { plugins: [postcssMantine()] } },
  build: {
    target: 'es2022',
    // Inlined fonts and icons would sit in every reader's first download.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // What every screen needs comes in three files; without this the splitter makes dozens of tiny ones.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query)|zod|clsx)\/(?!build\/modern\/(useMutation|mutationObserver)[.]js)|apps\/web\/zod-setup[.]ts/,
              priority: 3,
            },
            { name: 'first', test: (id: string) => first.has(id), priority: 2 },
            {
              name: 'base',
              test: new RegExp(
                [
                  'node_modules/@mantine/(core/esm/core|hooks)/',
                  'node_modules/@mantine/core/esm/components/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|Paper|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
                  'packages/(contract|web/(api|session))/',
                  'packages/web/text/(?!hi[.])',
                  'packages/web/(cls|format|theme|screens)[.]ts',
                  'packages/web/ui/(action|empty-state|error-boundary|icon|notices|skeletons|use-confirm)[.]tsx?',
                ].join('|'),
              ),
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env.AANGAN_API ?? 'http://127.0.0.1:3000' } },
});
