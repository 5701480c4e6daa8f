import { isIP } from 'node:net';
import { z } from 'zod';
import { gbOf, protocolSchema } from './events.ts';
import { LOCATION_KINDS, type LocationKind, locations } from './locations.ts';
import { type DataImpulseNetwork, MAX_ALLOWED_IPS } from './network.ts';
import { poolParametersSchema, poolSchema } from './pool-parameters.ts';
import { leftBytes, noUsage, type SubUser } from './sub-users.ts';

const MAX_LABEL_CHARACTERS = 255;
const MAX_THREADS = 2_000;
const DEFAULT_THREADS = 100;
const STICKY = { start: 10_000, end: 30_000 };
const MAX_PAGE = 1_000;
const MAX_BLOCKED_HOSTS = 1_000;
/** In GB, more than we ever own. */
const MAX_GB = 10_000_000;

/** Numbers come as JSON in bodies and as text in queries. */
const subUserId = z.coerce.number().int().positive();
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

export const tokenRequest = z.object({ login: z.string(), password: z.string() });
const subUserRequest = z.object({ subuser_id: subUserId });

const createRequest = z.object({
  label: z.string().max(MAX_LABEL_CHARACTERS).default(''),
  pool_type: poolSchema,
  threads: threads.default(DEFAULT_THREADS),
  sticky_range: stickyRange.default(STICKY),
  allowed_ips: z.array(ip).max(MAX_ALLOWED_IPS).default([]),
  default_pool_parameters: poolParametersSchema.prefault({}),
});
const updateRequest = subUserRequest.extend({ threads });
const listRequest = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
  offset: z.coerce.number().int().min(0).default(0),
});
const blockedRequest = subUserRequest.extend({ blocked: z.boolean() });
const blockedHostsRequest = subUserRequest.extend({ blocked_hosts: z.array(host).max(MAX_BLOCKED_HOSTS) });
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

const usageRequest = subUserRequest.extend({ period: z.literal('week').default('week') });

const order = z.literal('count,desc').default('count,desc');
/** Every kind except the countries themselves requires at least one country. */
function locationsRequest(kind: LocationKind) {
  const { countries, states, cities } = poolParametersSchema.shape;
  return z
    .object({ pool_type: poolSchema, countries, states, cities, order_by: order })
    .refine((given) => kind === LOCATION_KINDS[0] || given.countries.length > 0, {
      path: ['countries'],
      message: 'is required',
    });
}

/** Does the work; with `fewer`, only half of it, rounded down. Throws a {@link DataImpulseFailure}. */
type Run<Request> = (request: Request, network: DataImpulseNetwork, fewer: boolean) => unknown;

export interface Call {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** Also throws a `ZodError` for an invalid request. */
  run(...given: Parameters<Run<unknown>>): object;
}

/** The paths of calls about sub-users that are not their names. */
const PATHS: Readonly<Record<string, string>> = {
  'allowed-ips-add': 'allowed-ips/add',
  'allowed-ips-remove': 'allowed-ips/remove',
  'supported-protocols': 'supported-protocols/set',
  'balance-get': 'balance/get',
  'balance-add': 'balance/add',
  'balance-drop': 'balance/drop',
  'addition-history': 'balance/addition-history',
  'usage-stat': 'usage-stat/get',
  'usage-errors': 'usage-stat/errors',
};

