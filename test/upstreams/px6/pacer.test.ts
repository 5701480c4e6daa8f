import { expect, test } from 'vitest';
import { createPacer } from '../../../src/upstreams/px6/pacer.ts';
import type { Priority } from '../../../src/upstreams/term.ts';
import { ManualTimer } from '../manual-timer.ts';

const NEVER = 1_000_000;

function pacing() {
  const timer = new ManualTimer();
  const pacer = createPacer({ perWindow: 3, timer });
  const log: string[] = [];
  const times: number[] = [];
  async function ask(name: string, priority: Priority = 'urgent', deadline = NEVER): Promise<void> {
    const granted = await pacer.turn(priority, deadline);
    log.push(granted ? name : `${name} turned away`);
    if (granted) times.push(timer.now());
  }
  /** Moves the timer, and lets the callbacks of settled promises run. */
  async function pass(millis: number, step = 50): Promise<void> {
    for (let passed = 0; passed < millis; passed += step) {
      timer.advance(step);
      await settle();
    }
  }
  return { timer, pacer, log, times, ask, pass };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first requests go at once', async () => {
  const { ask, times } = pacing();
  await Promise.all([ask('a'), ask('b'), ask('c')]);
  expect(times).toEqual([0, 0, 0]);
});

test('no second ever sees more than three requests, however they come', async () => {
  const { ask, pass, times } = pacing();
  for (let burst = 0; burst < 6; burst++) {
    for (let i = 0; i <= burst; i++) ask(`${burst}.${i}`);
    await pass(350);
  }
  await pass(10_000);
  expect(times).toHaveLength(21);
  const distances = times.slice(3).map((time, i) => time - (times[i] ?? 0));
  expect(Math.min(...distances)).toBeGreaterThan(1_000);
});

test('urgent requests go before awaited ones, and these before background ones that came earlier, each priority in its order', async () => {
  const { ask, pass, log } = pacing();
  await Promise.all([ask('x'), ask('x'), ask('x')]);
  ask('stock 1', 'background');
  ask('stock 2', 'background');
  ask('list 1', 'awaited');
  ask('list 2', 'awaited');
  ask('buy 1');
  ask('buy 2');
  await pass(5_000);
  expect(log.slice(3)).toEqual(['buy 1', 'buy 2', 'list 1', 'list 2', 'stock 1', 'stock 2']);
});

test('a call that cannot have its turn before the deadline is refused at once', async () => {
  const { timer, ask, log } = pacing();
  await Promise.all([ask('x'), ask('x'), ask('x')]);
  ask('in time', 'urgent', 1_101);
  ask('in time too', 'urgent', 1_101);
  ask('and this', 'urgent', 1_101);
  await ask('a window too late', 'urgent', 2_200);
  expect(log.slice(3)).toEqual(['a window too late turned away']);
  expect(timer.now()).toBe(0);
});

test('a background call that urgent ones push behind its deadline is refused, and takes no turn', async () => {
  const { ask, pass, log } = pacing();
  await Promise.all([ask('x'), ask('x'), ask('x')]);
  const stock = ask('stock', 'background', 3_000);
  for (let i = 0; i < 6; i++) ask('buy');
  await stock;
  expect(log.slice(3)).toEqual(['stock turned away']);
  await pass(2_200);
  expect(log.slice(4)).toEqual(['buy', 'buy', 'buy', 'buy', 'buy', 'buy']);
});

test('no call goes while the pacer is held, and calls that cannot wait that long are refused at once', async () => {
  const { pacer, ask, pass, log, times } = pacing();
  pacer.hold(5_000);
  ask('patient');
  await ask('impatient', 'urgent', 5_000);
  expect(log).toEqual(['impatient turned away']);
  await pass(6_000);
  expect(log).toEqual(['impatient turned away', 'patient']);
  expect(times).toEqual([5_000]);
});

test('a call that is aborted takes no turn from those that wait', async () => {
  const { pacer, ask, pass, log } = pacing();
  await Promise.all([ask('x'), ask('x'), ask('x')]);
  const abort = new AbortController();
  const aborted = Array.from({ length: 9 }, () => pacer.turn('urgent', NEVER, abort.signal));
  ask('wanted');
  abort.abort();
  await pass(1_200);
  expect(log.slice(3)).toEqual(['wanted']);
  expect(new Set(await Promise.all(aborted))).toEqual(new Set([false]));
});

test('a closed pacer refuses the calls that wait and new ones', async () => {
  const { pacer, ask, log } = pacing();
  await Promise.all([ask('x'), ask('x'), ask('x')]);
  const waiting = ask('waiting');
  pacer.close();
  await Promise.all([waiting, ask('late')]);
  expect(log.slice(3)).toEqual(['waiting turned away', 'late turned away']);
});
