import { expect, test } from 'vitest';
import { createConnectionLimits } from '../../src/graphql/transports/connection-limits.ts';
import type { ConnectionSlot } from '../../src/graphql/transports/connection-slots.ts';
import { createSharedLimits, serveLimits } from '../../src/workers/shared-limits.ts';
import { linked } from './linked.ts';

const KEY = { kind: 'key', id: 7 } as const;
const ADDRESS = '192.0.2.77';

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

/** How many connections the key may still open. */
async function left({ a }: ReturnType<typeof sharing>): Promise<number> {
  const slots: ConnectionSlot[] = [];
  for (;;) {
    const slot = await a.slots.take(KEY);
    if (!slot) break;
    slots.push(slot);
  }
  for (const slot of slots) slot.giveBack();
  await a.settled();
  return slots.length;
}

test('a key has five connections at all workers together, and another key five of its own', async () => {
  const { a, b } = sharing();
  const taken = [];
  for (let i = 0; i < 5; i++) taken.push(await [a, b][i % 2]?.slots.take(KEY));
  expect(taken).not.toContain(undefined);
  expect(await a.slots.take(KEY)).toBeUndefined();
  expect(await b.slots.take(KEY)).toBeUndefined();
  expect(await b.slots.take({ ...KEY, id: KEY.id + 1 })).toBeDefined();
  taken[0]?.giveBack();
  await a.settled();
  expect(await b.slots.take(KEY)).toBeDefined();
  expect(await b.slots.take(KEY)).toBeUndefined();
});

test('of connections that are opened at once, five are let in', async () => {
  const { a, b } = sharing();
  const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => [a, b][i % 2]?.slots.take(KEY)));
  expect(taken.filter((slot) => slot !== undefined)).toHaveLength(5);
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
  expect(slots).not.toContain(undefined);
  for (const slot of slots.slice(1)) slot?.giveBack();
  goOn();
  await both.a.settled();
  expect(await left(both)).toBe(4);
  slots[0]?.giveBack();
  await both.a.settled();
  expect(await left(both)).toBe(5);
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
