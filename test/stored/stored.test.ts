import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findOffer } from '../../src/bot/offers.ts';
import { toState } from '../../src/bot/people/state.ts';
import { answerIdentity } from '../../src/purchases/idempotency.ts';
import type { Operation } from '../../src/purchases/operation.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { continued } from '../../src/purchases/recovery.ts';
import { decodeAnswer, encodeAnswer } from '../../src/purchases/sale.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import earlier from './earlier.json' with { type: 'json' };

/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };

const { opened, buyer, orders } = usePurchases();
const db = () => opened.services.database.sql;

/** An operation of any version that has stored this. */
const operationOf = (kind: Operation['kind'], request: unknown): Operation => ({
  id: randomUUID(),
  resellerId: 2,
  kind,
  orderId: 11,
  amount: 1n,
  request,
  leaseToken: randomUUID(),
  decideBy: new Date(),
});

// Compared with `toMatchObject`: facts and settings that came later have their defaults besides.

test.each(Object.entries(earlier.answers))(
  'the answer of an earlier version is read whole: %s',
  (_, answer) => {
    const text = JSON.stringify(answer);
    expect(JSON.parse(encodeAnswer(decodeAnswer(text)))).toMatchObject(answer);
  },
);

test.each(Object.entries(earlier.requests))(
  'an operation of an earlier version is read whole: %s',
  (_, { kind, request }) => {
    expect(continued(operationOf(kind as Operation['kind'], request)).operation.request).toMatchObject(
      request,
    );
  },
);

test.each(Object.entries(earlier.offers))(
  'an offer of an earlier version is read whole: %s',
  async (_, { kind, draft }) => {
    const token = randomUUID();
    await sql`insert into bot_offers (token, reseller_id, kind, draft, price, coins, created_at)
      values (${token}, ${buyer.resellerId}, ${kind}, ${JSON.stringify(draft)}::jsonb, 1, 0, ${opened.clock.now()})`.execute(
      db(),
    );
    const name = { token, resellerId: buyer.resellerId, now: opened.clock.now() };
    expect(await findOffer(db(), name)).toMatchObject({ kind, draft });
  },
);

test.each(earlier.states)('what a chat of an earlier version awaits is read whole: %o', (state) => {
  expect(toState(state)).toEqual(state);
});

test('what an answer lacks has a default, and a repeated purchase gets the rest of it', async () => {
  const input = { ...LUXURY, idempotencyKey: 'old' };
  const { sale } = await purchase(opened.services, buyer, input);
  const { order } = sale;
  const { renewable: _, source, protocol, status, ...known } = order;
  expect({ source, protocol, status }).toEqual({ source: 'api', protocol: 'both', status: 'active' });
  const { vault } = opened.services;
  const stored = encodeAnswer({ sale: { ...sale, order: known as typeof order } });
  const sealed = vault.seal(stored, answerIdentity({ resellerId: buyer.resellerId, key: 'old' }));
  await sql`update idempotency_keys set answer = ${sealed} where reseller_id = ${buyer.resellerId}`.execute(
    db(),
  );
  expect(await purchase(opened.services, buyer, input)).toEqual({ sale, replayed: true });
});

test('a purchase in flight that lacks a fact of its order is delivered with its default', async () => {
  const died = purchase(dyingAt(opened.services, 'buy', 'after'), buyer, PROXIES);
  await expect(died).rejects.toThrow(Died);
  await sql`update operations set request = request - 'protocol'
    where reseller_id = ${buyer.resellerId}`.execute(db());
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  expect(await orders()).toMatchObject([{ protocol: 'both' }]);
});

test('an operation from before a setting was added has the initial value of that setting', () => {
  const { request } = earlier.requests['purchase of traffic, 2026-11-21'];
  const { threads: _, blockedHosts, ...settings } = request.settings;
  const { operation } = continued(operationOf('purchase', { ...request, settings }));
  expect(operation.request).toMatchObject(request);
  expect(blockedHosts).toEqual([]);
});

test('what only a later version stores stays in an operation, is no offer of this one, and is forgotten by a chat', async () => {
  const sold = earlier.requests['renewal, 2026-11-23'].request;
  const request = { ...sold, later: { than: 'this' } };
  expect(continued(operationOf('renewal', request)).operation.request).toMatchObject(request);
  expect(toState({ awaits: 'later' })).toBeNull();
  const token = randomUUID();
  await sql`insert into bot_offers (token, reseller_id, kind, draft, price, coins, created_at)
    values (${token}, ${buyer.resellerId}, 'renewal', '{"orderId": 1, "period": "7d", "later": 1}', 1, 0, now())`.execute(
    db(),
  );
  const name = { token, resellerId: buyer.resellerId, now: opened.clock.now() };
  await expect(findOffer(db(), name)).rejects.toThrow('cannot read the stored offer');
});

test('what cannot be read is named by its path, without a value', () => {
  const [answer] = Object.values(earlier.answers);
  const text = JSON.stringify(answer).replace('"password":"p1"', '"password":7').replace('"login":"u1",', '');
  const read = () => decodeAnswer(text);
  expect(read).toThrow(/^This version cannot read the stored answer/);
  expect(read).not.toThrow(/p1|127\.0\.0\.1/);
});
