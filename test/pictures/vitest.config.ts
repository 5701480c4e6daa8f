import { defineConfig } from 'vitest/config';

/** Takes the pictures of `docs/pictures/`, with the database, the service and the browser of the tests. */
export default defineConfig({
  test: {
    include: ['test/pictures/take-pictures.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // On a busy machine the history alone takes a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
