import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf } from '../support/given.ts';
import { type ChatProcesses, startChatProcesses } from './chat-processes.ts';

const PEOPLE = [7, 8];
/** 1.80 USD. */
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LOW = /^Your balance is low/;

let system: ChatProcesses;

beforeEach(async () => {
  system = await startChatProcesses();
  const { database, clock } = system.services;
  const begin = async (user: number) => {
    await system.started(user);
    const paid = { amount: 11_000_000n, reference: randomUUID(), at: clock.now() };
    await topUp(database, { resellerId: await resellerOf(user), ...paid });
    await system.shown(user, /You received/);
    await system.allSent(user);
  };
  await Promise.all(PEOPLE.map(begin));
});
afterEach(() => system.close());

async function resellerOf(user: number): Promise<number> {
  const { rows } = await system.client.query(`select reseller_id from bot_people where user_id = ${user}`);
  return Number(rows[0].reseller_id);
}

/** Has the balance of each person fall below its threshold of 10 USD, by purchases of this process. */
async function fall(): Promise<void> {
  for (const user of PEOPLE)
    await purchase(system.services, buyerOf({ resellerId: await resellerOf(user) }), PURCHASE);
}

/** How many falls are marked as told, and how many there are. */
async function marked(): Promise<{ told: number; all: number }> {
  const { rows } = await system.client.query(
    `select count(*) filter (where sequence <= told)::int as told, count(*)::int as all
      from events join bot_people using (reseller_id) where type = 'balance.low'`,
  );
  return rows[0];
}

/** Kills both processes, and ends their leases, for which the next one would wait. */
async function killBoth(): Promise<void> {
  await Promise.all([system.first.kill(), system.second.kill()]);
  await system.client.query('delete from leases');
}

/** Starts a process again, and has it tell everything. */
async function toldOnce(): Promise<void> {
  await system.first.start();
  const all = PEOPLE.length;
  await expect.poll(marked).toEqual({ told: all, all });
  for (const user of PEOPLE) {
    await system.shown(user, LOW);
    await system.allSent(user);
    expect(await system.count(user, LOW)).toBe(1);
  }
}

test('low balances whose processes are killed before any has told them are told once each', async () => {
  system.first.pause();
  system.second.pause();
  await fall();
  expect(await marked()).toEqual({ told: 0, all: PEOPLE.length });
  await killBoth();
  await toldOnce();
});

test('low balances whose process is killed while it waits for the people are told once each', async () => {
  const holder = new Client(system.databaseUrl);
  await holder.connect();
  await holder.query('begin; select from bot_people for update');
  await fall();
  await system.waitsForLock();
  await killBoth();
  await holder.query('rollback');
  await holder.end();
  expect(await marked()).toEqual({ told: 0, all: PEOPLE.length });
  await toldOnce();
});

test('low balances whose process is killed after it has written the messages and before any is sent are told once each', async () => {
  system.sandbox.arm([{ upstream: 'telegram', call: 'sendMessage', mode: 'hang' }]);
  await fall();
  const all = PEOPLE.length;
  await expect.poll(marked).toEqual({ told: all, all });
  await killBoth();
  const { rowCount } = await system.client.query('select from bot_messages');
  expect(rowCount).toBe(all);
  system.sandbox.arm([]);
  await toldOnce();
});
