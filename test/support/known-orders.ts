import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { ORDER_STATUSES, type OrderStatus } from '../../src/orders/order.ts';
import type { OrderFilter } from '../../src/orders/page.ts';
import type { OpenedServices } from './services.ts';

const HOUR = 3_600_000;

const PRODUCTS = [
  ['prem', 'ipv4'],
  ['prem', 'socks5'],
  ['econ', 'ipv4'],
  ['di', 'diresi'],
] as const;
const COUNTRIES = ['US', 'FR', 'ANY'];
/** Numbers of one to fifteen digits, many of which begin alike. */
export const NUMBERS = [
  ...[1, 2, 9, 10, 12, 13, 19, 20, 99, 100, 112, 119, 999, 1_000, 1_199, 1_200, 1_299, 1_300, 11_999],
  ...[12_000, 12_999, 13_000, 120_000, 123_456, 999_999, 1_234_567, 123_456_789_012, 120_000_000_000_000],
  ...[129_999_999_999_999, 999_999_999_999_999],
  ...Array.from({ length: 70 }, (_, i) => 2_001 + i * 7),
];

export interface KnownOrder {
  id: number;
  tier: string;
  type: string;
  country: string;
  /** Null for a Luxury order. */
  end: number | null;
  filed: OrderStatus;
}

/** One in four is a Luxury order; of the others one in three has ended, and one ends within a day. */
export function orderOf({ clock }: OpenedServices, id: number, i: number): KnownOrder {
  const [tier, type] = PRODUCTS[(i * 7 + (i % 5)) % PRODUCTS.length] ?? PRODUCTS[0];
  const country = COUNTRIES[(i + (i % 4)) % COUNTRIES.length] ?? 'US';
  const isLuxury = tier === 'di';
  const end = clock.now().getTime() + ([-HOUR, 12 * HOUR, 48 * HOUR][i % 3] ?? 0) * (1 + (i % 7));
  const filed = isLuxury ? (['active', 'paused', 'exhausted'] as const)[i % 3] : 'active';
  return { id, tier, type, country, end: isLuxury ? null : end, filed: filed ?? 'active' };
}

export async function insertOrder(
  { clock, services }: OpenedServices,
  owner: number,
  { id, tier, type, country, end, filed }: KnownOrder,
): Promise<void> {
  const operation = randomUUIDv7();
  const now = clock.now();
  const billing = end === null ? 'per_gb' : 'per_proxy';
  await sql`
    with operation as (
      insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
        decide_by, created_at, decided_at)
      values (${operation}, ${owner}, 'purchase', ${id}, '{}', 1, 'settled', ${operation}, ${now}, ${now}, ${now}, ${now})
    )
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    values (${owner}, ${id}, ${operation}, ${tier}, ${type}, ${country}, '7d', 1, 1, 'http', ${billing}, 'px6', true, 'api',
      ${now}, ${end === null ? null : new Date(end)}, ${filed})`.execute(services.database.sql);
}

function statusOf({ end, filed }: KnownOrder, now: Date): OrderStatus {
  return end === null ? filed : end <= now.getTime() ? 'expired' : 'active';
}

/** Whether an order meets a filter, found in a simple way. */
export function isMet(filter: OrderFilter, order: KnownOrder, now: Date): boolean {
  const { id, tier, type, country, end } = order;
  const { endsBefore, statuses = [] } = filter;
  return (
    (statuses.length === 0 || statuses.includes(statusOf(order, now))) &&
    (filter.tier ?? tier) === tier &&
    (filter.type ?? type) === type &&
    (filter.country ?? country) === country &&
    (!endsBefore || (end !== null && end > now.getTime() && end < endsBefore.getTime())) &&
    String(id).startsWith(filter.search?.replaceAll(/[\s#]/g, '') ?? '')
  );
}

const FILTERS = {
  statuses: fc.subarray([...ORDER_STATUSES]),
  tier: fc.constantFrom('prem', 'econ', 'di', 'none', ''),
  type: fc.constantFrom('ipv4', 'socks5', 'diresi', 'none'),
  country: fc.constantFrom('US', 'FR', 'ANY', 'XX', 'us'),
  endsBefore: fc.integer({ min: -10, max: 400 }).map((hours) => new Date(Date.now() + hours * HOUR)),
  search: fc.oneof(
    fc.constantFrom('1', '12', '2', '20', '9', '999999999999999', '0', '', ' ', '#', '#12', ' # 13 ', '12 '),
    fc.constantFrom(...NUMBERS).map(String),
  ),
};
/** Every set of filters, each filter with some values. */
export function everySetOfFilters(): fc.Arbitrary<OrderFilter>[] {
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  return Array.from({ length: 2 ** names.length }, (_, set) => {
    const chosen = names.filter((_name, i) => set & (1 << i)).map((name) => [name, FILTERS[name]]);
    return fc.record(Object.fromEntries(chosen) as Partial<typeof FILTERS>);
  });
}
