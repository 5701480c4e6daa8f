import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { restClient } from '../support/rest-client.ts';
import { type ChatProcesses, startChatProcesses } from './chat-processes.ts';

const ANN = 7;
/** 1.80 USD. */
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LOW = /^Your balance is low/;

let system: ChatProcesses;
beforeEach(async () => {
  system = await startChatProcesses();
});
afterEach(() => system.close());

test('each fall of the balance below its threshold is told once, whichever process sells what causes it', async () => {
  const { database, clock } = system.services;
  await system.started(ANN);
  const { rows } = await system.client.query(`select reseller_id from bot_people where user_id = ${ANN}`);
  const resellerId = Number(rows[0].reseller_id);
  const { apiKey } = await createKey(database, { resellerId, at: clock.now() });
  const pay = (usd: bigint) =>
    topUp(database, { resellerId, amount: usd * 1_000_000n, reference: randomUUID(), at: clock.now() });
  // The first process polls and sends; the second one sells.
  const rest = restClient(system.second.url, apiKey);
  const buy = async () => expect((await rest.post('/v1/orders', PURCHASE)).status).toBe(201);
  /** What was told of falls by the time that a later message has arrived. */
  const falls = async () => {
    const before = await system.count(ANN, /You received/);
    await pay(1n);
    await expect.poll(() => system.count(ANN, /You received/)).toBe(before + 1);
    await expect.poll(untold).toBe(0);
    await system.allSent(ANN);
    return system.count(ANN, LOW);
  };
  const untold = async () =>
    (
      await system.client.query(`select from events join bot_people using (reseller_id)
        where sequence > told and type like 'balance.%'`)
    ).rowCount;

  // The threshold is 10 USD unless it is changed.
  await pay(11n);
  await buy();
  await system.shown(ANN, LOW);
  await buy();
  expect(await falls()).toBe(1);
  await pay(5n);
  // To 11.60 and to 9.80.
  await buy();
  expect(await system.count(ANN, LOW)).toBe(1);
  await buy();
  await expect.poll(() => system.count(ANN, LOW)).toBe(2);
  await buy();
  expect(await falls()).toBe(2);
});
