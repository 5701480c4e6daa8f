import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newStateDir, openSandbox, type TestSandbox } from '../support/sandbox.ts';

const WANTED = { currency_type: 'fiat', fiat: 'USD', amount: '12.50', payload: 'ours', expires_in: 3600 };

interface Answer {
  status: number;
  ok: boolean;
  error?: { code: number; name: string };
  result: { invoice_id: number; status: string; bot_invoice_url: string; items: Answer['result'][] };
}

async function call(
  { sandbox }: TestSandbox,
  method: string,
  input: object = {},
  token?: string,
): Promise<Answer> {
  const answer = await fetch(`${sandbox.cryptoPayUrl}/api/${method}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'crypto-pay-api-token': token ?? sandbox.cryptoPayToken,
    },
    body: JSON.stringify(input),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
}

function controlled({ sandbox }: TestSandbox, method: string, path: string, body: object): Promise<Response> {
  return fetch(`${sandbox.url}/control/cryptopay/${path}`, { method, body: JSON.stringify(body) });
}

interface Report {
  signature: unknown;
  body: string;
}

/** A receiver of reports that answers with these statuses in turn, and then with 200. */
async function receiver(...statuses: number[]) {
  const reports: Report[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    reports.push({ signature: request.headers['crypto-pay-api-signature'], body });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { reports, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/paid` };
}

test('an invoice has the fields of Crypto Pay, is listed by its id and its status, and expires', async () => {
  const opened = await openSandbox();
  const { result } = await call(opened, 'createInvoice', WANTED);
  const made = {
    invoice_id: 1,
    status: 'active',
    currency_type: 'fiat',
    fiat: 'USD',
    amount: '12.50',
    payload: 'ours',
    created_at: opened.clock.now().toISOString(),
    bot_invoice_url: expect.stringMatching(/\/cryptopay\/pay\/IV[\w-]{12}$/),
  };
  expect(result).toMatchObject(made);
  await call(opened, 'createInvoice', { ...WANTED, expires_in: 60 });
  const listed = async (input: object) =>
    (await call(opened, 'getInvoices', input)).result.items.map(({ invoice_id, status }) => [
      invoice_id,
      status,
    ]);
  expect(await listed({})).toEqual([
    [2, 'active'],
    [1, 'active'],
  ]);
  opened.clock.pass(60);
  expect(await listed({ invoice_ids: '2,7' })).toEqual([[2, 'expired']]);
  expect(await listed({ status: 'active', count: '1' })).toEqual([[1, 'active']]);
  expect((await call(opened, 'getMe')).ok).toBe(true);
});

test('a call that is wrong gets the error of Crypto Pay', async () => {
  const opened = await openSandbox();
  const errorOf = async (...args: [string, object?, string?]) => {
    const { status, ok, error } = await call(opened, ...args);
    return { status, ok, ...error };
  };
  const error = (code: number, name: string) => ({ status: code, ok: false, code, name });
  expect(await errorOf('getMe', {}, 'another')).toEqual(error(401, 'UNAUTHORIZED'));
  expect(await errorOf('constructor')).toEqual(error(405, 'METHOD_NOT_FOUND'));
  for (const amount of ['0', '-1', 'x', '1e3', ''])
    expect(await errorOf('createInvoice', { ...WANTED, amount })).toEqual(error(400, 'AMOUNT_INVALID'));
  expect(await errorOf('createInvoice', { ...WANTED, expires_in: 0 })).toEqual(
    error(400, 'EXPIRES_IN_INVALID'),
  );
  expect(await errorOf('getInvoices', { invoice_ids: 'x' })).toEqual(error(400, 'INVOICE_IDS_INVALID'));
});

test('a payment is reported with the signature of its bytes, again until it is taken, and once after that', async () => {
  const opened = await openSandbox();
  const { reports, url } = await receiver(500, 302);
  await controlled(opened, 'PUT', 'webhook', { url });
  await call(opened, 'createInvoice', WANTED);
  expect((await controlled(opened, 'POST', 'pay', { invoiceId: 1 })).status).toBe(200);
  await expect.poll(() => reports.length).toBe(3);
  const [{ body, signature } = { body: '', signature: '' }] = reports;
  const key = createHash('sha256').update(opened.sandbox.cryptoPayToken).digest();
  expect(signature).toBe(createHmac('sha256', key).update(body).digest('hex'));
  expect(JSON.parse(body)).toMatchObject({
    update_id: 1,
    update_type: 'invoice_paid',
    payload: { invoice_id: 1, status: 'paid', payload: 'ours', amount: '12.50', paid_asset: 'USDT' },
  });
  expect((await controlled(opened, 'POST', 'pay', { invoiceId: 1 })).status).toBe(409);
  expect((await controlled(opened, 'POST', 'pay', { invoiceId: 2 })).status).toBe(404);
  expect((await controlled(opened, 'POST', 'pay', { invoiceId: '1' })).status).toBe(400);
});

test('invoices, payments and the address of reports survive a restart, and what was not reported is', async () => {
  const stateDir = newStateDir();
  const first = await openSandbox({ stateDir });
  const { reports, url } = await receiver();
  await controlled(first, 'PUT', 'webhook', { url: 'http://127.0.0.1:9/nobody' });
  await call(first, 'createInvoice', WANTED);
  await controlled(first, 'POST', 'pay', { invoiceId: 1 });
  await first.sandbox.close();
  const second = await openSandbox({ stateDir });
  await controlled(second, 'PUT', 'webhook', { url });
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  expect((await call(second, 'getInvoices')).result.items).toMatchObject([{ invoice_id: 1, status: 'paid' }]);
  expect((await call(second, 'createInvoice', WANTED)).result.invoice_id).toBe(2);
});

test('an armed fault of the report has it lost or sent twice', async () => {
  const opened = await openSandbox();
  const { reports, url } = await receiver();
  await controlled(opened, 'PUT', 'webhook', { url });
  opened.sandbox.arm([
    { upstream: 'cryptopay', call: 'webhook', mode: 'refuse', times: 1 },
    { upstream: 'cryptopay', call: 'webhook', mode: 'duplicate', times: 1 },
  ]);
  for (const invoiceId of [1, 2]) {
    await call(opened, 'createInvoice', WANTED);
    await controlled(opened, 'POST', 'pay', { invoiceId });
  }
  await expect.poll(() => reports.length).toBe(2);
  expect(reports.map(({ body }) => JSON.parse(body).payload.invoice_id)).toEqual([2, 2]);
});

test('a person pays on a page that loads nothing and runs no script, once', async () => {
  const opened = await openSandbox();
  const { result } = await call(opened, 'createInvoice', WANTED);
  const page = await fetch(result.bot_invoice_url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('12.50 USD');
  expect(html).not.toMatch(/<script|https?:/);
  const press = () =>
    fetch(result.bot_invoice_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (const answer of await Promise.all([press(), press()])) expect(await answer.text()).toContain('Paid');
  expect((await fetch(`${opened.sandbox.cryptoPayUrl}/pay/IVnone`)).status).toBe(404);
});
