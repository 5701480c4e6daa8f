/**
 * Sockets and event streams of one credential. A frontend needs one; a page that is being reloaded has two
 * for a moment.
 */
export const MAX_CONNECTIONS = 5;

/** What one open socket or event stream takes of its credential's number. */
export interface ConnectionSlot {
  /** To be called once. */
  giveBack(): void;
}

/** Counts the open sockets and event streams of each credential. */
export interface ConnectionSlots {
  /** Undefined when the credential has as many open as it may. */
  take(credentialId: number): ConnectionSlot | undefined | Promise<ConnectionSlot | undefined>;
}

/** Counts in the memory of this process. */
export class CountedSlots implements ConnectionSlots {
  readonly #taken = new Map<number, number>();

  take(credentialId: number): ConnectionSlot | undefined {
    const taken = this.#taken.get(credentialId) ?? 0;
    if (taken >= MAX_CONNECTIONS) return undefined;
    this.#taken.set(credentialId, taken + 1);
    return { giveBack: () => this.#giveBack(credentialId) };
  }

  #giveBack(credentialId: number): void {
    const left = (this.#taken.get(credentialId) ?? 0) - 1;
    if (left > 0) this.#taken.set(credentialId, left);
    else this.#taken.delete(credentialId);
  }
}
