/** A whole number of micro-dollars, here and in PostgreSQL (`bigint`): exact, ordered, without NaN. */
export type Micros = bigint;

const MICROS_PER_USD = 1_000_000n;
const USD_TEXT = /^(\d{1,12})(?:\.(\d{1,6}))?$/;

/** An amount of US dollars such as `12.5`; undefined for other texts and more than six decimals. */
export function parseUsd(text: string): Micros | undefined {
  const match = USD_TEXT.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * MICROS_PER_USD + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** An amount as a JSON number of US dollars: the nearest that there is. */
export function toJsonUsd(amount: Micros): number {
  return Number(amount) / Number(MICROS_PER_USD);
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
