import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployedPath } from '../ha/deployed.ts';

const run = promisify(execFile);
const SEGMENT = '000000010000000000000007';

let directory: string;
let archive: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'archive-wal-'));
  archive = join(directory, 'archive');
  await run('mkdir', [archive]);
});

afterEach(() => rm(directory, { recursive: true }));

/** Archives the segment as PostgreSQL does; resolves with whether it was told that it is archived. */
function archiveWal(from: string): Promise<boolean> {
  const archived = run('sh', [deployedPath('archive-wal'), from, SEGMENT, archive]);
  return archived.then(
    () => true,
    () => false,
  );
}

async function segment(name: string, contents: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, contents);
  return path;
}

async function assertArchived(contents: string): Promise<void> {
  expect(await readdir(archive)).toEqual([SEGMENT]);
  expect(await readFile(join(archive, SEGMENT), 'utf8')).toBe(contents);
}

test('a segment may be archived again, and by two servers at once', async () => {
  const path = await segment('leader', 'changes');
  expect(await Promise.all([archiveWal(path), archiveWal(path)])).toEqual([true, true]);
  expect(await archiveWal(path)).toBe(true);
  await assertArchived('changes');
});

test('one with other contents is refused, and what was archived stays', async () => {
  expect(await archiveWal(await segment('leader', 'changes'))).toBe(true);
  expect(await archiveWal(await segment('former-leader', 'others'))).toBe(false);
  await assertArchived('changes');
});

test('one with other contents is refused also when it was begun before the first one was archived', async () => {
  const path = join(directory, 'former-leader');
  await run('mkfifo', [path]);
  const begun = archiveWal(path);
  // A pipe opens when its reader does, who copies nothing until something is written.
  const pipe = await open(path, 'w');
  expect(await archiveWal(await segment('leader', 'changes'))).toBe(true);
  await pipe.writeFile('others');
  await pipe.close();
  expect(await begun).toBe(false);
  await assertArchived('changes');
});
