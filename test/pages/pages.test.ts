import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

const load = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { 'accept-encoding': 'identity', ...headers } });

async function assetsOf(page: string): Promise<string[]> {
  const html = await (await load(page, { accept: BROWSER })).text();
  const named = [...html.replaceAll('&quot;', '"').matchAll(/"([^"]+\?v=\w+)"/g)];
  return named.map(([, url]) => `/${url}`);
}

test.each([
  ['/graphql', 7],
  ['/docs', 4],
  ['/docs/graphql', 3],
])('the assets of %s are kept for good, and small on their way', async (page, count) => {
  const assets = await assetsOf(page);
  expect(assets).toHaveLength(count);
  for (const url of assets) {
    const plain = await load(url);
    const bytes = (await plain.arrayBuffer()).byteLength;
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      vary: 'accept-encoding',
    });
    for (const encoding of ['br', 'gzip']) {
      const packed = await load(url, { 'accept-encoding': encoding });
      expect(packed.headers.get('content-encoding'), url).toBe(encoding);
      expect((await packed.arrayBuffer()).byteLength).toBe(bytes);
      if (bytes > 100_000) expect(Number(packed.headers.get('content-length'))).toBeLessThan(bytes * 0.6);
    }
  }
});

test('without its version an asset is asked for again, and answered 304 when it is the same', async () => {
  const first = await load('/docs/swagger-ui.css?v=of-another-release');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  await first.arrayBuffer();
  const again = await load('/docs/swagger-ui.css', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test.each(['/graphql', '/docs', '/docs/graphql', '/developers', '/no/such'])(
  '%s runs no script of others and stands in no frame',
  async (path) => {
    const response = await load(path, { accept: BROWSER });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=/);
  },
);

test.each([
  [BROWSER, 'text/html; charset=utf-8'],
  ['application/json, text/html;q=0.5', 'application/json; charset=utf-8'],
  ['text/html;q=0, application/json', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
])('a client that accepts %s gets %s at an unknown path, with 404', async (accept, type) => {
  const response = await load('/no/such', { accept });
  expect([response.status, response.headers.get('content-type')]).toEqual([404, type]);
});

test('a browser at an unknown path gets a page of links, which lead somewhere', async () => {
  const html = await (await load('/no', { accept: BROWSER })).text();
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(5);
  for (const link of links)
    expect((await load(new URL(link, `${service.url}/no`).pathname, { accept: BROWSER })).status, link).toBe(
      200,
    );
});

test('a path that cannot be decoded is a page for a browser, and JSON for a program and below /v1', async () => {
  const answers = await Promise.all([
    load('/console/orders/%E0%A4%A', { accept: BROWSER }),
    load('/console/orders/%E0%A4%A'),
    load('/v1/orders/%E0%A4%A', { accept: BROWSER }),
  ]);
  const types = answers.map(({ status, headers }) => [status, headers.get('content-type')]);
  expect(types).toEqual([
    [404, 'text/html; charset=utf-8'],
    [400, 'application/json; charset=utf-8'],
    [401, 'application/json; charset=utf-8'],
  ]);
});

test('at the root a browser is led to the console; programmers get what there is as a page, and programs as JSON, the chat among them once there is one', async () => {
  const root = await fetch(service.url, { headers: { accept: BROWSER }, redirect: 'manual' });
  expect([root.status, root.headers.get('location'), root.headers.get('vary')]).toEqual([
    302,
    'console',
    'accept',
  ]);
  for (const url of [undefined, 'http://127.0.0.1:4010/chat']) {
    service.services.chat.url = url;
    const page = await load('/developers', { accept: BROWSER });
    const html = await page.text();
    const program = await load('/');
    const { links } = (await program.json()) as { links: { href: string }[] };
    const hrefs = links.map(({ href }) => href);
    expect([page.status, program.status, program.headers.get('vary')]).toEqual([200, 200, 'accept']);
    expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link)).toEqual(hrefs);
    expect(hrefs.filter((href) => !href.startsWith('./'))).toEqual(url === undefined ? [] : [url]);
    for (const href of hrefs.filter((href) => href.startsWith('./')))
      expect((await load(new URL(href, `${service.url}/`).pathname, { accept: BROWSER })).status, href).toBe(
        200,
      );
    expect(html).toContain('npm run -s operator -- --help');
  }
  service.services.chat.url = undefined;
});

test('the root takes no other method than GET and HEAD', async () => {
  const answer = await fetch(service.url, { method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each(['/v1', '/v1/nothing', '/v1/orders/1/refund'])('%s is JSON for browsers, too', async (path) => {
  const response = await load(path, { accept: BROWSER });
  expect([response.status, (await response.json()).error.code]).toEqual([404, 'invalid_request']);
});

test('links hold behind a prefix, however deep the address', async () => {
  for (const path of ['/a', '/a/', '/a/b/c', '//elsewhere.example/a']) {
    const html = await raw(path);
    const [, link = ''] = /<a href="([^"]+)"/.exec(html) ?? [];
    expect(new URL(link, `http://gateway.example${path}`).href).toBe('http://gateway.example/console');
  }
});

/** Without `fetch`, which would normalize the path. */
function raw(path: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, headers: { accept: BROWSER } };
    request(options, (response) => text(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}
