import { beforeEach, expect, test } from 'vitest';
import { payableInCoins, readCoins } from '../../src/billing/accounts.ts';
import { CoinsNotPayableError } from '../../src/billing/errors.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { describeMovement, readAccountStatement } from '../../src/purchases/account-statement.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase, quote } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import { setReferrer } from '../../src/resellers/referrals.ts';
import { botBuyerOf, DOLLAR_ITEM, earnCoins, RATES, setCoinRates } from '../support/coins.ts';
import { givenReseller } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const { opened, buyer, balance } = usePurchases();
/** The same reseller in the chat bot, with 100 coins that a purchase for a dollar has earned. */
let bot: Buyer;
const DOLLAR = 1_000_000n;
/** What is left of the opening balance of 100 USD. */
const FUNDS = 99n * DOLLAR;

const coins = (resellerId = buyer.resellerId) => readCoins(opened.services.database.sql, resellerId);
/** The movements of the buyer's coins, newest first. */
const coinLines = async () => {
  const rows = await opened.services.database.sql
    .selectFrom('coin_transfers')
    .select(['kind', 'debit', 'coins', 'balance_after'])
    .where('reseller_id', '=', buyer.resellerId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => [row.kind, row.debit === 'reseller' ? -row.coins : row.coins, row.balance_after]);
};

beforeEach(async () => {
  bot = botBuyerOf(buyer);
  await earnCoins(opened.services, bot, 1);
});

test('coins take a part off the price, the order keeps the whole price, and the money part earns cashback', async () => {
  const { sale } = await purchase(opened.services, bot, { ...DOLLAR_ITEM, quantity: 3, coins: 90 });
  expect(sale.order).toMatchObject({ price: 3n * DOLLAR, source: 'bot' });
  // 3 percent of 2.10 USD are 6.3 coins.
  expect(sale).toMatchObject({ charged: 2_100_000n, coins: { spent: 90, earned: 6 } });
  expect([await balance(), await coins()]).toEqual([FUNDS - 2_100_000n, 16]);
  expect(await coinLines()).toEqual([
    ['cashback', 6, 16],
    ['spending', -90, 10],
    ['cashback', 100, 100],
  ]);
});

test('the account statement has what was charged in money, and says how many coins were spent besides', async () => {
  const { sale } = await purchase(opened.services, bot, { ...DOLLAR_ITEM, coins: 1 });
  await renew(opened.services, bot, { orderId: sale.order.id, period: '30d', coins: 50 });
  const { movements } = await readAccountStatement(opened.services.database.sql, buyer.resellerId, {
    limit: 10,
  });
  expect(movements.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    [-500_000n, FUNDS - 1_490_000n],
    [-990_000n, FUNDS - 990_000n],
    [-DOLLAR, FUNDS],
    [100n * DOLLAR, 100n * DOLLAR],
  ]);
  expect(movements.map((movement) => describeMovement(movement, []))).toEqual([
    `Renewal of order ${sale.order.id}, tg socks5, DE, 30 days, 1 proxy, with 50 coins`,
    'tg socks5, DE, 30 days, 1 proxy, with 1 coin',
    'tg socks5, DE, 30 days, 1 proxy',
    'Top-up',
  ]);
});

test('renewals and additions take coins and earn them at the retail price, whoever bought the order', async () => {
  const { services } = opened;
  const proxies = (await purchase(services, buyer, DOLLAR_ITEM)).sale.order;
  const renewed = await renew(services, bot, { orderId: proxies.id, period: '30d', coins: 40 });
  expect(renewed.sale).toMatchObject({ charged: 600_000n, coins: { spent: 40, earned: 1 } });
  const luxury = (
    await purchase(services, bot, { tier: 'di', type: 'diresi', country: 'ANY', period: '5gb' })
  ).sale;
  expect(luxury).toMatchObject({ charged: 6_200_000n, coins: { spent: 0, earned: 18 } });
  const added = await addTraffic(services, bot, { orderId: luxury.order.id, period: '1gb', coins: 60 });
  // 1.30 USD at retail. Its half is 65 coins; 3 percent of the 0.70 USD are 2.1.
  expect(added.sale).toMatchObject({ charged: 700_000n, coins: { spent: 60, earned: 2 } });
  expect(await coins()).toBe(100 - 40 + 1 + 18 - 60 + 2);
});

