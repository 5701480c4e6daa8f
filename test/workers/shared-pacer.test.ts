import { expect, test } from 'vitest';
import { createPacer } from '../../src/upstreams/px6/pacer.ts';
import type { Priority } from '../../src/upstreams/term.ts';
import { createSharedPacer, servePacer } from '../../src/workers/shared-pacer.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { linked } from './linked.ts';

/** In the timer of a worker, which is not that of the primary. */
const NEVER = 2_000_000;

/** Two workers over the pacer of one primary, whose clocks tell different times. */
function sharing() {
  const timers = { primary: new ManualTimer(), worker: new ManualTimer() };
  timers.worker.advance(1_000_000);
  const pacer = createPacer({ perWindow: 3, timer: timers.primary });
  const log: string[] = [];
  const times: number[] = [];
  const workers = ['a', 'b'].map((name) => {
    const { primary, worker, suspend, settled } = linked();
    const end = servePacer(primary, pacer, timers.primary);
    const shared = createSharedPacer(worker, timers.worker);
    async function ask(what: string, priority: Priority = 'urgent', leftMillis?: number): Promise<boolean> {
      const now = timers.worker.now();
      const granted = await shared.turn(priority, leftMillis === undefined ? NEVER : now + leftMillis);
      log.push(granted ? `${name} ${what}` : `${name} ${what} turned away`);
      if (granted) times.push(timers.primary.now());
      return granted;
    }
    return { ask, pacer: shared, end, suspend, settled };
  });
  const [a, b] = workers;
  if (!a || !b) throw new Error('There are two workers.');
  async function pass(millis: number, step = 50): Promise<void> {
    for (let passed = 0; passed < millis; passed += step) {
      timers.primary.advance(step);
      timers.worker.advance(step);
      await a?.settled();
    }
  }
  return { a, b, pass, log, times };
}

test('all workers together send no more in any second than one process', async () => {
  const { a, b, pass, times } = sharing();
  for (let burst = 0; burst < 6; burst++) {
    for (let i = 0; i <= burst; i++) [a, b][i % 2]?.ask(`${burst}.${i}`);
    await pass(350);
  }
  await pass(10_000);
  expect(times).toHaveLength(21);
  const distances = times.slice(3).map((time, i) => time - (times[i] ?? 0));
  expect(Math.min(...distances)).toBeGreaterThan(1_000);
});

test('an urgent request of one worker goes before a background one of another, which came earlier', async () => {
  const { a, b, pass, log } = sharing();
  await Promise.all([a.ask('x'), a.ask('x'), b.ask('x')]);
  a.ask('stock', 'background');
  await a.settled();
  for (let i = 1; i <= 3; i++) b.ask(`buy ${i}`);
  await pass(3_000);
  expect(log.slice(3)).toEqual(['b buy 1', 'b buy 2', 'b buy 3', 'a stock']);
});

test('a request that cannot have its turn before its deadline is refused at once', async () => {
  const { a, b } = sharing();
  await Promise.all([a.ask('x'), a.ask('x'), b.ask('x')]);
  expect(await b.ask('late', 'urgent', 1_000)).toBe(false);
});

test('what a worker waited for takes no turn once the worker has ended', async () => {
  const { a, b, pass, times } = sharing();
  await Promise.all([a.ask('x'), a.ask('x'), a.ask('x')]);
  for (let i = 0; i < 30; i++) a.ask('lost');
  await a.settled();
  a.end();
  const bought = b.ask('buy');
  await pass(1_200);
  expect(await bought).toBe(true);
  expect(times).toHaveLength(4);
});

test('no worker sends anything while one of them has been told to wait', async () => {
  const { a, b, pass, times } = sharing();
  a.pacer.hold(5_000);
  await a.settled();
  b.ask('buy');
  await pass(4_900);
  expect(times).toEqual([]);
  await pass(200);
  expect(times).toEqual([5_000]);
});

test('without an answer of the primary nothing is sent: the request is refused at its deadline', async () => {
  const { a, pass, log } = sharing();
  a.suspend();
  a.ask('buy', 'urgent', 2_000);
  await pass(1_950);
  expect(log).toEqual([]);
  await pass(50);
  expect(log).toEqual(['a buy turned away']);
});

test('a worker’s closed pacer refuses what waits and what comes, and the other worker’s goes on', async () => {
  const { a, b, pass, log } = sharing();
  await Promise.all([a.ask('x'), a.ask('x'), b.ask('x')]);
  const waiting = a.ask('waiting');
  b.ask('buy');
  a.pacer.close();
  expect(await Promise.all([waiting, a.ask('new')])).toEqual([false, false]);
  await pass(3_000);
  expect(log.slice(3)).toEqual(['a waiting turned away', 'a new turned away', 'b buy']);
});
