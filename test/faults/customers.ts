import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { formatUsd } from '../../src/kit/money.ts';
import { type Attempt, type ClientRecord, type Intent, isFinal } from './client-record.ts';
import type { Caller } from './doors.ts';
import type { Prices } from './prices.ts';
import type { Random } from './random.ts';
import { drawChange, settingsRequest } from './settings-changes.ts';
import type { Reseller, System } from './system.ts';
import { hasCode } from './wire.ts';

/** Most orders are small; some are large enough to sell out the stock of Turkey. */
const TERMS = [
  { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 1 },
  { tier: 'prem', type: 'socks5', country: 'DE', period: '30d', quantity: 2 },
  { tier: 'econ', type: 'ipv6', country: 'US', period: '3d', quantity: 5 },
  { tier: 'econ', type: 'ipv6', country: 'FR', period: '7d' },
  { tier: 'prem', type: 'ipv4', country: 'TR', period: '7d', quantity: 2 },
  { tier: 'tg', type: 'socks5', country: 'GB', period: '90d', quantity: 3 },
];
const TRAFFIC = [
  { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' },
  { tier: 'di', type: 'diresi', country: 'US', period: '1gb', options: { threads: 50 } },
  { tier: 'di', type: 'didc', country: 'ANY', period: '5gb', options: { threads: 20 } },
];
/** By what orders are extended. */
const MORE = { days: ['7d', '30d'], gb: ['1gb', '5gb'] };
/**
 * How many attempts a customer with an Idempotency-Key makes; after them the end of the run repeats the
 * request.
 */
const ATTEMPTS = 4;

/** An order that a customer has, and what it can be extended by. */
interface Owned {
  id: string;
  isLuxury: boolean;
}

/** What all customers of a run share. */
export interface RunContext {
  system: System;
  record: ClientRecord;
  caller: Caller;
  /** The orders of each reseller, by its id. */
  owned: Map<number, Owned[]>;
  /** Without them nobody limits the price. */
  prices?: Prices;
}

/**
 * One program of a reseller: until the signal, it buys, renews, adds traffic, changes settings and reads at
 * random.
 */
export async function shop(
  context: RunContext,
  reseller: Reseller,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const dice = random.whole(1, 100);
    if (dice <= 35)
      await carryThrough(context, reseller, purchaseOf(context, reseller, random), random, signal);
    else if (dice <= 60) await extend(context, reseller, random, signal);
    else if (dice <= 75) await changeSettings(context, reseller, random);
    else await look(context, reseller, random);
    await setTimeout(random.whole(0, 100), undefined, { signal }).catch(() => {});
  }
}

/**
 * Has a program ask for everything that there is once, while nothing fails, a price above its limit
 * included.
 */
export async function buyOneOfEach(context: RunContext, reseller: Reseller, random: Random): Promise<void> {
  const { record } = context;
  const { signal } = new AbortController();
  const give = async (kind: Intent['kind'], body: Intent['body'], orderId?: string) => {
    const own = { resellerId: reseller.id, kind, body, key: randomUUID(), ...(orderId && { orderId }) };
    await carryThrough(context, reseller, record.intend(own), random, signal);
  };
  await Promise.all([...TERMS, ...TRAFFIC].map((body) => give('purchase', body)));
  await give('purchase', { ...TERMS[0], maxPriceUsd: '0.10' });
  const orders = context.owned.get(reseller.id) ?? [];
  for (const isLuxury of [false, true]) {
    const id = orders.find((order) => order.isLuxury === isLuxury)?.id;
    const [kind, periods] = isLuxury ? (['traffic', MORE.gb] as const) : (['renewal', MORE.days] as const);
    if (id !== undefined) for (const period of periods) await give(kind, { period }, id);
  }
  for (let change = 0; change < 4; change++) await changeSettings(context, reseller, random);
}

function purchaseOf(
  { system, record, prices }: RunContext,
  { id, priceList }: Reseller,
  random: Random,
): Intent {
  const body = random.chance(0.4) ? random.pick(TRAFFIC) : random.pick(TERMS);
  const key = keyOf(random);
  // The limit is a price that holds now, or a little less or more.
  const unit = prices?.between(priceList, body, system.clock.now(), Infinity).at(-1);
  const limit =
    unit && unit * BigInt('quantity' in body ? body.quantity : 1) + BigInt(random.whole(-1, 2)) * 10_000n;
  const isLimited = limit !== undefined && random.chance(0.3);
  return record.intend({
    ...{ resellerId: id, kind: 'purchase', key },
    body: isLimited ? { ...body, maxPriceUsd: formatUsd(limit) } : body,
  });
}

/** A renewal or more traffic for an order of the reseller. */
async function extend(
  context: RunContext,
  reseller: Reseller,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const orders = context.owned.get(reseller.id) ?? [];
  if (orders.length === 0) return;
  // Few orders get most of the operations, so that operations on the same order run at the same time.
  const order = random.pick(random.chance(0.5) ? orders.slice(0, 3) : orders);
  const intent = context.record.intend({
    resellerId: reseller.id,
    kind: order.isLuxury ? 'traffic' : 'renewal',
    orderId: order.id,
    body: { period: random.pick(order.isLuxury ? MORE.gb : MORE.days) },
    key: keyOf(random),
  });
  await carryThrough(context, reseller, intent, random, signal);
}

function keyOf(random: Random): string | undefined {
  return random.chance(0.75) ? randomUUID() : undefined;
}

