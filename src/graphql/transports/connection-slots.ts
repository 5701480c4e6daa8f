import type { Credential } from '../../resellers/authenticate.ts';

/**
 * Sockets and event streams of one credential. A frontend needs one; a page that is being reloaded has two
 * for a moment. Each tab of the console has one, and all tabs of a browser share a session.
 */
const MAX_CONNECTIONS: Readonly<Record<Credential['kind'], number>> = {
  key: 5,
  session: 20,
  frontend_token: 5,
};

export type SlotOwner = Pick<Credential, 'kind' | 'id'>;

export function maxConnectionsOf({ kind }: Pick<SlotOwner, 'kind'>): number {
  return MAX_CONNECTIONS[kind];
}

/** What one open socket or event stream takes of its credential's number. */
export interface ConnectionSlot {
  /** To be called once. */
  giveBack(): void;
}

/** Counts the open sockets and event streams of each credential. */
export interface ConnectionSlots {
  /** Undefined when the credential has as many open as it may. */
  take(owner: SlotOwner): ConnectionSlot | undefined | Promise<ConnectionSlot | undefined>;
}

/** Counts in the memory of this process. */
export class CountedSlots implements ConnectionSlots {
  readonly #taken = new Map<number, number>();

  take({ kind, id }: SlotOwner): ConnectionSlot | undefined {
    const taken = this.#taken.get(id) ?? 0;
    if (taken >= MAX_CONNECTIONS[kind]) return undefined;
    this.#taken.set(id, taken + 1);
    return { giveBack: () => this.#giveBack(id) };
  }

  #giveBack(credentialId: number): void {
    const left = (this.#taken.get(credentialId) ?? 0) - 1;
    if (left > 0) this.#taken.set(credentialId, left);
    else this.#taken.delete(credentialId);
  }
}
