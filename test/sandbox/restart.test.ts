import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { newStateDir, openSandbox, type Px6Body, px6Issued, type TestSandbox } from './support/sandbox.ts';

/** The whole state that must survive a restart. */
async function memory({ px6, sandbox }: TestSandbox) {
  const { list, balance } = await px6('getproxy');
  const counts = await Promise.all(
    ['3', '4'].map((version) => px6(`getcount?country=tr&version=${version}`)),
  );
  const proxies = Object.values(list).map(({ port, ...proxy }) => proxy);
  return { proxies, balance, counts: counts.map(({ count }) => count), issued: px6Issued({ sandbox }) };
}

test('its keys and passwords are random for each folder, kept there for its user alone, and known again', async () => {
  const secretsOf = ({ sandbox }: TestSandbox) => {
    const { px6Keys, dataImpulseLogin, dataImpulsePassword, cryptoPayToken, telegramToken } = sandbox;
    return [...px6Keys, dataImpulseLogin, dataImpulsePassword, cryptoPayToken, telegramToken];
  };
  const first = await openSandbox();
  const other = await openSandbox();
  expect(new Set([...secretsOf(first), ...secretsOf(other)]).size).toBe(16);
  expect(statSync(join(first.stateDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  await first.sandbox.close();
  expect(secretsOf(await openSandbox({ stateDir: first.stateDir }))).toEqual(secretsOf(first));
});

async function trade(opened: TestSandbox): Promise<void> {
  const [one, other] = await opened.buy('count=3&period=7&country=tr&version=4&descr=ours');
  await opened.buy('count=1&period=3&country=us&type=socks');
  await opened.px6(`prolong?ids=${one.id}&period=30`);
  await opened.px6(`delete?ids=${other?.id}`);
  await opened.px6(`settype?ids=${one.id}&type=socks`);
  opened.sandbox.setStock('3', 'tr', 77);
}

test('everything is there again after a restart, and ids go on where they were', async () => {
  const first = await openSandbox();
  await trade(first);
  const before = await memory(first);
  await first.sandbox.close();

  const second = await openSandbox({ stateDir: first.stateDir });
  expect(await memory(second)).toEqual(before);
  expect(before.counts).toEqual([77, 1]);
  const [next] = await second.buy('count=1&period=7&country=us');
  expect(before.issued.flatMap(({ proxyIds }) => proxyIds)).not.toContain(next.id);
});

test('a journal whose last line is torn gives all but that line, and can be written on', async () => {
  const first = await openSandbox();
  await trade(first);
  const before = await memory(first);
  await first.px6('buy?count=1&period=7&country=us');
  const copy = join(newStateDir(), 'px6.jsonl');
  copyFileSync(join(first.stateDir, 'px6.jsonl'), copy);
  truncateSync(copy, statSync(copy).size - 20);

  const torn = await openSandbox({ stateDir: join(copy, '..') });
  expect(await memory(torn)).toEqual(before);
  await torn.px6('buy?count=1&period=7&country=us&descr=later');
  await torn.sandbox.close();
  const again = await openSandbox({ stateDir: torn.stateDir });
  expect(again.sandbox.issued()).toHaveLength(before.issued.length + 1);
});

test('a journal with a foreign line inside stops the start and names the line', async () => {
  const stateDir = newStateDir();
  const path = join(stateDir, 'px6.jsonl');
  writeFileSync(path, '{"kind":"balance","at":1,"kopecks":5}\n');
  appendFileSync(path, '{"kind":"gift"}\n');
  await expect(openSandbox({ stateDir })).rejects.toThrow(`${path}, line 2, is not an event`);
});

test('a start that fails touches nothing and leaves its ports free', async () => {
  const first = await openSandbox();
  await first.px6('buy?count=1&period=7&country=us');
  const path = join(first.stateDir, 'px6.jsonl');
  appendFileSync(path, '{"kind":');
  const port = Number(new URL(first.sandbox.url).port);
  await expect(
    openSandbox({
      stateDir: first.stateDir,
      port,
      httpGatewayPort: 0,
      socksGatewayPort: 0,
      stickyPorts: 'any',
    }),
  ).rejects.toThrow('EADDRINUSE');
  expect(readFileSync(path, 'utf8')).toMatch(/\{"kind":$/);
});

test('every purchase that was answered survives SIGKILL', async () => {
  const stateDir = newStateDir();
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('support/serve.ts', import.meta.url)), stateDir],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  const [line] = await once(server.stdout, 'data');
  const { px6Url, px6Key } = JSON.parse(String(line)) as Sandbox;
  const buy = async (index: number): Promise<Px6Body> => {
    const query = `count=1&period=7&country=us&descr=${index}`;
    return JSON.parse(await (await fetch(`${px6Url}/api/${px6Key}/buy/?${query}`)).text());
  };
  const answered: Px6Body[] = [];
  const killed = once(server, 'exit');
  const buyers = Array.from({ length: 100 }, async (_, index) => {
    answered.push(await buy(index));
    if (answered.length === 40) server.kill('SIGKILL');
  });
  await Promise.allSettled(buyers);
  await killed;

  const opened = await openSandbox({ stateDir });
  expect(answered.length).toBeGreaterThanOrEqual(40);
  const kept = px6Issued(opened).flatMap(({ proxyIds }) => proxyIds);
  expect(kept).toEqual(expect.arrayContaining(answered.flatMap(({ list }) => Object.keys(list))));
});

test('the sandbox listens on loopback only', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'localhost']) {
    await expect(openSandbox({ host })).rejects.toThrow(RangeError);
  }
});
