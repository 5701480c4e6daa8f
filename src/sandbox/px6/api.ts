import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { queryOf } from '../answers.ts';
import type { Faults, UpstreamCall, UpstreamCalls } from '../faults.ts';
import { type AuthorizedClient, exitAddress, type ProxyRequest } from '../gateway/authorization.ts';
import type { Journal } from '../journal.ts';
import {
  DEFAULT_VERSION,
  type ErrorId,
  INITIAL_STOCK,
  PERIODS,
  type ProxyType,
  type Px6Event,
  Px6Failure,
  typeSchema,
  type Version,
  versionSchema,
} from './events.ts';
import { Px6Network, priceOf, type SoldProxy } from './network.ts';

interface GatewayAddress {
  host: string;
  ports: Record<ProxyType, number>;
}

const REFUSALS = { refuse: 400, out_of_stock: 300, expired_token: 100 } as const;

/** PX6's HTTP API: everything is a GET, and every answer but the one above the limit has the status 200. */
export function addPx6Routes(
  app: FastifyInstance,
  { accounts, gateway, faults }: { accounts: Px6Accounts; gateway: GatewayAddress; faults: Faults },
): void {
  app.get<{ Params: { key: string; method: string } }>('/api/:key/:method', async (request, reply) => {
    const { key, method } = request.params;
    if (!accounts.admit(key, method)) return reply.code(429).type('text/plain').send('Too Many Requests\n');
    const parameters = new Parameters(queryOf(request.url));
    const call: UpstreamCall = {
      work({ fewer }) {
        const network = accounts.withKey(key);
        if (!network) throw new Px6Failure(100);
        const result = methodNamed(method)({ network, gateway, parameters, fewer });
        // The balance is read after the work, so that it shows what the work cost.
        const balance = (network.balanceKopecks / 100).toFixed(2);
        const account = { user_id: String(network.userId), balance, currency: 'RUB' };
        return { status: 200, body: { status: 'yes', ...account, ...result } };
      },
      refusal: (reason) => new Px6Failure(REFUSALS[reason]),
    };
    return faults.answer('px6', method, call, request, reply);
  });
}

interface Px6Call {
  network: Px6Network;
  gateway: GatewayAddress;
  parameters: Parameters;
  /** Whether to do only half of the work, rounded down. */
  fewer: boolean;
}

type Method = (call: Px6Call) => object;

/** PX6's methods by name. Each returns the fields of its answer other than those of the account. */
const METHODS = {
  getprice({ parameters }) {
    const version = parameters.version();
    const [count, period] = [parameters.count(), parameters.period(version)];
    const [price, single] = [priceOf(version, period, count), priceOf(version, 1, 1)];
    return { price: price / 100, price_single: single / 100, period, count };
  },

  getcount({ network, parameters }) {
    return { count: network.available(parameters.version(), parameters.country()) };
  },

  getcountry({ parameters }) {
    parameters.version();
    return { list: [...INITIAL_STOCK.keys()] };
  },

  buy({ network, gateway, parameters, fewer }) {
    const version = parameters.version();
    const order = {
      version,
      days: parameters.period(version),
      country: parameters.country(),
      type: parameters.type(),
      reference: parameters.description(),
    };
    const count = parameters.count();
    if (count > network.available(version, order.country)) throw new Px6Failure(300);
    const bought = network.buy(order, fewer ? Math.floor(count / 2) : count);
    const items = bought.proxies.map((proxy) => renderProxy(proxy, gateway, network.second()));
    return {
      order_id: bought.order,
      count: items.length,
      price: bought.kopecks / 100,
      period: order.days,
      country: order.country,
      list: byId(items),
    };
  },

  prolong({ network, parameters, fewer }) {
    const [ids, period] = [parameters.ids(), parameters.period()];
    const reached = fewer ? ids.slice(0, Math.floor(ids.length / 2)) : ids;
    const { kopecks, proxies } = network.prolong(reached, period);
    const list = byId(proxies.map(renderTerm));
    return { price: kopecks / 100, period, count: proxies.length, list };
  },

  getproxy({ network, gateway, parameters }) {
    const reference = parameters.has('descr') ? parameters.description() : undefined;
    const { from, to } = parameters.page();
    const found = network.list(reference);
    const items = found.slice(from, to).map((proxy) => renderListed(proxy, gateway, network.second()));
    return { list_count: found.length, list: byId(items) };
  },

  delete({ network, parameters }) {
    const proxies = parameters.has('ids')
      ? network.findAny(parameters.ids())
      : network.list(referenceOf(parameters));
    if (proxies.length === 0) throw new Px6Failure(404);
    network.remove(proxies);
    return { count: proxies.length };
  },

  check({ network, parameters }) {
    const [proxy, ...more] = network.find(parameters.ids());
    if (!proxy || more.length > 0) throw new Px6Failure(230);
    return { proxy_id: String(proxy.id), proxy_status: network.isActive(proxy) };
  },

  settype({ network, parameters }) {
    const type = parameters.newType();
    const changing = network.find(parameters.ids()).filter((proxy) => proxy.type !== type);
    if (changing.length === 0) throw new Px6Failure(30);
    network.setType(changing, type);
    return {};
  },
} satisfies Record<string, Method>;

