import { Px6Failure } from './failure.ts';
import { type Px6Network, priceOf } from './network.ts';
import { INITIAL_STOCK } from './offer.ts';
import type { Parameters, ProxyState } from './parameters.ts';
import { type GatewayAddress, renderList, renderListed, renderProxy, renderTerm } from './rendering.ts';
import type { SoldProxy } from './sold-proxy.ts';

/** What `state=expiring` means. */
const EXPIRING_SECONDS = 3 * 86_400;

interface Px6Call {
  network: Px6Network;
  gateway: GatewayAddress;
  parameters: Parameters;
  /** Whether to do only half of the work, rounded down. */
  fewer: boolean;
}

type Method = (call: Px6Call) => object;

/**
 * PX6's methods by name. Each returns the fields of its answer other than those of the account, or throws a
 * {@link Px6Failure}.
 */
export const METHODS = {
  getprice({ parameters }) {
    const version = parameters.version();
    const [count, period] = [parameters.count(), parameters.period(version)];
    return {
      price: priceOf(version, period, count) / 100,
      price_single: priceOf(version, 1, 1) / 100,
      period,
      count,
    };
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
      list: renderList(items, parameters.has('nokey')),
    };
  },

  prolong({ network, parameters, fewer }) {
    const [ids, period] = [parameters.ids(), parameters.period()];
    const reached = fewer ? ids.slice(0, Math.floor(ids.length / 2)) : ids;
    const { kopecks, proxies } = network.prolong(reached, period);
    const list = renderList(proxies.map(renderTerm), parameters.has('nokey'));
    return { price: kopecks / 100, period, count: proxies.length, list };
  },

  getproxy({ network, gateway, parameters }) {
    const reference = parameters.has('descr') ? parameters.description() : undefined;
    const [state, { from, to }] = [parameters.state(), parameters.page()];
    const second = network.second();
    const found = network.list(reference).filter((proxy) => isInState(proxy, state, second));
    const items = found.slice(from, to).map((proxy) => renderListed(proxy, gateway, second));
    return { list_count: found.length, list: renderList(items, parameters.has('nokey')) };
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

  /**
   * Checked and accepted without any effect: on a shared machine, an address that needs no password would let
   * everybody on it in.
   */
  ipauth({ parameters }) {
    parameters.ip();
    return {};
  },
} satisfies Record<string, Method>;

/** The method of that name. Throws a {@link Px6Failure} with 110 when there is none. */
export function methodNamed(name: string): Method {
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

function isInState(proxy: SoldProxy, state: ProxyState, second: number): boolean {
  const left = proxy.endSecond - second;
  if (state === 'active') return left > 0;
  if (state === 'expired') return left <= 0;
  return state === 'all' || (left > 0 && left <= EXPIRING_SECONDS);
}
