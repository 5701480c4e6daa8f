import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { type ChatProcesses, startChatProcesses } from './chat-processes.ts';

const ANN = 7;
const ADDED = /^\$10\.00 was added/;

let system: ChatProcesses;

beforeEach(async () => {
  system = await startChatProcesses();
  await system.chat.reportTo(system.first.url);
  await system.started(ANN);
});
afterEach(async () => {
  const { problems } = await verifyLedger(system.services.database);
  await system.close();
  expect(problems).toEqual([]);
});

async function balance(): Promise<bigint> {
  const { rows } = await system.client.query(`select reseller_id from bot_people where user_id = ${ANN}`);
  return readBalance(system.services.database.sql, Number(rows[0].reseller_id));
}

/** Has Ann ask for ten dollars by a way to pay. Returns how she pays them. */
async function wants(provider: string): Promise<() => Promise<unknown>> {
  const { chat } = system;
  await chat.say(ANN, '/topup');
  await system.press(ANN, /^\$10$/);
  if (provider === 'Stars') {
    await system.press(ANN, /^Telegram Stars/);
    const { messageId } = await system.shown(ANN, ({ invoice }) => invoice !== null);
    return () => chat.pay(ANN, messageId);
  }
  await system.press(ANN, /^Crypto Pay$/);
  await system.shown(ANN, /^Invoice for/);
  const { rows } = await system.client.query(`select invoice_id from payments where chat_id = ${ANN}`);
  return () => chat.payCrypto(ANN, rows[0].invoice_id);
}

test('a process that is killed after it has made a key and before it has told it is followed by one that tells it once', async () => {
  const { chat, client } = system;
  await chat.say(ANN, '/keys');
  await system.press(ANN, /^New key$/);
  await system.shown(ANN, ({ buttons }) => buttons.flat().includes('Without a name'));
  await system.allSent(ANN);
  system.sandbox.arm([{ upstream: 'telegram', call: 'sendMessage', mode: 'hang', times: 1 }]);
  await system.press(ANN, /^Without a name$/);
  await system.faultsMet();
  await system.killFirst();
  await system.shown(ANN, /^Your API key, shown only once/);
  await system.allSent(ANN);
  expect(await system.count(ANN, /^Your API key, shown only once/)).toBe(1);
  expect((await client.query('select from api_keys')).rowCount).toBe(1);
});

test.each(['Stars', 'Crypto Pay'])(
  'a process that is killed between a payment by %s and its credit is followed by one that credits and tells it once',
  async (provider) => {
    const pay = await wants(provider);
    const holder = new Client(system.databaseUrl);
    await holder.connect();
    // What Telegram asks before a payment only reads.
    await holder.query('begin; select from payments for update');
    const paid = pay();
    await system.waitsForLock();
    await system.killFirst();
    await holder.query('rollback');
    await holder.end();
    await paid;
    await system.shown(ANN, ADDED);
    await system.allSent(ANN);
    expect(await balance()).toBe(10_000_000n);
    expect(await system.count(ANN, ADDED)).toBe(1);
  },
);

test.each(['Stars', 'Crypto Pay'])(
  'a process that is killed between the credit of a payment by %s and its message is followed by one that tells it once',
  async (provider) => {
    const pay = await wants(provider);
    await system.allSent(ANN);
    system.sandbox.arm([{ upstream: 'telegram', call: 'sendMessage', mode: 'hang', times: 1 }]);
    await pay();
    await system.faultsMet();
    expect(await balance()).toBe(10_000_000n);
    expect(await system.count(ANN, ADDED)).toBe(0);
    await system.killFirst();
    await system.shown(ANN, ADDED);
    await system.allSent(ANN);
    expect(await balance()).toBe(10_000_000n);
    expect(await system.count(ANN, ADDED)).toBe(1);
  },
);
