import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { NO_CELLS, operatorOn, type Ran, run } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const BUY = ['order', 'buy', '--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--period', '7d'];

test('a reseller is added once for each reference, however often and at once that is asked for', async () => {
  const add = (name: string, balance: string, reference = 'contract-12') =>
    operator('reseller', 'add', '--name', name, '--balance', balance, '--reference', reference);
  const added = await Promise.all(Array.from({ length: 5 }, () => add('Once', '12.50')));
  const [first] = added.filter(({ result }) => result?.['replayed'] === false);
  const resellerId = first?.result?.['resellerId'];
  expect(added.map(({ result }) => result?.['resellerId'])).toEqual(Array(5).fill(resellerId));
  expect(added.filter(({ result }) => result?.['replayed'] === true)).toHaveLength(4);
  for (const [name, balance] of [
    ['Twice', '12.50'],
    ['Once', '12'],
  ] as const)
    expect((await add(name, balance)).error?.message).toContain(
      `for reseller ${resellerId}, "Once" with the price list standard, added with 12.50 USD; nothing was added`,
    );
  const { resellers } = (await operator('reseller', 'list', '--limit', '1000')).result as {
    resellers: { name: string; balanceUsd: string }[];
  };
  const made = resellers.filter(({ name }) => ['Once', 'Twice'].includes(name));
  expect(made).toMatchObject([{ name: 'Once', balanceUsd: '12.50' }]);
});

test('a reseller is added with a balance, and shown with its keys and orders', async () => {
  const added = await operator('reseller', 'add', '--name', 'Acme', '--balance', '150');
  const resellerId = (added.result as { resellerId: number }).resellerId;
  expect(added).toMatchObject({
    status: 0,
    stderr: '',
    stdout: `{"resellerId":${resellerId},"replayed":false}\n`,
  });

  const created = await operator('key', 'create', '--reseller', `${resellerId}`, '--allow-ip', '10.0.0.0/8');
  const { keyId, apiKey } = created.result as { keyId: number; apiKey: string };
  await operator(...BUY, '--reseller', `${resellerId}`);
  await operator('threshold', '--reseller', `${resellerId}`, '--usd', '25');

  const { result } = await operator('reseller', 'show', '--reseller', `${resellerId}`);
  expect(result).toEqual({
    resellerId,
    name: 'Acme',
    priceList: 'standard',
    balanceUsd: '149.25',
    coins: 2,
    referredBy: null,
    lowBalanceThresholdUsd: 25,
    createdAt: INSTANT,
    disabledReason: null,
    requestsPerMinute: null,
    keys: [
      {
        keyId,
        name: null,
        prefix: apiKey.slice(0, 8),
        disabled: false,
        allowedIps: ['10.0.0.0/8'],
        createdAt: INSTANT,
        issuedAt: INSTANT,
        lastUsedAt: null,
        lastUsedFrom: null,
        requestsPerMinute: null,
      },
    ],
    telegram: null,
    orders: { active: 1, expired: 0, paused: 0, exhausted: 0 },
  });
  const { result: list } = await operator('reseller', 'list', '--limit', '1000');
  expect(list).toEqual({ resellers: expect.arrayContaining([result]), limit: 1_000, offset: 0 });
});

test('an order whose end has passed counts as expired before it is filed so', async () => {
  const { resellerId } = await givenReseller(opened.services);
  await operator(...BUY, '--reseller', `${resellerId}`);
  const { result: bought } = await operator(...BUY, '--reseller', `${resellerId}`);
  await sql`update orders set expires_at = created_at where id = ${bought?.['orderId']}`.execute(
    opened.services.database.sql,
  );
  const { result } = await operator('reseller', 'show', '--reseller', `${resellerId}`);
  expect(result).toMatchObject({ orders: { active: 1, expired: 1 } });
  const own = ['order', 'list', '--reseller', `${resellerId}`, '--status'];
  expect((await operator(...own, 'expired')).result).toMatchObject({
    orders: [{ orderId: bought?.['orderId'] }],
  });
  expect((await operator(...own, 'active')).result?.['orders']).toHaveLength(1);
});

