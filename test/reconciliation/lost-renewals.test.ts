import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { DAY_MS } from '../../src/kit/clock.ts';
import { findOrder } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { adjustBalance, buyerOf, givenReseller } from '../support/given.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { type Snapshot, takeSnapshot } from '../support/snapshot.ts';

const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };

let opened: OpenedServices;
let buyer: ReturnType<typeof buyerOf>;
let snapshot: Snapshot;
/** The order that is renewed after the snapshot. */
let order: { id: number; end: Date };

beforeEach(async () => {
  opened = await openServices();
  buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '100' }));
  const { id, expiresAt } = (await purchase(opened.services, buyer, PROXIES)).sale.order;
  order = { id, end: expiresAt ?? new Date(Number.NaN) };
  snapshot = await takeSnapshot(opened.databaseUrl);
});
afterEach(async () => {
  const { problems } = await verifyLedger(opened.services.database);
  await snapshot.drop();
  await opened.close();
  expect(problems).toEqual([]);
});

async function renewFor(period: string, services: Services = opened.services) {
  const input = { orderId: order.id, period, idempotencyKey: `renewal for ${period}` };
  return (await renew(services, buyer, input)).sale;
}
const balance = () => readBalance(opened.services.database.sql, buyer.resellerId);
const later = (days: number) => new Date(order.end.getTime() + days * DAY_MS);
const endOfOrder = async () =>
  (await findOrder(opened.services.database.sql, buyer.resellerId, order.id, opened.clock.now())).expiresAt;

/** How often the upstream has extended something of ours. */
const extensions = () =>
  opened.sandbox.issued().filter((entry) => entry.upstream === 'px6' && entry.call === 'prolong').length;

async function writtenOff(): Promise<unknown[]> {
  opened.clock.advance(3 * 60_000);
  while (await sweepOne(opened.services));
  const { rows } = await sql`select unit, quantity from house_items`.execute(opened.services.database.sql);
  return rows;
}

async function found(...args: string[]): Promise<Record<string, unknown>[]> {
  const { result, error } = await operatorOn(opened)(...args);
  expect(error).toBeUndefined();
  return result?.['findings'] as Record<string, unknown>[];
}

test('a renewal that was lost is reported with its order, the end in the books and the days beyond it', async () => {
  await renewFor('7d');
  await snapshot.restore();
  expect(await found('restored')).toMatchObject([
    {
      kind: 'extended',
      resellerId: buyer.resellerId,
      orderId: order.id,
      bookedUntil: order.end.toISOString(),
      days: 7,
      done: 'left',
    },
  ]);
});

test('a renewal that is repeated after a restore takes up what it had done, and is charged once', async () => {
  const funds = await balance();
  const before = await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  const again = await renewFor('7d');
  expect(again.order.expiresAt).toEqual(before.order.expiresAt);
  expect(again.charged).toBe(before.charged);
  expect(await balance()).toBe(funds - before.charged);
  expect(extensions()).toBe(1);
  expect(await writtenOff()).toEqual([]);
  expect(await found('reconcile')).toEqual([]);
});

test('the sweep of an earlier renewal leaves a lost one to whoever asks for it again', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'reset_before', times: 1 }]);
  await expect(renewFor('30d')).rejects.toMatchObject({ code: 'provider_error' });
  await snapshot.drop();
  snapshot = await takeSnapshot(opened.databaseUrl);
  await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  expect(await writtenOff()).toEqual([]);
  expect((await renewFor('7d')).order.expiresAt).toEqual(later(7));
  expect(extensions()).toBe(1);
  expect(await writtenOff()).toEqual([]);
});

test('a longer renewal than the lost one extends by all its days, and the lost ones are written off', async () => {
  await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  expect((await renewFor('30d')).order.expiresAt).toEqual(later(37));
  expect(await writtenOff()).toEqual([{ unit: 'proxy_days', quantity: 14 }]);
  expect(await found('reconcile')).toEqual([]);
});

test('where the database was never restored, a renewal extends whatever the upstream has given before', async () => {
  await renewFor('7d');
  await snapshot.restore();
  expect((await renewFor('7d')).order.expiresAt).toEqual(later(14));
  expect(await writtenOff()).toEqual([{ unit: 'proxy_days', quantity: 14 }]);
});

