/** From a thousand of a unit on, the next one is used: its numbers have four digits at most. */
const UNITS = [2 ** 30, 2 ** 20, 2 ** 10, 1] as const;
const NEXT_FROM = 1_000 / 1_024;

/**
 * Writes numbers of bytes in one language, with the names of its units from GB of 2^30 bytes down to bytes.
 */
export function bytesIn(format: Intl.NumberFormat, names: readonly [string, string, string, string]) {
  return (bytes: bigint): string => {
    const found = UNITS.findIndex((unit) => Number(bytes) >= unit * NEXT_FROM);
    const at = found < 0 ? UNITS.length - 1 : found;
    return `${format.format(Number(bytes) / (UNITS[at] ?? 1))} ${names[at] ?? ''}`;
  };
}