test('top-up answers the balance after it, and a repeated one changes nothing and says so', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  const reference = randomUUID();
  const args = ['top-up', '--reseller', `${resellerId}`, '--usd', '50', '--reference', reference];
  const answer = { resellerId, amountUsd: '50.00', balanceUsd: '150.00', reference };
  expect((await operator(...args)).result).toEqual({ ...answer, replayed: false });
  expect((await operator(...args)).result).toEqual({ ...answer, replayed: true });
});

test('key commands answer what holds from now on', async () => {
  const { resellerId, keyId, apiKey } = await givenReseller(opened.services);
  const key = (command: string, ...args: string[]) => operator('key', command, '--key', `${keyId}`, ...args);
  const { result: reissued } = await key('reissue');
  expect(reissued).toEqual({ resellerId, keyId, apiKey: expect.stringMatching(/^prk_[0-9A-Za-z]{42}$/) });
  expect(reissued?.['apiKey']).not.toBe(apiKey);
  const { result: overlapped } = await key('reissue', '--overlap-hours', '24');
  expect(overlapped).toEqual({
    resellerId,
    keyId,
    apiKey: expect.stringMatching(/^prk_/),
    oldSecretUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const { result: shown } = await operator('reseller', 'show', '--reseller', `${resellerId}`);
  expect(shown?.['keys']).toMatchObject([{ oldSecret: { until: overlapped?.['oldSecretUntil'] } }]);
  expect((await key('reissue', '--overlap-hours', '73')).error?.message).toMatch(
    /--overlap-hours.* at most 72/,
  );
  expect((await key('disable')).result).toEqual({ resellerId, keyId, disabled: true });
  expect((await key('enable')).result).toEqual({ resellerId, keyId, disabled: false });
  expect((await key('allow-ips', '--ip', '203.0.113.9', '--ip', '2001:db8::/32')).result).toEqual({
    resellerId,
    keyId,
    allowedIps: ['203.0.113.9/32', '2001:db8::/32'],
  });
  expect((await key('allow-ips')).result).toEqual({ resellerId, keyId, allowedIps: [] });
});

test.each([
  ['reseller', 'show', '--reseller', '999999'],
  ['top-up', '--reseller', '999999', '--usd', '1', '--reference', 'x'],
  ['threshold', '--reseller', '999999', '--usd', '1'],
  ['key', 'create', '--reseller', '999999'],
  ['key', 'reissue', '--key', '999999'],
  ['key', 'disable', '--key', '999999'],
  ['key', 'allow-ips', '--key', '999999'],
  [...BUY, '--reseller', '999999'],
])('%s %s refuses what does not exist', async (...args) => {
  const { status, error } = await operator(...args);
  expect({ status, error }).toEqual({
    status: 1,
    error: {
      code: args.includes('--key') ? 'key_not_found' : 'invalid_request',
      message: expect.stringMatching(/There is no .* 999999/),
    },
  });
});

test.each<[string, string[], { code: string; message: string }]>([
  [
    'an order',
    ['order', 'show', '--order', '9999'],
    { code: 'order_not_found', message: 'There is no order 9999; "order list" prints those there are.' },
  ],
  [
    'money',
    [...BUY, '--quantity', '50'],
    {
      code: 'insufficient_balance',
      message: 'This costs 37.50 USD and the balance is 1.00 USD; "top-up" puts money on it.',
    },
  ],
  [
    'a product',
    [...BUY, '--tier', 'nope'],
    { code: 'unknown_product', message: '"nope/ipv4" is not on sale; "catalog show" prints what is.' },
  ],
])(
  'a command without %s is refused in the operator’s words, not in a reseller’s',
  async (_name, args, error) => {
    const { resellerId } = await givenReseller(opened.services, { balanceUsd: '1' });
    const whose = args.includes('buy') ? ['--reseller', `${resellerId}`] : [];
    expect((await operator(...args, ...whose)).error).toEqual(error);
  },
);

test('a flaw of an input is reported under the option that has it', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const buy = [...BUY, '--reseller', `${resellerId}`, '--idempotency-key', 'used'];
  expect((await operator(...buy)).status).toBe(0);
  expect((await operator(...buy, '--quantity', '2')).error).toEqual({
    code: 'invalid_request',
    message: '--idempotency-key: was used for another request; use a new key.',
  });
});

test('order buy is the chat bot: the retail price, source bot, once for one idempotency key', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const args = [...BUY, '--reseller', `${resellerId}`, '--quantity', '2', '--idempotency-key', 'k'];
  const { result: order } = await operator(...args);
  expect(order).toMatchObject({
    resellerId,
    country: 'US',
    quantity: 2,
    source: 'bot',
    priceUsd: '1.50',
    chargedUsd: '1.50',
    replayed: false,
    proxies: [{ host: expect.any(String), login: expect.any(String) }, { password: expect.any(String) }],
  });
  expect((await operator(...args)).result).toEqual({ ...order, replayed: true });

  const { chargedUsd: _charged, replayed: _replayed, ...kept } = order ?? {};
  const show = ['order', 'show', '--order', `${order?.['orderId']}`];
  expect((await operator(...show, '--with-passwords')).result).toEqual({
    ...kept,
    operations: [expect.objectContaining({ kind: 'purchase', state: 'settled', amountUsd: '1.50' })],
  });
  expect((await operator(...show)).stdout).not.toContain('password');
  const { result: log } = await operator('audit', 'list', '--command', 'order show');
  expect(log?.['commands']).toMatchObject([{ arguments: [...show.slice(2), '--with-passwords'] }]);
  const { proxies: _proxies, ...listed } = kept;
  expect((await operator('order', 'list', '--reseller', `${resellerId}`)).result).toEqual({
    totals: { orders: 1, purchasesUsd: '1.50', hasMore: false },
    orders: [{ ...listed, paidUsd: '1.50' }],
    limit: 50,
    offset: 0,
  });
});

