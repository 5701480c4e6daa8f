const MICROS = 1_000_000n;

/** An amount of the schema's USD in micro-dollars, to calculate with. */
export function toMicros(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const micros = BigInt(whole) * MICROS + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return usd.startsWith('-') ? -micros : micros;
}

/** Micro-dollars as the schema writes and takes them. */
export function toUsd(micros: bigint): string {
  const amount = micros < 0n ? -micros : micros;
  const fraction = String(amount % MICROS).padStart(6, '0');
  return `${micros < 0n ? '-' : ''}${amount / MICROS}.${fraction.replace(/0{1,4}$/, '')}`;
}
