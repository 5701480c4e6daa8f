import { z } from 'zod';

/** 4 is IPv4, 3 is IPv4 shared, 6 is IPv6. */
export const versionSchema = z.enum(['4', '3', '6']);
export type Version = z.infer<typeof versionSchema>;
export const DEFAULT_VERSION: Version = '6';

export const typeSchema = z.enum(['http', 'socks']);
/** The protocol that a proxy speaks: `socks` is SOCKS5. */
export type ProxyType = z.infer<typeof typeSchema>;

const IPV4_PERIODS: readonly number[] = [7, 14, 30, 60, 90];

/** The terms that can be bought, in days. */
export const PERIODS: Record<Version, readonly number[]> = {
  '4': IPV4_PERIODS,
  '3': IPV4_PERIODS,
  '6': [3, ...IPV4_PERIODS],
};

/** What one proxy costs for one day, in kopecks (a hundredth of a rouble). */
export const KOPECKS_PER_DAY: Record<Version, number> = { '4': 240, '3': 90, '6': 30 };

/**
 * Proxies in stock when the sandbox first starts. Turkey has few on purpose, so that selling out is easy to
 * see.
 */
export const INITIAL_STOCK: ReadonlyMap<string, Record<Version, number>> = new Map([
  ['us', { '4': 9_412, '3': 7_105, '6': 48_230 }],
  ['gb', { '4': 6_037, '3': 4_518, '6': 31_406 }],
  ['de', { '4': 7_284, '3': 5_093, '6': 36_951 }],
  ['fr', { '4': 5_126, '3': 3_874, '6': 27_318 }],
  ['nl', { '4': 6_655, '3': 4_220, '6': 33_007 }],
  ['ca', { '4': 4_391, '3': 3_142, '6': 19_845 }],
  ['jp', { '4': 2_968, '3': 2_047, '6': 14_112 }],
  ['br', { '4': 3_573, '3': 2_616, '6': 11_280 }],
  ['in', { '4': 2_204, '3': 1_839, '6': 9_764 }],
  ['pl', { '4': 3_817, '3': 2_455, '6': 12_693 }],
  ['ua', { '4': 4_760, '3': 3_309, '6': 16_578 }],
  ['tr', { '4': 3, '3': 5, '6': 40 }],
]);

/**
 * A thousand million roubles, in kopecks: more than a demo or test spends, unless it is about running out.
 */
export const INITIAL_BALANCE_KOPECKS = 100_000_000_000;
