import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import type { Answered } from '../../src/purchases/carry-out.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Sale } from '../../src/purchases/sale.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const PROXY = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
/** More than each of them costs, and less than it does a thousand times. */
const MOST = 50_000_000n;

const { opened, buyer, balance } = usePurchases();

const multiplyPrices = (by: number) =>
  sql`update prices set price = price * ${by}::numeric`.execute(opened.services.database.sql);
const bought = async (wanted: typeof PROXY) => (await purchase(opened.services, buyer, wanted)).sale.order.id;

/** Sends a command. Those of one kind differ in their Idempotency-Key alone. */
type Send = (idempotencyKey: string) => Promise<Answered<Sale>>;

const COMMANDS: [name: string, given: () => Promise<Send>][] = [
  [
    'purchase',
    async () => (idempotencyKey) =>
      purchase(opened.services, buyer, { ...PROXY, maxPrice: MOST, idempotencyKey }),
  ],
  [
    'renewal',
    async () => {
      const wanted = { orderId: await bought(PROXY), period: '30d', maxPrice: MOST };
      return (idempotencyKey) => renew(opened.services, buyer, { ...wanted, idempotencyKey });
    },
  ],
  [
    'addition of traffic',
    async () => {
      const wanted = { orderId: await bought(LUXURY), period: '1gb', maxPrice: MOST };
      return (idempotencyKey) => addTraffic(opened.services, buyer, { ...wanted, idempotencyKey });
    },
  ],
];

test.each(COMMANDS)(
  'the kept answer of a %s comes before the refusal that the same request would get today',
  async (_name, given) => {
    const send = await given();
    const first = await send('kept');
    const left = await balance();
    await multiplyPrices(1_000);
    try {
      await expect(send('new')).rejects.toMatchObject({ code: 'price_changed' });
      expect(await send('kept')).toEqual({ sale: first.sale, replayed: true });
    } finally {
      await multiplyPrices(0.001);
    }
    expect(await balance()).toBe(left);
  },
);
