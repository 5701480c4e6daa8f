import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';

/** Over HTTP/1.1 a browser asks for six at once: on a slow network each six more cost 150 ms and more. */
const MOST_FILES = 8;

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

/**
 * The addresses of what the page at `path` loads, as a browser resolves them behind a proxy's path prefix.
 */
async function assetsOf(path: string, prefix = ''): Promise<string[]> {
  const html = await (await fetch(service.url + path)).text();
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
  return named.map(([, url = '']) => new URL(url, service.url + prefix + path).pathname);
}

test.each(['/console', '/console/', '/console/orders', '/console/orders/1', '/console/orders/1/?tab=a/b'])(
  '%s is the page, with a policy that lets it run and reach nothing of others',
  async (path) => {
    const response = await fetch(service.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    const { host } = new URL(service.url);
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    const first = await assetsOf('/console');
    expect(await assetsOf(path)).toEqual(expect.arrayContaining(first));
    const behind = await assetsOf(path, '/behind/a/proxy');
    expect(behind).toEqual(expect.arrayContaining(first.map((asset) => `/behind/a/proxy${asset}`)));
  },
);

test.each([
  ['/console/buy', 'BuyPage'],
  ['/console/orders', 'OrdersPage'],
  ['/console/orders/1', 'OrderPage'],
  ['/console/statement', 'StatementPage'],
])('%s is loaded with the files of its page, each named once, and all there', async (path, name) => {
  const assets = await assetsOf(path);
  expect(assets.filter((asset) => asset.includes(`/${name}-`)).length).toBeGreaterThan(0);
  expect(new Set(assets).size).toBe(assets.length);
  expect(assets.length).toBeLessThanOrEqual(MOST_FILES);
  const answers = await Promise.all(assets.map((asset) => fetch(service.url + asset)));
  expect(answers.map(({ status }) => status)).toEqual(assets.map(() => 200));
});

test.each(['/console', '/console/sign-in', '/console/nowhere', '/console/constructor', '/console/orders/'])(
  '%s is loaded with the first page alone',
  async (path) => {
    const assets = await assetsOf(path);
    expect(assets.filter((asset) => /Page-/.test(asset))).toEqual([]);
  },
);

test('what the page loads is kept for good and compressed; what it does not have is not there', async () => {
  const assets = await assetsOf('/console');
  expect(assets).toContainEqual(expect.stringMatching(/\/index-[\w-]+\.js$/));
  expect(assets).toContainEqual(expect.stringMatching(/\/style-[\w-]+\.css$/));
  for (const asset of assets) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(service.url + asset, { headers: { 'accept-encoding': encoding } });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      await response.arrayBuffer();
    }
  }
  for (const name of ['index-00000000.js', '../index.html', '..%2Findex.html', '%2e%2e/source.sha256', ''])
    expect((await fetch(`${service.url}/console/assets/${name}`, { method: 'HEAD' })).status).not.toBe(500);
  expect((await fetch(`${service.url}/console/assets/index-00000000.js`)).status).toBe(404);
  expect((await fetch(`${service.url}/console/assets/..%2Findex.html`)).status).toBe(404);
});
