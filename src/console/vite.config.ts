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
  },
});
