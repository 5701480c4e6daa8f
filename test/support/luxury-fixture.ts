import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readTraffic, type Traffic } from '../../src/luxury/traffic.ts';
import type { OrderName } from '../../src/orders/order.ts';
import type { PurchaseInput } from '../../src/purchases/purchase.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { current } from './current.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from './given-luxury.ts';
import { type OpenedServices, openServices } from './services.ts';
import { subUser } from './sub-user.ts';

interface LuxuryFixture {
  opened: OpenedServices;
  given: GivenLuxuryOrder;
  name(): OrderName;
  /** The order's traffic in the database. */
  traffic(): Promise<Traffic>;
  /** The order's account as the upstream shows it. */
  atUpstream(): ReturnType<typeof subUser>;
  /** Counts usage at the sandbox as if so many bytes had gone through its gateway. */
  use(bytes: bigint): Promise<void>;
  /** Makes the upstream's next such call fail. */
  fail(call: string, mode: FaultMode): void;
}

/**
 * The domain for the tests of one file. Before each test the upstream has no faults, and a new reseller has
 * bought a Luxury order.
 */
export function useLuxuryOrder(wanted: Partial<PurchaseInput> = {}): LuxuryFixture {
  let opened: OpenedServices;
  let given: GivenLuxuryOrder;
  beforeAll(async () => {
    opened = await openServices();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    opened.sandbox.arm([]);
    given = await givenLuxuryOrder(opened.services, wanted);
  });
  const name = () => ({ resellerId: given.resellerId, orderId: given.order.id });
  const traffic = async () => {
    const found = (await readTraffic(opened.services.database.sql, [name()])).get(given.order.id);
    if (!found) throw new Error('the order has traffic');
    return found;
  };
  return {
    opened: current(() => opened),
    given: current(() => given),
    name,
    traffic,
    atUpstream: () => subUser(opened, name()),
    async use(bytes) {
      const body = JSON.stringify([
        { subUserId: Number((await traffic()).upstreamId), bytes: Number(bytes) },
      ]);
      const { ok } = await fetch(`${opened.sandbox.url}/control/usage`, { method: 'PUT', body });
      if (!ok) throw new Error('the sandbox has booked nothing');
    },
    fail: (call, mode) => opened.sandbox.arm([{ upstream: 'dataimpulse', call, mode, times: 1 }]),
  };
}
