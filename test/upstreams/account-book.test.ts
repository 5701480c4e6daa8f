import { afterEach, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { PX6_KEYS } from '../../src/sandbox/px6/accounts.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const [FIRST, SECOND] = PX6_KEYS;

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
  const first = await open({ accounts: [{ name: 'main', key: FIRST }] });
  const buyer = buyerOf(await givenReseller(first.services));
  await purchase(first.services, buyer, TERM);
  const other = await open({ ...first, accounts: [{ name: 'main', key: SECOND }] });
  await expect(purchase(other.services, buyer, TERM)).rejects.toMatchObject({ code: 'provider_error' });
  const calls = first.sandbox.px6Calls().filter(({ key }) => key === SECOND);
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
      daysLeft: 479,
    },
  ]);
});
