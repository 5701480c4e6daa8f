import { fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type SandboxThread, startSandboxThread } from '../../src/sandbox/thread.ts';
import { basic, forwarded, tunnel } from './support/clients.ts';
import { newStateDir, type Px6Proxy } from './support/sandbox.ts';
import { openEcho, openTcp } from './support/target.ts';

const MEGABYTE = 1_000_000;

interface Opened {
  sandbox: SandboxThread;
  death: Promise<Error>;
}

async function openThread(options: { port?: number; stateDir?: string } = {}): Promise<Opened> {
  const death = Promise.withResolvers<Error>();
  const sandbox = await startSandboxThread({
    port: 0,
    stateDir: newStateDir(),
    requestsPerSecond: Number.POSITIVE_INFINITY,
    onDeath: death.resolve,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, death: death.promise };
}

async function buy({ px6Url, px6Key }: SandboxThread): Promise<Px6Proxy> {
  const answer = await fetch(`${px6Url}/api/${px6Key}/buy/?count=1&period=7&country=us&version=4`);
  const { list }: { list: Record<string, Px6Proxy> } = JSON.parse(await answer.text());
  const [proxy] = Object.values(list);
  if (!proxy) throw new Error('Nothing was bought');
  return proxy;
}

test('a sandbox in a thread sells and serves like any other', async () => {
  const [{ sandbox }, echo] = await Promise.all([openThread(), openEcho()]);
  const reply = await forwarded(await buy(sandbox), echo);
  expect(reply.status).toBe(200);
  const issued = await (await fetch(`${sandbox.url}/control/issued`)).text();
  expect(issued).toContain('px6');
});

test('closing it ends open tunnels and frees its port', async () => {
  const { sandbox } = await openThread();
  const port = await openTcp((socket) => socket.resume());
  const { socket } = await tunnel(await buy(sandbox), `127.0.0.1:${port}`);
  const closed = once(
    socket.resume().once('end', () => socket.end()),
    'close',
  );
  await sandbox.close();
  await closed;
  const again = await openThread({ port: Number(new URL(sandbox.url).port) });
  expect(again.sandbox.url).toBe(sandbox.url);
});

test('a port that is taken is told with its code', async () => {
  const { sandbox } = await openThread();
  const port = Number(new URL(sandbox.url).port);
  // Its gateways take any ports, since the ones that follow may be another test's.
  const second = startSandboxThread({
    port,
    httpGatewayPort: 0,
    socksGatewayPort: 0,
    stickyPorts: 'any',
    stateDir: newStateDir(),
    onDeath: () => {},
  });
  await expect(second).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: expect.stringContaining(String(port)),
  });
  const outside = startSandboxThread({
    host: '0.0.0.0',
    port: 0,
    stateDir: newStateDir(),
    onDeath: () => {},
  });
  await expect(outside).rejects.toThrow('loopback');
});

test('who started it is told when it dies, and not when it is closed', async () => {
  const workers: Worker[] = [];
  const listener = (message: unknown) => {
    const { worker } = message as { worker: Worker };
    workers.push(worker);
  };
  subscribe('worker_threads', listener);
  onTestFinished(() => {
    unsubscribe('worker_threads', listener);
  });
  const deaths: Error[] = [];
  const options = { port: 0, onDeath: (error: Error) => deaths.push(error) };
  const closed = await startSandboxThread({ ...options, stateDir: newStateDir() });
  await closed.close();
  const { sandbox, death } = await openThread();
  await workers.at(-1)?.terminate();
  expect(await death).toEqual(new Error("The sandbox's thread ended with exit code 1"));
  await sandbox.close();
  expect(deaths).toEqual([]);
});

test("the service's event loop stays free while a tunnel carries heavy traffic", async () => {
  const { sandbox } = await openThread();
  const proxy = await buy(sandbox);
  const traffic = fork(new URL('./gateway/traffic.ts', import.meta.url));
  onTestFinished(() => {
    traffic.kill();
  });
  await once(traffic, 'message');

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const busy = performance.eventLoopUtilization();
  const bytes = 300 * MEGABYTE;
  traffic.send({ proxyPort: Number(proxy.port), authorization: basic(proxy), bytes });
  const [received] = await once(traffic, 'message');
  const { utilization } = performance.eventLoopUtilization(busy);
  delay.disable();
  expect(received).toBeGreaterThanOrEqual(bytes);
  // The traffic itself takes none of this loop's time; what is left is other work on the same machine.
  expect(utilization).toBeLessThan(0.2);
  expect(delay.mean / 1e6).toBeLessThan(25);
});
