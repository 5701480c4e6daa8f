import type { AuthorizedClient, ProxyRequest } from '../gateway/authorization.ts';
import { exitAddress } from '../gateway/exit-address.ts';
import type { Px6Network } from './network.ts';

/**
 * Authorizes the login of a PX6 proxy that speaks the protocol; undefined for every other. Such proxies have
 * an exit address of their own, and their traffic is not counted.
 */
export function authorizeByPx6(
  networks: readonly Px6Network[],
): (request: ProxyRequest) => AuthorizedClient | undefined {
  return ({ protocol, stickyPort, credentials }) => {
    if (!credentials || stickyPort !== undefined) return undefined;
    const type = protocol === 'http' ? 'http' : 'socks';
    const { login, password } = credentials;
    const proxy = networks.map((network) => network.opened(login, password, type)).find((found) => found);
    if (!proxy) return undefined;
    const connection = { exitAddress: exitAddress(proxy.id), count: () => true, onCut() {}, close() {} };
    return { open: () => connection };
  };
}
