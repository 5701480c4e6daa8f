import { exitAddress } from '../gateway/exit-address.ts';
import type { ProxyType } from './offer.ts';
import type { SoldProxy } from './sold-proxy.ts';

/** PX6 prints its dates in Moscow time without saying so; read as UTC, they are three hours wrong. */
const MOSCOW_OFFSET_SECONDS = 3 * 3_600;

/** Where the proxies can be reached. */
export interface GatewayAddress {
  host: string;
  ports: Record<ProxyType, number>;
}

/** A proxy as `buy` shows it. */
export function renderProxy(proxy: SoldProxy, gateway: GatewayAddress, second: number) {
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

/** A proxy as `getproxy` shows it. */
export function renderListed(proxy: SoldProxy, gateway: GatewayAddress, second: number) {
  const { version, country, reference } = proxy.purchase;
  return { ...renderProxy(proxy, gateway, second), version, country, descr: reference };
}

/** A proxy as `prolong` shows it. */
export function renderTerm(proxy: SoldProxy) {
  return { id: String(proxy.id), date_end: localText(proxy.endSecond), unixtime_end: proxy.endSecond };
}

/** An object by id, or an array when the caller wants no keys. */
export function renderList<Item extends { id: string }>(items: Item[], nokey: boolean) {
  return nokey ? items : Object.fromEntries(items.map((item) => [item.id, item]));
}

export function renderRoubles(kopecks: number): string {
  return (kopecks / 100).toFixed(2);
}

function localText(second: number): string {
  return new Date((second + MOSCOW_OFFSET_SECONDS) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}
