import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { Countries } from '../../src/catalog/countries.ts';
import { admitToken, presentedTokenOf } from '../../src/frontend-tokens/admission.ts';
import { DAY_MS } from '../../src/kit/clock.ts';
import { openLive } from '../../src/live/live.ts';
import { listOrders } from '../../src/orders/page.ts';
import { createChallenge, takeChallenge } from '../../src/passkeys/ceremony.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { creditForgotten } from '../../src/payments/forgotten.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { newOperationId } from '../../src/purchases/operation.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { admitSession, presentedSessionOf } from '../../src/sessions/admission.ts';
import { createSignInCode, signIn } from '../../src/sessions/sign-in.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { adjustBalance, buyerOf, givenReseller } from '../support/given.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { holdLock } from '../support/held-lock.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type AccountsByKeys, type OpenedServices, openServices } from '../support/services.ts';
import { type Snapshot, takeSnapshot } from '../support/snapshot.ts';

const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };

let opened: OpenedServices;
let buyer: ReturnType<typeof buyerOf>;
let snapshot: Snapshot;

/** A reseller of 100 USD with an order of each kind, bought before the snapshot. */
let early: { proxies: number; traffic: number };

beforeEach(async () => {
  opened = await openServices();
  buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '100' }));
  early = {
    proxies: (await buy(PROXIES)).order.id,
    traffic: (await buy(TRAFFIC)).order.id,
  };
  snapshot = await takeSnapshot(opened.databaseUrl);
});
afterEach(async () => {
  const { problems } = await verifyLedger(opened.services.database);
  await snapshot.drop();
  await opened.close();
  expect(problems).toEqual([]);
});