test('order buy says why nothing was bought', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '0' });
  const buy = async (...args: string[]) =>
    (await operator(...BUY, '--reseller', `${resellerId}`, ...args)).error;
  expect(await buy()).toMatchObject({ code: 'insufficient_balance' });
  expect(await buy('--period', '8d')).toMatchObject({ code: 'invalid_period' });
  expect(await buy('--quantity', '0')).toMatchObject({ code: 'invalid_quantity' });
  expect(await buy('--tier', 'gold')).toMatchObject({ code: 'unknown_product' });
  expect((await operator('order', 'show', '--order', '999999')).error).toMatchObject({
    code: 'order_not_found',
  });
});

test('resellers are found by a part of their name or by their number, as CSV, too', async () => {
  const { resellerId } = await givenReseller(opened.services, { name: '=Tonka, "100%" Ltd' });
  const search = async (text: string) =>
    (await operator('reseller', 'list', '--search', text, '--format', 'csv')).stdout.split('\r\n');
  const [header, row, ...rest] = await search('tonka');
  expect(header).toMatch(/^resellerId,name,priceList,balanceUsd,/);
  expect(row).toMatch(new RegExp(`^${resellerId},"'=Tonka, ""100%"" Ltd",standard,`));
  expect(rest).toEqual(['']);
  expect(await search(String(resellerId))).toContain(row);
  expect(await search('100_')).not.toContain(row);
});

test('order list goes across resellers, newest first, page by page', async () => {
  const ids: unknown[] = [];
  for (const { resellerId } of [await givenReseller(opened.services), await givenReseller(opened.services)]) {
    ids.unshift((await operator(...BUY, '--reseller', `${resellerId}`)).result?.['orderId']);
  }
  const page = async (offset: number) =>
    (await operator('order', 'list', '--limit', '1', '--offset', `${offset}`)).result;
  expect([await page(0), await page(1)]).toMatchObject(ids.map((orderId) => ({ orders: [{ orderId }] })));
});

