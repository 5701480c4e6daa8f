import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

/** As a browser asks. */
const load = (path: string) => fetch(new URL(path, service.url), { headers: { accept: 'text/html' } });

test('/docs is a page that loads everything from the service itself', async () => {
  const page = await load('/docs');
  const html = await page.text();
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files).toContainEqual(expect.stringMatching(/^docs\/swagger-ui-bundle\.js\?v=/));
  for (const file of files.filter((name) => !name.startsWith('data:'))) {
    expect(file).not.toMatch(/^(?:\/|\w+:)/);
    expect((await load(`/${file}`)).status, file).toBe(200);
  }
});

test('the page may run its own scripts and nothing else', async () => {
  const policy = (await load('/docs')).headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(await (await load('/docs')).text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
});

test('/docs/graphql has the guide, from which schema and example are read', async () => {
  const html = await (await load('/docs/graphql')).text();
  expect(html).toContain('A <strong>frontend token</strong> does');
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
  expect(links).toEqual(
    expect.arrayContaining(['../console', '../docs', '../schema.graphql', 'frontend-token-example.html']),
  );
  for (const link of links.filter((name) => !name.startsWith('data:')))
    expect((await load(new URL(link, `${service.url}/docs/graphql`).href)).status, link).toBe(200);
  const schema = await load('/schema.graphql');
  expect(schema.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await schema.text()).toContain('type Query');
});

test('the page asks no validator elsewhere', async () => {
  expect(await (await load('/docs/start.js')).text()).toContain('validatorUrl: null');
});

test('/docs/ leads to /docs', async () => {
  const response = await load('/docs/');
  expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs']);
});

test.each([
  '/docs/package.json',
  '/docs/swagger-initializer.js',
  '/docs/index.html',
  '/docs/..%2fdocs-page.ts',
])('%s is not served', async (path) => {
  expect((await load(path)).status).toBe(404);
});
