import type { TestProject } from 'vitest/node';

/** The servers that `run.ts` has started, with the migrated database that is cloned for each file. */
export default function setup(project: TestProject): void {
  const { postgresUrl, nodeUrls, runDirectory } = JSON.parse(process.env['CITUS_SERVERS'] ?? '{}');
  if (postgresUrl === undefined) throw new Error('These tests are run by npm run test:citus');
  project.provide('postgresUrl', postgresUrl);
  project.provide('nodeUrls', nodeUrls);
  project.provide('runDirectory', runDirectory);
}
