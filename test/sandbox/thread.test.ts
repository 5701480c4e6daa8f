import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { startSandboxThread } from '../../src/sandbox/thread.ts';
import { forwarded, tunnel } from './support/clients.ts';
import { newStateDir } from './support/sandbox.ts';
import { openEcho, openTcp } from './support/target.ts';
import { buy, openThread } from './support/thread.ts';

test('a sandbox in a thread sells and serves like any other', async () => {
  const [{ sandbox }, echo] = await Promise.all([openThread(), openEcho()]);
  const reply = await forwarded(await buy(sandbox), echo);
  expect(reply.status).toBe(200);
  const issued = await (await fetch(`${sandbox.url}/control/issued`)).text();
  expect(issued).toContain('px6');
});

test('closing it ends open tunnels', async () => {
  const { sandbox } = await openThread();
  const port = await openTcp((socket) => socket.resume());
  const { socket } = await tunnel(await buy(sandbox), `127.0.0.1:${port}`);
  const closed = once(
    socket.resume().once('end', () => socket.end()),
    'close',
  );
  await sandbox.close();
  await closed;
});

test('closing it frees its port, where the next one starts, with its gateways on the two ports above', async () => {
  const startAgain = async () => {
    const { sandbox } = await openThread();
    const port = Number(new URL(sandbox.url).port);
    await sandbox.close();
    const again = await openThread({ port, stickyPorts: 'any' });
    const { httpPort, socks5Port } = again.sandbox.gateway;
    return [Number(new URL(again.sandbox.url).port), httpPort, socks5Port].map((taken) => taken - port);
  };
  // Another program may have taken any of the three ports meanwhile; then the test tries others.
  await expect.poll(() => startAgain().catch(({ code }) => code)).toEqual([0, 1, 2]);
});

test('a port that is in use is reported with the error’s code', async () => {
  const { sandbox } = await openThread();
  const port = Number(new URL(sandbox.url).port);
  // Its gateways take any free ports, because the following ones may belong to another test.
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

test('its starter is notified when it dies, and not when it is closed', async () => {
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
