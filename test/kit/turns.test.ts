import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns } from '../../src/kit/request.ts';

let turns: Turns<string>;
/** What has begun, in its order. */
let begun: string[];
/** By `performance.now()`, in ms. */
let now: number;
/** What the event loop has to do: the end of a turn, or that of a pause of so many ms. */
let due: { run: () => void; afterMs: number } | undefined;

beforeEach(() => {
  turns = new Turns();
  begun = [];
  now = 0;
  due = undefined;
  const note = (run: () => void, afterMs = 0) => {
    due = { run, afterMs };
    return due;
  };
  vi.stubGlobal('setImmediate', note);
  vi.stubGlobal('setTimeout', note);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Work that takes so many ms. */
function ask(key: string, name: string, ms: number): void {
  turns.begin(key, () => {
    begun.push(name);
    now += ms;
  });
}

/** To the end of the turn or pause. Returns whether there was one. */
function goOn(): boolean {
  const next = due;
  due = undefined;
  now += next?.afterMs ?? 0;
  next?.run();
  return next !== undefined;
}

test('what one reseller has asked for at once begins in turns of the event loop, and what a neighbour asks for between them', () => {
  for (const name of ['one', 'another', 'a third']) ask('busy', name, 4);
  expect(begun).toEqual(['one']);
  goOn();
  expect(begun).toEqual(['one', 'another']);
  ask('neighbour', 'a neighbour', 1);
  expect(begun).toEqual(['one', 'another', 'a neighbour']);
  while (goOn());
  expect(begun).toEqual(['one', 'another', 'a neighbour', 'a third']);
});

test('work that waits has all of the time while nobody else asks, and half of it while somebody does', () => {
  for (let n = 0; n < 10; n++) ask('busy', 'alone', 4);
  while (goOn());
  expect(now).toBe(40);
  for (let n = 0; n < 10; n++) ask('busy', 'beside a neighbour', 4);
  ask('neighbour', 'a neighbour', 0);
  while (goOn());
  expect(now).toBeGreaterThan(40 + 70);
  expect(now).toBeLessThan(40 + 90);
});

test('a neighbour that has asked for nothing for a while holds nobody up', () => {
  ask('neighbour', 'a neighbour', 0);
  goOn();
  now += 200;
  for (let n = 0; n < 10; n++) ask('busy', 'alone', 4);
  while (goOn());
  expect(now).toBe(240);
});
