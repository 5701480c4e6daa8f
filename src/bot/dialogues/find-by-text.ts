/** Something that is chosen from a list, by its code or one of its names. */
export interface Named {
  code: string;
  names: readonly string[];
}

/** How much of a typed text is searched for, and shown again: names are shorter. */
const MAX_SEARCH_CHARACTERS = 40;

export function searchOf(typed: string): string {
  return [...typed.trim()].slice(0, MAX_SEARCH_CHARACTERS).join('');
}

/** Upper and lower case are the same, and so are letters with and without their marks. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/**
 * The items that a text stands for: the one whose code or name it is, otherwise all that contain it. An empty
 * text stands for all.
 */
export function findByText<Item extends Named>(items: readonly Item[], text: string): readonly Item[] {
  const exact = items.find(({ code }) => code === text);
  if (exact) return [exact];
  const wanted = folded(text);
  const same = items.filter((item) => [item.code, ...item.names].some((name) => folded(name) === wanted));
  if (same.length > 0) return same;
  return items.filter(
    ({ code, names }) =>
      folded(code).startsWith(wanted) || names.some((name) => folded(name).includes(wanted)),
  );
}
