import type { Sql } from '../../kit/database.ts';
import { DomainError } from '../../kit/errors.ts';
import {
  type AccessError,
  authenticate,
  type Caller,
  type PresentedKey,
} from '../../resellers/authenticate.ts';

/** Sockets and event streams of one key in one process. A frontend needs one; a page that is reloaded has two for a moment. */
const MAX_CONNECTIONS_OF_KEY = 5;
/** How long somebody whose key was reissued, disabled or bound to other addresses may stay at most, the statement not counted. */
const CHECK_EVERY_MS = 1_000;

/** What a client that has too many is told to wait: what was left behind is closed by then, if anything is. */
const RETRY_AFTER_SECONDS = 5;

/** Thrown when a key has as many sockets and event streams open as it may. */
export class TooManyConnectionsError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor() {
    super(`A key has at most ${MAX_CONNECTIONS_OF_KEY} sockets and event streams open; close one first.`);
  }
}

/** A client that stays connected. */
export interface Connection {
  /** As of the last check. */
  caller: Caller;
  readonly presentedKey: PresentedKey;
  /** Called when the client may not stay. */
  refuse(error: AccessError): void;
}

/**
 * The clients that stay connected to this process. While there are any, one statement a second finds out for all of them whether
 * they still may: whoever reissues or disables a key, in whatever process, needs to tell nobody.
 */
export class Connections {
  readonly #sql: () => Sql;
  readonly #onFailure: (error: unknown) => void;
  readonly #open = new Set<Connection>();
  readonly #ofKey = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(options: { sql(): Sql; onFailure(error: unknown): void }) {
    this.#sql = options.sql;
    this.#onFailure = options.onFailure;
  }

  /** Throws TooManyConnectionsError. */
  add(connection: Connection): void {
    const { keyId } = connection.caller;
    const ofKey = this.#ofKey.get(keyId) ?? 0;
    if (ofKey >= MAX_CONNECTIONS_OF_KEY) throw new TooManyConnectionsError();
    this.#ofKey.set(keyId, ofKey + 1);
    this.#open.add(connection);
    this.#timer ??= setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  delete(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const { keyId } = connection.caller;
    const ofKey = (this.#ofKey.get(keyId) ?? 0) - 1;
    if (ofKey > 0) this.#ofKey.set(keyId, ofKey);
    else this.#ofKey.delete(keyId);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const open = [...this.#open];
      const answers = await authenticate(
        this.#sql(),
        open.map(({ presentedKey }) => presentedKey),
      );
      for (const [place, connection] of open.entries()) {
        const answer = answers[place];
        if (answer instanceof Error) connection.refuse(answer);
        else if (answer) connection.caller = answer;
      }
    } catch (error) {
      // A database that cannot be asked has changed no key, either.
      this.#onFailure(error);
    } finally {
      this.#checking = false;
    }
  }
}
