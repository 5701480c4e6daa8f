import { isIP } from 'node:net';
import { z } from 'zod';
import { formatBytes, gbOf, protocolSchema } from './events.ts';
import {
  LOCATION_KINDS,
  type Location,
  type LocationFilter,
  type LocationKind,
  locations,
} from './locations.ts';
import { type DataImpulseNetwork, MAX_ALLOWED_IPS } from './network.ts';
import { givenPoolSchema, poolParametersSchema } from './pool-parameters.ts';
import { leftBytes, noUsage, type SubUser } from './sub-users.ts';

const MAX_LABEL_CHARACTERS = 255;
const MAX_THREADS = 2_000;
const DEFAULT_THREADS = 100;
/** The sticky ports of the network. */
const STICKY = { start: 10_000, end: 30_000 };
const MAX_PAGE = 1_000;
const MAX_BLOCKED_HOSTS = 1_000;
/** In GB, more than we ever own. */
const MAX_GB = 10_000_000;

/** Numbers come as JSON in bodies and as text in queries. */
const subUserId = z.coerce.number().int().positive();
const label = z.string().max(MAX_LABEL_CHARACTERS);
const threads = z.int().min(1).max(MAX_THREADS);
const stickyPort = z.int().min(STICKY.start).max(STICKY.end);
const stickyRange = z
  .object({ start: stickyPort, end: stickyPort })
  .refine(({ start, end }) => start <= end, 'must start before it ends');
const ip = z
  .string()
  .toLowerCase()
  .refine((text) => isIP(text) !== 0, 'must be an ip address');
const host = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'must be a host name');
/** A missing value is an empty list, because a form has no other way to send one. */
const hosts = z.preprocess((given) => given ?? [], z.array(host).max(MAX_BLOCKED_HOSTS));

export const tokenRequest = z.object({ login: z.string(), password: z.string() });
const subUserRequest = z.object({ subuser_id: subUserId });

const createRequest = z.object({
  label: label.default(''),
  pool_type: givenPoolSchema,
  threads: threads.default(DEFAULT_THREADS),
  sticky_range: stickyRange.default(STICKY),
  allowed_ips: z.array(ip).max(MAX_ALLOWED_IPS).default([]),
  default_pool_parameters: poolParametersSchema.prefault({}),
});
const updateRequest = subUserRequest.extend({
  label: label.optional(),
  threads: threads.optional(),
  sticky_range: stickyRange.optional(),
});
const listRequest = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
  offset: z.coerce.number().int().min(0).default(0),
});
const blockedRequest = subUserRequest.extend({ blocked: z.boolean() });
const blockedHostsRequest = subUserRequest.extend({ blocked_hosts: hosts });
const parametersRequest = subUserRequest.extend({ default_pool_parameters: poolParametersSchema });
const allowedIpRequest = subUserRequest.extend({ ip });
const protocolsRequest = subUserRequest.extend({
  supported_protocols: z.array(protocolSchema).min(1),
});
const trafficRequest = subUserRequest.extend({
  traffic: z
    .int()
    .min(-MAX_GB)
    .max(MAX_GB)
    .refine((gb) => gb !== 0, 'must not be 0'),
});

/** The days of each period. */
const PERIOD_DAYS = { week: 7, month: 30, '3months': 90, '6months': 180 } as const;
const usageRequest = subUserRequest
  .extend({ period: z.enum(['week', 'month', '3months', '6months']).default('week') })
  .transform(({ period, ...given }) => ({ ...given, days: PERIOD_DAYS[period] }));

const poolRequest = z.object({ pool_type: givenPoolSchema });

const order = z
  .string()
  .regex(/^(count|code|name),(asc|desc)$/)
  .default('count,desc');
/** Every kind except the countries themselves requires at least one country. */
function locationsRequest(kind: LocationKind) {
  const { countries, states, cities } = poolParametersSchema.shape;
  return z
    .object({ pool_type: givenPoolSchema, countries, states, cities, order_by: order })
    .refine((given) => kind === LOCATION_KINDS[0] || given.countries.length > 0, {
      path: ['countries'],
      message: 'is required',
    });
}

interface CallContext {
  network: DataImpulseNetwork;
  /** Whether to do only half of the work, rounded down. */
  fewer: boolean;
}

/** One call of DataImpulse's API. */
export interface Call {
  /** The call's name in faults. */
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Does the work. Throws a `ZodError` for an invalid request, and a {@link DataImpulseFailure}. */
  run(request: unknown, context: CallContext): object;
}

