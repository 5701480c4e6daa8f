import react from '@vitejs/plugin-react';
import { type DocumentNode, print, stripIgnoredCharacters } from 'graphql';
import { defineConfig, type Plugin } from 'vite';
import { graphql } from './generated/gql.ts';

/**
 * Writes each document, with its fragments, where it is sent from: by itself the module that is generated
 * brings those of every page to the first one, as syntax trees. Of fragments only the types are used.
 */
const documents: Plugin = {
  name: 'documents',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\.tsx?$/, exclude: /console\/generated\// }, code: /graphql\(`/ },
    handler: (code) =>
      code.replaceAll(/\bgraphql\(`([^`]*)`\)/g, (_call, source: string) => {
        const document = graphql(source) as Partial<DocumentNode>;
        if (!document.definitions) throw new Error(`not generated yet: ${source}`);
        const isSent = document.definitions.some(({ kind }) => kind === 'OperationDefinition');
        return isSent ? JSON.stringify(stripIgnoredCharacters(print(document as DocumentNode))) : "''";
      }),
  },
};

export default defineConfig({
  plugins: [documents, react()],
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
