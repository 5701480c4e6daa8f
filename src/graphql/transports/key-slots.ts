/**
 * Sockets and event streams of one key. A frontend needs one; a page that is being reloaded has two for a
 * moment.
 */
export const MAX_CONNECTIONS_OF_KEY = 5;

/** What one open socket or event stream takes of its key's number. */
export interface KeySlot {
  /** To be called once. */
  giveBack(): void;
}

/** Counts the open sockets and event streams of each key. */
export interface KeySlots {
  /** Undefined when the key has as many open as it may. */
  take(keyId: number): KeySlot | undefined | Promise<KeySlot | undefined>;
}

/** Counts in the memory of this process. */
export class CountedKeySlots implements KeySlots {
  readonly #taken = new Map<number, number>();

  take(keyId: number): KeySlot | undefined {
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= MAX_CONNECTIONS_OF_KEY) return undefined;
    this.#taken.set(keyId, taken + 1);
    return { giveBack: () => this.#giveBack(keyId) };
  }

  #giveBack(keyId: number): void {
    const left = (this.#taken.get(keyId) ?? 0) - 1;
    if (left > 0) this.#taken.set(keyId, left);
    else this.#taken.delete(keyId);
  }
}
