import { expect, test } from 'vitest';
import { LANES, type Lane } from '../../src/bot/outgoing/outbox.ts';
import { Pace } from '../../src/bot/outgoing/sender.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';

test.each([
  ['has given its lease back', false, 1_000],
  ['was lost with calls under way', true, 4_000],
])(
  'who begins to send after a process that %s waits for what that one sent, but answers at once',
  (_what, afterLoss, millis) => {
    const timer = new ManualTimer();
    const pace = new Pace(timer);
    pace.begin({ afterLoss });
    expect([
      pace.waitOf(1, LANES.messages),
      pace.waitOf(1, LANES.changes),
      pace.waitOf(1, LANES.answers),
    ]).toEqual([millis, millis, 0]);
    timer.advance(millis);
    expect(pace.waitOf(1, LANES.messages)).toBe(0);
  },
);

test('answers are made in a chat for which Telegram wants no messages, and their own failures hold up no messages', () => {
  const timer = new ManualTimer();
  const pace = new Pace(timer);
  const fail = (lane: Lane) => {
    pace.began(1, lane);
    pace.ended(1, lane, () => 40_000);
  };
  fail(LANES.messages);
  expect([LANES.messages, LANES.changes, LANES.answers].map((lane) => pace.waitOf(1, lane))).toEqual([
    40_000, 40_000, 0,
  ]);
  expect(pace.paused()).toEqual([1]);
  timer.advance(40_000);
  fail(LANES.answers);
  expect([LANES.messages, LANES.answers].map((lane) => pace.waitOf(1, lane))).toEqual([0, 40_000]);
  expect(pace.paused()).toEqual([]);
});

test('a group gets 19 messages in a minute, and 20 when another process has sent one before', () => {
  const timer = new ManualTimer();
  const pace = new Pace(timer);
  let sent = 0;
  for (let millis = 0; millis < 60_000; millis += 100) {
    if (pace.waitOf(-5, LANES.messages) === 0) {
      pace.began(-5, LANES.messages);
      pace.ended(-5, LANES.messages);
      sent += 1;
    }
    timer.advance(100);
  }
  expect(sent).toBe(19);
  expect(pace.waitOf(-5, LANES.changes)).toBe(0);
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
