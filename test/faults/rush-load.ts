import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Door } from './client-record.ts';
import { askKeyed } from './keyed-request.ts';

/** One proxy each. The upstream has three thousand or more of each kind in each of these countries. */
const WANTED = ['US', 'GB', 'DE', 'FR', 'NL', 'CA'].flatMap((country) => [
  { tier: 'prem', type: 'ipv4', country, period: '7d' },
  { tier: 'prem', type: 'socks5', country, period: '7d' },
  { tier: 'econ', type: 'ipv4', country, period: '7d' },
  { tier: 'econ', type: 'ipv6', country, period: '7d' },
]);
/** The dearest of them. */
export const PRICE_AT_MOST_USD = 0.6;

export interface Buyer {
  resellerId: number;
  apiKey: string;
}

export interface RushedPurchase {
  resellerId: number;
  key: string;
  door: Door;
  /** 0: no answer came. */
  status: number;
  text: string;
  orderId: string | undefined;
  /** In micro-dollars. */
  charged: bigint | undefined;
  /** From the instant at which it was to be sent, whether or not it was sent then. */
  latencyMs: number;
  /** How late it was sent: what is not to be blamed on the service. */
  lateMs: number;
}

/**
 * Buys at a fixed rate, whether or not earlier purchases have been answered, as many customers do who know nothing of each other.
 * Done when the last one has its answer.
 */
export async function buyAtRate(
  urls: readonly string[],
  buyers: readonly Buyer[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ purchases: RushedPurchase[]; elapsedMs: number }> {
  const pools = urls.map((url) => new Pool(url));
  const startAt = performance.now();
  const purchases: Promise<RushedPurchase>[] = [];
  for (let i = 0; i < perSecond * seconds; i++) {
    const plannedAt = startAt + (i * 1_000) / perSecond;
    const wait = plannedAt - performance.now();
    if (wait > 0) await setTimeout(wait);
    // From round to round, each key comes to the other process and through the other door.
    const round = Math.floor(i / buyers.length);
    const pool = pools[(i + round) % pools.length];
    const buyer = buyers[i % buyers.length];
    if (!pool || !buyer) throw new RangeError('There is nobody to buy, or to buy from.');
    const door = (Math.floor(i / pools.length) + round) % 2 === 0 ? 'rest' : 'graphql';
    purchases.push(buyOne(pool, buyer, door, WANTED[i % WANTED.length] ?? {}, plannedAt));
  }
  const answered = await Promise.all(purchases);
  const elapsedMs = performance.now() - startAt;
  await Promise.all(pools.map((pool) => pool.close()));
  return { purchases: answered, elapsedMs };
}

async function buyOne(
  pool: Pool,
  { resellerId, apiKey }: Buyer,
  door: Door,
  body: object,
  plannedAt: number,
): Promise<RushedPurchase> {
  const key = randomUUID();
  const lateMs = performance.now() - plannedAt;
  const about = { resellerId, key, door, lateMs };
  try {
    const { status, text, fields } = await askKeyed(pool, apiKey, door, { kind: 'purchase', body, key });
    return {
      ...about,
      status,
      text,
      orderId: fields['id']?.toString(),
      charged: typeof fields['charged_usd'] === 'bigint' ? fields['charged_usd'] : undefined,
      latencyMs: performance.now() - plannedAt,
    };
  } catch (error) {
    const latencyMs = performance.now() - plannedAt;
    return { ...about, status: 0, text: String(error), orderId: undefined, charged: undefined, latencyMs };
  }
}
