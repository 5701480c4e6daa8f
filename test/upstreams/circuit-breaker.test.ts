import { expect, test } from 'vitest';
import { CircuitBreaker } from '../../src/upstreams/http.ts';
import { ManualTimer } from './manual-timer.ts';

function breaker() {
  const timer = new ManualTimer();
  const made = new CircuitBreaker(timer);
  const call = (answered: boolean) => {
    const admitted = made.begin();
    if (admitted) made.end(answered);
    return admitted;
  };
  return { timer, made, call };
}

test('an upstream that fails ten times in a row is left alone for five seconds', () => {
  const { timer, made, call } = breaker();
  for (let i = 0; i < 10; i++) expect(call(false)).toBe(true);
  expect(made.allows).toBe(false);
  expect(call(true)).toBe(false);
  timer.advance(4_999);
  expect(made.allows).toBe(false);
  timer.advance(1);
  expect(made.allows).toBe(true);
});

test('failures with answers in between do not count together', () => {
  const { made, call } = breaker();
  for (let i = 0; i < 40; i++) call(i % 10 === 9);
  expect(made.allows).toBe(true);
});

test('after the pause one call tries the upstream, and the others wait for how it ends', () => {
  const { timer, made } = breaker();
  for (let i = 0; i < 10; i++) if (made.begin()) made.end(false);
  timer.advance(5_000);
  expect(made.begin()).toBe(true);
  expect(made.begin()).toBe(false);
  made.end(true);
  expect(made.begin()).toBe(true);
});

test('a try that fails opens it for another five seconds', () => {
  const { timer, made } = breaker();
  for (let i = 0; i < 10; i++) if (made.begin()) made.end(false);
  timer.advance(5_000);
  if (made.begin()) made.end(false);
  expect(made.allows).toBe(false);
  timer.advance(5_000);
  expect(made.allows).toBe(true);
});

test('calls that were under way when it opened do not close it by failing late, but by an answer', () => {
  const { made } = breaker();
  for (let i = 0; i < 12; i++) expect(made.begin()).toBe(true);
  for (let i = 0; i < 11; i++) made.end(false);
  expect(made.allows).toBe(false);
  made.end(true);
  expect(made.allows).toBe(true);
});
