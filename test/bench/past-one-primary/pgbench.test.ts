import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertAllWorked } from './pgbench.ts';

test('a run in which a client has executed nothing fails, and names the client', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-pgbench-'));
  // As pgbench writes them, a file for each of its threads: client, execution, time.
  await writeFile(join(directory, 'list-1-log.77'), '0 1 900 0 1795502322 1\n2 1 900 0 1795502322 2\n');
  await writeFile(join(directory, 'list-1-log.77.1'), '10 1 900 0 1795502322 1\n');
  await expect(assertAllWorked(directory, 'list-1-log.', 3)).rejects.toThrow(
    'of 3 clients of pgbench, these have executed nothing: 1',
  );
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});
