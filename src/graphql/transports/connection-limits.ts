import type { Caller, Credential } from '../../resellers/admission.ts';
import { networkOf } from '../../resellers/networks.ts';

export interface ConnectionLimits {
  slots: Slots;
  unauthenticated: Pick<UnauthenticatedSockets, 'add' | 'delete'>;
}

/** The limits of one process, or those that a primary keeps for its workers. */
export function createConnectionLimits() {
  return { slots: new CountedSlots(), unauthenticated: new UnauthenticatedSockets() };
}

/** How much may be open at the same time with one credential, and with all that a reseller has. */
const MOST: Record<Bounded, Partial<Record<Credential['kind'] | 'account', number>>> = {
  /**
   * A frontend needs one; a page that is being reloaded has two for a moment. Each tab of the console has
   * one, and all tabs of a browser share a session. An account has one for each customer who watches an
   * order; each may keep 1.5 MiB of requests waiting.
   */
  'sockets and event streams': { key: 5, session: 20, frontend_token: 5, account: 500 },
  /**
   * With as many, an event takes some 100 ms of processor time and 12 MB. A tab of the console has 1,200 at
   * the most, and the page of a customer, who must not use up all that there is, 100 for each order.
   */
  'units of complexity in subscriptions': { frontend_token: 20_000, account: 200_000 },
};

type Bounded = 'sockets and event streams' | 'units of complexity in subscriptions';

export interface Claim {
  of: string;
  amount: number;
  most: number;
  refusal: string;
}

export function claimsOf({ resellerId, credential }: Caller, what: Bounded, amount: number): Claim[] {
  const owners = [credential, { kind: 'account', id: resellerId }] as const;
  return owners.flatMap(({ kind, id }) => {
    const most = MOST[what][kind];
    if (most === undefined) return [];
    const by = kind.replace('_', ' ');
    const refusal = `At most ${most.toLocaleString('en')} ${what} may be open with one ${by}; close one first.`;
    return [{ of: `${what} of ${kind} ${id}`, amount, most, refusal }];
  });
}

/** Gives back what was taken; calling it again has no effect. */
export type GiveBack = () => void;

export interface Slots {
  /** Takes all claims or none. Returns the place of the first one that there is not enough left for. */
  take(claims: readonly Claim[]): GiveBack | number | Promise<GiveBack | number>;
}

class CountedSlots implements Slots {
  readonly #taken = new Map<string, number>();

  take(claims: readonly Claim[]): GiveBack | number {
    const full = claims.findIndex(({ of, amount, most }) => (this.#taken.get(of) ?? 0) + amount > most);
    if (full >= 0) return full;
    const held = claims.map(({ of, amount }) => ({ of, amount }));
    for (const { of, amount } of held) this.#add(of, amount);
    return () => {
      for (const { of, amount } of held.splice(0)) this.#add(of, -amount);
    };
  }

  #add(of: string, amount: number): void {
    const taken = (this.#taken.get(of) ?? 0) + amount;
    if (taken > 0) this.#taken.set(of, taken);
    else this.#taken.delete(of);
  }
}

/** Unauthenticated sockets of one network and of all: each costs memory before it has shown a key. */
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
class UnauthenticatedSockets {
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
