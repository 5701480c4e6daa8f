import { expect, test } from 'vitest';
import { type FaultMode, MODES } from '../../../src/sandbox/faults.ts';
import { openSandbox, type Px6Body, px6Issued, type TestSandbox } from '../support/sandbox.ts';

const BUY = 'buy?count=3&period=7&country=us&version=4&descr=ours';

async function withFault(mode: FaultMode, call = 'buy'): Promise<TestSandbox> {
  const opened = await openSandbox();
  await opened.control('faults', [{ upstream: 'px6', call, mode, times: 1 }]);
  return opened;
}

/** How many proxies each purchase in the issued log has. */
function bought(opened: TestSandbox): number[] {
  return px6Issued(opened).map(({ call, reference, proxyIds }) => {
    expect([call, reference]).toEqual(['buy', 'ours']);
    return proxyIds.length;
  });
}

test.each([
  ['refuse', 400],
  ['out_of_stock', 300],
] as const)('%s: error %i, nothing issued', async (mode, errorId) => {
  const opened = await withFault(mode);
  expect(await opened.px6(BUY)).toEqual({ status: 'no', error_id: errorId, error: expect.any(String) });
  expect(bought(opened)).toEqual([]);
});

test.each([
  ['reset_before', []],
  ['reset_after', [3]],
] as const)('%s: the connection is reset, issued: %j', async (mode, issued) => {
  const opened = await withFault(mode);
  const failure = await opened.get(BUY).catch((error: Error) => error.cause);
  expect(failure).toMatchObject({ code: 'ECONNRESET' });
  expect(bought(opened)).toEqual(issued);
});

test.each([
  ['error_before', []],
  ['error_after', [3]],
] as const)('%s: 500 with HTML, issued: %j', async (mode, issued) => {
  const opened = await withFault(mode);
  const response = await opened.get(BUY);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    500,
    expect.stringContaining('text/html'),
  ]);
  expect(bought(opened)).toEqual(issued);
});

test('malformed: 200 with JSON that breaks off, all issued', async () => {
  const opened = await withFault('malformed');
  const response = await opened.get(BUY);
  expect(response.status).toBe(200);
  await expect(response.json()).rejects.toThrow(SyntaxError);
  expect(bought(opened)).toEqual([3]);
});

test('huge: 200 with more than 2 MiB, all issued', async () => {
  const opened = await withFault('huge');
  const response = await opened.get(BUY);
  expect(response.status).toBe(200);
  expect((await response.text()).length).toBeGreaterThan(2 * 2 ** 20);
  expect(bought(opened)).toEqual([3]);
});

test('redirect: 302 to a place on the same server where nothing happens, nothing issued', async () => {
  const opened = await withFault('redirect');
  const response = await opened.get(BUY);
  expect(response.status).toBe(302);
  const elsewhere = new URL(response.headers.get('location') ?? '', opened.sandbox.url);
  expect(elsewhere.origin).toBe(opened.sandbox.url);
  expect((await fetch(elsewhere)).status).toBe(404);
  expect(bought(opened)).toEqual([]);
});

test('partial: half is issued and answered, of a single one nothing', async () => {
  const opened = await withFault('partial');
  const answer = await opened.px6(BUY);
  expect(answer).toMatchObject({ status: 'yes', count: 1, price: 16.8 });
  expect(Object.keys(answer.list)).toHaveLength(1);
  expect(bought(opened)).toEqual([1]);

  await opened.control('faults', [{ upstream: 'px6', call: 'buy', mode: 'partial' }]);
  const single = await opened.px6('buy?count=1&period=7&country=us');
  expect(single).toMatchObject({ status: 'yes', count: 0, price: 0, list: {} });
  expect(bought(opened)).toEqual([1]);
});

test('partial for any call waits for one that can be done in part', async () => {
  const opened = await withFault('partial', '*');
  await opened.px6('getcount?country=us');
  expect((await opened.px6(BUY)).count).toBe(1);
});

test('duplicate: bought twice, the second purchase is answered', async () => {
  const opened = await withFault('duplicate');
  const { list } = await opened.px6(BUY);
  expect(bought(opened)).toEqual([3, 3]);
  expect(px6Issued(opened)[1]?.proxyIds).toEqual(Object.keys(list));
  expect((await opened.px6('getproxy?descr=ours')).list_count).toBe(6);
});

test('slow: the answer comes late, and whole', async () => {
  const opened = await openSandbox();
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 60 }]);
  const start = performance.now();
  expect((await opened.px6(BUY)).count).toBe(3);
  expect(performance.now() - start).toBeGreaterThan(50);
});

test('a slow call does its work even when the client has left', async () => {
  const opened = await openSandbox();
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 100, times: 1 }]);
  const leaving = new AbortController();
  const url = `${opened.sandbox.px6Url}/api/${opened.sandbox.px6Key}/${BUY}`;
  const answer = fetch(url, { signal: leaving.signal }).catch(() => 'left');
  await faultsAreUsedUp(opened);
  leaving.abort();
  expect(await answer).toBe('left');
  expect(bought(opened)).toEqual([]);
  await expect.poll(() => bought(opened)).toEqual([3]);
});

test.each(['hang', 'slow'] as const)(
  '%s: nothing is done, and closing the sandbox does not wait',
  async (mode) => {
    const opened = await openSandbox();
    opened.sandbox.arm([
      { upstream: 'px6', call: 'buy', mode, delayMs: mode === 'slow' ? 60_000 : 0, times: 1 },
    ]);
    const answer = opened.get(BUY).catch(() => 'cut');
    await faultsAreUsedUp(opened);
    await opened.sandbox.close();
    expect(await answer).toBe('cut');
    expect(bought(opened)).toEqual([]);
  },
);

