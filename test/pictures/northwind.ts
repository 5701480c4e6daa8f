import { addReseller } from '../../src/billing/resellers.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { ProviderError } from '../../src/catalog/errors.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { parseUsd } from '../../src/kit/money.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { refusalOf } from '../e2e/through-proxy.ts';
import { buyerOf } from '../support/given.ts';
import type { OpenedServices } from '../support/services.ts';
import { LUXURY, type LuxuryName } from './luxury.ts';
import { UsageHistory } from './usage-history.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** So many days ago: what was bought, where, for how long and how many. */
const PURCHASES: readonly (readonly [number, `${string}/${string}`, string, string, number?])[] = [
  [34.6, 'prem/ipv4', 'US', '30d', 5],
  [34.2, 'econ/ipv6', 'DE', '30d', 20],
  [33.4, 'prem/socks5', 'GB', '90d', 2],
  [32.1, 'tg/socks5', 'NL', '30d', 5],
  [31.3, 'econ/ipv4', 'PL', '30d', 10],
  [30.2, 'prem/ipv4', 'CA', '30d', 3],
  [28.9, 'econ/ipv4', 'FR', '30d', 4],
  [28.4, 'prem/ipv4', 'US', '30d', 8],
  [27.2, 'tg/socks5', 'UA', '7d', 10],
  [26.5, 'prem/socks5', 'DE', '30d', 2],
  [25.1, 'econ/ipv6', 'US', '30d', 50],
  [23.3, 'prem/ipv4', 'JP', '30d', 4],
  [22.6, 'econ/ipv4', 'US', '90d', 5],
  [21.2, 'tg/socks5', 'NL', '30d', 12],
  [19.4, 'prem/ipv4', 'BR', '30d', 2],
  [18.1, 'prem/ipv4', 'GB', '90d', 3],
  [17.5, 'econ/ipv6', 'FR', '7d', 40],
  [16.3, 'prem/socks5', 'US', '30d', 6],
  [14.8, 'econ/ipv4', 'DE', '30d', 8],
  [13.2, 'prem/ipv4', 'IN', '30d', 3],
  [12.4, 'tg/socks5', 'PL', '30d', 6],
  [11.1, 'prem/ipv4', 'FR', '30d', 5],
  [9.6, 'econ/ipv4', 'NL', '30d', 10],
  [8.3, 'prem/ipv4', 'US', '90d', 2],
  [6.6, 'prem/ipv4', 'DE', '7d', 4],
  [6.2, 'econ/ipv6', 'GB', '7d', 30],
  [5.4, 'prem/socks5', 'CA', '30d', 3],
  [4.5, 'tg/socks5', 'UA', '7d', 8],
  [3.7, 'prem/ipv4', 'NL', '30d', 4],
  [2.8, 'econ/ipv4', 'US', '30d', 15],
  [2.1, 'prem/ipv4', 'GB', '30d', 6],
  [1.3, 'econ/ipv6', 'JP', '30d', 25],
  [0.7, 'prem/socks5', 'FR', '30d', 2],
  [0.2, 'prem/ipv4', 'US', '30d', 3],
];
/** When some of them were renewed, by their places in the list. */
const RENEWALS: readonly (readonly [daysAgo: number, purchase: number])[] = [
  [5.9, 0],
  [2.6, 3],
  [2.4, 4],
];
const TOP_UPS: readonly (readonly [daysAgo: number, usd: string])[] = [
  [34.9, '200'],
  [24.2, '150'],
  [10.3, '150'],
];
/** When the upstream refused a purchase, so that it was refunded. */
const REFUSED_DAYS_AGO = 7.5;

export interface Northwind {
  resellerId: number;
  keyId: number;
  apiKey: string;
  /** The Luxury orders. */
  orders: ReadonlyMap<LuxuryName, number>;
}

