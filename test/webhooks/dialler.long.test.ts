import { expect, test } from 'vitest';
import { UpstreamServer } from '../support/upstream-server.ts';
import { openDialler } from './open-dialler.ts';

test('a connection that nobody needs is closed', async () => {
  await using server = await UpstreamServer.start();
  await using wire = openDialler({ isSandboxed: true });
  await wire.post(server.url);
  expect(server.open).toBe(1);
  await expect.poll(() => server.open).toBe(0);
});

test('however many receivers there are, at most some hundreds of connections are kept', async () => {
  await using opened = new AsyncDisposableStack();
  await using wire = openDialler({ isSandboxed: true });
  const servers: UpstreamServer[] = [];
  for (let receiver = 0; receiver < 400; receiver++) {
    const server = opened.use(await UpstreamServer.start());
    servers.push(server);
    expect(await wire.post(server.url)).toMatchObject({ error: null });
  }
  const open = () => servers.reduce((sum, server) => sum + server.open, 0);
  await expect.poll(open).toBeLessThanOrEqual(256);
  // Those that are beyond are called all the same.
  for (const server of servers.slice(-10)) expect(await wire.post(server.url)).toMatchObject({ error: null });
  await expect.poll(open).toBe(0);
});

test('a name that nobody resolves has no address, and nothing is sent when it is resolved later', async () => {
  await using server = await UpstreamServer.start();
  const found = Promise.withResolvers<string[]>();
  const wire = openDialler({ allowedNetworks: ['127.0.0.0/8'], lookup: () => found.promise });
  const url = `https://shop.example:${server.port}`;
  expect(await wire.post(url)).toMatchObject({ error: 'dns_failed', status: null });
  found.resolve(['127.0.0.1']);
  await wire.dialler.close();
  expect(server.connections).toBe(0);
});