test('catalog show, saved to a file, is what catalog import takes', async () => {
  const shown = await operator('catalog', 'show');
  const file = join(inject('runDirectory'), `${randomUUID()}.json`);
  await writeFile(file, shown.stdout);
  expect((await operator('catalog', 'import', file)).result).toEqual({
    tiers: 4,
    types: 9,
    periods: 31,
    priceLists: 1,
  });
  expect((await operator('catalog', 'show')).result).toEqual({
    ...shown.result,
    version: expect.any(String),
  });
});

test('a file that is too long or no UTF-8 is no catalog', async () => {
  const file = join(inject('runDirectory'), `${randomUUID()}.json`);
  await writeFile(file, Buffer.alloc(4 * 1_048_576 + 1, ' '));
  expect((await operator('catalog', 'import', file)).error?.message).toMatch(/longer than/);
  await writeFile(file, Buffer.of(0x22, 0xff, 0x22));
  expect((await operator('catalog', 'import', file)).error?.message).toMatch(/UTF-8/);
});

test('a key that was created is printed even when closing fails', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const { status, result, error } = await run(['key', 'create', '--reseller', `${resellerId}`], async () => ({
    services: opened.services,
    payments: opened.payments,
    ...NO_CELLS,
    databaseUrl: '',
    operator: 'tester',
    close: () => Promise.reject(new Error('broken')),
  }));
  expect(result).toMatchObject({ apiKey: expect.stringMatching(/^prk_/) });
  expect({ status, code: error?.code }).toEqual({ status: 1, code: 'internal_error' });
});

test.each([
  [['operation', 'list', '--reseller', '999999'], /^There is no reseller 999999; "reseller list"/],
  [['operation', 'list', '--order', '999999'], /^There is no order 999999/],
  [['order', 'list', '--reseller', '999999'], /^There is no reseller 999999/],
  [['order', 'list', '--product', 'prem/nope'], /^"prem\/nope" is not on sale/],
  [['order', 'list', '--tier', 'nope'], /is not on sale/],
  [['order', 'find', '192.0.2.9', '--reseller', '999999'], /^There is no reseller 999999/],
  [['events', '--reseller', '999999'], /^There is no reseller 999999/],
  [['payments', 'list', '--reseller', '999999'], /^There is no reseller 999999/],
  [['audit', 'list', '--reseller', '999998'], /^There is no reseller 999998/],
])(
  '%j names what is not there, and is refused instead of answered with an empty list',
  async (args, message) => {
    const { status, error } = await operator(...args);
    expect({ status, message: error?.message }).toEqual({
      status: 1,
      message: expect.stringMatching(message),
    });
  },
);

test('what is there and has nothing is answered with an empty list', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const whose = ['--reseller', `${resellerId}`];
  for (const list of [
    ['operation', 'list'],
    ['order', 'list'],
    ['events'],
    ['payments', 'list'],
    ['audit', 'list'],
  ])
    expect((await operator(...list, ...whose)).status).toBe(0);
  expect((await operator('order', 'list', '--product', 'di/diresi', '--country', 'ZZ')).status).toBe(0);
});

test('the operator who buys for a disabled reseller is told how to let it in, not that the operator’s account is disabled', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const whose = ['--reseller', `${resellerId}`];
  await operator('reseller', 'disable', ...whose, '--reason', 'Unpaid');
  expect((await operator(...BUY, ...whose)).error?.message).toBe(
    'The reseller is disabled, for the reason "Unpaid"; "reseller enable" lets it in again.',
  );
});

test('a reference is for one payment: another amount is refused with what it was used for', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const pay = (usd: string, reference: string) =>
    operator('top-up', '--reseller', `${resellerId}`, '--usd', usd, '--reference', reference);
  const reference = randomUUID();
  await pay('5', reference);
  expect((await pay('6', reference)).error?.message).toContain(
    `the top-up of reseller ${resellerId} by 5.00 USD`,
  );
  expect((await pay('6', `opening:${resellerId + 1}`)).error?.message).toContain('begin with "opening:"');
});
