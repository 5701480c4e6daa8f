import { expect, test } from 'vitest';
import { UsagePages } from '../../src/luxury/usage-reader.ts';

const POLL_SECONDS = 5;
/** A million orders. */
const MANY = 1_000;

/** Reads a round of a list of so many pages as the reader does, and returns the pages. */
function readRound(pages: UsagePages, count: number, isInEveryRound: (page: number) => boolean): number[] {
  const read = new Set<number>();
  const readAll = (some: readonly number[]) => {
    for (const page of some) {
      read.add(page);
      pages.wasRead(page, { isLast: page === count - 1, inEveryRound: isInEveryRound(page) });
    }
  };
  for (let before = 0; ; ) {
    const next = pages.inEveryRound(read, before);
    if (next.length === 0) break;
    readAll(next);
    before += next.length;
  }
  readAll(pages.others(read));
  return [...read];
}

test('what has just begun finds its way through the list at some twenty pages a round', () => {
  const pages = new UsagePages(POLL_SECONDS);
  expect(readRound(pages, 50, () => false)).toEqual(Array.from({ length: 21 }, (_, page) => page));
  readRound(pages, 50, () => false);
  expect(readRound(pages, 50, () => false)).toContain(49);
});

test('pages on which nothing presses are read within a minute, and the last one in every round', () => {
  const pages = new UsagePages(POLL_SECONDS);
  while (!readRound(pages, MANY, () => false).includes(MANY - 1));
  const minute = Array.from({ length: 60 / POLL_SECONDS }, () => readRound(pages, MANY, () => false));
  expect(new Set(minute.flat()).size).toBe(MANY);
  for (const round of minute) expect(round).toContain(MANY - 1);
});

test('where all of a million orders’ pages press, they take turns and no round reads more than twenty for that', () => {
  const pages = new UsagePages(POLL_SECONDS);
  while (!readRound(pages, MANY, () => true).includes(MANY - 1));
  const share = Math.ceil((MANY * POLL_SECONDS) / 60);
  const minute = Array.from({ length: 60 / POLL_SECONDS }, () => readRound(pages, MANY, () => true));
  for (const round of minute) expect(round.length).toBe(20 + share);
  expect(new Set(minute.flat()).size).toBe(MANY);
});

test('up to twenty pages that press are read in every round', () => {
  const pages = new UsagePages(POLL_SECONDS);
  const inEveryRound = Array.from({ length: 19 }, (_, i) => i * 50);
  const isInEveryRound = (page: number) => inEveryRound.includes(page);
  while (!readRound(pages, MANY, isInEveryRound).includes(MANY - 1));
  for (let round = 0; round < 20; round++)
    expect(readRound(pages, MANY, isInEveryRound)).toEqual(
      expect.arrayContaining([...inEveryRound, MANY - 1]),
    );
});

test('a list that has become shorter ends where it ends', () => {
  const pages = new UsagePages(POLL_SECONDS);
  while (!readRound(pages, 30, () => true).includes(29));
  while (!readRound(pages, 3, () => true).includes(2));
  expect(readRound(pages, 3, () => true).sort()).toEqual([0, 1, 2]);
  // This page was read at the same time as the page that turned out to be the last.
  pages.wasRead(3, { isLast: true, inEveryRound: false });
  expect(readRound(pages, 3, () => true).sort()).toEqual([0, 1, 2]);
});

test('behind a page that cannot be read five more are looked for, and where none can be read no more', () => {
  const pages = new UsagePages(POLL_SECONDS);
  const lastOf = () => Math.max(...pages.inEveryRound(new Set(), 0));
  for (let round = 0; round < 100; round++)
    for (const page of pages.inEveryRound(new Set(), 0)) pages.couldNotBeRead(page);
  expect(lastOf()).toBe(5);
  pages.wasRead(5, { isLast: false, inEveryRound: false });
  expect(lastOf()).toBe(6);
});
