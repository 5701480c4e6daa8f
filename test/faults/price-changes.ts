import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { formatUsd } from '../../src/kit/money.ts';
import { runCommand } from './corrections.ts';
import { nextKey, type RunContext } from './customers.ts';
import type { PricedPeriod, Prices } from './prices.ts';
import type { Random } from './random.ts';
import type { System } from './system.ts';

const COMMAND_MS = 60_000;
/** Periods that customers buy, on the lists that have a price of their own for them; in micro-dollars. */
const CHANGING = [
  {
    list: 'standard',
    path: { tier: 'prem', type: 'ipv4', period: '7d' },
    usd: [600_000n, 640_000n, 560_000n],
  },
  {
    list: 'standard',
    path: { tier: 'di', type: 'didc', period: '1gb' },
    usd: [500_000n, 530_000n, 450_000n],
  },
  { list: 'wholesale', path: { tier: 'prem', type: 'socks5', period: '30d' }, usd: [1_550_000n, 1_600_000n] },
];
const PAUSE_MS = 4_000;

/** Sets each of these prices anew, and has a reseller of its list buy for it at every process. */
export async function changeEachPrice(context: RunContext, prices: Prices): Promise<void> {
  const { system, caller, record } = context;
  for (const { list, path, usd } of CHANGING) {
    await setPrice(system, prices, list, path, usd.at(-1) ?? 0n);
    const reseller = system.resellers.find(({ priceList }) => priceList === list);
    for (const [index, { url }] of reseller ? system.processes.entries() : []) {
      const body = { ...path, country: path.tier === 'di' ? 'ANY' : 'DE' };
      const key = randomUUID();
      const intent = record.intend({ resellerId: reseller?.id ?? 0, kind: 'purchase', body, key });
      if (reseller) await caller.attempt(url, index, nextKey(reseller), intent, 'rest');
    }
  }
}

/** Until the signal, the operator sets prices anew, by the real command. */
export async function changePrices(
  system: System,
  prices: Prices,
  random: Random,
  signal: AbortSignal,
): Promise<{ changed: number }> {
  let changed = 0;
  while (!signal.aborted) {
    const { list, path, usd } = random.pick(CHANGING);
    if (await setPrice(system, prices, list, path, random.pick(usd))) changed += 1;
    await setTimeout(random.whole(0, PAUSE_MS), undefined, { signal }).catch(() => {});
  }
  return { changed };
}

async function setPrice(
  system: System,
  prices: Prices,
  list: string,
  path: PricedPeriod,
  usd: bigint,
): Promise<boolean> {
  const isSet = prices.change(list, path, usd, () => system.clock.now());
  const { tier, type, period } = path;
  const where = ['--product', `${tier}/${type}`, '--period', period, '--usd', formatUsd(usd)];
  const named = list === 'standard' ? [] : ['--price-list', list];
  const answer = await runCommand(system, ['catalog', 'set-price', ...where, ...named], COMMAND_MS);
  if (answer === undefined || answer === 'refused') return false;
  isSet();
  return true;
}
