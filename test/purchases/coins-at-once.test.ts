import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCoins } from '../../src/billing/accounts.ts';
import { CoinsNotPayableError } from '../../src/billing/errors.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { setReferrer } from '../../src/resellers/referrals.ts';
import { botBuyerOf, DOLLAR_ITEM, earnCoins, RATES, setCoinRates } from '../support/coins.ts';
import { type Cut, type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { givenReseller } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const { opened, buyer, balance } = usePurchases();
const DOLLAR = 1_000_000n;
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
/** Fixed: all runs do the same. */
const SEED = 20_261_124;

let relay: DatabaseRelay;
/** A second process, which shares the database, its key and the upstreams with the first. */
let second: OpenedServices;
/** The buyer in the chat bot, with 99 USD and 100 coins. */
let bot: Buyer;

beforeAll(async () => {
  relay = await startDatabaseRelay(opened.databaseUrl);
  second = await openServices(opened);
});
beforeEach(async () => {
  bot = botBuyerOf(buyer);
  await earnCoins(opened.services, bot, 1);
});
afterAll(async () => {
  await second.close();
  await relay.close();
});

const coins = (resellerId = buyer.resellerId) => readCoins(opened.services.database.sql, resellerId);
const charged = async () => 99n * DOLLAR - (await balance());

/** The same for each of 8 connections, of two processes. */
function eightTimes<T>(work: (services: Services, place: number) => Promise<T>) {
  return Promise.allSettled(
    Array.from({ length: 8 }, (_, place) => work((place % 2 ? second : opened).services, place)),
  );
}

test('of 8 purchases at the same time that spend the same coins, two are made, and the others change nothing', async () => {
  const outcomes = await eightTimes((services) => purchase(services, bot, { ...DOLLAR_ITEM, coins: 50 }));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(6);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toBeInstanceOf(CoinsNotPayableError);
  // Each of the two was charged 0.50 USD, and has earned a coin.
  expect([await charged(), await coins()]).toEqual([DOLLAR, 2]);
});

test('a button that is pressed 8 times at once spends and earns once', async () => {
  const input = { ...DOLLAR_ITEM, quantity: 2, coins: 100, idempotencyKey: 'pressed' };
  const outcomes = await eightTimes((services) => purchase(services, bot, input));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'request_in_progress' });
  expect([await charged(), await coins()]).toEqual([DOLLAR, 3]);
  expect(await purchase(second.services, bot, input)).toMatchObject({
    replayed: true,
    sale: { charged: DOLLAR, coins: { spent: 100, earned: 3 } },
  });
});

test.each(['before', 'after'] as const)(
  'coins of a purchase whose process died %s the upstream sold are moved once by the recovery',
  async (when) => {
    const input = { ...DOLLAR_ITEM, quantity: 2, coins: 100, idempotencyKey: 'died' };
    await expect(purchase(dyingAt(opened.services, 'buy', when), bot, input)).rejects.toThrow(Died);
    expect([await charged(), await coins()]).toEqual([DOLLAR, 0]);
    // By then the rates are others: the operation ends by those of its charge.
    await setCoinRates(opened.services, { cashback: 100, referral: 100, payable: 0 });
    opened.clock.advance(LEASE_MS);
    const recovered = await Promise.all([recoverOne(opened.services), recoverOne(second.services)]);
    expect(recovered.filter(Boolean)).toHaveLength(1);
    expect([await charged(), await coins()]).toEqual(when === 'after' ? [DOLLAR, 3] : [0n, 100]);
    await setCoinRates(opened.services, RATES);
  },
);

test.each(['before', 'after'] as const)(
  'coins of a renewal whose process died %s the extension are moved once by the recovery',
  async (when) => {
    const { order } = (await purchase(opened.services, bot, DOLLAR_ITEM)).sale;
    const dying = dyingAt(opened.services, 'extend', when);
    await expect(renew(dying, bot, { orderId: order.id, period: '30d', coins: 50 })).rejects.toThrow(Died);
    opened.clock.advance(LEASE_MS);
    expect(await recoverOne(opened.services)).toBe(true);
    expect(await coins()).toBe(when === 'after' ? 100 + 3 - 50 + 1 : 100 + 3);
  },
);

