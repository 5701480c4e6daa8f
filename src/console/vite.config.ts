import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The page may stand behind the path prefix of a reverse proxy: chunks find each other by their own
  // addresses.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    // Browsers of 2024 and later. The stylesheets use light-dark().
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsDir: 'assets',
    // Tells the service what to load with each page.
    manifest: 'manifest.json',
    // Its policy lets the page load no data: URLs but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In KB, not compressed. What a page loads is bounded by a test.
    chunkSizeWarningLimit: 700,
    // All styles together are 9 KB compressed; one file is one way to the service.
    cssCodeSplit: false,
    rolldownOptions: {
      // On a busy machine it would tell which plugin took how long.
      checks: { pluginTimings: false },
      output: {
        // Few files, since each costs its own way to the service: what every page needs, and what several do.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
  },
});
