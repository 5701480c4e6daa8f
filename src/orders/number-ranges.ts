/** Numbers of orders have at most so many digits, so that they are exact in every client. */
const MAX_DIGITS = 15;

/** Whole numbers from `low` to `high`, both included. */
export interface NumberRange {
  low: number;
  high: number;
}

/**
 * The numbers that begin with what somebody typed: `12` is the beginning of 12, of 120 to 129, of 1200 to
 * 1299 and so on. Spaces and a `#` before the digits do not count. Undefined when nothing was typed, and no
 * ranges when no number begins so.
 */
export function numberRanges(typed: string): NumberRange[] | undefined {
  const [, digits] = /^\s*#?\s*(.*?)\s*$/s.exec(typed) ?? [];
  if (!digits) return undefined;
  if (!/^[1-9]\d*$/.test(digits) || digits.length > MAX_DIGITS) return [];
  const first = Number(digits);
  return Array.from({ length: MAX_DIGITS - digits.length + 1 }, (_, further) => {
    const width = 10 ** further;
    return { low: first * width, high: (first + 1) * width - 1 };
  });
}