test.each(['api', 'console'] as const)(
  'an operation of the source %s neither earns coins nor spends them',
  async (source) => {
    const elsewhere: Buyer = { ...buyer, source };
    const { sale } = await purchase(opened.services, elsewhere, DOLLAR_ITEM);
    const renewed = await renew(opened.services, elsewhere, { orderId: sale.order.id, period: '30d' });
    for (const { charged, coins: moved } of [sale, renewed.sale])
      expect([charged, moved]).toEqual([800_000n, undefined]);
    const before = await balance();
    await expect(purchase(opened.services, elsewhere, { ...DOLLAR_ITEM, coins: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('coins'),
    });
    expect([await balance(), await coins()]).toEqual([before, 100]);
  },
);

test('a refund gives back the money and the coins, each once, and earns nothing', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  const input = { ...DOLLAR_ITEM, coins: 50, idempotencyKey: 'refused' };
  for (let i = 0; i < 2; i++)
    await expect(purchase(opened.services, bot, input)).rejects.toMatchObject({ code: 'provider_error' });
  expect([await balance(), await coins()]).toEqual([FUNDS, 100]);
  expect((await coinLines()).slice(0, 2)).toEqual([
    ['refund', 50, 100],
    ['spending', -50, 50],
  ]);
});

test('a purchase that is repeated with its key gets the same answer, and the coins move once', async () => {
  const input = { ...DOLLAR_ITEM, quantity: 2, coins: 100, idempotencyKey: 'button' };
  const first = await purchase(opened.services, bot, input);
  // The coins are spent by now and the rates are others: neither matters to the kept answer.
  await setCoinRates(opened.services, { cashback: 100, referral: 100, payable: 0 });
  expect(await purchase(opened.services, bot, input)).toEqual({ ...first, replayed: true });
  expect([await balance(), await coins()]).toEqual([FUNDS - DOLLAR, 3]);
});

test('the same key with other coins is another request', async () => {
  const input = { ...DOLLAR_ITEM, idempotencyKey: 'other coins' };
  await purchase(opened.services, bot, { ...input, coins: 10 });
  await expect(purchase(opened.services, bot, { ...input, coins: 20 })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('idempotencyKey'),
  });
});

test('no coins and coins that are left out are the same request', async () => {
  const input = { ...DOLLAR_ITEM, idempotencyKey: 'none' };
  await purchase(opened.services, bot, { ...input, coins: 0 });
  expect(await purchase(opened.services, bot, input)).toMatchObject({ replayed: true });
});

test.each([
  ['more than the share of the price', 51, 50],
  ['more than the balance', 101, 100],
])('%s is refused, with how many coins can be spent, and nothing is charged', async (_name, wanted, most) => {
  const quantity = wanted > 100 ? 5 : 1;
  const refused = purchase(opened.services, bot, {
    ...DOLLAR_ITEM,
    quantity,
    coins: wanted,
    idempotencyKey: 'too many',
  });
  await expect(refused).rejects.toThrow(CoinsNotPayableError);
  await expect(refused).rejects.toMatchObject({ payable: most });
  expect([await balance(), await coins()]).toEqual([FUNDS, 100]);
  // The key is still free: with fewer coins, the same button may work.
  await purchase(opened.services, bot, {
    ...DOLLAR_ITEM,
    quantity,
    coins: most,
    idempotencyKey: 'too many',
  });
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d coins are refused', async (wanted) => {
  const refused = purchase(opened.services, bot, { ...DOLLAR_ITEM, coins: wanted });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  expect([await balance(), await coins()]).toEqual([FUNDS, 100]);
});

