import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Over a Citus that `run.ts` has started. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    globalSetup: ['test/citus/global-setup.ts'],
    setupFiles: ['test/citus/record.ts'],
    include: ['test/**/*.test.ts'],
  },
});