test('a process that dies while it takes a lost renewal up leaves it to another one', async () => {
  await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  const { vault } = opened.services;
  const open = () => {
    throw new Error('died');
  };
  await expect(renewFor('7d', { ...opened.services, vault: { ...vault, open } })).rejects.toThrow('died');
  opened.clock.advance(60_000);
  expect(await recoverOne(opened.services)).toBe(true);
  expect((await renewFor('7d')).order.expiresAt).toEqual(later(7));
  expect(extensions()).toBe(1);
  expect(await found('reconcile')).toEqual([]);
});

test('the operator can book a lost renewal: it is charged, and the order ends as it was answered', async () => {
  const funds = await balance();
  const { charged } = await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  expect(await found('reconcile', '--book', '--give-back')).toMatchObject([
    { kind: 'extended', done: 'booked', orderId: order.id },
  ]);
  expect(await balance()).toBe(funds - charged);
  expect(await endOfOrder()).toEqual(later(7));
  expect(extensions()).toBe(1);
  expect(await writtenOff()).toEqual([]);
  expect(await found('reconcile')).toEqual([]);
});

test('days that no period has are not booked, and can be written off', async () => {
  const funds = await balance();
  await renewFor('7d');
  await renew(opened.services, buyer, { orderId: order.id, period: '7d' });
  await snapshot.restore();
  await found('restored');
  expect(await found('reconcile', '--book')).toMatchObject([
    { days: 14, done: 'left', refusal: 'not_on_sale' },
  ]);
  expect(await balance()).toBe(funds);
  expect(await found('reconcile', '--book', '--give-back')).toMatchObject([{ done: 'written_off' }]);
  expect(await found('reconcile')).toEqual([]);
});

test('a renewal whose reseller cannot pay is left for the operator', async () => {
  await renewFor('90d');
  await snapshot.restore();
  await purchase(opened.services, buyer, { ...PROXIES, quantity: 50 });
  await found('restored');
  expect(await found('reconcile', '--book', '--give-back')).toMatchObject([
    { done: 'left', refusal: 'insufficient_balance' },
  ]);
  expect(await found('reconcile', '--give-back')).toMatchObject([{ done: 'written_off' }]);
});

test('a lost renewal that the balance does not cover yet is refused, and is taken up when the money is there', async () => {
  const { order: before } = await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  const funds = await balance();
  await adjustBalance(opened.services, buyer, -funds);
  await expect(renewFor('7d')).rejects.toMatchObject({ code: 'insufficient_balance' });
  await adjustBalance(opened.services, buyer, funds);
  expect((await renewFor('7d')).order.expiresAt).toEqual(before.expiresAt);
  expect(extensions()).toBe(1);
});

test('while the upstream is down a lost renewal is put off, and is taken up when it is back', async () => {
  await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  const down = { ...opened.services, term: { ...opened.services.term, isUp: () => false } };
  await expect(renewFor('7d', down)).rejects.toMatchObject({ code: 'request_in_progress' });
  expect((await renewFor('7d')).order.expiresAt).toEqual(later(7));
});

test('days that somebody has added by hand are not charged where the database was never restored', async () => {
  const funds = await balance();
  await renewFor('7d');
  await snapshot.restore();
  expect(await found('reconcile', '--book')).toMatchObject([{ done: 'left', refusal: 'not_lost' }]);
  expect(await balance()).toBe(funds);
});

test('when a lost renewal was taken up, days that come later are nobody’s: not charged, and not taken for a renewal', async () => {
  await renewFor('7d');
  await snapshot.restore();
  await found('restored');
  const taken = await renewFor('7d');
  const [held] = await Array.fromAsync(opened.services.term.all());
  const ids = held?.map(({ upstreamId }) => upstreamId) ?? [];
  await opened.services.term.extend(FIRST_ACCOUNT, ids, 7);
  const funds = await balance();
  expect(await found('reconcile', '--book')).toMatchObject([
    { kind: 'extended', days: 7, done: 'left', refusal: 'not_lost' },
  ]);
  expect(await balance()).toBe(funds);
  const input = { orderId: taken.order.id, period: '7d' };
  expect((await renew(opened.services, buyer, input)).sale.order.expiresAt).toEqual(later(21));
});
