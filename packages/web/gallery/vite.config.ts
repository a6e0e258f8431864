import react from '@vitejs/plugin-react';
import postcssMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { postcss: { plugins: [postcssMantine()] } },
  build: { outDir: '/tmp/aangan-gallery', emptyOutDir: true, assetsInlineLimit: 0 },
});