const byReference = (reference: string) => ({ account: FIRST_ACCOUNT, reference });
const buy = async (input: PurchaseInput) => (await purchase(opened.services, buyer, input)).sale;
const sumOf = (sales: { charged: bigint }[]) => sales.reduce((sum, { charged }) => sum + charged, 0n);
/** The ids of operations in one state, oldest first: the references of what they bought. */
async function references(state: 'settled' | 'refunded'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from operations where state = ${state} order by created_at`.execute(
    opened.services.database.sql,
  );
  return rows.map(({ id }) => id);
}
const operator = (...args: string[]) => operatorOn(opened)(...args);
const balance = () => readBalance(opened.services.database.sql, buyer.resellerId);
const orders = async () =>
  (await listOrders(opened.services.database.sql, buyer.resellerId, { limit: 100 }, opened.clock.now()))
    .orders;

async function sweepAll(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    opened.clock.advance(3 * 60_000);
    while (await sweepOne(opened.services));
  }
}

/** The upstream as a process sees it that dies at its first look for what was lost. */
function cut<Upstream extends { findByReference: unknown }>(upstream: Upstream): Upstream {
  const findByReference = async () => {
    throw new Error('died');
  };
  return { ...upstream, findByReference };
}

interface Finding {
  kind: string;
  done: string;
  reference: string;
  upstreamIds: string[];
  [field: string]: unknown;
}
async function found(...args: string[]) {
  const { result, error, status } = await operator(...args);
  expect(error).toBeUndefined();
  return { status, result, findings: result?.['findings'] as Finding[] };
}

type Sale = Awaited<ReturnType<typeof buy>>;

/** Buys these, and has the database forget it, and an operator find that it did. Returns what was bought. */
async function lose<Inputs extends PurchaseInput[]>(
  ...asked: Inputs
): Promise<{ [Index in keyof Inputs]: Sale }> {
  const bought: Sale[] = [];
  for (const input of asked) bought.push(await buy(input));
  await snapshot.restore();
  await found('restored');
  return bought as { [Index in keyof Inputs]: Sale };
}

/** Whether the upstream has goods of ours that the books do not have, or the other way round. */
async function differences(): Promise<string[]> {
  const { findings } = await found('reconcile');
  return findings.map(({ kind, done }) => `${kind} ${done}`);
}

test('after a restore a request that is repeated with its key gets what it had bought, and is charged once', async () => {
  const asked = [
    { ...PROXIES, idempotencyKey: 'proxies' },
    { ...TRAFFIC, idempotencyKey: 'traffic' },
  ];
  const before: Awaited<ReturnType<typeof buy>>[] = [];
  for (const input of asked) before.push(await buy(input));
  await snapshot.restore();
  const { findings } = await found('restored');
  expect(findings.map(({ kind, resellerId, done }) => ({ kind, resellerId, done }))).toEqual([
    { kind: 'lost', resellerId: buyer.resellerId, done: 'left' },
    { kind: 'lost', resellerId: buyer.resellerId, done: 'left' },
  ]);
  const funds = await balance();
  for (const [index, input] of asked.entries()) {
    const again = await buy(input);
    expect(again.proxies).toEqual(before[index]?.proxies);
    expect(again.charged).toBe(before[index]?.charged);
    expect(again.order.id).toBeGreaterThan(1_000_000);
    expect((await buy(input)).order.id).toBe(again.order.id);
  }
  expect(await balance()).toBe(funds - sumOf(before));
  expect(await differences()).toEqual([]);
});

test('a lost purchase gets what it had bought even when nothing is in stock now, and nobody else does', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  opened.sandbox.setStock('4', 'de', 0);
  const { term } = opened.services;
  const services = { ...opened.services, countries: new Countries(term, opened.clock) };
  const another = purchase(services, buyer, { ...asked, idempotencyKey: 'another' });
  await expect(another).rejects.toMatchObject({ code: 'out_of_stock' });
  expect((await purchase(services, buyer, asked)).sale.proxies).toEqual(proxies);
  expect(await purchase(services, buyer, asked)).toMatchObject({ sale: { proxies }, replayed: true });
  expect(await differences()).toEqual([]);
});

test('a lost purchase that the balance does not cover yet is refused, and is got again when the money is there', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  const funds = await balance();
  await adjustBalance(opened.services, buyer, -funds);
  await expect(buy(asked)).rejects.toMatchObject({ code: 'insufficient_balance' });
  await adjustBalance(opened.services, buyer, funds);
  expect((await buy(asked)).proxies).toEqual(proxies);
  expect(await differences()).toEqual([]);
});

test('while the upstream is down a lost purchase is put off, and gets what it had bought when it is back', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  const down = { ...opened.services, term: { ...opened.services.term, isUp: () => false } };
  const { code } = await purchase(down, buyer, asked).catch((error) => error);
  expect(code).toBe('request_in_progress');
  expect((await buy(asked)).proxies).toEqual(proxies);
});

test('a lost purchase that cannot be looked up at once is looked up again, and is not refunded', async () => {
  const asked = [
    { ...PROXIES, idempotencyKey: 'proxies' },
    { ...TRAFFIC, idempotencyKey: 'traffic' },
  ];
  const before = await lose(...asked);
  opened.sandbox.arm([
    { upstream: 'px6', call: 'getproxy', mode: 'refuse', times: 1 },
    { upstream: 'dataimpulse', call: 'list', mode: 'refuse', times: 1 },
  ]);
  for (const [index, input] of asked.entries())
    expect((await buy(input)).proxies).toEqual(before[index]?.proxies);
  expect(await differences()).toEqual([]);
});

test('what a lost purchase was extended by is nobody’s, and is written off or taken back', async () => {
  const proxies = { ...PROXIES, idempotencyKey: 'proxies' };
  const traffic = { ...TRAFFIC, idempotencyKey: 'traffic' };
  const orderId = (await buy(proxies)).order.id;
  await renew(opened.services, buyer, { orderId, period: '7d' });
  const luxuryId = (await buy(traffic)).order.id;
  await addTraffic(opened.services, buyer, { orderId: luxuryId, period: '1gb' });
  await snapshot.restore();
  await found('restored');
  const again = [await buy(proxies), await buy(traffic)];
  await sweepAll();
  expect(await differences()).toEqual([]);
  const { rows } = await sql`select unit, quantity from house_items`.execute(opened.services.database.sql);
  expect(rows).toEqual([{ unit: 'proxy_days', quantity: 14 }]);
  expect(again.map(({ charged }) => charged)).toEqual([3_600_000n, expect.any(BigInt)]);
});

test('a lost purchase of fewer proxies than were asked for is given back, and bought anew', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'key' };
  const { proxies: lost } = await buy(asked);
  await snapshot.restore();
  const { findings } = await found('restored');
  await opened.services.term.cancel(FIRST_ACCOUNT, findings[0]?.upstreamIds.slice(0, 1) ?? []);
  const { proxies } = await buy(asked);
  expect(proxies.map(({ login }) => login)).not.toContain(lost[1]?.login);
  expect(await differences()).toEqual([]);
});

test('a process that dies while it takes a lost purchase up leaves it to another one', async () => {
  const asked = [
    { ...PROXIES, idempotencyKey: 'proxies' },
    { ...TRAFFIC, idempotencyKey: 'traffic' },
  ];
  const before = await lose(...asked);
  const dying = {
    ...opened.services,
    term: cut(opened.services.term),
    traffic: cut(opened.services.traffic),
  };
  for (const input of asked) await expect(purchase(dying, buyer, input)).rejects.toThrow('died');
  opened.clock.advance(60_000);
  for (const [index, input] of asked.entries()) {
    await recoverOne(opened.services);
    expect((await buy(input)).proxies).toEqual(before[index]?.proxies);
  }
  expect(await differences()).toEqual([]);
});

test('another request with that key, or the same one with another, buys anew', async () => {
  await lose({ ...PROXIES, idempotencyKey: 'key' });
  await buy({ ...PROXIES, idempotencyKey: 'another' });
  await buy({ ...PROXIES, quantity: 1, idempotencyKey: 'key' });
  expect(await differences()).toEqual(['lost left']);
});

test('a day after the request its key is free, and buys anew', async () => {
  await lose({ ...PROXIES, idempotencyKey: 'key' });
  opened.clock.advance(25 * 3_600_000);
  await buy({ ...PROXIES, idempotencyKey: 'key' });
  expect(await differences()).toEqual(['lost left']);
});

test('what was bought without a key is listed, and booked for its reseller at the price of today', async () => {
  const lost = [await buy(PROXIES), await buy(TRAFFIC)];
  await snapshot.restore();
  const { findings } = await found('restored');
  expect(findings).toMatchObject(
    [
      { kind: 'lost', upstream: 'px6', product: 'ipv4:http', country: 'DE', days: 30, upstreamIds: [{}, {}] },
      { kind: 'lost', upstream: 'dataimpulse', product: 'residential', days: null },
    ].map((one) => ({ ...one, upstreamIds: expect.anything(), resellerId: buyer.resellerId })),
  );
  const funds = await balance();
  const { status, findings: booked } = await found('reconcile', '--book');
  expect({ status, done: booked.map(({ done }) => done) }).toEqual({ status: 0, done: ['booked', 'booked'] });
  const { result } = await operator('audit', 'list', '--command', 'reconcile');
  expect(result?.['commands']).toMatchObject([
    { message: booked.map(({ reference }) => `lost ${reference}: "left" -> "booked"`).join('; ') },
  ]);
  expect(await balance()).toBe(funds - sumOf(lost));
  expect(
    (await orders())
      .map(({ price }) => price)
      .slice(0, 2)
      .sort(),
  ).toEqual(lost.map(({ order }) => order.price).sort());
  expect(await differences()).toEqual([]);
});

test('what is given back is gone at the upstream, and nobody pays for it', async () => {
  await buy({ ...PROXIES, idempotencyKey: 'key' });
  await buy(TRAFFIC);
  await snapshot.restore();
  const funds = await balance();
  const { findings } = await found('restored', '--give-back');
  expect(findings.map(({ done }) => done)).toEqual(['given_back', 'given_back']);
  expect(await balance()).toBe(funds);
  expect(await differences()).toEqual([]);
  await buy({ ...PROXIES, idempotencyKey: 'key' });
  expect(await differences()).toEqual([]);
});

test.each([[['--give-back']], [['--book', '--give-back']]])(
  'what a request gets again while the lists are read is not given back (%s)',
  async (options) => {
    const asked = [
      { ...PROXIES, idempotencyKey: 'proxies' },
      { ...TRAFFIC, idempotencyKey: 'traffic' },
    ];
    const before = await lose(...asked);
    const again: Awaited<ReturnType<typeof buy>>[] = [];
    // Between two pages: by then both are found to be lost.
    const delay = async () => {
      pages += 1;
      if (pages === 2) for (const input of asked) again.push(await buy(input));
    };
    let pages = 0;
    const services = { ...opened.services, delay };
    const { result } = await operatorOn({ ...opened, services })('reconcile', ...options);
    const refusal = options.length === 2 ? 'key_taken' : 'taken_up';
    expect(result?.['findings']).toMatchObject([
      { kind: 'lost', done: 'left', refusal },
      { kind: 'lost', done: 'left', refusal },
    ]);
    expect(again.map(({ proxies }) => proxies)).toEqual(before.map(({ proxies }) => proxies));
    expect(await differences()).toEqual([]);
  },
);

test('what is being given back is not got again: the request buys anew', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [before] = await lose(asked);
  const funds = await balance();
  let again: typeof before | undefined;
  const { term } = opened.services;
  const cancelPurchase: typeof term.cancelPurchase = async (bought) => {
    again = await buy(asked);
    return term.cancelPurchase(bought);
  };
  const services = { ...opened.services, term: { ...term, cancelPurchase } };
  const { result } = await operatorOn({ ...opened, services })('reconcile', '--give-back');
  expect(result?.['findings']).toMatchObject([{ kind: 'lost', done: 'given_back' }]);
  expect(again?.proxies).toHaveLength(2);
  expect(again?.proxies).not.toEqual(before.proxies);
  expect(await balance()).toBe(funds - before.charged);
  expect(await differences()).toEqual([]);
});

test('when giving back was cut off, the purchase is neither got again nor booked, and is given back by the next run', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  opened.sandbox.arm([{ upstream: 'px6', call: 'delete', mode: 'refuse', times: 1 }]);
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ done: 'left' }]);
  expect((await buy(asked)).proxies).not.toEqual(proxies);
  expect((await found('reconcile', '--book')).findings).toMatchObject([
    { done: 'left', refusal: 'given_back' },
  ]);
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ done: 'given_back' }]);
  expect(await differences()).toEqual([]);
});

test('a command waits for the request that gets a purchase again at the same time, and leaves it alone', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  // The request has the purchase, and waits for the balance.
  await using held = await holdLock(opened.databaseUrl, 'select from accounts for update');
  const { database } = opened.services;
  let pages = 0;
  let buying: ReturnType<typeof buy> | undefined;
  const delay = async () => {
    pages += 1;
    if (pages !== 2) return;
    // What comes next is the claim: the request's lock is waited for as short as can be.
    vi.spyOn(database, 'inTransaction').mockImplementationOnce(async (work) => {
      buying = buy(asked);
      await expect.poll(held.waiting).toBe(1);
      return database.inTransaction(work);
    });
  };
  const services = { ...opened.services, delay };
  const givingBack = operatorOn({ ...opened, services })('reconcile', '--give-back');
  await expect.poll(held.waiting).toBe(2);
  await held.release();
  expect((await buying)?.proxies).toEqual(proxies);
  expect((await givingBack).result?.['findings']).toMatchObject([{ done: 'left', refusal: 'taken_up' }]);
  expect(await differences()).toEqual([]);
});

test('a request waits for the command that gives its purchase back at the same time, and buys anew', async () => {
  const asked = { ...PROXIES, idempotencyKey: 'proxies' };
  const [{ proxies }] = await lose(asked);
  await using held = await holdLock(opened.databaseUrl, 'update lost_purchases set tag = null');
  const buying = buy(asked);
  await expect.poll(held.waiting).toBe(1);
  await held.release();
  expect((await buying).proxies).not.toEqual(proxies);
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ done: 'given_back' }]);
  expect(await differences()).toEqual([]);
});

test('only what is named is given back', async () => {
  await buy(PROXIES);
  await buy(PROXIES);
  await snapshot.restore();
  const { findings } = await found('restored');
  const { findings: after } = await found('reconcile', '--give-back', '--only', findings[0]?.reference ?? '');
  expect(after.map(({ done }) => done)).toEqual(['given_back', 'left']);
});

test('a reseller that cannot pay is not charged, and the goods are left for the operator', async () => {
  await buy({ ...PROXIES, quantity: 10 });
  await snapshot.restore();
  await buy({ ...PROXIES, quantity: 50 });
  await found('restored');
  expect((await found('reconcile', '--book', '--give-back')).findings).toMatchObject([
    { done: 'left', refusal: 'insufficient_balance' },
  ]);
  expect(await differences()).toEqual(['lost left']);
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ done: 'given_back' }]);
});

test('what was bought with a payment that the books have forgotten is paid by it, and is not given back', async () => {
  const { payments, services, sandbox } = opened;
  const { database } = services;
  const poor = buyerOf(await givenReseller(services, { balanceUsd: '0' }));
  const asked = { resellerId: poor.resellerId, provider: 'crypto_pay' as const, amount: 25_000_000n };
  const { id } = await database.inTransaction((tx) => openPayment(tx, payments, { ...asked, chatId: 7 }));
  while (await makeInvoice(payments));
  await snapshot.drop();
  snapshot = await takeSnapshot(opened.databaseUrl);
  const [payment] = (await listPayments(database.sql, { id, limit: 1 })).payments;
  const body = JSON.stringify({ invoiceId: Number(payment?.invoiceId) });
  await fetch(`${sandbox.url}/control/cryptopay/pay`, { method: 'POST', body });
  await creditForgotten(payments);
  await purchase(services, poor, PROXIES);
  await snapshot.restore();
  expect((await found('restored', '--book', '--give-back')).result).toMatchObject({
    findings: [{ kind: 'lost', done: 'booked', chargedUsd: '3.60' }],
    payments: [{ state: 'paid', resellerId: poor.resellerId }],
  });
  expect(await differences()).toEqual([]);
});

test('lost renewals are written off, and lost additions are taken back', async () => {
  const funds = await balance();
  await renew(opened.services, buyer, { orderId: early.proxies, period: '7d' });
  await addTraffic(opened.services, buyer, { orderId: early.traffic, period: '1gb' });
  await snapshot.restore();
  const { findings } = await found('restored');
  expect(findings.map(({ kind, orderId }) => ({ kind, orderId }))).toEqual([
    { kind: 'extended', orderId: early.proxies },
    { kind: 'overfilled', orderId: early.traffic },
  ]);
  expect((await found('reconcile', '--give-back')).findings.map(({ done }) => done)).toEqual([
    'written_off',
    'swept',
  ]);
  await sweepAll();
  expect(await differences()).toEqual([]);
  expect(await balance()).toBe(funds);
  const { rows } = await sql`select unit, quantity from house_items`.execute(opened.services.database.sql);
  expect(rows).toEqual([{ unit: 'proxy_days', quantity: 14 }]);
});

test('an order that was used less than the books say is found, and stored as the upstream has it once nothing of it is open', async () => {
  const { database } = opened.services;
  await sql`update luxury_traffic set used_bytes = total_bytes`.execute(database.sql);
  const finding = { kind: 'overfilled', orderId: early.traffic };
  // The sweep of its purchase is still to come.
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ ...finding, done: 'swept' }]);
  await sweepAll();
  expect((await found('reconcile')).findings).toMatchObject([{ ...finding, done: 'left' }]);
  const mended = await found('reconcile', '--give-back');
  expect(mended).toMatchObject({ status: 0, findings: [{ ...finding, done: 'lowered' }] });
  expect((await found('reconcile')).findings).toEqual([]);
});

test('new orders, resellers and keys get none of the numbers that lost ones have', async () => {
  const lost = (await buy(PROXIES)).order.id;
  const { resellerId, keyId } = await givenReseller(opened.services);
  await snapshot.restore();
  expect((await found('restored')).result).toMatchObject({ ordersPast: early.traffic + 1_000_000 });
  expect((await buy(PROXIES)).order.id).toBe(early.traffic + 1_000_001);
  expect(early.traffic + 1_000_001).toBeGreaterThan(lost);
  const next = await givenReseller(opened.services);
  expect(next.resellerId).toBeGreaterThan(resellerId);
  expect(next.keyId).toBeGreaterThan(keyId);
});

test('sessions, links, frontend tokens and passkey challenges from before a restore end with it: each may have been used or ended since', async () => {
  const { database, clock } = opened.services;
  const at = clock.now();
  const code = async () => (await createSignInCode(database, { resellerId: buyer.resellerId, at })).code;
  const browser = { userAgent: undefined, formerToken: undefined, at };
  const session = await signIn(database, { code: await code(), ...browser });
  const used = await code();
  const challenge = await createChallenge(database.sql, { sessionId: null, at });
  const whose = { resellerId: buyer.resellerId, keyId: undefined };
  const { secret } = await givenToken(opened.services, whose, {
    orderIds: [early.proxies],
    rights: ['read_proxies'],
  });
  await snapshot.drop();
  snapshot = await takeSnapshot(opened.databaseUrl);
  await signIn(database, { code: used, ...browser });
  await snapshot.restore();
  const [presented, token] = [presentedSessionOf(session), presentedTokenOf(secret, PAGE)];
  await admitSession(database.sql, presented, { requests: 1 }, at);
  await found('restored');
  const refused = { code: 'unauthorized' };
  await expect(admitSession(database.sql, presented, { requests: 1 }, at)).rejects.toMatchObject(refused);
  await expect(admitToken(database.sql, token, 1, at)).rejects.toMatchObject(refused);
  await expect(signIn(database, { code: used, ...browser })).rejects.toMatchObject({
    code: 'sign_in_refused',
  });
  expect(await takeChallenge(database.sql, { challenge, sessionId: null, at })).toBe(false);
});

test('the operator can say which number new orders begin above', async () => {
  await snapshot.restore();
  expect((await found('restored', '--orders-past', '5000000')).result).toMatchObject({
    ordersPast: 5_000_000,
  });
  expect((await buy(PROXIES)).order.id).toBe(5_000_001);
  expect((await found('restored', '--orders-past', '7')).result).toMatchObject({ ordersPast: 5_000_001 });
});

test('goods whose purchase nobody knows are not touched where the database was never restored', async () => {
  await buy(PROXIES);
  await snapshot.restore();
  const { status, findings } = await found('reconcile', '--book', '--give-back');
  expect(status).toBe(1);
  expect(findings).toMatchObject([{ kind: 'unknown', done: 'left' }]);
});

test('what another installation buys there after the restore is not taken for lost', async () => {
  await found('restored');
  opened.clock.advance(1_000);
  await buy(PROXIES);
  await snapshot.restore();
  await sql`insert into restores (restored_at) values (${new Date(opened.clock.now().getTime() - 500_000)})`.execute(
    opened.services.database.sql,
  );
  expect(await differences()).toEqual(['unknown left']);
});

test.each(['again', 'again, after a death', '--book', '--give-back'])(
  'what was bought with another account, and lost, is found and dealt with there (%s)',
  async (how) => {
    const accounts: AccountsByKeys = ([main, second, other]) => [
      { name: 'main', key: main },
      { name: 'other', key: other },
      { name: 'second', key: second },
    ];
    const second = await openServices({ ...opened, accounts: (keys) => accounts(keys).slice(2) });
    const all = await openServices({ ...opened, accounts });
    const asked = { ...PROXIES, idempotencyKey: 'key' };
    const { proxies } = (await purchase(second.services, buyer, asked)).sale;
    await snapshot.restore();
    const command = operatorOn({ ...all, services: { ...all.services, clock: opened.clock } });
    const { result } = await command('restored', ...(how.startsWith('--') ? [how] : []));
    const findings = result?.['findings'] as Finding[];
    expect(findings).toMatchObject([{ kind: 'lost', account: 'second' }]);
    // Where none is called main, a purchase begins with the first one.
    const term = { ...all.services.term, accounts: all.services.term.accounts.slice(1) };
    const services = { ...all.services, term, clock: opened.clock };
    if (how === 'again, after a death') {
      const dying = { ...services, term: cut(term) };
      await expect(purchase(dying, buyer, asked)).rejects.toThrow('died');
      opened.clock.advance(60_000);
      await recoverOne(services);
    }
    if (!how.startsWith('--')) expect((await purchase(services, buyer, asked)).sale.proxies).toEqual(proxies);
    expect((await command('reconcile')).result).toMatchObject({ findings: [] });
    const there = await services.term.findByReference({
      account: 'second',
      reference: findings[0]?.reference ?? '',
    });
    expect(there).toHaveLength(how === '--give-back' ? 0 : 2);
    await second.close();
    await all.close();
  },
);

test('goods that were bought by hand are counted, and left alone', async () => {
  const bought = { product: 'ipv4:http', country: 'DE', days: 30, quantity: 2, onAccount: async () => {} };
  await opened.services.term.buy({ ...bought, reference: 'by-hand' });
  const { status, result } = await found('reconcile', '--give-back');
  expect({ status, result }).toMatchObject({ status: 0, result: { foreign: 2, findings: [] } });
  expect(await opened.services.term.findByReference(byReference('by-hand'))).toHaveLength(2);
});

test('lists of more than one page are read to their end', async () => {
  const bought = { product: 'ipv4:http', country: 'DE', days: 30, onAccount: async () => {} };
  await opened.services.term.buy({ ...bought, quantity: 1_000, reference: 'by-hand' });
  await opened.services.term.buy({ ...bought, quantity: 300, reference: 'by-hand' });
  const lost = await buy(PROXIES);
  await snapshot.restore();
  const { result, findings } = await found('restored');
  expect(result).toMatchObject({ proxies: 1_304, accounts: 1, foreign: 1_300 });
  expect(findings.flatMap(({ upstreamIds }) => upstreamIds)).toHaveLength(lost.proxies.length);
});

test('nothing is done while a process of the service is connected', async () => {
  const { services, databaseUrl } = opened;
  const { close } = await openLive({ databaseUrl, services, log: pino({ level: 'silent' }) });
  expect((await operator('restored')).error?.message).toMatch(/^The service is running: 1 of its processes/);
  await close();
  const { rows } = await sql`select from restores`.execute(services.database.sql);
  expect(rows).toEqual([]);
});

test('what the upstream has lost of an order is told, and nothing else is done', async () => {
  const { findings: none } = await found('reconcile');
  expect(none).toEqual([]);
  const { term, traffic } = opened.services;
  const [proxies = '', account = ''] = await references('settled');
  await term.cancelPurchase(byReference(proxies));
  for (const { upstreamId } of await traffic.findByReference(account)) await traffic.remove(upstreamId);
  const { status, findings } = await found('reconcile', '--give-back', '--book');
  expect(status).toBe(1);
  expect(findings).toMatchObject([
    { kind: 'missing', orderId: early.proxies, done: 'left' },
    { kind: 'missing', orderId: early.traffic, done: 'left' },
  ]);
});

test('goods of a refunded purchase that no sweep will look at are given back', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await expect(buy(PROXIES)).rejects.toMatchObject({ code: 'provider_error' });
  const [reference = ''] = await references('refunded');
  const bought = { product: 'ipv4:http', country: 'DE', days: 30, quantity: 2, onAccount: async () => {} };
  await opened.services.term.buy({ ...bought, reference });
  expect((await found('reconcile')).result).toMatchObject({ underWay: 2, findings: [] });
  await sql`truncate sweeps`.execute(opened.services.database.sql);
  expect(await differences()).toEqual(['refunded left']);
  expect((await found('reconcile', '--give-back')).findings).toMatchObject([{ done: 'swept' }]);
  await sweepAll();
  expect(await differences()).toEqual([]);
});

test('however many purchases are lost, each is on record, and the API stays closed while some are not listed', async () => {
  const { clock } = opened;
  const { term, database } = opened.services;
  const startedAt = clock.now();
  const { account, product, country } = (await Array.fromAsync(term.all()))[0]?.[0] ?? {};
  const lost = Array.from({ length: 10_001 }, (_, n) => ({
    account: account ?? '',
    product,
    country: country ?? '',
    credentials: undefined,
    upstreamId: `lost ${n}`,
    reference: newOperationId(buyer.resellerId, undefined, startedAt),
    boughtAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + 30 * DAY_MS),
  }));
  clock.advance(1_000);
  async function* all() {
    yield* term.all();
    for (let from = 0; from < lost.length; from += 1_000) yield lost.slice(from, from + 1_000);
  }
  const many = { ...opened, services: { ...opened.services, term: { ...term, all } } };
  const { status, result } = await operatorOn(many)('restored');
  expect({ status, result }).toMatchObject({
    status: 1,
    result: { ok: false, leftOut: 1, found: { 'lost left': 10_000 } },
  });
  expect(result?.['next']).toMatch(/^The API is still closed/);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lost_purchases`.execute(database.sql);
  expect(rows).toEqual([{ count: 10_001 }]);
  expect(await isClosed()).toBe(true);
  expect((await operator('restored')).status).toBe(0);
  expect(await isClosed()).toBe(false);
});

async function isClosed(): Promise<boolean> {
  const { rows } = await sql<{ message: string | null }>`
    select api_disabled_message as message from service_state`.execute(opened.services.database.sql);
  return rows[0]?.message !== null;
}

test('the API stays closed while the upstreams cannot be read, and is open when the command has succeeded', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'getproxy', mode: 'refuse', times: 1 }]);
  expect((await operator('restored')).status).toBe(1);
  expect(await isClosed()).toBe(true);
  expect((await operator('restored')).status).toBe(0);
  expect(await isClosed()).toBe(false);
});
