import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { buildConsole } from './built-console.ts';
import { removeDataDirectory, TEMPLATE } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Of a Citus of several: each has the database, too. */
    nodeUrls?: string[];
    /** All files of tests are written below this directory, which is removed after the run. */
    runDirectory: string;
  }
}

/** Cloning the template takes 15 ms in memory, and up to 500 ms on a busy disk. */
const MEMORY = '/dev/shm';
/** In bytes. Containers have 64 MB there by default; a run needs some hundreds of megabytes. */
const MEMORY_NEEDED_BYTES = 1024 ** 3;

/**
 * One server for the whole run, with a migrated database that every test file clones. The server is started
 * here, or it is that of `TEST_DATABASE_URL`, which names a superuser and an existing database. On such a
 * server the template stays until the next run replaces it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runDirectory = join((await hasMemory()) ? MEMORY : tmpdir(), `gateway-test-${randomUUID()}`);
  await mkdir(runDirectory);
  cleanUpAfterDeath(runDirectory);
  const server = await findServer(runDirectory);
  const teardown = async () => {
    await server.stop();
    await rm(runDirectory, { recursive: true, force: true });
  };
  try {
    await Promise.all([createTemplate(server.url), buildConsole()]);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('runDirectory', runDirectory);
  return teardown;
}

async function findServer(runDirectory: string): Promise<EmbeddedPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  const dataDir = join(runDirectory, 'shared');
  const server = await startEmbeddedPostgres({ dataDir, role: 'service', fast: true });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await removeDataDirectory(dataDir);
    },
  };
}

async function hasMemory(): Promise<boolean> {
  const disk = await statfs(MEMORY).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize > MEMORY_NEEDED_BYTES;
}

async function createTemplate(url: string): Promise<void> {
  const admin = new Client(url);
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    const template = new URL(url);
    template.pathname = TEMPLATE;
    await migrate(template.href);
    // Only a database without connections can be cloned.
    await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}

/**
 * An interrupted or killed run does not clean up. This shell waits for a pipe that closes when the run ends
 * for any reason; then it stops the servers and removes the files of the run.
 */
function cleanUpAfterDeath(runDirectory: string): void {
  const script = `read -r _
    for home in "$1"/*/postgres; do
      pid=$(head -n 1 "$home/cluster/postmaster.pid") && kill -QUIT "$pid" || continue
      for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" && sleep 0.5; done
    done
    for home in "$1"/*/postgres; do rm -rf "$(readlink -f "$home")"; done
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', runDirectory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
}
