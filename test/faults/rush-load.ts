import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Door } from './client-record.ts';
import { askKeyed } from './keyed-request.ts';

/** Purchases of one proxy each. The upstream has at least three thousand of each kind in each country. */
export const WANTED = ['US', 'GB', 'DE', 'FR', 'NL', 'CA'].flatMap((country) => [
  { tier: 'prem', type: 'ipv4', country, period: '7d' },
  { tier: 'prem', type: 'socks5', country, period: '7d' },
  { tier: 'econ', type: 'ipv4', country, period: '7d' },
  { tier: 'econ', type: 'ipv6', country, period: '7d' },
]);
/** The highest of their prices. */
export const PRICE_AT_MOST_USD = 0.6;

export interface Buyer {
  resellerId: number;
  apiKey: string;
}

export interface RushedPurchase {
  resellerId: number;
  key: string;
  door: Door;
  /** 0 when no answer came. */
  status: number;
  text: string;
  orderId: string | undefined;
  /** In micro-dollars. */
  charged: bigint | undefined;
  /** From the instant at which it was due, even if it was sent later. */
  latencyMs: number;
  /** How late it was sent: this delay is the client's, not the service's. */
  lateMs: number;
}

/**
 * Buys at a fixed rate without waiting for earlier answers, like many independent customers. Resolves when
 * the last purchase is answered.
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
    // In each round a key is used at the other process and through the other door.
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
