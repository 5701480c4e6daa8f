/**
 * The items that remain unmatched in a largest matching, where each item takes one of the others that fits it
 * and no other is taken twice.
 */
export function leftOver<Item, Other>(
  items: readonly Item[],
  others: readonly Other[],
  fits: (item: Item, other: Other) => boolean,
): Item[] {
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
  return items.filter((item) => !find(item, new Set()));
}
