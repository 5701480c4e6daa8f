import { expect, test } from 'vitest';
import { Breaker } from '../../src/upstreams/breaker.ts';
import { ManualTimer } from './manual-timer.ts';

function breaker() {
  const timer = new ManualTimer();
  const made = new Breaker(timer);
  const call = (answered: boolean) => {
    const admitted = made.enter();
    if (admitted) made.leave(answered);
    return admitted;
  };
  return { timer, made, call };
}

test('an upstream that fails ten times in a row is left alone for five seconds', () => {
  const { timer, made, call } = breaker();
  for (let i = 0; i < 10; i++) expect(call(false)).toBe(true);
  expect(made.lets).toBe(false);
  expect(call(true)).toBe(false);
  timer.advance(4_999);
  expect(made.lets).toBe(false);
  timer.advance(1);
  expect(made.lets).toBe(true);
});

test('failures with answers in between do not count together', () => {
  const { made, call } = breaker();
  for (let i = 0; i < 40; i++) call(i % 10 === 9);
  expect(made.lets).toBe(true);
});

test('after the pause one call tries the upstream, and the others wait for how it ends', () => {
  const { timer, made } = breaker();
  for (let i = 0; i < 10; i++) if (made.enter()) made.leave(false);
  timer.advance(5_000);
  expect(made.enter()).toBe(true);
  expect(made.enter()).toBe(false);
  made.leave(true);
  expect(made.enter()).toBe(true);
});

test('a try that fails opens it for another five seconds', () => {
  const { timer, made } = breaker();
  for (let i = 0; i < 10; i++) if (made.enter()) made.leave(false);
  timer.advance(5_000);
  if (made.enter()) made.leave(false);
  expect(made.lets).toBe(false);
  timer.advance(5_000);
  expect(made.lets).toBe(true);
});

test('calls that were under way when it opened do not close it by failing late, but by an answer', () => {
  const { made } = breaker();
  for (let i = 0; i < 12; i++) expect(made.enter()).toBe(true);
  for (let i = 0; i < 11; i++) made.leave(false);
  expect(made.lets).toBe(false);
  made.leave(true);
  expect(made.lets).toBe(true);
});