const EVERYWHERE: LocationFilter = { countries: [], states: [], cities: [], zipcodes: [], asns: [] };

/** All calls but the one that gives a token. */
export const CALLS: readonly Call[] = [
  // Sub-users.
  call('create', 'POST', '/sub-user/create', createRequest, (given, { network }) =>
    renderSubUser(
      network.create({
        label: given.label,
        pool: given.pool_type,
        threads: given.threads,
        stickyRange: given.sticky_range,
        allowedIps: given.allowed_ips,
        parameters: given.default_pool_parameters,
      }),
    ),
  ),
  call('update', 'POST', '/sub-user/update', updateRequest, (given, { network }) => {
    const { subuser_id, label, threads, sticky_range } = given;
    const changes = {
      ...(label !== undefined && { label }),
      ...(threads !== undefined && { threads }),
      ...(sticky_range && { stickyRange: sticky_range }),
    };
    return renderSubUser(network.update(subuser_id, changes));
  }),
  call('get', 'GET', '/sub-user/get', subUserRequest, ({ subuser_id }, { network }) =>
    renderSubUser(network.find(subuser_id)),
  ),
  call('list', 'GET', '/sub-user/list', listRequest, ({ limit, offset }, { network }) => ({
    subusers: network.subUsers.page(limit, offset).map(renderSubUser),
  })),
  call('reset-password', 'POST', '/sub-user/reset-password', subUserRequest, (given, { network }) => {
    const { login, password } = network.resetPassword(given.subuser_id);
    return { login, password };
  }),
  change('set-blocked', '/sub-user/set-blocked', blockedRequest, (given, { network }) =>
    network.setBlocked(given.subuser_id, given.blocked),
  ),
  change('set-blocked-hosts', '/sub-user/set-blocked-hosts', blockedHostsRequest, (given, { network }) =>
    network.setBlockedHosts(given.subuser_id, given.blocked_hosts),
  ),
  change(
    'set-default-pool-parameters',
    '/sub-user/set-default-pool-parameters',
    parametersRequest,
    (given, { network }) => network.setParameters(given.subuser_id, given.default_pool_parameters),
  ),
  change('allowed-ips-add', '/sub-user/allowed-ips/add', allowedIpRequest, (given, { network }) =>
    network.addAllowedIp(given.subuser_id, given.ip),
  ),
  change('allowed-ips-remove', '/sub-user/allowed-ips/remove', allowedIpRequest, (given, { network }) =>
    network.removeAllowedIp(given.subuser_id, given.ip),
  ),
  change('supported-protocols', '/sub-user/supported-protocols/set', protocolsRequest, (given, { network }) =>
    network.setProtocols(given.subuser_id, given.supported_protocols),
  ),
  change('delete', '/sub-user/delete', subUserRequest, ({ subuser_id }, { network }) =>
    network.remove(subuser_id),
  ),

  // Traffic: what is left, what was added and what was used.
  call('balance', 'GET', '/user/balance', z.object({}), (_, { network }) => ({
    balance: gbOf(network.traffic.balanceBytes),
  })),
  call('balance-get', 'GET', '/sub-user/balance/get', subUserRequest, ({ subuser_id }, { network }) =>
    renderBalance(network.find(subuser_id), network.connections.count(subuser_id)),
  ),
  change('balance-add', '/sub-user/balance/add', trafficRequest, (given, { network, fewer }) =>
    network.traffic.add(given.subuser_id, fewer ? Math.trunc(given.traffic / 2) : given.traffic),
  ),
  change('balance-drop', '/sub-user/balance/drop', subUserRequest, ({ subuser_id }, { network }) =>
    network.traffic.drop(subuser_id),
  ),
  call(
    'addition-history',
    'GET',
    '/sub-user/balance/addition-history',
    subUserRequest,
    ({ subuser_id }, { network }) => renderAdditions(network.find(subuser_id)),
  ),
  call('usage-stat', 'GET', '/sub-user/usage-stat/get', usageRequest, ({ subuser_id, days }, { network }) =>
    renderUsage(network.find(subuser_id), lastDays(days, network.now())),
  ),
  call('usage-errors', 'GET', '/sub-user/usage-stat/errors', usageRequest, (given, { network }) =>
    renderErrors(network.find(given.subuser_id), lastDays(given.days, network.now())),
  ),

  // Places and networks of exit addresses.
  call('locations', 'GET', '/common/locations', poolRequest, ({ pool_type }) =>
    locations(pool_type, 'countries', EVERYWHERE).map(({ code, name }) => ({
      country_code: code,
      country_name: name,
    })),
  ),
  call('pool-stats', 'GET', '/common/pool_stats', poolRequest, ({ pool_type }) =>
    locations(pool_type, 'countries', EVERYWHERE).map(({ code, name, count }) => ({
      country_code: code,
      country_name: name,
      count,
    })),
  ),
  ...LOCATION_KINDS.map((kind) =>
    call('locations', 'POST', `/common/locations/${kind}`, locationsRequest(kind), (given) => {
      const { pool_type, countries, states, cities, order_by } = given;
      return sorted(locations(pool_type, kind, { ...EVERYWHERE, countries, states, cities }), order_by);
    }),
  ),
];

