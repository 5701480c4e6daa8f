import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * What bounds latency or CPU time, or asks for hundreds of things at once: the service answers 500 when a
 * connection to the database is not free within its time. Nothing else may run beside it.
 */
const TIMED = [
  'test/hostile/*.test.ts',
  'test/**/*.timed.test.ts',
  'test/purchases/concurrency.test.ts',
  'test/faults/one-key.test.ts',
];

/**
 * What takes long: processes and servers that are killed, tables of many rows, many commands, and the pages
 * of the console but those of signing in, of keys and of buying.
 */
const LONG = 'test/**/*.long.test.ts';

/** For workers, and for programs that tests start: otherwise each compiles the whole service again. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/**
 * Three more than there are processors: tests wait for databases, sockets and processes of their own. At most
 * so many as the database has connections for, which are 300; a file with two services takes up to 45.
 */
const WORKERS = Math.min(availableParallelism() + 3, 6);

const test = {
  // A worker runs many files and loads what they import once: no module may keep what another file would see.
  isolate: false,
  // Files run as the service does, by Node's own loader: then there is one copy of each package.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // These limits only end tests that hang. Beside eight busy processes a test took two minutes that takes a
  // quarter of one on a quiet machine.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...test,
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...TIMED, LONG],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...test, name: 'long', include: [LONG], maxWorkers: WORKERS, sequence: { groupOrder: 0 } },
      },
      {
        test: { ...test, name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
