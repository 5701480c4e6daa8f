import { expect, test } from 'vitest';
import { LANES } from '../../src/bot/outgoing/outbox.ts';
import { Pace } from '../../src/bot/outgoing/pace.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';

test('who begins to send leaves a second for what another process has just sent, but answers at once', () => {
  const timer = new ManualTimer();
  const pace = new Pace(timer);
  pace.begin();
  expect([
    pace.waitOf(1, LANES.messages),
    pace.waitOf(1, LANES.changes),
    pace.waitOf(1, LANES.answers),
  ]).toEqual([1_000, 1_000, 0]);
  timer.advance(1_000);
  expect(pace.waitOf(1, LANES.messages)).toBe(0);
});

test('calls that hang take no place of the others after 3 seconds, and count once more when they end', () => {
  const timer = new ManualTimer();
  const pace = new Pace(timer);
  for (let user = 1; user <= 30; user++) pace.began(user, LANES.messages);
  expect(pace.waitOf(99, LANES.messages)).toBe(1_000);
  timer.advance(3_000);
  expect(pace.waitOf(99, LANES.messages)).toBe(0);
  for (let user = 1; user <= 30; user++) pace.ended(user, LANES.messages);
  expect(pace.waitOf(99, LANES.messages)).toBe(1_000);
});
