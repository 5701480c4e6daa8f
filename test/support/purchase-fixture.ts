import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import type { ListedOrder } from '../../src/orders/order-text.ts';
import { listOrders } from '../../src/orders/page.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { current } from './current.ts';
import { buyerOf, givenReseller } from './given.ts';
import { type OpenedServices, openServices } from './services.ts';

interface PurchaseFixture {
  opened: OpenedServices;
  buyer: Buyer;
  /** The buyer's balance, in micro-dollars. */
  balance(): Promise<bigint>;
  /** The buyer's last ten orders. */
  orders(): Promise<readonly ListedOrder[]>;
  orderCount(): Promise<number>;
}

/**
 * The domain for the tests of one file. Before each test the upstreams have no faults, no sweep of an earlier
 * test is due, and there is a new buyer. After the last test the ledger of all of them is verified.
 */
export function usePurchases({ balanceUsd = '100' } = {}): PurchaseFixture {
  let opened: OpenedServices;
  let buyer: Buyer;
  beforeAll(async () => {
    opened = await openServices();
  });
  afterAll(async () => {
    expect((await verifyLedger(opened.services.database)).problems).toEqual([]);
    await opened.close();
  });
  beforeEach(async () => {
    opened.sandbox.arm([]);
    await sql`truncate sweeps`.execute(opened.services.database.sql);
    buyer = buyerOf(await givenReseller(opened.services, { balanceUsd }));
  });
  const list = () =>
    listOrders(opened.services.database.sql, buyer.resellerId, { limit: 10 }, opened.clock.now());
  return {
    opened: current(() => opened),
    buyer: current(() => buyer),
    balance: () => readBalance(opened.services.database.sql, buyer.resellerId),
    orders: async () => (await list()).orders,
    orderCount: async () => (await list()).total,
  };
}
