/**
 * An amount of money is a whole number of micro-dollars (1 USD = 1,000,000), here and in PostgreSQL
 * (`bigint`): exact, ordered and without NaN.
 */
export type Micros = bigint;

const MICROS_PER_USD = 1_000_000n;
const USD_TEXT = /^(\d{1,12})(?:\.(\d{1,6}))?$/;

/**
 * Reads a decimal amount of US dollars such as `12.5`; `undefined` when the text is not one, or has more than
 * six decimals.
 */
export function parseUsd(text: string): Micros | undefined {
  const match = USD_TEXT.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * MICROS_PER_USD + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** Writes an amount as an exact decimal string with at least two decimals: `12.50`, `0.000001`. */
export function formatUsd(amount: Micros): string {
  const magnitude = amount < 0n ? -amount : amount;
  const decimals = (magnitude % MICROS_PER_USD)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${magnitude / MICROS_PER_USD}.${decimals}`;
}
