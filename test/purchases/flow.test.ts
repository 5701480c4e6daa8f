import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import type { Answered } from '../../src/purchases/flow.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Sale } from '../../src/purchases/sale.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { openServices } from '../support/services.ts';
import { recordStatements } from '../support/statements.ts';

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

/** Moves money besides, as the end of another operation does. */
const move = (amount: bigint) =>
  adjust(opened.services.database, {
    resellerId: buyer.resellerId,
    amount,
    reference: randomUUID(),
    reason: 'a test',
    at: opened.clock.now(),
  });

test('money that comes back just after the charge was refused pays for it, and no refusal is kept', async () => {
  await move(-(await balance()));
  const { database } = opened.services;
  const write = database.write.bind(database);
  const charging = vi.spyOn(database, 'write').mockImplementationOnce(async (send, find) => {
    const started = await write(send, find);
    await move(5_000_000n);
    return started;
  });
  const { sale } = await purchase(opened.services, buyer, { ...PROXY, idempotencyKey: 'again' });
  charging.mockRestore();
  expect(await balance()).toBe(5_000_000n - sale.charged);
  expect(await purchase(opened.services, buyer, { ...PROXY, idempotencyKey: 'again' })).toEqual({
    sale,
    replayed: true,
  });
});

test('what waits for another operation of its order looks in growing pauses, and charges when that has ended', async () => {
  const wanted = { orderId: await bought(PROXY), period: '30d' };
  const { term } = opened.services;
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const extend: typeof term.extend = async (...args) => {
    asked.resolve();
    await answered.promise;
    return term.extend(...args);
  };
  const first = renew({ ...opened.services, term: { ...term, extend } }, buyer, wanted);
  await asked.promise;
  const statements = recordStatements();
  const pauses: number[] = [];
  const waiting = await openServices({
    ...opened,
    onPoolCreated: statements.onPoolCreated,
    async delay(milliseconds) {
      pauses.push(milliseconds);
      if (pauses.length < 6) return;
      answered.resolve();
      await first;
    },
  });
  const sent = await statements.during(async () => {
    await renew(waiting.services, buyer, wanted);
  });
  await waiting.close();
  expect(sent.filter((text) => text.includes('insert into "operations"'))).toHaveLength(2);
  expect(pauses).toHaveLength(6);
  expect(pauses[5]).toBeGreaterThan(4 * (pauses[0] ?? Infinity));
});
