import { z } from 'zod';
import { Refused } from '../answers.ts';
import { at, number } from '../journal.ts';

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

/** Proxies in stock when the sandbox first starts. Turkey has few, so that selling out is easy to see. */
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

/** More than a demo or test spends, unless it is about running out. */
export const INITIAL_BALANCE_KOPECKS = 100_000_000_000;

/** The proxies of one order that a later call changed, and what that cost. */
const part = z.object({ order: number, proxies: z.array(number), kopecks: number });

/** What can happen in the PX6 network. The journal holds these, and the whole state follows from them. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('buy'),
    at,
    order: number,
    reference: z.string(),
    version: versionSchema,
    country: z.string(),
    type: typeSchema,
    days: number,
    kopecks: number,
    proxies: z.array(z.object({ id: number, login: z.string(), password: z.string() })),
  }),
  z.object({ kind: z.literal('prolong'), at, days: number, parts: z.array(part) }),
  z.object({ kind: z.literal('delete'), at, parts: z.array(part) }),
  z.object({ kind: z.literal('settype'), at, type: typeSchema, proxies: z.array(number) }),
  z.object({ kind: z.literal('stock'), at, version: versionSchema, country: z.string(), available: number }),
  z.object({ kind: z.literal('balance'), at, kopecks: number }),
]);

export type Px6Event = z.infer<typeof eventSchema>;
export type Px6Purchase = Extract<Px6Event, { kind: 'buy' }>;
export type OrderPart = z.infer<typeof part>;

/** One line of the issued log: what the network really did, whatever its answer said. */
export type IssuedEntry = ReturnType<typeof entriesOf>[number];

/** A prolongation or deletion of several orders gives one entry for each, since references differ. */
export function entriesOf(event: Px6Event, purchases: ReadonlyMap<number, Px6Purchase>) {
  if (event.kind !== 'buy' && event.kind !== 'prolong' && event.kind !== 'delete') return [];
  const parts: OrderPart[] =
    event.kind === 'buy' ? [{ ...event, proxies: event.proxies.map(({ id }) => id) }] : event.parts;
  return parts.flatMap(({ order, proxies, kopecks }) => {
    const purchase = purchases.get(order);
    if (!purchase) return [];
    const { reference, country, version } = purchase;
    return {
      /** ISO 8601, UTC. */
      at: new Date(event.at).toISOString(),
      upstream: 'px6' as const,
      call: event.kind,
      /** The buyer's own name for the purchase (`descr`); empty when none was given. */
      reference,
      orderId: order,
      proxyIds: proxies.map(String),
      /** Bought or added; 0 for a deletion. */
      days: event.kind === 'delete' ? 0 : event.days,
      country,
      version,
      costRub: kopecks / 100,
    };
  });
}

const MESSAGES = {
  30: 'Error unknown',
  100: 'Error key',
  105: 'Error ip',
  110: 'Error method',
  200: 'Error count',
  210: 'Error period',
  220: 'Error country',
  230: 'Error ids',
  240: 'Error version',
  250: 'Error descr',
  260: 'Error type',
  300: 'Error active proxy allow',
  400: 'Error no money',
  404: 'Error not found',
} as const;

/** 300 is not enough in stock, 400 not enough money on the account, the rest name what was wrong. */
export type ErrorId = keyof typeof MESSAGES;

export class Px6Failure extends Refused {
  constructor(errorId: ErrorId) {
    const error = MESSAGES[errorId];
    super(error, { status: 200, body: { status: 'no', error_id: errorId, error } });
  }
}
