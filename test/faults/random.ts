/** Random numbers from a seed, so that the schedule of a run can be repeated. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /** An independent source, so that the numbers of one actor do not depend on when others draw theirs. */
  fork(): Random;
}

/** Mulberry32: 32 bits of state are enough for a schedule. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (Math.floor(most) - least + 1));
  return {
    whole,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    shuffle(items) {
      const ranked = items.map((item) => ({ item, rank: next() }));
      return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
    },
    fork: () => createRandom(whole(0, 2 ** 32 - 1)),
  };
}
