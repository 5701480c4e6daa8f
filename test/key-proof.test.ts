import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../src/config.ts';
import { checkKey } from '../src/key-proof.ts';
import { createVault } from '../src/kit/vault.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { buyerOf, givenReseller } from './support/given.ts';
import { type OpenedServices, openServices } from './support/services.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await sql`delete from key_proof`.execute(opened.services.database.sql);
});

const prove = (key: Buffer) => checkKey(opened.services.database, createVault(key));

test('the first key that a database is opened with is the only one that opens it', async () => {
  const key = randomBytes(32);
  await prove(key);
  await prove(key);
  const refused = prove(randomBytes(32));
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^CREDENTIALS_KEY[^\n]*$/);
});

test('of processes that are the first at once, with as many keys, one wins and the others stop', async () => {
  const keys = Array.from({ length: 10 }, () => randomBytes(32));
  const outcomes = await Promise.allSettled(keys.map(prove));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  await prove(keys[winner] ?? Buffer.of());
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConfigError);
});

test('a database that has no proof yet is proved by an answer that it keeps, and by credentials', async () => {
  const { services, credentialsKey } = opened;
  const reseller = await givenReseller(services, { balanceUsd: '0' });
  await expect(purchase(services, buyerOf(reseller), { ...ITEM, idempotencyKey: 'poor' })).rejects.toThrow();
  await expect(prove(randomBytes(32))).rejects.toThrow(ConfigError);

  await purchase(services, buyerOf(await givenReseller(services)), ITEM);
  await sql`delete from idempotency_keys`.execute(services.database.sql);
  await expect(prove(randomBytes(32))).rejects.toThrow(ConfigError);
  await prove(credentialsKey);
});

test('where two keys were used by accident the key of the oldest order opens the database, in whatever order its rows lie', async () => {
  const { services, credentialsKey, clock } = opened;
  const db = services.database.sql;
  await sql`delete from idempotency_keys`.execute(db);
  await sql`delete from proxies`.execute(db);
  const reseller = buyerOf(await givenReseller(services));
  await purchase(services, reseller, { ...ITEM, idempotencyKey: 'the first' });
  clock.advance(1_000);
  const strange = randomBytes(32);
  const others = { ...services, vault: createVault(strange) };
  await purchase(others, reseller, { ...ITEM, idempotencyKey: 'by another key' });
  // An update moves a row behind the others.
  await sql`update proxies set port = port where order_id = (select min(order_id) from proxies)`.execute(db);
  await expect(prove(strange)).rejects.toThrow(ConfigError);
  await prove(credentialsKey);
});
