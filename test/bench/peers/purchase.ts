import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Vault } from '../../../src/kit/vault.ts';
import { FIRST_POSITION, sealCredentials } from '../../../src/orders/proxies.ts';
import { type Caller, refusal } from './admission.ts';
import { inTransaction } from './database.ts';
import { idOf } from './proxies.ts';
import {
  insertOperation,
  insertOrder,
  insertProxies,
  insertSweep,
  insertTransfer,
  selectOffer,
  settleOperation,
  updateBalance,
} from './purchase-statements.ts';
import { toUsd } from './rest-answers.ts';

export interface PurchaseBody {
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
}

/** What an upstream would deliver at once. */
const DELIVERED = { host: '203.0.113.7', port: 8_000, login: 'u7Kd2m9q', password: 'p9Xw4cT1' };
const DAY_MS = 24 * 60 * 60_000;

/** A purchase in the two transactions of the service, without an upstream. The database writes its event. */
export async function purchase(pool: Pool, vault: Vault, caller: Caller, body: PurchaseBody) {
  const { resellerId, priceList } = caller;
  const { tier, type, country, period, quantity } = body;
  const [offer] = await selectOffer(pool, tier, type, period, quantity, priceList);
  if (!offer) throw refusal(404, 'there is no such product');
  const [protocol, renewable, upstream, product, days, price] = offer;
  const amount = price * quantity;
  const id = randomUUIDv7();
  const leaseToken = randomUUID();

  const orderId = await inTransaction(pool, async (client) => {
    const at = new Date().toISOString();
    const [paid] = await updateBalance(client, resellerId, amount, at);
    if (!paid) throw refusal(402, 'the balance does not cover it');
    const request = { ...body, source: 'api', protocol, renewable, upstream, product, days };
    const [started] = await insertOperation(client, id, resellerId, request, amount, leaseToken, at);
    const [balance, spent, movedAt] = paid;
    const after = ['purchase', balance, spent];
    await insertTransfer(client, resellerId, id, 1, 'reseller', 'in_flight', amount, movedAt, ...after);
    return started?.[0] as number;
  });

  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const expiresAt = new Date(now + days * DAY_MS).toISOString();
  const proxies = Array.from({ length: quantity }, () => DELIVERED);
  const sealed = sealCredentials(vault, { resellerId, orderId }, proxies);
  await inTransaction(pool, async (client) => {
    const [settled] = await settleOperation(client, id, leaseToken, createdAt);
    if (!settled) throw refusal(500, 'the operation was ended by another worker');
    await insertTransfer(
      client,
      resellerId,
      id,
      2,
      'in_flight',
      'revenue',
      amount,
      createdAt,
      null,
      null,
      null,
    );
    await insertSweep(client, resellerId, id, createdAt);
    const facts = [tier, type, country, period, quantity, amount, protocol, upstream, renewable];
    await insertOrder(client, resellerId, orderId, id, ...facts, createdAt, expiresAt);
    await insertProxies(
      client,
      resellerId,
      orderId,
      expiresAt,
      proxies.map((_, position) => `${orderId}-${position}`),
      proxies.map(({ host }) => host),
      proxies.map(({ port }) => port),
      proxies.map((_, position) => (position === FIRST_POSITION ? sealed : null)),
    );
  });
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
    label: null,
    note: null,
    customer: null,
    proxies: proxies.map((proxy, position) => ({ id: idOf(orderId, position), ...proxy })),
    charged_usd: toUsd(amount),
  };
}
