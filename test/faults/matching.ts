/**
 * A largest matching, where each item takes one of the others that fits it and no other is taken twice: the
 * item of each other that is taken.
 */
export function matched<Item, Other>(
  items: readonly Item[],
  others: readonly Other[],
  fits: (item: Item, other: Other) => boolean,
): Map<Other, Item> {
  const takenBy = new Map<Other, Item>();
  function find(item: Item, tried: Set<Other>): boolean {
    for (const other of others) {
      if (tried.has(other) || !fits(item, other)) continue;
      tried.add(other);
      const taker = takenBy.get(other);
      // The item that has it may take another one instead.
      if (taker !== undefined && !find(taker, tried)) continue;
      takenBy.set(other, item);
      return true;
    }
    return false;
  }
  for (const item of items) find(item, new Set());
  return takenBy;
}

/** The items that remain unmatched in a largest matching. */
export function leftOver<Item, Other>(
  items: readonly Item[],
  others: readonly Other[],
  fits: (item: Item, other: Other) => boolean,
): Item[] {
  const taking = new Set(matched(items, others, fits).values());
  return items.filter((item) => !taking.has(item));
}
