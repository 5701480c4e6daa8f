import { expect, test } from 'vitest';
import { openSandbox } from './support/sandbox.ts';

test('three requests within any second are answered, the next gets 429 and does not count', async () => {
  const { get, clock } = await openSandbox({ requestsPerSecond: 3 });
  const status = async () => (await get('getcount?country=us')).status;
  expect(await status()).toBe(200);
  clock.pass(0.9);
  expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 429, 429]);
  clock.pass(0.1);
  expect([await status(), await status()]).toEqual([200, 429]);
  clock.pass(0.9);
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
});

test('a request above the limit uses up no fault', async () => {
  const { get, sandbox } = await openSandbox({ requestsPerSecond: 1 });
  await get('getcount?country=us');
  sandbox.arm([{ upstream: 'px6', call: '*', mode: 'refuse', times: 1 }]);
  expect((await get('getcount?country=us')).status).toBe(429);
  expect(await (await fetch(`${sandbox.url}/control/faults`)).json()).toHaveLength(1);
});
