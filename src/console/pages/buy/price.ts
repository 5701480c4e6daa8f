import { toMicros, toUsd } from '../../kit/figures.tsx';

interface Offered {
  gb: number | null;
  priceUsd: string;
}

/** The price of one GB, to the cent, rounded up. */
export function perGb({ gb, priceUsd }: Offered): string | undefined {
  if (gb === null) return undefined;
  const cent = 10_000n;
  const volume = BigInt(gb) * cent;
  return toUsd(((toMicros(priceUsd) + volume - 1n) / volume) * cent);
}

/** The lowest price of a proxy, or of a GB where traffic is sold; undefined when nothing is. */
export function lowestPrice(periods: readonly Offered[]): string | undefined {
  const prices = periods.map((period) => perGb(period) ?? period.priceUsd);
  return prices.reduce<string | undefined>(
    (least, price) => (least !== undefined && toMicros(least) <= toMicros(price) ? least : price),
    undefined,
  );
}
