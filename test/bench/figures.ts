/** The median, which one disturbed round does not change much. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

/** The smallest of the numbers that at least this share of them does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The median of each measurement over all rounds. */
export function medians<Name extends string>(rounds: readonly Record<Name, number>[]): Record<Name, number> {
  const [first] = rounds;
  if (!first) throw new RangeError('there were no rounds');
  const names = Object.keys(first) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round[name]))]),
  ) as Record<Name, number>;
}

/** Writes a table: the first column to the left, numbers to the right. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
