import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import type { Fault } from '../../src/sandbox/faults.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { NoRateSlotError } from '../../src/upstreams/failure.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type AccountsByKeys, type OpenedServices, openServices } from '../support/services.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const LEASE_MS = 16_000;
const MINUTE = 60_000;
const ALL: AccountsByKeys = ([main, second]) => [
  { name: 'main', key: main },
  { name: 'second', key: second },
];
const FIRST: AccountsByKeys = (keys) => ALL(keys).slice(0, 1);
const SECOND: AccountsByKeys = (keys) => ALL(keys).slice(1);

let all: OpenedServices;
let keys: Sandbox['px6Keys'];
/** Processes with the same database, upstream and clock, and other accounts. */
let others: OpenedServices[];
let buyer: Buyer;

beforeAll(async () => {
  all = await openServices({ accounts: ALL });
  keys = all.sandbox.px6Keys;
  others = [];
});
afterAll(async () => {
  expect((await verifyLedger(all.services.database)).problems).toEqual([]);
  for (const other of others) await other.close();
  await all.close();
});
beforeEach(async () => {
  all.sandbox.arm([]);
  await sql`truncate sweeps`.execute(all.services.database.sql);
  buyer = buyerOf(await givenReseller(all.services));
});

async function withAccounts(accounts: AccountsByKeys): Promise<Services> {
  const opened = await openServices({ ...all, accounts });
  others.push(opened);
  const { delay } = all.services;
  return { ...opened.services, clock: all.clock, delay };
}

/** The keys of the calls that came to the upstream during the work. */
async function keysOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = all.sandbox.px6Calls().length;
  await work();
  const calls = all.sandbox.px6Calls().slice(before);
  return [...new Set(calls.filter(({ method }) => method !== 'getcount').map(({ key }) => key))];
}

async function accountOf(orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ account: string }>`
    select upstream_account as account from orders where id = ${orderId}`.execute(all.services.database.sql);
  return rows[0]?.account;
}

async function sweepAfter(milliseconds: number): Promise<void> {
  all.clock.advance(milliseconds);
  while (await sweepOne(all.services));
}

const fault = (call: string, mode: string): Fault => ({ upstream: 'px6', call, mode, times: 1 }) as Fault;

test('an order is renewed and swept with the account that it was bought with', async () => {
  const { sale } = await purchase(await withAccounts(SECOND), buyer, ORDER);
  expect(await accountOf(sale.order.id)).toBe('second');
  const renewing = () => renew(all.services, buyer, { orderId: sale.order.id, period: '30d' });
  expect(await keysOf(renewing)).toEqual([keys[1]]);
  expect(await keysOf(() => sweepAfter(MINUTE))).toEqual([keys[1]]);
});

test('a purchase whose answer is lost is looked up with the account that it was sent to', async () => {
  all.sandbox.arm([fault('buy', 'reset_after')]);
  const services = await withAccounts(SECOND);
  const buying = async () => {
    const { sale } = await purchase(services, buyer, ORDER);
    expect([sale.proxies.length, await accountOf(sale.order.id)]).toEqual([2, 'second']);
  };
  expect(await keysOf(buying)).toEqual([keys[1]]);
});

test('what a process that died has bought is found by another one, with whichever account it was', async () => {
  const dying = dyingAt(await withAccounts(SECOND), 'buy', 'after');
  await expect(purchase(dying, buyer, ORDER)).rejects.toThrow(Died);
  all.clock.advance(LEASE_MS);
  expect(await keysOf(() => recoverOne(all.services))).toEqual([keys[1]]);
  const { rows } = await sql<{
    id: number;
  }>`select id from orders where reseller_id = ${buyer.resellerId}`.execute(all.services.database.sql);
  expect(rows.map(({ id }) => id)).toHaveLength(1);
  expect(await accountOf(Number(rows[0]?.id))).toBe('second');
});

test('what lands after a refund is given back with the account that it was bought with', async () => {
  const services = await withAccounts(SECOND);
  all.sandbox.arm([fault('buy', 'reset_before')]);
  await expect(purchase(services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
  const { rows } = await sql<{ id: string }>`
    select id from operations where reseller_id = ${buyer.resellerId}`.execute(all.services.database.sql);
  const bought = { account: 'second', reference: rows[0]?.id ?? '' };
  const late = { product: 'ipv4:http', country: 'US', days: 30, quantity: 2, reference: bought.reference };
  await services.term.buy({ ...late, onAccount: async () => {} });
  await sweepAfter(MINUTE);
  expect(await all.services.term.findByReference(bought)).toEqual([]);
});

test.each([
  ['found no turn', 'rejects'],
  ['was cut off before it', 'dies'],
])('where no account is called main, a purchase that %s leaves nothing that fails', async (_how, end) => {
  const services = await withAccounts(SECOND);
  const noSlot = async () => {
    throw new NoRateSlotError('px6 buy: not sent');
  };
  const asking = { ...services, term: { ...services.term, buy: noSlot } };
  const cut = end === 'dies' ? dyingAt(services, 'buy', 'before') : asking;
  await expect(purchase(cut, buyer, ORDER)).rejects.toThrow();
  all.clock.advance(MINUTE);
  if (end === 'dies') await recoverOne(services);
  all.clock.advance(MINUTE);
  expect(await sweepOne(services)).toBe(true);
  const { rows } = await sql`select from job_failures`.execute(all.services.database.sql);
  expect(rows).toEqual([]);
});

test('a purchase goes to another account when the first one has no money, and that one is written down', async () => {
  all.sandbox.setBalance(0, keys[0]);
  const services = await withAccounts(ALL);
  const accounts = new Set<string | undefined>();
  for (let i = 0; i < 4; i++) {
    const { sale } = await purchase(services, buyer, ORDER);
    accounts.add(await accountOf(sale.order.id));
  }
  all.sandbox.setBalance(1_000_000, keys[0]);
  expect([...accounts]).toEqual(['second']);
});

test('an order whose account has another key now is renewed with that one', async () => {
  const { sale } = await purchase(await withAccounts(SECOND), buyer, ORDER);
  const replaced = await withAccounts(([, , key]) => [{ name: 'second', key }]);
  const renewing = () => renew(replaced, buyer, { orderId: sale.order.id, period: '30d' }).catch(() => {});
  expect(await keysOf(renewing)).toEqual([keys[2]]);
});

test('an order whose account is not configured is not renewed, and the money is back; it can be when the account is', async () => {
  const { sale } = await purchase(await withAccounts(SECOND), buyer, ORDER);
  const renewal = { orderId: sale.order.id, period: '30d' };
  const without = await withAccounts(FIRST);
  const refused = async () => {
    await expect(renew(without, buyer, renewal)).rejects.toMatchObject({ code: 'provider_error' });
  };
  expect(await keysOf(refused)).toEqual([]);
  expect((await renew(all.services, buyer, renewal)).sale.order.renewable).toBe(true);
});

test('what was bought while there was one account belongs to that one when others come', async () => {
  const { sale } = await purchase(await withAccounts(FIRST), buyer, ORDER);
  const db = all.services.database.sql;
  const { rows } = await sql<{ account: string | null }>`
    select request->>'account' as account from operations where order_id = ${sale.order.id}`.execute(db);
  expect(rows).toEqual([{ account: null }]);
  expect(await accountOf(sale.order.id)).toBe('main');
  const renewing = () => renew(all.services, buyer, { orderId: sale.order.id, period: '30d' });
  expect(await keysOf(renewing)).toEqual([keys[0]]);
});
