import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connectionsWith, POOL_SIZE, SMALL_POOL_SIZE, writesAtOnce } from '../../src/kit/connection.ts';
import { LOCKS } from '../../src/kit/migrations.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${PROJECT}${path}`, 'utf8').replaceAll(/\s+/g, ' ');
const page = read('docs/deployment.md');

test('every file of deploy/ stands in the list of what tries it', () => {
  const [, list = ''] = page.split('| Tried by | Files |');
  const [rows = ''] = list.split('## ');
  const files = globSync('deploy/*', { cwd: PROJECT }).map((path) => path.replace('deploy/', ''));
  const missing = files.filter((name) => !rows.includes(`\`${name.replace(/^.*(?=\.timer$)/, '')}\``));
  expect(missing).toEqual([]);
});

test('patronictl is told its configuration, which it finds nowhere else', () => {
  const calls = [...page.matchAll(/`patronictl [^`]*`/g)].map(([call]) => call);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((call) => !call.startsWith('`patronictl -c /etc/patroni/config.yml '))).toEqual([]);
});

test('what it says of the locks of migrations is what they do', () => {
  const seconds = LOCKS.timeoutMs / 1_000;
  expect(page).toContain(`It waits ${seconds} seconds for a lock, lets those behind it go, and tries again`);
  expect(page).toContain(`${LOCKS.attempts} times`);
  expect(read('docs/decisions/0023-expand-then-contract.md')).toContain(
    `it waits ${seconds} seconds for locks`,
  );
});

test('three machines of six processors have room in max_connections, and what it says of eight is right', () => {
  const [, most] = /max_connections: (\d+)/.exec(read('deploy/patroni.yml')) ?? [];
  const ofThree = (workers: number) => 3 * connectionsWith(POOL_SIZE) * workers;
  expect(page).toContain(`max_connections\`, which is ${most}`);
  expect(page).toContain(`${ofThree(6)} with 6, and ${ofThree(8)} with 8`);
  expect(ofThree(6)).toBeLessThan(Number(most) - 20);
  expect(ofThree(8)).toBeGreaterThan(Number(most));
  expect(page).toContain(`up to ${connectionsWith(SMALL_POOL_SIZE)} connections for each cell`);
});

test('the pool of PgBouncer leaves reads connections while commits hang, and three of it have room in max_connections', () => {
  const workers = 8;
  const [, most] = /max_connections: (\d+)/.exec(read('deploy/patroni.yml')) ?? [];
  const pool = Number(/default_pool_size = (\d+)/.exec(read('deploy/pgbouncer.ini'))?.[1]);
  expect(pool).toBe(workers * writesAtOnce(POOL_SIZE) + 4);
  const listening = workers * (connectionsWith(POOL_SIZE) - POOL_SIZE);
  expect(page).toContain(`3 × (${pool} + ${listening}) = ${3 * (pool + listening)}`);
  expect(3 * (pool + listening)).toBeLessThanOrEqual(Number(most) - 20);
});