/**
 * A reseller with 35 days of history: the clock is moved back, and forward again as things are bought and
 * used. In the end it is right. A program has just tried to reach `target` through an order that lets it
 * reach nothing.
 */
export async function makeNorthwind(opened: OpenedServices, target: string): Promise<Northwind> {
  const { services, clock, sandbox } = opened;
  const { database } = services;
  const moveTo = (daysAgo: number) =>
    clock.advance(Date.now() - daysAgo * DAY_HOURS * HOUR_MS - clock.now().getTime());
  moveTo(35);
  const resellerId = await addReseller(database, { name: 'Northwind Proxies', at: clock.now() });
  const { keyId, apiKey } = await createKey(database, { resellerId, at: clock.now() });
  const buyer = buyerOf({ resellerId });
  const buy = async (input: PurchaseInput) => (await purchase(services, buyer, input)).sale;

  const steps: { daysAgo: number; run(): Promise<unknown> }[] = [];
  const bought = new Map<number, number>();
  for (const [index, [daysAgo, product, country, period, quantity = 1]] of PURCHASES.entries()) {
    const [tier = '', type = ''] = product.split('/');
    const run = async () => {
      bought.set(index, (await buy({ tier, type, country, period, quantity })).order.id);
    };
    steps.push({ daysAgo, run });
  }
  for (const [daysAgo, index] of RENEWALS)
    steps.push({
      daysAgo,
      run: () => renew(services, buyer, { orderId: bought.get(index) ?? 0, period: '30d' }),
    });
  for (const [daysAgo, usd] of TOP_UPS) {
    const amount = parseUsd(usd) ?? 0n;
    const reference = `wire-${Math.round(4_800 - 10 * daysAgo)}`;
    steps.push({
      daysAgo,
      run: () => topUp(database, { resellerId, amount, reference, at: clock.now() }),
    });
  }
  steps.push({
    daysAgo: REFUSED_DAYS_AGO,
    async run() {
      sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
      await buy({ tier: 'prem', type: 'ipv4', country: 'UA', period: '30d', quantity: 2 }).catch((error) => {
        if (!(error instanceof ProviderError)) throw error;
      });
    },
  });

  const usage = new UsageHistory(opened, resellerId);
  const orders = new Map<LuxuryName, number>();
  const addresses = new Map<LuxuryName, string>();
  for (const { name, daysAgo, addedDaysAgo, type, country, period, options, gbADay } of LUXURY) {
    const run = async () => {
      const { order, proxies } = await buy({ tier: 'di', type, country, period, options });
      orders.set(name, order.id);
      addresses.set(name, addressOf(proxies[0]));
      await usage.add(order.id, gbADay);
    };
    steps.push({ daysAgo, run });
    const add = () => addTraffic(services, buyer, { orderId: orders.get(name) ?? 0, period });
    if (addedDaysAgo !== undefined) steps.push({ daysAgo: addedDaysAgo, run: add });
  }
  steps.push({
    daysAgo: 2.2,
    run: () => updateSettings(services, buyer, orders.get('paused') ?? 0, { paused: true }),
  });
  for (const daysAgo of usage.daysAgo) steps.push({ daysAgo, run: () => usage.use() });

  for (const { daysAgo, run } of steps.sort((a, b) => b.daysAgo - a.daysAgo)) {
    moveTo(daysAgo);
    await run();
  }
  moveTo(0);
  await usage.close();
  for (let attempt = 0; attempt < 3; attempt++) await refusalOf(addresses.get('strict') ?? '', target);
  await createKey(database, { resellerId, allowedIps: ['203.0.113.0/24'], at: clock.now() });
  await cleanUp(services);
  return { resellerId, keyId, apiKey, orders };
}

function addressOf(proxy: OrderProxy | undefined): string {
  if (!proxy) throw new Error('a Luxury order comes with a proxy');
  return `http://${proxy.login}:${proxy.password}@${proxy.host}:${proxy.port}`;
}
