import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Vault } from '../../../src/kit/vault.ts';
import { proxyIdentity, sealCredentials } from '../../../src/orders/proxies.ts';
import { type Caller, refusal } from './admission.ts';
import type { PeerDatabase } from './database.ts';
import { CHARGE, SETTLE } from './purchase-statements.ts';
import { toUsd } from './rest-answers.ts';

export interface PurchaseBody {
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
}

/** The offer, its price in micro-dollars, and the order's id, which is null when the balance is too low. */
type OfferRow = [
  ...[protocol: string, renewable: boolean, upstream: string, days: number],
  ...[amount: number, orderId: number | null],
];

/** What an upstream would deliver at once. */
const DELIVERED = { host: '203.0.113.7', port: 8_000, login: 'u7Kd2m9q', password: 'p9Xw4cT1' };
const DAY_MS = 24 * 60 * 60_000;

/**
 * A purchase as the service makes it, by one statement for each of its two transactions, without an
 * upstream.
 */
export function createPurchase(database: PeerDatabase, vault: Vault) {
  const charge = database.prepare<OfferRow>('charge', CHARGE);
  const settle = database.prepare<[orderId: number]>('settle', SETTLE);

  return async ({ resellerId, priceList }: Caller, body: PurchaseBody) => {
    const { tier, type, country, period, quantity } = body;
    const id = randomUUIDv7();
    const leaseToken = randomUUID();
    const chargedAt = new Date().toISOString();
    const [offer] = await charge(
      ...[resellerId, id, tier, type, period, quantity, priceList, leaseToken, chargedAt, country],
    );
    if (!offer) throw refusal(404, 'there is no such product');
    const [protocol, renewable, upstream, days, amount, orderId] = offer;
    if (orderId === null) throw refusal(402, 'the balance does not cover it');

    const proxies = Array.from({ length: quantity }, () => DELIVERED);
    const now = Date.now();
    const createdAt = new Date(now).toISOString();
    const expiresAt = new Date(now + days * DAY_MS).toISOString();
    const [settled] = await settle(
      ...[id, leaseToken, createdAt, tier, type, country, period, quantity, protocol, upstream, renewable],
      expiresAt,
      proxies.map((_, position) => `${orderId}-${position}`),
      proxies.map(({ host }) => host),
      proxies.map(({ port }) => port),
      proxies.map((proxy, i) => sealCredentials(vault, proxy, proxyIdentity(resellerId, orderId, i))),
    );
    if (!settled) throw refusal(500, 'the operation was ended by another worker');
    return {
      id: orderId,
      tier,
      type,
      country,
      period,
      quantity,
      price_usd: toUsd(amount),
      status: 'active',
      protocol,
      created_at: createdAt,
      expires_at: expiresAt,
      traffic_gb: null,
      renewable,
      source: 'api',
      proxies,
      charged_usd: toUsd(amount),
    };
  };
}
