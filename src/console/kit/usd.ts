const MICROS_PER_USD = 1_000_000n;
const DECIMALS = 6;

/** The schema's USD, such as "12.50", as whole micro-dollars, with which one can reckon exactly. */
export function toMicros(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const micros = BigInt(whole) * MICROS_PER_USD + BigInt(fraction.padEnd(DECIMALS, '0'));
  return usd.startsWith('-') ? -micros : micros;
}

/** The reverse of `toMicros`: a decimal with two to six digits after the point. */
export function toUsd(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % MICROS_PER_USD).padStart(DECIMALS, '0');
  return `${micros < 0n ? '-' : ''}${size / MICROS_PER_USD}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}
