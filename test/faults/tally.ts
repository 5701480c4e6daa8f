/** How often each name occurs, in the order of names. */
export function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const).sort(),
  );
}
