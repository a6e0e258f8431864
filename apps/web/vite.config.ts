import react from '@vitejs/plugin-react';
import postcssMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
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

export default defineConfig({
  plugins: [noServerCode, react(), serviceWorker()],
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
        // What every screen needs comes in two files; without this the splitter makes dozens of tiny ones.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query)|zod|clsx)\/|apps\/web\/zod-setup[.]ts/,
              priority: 3,
            },
            {
              // Who is signed in, and what this browser keeps for them (without its database library).
              name: 'session',
              test: /packages\/web\/local\/(browser-key|draft-box|offline|offline-queue|preferences|recents|vault)[.]ts|apps\/web\/(appearance|area-segments|connect-session|load-chunk|menu|other-tabs|own-stores|service-worker|session[\w-]*|storage|tab-context|view-as)[.]ts/,
              priority: 2,
            },
            {
              name: 'base',
              test: new RegExp(
                [
                  'node_modules/@mantine/(core/esm/core|hooks)/',
                  'node_modules/@mantine/core/esm/components/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|Paper|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
                  'packages/(contract|web/(api|text|session))/',
                  'packages/web/(cls|format|theme|screens)[.]ts',
                  'packages/web/ui/(deed|empty-state|error-boundary|icon|notices|skeletons|use-confirm)[.]tsx?',
                ].join('|'),
              ),
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env.AANGAN_API ?? 'http://127.0.0.1:3000' } },
});
