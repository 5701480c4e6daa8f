import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWeb } from '../sandbox/support/target.ts';
import { useBrowser } from '../support/browser.ts';
import { sendGraphql } from '../support/service.ts';
import { type Program, startProgram } from './program.ts';
import { byForwarding, openTarget } from './through-proxy.ts';

const EXAMPLE = new URL('../../docs/frontend-token-example.html', import.meta.url);
const MEGABYTES = 5_000_000;
const GB = 2 ** 30;

const browser = useBrowser();
let program: Program;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

interface Access {
  url: string;
  orderId: string;
  token: string;
}

/** A reseller's own server: it serves the example page, and gives the page what `makeAccess` makes. */
function openShop(makeAccess: (origin: string) => Promise<Access>): Promise<string> {
  const page = readFile(EXAMPLE);
  const shop = openWeb(async ({ url, method }, response) => {
    if (url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(await page);
    } else if (url === '/traffic-access' && method === 'POST') {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(await makeAccess(await shop)));
    } else {
      response.writeHead(204).end();
    }
  });
  return shop;
}

const CREATE = `mutation ($input: CreateFrontendTokenInput!) {
  createFrontendToken(input: $input) { ... on CreateFrontendTokenSuccess { secret } ... on Error { message } }
}`;

const usedIn = async (page: Page) => Number(await page.locator('#used').textContent());

/** Whether a script of the page can read the answer to a request with the token. */
function canRead(page: Page, { url, token, orderId }: Access): Promise<boolean> {
  return page.evaluate(
    ([address = '', secret = '', id = '']) =>
      fetch(address.replace(/^ws/, 'http'), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ query: `{ order(id: "${id}") { id } }` }),
      })
        .then((response) => response.json())
        .then(
          (body) => body.data.order.id === id,
          () => false,
        ),
    [url, token, orderId],
  );
}

test('the example page shows a customer’s traffic as it moves, outlives its token, and shows nothing on another site', async () => {
  const { rest, apiKey } = await program.givenCustomer();
  const bought = await rest.post<{ id: number }>('/v1/orders', {
    tier: 'di',
    type: 'diresi',
    country: 'US',
    period: '1gb',
  });
  const orderId = String(bought.body.id);
  const lines = await rest.get<{ lines: [string] }>(`/v1/orders/${orderId}/lines?format=http`);
  const [proxy] = lines.body.lines;
  const target = await openTarget();

  const given: Access[] = [];
  const shop = await openShop(async (origin) => {
    const input = { orderIds: [orderId], allow: ['READ_TRAFFIC'], origins: [origin], expiresInSeconds: 600 };
    const { body } = await sendGraphql<{ createFrontendToken: { secret: string } }>(
      program.url,
      apiKey,
      CREATE,
      { input },
    );
    const token = body.data?.createFrontendToken.secret ?? '';
    const access = { url: `${program.url.replace(/^http/, 'ws')}/graphql`, orderId, token };
    given.push(access);
    return access;
  });
  const tab = await browser.newTab();
  await tab.page.goto(shop);
  await tab.page.locator('#used').getByText('0.000').waitFor();
  await byForwarding(proxy, `${target}/${MEGABYTES}`);
  await expect.poll(() => usedIn(tab.page)).toBeGreaterThanOrEqual(Number((MEGABYTES / GB).toFixed(3)));

  const revoked = await sendGraphql(
    program.url,
    apiKey,
    'mutation { revokeFrontendTokens(input: {}) { __typename } }',
  );
  expect(revoked.body.data).toEqual({
    revokeFrontendTokens: { __typename: 'RevokeFrontendTokensSuccess' },
  });
  await expect.poll(() => given.length).toBe(2);
  await byForwarding(proxy, `${target}/${MEGABYTES}`);
  await expect.poll(() => usedIn(tab.page)).toBeGreaterThanOrEqual(Number(((2 * MEGABYTES) / GB).toFixed(3)));
  const [, access] = given;
  if (!access) throw new Error('the page has asked for no second token');
  expect(await canRead(tab.page, access)).toBe(true);
  expect(tab.complaints).toEqual([]);

  let asked = 0;
  const thief = await openShop(async () => {
    asked += 1;
    return access;
  });
  const elsewhere = await browser.newTab();
  await elsewhere.page.goto(thief);
  // It has been refused, and has asked again.
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(await elsewhere.page.locator('#used').textContent()).toBe('–');
  await elsewhere.page.getByText(`Refused: the token was not made for pages of ${thief}.`).waitFor();
  expect(await canRead(elsewhere.page, access)).toBe(false);
  expect(await canRead(tab.page, access)).toBe(true);
});
