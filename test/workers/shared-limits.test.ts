import { expect, test } from 'vitest';
import {
  claimsOf,
  createConnectionLimits,
  type GiveBack,
} from '../../src/graphql/transports/connection-limits.ts';
import type { Caller } from '../../src/resellers/admission.ts';
import { createSharedLimits, serveLimits } from '../../src/workers/shared.ts';
import { linked } from './linked.ts';

const CONNECTIONS = 'sockets and event streams';
const COMPLEXITY = 'units of complexity in subscriptions';
const KEY = connectionOf(7);
const ADDRESS = '192.0.2.77';

/** What a connection takes with a key of a reseller. */
function connectionOf(keyId: number, resellerId = 1) {
  return claimsOf(callerWith({ kind: 'key', id: keyId, revision: 1 }, resellerId), CONNECTIONS, 1);
}

function callerWith(credential: Caller['credential'], resellerId = 1): Caller {
  return { resellerId, credential, priceList: 'standard', catalogVersion: '1' };
}

/** Two workers whose connections one primary counts. */
function sharing() {
  const limits = createConnectionLimits();
  const [a, b] = [0, 1].map(() => {
    const { primary, worker, suspend, settled } = linked();
    const end = serveLimits(primary, limits);
    return { ...createSharedLimits(worker), end, suspend, settled };
  });
  if (!a || !b) throw new Error('There are two workers.');
  return { a, b };
}

const TAKEN = expect.any(Function);

function giveBack(taken: GiveBack | number | undefined): void {
  if (typeof taken === 'function') taken();
}

/** How many connections the key may still open. */
async function left({ a }: ReturnType<typeof sharing>): Promise<number> {
  const slots: GiveBack[] = [];
  for (;;) {
    const slot = await a.slots.take(KEY);
    if (typeof slot === 'number') break;
    slots.push(slot);
  }
  slots.forEach(giveBack);
  await a.settled();
  return slots.length;
}

test('a key has five connections at all workers together, and another key five of its own', async () => {
  const { a, b } = sharing();
  const taken = [];
  for (let i = 0; i < 5; i++) taken.push(await [a, b][i % 2]?.slots.take(KEY));
  expect(taken).toEqual(Array(5).fill(TAKEN));
  expect(await a.slots.take(KEY)).toBe(0);
  expect(await b.slots.take(KEY)).toBe(0);
  expect(await b.slots.take(connectionOf(8))).toEqual(TAKEN);
  giveBack(taken[0]);
  await a.settled();
  expect(await b.slots.take(KEY)).toEqual(TAKEN);
  expect(await b.slots.take(KEY)).toBe(0);
});

test('of connections that are opened at once, five are let in', async () => {
  const { a, b } = sharing();
  const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => [a, b][i % 2]?.slots.take(KEY)));
  expect(taken.filter((slot) => typeof slot === 'function')).toHaveLength(5);
});

test('the connections of a worker that has ended do not count any more', async () => {
  const both = sharing();
  for (let i = 0; i < 3; i++) await both.b.slots.take(KEY);
  expect(await left(both)).toBe(2);
  both.b.end();
  expect(await left(both)).toBe(5);
});

test('while the primary does not answer, connections are let in, and the count is right again afterwards', async () => {
  const both = sharing();
  const goOn = both.a.suspend();
  const slots = await Promise.all(Array.from({ length: 7 }, () => both.a.slots.take(KEY)));
  expect(slots).toEqual(Array(7).fill(TAKEN));
  slots.slice(1).forEach(giveBack);
  goOn();
  await both.a.settled();
  expect(await left(both)).toBe(4);
  giveBack(slots[0]);
  await both.a.settled();
  expect(await left(both)).toBe(5);
});

test('a reseller has 500 connections at all workers together, with however many keys, and another reseller its own', async () => {
  const { a, b } = sharing();
  const taken = [];
  for (let i = 0; i < 500; i++) taken.push(await [a, b][i % 2]?.slots.take(connectionOf(i)));
  expect(taken).toEqual(Array(500).fill(TAKEN));
  const claims = connectionOf(1_000);
  const full = Number(await b.slots.take(claims));
  expect(claims[full]?.refusal).toMatch(/^At most 500 .* one account; close one first\.$/);
  expect(await b.slots.take(connectionOf(1_000, 2))).toEqual(TAKEN);
  giveBack(taken[7]);
  await b.settled();
  expect(await a.slots.take(claims)).toEqual(TAKEN);
});

test('a frontend token may take a tenth of what the subscriptions of its reseller may, and what is refused takes nothing', async () => {
  const { a, b } = sharing();
  const token = { kind: 'frontend_token', id: 9, orderIds: [], rights: [] } as const;
  const ofToken = (complexity: number) => claimsOf(callerWith(token), COMPLEXITY, complexity);
  const ofKey = (complexity: number) =>
    claimsOf(callerWith({ kind: 'key', id: 7, revision: 1 }), COMPLEXITY, complexity);
  expect(await a.slots.take(ofToken(12_000))).toEqual(TAKEN);
  const full = Number(await b.slots.take(ofToken(10_000)));
  expect(ofToken(10_000)[full]?.refusal).toMatch(/^At most 20,000 .* one frontend token/);
  expect(await b.slots.take(ofKey(188_000))).toEqual(TAKEN);
  expect(await b.slots.take(ofKey(1))).toBe(0);
});

/** Sockets, each with its number, and those that were closed. */
function givenSockets() {
  const terminated: number[] = [];
  const socket = (number: number) => ({ terminate: () => void terminated.push(number) });
  return { terminated, socket };
}

test('of 21 sockets of one network that do not say whose they are, the oldest is closed, whichever worker has it', async () => {
  const { a, b } = sharing();
  const { terminated, socket } = givenSockets();
  for (let i = 0; i < 20; i++) {
    const worker = i % 2 === 0 ? a : b;
    worker.unauthenticated.add(socket(i), ADDRESS);
    await worker.settled();
  }
  b.unauthenticated.add(socket(100), '192.0.2.78');
  await b.settled();
  expect(terminated).toEqual([]);
  b.unauthenticated.add(socket(20), ADDRESS);
  await b.settled();
  await a.settled();
  expect(terminated).toEqual([0]);
});

test('a socket that says whose it is, is closed, or ends with its worker makes room', async () => {
  const { a, b } = sharing();
  const { terminated, socket } = givenSockets();
  const known = socket(0);
  a.unauthenticated.add(known, ADDRESS);
  for (let i = 1; i < 20; i++) b.unauthenticated.add(socket(i), ADDRESS);
  a.unauthenticated.delete(known);
  await Promise.all([a.settled(), b.settled()]);
  a.unauthenticated.add(socket(20), ADDRESS);
  await a.settled();
  expect(terminated).toEqual([]);
  b.end();
  for (let i = 21; i < 40; i++) a.unauthenticated.add(socket(i), ADDRESS);
  await a.settled();
  expect(terminated).toEqual([]);
});
