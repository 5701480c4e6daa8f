/** Pauses between tries, in milliseconds: each is twice the one before, up to the longest. */
export interface Pauses {
  first: number;
  longest: number;
}

/** The pause after so many failures in a row, of which there is at least one. */
export function pauseAfter(failures: number, { first, longest }: Pauses): number {
  return Math.min(longest, first * 2 ** (failures - 1));
}