export const PX6_CALLS: UpstreamCalls = {
  calls: Object.keys(METHODS),
  divisible: ['buy', 'prolong'],
  unsupported: ['expired_token'],
};

function methodNamed(name: string): Method {
  const method = Object.entries<Method>(METHODS).find(([known]) => known === name)?.[1];
  if (!method) throw new Px6Failure(110);
  return method;
}

/** An empty reference would delete whatever was bought without one. */
function referenceOf(parameters: Parameters): string {
  const reference = parameters.description();
  if (reference === '') throw new Px6Failure(230);
  return reference;
}

/** More than any order, so that a typing error cannot sell everything. */
const MAX_COUNT = 10_000;
const MAX_DESCRIPTION_CHARACTERS = 50;
const MAX_PAGE_LENGTH = 1_000;

const number = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const count = number.pipe(z.number().max(MAX_COUNT));
const pageLength = number.pipe(z.number().max(MAX_PAGE_LENGTH));
const country = z.enum([...INITIAL_STOCK.keys()]);
const ids = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))]);
const description = z.string().refine((text) => [...text].length <= MAX_DESCRIPTION_CHARACTERS);

/** The query of one call, read as PX6 reads it: a wrong parameter is answered with its own error. */
class Parameters {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  has = (name: string) => this.#query.has(name);
  version = () => this.#read('version', versionSchema, 240, DEFAULT_VERSION);
  country = () => this.#read('country', country, 220);
  count = () => this.#read('count', count, 200);
  type = () => this.#read('type', typeSchema, 260, 'http');
  newType = () => this.#read('type', typeSchema, 260);
  description = () => this.#read('descr', description, 250);
  ids = () => this.#read('ids', ids, 230);

  /** Days; one of the version's own periods when a version is given. */
  period(version?: Version): number {
    const days = this.#read('period', number, 210);
    if (version && !PERIODS[version].includes(days)) throw new Px6Failure(210);
    return days;
  }

  page(): { from: number; to: number } {
    const page = this.#read('page', number, 30, '1');
    const length = this.#read('limit', pageLength, 30, `${MAX_PAGE_LENGTH}`);
    return { from: (page - 1) * length, to: page * length };
  }

  #read<Value>(name: string, schema: z.ZodType<Value>, error: ErrorId, otherwise = ''): Value {
    const read = schema.safeParse(this.#query.get(name) ?? otherwise);
    if (!read.success) throw new Px6Failure(error);
    return read.data;
  }
}

/** PX6 prints its dates in Moscow time without saying so; read as UTC, they are three hours wrong. */
const MOSCOW_OFFSET_SECONDS = 3 * 3_600;