test('delayMs delays every mode, before any work', async () => {
  const opened = await openSandbox();
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'error_after', delayMs: 60 }]);
  const start = performance.now();
  expect((await opened.get(BUY)).status).toBe(500);
  expect(performance.now() - start).toBeGreaterThan(50);
});

test('prolongations and deletions are in the issued log too, one line for each purchase that they reach', async () => {
  const opened = await openSandbox();
  const [one] = await opened.buy('count=1&period=7&country=us&version=4&descr=one');
  const [other] = await opened.buy('count=1&period=7&country=de&descr=other');
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'reset_after', times: 1 }]);
  await opened.get(`prolong?period=30&ids=${one.id},${other.id}`).catch(() => undefined);
  await opened.px6(`delete?ids=${one.id}`);
  const { entries } = await (await opened.control('issued')).json();
  const shared = { at: '2026-11-20T12:00:00.000Z', upstream: 'px6', orderId: expect.any(Number) };
  const first = { ...shared, reference: 'one', proxyIds: [one.id], country: 'us', version: '4' };
  const second = { ...shared, reference: 'other', proxyIds: [other.id], country: 'de', version: '6' };
  expect(entries).toEqual([
    { ...first, call: 'buy', days: 7, costRub: 16.8 },
    { ...second, call: 'buy', days: 7, costRub: 2.1 },
    { ...first, call: 'prolong', days: 30, costRub: 72 },
    { ...second, call: 'prolong', days: 30, costRub: 9 },
    { ...first, call: 'delete', days: 0, costRub: 0 },
  ]);
});

test('a partial prolongation reaches half of the proxies', async () => {
  const opened = await openSandbox();
  const proxies = await opened.buy('count=2&period=7&country=us');
  opened.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'partial' }]);
  const answer: Px6Body = await opened.px6(`prolong?period=7&ids=${proxies.map(({ id }) => id)}`);
  expect(Object.keys(answer.list)).toEqual([proxies[0].id]);
});

test('faults are used up in their order, count down, and leave other calls and upstreams alone', async () => {
  const { get, control } = await openSandbox();
  const faults = [
    { upstream: 'dataimpulse', call: '*', mode: 'expired_token' },
    { upstream: 'px6', call: 'buy', mode: 'error_before', times: 2 },
    { upstream: 'px6', call: '*', mode: 'redirect' },
  ];
  expect(await (await control('faults', faults)).json()).toEqual(faults);
  expect((await get(BUY)).status).toBe(500);
  expect(await (await control('faults')).json()).toMatchObject([{}, { times: 1 }, {}]);
  expect((await get('getcount?country=us')).status).toBe(302);
  expect((await get(BUY)).status).toBe(500);
  expect((await get(BUY)).status).toBe(302);
  expect(await (await control('faults', [])).json()).toEqual([]);
  expect((await get(BUY)).status).toBe(200);
});

test.each([
  ['not a list', {}, /^body: .*array/],
  ['an unknown upstream', [{ upstream: 'px7', call: 'buy', mode: 'slow' }], /^0\.upstream: /],
  ['an unknown call', [{ upstream: 'px6', call: 'by', mode: 'slow' }], /^0\.call: .*buy, prolong/],
  ['an unknown mode', [{ upstream: 'px6', call: 'buy', mode: 'bad' }], /^0\.mode: .*hang/],
  [
    'a mode of the other upstream',
    [{ upstream: 'px6', call: '*', mode: 'expired_token' }],
    /^0\.mode: .*px6/,
  ],
  ['a part of what has none', [{ upstream: 'px6', call: 'getcount', mode: 'partial' }], /^0\.mode: .*buy/],
  ['no times at all', [{ upstream: 'px6', call: 'buy', mode: 'slow', times: 0 }], /^0\.times: /],
  ['a negative delay', [{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: -1 }], /^0\.delayMs: /],
  ['an unknown field', [{ upstream: 'px6', call: 'buy', mode: 'slow', delay: 1 }], /^0: .*"delay"/],
])('%s is refused with 400 and a reason, and what was armed stays', async (_, faults, reason) => {
  const opened = await withFault('refuse');
  const response = await opened.control('faults', faults);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: expect.stringMatching(reason) });
  expect(await (await opened.control('faults')).json()).toMatchObject([{ mode: 'refuse' }]);
});

test('a body that is no JSON is refused with 400', async () => {
  const { sandbox } = await openSandbox();
  const response = await fetch(`${sandbox.url}/control/faults`, { method: 'PUT', body: '[{' });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: expect.stringContaining('JSON') });
});

test('every mode that PX6 knows can be armed', async () => {
  const { sandbox } = await openSandbox();
  for (const mode of MODES) {
    const arm = () => sandbox.arm([{ upstream: 'px6', call: '*', mode }]);
    if (mode === 'expired_token') expect(arm).toThrow();
    else expect(arm).not.toThrow();
  }
});

async function faultsAreUsedUp({ control }: TestSandbox): Promise<void> {
  await expect.poll(async () => (await control('faults')).json()).toEqual([]);
}

test('a fault for a share of the calls leaves the others alone', async () => {
  const opened = await openSandbox();
  const fault = { upstream: 'px6', call: 'buy', mode: 'refuse' };
  const refused = async (percent: number) => {
    await opened.control('faults', [{ ...fault, percent }]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => opened.px6(BUY)));
    return answers.filter(({ status }) => status === 'no').length;
  };
  expect(await refused(0)).toBe(0);
  expect(await refused(100)).toBe(40);
  const half = await refused(50);
  // By chance it is one of the two ends once in 500 billion runs.
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(40);
});
