import { expect, test } from 'vitest';
import { leftOver } from './matching.ts';

const holds = (at: number, [from, to]: readonly [number, number]) => from <= at && at <= to;

test('an item that fits two others leaves the one that another item needs', () => {
  expect(
    leftOver(
      [1, 5],
      [
        [0, 10],
        [0, 3],
      ],
      holds,
    ),
  ).toEqual([]);
});

test('none is taken twice', () => {
  expect(leftOver([1, 2], [[0, 10]], holds)).toEqual([2]);
});

test('what fits none is left over, however many there are', () => {
  expect(
    leftOver(
      [20],
      [
        [0, 10],
        [0, 10],
      ],
      holds,
    ),
  ).toEqual([20]);
});
