import { expect, test } from 'vitest';
import { Readings } from '../../src/catalog/geo.ts';
import { systemClock } from '../../src/kit/clock.ts';

const HOUR_MS = 60 * 60_000;
const LONG_LIST = Array.from({ length: 80_000 }, (_, i) => i);

function newReadings() {
  const asked: string[] = [];
  const readings = new Readings<number>(systemClock, { freshMs: HOUR_MS, maxStaleMs: HOUR_MS });
  const read = (name: string, list: number[] = LONG_LIST) =>
    readings.get(name, async () => {
      asked.push(name);
      return list;
    });
  return { asked, read };
}

test('the lists that nobody has asked for longest are forgotten when there are too many items', async () => {
  const { asked, read } = newReadings();
  for (const name of ['one', 'two', 'one', 'three', 'one', 'two']) await read(name);
  expect(asked).toEqual(['one', 'two', 'three', 'two']);
});

test('lists without items count, too: they cannot pile up', async () => {
  const { asked, read } = newReadings();
  await read('first', []);
  for (let i = 0; i < 200_000; i++) await read(`${i}`, []);
  await read('first', []);
  expect(asked.at(-1)).toBe('first');
});
