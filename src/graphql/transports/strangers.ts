import { isIPv6 } from 'node:net';
import type { WebSocket } from 'ws';
import { normalizeIp } from '../../resellers/authenticate.ts';

/** Sockets that have not yet said whose they are, of one network and in all: each costs memory before it proves anything. */
const MAX_OF_NETWORK = 20;
const MAX_IN_ALL = 500;
/** Of the eight groups of an IPv6 address, the first four are given to a host, which picks the others as it likes. */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * The sockets that have not said yet whose they are. When there are too many, the one that has been silent for longest makes room:
 * who has a key says so at once, so that silent ones keep nobody out, not even behind the same address.
 */
export class Strangers {
  /** The network of each, the oldest first. */
  readonly #networks = new Map<WebSocket, string>();

  add(socket: WebSocket, address: string): void {
    const network = networkOf(address);
    const all = [...this.#networks];
    const neighbours = all.filter(([, other]) => other === network);
    const crowded = neighbours.length >= MAX_OF_NETWORK;
    const [oldest] = (crowded ? neighbours : all).map(([stranger]) => stranger);
    if (oldest && (crowded || all.length >= MAX_IN_ALL)) {
      this.delete(oldest);
      oldest.terminate();
    }
    this.#networks.set(socket, network);
  }

  delete(socket: WebSocket): void {
    this.#networks.delete(socket);
  }
}

/** What counts as one place: an IPv4 address, which many clients behind one router share, or an IPv6 network. */
function networkOf(address: string): string {
  const ip = normalizeIp(address) ?? address;
  if (!isIPv6(ip)) return ip;
  const [before = [], after = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK).join(':');
}
