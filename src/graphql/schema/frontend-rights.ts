import type { FrontendRight } from '../../resellers/admission.ts';

/** Fields of one type by the right that they take; `any` takes none but a valid token. */
type ReadableFields = Partial<Record<FrontendRight | 'any', readonly string[]>>;

const ORDER: ReadableFields = {
  any: ['id'],
  read_traffic: ['traffic', 'trafficGb', 'stats', 'usage'],
  read_order: [
    'tier',
    'type',
    'country',
    'period',
    'quantity',
    'status',
    'protocol',
    'billing',
    'createdAt',
    'expiresAt',
    'renewable',
    'source',
    'settings',
  ],
  // The login stands in the settings.
  read_proxies: ['proxies', 'lines', 'gateway', 'settings'],
};

/**
 * What frontend tokens may read: whatever is not named here, none of them may. What the reseller pays and
 * sells for (`priceUsd`, `product`) is no business of its customers, so no right covers it.
 */
const READABLE: Readonly<Record<string, ReadableFields>> = {
  Query: { any: ['order'] },
  Subscription: { read_traffic: ['trafficUpdated'], read_order: ['orderUpdated'] },
  Node: { any: ['id'] },
  Order: ORDER,
  TermOrder: ORDER,
  LuxuryOrder: ORDER,
  Traffic: {
    any: ['id'],
    read_traffic: ['orderId', 'totalGb', 'usedGb', 'leftGb', 'usedPercent', 'measuredAt'],
  },
  UsageStats: { read_traffic: ['days', 'errors'] },
  UsageDay: { read_traffic: ['date', 'trafficGb', 'requests'] },
  UsageError: { read_traffic: ['code', 'count'] },
  UsageSample: { read_traffic: ['at', 'bytes'] },
  LuxurySettings: {
    any: ['id'],
    read_order: [
      'country',
      'state',
      'city',
      'zip',
      'asn',
      'excludeAsn',
      'anonymous',
      'session',
      'stickyMinutes',
      'protocol',
      'threads',
      'allowedIps',
      'blockedHosts',
      'paused',
    ],
    read_proxies: ['login'],
  },
  Proxy: { read_proxies: ['host', 'port', 'login', 'password'] },
  Gateway: { read_proxies: ['host', 'httpPort', 'socks5Port', 'stickyPorts'] },
  PortRange: { read_proxies: ['first', 'last'] },
};

/**
 * The rights of which a token needs one to read a field of a type: `any` is enough for every token, and none
 * at all means that no token may.
 */
export function rightsThatRead(type: string, field: string): readonly (FrontendRight | 'any')[] {
  const fields = Object.hasOwn(READABLE, type) ? (READABLE[type] ?? {}) : {};
  const rights = Object.keys(fields) as (FrontendRight | 'any')[];
  return rights.filter((right) => fields[right]?.includes(field));
}
