import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // GraphQL refuses a schema that was built with another copy of itself. Left alone, vitest picks the package's ES modules and
  // Node, which loads Pothos, Yoga and the compiler, its CommonJS ones.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    // A test that starts a database or waits for an upstream's time limit needs seconds on a busy machine.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    // A machine that is shared stops for a second now and then; a defect fails twice.
    retry: process.env['CI'] ? 1 : 0,
    hookTimeout: 20_000,
  },
});
