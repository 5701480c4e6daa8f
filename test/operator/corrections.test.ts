import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';
import { newDataDirectory } from '../support/postgres.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(async () => {
  expect((await verifyLedger(opened.services.database)).problems).toEqual([]);
  await opened.close();
});

const adjustment = (resellerId: number, usd: string, reference: string) => [
  ...['balance', 'adjust', '--reseller', `${resellerId}`, '--usd', usd],
  ...['--reason', 'Credited twice', '--reference', reference],
];

test('balance adjust takes from a balance and answers with what is left, once for each reference', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const answer = {
    resellerId,
    amountUsd: '-5.00',
    balanceUsd: '95.00',
    reference: 'ticket-1',
    reason: 'Credited twice',
    at: expect.any(String),
  };
  for (const replayed of [false, true])
    expect((await operator(...adjustment(resellerId, '-5', 'ticket-1'))).result).toEqual({
      ...answer,
      replayed,
    });
  expect((await operator(...adjustment(resellerId, '-95.01', 'ticket-2'))).error).toEqual({
    code: 'invalid_request',
    message:
      'This takes 95.01 USD and the balance is 95.00 USD; a balance never goes below zero, so at most 95.00 can be taken.',
  });
  expect((await operator(...adjustment(resellerId, '5', 'ticket-1'))).error?.message).toMatch(
    /^The reference "ticket-1" was used for the adjustment of reseller \d+ by -5.00 USD on /,
  );
});

test('operation refund gives a part of a charge back, and says what is left and which coins stay', async () => {
  const given = await givenReseller(opened.services);
  const buyer = { ...buyerOf(given), source: 'bot' as const };
  const { order, charged } = (await purchase(opened.services, buyer, ORDER)).sale;
  const { id } = await opened.services.database.sql
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', given.resellerId)
    .executeTakeFirstOrThrow();
  const refund = ['operation', 'refund', '--operation', id, '--reason', 'Slow'];
  const { result } = await operator(...refund, '--usd', '0.50', '--reference', 'r-1');
  expect(result).toMatchObject({
    resellerId: given.resellerId,
    operationId: id,
    orderId: order.id,
    amountUsd: '0.50',
    reference: 'r-1',
    reason: 'Slow',
    coins: { spent: 0, cashback: expect.any(Number) },
  });
  expect(Number(result?.['leftUsd'])).toBeCloseTo(Number(charged) / 1_000_000 - 0.5, 6);
  expect((await operator(...refund, '--reference', 'r-2')).result).toMatchObject({ leftUsd: '0.00' });
  expect((await operator(...refund, '--reference', 'r-3')).error?.message).toMatch(/was given back already/);
});

test.each([
  [['balance', 'adjust', '--reseller', '1', '--usd', '0', '--reason', 'x', '--reference', 'x'], /--usd/],
  [['balance', 'adjust', '--reseller', '1', '--usd', '--5', '--reason', 'x', '--reference', 'x'], /--usd/],
  [
    ['balance', 'adjust', '--reseller', '1', '--usd', '-1000000.01', '--reason', 'x', '--reference', 'x'],
    /1000000/,
  ],
  [['balance', 'adjust', '--reseller', '1', '--usd', '5', '--reference', 'x'], /--reason/],
  [
    ['balance', 'adjust', '--reseller', '1', '--usd', '5', '--reason', 'x'.repeat(501), '--reference', 'x'],
    /500/,
  ],
  [['operation', 'refund', '--operation', '7', '--reason', 'x', '--reference', 'x'], /--operation/],
  [['reseller', 'rate-limit', '--reseller', '1', '--key', '2', '--reset'], /--key/],
  [['reseller', 'rate-limit', '--reseller', '1'], /--per-minute/],
  [['reseller', 'rate-limit', '--key', '1', '--per-minute', '601'], /600/],
  [['reseller', 'disable', '--reseller', '1'], /--reason/],
  [['audit', 'list', '--from', 'yesterday'], /--from/],
])('%j is refused', async (args, message) => {
  expect((await operator(...args)).error).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  });
});

test('reseller disable, rename, price-list and rate-limit show in reseller show', async () => {
  const { resellerId, keyId } = await givenReseller(opened.services);
  const whose = ['--reseller', `${resellerId}`];
  await operator('reseller', 'disable', ...whose, '--reason', 'Unpaid');
  await operator('reseller', 'rename', ...whose, '--name', 'Renamed');
  await operator('reseller', 'price-list', ...whose, '--price-list', 'wholesale');
  await operator('reseller', 'rate-limit', ...whose, '--per-minute', '120');
  const { result } = await operator('reseller', 'rate-limit', '--key', `${keyId}`, '--per-minute', '300');
  expect(result).toEqual({ resellerId, keyId, requestsPerMinute: 300 });
  expect((await operator('reseller', 'show', ...whose)).result).toMatchObject({
    name: 'Renamed',
    priceList: 'wholesale',
    disabledReason: 'Unpaid',
    requestsPerMinute: 120,
    keys: [{ keyId, requestsPerMinute: 300 }],
  });
  await operator('reseller', 'rate-limit', ...whose, '--reset');
  await operator('reseller', 'enable', ...whose);
  expect((await operator('reseller', 'show', ...whose)).result).toMatchObject({
    disabledReason: null,
    requestsPerMinute: null,
  });
});

test('a command that is killed before its change leaves an unknown outcome and no money moved, and is repeated', async () => {
  const { resellerId } = await givenReseller(opened.services);
  await using held = await holdLock(opened.databaseUrl, 'select from accounts for update');
  const args = adjustment(resellerId, '7', 'killed');
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: opened.databaseUrl,
    CREDENTIALS_KEY: opened.credentialsKey.toString('base64'),
    SANDBOX: '1',
    DATA_DIR: newDataDirectory(),
    OPERATOR: 'ann',
  };
  const ended = Promise.withResolvers<string>();
  const child = execFile(process.execPath, [MAIN, 'operator', ...args], { env }, (_error, stdout) =>
    ended.resolve(stdout),
  );
  const entries = async () =>
    (await operator('audit', 'list', '--reseller', `${resellerId}`)).result?.['commands'];
  await expect.poll(held.waiting).toBe(1);
  child.kill('SIGKILL');
  expect(await ended.promise).toBe('');
  expect(await entries()).toMatchObject([{ operator: 'ann', command: 'balance adjust', outcome: 'unknown' }]);
  await held.release();
  const repeated = await operator(...args);
  expect(repeated.result).toMatchObject({ amountUsd: '7.00', balanceUsd: '107.00' });
  expect(await entries()).toMatchObject([{ outcome: 'done' }, { outcome: 'unknown' }]);
});
