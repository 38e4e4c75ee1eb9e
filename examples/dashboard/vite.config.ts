import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite wants it so
export default defineConfig({
  root: import.meta.dirname,
  // Nothing is inlined, so that the page needs no exception from its content security policy.
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