/** A call whose request fits a schema. */
export function call<Request>(
  name: string,
  method: Call['method'],
  path: string,
  schema: z.ZodType<Request>,
  run: (request: Request, context: CallContext) => object,
): Call {
  return { name, method, path, run: (request, context) => run(schema.parse(request), context) };
}

/** A call that changes something, and says no more than that it has. */
function change<Request>(
  name: string,
  path: string,
  schema: z.ZodType<Request>,
  run: (request: Request, context: CallContext) => void,
): Call {
  return call(name, 'POST', path, schema, (request, context) => {
    run(request, context);
    return { success: true };
  });
}

/** `order` is a field and a direction: `count,desc`. */
function sorted(found: Location[], order: string): Location[] {
  const [field, direction] = order.split(',');
  const rows = found.toSorted((one, other) => {
    if (field === 'count') return one.count - other.count;
    return field === 'name' ? one.name.localeCompare(other.name) : one.code.localeCompare(other.code);
  });
  return direction === 'desc' ? rows.reverse() : rows;
}

const MILLIS_PER_DAY = 86_400_000;

/** A sub-user as every call shows it; `balance` is what is left, in bytes. */
function renderSubUser(subUser: SubUser) {
  const { id, label, login, password, threads, stickyRange, allowedIps, blocked, pool } = subUser;
  const balance = leftBytes(subUser);
  return {
    id,
    label,
    login,
    password,
    balance,
    balance_format: formatBytes(balance),
    threads,
    sticky_range: stickyRange,
    allowed_ips: allowedIps,
    blocked,
    pool_type: pool,
    blocked_hosts: subUser.blockedHosts,
    supported_protocols: subUser.protocols,
    default_pool_parameters: subUser.parameters,
  };
}

/** All in bytes. */
function renderBalance(subUser: SubUser, threadsUsed: number) {
  const { totalBytes, usedBytes } = subUser;
  const balance = leftBytes(subUser);
  return {
    balance,
    balance_format: formatBytes(balance),
    balance_total: totalBytes,
    balance_total_format: formatBytes(totalBytes),
    balance_used: usedBytes,
    balance_used_format: formatBytes(usedBytes),
    threads_used: threadsUsed,
  };
}

/** In GB. The charge of an addition is always equal to what was added. */
function renderAdditions({ additions }: SubUser) {
  const rows = additions.map(({ at, gb }) => ({
    balance_charged: gb,
    traffic_added: gb,
    datetime: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  }));
  return { history: rows.reverse() };
}

/** Traffic in bytes. Days without usage are left out. */
export function renderUsage(subUser: SubUser, days: readonly string[]) {
  const usage = days.flatMap((day) => {
    const { bytes, requests } = subUser.days.get(day) ?? noUsage(subUser.id);
    const row = { traffic: bytes, extra_traffic: 0, request: requests, d_usage: day };
    return bytes + requests > 0 ? [row] : [];
  });
  const sum = (of: (row: (typeof usage)[number]) => number) => usage.reduce((all, row) => all + of(row), 0);
  const total = { traffic: sum((row) => row.traffic), extra_traffic: 0, request: sum((row) => row.request) };
  return { usage, total };
}

/** A row for each code and day, with the last target that it was about. */
export function renderErrors(subUser: SubUser, days: readonly string[]) {
  const errors = days.flatMap((day) =>
    (subUser.days.get(day)?.errors ?? []).map(({ code, host, port, count }) => ({
      datetime: `${day} 00:00:00`,
      error: code,
      host,
      port,
      count,
    })),
  );
  return { errors };
}

/** The last `count` UTC days, the present one included, the oldest first. */
export function lastDays(count: number, nowMillis: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMillis - (count - 1 - index) * MILLIS_PER_DAY).toISOString().slice(0, 10),
  );
}