export const CALLS: readonly Call[] = [
  change('create', createRequest, ({ label, threads, ...given }, network) => {
    const { pool_type: pool, sticky_range: stickyRange, allowed_ips: allowedIps } = given;
    const parameters = given.default_pool_parameters;
    return renderSubUser(network.create({ label, pool, threads, stickyRange, allowedIps, parameters }));
  }),
  change('update', updateRequest, ({ subuser_id: id, threads }, network) =>
    renderSubUser(network.change({ kind: 'update', id, threads })),
  ),
  read('get', subUserRequest, ({ subuser_id }, network) => renderSubUser(network.find(subuser_id))),
  read('list', listRequest, ({ limit, offset }, network) => ({
    subusers: network.subUsers.page(limit, offset).map(renderSubUser),
  })),
  change('reset-password', subUserRequest, (given, network) => {
    const { login, password } = network.resetPassword(given.subuser_id);
    return { login, password };
  }),
  change('set-blocked', blockedRequest, ({ subuser_id, blocked }, network) =>
    network.setBlocked(subuser_id, blocked),
  ),
  change('set-blocked-hosts', blockedHostsRequest, ({ subuser_id: id, blocked_hosts }, network) => {
    network.change({ kind: 'set-blocked-hosts', id, blockedHosts: [...new Set(blocked_hosts)] });
  }),
  change('set-default-pool-parameters', parametersRequest, ({ subuser_id: id, ...given }, network) => {
    const parameters = given.default_pool_parameters;
    network.change({ kind: 'set-default-pool-parameters', id, parameters });
  }),
  change('allowed-ips-add', allowedIpRequest, ({ subuser_id, ip }, network) =>
    network.addAllowedIp(subuser_id, ip),
  ),
  change('allowed-ips-remove', allowedIpRequest, ({ subuser_id, ip }, network) =>
    network.removeAllowedIp(subuser_id, ip),
  ),
  change('supported-protocols', protocolsRequest, ({ subuser_id: id, supported_protocols }, network) => {
    network.change({ kind: 'supported-protocols', id, protocols: [...new Set(supported_protocols)] });
  }),
  change('delete', subUserRequest, ({ subuser_id }, network) => network.remove(subuser_id)),

  call('balance', 'GET', '/user/balance', z.object({}), (_, network) => ({
    balance: gbOf(network.subUsers.balanceBytes),
  })),
  read('balance-get', subUserRequest, ({ subuser_id }, network) =>
    renderBalance(network.find(subuser_id), network.connections.count(subuser_id)),
  ),
  change('balance-add', trafficRequest, ({ subuser_id, traffic }, network, fewer) =>
    network.traffic.add(subuser_id, fewer ? Math.trunc(traffic / 2) : traffic),
  ),
  change('balance-drop', subUserRequest, ({ subuser_id }, network) => network.traffic.drop(subuser_id)),
  read('addition-history', subUserRequest, (given, network) =>
    renderAdditions(network.find(given.subuser_id)),
  ),
  read('usage-stat', usageRequest, ({ subuser_id }, network) =>
    renderUsage(network.find(subuser_id), lastWeek(network.now())),
  ),
  read('usage-errors', usageRequest, ({ subuser_id }, network) =>
    renderErrors(network.find(subuser_id), lastWeek(network.now())),
  ),

  ...LOCATION_KINDS.map((kind) =>
    call('locations', 'POST', `/common/locations/${kind}`, locationsRequest(kind), (given) => {
      const { pool_type, countries, states, cities } = given;
      return locations(pool_type, kind, { countries, states, cities, zipcodes: [], asns: [] });
    }),
  ),
];

/** A call whose request fits a schema. One that returns nothing says no more than that it was done. */
export function call<Request>(
  name: string,
  method: Call['method'],
  path: string,
  schema: z.ZodType<Request>,
  run: Run<Request>,
): Call {
  return {
    name,
    method,
    path,
    run: (request, ...context) => (run(schema.parse(request), ...context) ?? { success: true }) as object,
  };
}

function read<Request>(name: string, schema: z.ZodType<Request>, run: Run<Request>): Call {
  return call(name, 'GET', `/sub-user/${PATHS[name] ?? name}`, schema, run);
}

function change<Request>(name: string, schema: z.ZodType<Request>, run: Run<Request>): Call {
  return call(name, 'POST', `/sub-user/${PATHS[name] ?? name}`, schema, run);
}

const MILLIS_PER_DAY = 86_400_000;

function renderSubUser(subUser: SubUser) {
  const { id, label, login, password, threads, blocked } = subUser;
  return {
    id,
    label,
    login,
    password,
    balance: leftBytes(subUser),
    threads,
    sticky_range: subUser.stickyRange,
    allowed_ips: subUser.allowedIps,
    blocked,
    pool_type: subUser.pool,
    blocked_hosts: subUser.blockedHosts,
    supported_protocols: subUser.protocols,
    default_pool_parameters: subUser.parameters,
  };
}

function renderBalance(subUser: SubUser, threadsUsed: number) {
  return {
    balance: leftBytes(subUser),
    balance_total: subUser.totalBytes,
    balance_used: subUser.usedBytes,
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

/** The last seven UTC days, the present one included, the oldest first. */
export function lastWeek(nowMillis: number): string[] {
  return [6, 5, 4, 3, 2, 1, 0].map((ago) =>
    new Date(nowMillis - ago * MILLIS_PER_DAY).toISOString().slice(0, 10),
  );
}
