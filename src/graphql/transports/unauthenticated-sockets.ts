import { networkOf } from '../../resellers/network-rate.ts';

/**
 * Unauthenticated sockets of one network and of all networks: each costs memory before it has shown a valid
 * key.
 */
const MAX_OF_NETWORK = 20;
const MAX_IN_ALL = 500;

/** A socket, or what stands for one of another process. */
export interface Terminable {
  terminate(): void;
}

/**
 * The sockets that have not sent `connection_init` yet. When there are too many, the oldest of them is
 * closed. A client with a key sends the message at once, so silent sockets cannot keep it out, even if they
 * come from the same address.
 */
export class UnauthenticatedSockets {
  /** The network of each, the oldest first. */
  readonly #networks = new Map<Terminable, string>();

  add(socket: Terminable, address: string): void {
    const network = networkOf(address);
    const all = [...this.#networks];
    const neighbours = all.filter(([, other]) => other === network);
    const crowded = neighbours.length >= MAX_OF_NETWORK;
    const [oldest] = (crowded ? neighbours : all).map(([candidate]) => candidate);
    if (oldest && (crowded || all.length >= MAX_IN_ALL)) {
      this.delete(oldest);
      oldest.terminate();
    }
    this.#networks.set(socket, network);
  }

  delete(socket: Terminable): void {
    this.#networks.delete(socket);
  }
}
