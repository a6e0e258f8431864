import react from '@vitejs/plugin-react';
import postcssMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

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
  plugins: [noServerCode, react()],
  css: { postcss: { plugins: [postcssMantine()] } },
  build: {
    target: 'es2022',
    // Inlined fonts and icons would sit in every reader's first download.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
  },
  server: { proxy: { '/api': process.env.AANGAN_API ?? 'http://127.0.0.1:3000' } },
});
