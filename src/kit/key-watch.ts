import { isDatabaseUnavailable, unknownKeyError } from './connection-errors.ts';
import type { Database } from './database.ts';
import { findLaterKeyFlaw, type LaterKeyFlaw } from './key-proof.ts';
import type { Vault } from './vault.ts';

/** The pause between two looks at whether the first key is still in use, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/**
 * For how long, from the beginning of a look that has found it in use, a process may encrypt with it, in
 * milliseconds: requests wait for a database that is away for ten seconds, and then a look has to succeed.
 */
const SEALS_FOR_MS = 20_000;
/**
 * How long a value may take from being encrypted until it is committed, in milliseconds: ten seconds each for
 * the database to come back and for a turn to write, and the limit of a statement.
 */
const WRITTEN_WITHIN_MS = 30_000;
/** After so long, in milliseconds, no process writes any more what a key has encrypted that was retired. */
export const OUT_OF_USE_AFTER_MS = SEALS_FOR_MS + WRITTEN_WITHIN_MS;

interface KeyWatchOptions {
  database: Database;
  vault: Vault;
  /** Called once, when the process may not encrypt any more; then it looks no more. */
  onOutOfUse(flaw: LaterKeyFlaw): void;
  /** Called when a look has failed although the database could be reached; it is tried again. */
  onLookFailed(error: unknown): void;
}

/**
 * Keeps a process from encrypting with a key that was taken out of use, or that is not that of the database
 * any more. It has found it in use at the start, right before this.
 */
export class KeyWatch {
  /**
   * Its `seal` throws when the key was not found in use lately, as when the database is away: what fails by
   * it is tried again.
   */
  readonly vault: Vault;
  readonly #options: KeyWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  #sealsUntil = performance.now() + SEALS_FOR_MS;
  #isClosed = false;

  constructor(options: KeyWatchOptions) {
    const { vault } = options;
    this.#options = options;
    this.vault = {
      ...vault,
      seal: (plaintext, rowIdentity) => {
        this.#assertInUse();
        return vault.seal(plaintext, rowIdentity);
      },
    };
    this.#lookLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #assertInUse(): void {
    if (performance.now() < this.#sealsUntil) return;
    throw unknownKeyError();
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    const { database, vault, onOutOfUse, onLookFailed } = this.#options;
    const beganAt = performance.now();
    try {
      const flaw = await findLaterKeyFlaw(database.sql, vault);
      if (this.#isClosed) return;
      if (flaw) {
        this.#sealsUntil = Number.NEGATIVE_INFINITY;
        this.close();
        onOutOfUse(flaw);
      } else {
        this.#sealsUntil = beganAt + SEALS_FOR_MS;
      }
    } catch (error) {
      // A database that is away is told of elsewhere.
      if (!this.#isClosed && !isDatabaseUnavailable(error)) onLookFailed(error);
    }
    this.#lookLater();
  }
}