/**
 * Sends the request, and with a key repeats it: after a lost answer, at the other process, through the other
 * door, or twice at the same time.
 */
async function carryThrough(
  context: RunContext,
  reseller: Reseller,
  intent: Intent,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const twice = intent.key !== undefined && random.chance(0.15);
  const attempts = await Promise.all(
    Array.from({ length: twice ? 2 : 1 }, () => askOnce(context, reseller, intent, random)),
  );
  let ended = attempts.some(isFinal);
  for (let attempt = 2; attempt <= ATTEMPTS && intent.key !== undefined; attempt++) {
    if (signal.aborted || (ended && !random.chance(0.2))) break;
    await setTimeout(random.whole(50, 1_000), undefined, { signal }).catch(() => {});
    ended = isFinal(await askOnce(context, reseller, intent, random)) || ended;
  }
}

async function askOnce(
  { system, caller, owned }: RunContext,
  reseller: Reseller,
  intent: Intent,
  random: Random,
): Promise<Attempt['outcome']> {
  const index = random.whole(0, system.processes.length - 1);
  const url = system.processes[index]?.url ?? '';
  const door = random.pick(['rest', 'graphql'] as const);
  const outcome = await caller.attempt(url, index, nextKey(reseller), intent, door);
  if (outcome.kind === 'done' && intent.kind === 'purchase') {
    const orders = owned.get(reseller.id) ?? [];
    if (!orders.some(({ id }) => id === outcome.orderId))
      orders.push({ id: outcome.orderId, isLuxury: intent.body['tier'] === 'di' });
    owned.set(reseller.id, orders);
  }
  return outcome;
}

async function changeSettings(
  { system, caller, owned, record }: RunContext,
  reseller: Reseller,
  random: Random,
): Promise<void> {
  const order = (owned.get(reseller.id) ?? []).find(({ isLuxury }) => isLuxury && random.chance(0.5));
  if (!order) return;
  const change = drawChange(random);
  const asked = settingsRequest(random.pick(['rest', 'graphql']), order.id, change);
  const sentAt = system.clock.now();
  const { status, text } = await caller.ask(random.pick(system.processes).url, nextKey(reseller), asked);
  const end = status === 0 ? 'lost' : (/"code":"(\w+)"/.exec(text)?.[1]?.toLowerCase() ?? 'done');
  record.changes.push({
    ...{ orderId: order.id, change, sentAt, end },
    at: end === 'done' ? system.clock.now() : Infinity,
  });
}

/** Reads what the reseller has, and tries to read another reseller's order. */
async function look(
  { system, caller, owned, record }: RunContext,
  reseller: Reseller,
  random: Random,
): Promise<void> {
  const { url } = random.pick(system.processes);
  const ask = (path: string) => caller.ask(url, nextKey(reseller), { path });
  const dice = random.whole(1, 4);
  if (dice === 1) {
    const { status, text } = await ask('/v1/balance');
    if (status === 200 && !(JSON.parse(text).balance_usd >= 0))
      record.complaints.push(`a balance below zero: ${text}`);
  } else if (dice === 2) {
    const { status, text } = await ask('/v1/orders?limit=100');
    if (status !== 200) return;
    const { orders } = JSON.parse(text) as { orders: { id: unknown }[] };
    record.show(
      reseller.id,
      orders.map(({ id }) => String(id)),
    );
  } else if (dice === 3) {
    const own = owned.get(reseller.id) ?? [];
    if (own.length > 0) await readBack(ask, random.pick(own).id, record);
  } else {
    const [other] = [...owned].filter(([id, orders]) => id !== reseller.id && orders.length > 0);
    if (other) await tryForeign(context(caller, url, reseller), random.pick(other[1]).id, record, random);
  }
}

function context(caller: Caller, url: string, reseller: Reseller) {
  return (path: string, body?: object) => caller.ask(url, nextKey(reseller), { path, body });
}

async function readBack(
  ask: (path: string) => Promise<{ status: number; text: string }>,
  id: string,
  record: ClientRecord,
) {
  const { status, text } = await ask(`/v1/orders/${id}`);
  // A delivered order always exists: a process that is down does not answer, but no process may answer 404.
  if (status === 404) record.complaints.push(`an order that was delivered is gone: ${id} ${text}`);
}

/** The answer for another reseller's order must be equal to that for an order that does not exist. */
async function tryForeign(
  ask: (path: string, body?: object) => Promise<{ status: number; text: string }>,
  id: string,
  record: ClientRecord,
  random: Random,
): Promise<void> {
  const tried = random.pick(['', '/traffic', '/settings', '/renew', 'graphql']);
  const query = `{ order(id: "${id}") { id proxies { password } } }`;
  const answer =
    tried === 'graphql'
      ? await ask('/graphql', { query })
      : await ask(`/v1/orders/${id}${tried}`, tried === '/renew' ? { period: '7d' } : undefined);
  const isRefused =
    answer.status === 0 ||
    answer.status === 429 ||
    answer.status >= 500 ||
    hasCode(answer.text, 'order_not_found') ||
    hasCode(answer.text, 'rate_limited') ||
    (tried === 'graphql' && answer.text.includes('"order":null'));
  if (!isRefused)
    record.complaints.push(`somebody else's order ${id}${tried}: ${answer.status} ${answer.text}`);
}

/** Keys take turns, so that each keeps below its rate. */
export function nextKey({ keys }: Reseller): string {
  const key = keys.shift();
  if (key === undefined) throw new Error('A reseller without keys.');
  keys.push(key);
  return key;
}