test('a reseller who never had a coin spends none, and is not charged', async () => {
  const poor = botBuyerOf(await givenReseller(opened.services, { balanceUsd: '5' }));
  const refused = purchase(opened.services, poor, { ...DOLLAR_ITEM, coins: 1, idempotencyKey: 'first' });
  await expect(refused).rejects.toMatchObject({ payable: 0 });
  expect(await purchase(opened.services, poor, { ...DOLLAR_ITEM, quantity: 5 })).toMatchObject({
    sale: { charged: 5n * DOLLAR },
  });
});

test('without the money for the rest, the coins stay', async () => {
  const poor = botBuyerOf(await givenReseller(opened.services, { balanceUsd: '1' }));
  await earnCoins(opened.services, poor, 1);
  const refused = purchase(opened.services, poor, { ...DOLLAR_ITEM, coins: 50 });
  await expect(refused).rejects.toMatchObject({
    code: 'insufficient_balance',
    required: 500_000n,
    balance: 0n,
  });
  expect(await coins(poor.resellerId)).toBe(100);
  await topUp(opened.services.database, {
    resellerId: poor.resellerId,
    amount: 500_000n,
    reference: `rest:${poor.resellerId}`,
    at: opened.clock.now(),
  });
  await purchase(opened.services, poor, { ...DOLLAR_ITEM, coins: 50 });
});

test('maxPrice is the limit of the whole price', async () => {
  const limited = (maxPrice: bigint) =>
    purchase(opened.services, bot, { ...DOLLAR_ITEM, coins: 50, maxPrice });
  await expect(limited(DOLLAR - 1n)).rejects.toMatchObject({ code: 'price_changed', price: DOLLAR });
  await limited(DOLLAR);
});

test('a quote in the chat bot is at the retail price', async () => {
  expect(await quote(opened.services, bot, DOLLAR_ITEM)).toMatchObject({ total: DOLLAR });
  expect(await quote(opened.services, buyer, DOLLAR_ITEM)).toMatchObject({ total: 800_000n });
});

test('the referrer earns by what is paid in money, and by nothing that is refunded or bought elsewhere', async () => {
  const { services } = opened;
  const referrerId = buyer.resellerId;
  const referred = await givenReseller(services, { balanceUsd: '20' });
  await services.database.inTransaction((tx) =>
    setReferrer(tx, { resellerId: referred.resellerId, referrerId }),
  );
  const newcomer = botBuyerOf(referred);
  await setCoinRates(services, { ...RATES, cashback: 50 });
  await purchase(services, newcomer, { ...DOLLAR_ITEM, quantity: 2 });
  expect([await coins(referred.resellerId), await coins()]).toEqual([100, 110]);
  await setCoinRates(services, RATES);
  await purchase(services, newcomer, { ...DOLLAR_ITEM, quantity: 2, coins: 100 });
  expect([await coins(referred.resellerId), await coins()]).toEqual([3, 115]);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await expect(purchase(services, newcomer, DOLLAR_ITEM)).rejects.toThrow();
  await purchase(services, { ...newcomer, source: 'api' }, DOLLAR_ITEM);
  expect([await coins(referred.resellerId), await coins()]).toEqual([3, 115]);
});

test('what is too little for a whole coin earns none', async () => {
  const { sale } = await purchase(opened.services, bot, {
    tier: 'econ',
    type: 'ipv6',
    country: 'DE',
    period: '3d',
  });
  expect(sale.coins).toEqual({ spent: 0, earned: 0 });
  expect(await coins()).toBe(100);
});

test.each([
  [1_000_000n, 50, 50],
  [1_150_000n, 50, 57],
  [1_000_000n, 100, 99],
  [1_000_001n, 100, 100],
  [1_000_000n, 0, 0],
  [1n, 100, 0],
  [9_999n, 100, 0],
])(
  'of %d micro-dollars at a share of %d percent, %d coins can be spent: money always pays the rest',
  (price, percent, most) => {
    expect(payableInCoins(price, percent)).toBe(most);
  },
);

test('at a share of the whole price, a purchase leaves the smallest part to money', async () => {
  await setCoinRates(opened.services, { ...RATES, payable: 100 });
  const { sale } = await purchase(opened.services, bot, { ...DOLLAR_ITEM, coins: 99 });
  expect(sale).toMatchObject({ charged: 10_000n, order: { price: DOLLAR } });
});
