import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../src/kit/clock.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { listAccounts } from '../../src/upstreams/account-book.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };

const opened: OpenedServices[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function open(options: Parameters<typeof openServices>[0]): Promise<OpenedServices> {
  const one = await openServices({ isBooked: true, ...options });
  opened.push(one);
  return one;
}

test('an account whose name is given the key of another user buys nothing, and nothing is sent with it', async () => {
  const first = await open({});
  const buyer = buyerOf(await givenReseller(first.services));
  await purchase(first.services, buyer, TERM);
  const other = await open({ ...first, accounts: ([, key]) => [{ name: 'main', key }] });
  await expect(purchase(other.services, buyer, TERM)).rejects.toMatchObject({ code: 'provider_error' });
  const calls = first.sandbox.px6Calls().filter(({ key }) => key === first.sandbox.px6Keys[1]);
  expect(calls.map(({ method }) => method).filter((method) => !/^getco/.test(method))).toEqual([]);
  expect(other.services.term.isUp()).toBe(false);
});

test('the balances of all accounts are shown as they were read last, with what was spent', async () => {
  const { services, sandbox, book, clock, payments } = await open({});
  const buyer = buyerOf(await givenReseller(services));
  sandbox.setBalance(10_000);
  await services.term.readBalance('main');
  await book.flush();
  clock.advance(1_000);
  await purchase(services, buyer, TERM);
  await services.traffic.ownGb();
  await book.flush();
  const { result } = await operatorOn({ services, payments })('upstream', 'balances');
  expect(result?.['accounts']).toMatchObject([
    { upstream: 'dataimpulse', account: 'main', unit: 'GB', userId: null },
    {
      upstream: 'px6',
      account: 'main',
      userId: '1',
      balance: '9856.00',
      unit: 'RUB',
      spentInLast7Days: '144.00',
      // 144 in the only day that is known.
      daysLeft: 68,
      isLow: false,
      lowBelow: '1000.00',
      isConfigured: true,
    },
  ]);
});

test('spending is taken over the days since an account was read first: a day at least, a week at most', async () => {
  const { services, book, clock } = await open({});
  clock.stop();
  const own = book.of('px6', 'fresh');
  const readAfter = async (days: number, balance: bigint) => {
    clock.advance(days * DAY_MS);
    own.noteBalance({ amount: balance, unit: 'RUB' });
    await book.flush();
    const { spending } = (await listAccounts(services.database.sql, clock.now()))[0] ?? {};
    return { amount: spending?.amount, days: Math.floor((spending?.overMs ?? 0) / DAY_MS) };
  };
  expect(await readAfter(0, 900n)).toEqual({ amount: 0n, days: 1 });
  expect(await readAfter(2, 600n)).toEqual({ amount: 300n, days: 2 });
  expect(await readAfter(4, 500n)).toEqual({ amount: 400n, days: 6 });
  for (let day = 7; day < 20; day++) await readAfter(1, 500n);
  expect(await readAfter(1, 450n)).toEqual({ amount: 50n, days: 6 });
});
