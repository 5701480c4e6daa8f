import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findEmbeddedPostgres } from '../../src/kit/embedded-postgres/server.ts';
import type { Role } from '../../src/kit/embedded-postgres/start.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { newDataDirectory, removeDataDirectory } from '../support/postgres.ts';

const MODULE = new URL('../../src/kit/embedded-postgres/start.ts', import.meta.url).href;

let dataDir: string;
const servers: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

beforeEach(() => {
  dataDir = newDataDirectory();
});

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  await removeDataDirectory(dataDir);
});

test('a first start creates the database, and the next one finds its data', async () => {
  const first = await start('service');
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start('service');
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect((await stat(dataDir)).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
});

test('a guest joins the running service and leaves it running', async () => {
  const service = await start('service');
  const guest = await start('guest');
  expect(guest.url).toBe(service.url);
  await guest.stop();
  expect(await query(service.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
});

test('a server is found while it runs, and looking for it creates and starts none', async () => {
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
  const service = await start('service');
  const url = await findEmbeddedPostgres(dataDir);
  expect(url).toBe(service.url);
  expect(await query(url ?? '', 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  await service.stop();
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
});

test('a service takes over from the guest that started the server', async () => {
  const guest = await start('guest');
  const service = await start('service');
  await guest.stop();
  expect(await query(service.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  await service.stop();
  await expect(query(service.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

test('a second service on the same data directory is refused, with the process that runs', async () => {
  await start('service');
  await expect(start('service')).rejects.toThrow(
    `already running on this data directory (pid ${process.pid})`,
  );
});

test('what a killed service left running is taken over', async () => {
  const { child, url } = await startElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const service = await start('service');
  expect(service.url).toBe(url);
});

test('a server that is killed comes back at the same address', async () => {
  const service = await start('service');
  process.kill(await postmaster(), 'SIGKILL');
  // A signal is sent at once and takes effect when the process runs next: until then it would let the guest
  // in.
  const isUp = () => query(service.url, 'SELECT 1').then(Boolean, () => false);
  await expect.poll(isUp).toBe(false);
  const guest = await start('guest');
  expect(await query(service.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  await guest.stop();
});

test('a left over pid file does not stop a start, even when another process has that number now', async () => {
  const first = await start('service');
  const stale = (await readFile(pidFile(), 'utf8')).split('\n');
  await first.stop();
  // The process belongs to the user that runs the server, so the server cannot detect it by missing
  // permission.
  const { uid, gid } = await stat(join(dataDir, 'postgres', 'cluster'));
  const other = spawn('/bin/sh', ['-c', 'echo; read -r _'], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    uid,
    gid,
  });
  processes.push(other);
  await once(other.stdout, 'data');
  await writeFile(pidFile(), [other.pid, ...stale.slice(1)].join('\n'));
  await chown(pidFile(), uid, gid);

  const second = await start('service');
  expect(await query(second.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
});

test('many that start and stop at once share one server, and the last one stops it', async () => {
  const members = await Promise.all([start('service'), start('guest'), start('guest'), start('guest')]);
  expect(new Set(members.map((member) => member.url)).size).toBe(1);
  await Promise.all(members.map((member) => member.stop()));
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
});

async function start(role: Role): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, role, fast: true });
  servers.push(server);
  return server;
}

/** A service in a process of its own, which can be killed. */
async function startElsewhere() {
  const options = JSON.stringify({ dataDir, role: 'service', fast: true });
  const code = `const { startEmbeddedPostgres } = await import('${MODULE}');
    console.log((await startEmbeddedPostgres(${options})).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const [url] = await once(createInterface(child.stdout), 'line');
  return { child, url };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function pidFile(): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
}

async function postmaster(): Promise<number> {
  return Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
}