function renderProxy(proxy: SoldProxy, gateway: GatewayAddress, second: number) {
  return {
    id: String(proxy.id),
    ip: exitAddress(proxy.id),
    host: gateway.host,
    port: String(gateway.ports[proxy.type]),
    user: proxy.login,
    pass: proxy.password,
    type: proxy.type,
    date: localText(proxy.startSecond),
    date_end: localText(proxy.endSecond),
    unixtime: proxy.startSecond,
    unixtime_end: proxy.endSecond,
    active: proxy.endSecond > second ? '1' : '0',
  };
}

function renderListed(proxy: SoldProxy, gateway: GatewayAddress, second: number) {
  const { version, country, reference } = proxy.purchase;
  return { ...renderProxy(proxy, gateway, second), version, country, descr: reference };
}

function renderTerm(proxy: SoldProxy) {
  return { id: String(proxy.id), date_end: localText(proxy.endSecond), unixtime_end: proxy.endSecond };
}

function byId<Item extends { id: string }>(items: Item[]) {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

function localText(second: number): string {
  return new Date((second + MOSCOW_OFFSET_SECONDS) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

const MAX_CALLS = 10_000;
const WINDOW_MILLIS = 1_000;

export interface Px6Arrival {
  key: string;
  method: string;
  /** In milliseconds since 1970. */
  at: number;
  isAdmitted: boolean;
}

interface AccountsOptions {
  /** A key and a journal for each account. What it has bought, its money and its rate are its own. */
  keys: readonly string[];
  journals: readonly Journal<Px6Event>[];
  clock: Clock;
  /** `Infinity` lets everything through. */
  requestsPerSecond: number;
}

/** The accounts at the stand-in for PX6, and what came to them. */
export class Px6Accounts {
  readonly networks: readonly Px6Network[];
  readonly arrivals: Px6Arrival[] = [];
  readonly #keys: readonly string[];
  readonly #clock: Clock;
  readonly #requestsPerSecond: number;

  constructor({ keys, journals, clock, requestsPerSecond }: AccountsOptions) {
    this.#keys = keys;
    this.#clock = clock;
    this.#requestsPerSecond = requestsPerSecond;
    this.networks = journals.map((journal, place) => new Px6Network(journal, place));
  }

  withKey(key: string): Px6Network | undefined {
    return this.networks[this.#keys.indexOf(key)];
  }

  /**
   * Notes a request. False when its key, or all unknown keys together, have made as many as they may within
   * the last second; those that were refused do not count.
   */
  admit(key: string, method: string): boolean {
    const arrival = { key: this.withKey(key) ? key : '', method, at: this.#clock.now().getTime() };
    const isAdmitted =
      this.#requestsPerSecond === Number.POSITIVE_INFINITY ||
      this.#madeBefore(arrival) < this.#requestsPerSecond;
    this.arrivals.push({ ...arrival, isAdmitted });
    if (this.arrivals.length > MAX_CALLS) this.arrivals.shift();
    return isAdmitted;
  }

  setStock(version: Version, country: string, available: number): void {
    for (const network of this.networks) network.setStock(version, country, available);
  }

  #madeBefore({ key, at }: Pick<Px6Arrival, 'key' | 'at'>): number {
    const older = this.arrivals.findLastIndex((one) => at - one.at >= WINDOW_MILLIS);
    return this.arrivals.slice(older + 1).filter((one) => one.key === key && one.isAdmitted).length;
  }
}

/** Undefined for what is no login of a PX6 proxy that speaks the protocol. Their traffic is not counted. */
export function authorizeByPx6(
  networks: readonly Px6Network[],
): (request: ProxyRequest) => AuthorizedClient | undefined {
  return ({ protocol, stickyPort, credentials }) => {
    if (!credentials || stickyPort !== undefined) return undefined;
    const type = protocol === 'http' ? 'http' : 'socks';
    const { login, password } = credentials;
    const proxy = networks.map((network) => network.opened(login, password, type)).find((found) => found);
    if (!proxy) return undefined;
    const connection = { exitAddress: exitAddress(proxy.id), count: () => true, close() {} };
    return { open: () => ({ ...connection, end: new AbortController() }) };
  };
}