const CUTS: readonly Cut[] = ['before', 'while_committing', 'after'];
const STEPS = {
  'the charge': 'insert into "operations"',
  'the coins at the end': 'insert into "coin_accounts"',
  'the commit': 'commit',
} as const;
const LOST = (['settled', 'refunded'] as const).flatMap((end) =>
  (Object.keys(STEPS) as (keyof typeof STEPS)[]).flatMap((step) => CUTS.map((cut) => ({ end, step, cut }))),
);

test.each(LOST)(
  'coins of an operation that is $end move once when the connection is cut at $step ($cut)',
  async ({ end, step, cut }) => {
    await using stack = new AsyncDisposableStack();
    const relayed = await openServices({ ...opened, databaseUrl: relay.url });
    stack.defer(() => relayed.close());
    if (end === 'refunded') opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
    const cuts = relay.cuts();
    relay.cutText(cut, STEPS[step]);
    const work = purchase(relayed.services, bot, { ...DOLLAR_ITEM, quantity: 2, coins: 100 });
    if (end === 'refunded') await expect(work).rejects.toMatchObject({ code: 'provider_error' });
    else await work;
    expect(relay.cuts()).toBe(cuts + 1);
    expect([await charged(), await coins()]).toEqual(end === 'settled' ? [DOLLAR, 3] : [0n, 100]);
  },
);

test('three who referred each other in a row buy at the same time, and nobody waits for anybody for ever', async () => {
  const { services } = opened;
  const row = [bot];
  for (let i = 0; i < 2; i++) {
    const next = botBuyerOf(await givenReseller(services));
    const [resellerId, referrerId] = [next.resellerId, row[i]?.resellerId ?? 0];
    await services.database.inTransaction((tx) => setReferrer(tx, { resellerId, referrerId }));
    row.push(next);
  }
  const outcomes = await Promise.all(
    row.map((one) => eightTimes((process) => purchase(process, one, DOLLAR_ITEM))),
  );
  expect(outcomes.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
  // 3 coins of each purchase, and 5 of each of the next one's.
  expect(await Promise.all(row.map(({ resellerId }) => coins(resellerId)))).toEqual([
    100 + 24 + 40,
    24 + 40,
    24,
  ]);
});

const step = fc.record({
  work: fc.constantFrom('purchase', 'renewal'),
  spent: fc.integer({ min: 0, max: 120 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  fault: fc.constantFrom(undefined, undefined, 'refuse' as const),
  source: fc.constantFrom('bot' as const, 'bot' as const, 'api' as const),
});

test('whatever is bought, renewed, refused and refunded, money and coins add up', async () => {
  const { services, sandbox } = opened;
  const referred = await givenReseller(services, { balanceUsd: '30' });
  const { resellerId } = referred;
  await services.database.inTransaction((tx) =>
    setReferrer(tx, { resellerId, referrerId: buyer.resellerId }),
  );
  const customer = botBuyerOf(referred);
  await earnCoins(services, customer, 2);
  const orderId = (await purchase(services, customer, DOLLAR_ITEM)).sale.order.id;
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
    let expected = await coins(resellerId);
    for (const { work, spent, quantity, fault, source } of steps) {
      const call = work === 'purchase' ? 'buy' : 'prolong';
      sandbox.arm(fault ? [{ upstream: 'px6', call, mode: fault, times: 1 }] : []);
      const one: Buyer = { ...customer, source };
      const wanted: PurchaseInput = { ...DOLLAR_ITEM, quantity, coins: spent };
      const done = await (work === 'purchase'
        ? purchase(services, one, wanted)
        : renew(services, one, { orderId, period: '30d', coins: spent })
      ).catch(() => undefined);
      expected += (done?.sale.coins?.earned ?? 0) - (done?.sale.coins?.spent ?? 0);
      expect(await coins(resellerId)).toBe(expected);
    }
    expect((await verifyLedger(services.database)).problems).toEqual([]);
  });
  await fc.assert(property, { seed: SEED, numRuns: 12 });
});
