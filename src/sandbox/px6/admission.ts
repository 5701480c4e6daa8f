import type { Knock, Visitor } from '../gateway/admission.ts';
import { exitAddress } from '../gateway/exit-address.ts';
import type { Px6Network } from './network.ts';

/**
 * Lets in whoever has a proxy of PX6 that speaks the protocol; undefined for everybody else. Such proxies have an address
 * of their own, and nobody counts what passes.
 */
export function px6Admit(network: Px6Network): (knock: Knock) => Visitor | undefined {
  return ({ protocol, stickyPort, credentials }) => {
    if (!credentials || stickyPort !== undefined) return undefined;
    const type = protocol === 'http' ? 'http' : 'socks';
    const proxy = network.opened(credentials.login, credentials.password, type);
    if (!proxy) return undefined;
    const passage = { exitAddress: exitAddress(proxy.id), count: () => true, onCut() {}, leave() {} };
    return { enter: () => passage };
  };
}
